/* wave.c: the RDNA3 side of isa/machine.h for one host CPU level: kernels, code ranges,
 * waves at their start (what their registers hold: isa/rdna3/launch.c), faults of memory
 * accesses. */
#include <stdio.h>
#include <stdlib.h>

#include "isa/batch_ids.h"
#include "isa/rdna3/exec/gds.h"
#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/exec/trap.h"
#include "isa/rdna3/print.h"
#include "shoal/graphics.h"

op_exec_fn FN(translate)(struct rdna3_wave *w, struct rdna3_op *o);

/* Apertures of flat addresses: not canonical on x86-64 and in no process's memory. Waves see
 * only the upper 32 bits. */
#define SHARED_BASE  (UINT64_C(1) << 48)
#define PRIVATE_BASE (UINT64_C(2) << 48)

static void *kernel_create(const struct kernel_config *config)
{
    struct rdna3_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    static const uint8_t none[AMDHSA_DESCRIPTOR_BYTES];
    rdna3_kernel_read(config->descriptor ? config->descriptor : none, config->lanes, k);
    k->generation = rdna3_generation_of(config->form);
    return k;
}

static uint32_t code_variant(const void *kernel)
{
    const struct rdna3_kernel *k = kernel;
    return k->generation << VARIANT_GENERATION_SHIFT | k->lanes << 16 | k->vgprs;
}

/* Bit 31 of a variant makes a form of its own for the JIT. */
static unsigned variant_generation(uint32_t variant)
{
    return variant >> VARIANT_GENERATION_SHIFT & 7;
}
static uint32_t variant_lanes(uint32_t variant) { return variant >> 16 & 0xff; }

static struct code *code_create(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                uint32_t variant)
{
    struct rdna3_code *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->base = code_range(base, bytes, size_bytes, variant);
    if (!op_store_open(&c->store, &c->base, sizeof *c->ops)) {
        free(c);
        return NULL;
    }
    c->ops = c->store.ops;
    c->lanes = variant_lanes(variant);
    c->vgprs = variant & 0xffff;
    c->generation = variant_generation(variant);
    c->is_privileged = variant & VARIANT_PRIV;
    return &c->base;
}

static void code_destroy(struct code *code)
{
    struct rdna3_code *c = (struct rdna3_code *)code;
    if (!c)
        return;
    op_store_close(&c->store);
    free(c);
}

static size_t wave_bytes(const void *kernel)
{
    const struct rdna3_kernel *k = kernel;
    return wave_size(k->lanes / 32);
}

/* ---- initial registers ---- */

/* What is the same for all waves of a launch. */
static void launch_part(struct rdna3_wave *w, struct machine *m, const struct launch_state *l)
{
    const struct rdna3_kernel *k = l->kernel;
    memset(w->s, 0, (uint8_t *)w->v - (uint8_t *)w->s);
    w->halves = (uint8_t)(k->lanes / 32);
    w->vgprs = k->vgprs;
    w->mode = k->mode;
    w->status = rdna3_status(k, l, m);
    if (m->trap_handler)
        w->host_traps = atomic_load_explicit(&m->host_traps, memory_order_relaxed);
    rdna3_user_sgprs(k, l, w->base.scratch_base, w->s);
    w->base.code = m->find_code(m, l->entry, l->variant);
    const struct rdna3_code *c = wave_code(w);
    w->base.next = &c->ops[(l->entry - c->base.base) / 4].base;
}

/* What depends on the work-group, and on which of its waves this is. */
static struct rdna3_group_sgprs group_part(struct rdna3_wave *w, const struct rdna3_kernel *k)
{
    const struct group *g = w->base.group;
    w->status |= g->wave_count > 1 ? STATUS_IN_GROUP : 0;
    w->hw_id1 = w->base.index & 31;
    w->base.lanes = k->lanes;
    struct rdna3_group_sgprs places = rdna3_group_sgprs(k);
    for (unsigned i = 0; i < 3; i++)
        w->s[places.id[i]] = g->id[i];
    w->s[places.info] = rdna3_group_info(g, w->base.index);
    return places;
}

enum { MAX_BATCH = 8 };

/* Whether lanes count from the first one on, those from `row` on with 1 more in y. */
static bool lanes_count(const struct rdna3_start_wave *w, uint32_t row)
{
    const uint32_t *id = (const uint32_t *)w->v0;
    uint32_t differ = w->exec ^ UINT32_MAX;
    for (uint32_t i = 0; i < 32; i++)
        differ |= id[i] ^ (id[0] + i % row + (i / row << RDNA3_ID_BITS));
    return differ == 0;
}

static bool waves_count(const struct rdna3_start *t, uint32_t waves, uint32_t row)
{
    for (uint32_t n = 0; n < t->wave_count; n++) {
        uint32_t first = ((const uint32_t *)t->waves[n].v0)[0], w = n % waves;
        uint32_t from = ((const uint32_t *)t->waves[n - w].v0)[0];
        if (first != from + batch_ids(w, row, RDNA3_ID_BITS) || from % row)
            return false;
    }
    return true;
}

/* How many lanes of a wave are a row. 0: that is not known. */
static uint32_t lanes_of_row(const struct rdna3_start *t)
{
    uint32_t row = t->halves == 1 ? 32 : 0;
    for (uint32_t n = 0; row && n < t->wave_count;)
        if (lanes_count(&t->waves[n], row)) {
            n++;
        } else {
            row /= 2;
            n = 0;
        }
    return row;
}

static void find_counts(struct rdna3_start *t)
{
    uint32_t least = lanes_of_row(t);
    for (uint32_t waves = 1; waves <= MAX_BATCH && least; waves *= 2)
        for (uint32_t row = least; row <= (least < 32 ? least : 32 * waves); row *= 2)
            t->counts |= (uint32_t)waves_count(t, waves, row) << counts_bit(waves, row);
}

static void *start_create(struct machine *m, const struct launch_state *l)
{
    const struct rdna3_kernel *k = l->kernel;
    uint32_t halves = k->lanes / 32;
    uint64_t items = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint64_t waves = (items + k->lanes - 1) / k->lanes;
    if (waves > 32 || rdna3_has_scratch_sgprs(k))
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
    struct rdna3_group_sgprs places = group_part(w, k);
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
        s->exec = rdna3_item_ids((uint32_t *)s->v0, k, i, l->block);
        s->info = rdna3_group_info(&group, i);
        w->hw_id1 = i;
        memcpy(s->status, (const uint8_t *)w + WAVE_STATUS, sizeof s->status);
    }
    find_counts(t);
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
    set_s64(w, SRC_EXEC_LO, rdna3_item_ids((uint32_t *)w->v, k, wave->index, block));
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
    struct rdna3_op *ops = ((struct rdna3_code *)wave->code)->ops;
    return FN(translate)((struct rdna3_wave *)wave, &ops[(const struct rdna3_op *)op - ops]);
}

static struct op *op_at(struct code *code, uint64_t offset)
{
    return &((struct rdna3_code *)code)->ops[offset / 4].base;
}

static op_exec_fn executor(const struct op *op) { return ((const struct rdna3_op *)op)->interp; }

static const char *row_name(unsigned row) { return rdna3_rows[row].name; }

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
    if (rdna3_decode_run(variant_generation(code->variant), code->bytes + offset,
                         code->size_bytes - offset, &in) != SHOAL_OK) {
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

static bool write_register(struct wave *wave, unsigned file, unsigned index, const uint32_t *values)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    if (file == 0 && index <= SRC_EXEC_HI && index != SRC_NULL) {
        w->s[index] = values[0];
        return true;
    }
    if (file == 1 && index < w->vgprs) {
        memcpy(&w->v[index * w->halves], values, w->halves * sizeof(vec32));
        return true;
    }
    if (file == 2 && index == 0 && values[0] < 2) {
        w->scc = values[0];
        return true;
    }
    if (file == 2 && index == 1) {
        w->mode = values[0];
        return true;
    }
    return false;
}

/* In the status is also what compiled code has said of the access that faults. */
static void wave_catch_up(struct wave *wave, const struct launch_state *l, uint32_t lanes)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    uint32_t slot = w->row_slot;
    if (l)
        copy_start(w, l->start);
    w->row_slot = slot;
    w->s[SRC_EXEC_LO] = lanes;
}

static uint64_t active_lanes(const struct wave *wave)
{
    return wave_exec((const struct rdna3_wave *)wave);
}

static const struct op *op_find(struct code *code, uint64_t offset) { return op_at(code, offset); }

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
    .packet_bytes = RDNA3_PACKET_BYTES,
    .packet_write = rdna3_packet_write,
    .hidden_argument = rdna3_hidden_argument,
    .wave_scratch_limit = 8 << 20, /* what COMPUTE_TMPRING_SIZE.WAVESIZE can express */
    .raw_kernel = rdna3_raw_kernel,
    .kernel_create = kernel_create,
    .code_variant = code_variant,
    .start_facts = rdna3_start_facts,
    .code_create = code_create,
    .code_destroy = code_destroy,
    .wave_bytes = wave_bytes,
    .wave_init = wave_init,
    .wave_start = wave_start,
    .start_written = rdna3_start_written,
    .start_sgprs = RDNA3_SGPRS,
    .start_vgprs = RDNA3_VGPRS,
    .poll = poll,
    .step = FN(step),
    .start_create = start_create,
    .start_preload = start_preload,
    .decode = decode,
    .op_at = op_at,
    .executor = executor,
    .row_count = RDNA3_ROW_COUNT,
    .row_name = row_name,
    .jit_function = FN(jit_function),
    .op_pc = isa_op_pc,
    .access_fault = FN(access_fault),
    .wave_catch_up = wave_catch_up,
    .print = print,
    .read_register = read_register,
    .write_register = write_register,
    .active_lanes = active_lanes,
    .op_find = op_find,
    .access = FN(access_of),
    .texels = FN(texels_of),
    .syncs = FN(syncs_of),
    .operands = FN(operands_of),
    .operand_register = FN(operand_register),
    .register_name = FN(register_name),
    .waits = &FN(waits),
    .hazards = &FN(hazards),
};
