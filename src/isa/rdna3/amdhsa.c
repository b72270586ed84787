/* amdhsa.c: .amdgcn_target, .amdhsa_code_object_version, and kernel descriptors out of
 * .amdhsa_kernel ... .end_amdhsa_kernel.
 *
 * LLVM AMDGPUUsage, "Kernel Descriptor" and ".amdhsa_kernel"; register fields as in the manual's
 * chapter 3 and COMPUTE_PGM_RSRC1..3. Values may be expressions of symbols that are set later, so
 * descriptors are filled when the text has been read. */
#include <stdio.h>
#include <string.h>

#include "isa/amdhsa.h"
#include "isa/rdna3/assemble.h"

/* Values that need more than a field. */
enum { V_NEXT_VGPR = 1, V_NEXT_SGPR, V_RESERVE_VCC, V_USER_SGPRS, V_RESERVE_XNACK, V_WAVE32 };

struct directive {
    const char *name;    /* after .amdhsa_ */
    uint8_t field;       /* enum amdhsa_field; AMDHSA_FIELD_COUNT: the value is part of others */
    uint8_t first, bits; /* of the field */
    uint8_t special;
    uint8_t user_sgprs; /* that it takes if it is set */
    uint8_t initial;
};
enum { NOWHERE = AMDHSA_FIELD_COUNT };

static const struct directive directives[] = {
    {"group_segment_fixed_size", AMDHSA_group_segment_fixed_size, 0, 32, 0, 0, 0},
    {"private_segment_fixed_size", AMDHSA_private_segment_fixed_size, 0, 32, 0, 0, 0},
    {"kernarg_size", AMDHSA_kernarg_size, 0, 32, 0, 0, 0},
    {"user_sgpr_count", NOWHERE, 0, 5, V_USER_SGPRS, 0, 0},
    {"user_sgpr_dispatch_ptr", AMDHSA_sgpr_dispatch_ptr, 0, 1, 0, 2, 0},
    {"user_sgpr_queue_ptr", AMDHSA_sgpr_queue_ptr, 0, 1, 0, 2, 0},
    {"user_sgpr_kernarg_segment_ptr", AMDHSA_sgpr_kernarg_segment_ptr, 0, 1, 0, 2, 0},
    {"user_sgpr_dispatch_id", AMDHSA_sgpr_dispatch_id, 0, 1, 0, 2, 0},
    {"user_sgpr_private_segment_size", AMDHSA_sgpr_private_segment_size, 0, 1, 0, 1, 0},
    {"wavefront_size32", AMDHSA_wave32, 0, 1, V_WAVE32, 0, 1},
    {"uses_dynamic_stack", AMDHSA_uses_dynamic_stack, 0, 1, 0, 0, 0},
    {"enable_private_segment", AMDHSA_private_segment, 0, 1, 0, 0, 0},
    {"system_sgpr_workgroup_id_x", AMDHSA_workgroup_id_x, 0, 1, 0, 0, 1},
    {"system_sgpr_workgroup_id_y", AMDHSA_workgroup_id_y, 0, 1, 0, 0, 0},
    {"system_sgpr_workgroup_id_z", AMDHSA_workgroup_id_z, 0, 1, 0, 0, 0},
    {"system_sgpr_workgroup_info", AMDHSA_workgroup_info, 0, 1, 0, 0, 0},
    {"system_vgpr_workitem_id", AMDHSA_workitem_id, 0, 2, 0, 0, 0},
    {"next_free_vgpr", NOWHERE, 0, 32, V_NEXT_VGPR, 0, 0},
    {"next_free_sgpr", NOWHERE, 0, 32, V_NEXT_SGPR, 0, 0},
    {"reserve_vcc", NOWHERE, 0, 1, V_RESERVE_VCC, 0, 1},
    {"reserve_xnack_mask", NOWHERE, 0, 1, V_RESERVE_XNACK, 0, 0},
    {"float_round_mode_32", AMDHSA_round_mode_32, 0, 2, 0, 0, 0},
    {"float_round_mode_16_64", AMDHSA_round_mode_16_64, 0, 2, 0, 0, 0},
    {"float_denorm_mode_32", AMDHSA_denorm_mode_32, 0, 2, 0, 0, 0},
    {"float_denorm_mode_16_64", AMDHSA_denorm_mode_16_64, 0, 2, 0, 0, 3},
    {"dx10_clamp", AMDHSA_dx10_clamp, 0, 1, 0, 0, 1},
    {"ieee_mode", AMDHSA_ieee_mode, 0, 1, 0, 0, 1},
    {"fp16_overflow", AMDHSA_fp16_overflow, 0, 1, 0, 0, 0},
    {"workgroup_processor_mode", AMDHSA_wgp_mode, 0, 1, 0, 0, 1},
    {"memory_ordered", AMDHSA_mem_ordered, 0, 1, 0, 0, 1},
    {"forward_progress", AMDHSA_fwd_progress, 0, 1, 0, 0, 1},
    {"shared_vgpr_count", AMDHSA_shared_vgpr_count, 0, 4, 0, 0, 0},
    {"inst_pref_size", AMDHSA_inst_pref_size, 0, 6, 0, 0, 0},
    {"exception_fp_ieee_invalid_op", AMDHSA_exceptions, 0, 1, 0, 0, 0},
    {"exception_fp_denorm_src", AMDHSA_exceptions, 1, 1, 0, 0, 0},
    {"exception_fp_ieee_div_zero", AMDHSA_exceptions, 2, 1, 0, 0, 0},
    {"exception_fp_ieee_overflow", AMDHSA_exceptions, 3, 1, 0, 0, 0},
    {"exception_fp_ieee_underflow", AMDHSA_exceptions, 4, 1, 0, 0, 0},
    {"exception_fp_ieee_inexact", AMDHSA_exceptions, 5, 1, 0, 0, 0},
    {"exception_int_div_zero", AMDHSA_exceptions, 6, 1, 0, 0, 0},
};
enum { DIRECTIVES = sizeof directives / sizeof *directives };

/* Directives of other chips, with what to do here instead. */
static const struct {
    const char *name, *advice;
} foreign[] = {
    {"user_sgpr_private_segment_buffer", "scratch needs no user SGPRs on RDNA3"},
    {"user_sgpr_flat_scratch_init", "scratch needs no user SGPRs on RDNA3"},
    {"system_sgpr_private_segment_wavefront_offset", "use .amdhsa_enable_private_segment"},
    {"reserve_flat_scratch", "RDNA3 keeps no flat scratch base in SGPRs"},
    {"accum_offset", "RDNA3 has no accumulation registers"},
    {"tg_split", "RDNA3 has no threadgroup split mode"},
    {"user_sgpr_kernarg_preload_length", "RDNA3 preloads no kernel arguments"},
    {"user_sgpr_kernarg_preload_offset", "RDNA3 preloads no kernel arguments"},
    {"round_robin_scheduling", "this is of gfx12"},
    {"named_barrier_count", "this is of gfx1250"},
};

struct amdhsa_kernel {
    struct amdhsa_kernel *next;
    struct asm_symbol *code, *descriptor;
    const char *at;
    struct asm_section *section;
    uint64_t offset;
    struct asm_value values[DIRECTIVES];
    const char *value_at[DIRECTIVES]; /* NULL: not given */
};

static const struct directive *find_directive(const char *name, size_t n)
{
    for (unsigned i = 0; i < DIRECTIVES; i++)
        if (asm_word_is(name, n, directives[i].name))
            return &directives[i];
    return NULL;
}

static unsigned index_of(unsigned special)
{
    unsigned i = 0;
    while (directives[i].special != special)
        i++;
    return i;
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool begin_kernel(struct assembler *as, struct asm_cursor *c, const char *at)
{
    struct rdna3_state *st = as->isa_state;
    const char *word;
    size_t n = asm_word(c, &word);
    if (!n)
        return asm_fail(c, c->p, "expected the kernel's name");
    if (st->open_kernel)
        return asm_fail(c, at, "the kernel before has no .end_amdhsa_kernel");
    struct amdhsa_kernel *k = asm_alloc(as, sizeof *k);
    char name[1024];
    if (n > sizeof name - 4)
        return asm_fail(c, word, "the kernel's name is too long");
    memcpy(name, word, n);
    memcpy(name + n, ".kd", 3);
    if (!k || !(k->code = asm_symbol_get(as, word, n)) ||
        !(k->descriptor = asm_symbol_get(as, name, n + 3)))
        return asm_fail(c, at, "out of memory");
    if (k->descriptor->kind != ASM_SYMBOL_UNDEFINED)
        return asm_fail(c, word, "the kernel %s has a descriptor already", k->code->name);
    k->code->is_used = true;
    k->at = word;
    *st->last_kernel = k;
    st->last_kernel = &k->next;
    st->open_kernel = k;
    return true;
}

static bool end_kernel(struct assembler *as, struct asm_cursor *c, const char *at)
{
    struct rdna3_state *st = as->isa_state;
    struct amdhsa_kernel *k = st->open_kernel;
    static const uint8_t needed[] = {V_NEXT_VGPR, V_NEXT_SGPR};
    if (!k)
        return asm_fail(c, at, "there is no .amdhsa_kernel before this");
    st->open_kernel = NULL;
    for (unsigned i = 0; i < sizeof needed; i++) {
        unsigned d = index_of(needed[i]);
        if (!k->value_at[d])
            return asm_fail(c, at, ".amdhsa_%s is missing: how many registers the kernel uses",
                            directives[d].name);
    }
    if (as->section->type == ELF_SHT_NOBITS)
        return asm_fail(c, at, "%s has no contents: a descriptor belongs into .rodata",
                        as->section->name);
    if (as->section->size % AMDHSA_DESCRIPTOR_BYTES ||
        as->section->align < AMDHSA_DESCRIPTOR_BYTES) {
        asm_fail(c, k->at, "a kernel descriptor must be at a multiple of 64 bytes");
        asm_hint(c, "put .p2align 6 before .amdhsa_kernel");
        asm_report(as, c, SHOAL_ASM_WARNING);
    }
    k->section = as->section;
    k->offset = as->section->size;
    k->descriptor->kind = ASM_SYMBOL_LABEL;
    k->descriptor->section = k->section;
    k->descriptor->number = (int64_t)k->offset;
    k->descriptor->type = ELF_STT_OBJECT;
    k->descriptor->has_size = true;
    k->descriptor->size = (struct asm_value){.number = AMDHSA_DESCRIPTOR_BYTES};
    uint8_t *to = asm_reserve(as, as->section, AMDHSA_DESCRIPTOR_BYTES);
    if (!to)
        return asm_fail(c, at, "out of memory");
    memset(to, 0, AMDHSA_DESCRIPTOR_BYTES);
    return true;
}

static bool read_field(struct assembler *as, struct asm_cursor *c, const char *at, const char *name,
                       size_t n)
{
    struct rdna3_state *st = as->isa_state;
    struct amdhsa_kernel *k = st->open_kernel;
    const struct directive *d = find_directive(name, n);
    if (!d) {
        for (unsigned i = 0; i < sizeof foreign / sizeof *foreign; i++)
            if (asm_word_is(name, n, foreign[i].name)) {
                asm_fail(c, at, ".amdhsa_%s is not of RDNA3", foreign[i].name);
                asm_hint(c, "%s", foreign[i].advice);
                return false;
            }
        asm_fail(c, at, "unknown directive .amdhsa_%.*s", (int)(n > 60 ? 60 : n), name);
        const char *best = NULL;
        unsigned best_distance = (unsigned)n / 3 + 1;
        for (unsigned i = 0; i < DIRECTIVES; i++) {
            unsigned distance = asm_distance(name, n, directives[i].name, best_distance);
            if (distance < best_distance) {
                best_distance = distance;
                best = directives[i].name;
            }
        }
        if (best)
            asm_hint(c, "did you mean .amdhsa_%s?", best);
        return false;
    }
    if (!k)
        return asm_fail(c, at, ".amdhsa_%s belongs between .amdhsa_kernel and .end_amdhsa_kernel",
                        d->name);
    unsigned i = (unsigned)(d - directives);
    if (k->value_at[i])
        return asm_fail(c, at, ".amdhsa_%s is here twice", d->name);
    asm_skip(c);
    k->value_at[i] = c->p;
    return asm_parse_expr(as, c, &k->values[i]);
}

static bool read_target(struct assembler *as, struct asm_cursor *c)
{
    char text[128], ours[2][64];
    const char *chip = rdna3_asm_chip(as)->name;
    asm_skip(c);
    const char *at = c->p;
    ptrdiff_t n = asm_string(c, text, sizeof text - 1);
    if (n < 0)
        return false;
    text[n] = 0;
    snprintf(ours[0], sizeof ours[0], "amdgcn-amd-amdhsa--%s", chip);
    snprintf(ours[1], sizeof ours[1], "amdgcn-amd-amdhsa-unknown-%s", chip);
    if (strcmp(text, ours[0]) == 0 || strcmp(text, ours[1]) == 0)
        return true;
    asm_fail(c, at, "this is code for %s; Shoal assembles for %s", text, ours[0]);
    const char *named = strstr(text, "gfx");
    if (named && shoal_chip_find(named))
        asm_hint(c, "--mcpu=%s", named);
    return false;
}

static bool read_version(struct assembler *as, struct asm_cursor *c)
{
    struct rdna3_state *st = as->isa_state;
    int64_t v;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(as, c, "the code object version", &v))
        return false;
    if (v < 4 || v > 6)
        return asm_fail(c, at, "the code object version is 4, 5 or 6");
    st->code_object_version = (unsigned)v;
    return true;
}

/* .amdgpu_hsa_kernel NAME, of old files: the symbol is a kernel. */
static bool mark_kernel(struct assembler *as, struct asm_cursor *c)
{
    const char *word;
    size_t n = asm_word(c, &word);
    struct asm_symbol *s = n ? asm_symbol_get(as, word, n) : NULL;
    if (!s)
        return asm_fail(c, c->p, "expected a symbol");
    s->type = 10; /* STT_AMDGPU_HSA_KERNEL */
    return true;
}

int amdhsa_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length)
{
    struct rdna3_state *st = as->isa_state;
    static const char prefix[] = ".amdhsa_";
    bool done;
    if (asm_word_is(word, length, ".amdhsa_kernel"))
        done = begin_kernel(as, c, word);
    else if (asm_word_is(word, length, ".end_amdhsa_kernel"))
        done = end_kernel(as, c, word);
    else if (asm_word_is(word, length, ".amdhsa_code_object_version"))
        done = read_version(as, c);
    else if (length > sizeof prefix - 1 && !memcmp(word, prefix, sizeof prefix - 1))
        done = read_field(as, c, word, word + sizeof prefix - 1, length - sizeof prefix + 1);
    else if (asm_word_is(word, length, ".amdgcn_target"))
        done = read_target(as, c);
    else if (asm_word_is(word, length, ".amdgpu_hsa_kernel"))
        done = mark_kernel(as, c);
    else if (asm_word_is(word, length, ".amdgpu_metadata")) {
        done = !st->has_metadata || asm_fail(c, word, "there is metadata already");
        st->in_metadata = true;
        st->has_metadata = true;
        st->metadata_at = word;
    } else if (asm_word_is(word, length, ".end_amdgpu_metadata")) {
        done = asm_fail(c, word, "there is no .amdgpu_metadata before this");
    } else {
        return 0;
    }
    return done ? 1 : -1;
}

/* ---- descriptors ------------------------------------------------------------------------------
 */

static bool evaluate(struct assembler *as, struct asm_cursor *c, struct amdhsa_kernel *k,
                     unsigned i, int64_t *out)
{
    const struct directive *d = &directives[i];
    const struct rdna3_state *st = as->isa_state;
    *out = d->special == V_WAVE32 ? !st->wave64 : d->initial;
    if (!k->value_at[i])
        return true;
    *out = k->values[i].number;
    if (k->values[i].expr) {
        struct asm_relocatable v;
        if (!asm_evaluate(as, c, k->values[i].expr, &v))
            return false;
        if (v.add || v.subtract || v.section || v.minus_section)
            return asm_fail(c, k->value_at[i], "the value of .amdhsa_%s is no number%s%s", d->name,
                            v.add ? "; undefined: " : "", v.add ? v.add->name : "");
        *out = v.number;
    }
    if (*out < 0 || *out >> d->bits)
        return asm_fail(c, k->value_at[i], ".amdhsa_%s has %u bit%s: 0 to %llu", d->name, d->bits,
                        d->bits == 1 ? "" : "s", (1ull << d->bits) - 1);
    return true;
}

static bool fill_descriptor(struct assembler *as, struct asm_cursor *c, struct amdhsa_kernel *k)
{
    uint8_t bytes[AMDHSA_DESCRIPTOR_BYTES] = {0};
    int64_t values[DIRECTIVES], user = 0;
    for (unsigned i = 0; i < DIRECTIVES; i++) {
        if (!evaluate(as, c, k, i, &values[i]))
            return false;
        if (directives[i].field != NOWHERE)
            amdhsa_put(bytes, directives[i].field, (uint32_t)values[i] << directives[i].first);
        if (values[i])
            user += directives[i].user_sgprs;
    }
    unsigned count = index_of(V_USER_SGPRS), vgpr = index_of(V_NEXT_VGPR);
    unsigned sgpr = index_of(V_NEXT_SGPR), vcc = index_of(V_RESERVE_VCC);
    unsigned xnack = index_of(V_RESERVE_XNACK);
    if (k->value_at[count]) {
        if (values[count] < user)
            return asm_fail(c, k->value_at[count],
                            "the enabled values take %d user SGPRs, more than "
                            "these",
                            (int)user);
        user = values[count];
    }
    if (user > 16)
        return asm_fail(c, k->at, "a kernel has 16 user SGPRs at most, here are %d", (int)user);
    if (values[xnack])
        return asm_fail(c, k->value_at[xnack], "RDNA3 has no XNACK");
    if (values[vgpr] > 256)
        return asm_fail(c, k->value_at[vgpr], "a wave has 256 VGPRs at most (RDNA3 3.3.2)");
    if (values[sgpr] > 106)
        return asm_fail(c, k->value_at[sgpr], "a wave has 106 SGPRs (RDNA3 3.3.1)");
    (void)vcc; /* VCC is beside the 106 */
    bool wave32 = amdhsa_get(bytes, AMDHSA_wave32);
    int64_t granule = AMDHSA_VGPR_GRANULE(wave32 ? 32 : 64),
            vgprs = values[vgpr] ? values[vgpr] : 1;
    uint32_t granules = (uint32_t)((vgprs + granule - 1) / granule - 1);
    amdhsa_put(bytes, AMDHSA_vgpr_granules, granules);
    amdhsa_put(bytes, AMDHSA_user_sgpr_count, (uint32_t)user);
    unsigned shared = 0;
    while (strcmp(directives[shared].name, "shared_vgpr_count") != 0)
        shared++;
    if (values[shared]) {
        if (wave32)
            return asm_fail(c, k->value_at[shared], "only wave64 has shared VGPRs (RDNA3 3.3.2)");
        if (values[shared] * 2 + (int64_t)granules > 63)
            return asm_fail(c, k->value_at[shared], "shared and other VGPRs together are too many");
    }
    memcpy(k->section->data + k->offset, bytes, sizeof bytes);
    return true;
}

/* The entry is a distance: code - descriptor. */
static bool add_entry(struct assembler *as, struct asm_cursor *c, struct amdhsa_kernel *k)
{
    struct asm_expr *e = asm_alloc(as, 3 * sizeof *e);
    if (!e)
        return asm_fail(c, k->at, "out of memory");
    e[0] = (struct asm_expr){.op = ASM_OP_SUBTRACT, .left = &e[1], .right = &e[2], .at = k->at};
    e[1] = (struct asm_expr){.op = ASM_OP_SYMBOL, .symbol = k->code, .at = k->at};
    e[2] = (struct asm_expr){
        .op = ASM_OP_HERE, .section = k->section, .number = (int64_t)k->offset, .at = k->at};
    return asm_add_fixup(as, k->section, k->offset + AMDHSA_AT_ENTRY, ASM_FIXUP_DATA, 8, e);
}

bool amdhsa_finish(struct assembler *as, struct asm_cursor *c)
{
    struct rdna3_state *st = as->isa_state;
    if (st->open_kernel)
        return asm_fail(c, st->open_kernel->at, "this kernel has no .end_amdhsa_kernel");
    if (st->in_metadata)
        return asm_fail(c, st->metadata_at, "this metadata has no .end_amdgpu_metadata");
    for (struct amdhsa_kernel *k = st->kernels; k && !as->is_stopped; k = k->next) {
        if (!k->section)
            continue; /* an error was reported */
        k->descriptor->binding = k->code->binding;
        k->descriptor->is_bound = k->code->is_bound;
        k->descriptor->visibility = k->code->visibility;
        /* The descriptor's distance to the code must not change when it is loaded. */
        if (k->code->visibility == ELF_STV_DEFAULT)
            k->code->visibility = ELF_STV_PROTECTED;
        if (!fill_descriptor(as, c, k) || !add_entry(as, c, k)) {
            asm_report(as, c, SHOAL_ASM_ERROR);
            continue;
        }
        if (as->options->output != SHOAL_ASM_CODE_OBJECT)
            continue;
        if (k->code->binding == ASM_LOCAL) {
            asm_fail(c, k->at, "no loader finds the kernel %s, since its name is local",
                     k->code->name);
            asm_hint(c, "add .globl %s", k->code->name);
            asm_report(as, c, SHOAL_ASM_WARNING);
        }
        if (!st->has_metadata) {
            asm_fail(c, k->at,
                     "the kernel %s has no .amdgpu_metadata, which names its arguments "
                     "for loaders",
                     k->code->name);
            asm_report(as, c, SHOAL_ASM_WARNING);
        }
    }
    return true;
}
