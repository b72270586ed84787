/* wave.c: the RDNA3 side of isa/machine.h for one host CPU level: kernels, code ranges,
 * the initial state of waves, faults of memory accesses.
 *
 * Initial state: manual 3.5 (wave initialisation), LLVM's AMDGPU user guide for the bits of
 * COMPUTE_PGM_RSRC1..3 and kernel_code_properties and the order of user SGPRs. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "isa/rdna3/exec/gds.h"
#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/exec/trap.h"
#include "isa/rdna3/print.h"
#include "shoal/graphics.h"

void *FN(code_lock_create)(void);
void FN(code_lock_destroy)(void *lock);
op_exec_fn FN(translate)(struct rdna3_wave *w, struct rdna3_op *o);

/* Apertures of flat addresses: not canonical on x86-64 and in no process's memory. Waves see
 * only the upper 32 bits. */
#define SHARED_BASE  (UINT64_C(1) << 48)
#define PRIVATE_BASE (UINT64_C(2) << 48)

enum { SENTINELS = 8 }; /* ops behind the last dword: the pc ran out of the code */

static uint32_t bits(uint32_t v, unsigned lo, unsigned n) { return v >> lo & ((1u << n) - 1); }

static void *kernel_create(const struct kernel_config *config)
{
    struct rdna3_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->rsrc1 = config->rsrc[0];
    k->rsrc2 = config->rsrc[1];
    k->rsrc3 = config->rsrc[2];
    k->properties = config->properties;
    k->preload = config->preload;
    k->lanes = config->lanes;
    /* VGPRs are granted in units of 8 (wave32) or 4 (wave64) by the descriptor; gfx1100
     * allocates in blocks of 24 or 12 (manual 3.3.2.1): the count stays the descriptor's. */
    k->vgprs = (bits(k->rsrc1, 0, 6) + 1) * (k->lanes == 64 ? 4 : 8);
    if (k->vgprs > VGPR_COUNT)
        k->vgprs = VGPR_COUNT;
    return k;
}

static uint32_t code_variant(const void *kernel)
{
    const struct rdna3_kernel *k = kernel;
    return k->lanes << 16 | k->vgprs;
}

/* Bit 31 of a variant makes a form of its own for the JIT. */
static uint32_t variant_lanes(uint32_t variant) { return variant >> 16 & 0xff; }

static size_t ops_bytes(const struct rdna3_code *c)
{
    return (c->op_count + SENTINELS) * sizeof(struct rdna3_op);
}

static struct code *code_create(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                uint32_t variant)
{
    struct rdna3_code *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->base = (struct code){base, size_bytes & ~UINT64_C(3), bytes, variant};
    c->lanes = variant_lanes(variant);
    c->vgprs = variant & 0xffff;
    c->is_privileged = variant & VARIANT_PRIV;
    c->op_count = c->base.size_bytes / 4;
    c->lock = FN(code_lock_create)();
    /* Zero pages until an op is first run. */
    void *p = mmap(NULL, ops_bytes(c), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!c->lock || p == MAP_FAILED) {
        if (p != MAP_FAILED)
            munmap(p, ops_bytes(c));
        FN(code_lock_destroy)(c->lock);
        free(c);
        return NULL;
    }
    c->ops = p;
    return &c->base;
}

static void code_destroy(struct code *code)
{
    struct rdna3_code *c = (struct rdna3_code *)code;
    if (!c)
        return;
    munmap(c->ops, ops_bytes(c));
    FN(code_lock_destroy)(c->lock);
    free(c);
}

static size_t wave_bytes(const void *kernel)
{
    const struct rdna3_kernel *k = kernel;
    return wave_size(k->lanes / 32);
}

/* ---- initial registers ---- */

struct sgpr_writer {
    struct rdna3_wave *w;
    unsigned next, limit;
};

static void put(struct sgpr_writer *p, uint32_t value)
{
    if (p->next < p->limit)
        p->w->s[p->next++] = value;
}

static void put64(struct sgpr_writer *p, uint64_t value)
{
    put(p, (uint32_t)value);
    put(p, (uint32_t)(value >> 32));
}

/* kernel_code_properties of the kernel descriptor */
enum {
    PROP_PRIVATE_SEGMENT_BUFFER = 1 << 0,
    PROP_DISPATCH_PTR = 1 << 1,
    PROP_QUEUE_PTR = 1 << 2,
    PROP_KERNARG_PTR = 1 << 3,
    PROP_DISPATCH_ID = 1 << 4,
    PROP_FLAT_SCRATCH_INIT = 1 << 5,
    PROP_PRIVATE_SEGMENT_SIZE = 1 << 6,
};

static void user_sgprs(struct rdna3_wave *w, const struct rdna3_kernel *k,
                       const struct launch_state *l)
{
    unsigned count = bits(k->rsrc2, 1, 5);
    struct sgpr_writer p = {w, 0, count};
    if (l->user_data) {
        p.limit = 32;
        for (uint32_t i = 0; i < l->user_data_count; i++)
            put(&p, l->user_data[i]);
        return;
    }
    if (k->properties & PROP_PRIVATE_SEGMENT_BUFFER) {
        put64(&p, 0);
        put64(&p, 0);
    }
    if (k->properties & PROP_DISPATCH_PTR)
        put64(&p, l->dispatch_packet);
    if (k->properties & PROP_QUEUE_PTR)
        put64(&p, l->queue);
    if (k->properties & PROP_KERNARG_PTR)
        put64(&p, l->kernarg);
    if (k->properties & PROP_DISPATCH_ID)
        put64(&p, l->dispatch_id);
    if (k->properties & PROP_FLAT_SCRATCH_INIT)
        put64(&p, w->base.scratch_base);
    if (k->properties & PROP_PRIVATE_SEGMENT_SIZE)
        put(&p, l->scratch_bytes);
    /* Kernarg preload: length in dwords in bits 0..6, offset in dwords in bits 7..15. */
    for (unsigned i = 0, n = bits(k->preload, 0, 7), at = bits(k->preload, 7, 9); i < n; i++)
        put(&p, l->kernarg_dwords ? l->kernarg_dwords[at + i] : 0);
}

/* What is the same for all waves of a launch. */
static void launch_part(struct rdna3_wave *w, struct machine *m, const struct launch_state *l)
{
    const struct rdna3_kernel *k = l->kernel;
    memset(w->s, 0, (uint8_t *)w->v - (uint8_t *)w->s);
    w->halves = (uint8_t)(k->lanes / 32);
    w->vgprs = k->vgprs;
    /* FP_ROUND, FP_DENORM, DX10_CLAMP, IEEE, FP16_OVFL from rsrc1 */
    w->mode = bits(k->rsrc1, 12, 8) | bits(k->rsrc1, 21, 1) << 8 | bits(k->rsrc1, 23, 1) << 9 |
              bits(k->rsrc1, 26, 1) << 23 | bits(k->rsrc2, 24, 7) << 12;
    w->status = 1u << 16 | (l->scratch_bytes != 0) << 29 | bits(k->rsrc2, 6, 1) << 6;
    if (m->trap_handler) {
        w->status |= STATUS_TRAP_EN;
        w->host_traps = atomic_load_explicit(&m->host_traps, memory_order_relaxed);
    }
    user_sgprs(w, k, l);
    w->base.code = m->find_code(m, l->entry, l->variant);
    const struct rdna3_code *c = wave_code(w);
    w->base.next = &c->ops[(l->entry - c->base.base) / 4].base;
}

/* Waves in the group, first-wave bit. */
static uint32_t group_info(const struct group *g, uint32_t index)
{
    return g->wave_count | (index == 0 ? 1u << 31 : 0);
}

/* SGPRs that differ between work-groups and waves; SGPR_TRASH: the kernel does not ask for it. */
struct sgpr_places {
    uint8_t id[3], info;
};

/* What depends on the work-group, and on which of its waves this is. */
static struct sgpr_places group_part(struct rdna3_wave *w, const struct rdna3_kernel *k)
{
    const struct group *g = w->base.group;
    w->status |= (g->wave_count > 1) << 11;
    w->hw_id1 = w->base.index & 31;
    w->base.lanes = k->lanes;
    struct sgpr_places places = {{SGPR_TRASH, SGPR_TRASH, SGPR_TRASH}, SGPR_TRASH};
    unsigned next = bits(k->rsrc2, 1, 5);
    for (unsigned i = 0; i < 3; i++)
        if (bits(k->rsrc2, 7 + i, 1))
            places.id[i] = (uint8_t)next++;
    if (bits(k->rsrc2, 10, 1))
        places.info = (uint8_t)next++;
    for (unsigned i = 0; i < 3; i++)
        w->s[places.id[i]] = g->id[i];
    w->s[places.info] = group_info(g, w->base.index);
    /* The private segment offset comes last; with architected FLAT_SCRATCH it is unused: 0. */
    return places;
}

/* Work-items of wave `index`: v0 = x | y << 10 | z << 20. Returns EXEC, which has the valid
 * ones; the others' v0 stays as it is. */
static uint64_t items_part(vec32 *v0, uint32_t lanes, uint32_t index, const uint32_t block[3])
{
    uint64_t items = (uint64_t)block[0] * block[1] * block[2];
    uint64_t first = (uint64_t)index * lanes, exec = 0;
    for (unsigned lane = 0; lane < lanes && first + lane < items; lane++) {
        uint64_t i = first + lane;
        uint32_t x = (uint32_t)(i % block[0]), y = (uint32_t)(i / block[0] % block[1]),
                 z = (uint32_t)(i / block[0] / block[1]);
        exec |= UINT64_C(1) << lane;
        v0[lane / 32].u[lane % 32] = x | y << 10 | z << 20;
    }
    return exec;
}

static void *start_create(struct machine *m, const struct launch_state *l)
{
    const struct rdna3_kernel *k = l->kernel;
    uint32_t halves = k->lanes / 32;
    uint64_t items = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint64_t waves = (items + k->lanes - 1) / k->lanes;
    if (waves > 32 || (k->properties & PROP_FLAT_SCRATCH_INIT)) /* an address of the wave's own */
        return NULL;
    struct rdna3_start *t = aligned_alloc(128, sizeof *t + waves * sizeof *t->waves);
    struct rdna3_wave *w = aligned_alloc(128, sizeof *w);
    if (!t || !w) {
        free(t);
        free(w);
        return NULL;
    }
    memset(t, 0, sizeof *t + waves * sizeof *t->waves);
    memset(w, 0, sizeof *w);
    launch_part(w, m, l);
    memcpy(t->user, w->s, sizeof t->user);
    struct group group = {.wave_count = (uint32_t)waves};
    w->base.group = &group;
    struct sgpr_places places = group_part(w, k);
    memcpy(t->id_sgpr, places.id, sizeof t->id_sgpr);
    t->info_sgpr = places.info;
    t->code = w->base.code;
    t->next = w->base.next;
    t->lanes = k->lanes;
    t->halves = halves;
    t->vgpr_bytes = (k->vgprs - 1) * halves * (uint32_t)sizeof(vec32);
    t->wave_count = (uint32_t)waves;
    for (uint32_t i = 0; i < waves; i++) {
        struct rdna3_start_wave *s = &t->waves[i];
        s->exec = items_part(s->v0, k->lanes, i, l->block);
        s->info = group_info(&group, i);
        w->hw_id1 = i;
        memcpy(s->status, (const uint8_t *)w + WAVE_STATUS, sizeof s->status);
    }
    free(w);
    return t;
}

static bool start_preload(void *start, const struct preload *list, size_t count,
                          const void *(*find)(void *, uint64_t, uint64_t), void *context)
{
    struct rdna3_start *t = start;
    uint32_t *out = t->preloaded;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *user = &t->user[list[i].sgpr];
        uint64_t at = (user[0] | (uint64_t)user[1] << 32) & ~UINT64_C(3);
        uint64_t bytes = list[i].dwords * UINT64_C(4);
        const void *from = find(context, at + (uint64_t)(int64_t)list[i].offset, bytes);
        if (!from)
            return false;
        memcpy(out, from, bytes);
        out += list[i].dwords;
    }
    return true;
}

/* Copies of this size are as fast inline as a call of memcpy is until it has begun. */
static inline void copy_lines(void *to, const void *from, size_t bytes)
{
    typedef uint32_t line __attribute__((ext_vector_type(16), may_alias));
    for (size_t i = 0; i < bytes / sizeof(line); i++)
        ((line *)to)[i] = ((const line *)from)[i];
}

static void copy_start(struct rdna3_wave *w, const struct rdna3_start *t)
{
    const struct rdna3_start_wave *s = &t->waves[w->base.index];
    const uint32_t *id = w->base.group->id;
    copy_lines(w->s, t->user, sizeof t->user);
    memset(w->s + 32, 0, sizeof w->s - sizeof t->user);
    copy_lines((uint8_t *)w + WAVE_STATUS, s->status, WAVE_STATUS_BYTES);
    w->base.code = t->code;
    w->base.next = t->next;
    w->base.lanes = t->lanes;
    for (uint32_t i = 0; i < 3; i++)
        w->s[t->id_sgpr[i]] = id[i];
    w->s[t->info_sgpr] = s->info;
    for (uint32_t h = 0; h < t->halves; h++)
        w->v[h] = s->v0[h];
    memset(w->v + t->halves, 0, t->vgpr_bytes);
    set_s64(w, SRC_EXEC_LO, s->exec);
}

static void wave_init(struct wave *wave, const struct launch_state *l, const uint32_t block[3])
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_kernel *k = l->kernel;
    const struct rdna3_start *t = l->start;
    if (t && block[0] == l->block[0] && block[1] == l->block[1] && block[2] == l->block[2]) {
        copy_start(w, t);
        return;
    }
    launch_part(w, wave->machine, l);
    group_part(w, k);
    memset(w->v, 0, (size_t)k->vgprs * w->halves * sizeof(vec32));
    set_s64(w, SRC_EXEC_LO, items_part(w->v, k->lanes, wave->index, block));
}

static void wave_start(struct wave *wave, const struct shoal_wave_start *t)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    uint64_t all = wave->lanes == 64 ? UINT64_MAX : UINT32_MAX;
    memset(w->s, 0, SRC_VCC_LO * sizeof *w->s);
    if (t->sgpr_count)
        memcpy(w->s, t->sgprs, t->sgpr_count * sizeof *w->s);
    memset(w->v, 0, (size_t)w->vgprs * w->halves * sizeof(vec32));
    for (uint32_t i = 0; i < t->vgpr_count && i < w->vgprs; i++)
        memcpy(vgpr(w, i, 0), t->vgprs + i * wave->lanes, wave->lanes * sizeof *t->vgprs);
    w->s[SRC_M0] = t->m0;
    if (t->has_exec)
        set_s64(w, SRC_EXEC_LO, t->exec & all);
    if (t->has_mode)
        w->mode = t->mode;
}

static op_exec_fn decode(struct wave *wave, const struct op *op)
{
    return FN(translate)((struct rdna3_wave *)wave, (struct rdna3_op *)op);
}

static struct op *op_at(struct code *code, uint64_t offset)
{
    return &((struct rdna3_code *)code)->ops[offset / 4].base;
}

static uint64_t isa_op_pc(const struct wave *wave, const struct op *op)
{
    return wave->code->base +
           4 * (uint64_t)((const struct rdna3_op *)op - ((struct rdna3_code *)wave->code)->ops);
}

/* Before a slice: has the host asked for the trap handler? */
static void poll(struct wave *wave)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    unsigned asked = atomic_load_explicit(&wave->machine->host_traps, memory_order_acquire);
    if (asked == w->host_traps || !can_trap(w))
        return;
    const struct rdna3_op *next = (const struct rdna3_op *)wave->next;
    w->host_traps = asked;
    const struct rdna3_op *handler = FN(trap_enter)(w, next, isa_op_pc(wave, wave->next), 0, true);
    if (handler)
        wave->next = &handler->base;
}

static void print(const struct code *code, uint64_t offset, char *text, size_t size)
{
    struct rdna3_insn in;
    if (rdna3_decode_run(code->bytes + offset, code->size_bytes - offset, &in) != SHOAL_OK) {
        snprintf(text, size, "invalid instruction");
        return;
    }
    struct rdna3_print_options options = {.wave64 = variant_lanes(code->variant) == 64,
                                          .pc = code->base + offset};
    rdna3_print(&in, &options, text, size);
}

/* For observers: enum shoal_register_file of shoal/observe.h: 0 scalar, 1 vector, 2 status. */
static size_t read_register(const struct wave *wave, unsigned file, unsigned index,
                            uint32_t *values)
{
    const struct rdna3_wave *w = (const struct rdna3_wave *)wave;
    if (file == 0 && index <= SRC_EXEC_HI) {
        values[0] = w->s[index];
        return 1;
    }
    if (file == 1 && index < w->vgprs) {
        memcpy(values, &w->v[index * w->halves], w->halves * sizeof(vec32));
        return 32u * w->halves;
    }
    if (file == 2 && index < 3) {
        values[0] = index == 0 ? w->scc : index == 1 ? w->mode : w->status;
        return 1;
    }
    return 0;
}

void FN(access_fault)(struct wave *wave, const void *at);
void *FN(jit_function)(const char *name);

const struct isa_exec FN(exec_table) = {
    .isa = "rdna3",
#define STRING2(x) #x
#define STRING(x)  STRING2(x)
    .host_cpu = STRING(SHOAL_LEVEL),
    .op_bytes = sizeof(struct rdna3_op),
    .wave_name = "wave",
    .lane_name = "lane",
    .end_name = "s_endpgm",
    .has_jit = true,
    .lanes_supported = 32 | 64,
    .default_lanes = 32,
    .pointer_bytes = 8,
    .share_bytes = sizeof(struct rdna3_share),
    .shared_base = SHARED_BASE,
    .private_base = PRIVATE_BASE,
    .kernel_create = kernel_create,
    .code_variant = code_variant,
    .code_create = code_create,
    .code_destroy = code_destroy,
    .wave_bytes = wave_bytes,
    .wave_init = wave_init,
    .wave_start = wave_start,
    .poll = poll,
    .step = FN(step),
    .start_create = start_create,
    .start_preload = start_preload,
    .decode = decode,
    .op_at = op_at,
    .jit_function = FN(jit_function),
    .op_pc = isa_op_pc,
    .access_fault = FN(access_fault),
    .print = print,
    .read_register = read_register,
};
