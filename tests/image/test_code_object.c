/* What sound code objects give. Expected values come from LLVM's tools (fixtures NAME.meta and
 * NAME.desc), from the sources in fixtures/, and for relocations from the formulas in LLVM's
 * AMDGPUUsage. */
#include "fixture.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"

/* ---- metadata against llvm-readobj ------------------------------------------- */

static const char *access_text(enum image_access access)
{
    static const char *const names[] = {"", "read_only", "write_only", "read_write"};
    return names[access];
}

static const char *space_text(enum image_address_space space)
{
    static const char *const names[] = {"",      "private", "global", "constant",
                                        "local", "generic", "region"};
    return names[space];
}

struct fact {
    const char *key;
    const char *text; /* or */
    uint64_t number;
};

static void check_fact(const struct fact *facts, size_t count, const char *kernel, const char *key,
                       const char *value)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(facts[i].key, key) != 0)
            continue;
        char number[32];
        snprintf(number, sizeof number, "%" PRIu64, facts[i].number);
        if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
            value = strcmp(value, "true") == 0 ? "1" : "0";
        const char *ours = facts[i].text ? facts[i].text : number;
        if (strcmp(ours, value) != 0)
            fail_msg("kernel %s, %s: LLVM says %s, the image %s", kernel, key, value, ours);
        return;
    }
    fail_msg("kernel %s: the test does not know the key %s; add it", kernel, key);
}

static void check_arg_fact(const struct image_arg *a, const char *kernel, const char *key,
                           const char *value)
{
    const struct fact facts[] = {
        {".name", a->name, 0},
        {".type_name", a->type_name, 0},
        {".value_kind", a->value_kind, 0},
        {".value_kind", image_arg_kind_text(a->kind), 0},
        {".offset", NULL, a->offset},
        {".size", NULL, a->size},
        {".pointee_align", NULL, a->pointee_align},
        {".address_space", space_text(a->address_space), 0},
        {".access", access_text(a->access), 0},
        {".actual_access", access_text(a->actual_access), 0},
        {".is_const", NULL, a->is_const},
        {".is_restrict", NULL, a->is_restrict},
        {".is_volatile", NULL, a->is_volatile},
        {".is_pipe", NULL, a->is_pipe},
    };
    check_fact(facts, sizeof facts / sizeof facts[0], kernel, key, value);
    if (strcmp(key, ".value_kind") == 0) {
        assert_string_equal(image_arg_kind_text(a->kind), value);
        assert_int_equal(a->is_hidden, strncmp(value, "hidden_", 7) == 0);
    }
}

static void check_kernel_fact(const struct image_kernel *k, const char *key, const char *value)
{
    const struct fact facts[] = {
        {".name", k->name, 0},
        {".symbol", k->symbol, 0},
        {".language", k->language, 0},
        {".language_version[0]", NULL, k->language_version[0]},
        {".language_version[1]", NULL, k->language_version[1]},
        {".group_segment_fixed_size", NULL, k->group_size},
        {".private_segment_fixed_size", NULL, k->private_size},
        {".kernarg_segment_align", NULL, k->kernarg_align},
        {".kernarg_segment_size", NULL, k->kernarg_size},
        {".max_flat_workgroup_size", NULL, k->max_flat_workgroup_size},
        {".sgpr_count", NULL, k->sgpr_count},
        {".vgpr_count", NULL, k->vgpr_count},
        {".agpr_count", NULL, k->agpr_count},
        {".sgpr_spill_count", NULL, k->sgpr_spill_count},
        {".vgpr_spill_count", NULL, k->vgpr_spill_count},
        {".wavefront_size", NULL, k->wave_lanes},
        {".uses_dynamic_stack", NULL, k->uses_dynamic_stack},
        {".uniform_work_group_size", NULL, k->uniform_work_group_size},
        {".workgroup_processor_mode", NULL, k->workgroup_processor_mode},
        {".vec_type_hint", k->vec_type_hint, 0},
        {".reqd_workgroup_size[0]", NULL, k->reqd_workgroup_size[0]},
        {".reqd_workgroup_size[1]", NULL, k->reqd_workgroup_size[1]},
        {".reqd_workgroup_size[2]", NULL, k->reqd_workgroup_size[2]},
        {".workgroup_size_hint[0]", NULL, k->workgroup_size_hint[0]},
        {".workgroup_size_hint[1]", NULL, k->workgroup_size_hint[1]},
        {".workgroup_size_hint[2]", NULL, k->workgroup_size_hint[2]},
    };
    check_fact(facts, sizeof facts / sizeof facts[0], k->name, key, value);
}

/* Splits NAME.meta and NAME.desc lines: kernel, key, value. */
static size_t each_line(const char *fixture,
                        void (*check)(const struct image *, char *, char *, char *),
                        const struct image *image)
{
    struct fixture file = fixture_read(fixture);
    char *text = malloc(file.size + 1);
    size_t lines = 0;
    assert_non_null(text);
    memcpy(text, file.bytes, file.size);
    text[file.size] = 0;
    for (char *line = text, *next; *line; line = next, lines++) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = 0;
        char *key = line + strcspn(line, "\t");
        *key++ = 0;
        char *value = key + strcspn(key, "\t");
        *value++ = 0;
        check(image, line, key, value);
    }
    free(text);
    free(file.bytes);
    return lines;
}

static size_t value_kind_lines; /* arguments that LLVM lists */

static void check_meta_line(const struct image *image, char *name, char *key, char *value)
{
    char version[32];
    unsigned index;
    int used = 0;
    if (strcmp(key, "target") == 0) {
        assert_string_equal(image->target, value);
        return;
    }
    if (strcmp(key, "version") == 0) {
        snprintf(version, sizeof version, "%u.%u", image->metadata_version[0],
                 image->metadata_version[1]);
        assert_string_equal(version, value);
        return;
    }
    const struct image_kernel *kernel = image_find_kernel(image, name);
    assert_non_null(kernel);
    assert_true(kernel->has_metadata);
    if (sscanf(key, ".args[%u]%n", &index, &used) == 1) {
        assert_true(index < kernel->arg_count);
        value_kind_lines += strcmp(key + used, ".value_kind") == 0;
        check_arg_fact(&kernel->args[index], name, key + used, value);
    } else {
        check_kernel_fact(kernel, key, value);
    }
}

static void metadata_is_what_readobj_prints(void **state)
{
    static const char *const names[] = {"v4", "v5", "v6", "wave64", "hip"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char object[32], facts[32];
        snprintf(object, sizeof object, "%s.co", names[i]);
        snprintf(facts, sizeof facts, "%s.meta", names[i]);
        struct image *image = fixture_open(object);
        assert_true(image->has_metadata);
        size_t args = 0;
        value_kind_lines = 0;
        assert_true(each_line(facts, check_meta_line, image) >= 24);
        for (size_t k = 0; k < image->kernel_count; k++)
            args += image->kernels[k].arg_count;
        assert_int_equal(args, value_kind_lines);
        image_close(image);
    }
}

static void hidden_arguments_follow_the_explicit_ones(void **state)
{
    static const struct {
        const char *name;
        uint32_t kernarg_size; /* explicit part and implicit part, AMDGPUUsage */
    } cases[] = {{"v4.co", 24 + 56}, {"v5.co", 24 + 256}, {"v6.co", 24 + 256}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct image *image = fixture_open(cases[i].name);
        const struct image_kernel *k = image_find_kernel(image, "third");
        assert_non_null(k);
        assert_int_equal(k->explicit_arg_count, 3);
        assert_true(k->arg_count > 3);
        assert_int_equal(k->kernarg_size, cases[i].kernarg_size);
        for (size_t a = 0; a < k->arg_count; a++) {
            assert_int_equal(k->args[a].is_hidden, a >= 3);
            assert_int_not_equal(k->args[a].kind, KERNEL_ARG_UNKNOWN);
        }
        image_close(image);
    }
}

/* ---- descriptors against llvm-objdump and the assembler's input ---------------- */

static void check_desc_line(const struct image *image, char *name, char *key, char *value)
{
    const struct image_kernel *kernel = image_find_kernel(image, name);
    assert_non_null(kernel);
    const struct image_descriptor *d = &kernel->descriptor;
    const struct fact facts[] = {
        {"amdhsa_group_segment_fixed_size", NULL, d->group_segment_fixed_size},
        {"amdhsa_private_segment_fixed_size", NULL, d->private_segment_fixed_size},
        {"amdhsa_kernarg_size", NULL, d->kernarg_size},
        {"amdhsa_shared_vgpr_count", NULL, d->shared_vgpr_count},
        {"SHARED_VGPR_COUNT", NULL, d->shared_vgpr_count},
        {"amdhsa_inst_pref_size", NULL, d->inst_pref_size},
        {"TRAP_ON_START", NULL, d->trap_on_start},
        {"TRAP_ON_END", NULL, d->trap_on_end},
        {"IMAGE_OP", NULL, d->image_op},
        {"amdhsa_next_free_vgpr", NULL, d->vgpr_count},
        {"amdhsa_float_round_mode_32", NULL, d->round_mode_32},
        {"amdhsa_float_round_mode_16_64", NULL, d->round_mode_16_64},
        {"amdhsa_float_denorm_mode_32", NULL, d->denorm_mode_32},
        {"amdhsa_float_denorm_mode_16_64", NULL, d->denorm_mode_16_64},
        {"amdhsa_dx10_clamp", NULL, d->dx10_clamp},
        {"amdhsa_ieee_mode", NULL, d->ieee_mode},
        {"amdhsa_fp16_overflow", NULL, d->fp16_overflow},
        {"amdhsa_workgroup_processor_mode", NULL, d->wgp_mode},
        {"amdhsa_memory_ordered", NULL, d->mem_ordered},
        {"amdhsa_forward_progress", NULL, d->fwd_progress},
        {"amdhsa_enable_private_segment", NULL, d->private_segment},
        {"amdhsa_system_sgpr_workgroup_id_x", NULL, d->workgroup_id_x},
        {"amdhsa_system_sgpr_workgroup_id_y", NULL, d->workgroup_id_y},
        {"amdhsa_system_sgpr_workgroup_id_z", NULL, d->workgroup_id_z},
        {"amdhsa_system_sgpr_workgroup_info", NULL, d->workgroup_info},
        {"amdhsa_system_vgpr_workitem_id", NULL, d->workitem_id},
        {"amdhsa_exception_fp_ieee_invalid_op", NULL, d->exceptions >> 0 & 1},
        {"amdhsa_exception_fp_denorm_src", NULL, d->exceptions >> 1 & 1},
        {"amdhsa_exception_fp_ieee_div_zero", NULL, d->exceptions >> 2 & 1},
        {"amdhsa_exception_fp_ieee_overflow", NULL, d->exceptions >> 3 & 1},
        {"amdhsa_exception_fp_ieee_underflow", NULL, d->exceptions >> 4 & 1},
        {"amdhsa_exception_fp_ieee_inexact", NULL, d->exceptions >> 5 & 1},
        {"amdhsa_exception_int_div_zero", NULL, d->exceptions >> 6 & 1},
        {"amdhsa_user_sgpr_dispatch_ptr", NULL, d->sgpr_dispatch_ptr},
        {"amdhsa_user_sgpr_queue_ptr", NULL, d->sgpr_queue_ptr},
        {"amdhsa_user_sgpr_kernarg_segment_ptr", NULL, d->sgpr_kernarg_segment_ptr},
        {"amdhsa_user_sgpr_dispatch_id", NULL, d->sgpr_dispatch_id},
        {"amdhsa_user_sgpr_private_segment_size", NULL, d->sgpr_private_segment_size},
        {"amdhsa_wavefront_size32", NULL, d->wave32},
        {"amdhsa_uses_dynamic_stack", NULL, d->uses_dynamic_stack},
    };
    /* What GFX11 descriptors do not store. */
    if (strncmp(key, "amdhsa_reserve_", 15) == 0 || strcmp(key, "amdhsa_next_free_sgpr") == 0)
        return;
    check_fact(facts, sizeof facts / sizeof facts[0], name, key, value);
}

static void descriptors_are_what_objdump_prints(void **state)
{
    static const char *const names[] = {"v4", "v5", "v6", "wave64", "hip", "bare"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char object[32], facts[32];
        snprintf(object, sizeof object, "%s.co", names[i]);
        snprintf(facts, sizeof facts, "%s.desc", names[i]);
        struct image *image = fixture_open(object);
        assert_true(each_line(facts, check_desc_line, image) >= 40);
        image_close(image);
    }
}

/* objdump does not print these; bare.s says 11 user SGPRs, and no metadata. */
static void kernel_without_metadata_takes_the_descriptors_values(void **state)
{
    (void)state;
    struct image *image = fixture_open("bare.co");
    assert_false(image->has_metadata);
    assert_int_equal(image->code_object_version, 5);
    assert_int_equal(image->kernel_count, 1);
    const struct image_kernel *k = &image->kernels[0];
    assert_string_equal(k->name, "bare");
    assert_string_equal(k->symbol, "bare.kd");
    assert_false(k->has_metadata);
    assert_int_equal(k->descriptor.user_sgpr_count, 11);
    assert_int_equal(k->descriptor.preload_length, 0);
    assert_int_equal(k->arg_count, 0);
    assert_int_equal(k->kernarg_size, 40);
    assert_int_equal(k->group_size, 1024);
    assert_int_equal(k->private_size, 48);
    assert_int_equal(k->wave_lanes, 64);
    assert_int_equal(k->code_size, 12); /* three s_endpgm */
    assert_false(k->workgroup_processor_mode);
    assert_true(k->uses_dynamic_stack);
    image_close(image);
}

/* Fields that no assembler sets for gfx1100; positions from AMDGPUUsage. */
static void descriptor_fields_without_directive(void **state)
{
    (void)state;
    uint8_t bytes[64] = {0};
    struct image_descriptor d;
    uint32_t rsrc1 = 3u << 10 | 1u << 20 | 1u << 22 | 1u << 24 | 1u << 25;
    uint32_t rsrc2 = 1u << 6 | 1u << 13 | 1u << 14 | 31u << 1, rsrc3 = 1u << 31 | 3u << 10;
    uint16_t preload = 5 | 300 << 7;
    int64_t entry = -4096;
    memcpy(bytes + 16, &entry, 8);
    memcpy(bytes + 44, &rsrc3, 4);
    memcpy(bytes + 48, &rsrc1, 4);
    memcpy(bytes + 52, &rsrc2, 4);
    memcpy(bytes + 58, &preload, 2);
    image_decode_descriptor(bytes, &d);
    assert_int_equal(d.entry_byte_offset, -4096);
    assert_int_equal(d.priority, 3);
    assert_true(d.priv && d.debug_mode && d.bulky && d.cdbg_user);
    assert_true(d.trap_handler && d.exception_address_watch && d.exception_memory);
    assert_true(d.trap_on_start && d.trap_on_end && d.image_op);
    assert_int_equal(d.user_sgpr_count, 31);
    assert_int_equal(d.preload_length, 5);
    assert_int_equal(d.preload_offset, 300);
    assert_false(d.ieee_mode || d.dx10_clamp || d.wave32 || d.private_segment);
}

/* ---- memory ------------------------------------------------------------------ */

static void *place(const struct image *image, uint64_t base)
{
    struct diag diag = {0};
    void *host = calloc(1, image->span_bytes);
    assert_non_null(host);
    if (image_place(image, host, base, &diag) != SHOAL_OK)
        fail_msg("%s", diag.text);
    return host;
}

static uint64_t word_at(const void *host, uint64_t vaddr)
{
    uint64_t word;
    memcpy(&word, (const char *)host + vaddr, 8);
    return word;
}

static void segments_hold_the_file_and_symbols_point_into_them(void **state)
{
    (void)state;
    struct fixture file = fixture_read("v5.co");
    struct image *image = fixture_open("v5.co");
    uint64_t end = 0;
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        assert_true(s->vaddr >= end);
        end = s->vaddr + s->mem_size;
        assert_memory_equal(s->bytes, file.bytes + file_offset_of(&file, s->vaddr), s->file_size);
    }
    assert_int_equal(image->span_bytes, end);
    assert_int_equal(image->align_bytes, 4096);

    const struct image_symbol *helper = image_find_symbol(image, "helper");
    const struct image_symbol *saxpy = image_find_symbol(image, "saxpy");
    const struct image_kernel *kernel = image_find_kernel(image, "saxpy");
    assert_true(helper && saxpy && kernel);
    assert_false(helper->is_exported);
    assert_true(saxpy->is_exported);
    assert_int_equal(helper->kind, IMAGE_SYMBOL_FUNCTION);
    assert_int_equal(kernel->entry_vaddr, saxpy->vaddr);
    assert_int_equal(kernel->code_size, saxpy->size);
    assert_ptr_equal(image_symbol_at(image, saxpy->vaddr + saxpy->size - 4), saxpy);
    assert_ptr_equal(image_symbol_at(image, helper->vaddr), helper);
    assert_null(image_symbol_at(image, end + 100));
    const struct image_symbol *kd = image_find_symbol(image, "saxpy.kd");
    assert_int_equal(kd->kind, IMAGE_SYMBOL_DESCRIPTOR);
    assert_int_equal(kd->size, 64);

    const struct image_segment *code = image_find_exec(image, saxpy->vaddr, saxpy->size);
    assert_non_null(code);
    assert_non_null(image_find_exec(image, code->vaddr, code->mem_size));
    assert_null(image_find_exec(image, code->vaddr, code->mem_size + 1));
    assert_null(image_find_exec(image, code->vaddr - 1, 4));
    assert_null(image_find_exec(image, kd->vaddr, 4));
    assert_null(image_find_exec(image, UINT64_MAX, 4));
    image_close(image);
    free(file.bytes);
}

static void kernels_are_found_by_every_name(void **state)
{
    (void)state;
    struct image *image = fixture_open("v5.co");
    const struct image_kernel *k = image_find_kernel(image, "second");
    assert_non_null(k);
    assert_ptr_equal(image_find_kernel(image, "second.kd"), k);
    assert_null(image_find_kernel(image, "secon"));
    assert_null(image_find_kernel(image, ""));
    assert_null(image_find_symbol(image, "nothing"));
    assert_int_equal(image->kernel_count, 3);
    image_close(image);
}

/* fixtures/module.cl: pcounter points to counter, which holds 5. */
static void relative_relocation_follows_the_base(void **state)
{
    static const char *const names[] = {"v5.co", "nosections.co"};
    const uint64_t base = UINT64_C(0x7e0000010000);
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct image *image = fixture_open(names[i]);
        /* Without sections, the two local symbols have no names: take v5's addresses. */
        struct image *named = fixture_open("v5.co");
        const struct image_symbol *counter = image_find_symbol(named, "counter");
        const struct image_symbol *pcounter = image_find_symbol(named, "pcounter");
        assert_true(counter && pcounter);
        assert_int_equal(image->relocation_count, 1);
        void *host = place(image, base);
        assert_int_equal(word_at(host, pcounter->vaddr), base + counter->vaddr);
        assert_int_equal((uint32_t)word_at(host, counter->vaddr), 5);
        free(host);
        image_close(named);
        image_close(image);
    }
}

/* fixtures/bare.s, label table; S + A, B + A, and 0 for the undefined weak symbol. */
static void symbol_relocations_and_packed_ones(void **state)
{
    static const char *const names[] = {"bare.co", "relr.co", "gnuhash.co"};
    const uint64_t base = UINT64_C(0x123456780000);
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct image *image = fixture_open(names[i]);
        const struct image_symbol *table = image_find_symbol(image, "table");
        const struct image_symbol *var = image_find_symbol(image, "var");
        assert_true(table && var);
        assert_int_equal(image->relocation_count, 5);
        void *host = place(image, base);
        const uint64_t local = table->vaddr + 48;
        assert_int_equal(word_at(host, table->vaddr + 0), base + var->vaddr + 8);
        assert_int_equal(word_at(host, table->vaddr + 8), base + local);
        assert_int_equal(word_at(host, table->vaddr + 16), base + local + 4);
        assert_int_equal(word_at(host, table->vaddr + 24), UINT64_C(0x1122334455667788));
        assert_int_equal(word_at(host, table->vaddr + 32), base + local + 8);
        assert_int_equal(word_at(host, table->vaddr + 40), 0);
        assert_int_equal(word_at(host, var->vaddr + 8), 2);
        free(host);
        image_close(image);
    }
}

/* The RELA entry whose symbol is `var`: linkers write only ABS64 and RELATIVE64, so that the
 * other types are patched in. */
static size_t find_symbol_rela(const struct fixture *file, uint64_t place)
{
    for (size_t at = 0; at + 24 <= file->size; at += 8) {
        if (get_bytes(file, at, 8) == place && get_bytes(file, at + 8, 4) == 3 &&
            get_bytes(file, at + 12, 4) != 0)
            return at;
    }
    fail_msg("no R_AMDGPU_ABS64 at %#llx", (unsigned long long)place);
    return 0;
}

static void every_relocation_type_has_its_formula(void **state)
{
    struct fixture file = fixture_read("bare.co");
    struct image *plain = fixture_open("bare.co");
    const uint64_t base = UINT64_C(0x7fee12340000);
    const uint64_t var = image_find_symbol(plain, "var")->vaddr;
    const uint64_t at = image_find_symbol(plain, "table")->vaddr;
    const size_t rela = find_symbol_rela(&file, at);
    const uint64_t old = word_at(plain->segments[plain->segment_count - 1].bytes,
                                 at - plain->segments[plain->segment_count - 1].vaddr);
    const uint64_t high = old & 0xffffffff00000000;
    const uint64_t s_a = base + var + 8, s_a_p = s_a - (base + at);
    const struct {
        uint32_t type;
        uint64_t expected;
    } cases[] = {
        {1, high | (uint32_t)s_a},            /* ABS32_LO: (S + A) & 0xffffffff */
        {2, high | s_a >> 32},                /* ABS32_HI: (S + A) >> 32 */
        {3, s_a},                             /* ABS64: S + A */
        {4, high | (uint32_t)s_a_p},          /* REL32: S + A - P */
        {5, s_a_p},                           /* REL64: S + A - P */
        {10, high | (uint32_t)s_a_p},         /* REL32_LO */
        {11, high | (uint32_t)(s_a_p >> 32)}, /* REL32_HI */
        {13, base + 8},                       /* RELATIVE64: B + A */
        {0, old},                             /* NONE */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct diag diag = {0};
        struct image *image;
        put_bytes(&file, rela + 8, cases[i].type, 4);
        assert_int_equal(open_exact(file.bytes, file.size, &diag, &image), SHOAL_OK);
        void *host = place(image, base);
        if (word_at(host, at) != cases[i].expected)
            fail_msg("type %u: %#" PRIx64 " instead of %#" PRIx64, cases[i].type, word_at(host, at),
                     cases[i].expected);
        free(host);
        image_close(image);
    }

    /* ABS32 (6) reaches low addresses only. */
    struct diag diag = {0};
    struct image *image;
    put_bytes(&file, rela + 8, 6, 4);
    assert_int_equal(open_exact(file.bytes, file.size, &diag, &image), SHOAL_OK);
    void *host = place(image, 0x10000);
    assert_int_equal(word_at(host, at), high | (0x10000 + var + 8));
    assert_int_equal(image_place(image, host, base, &diag), SHOAL_E_LIMIT);
    free(host);
    image_close(image);
    image_close(plain);
    free(file.bytes);
}

static void place_refuses_a_misaligned_base(void **state)
{
    (void)state;
    struct image *image = fixture_open("v5.co");
    struct diag diag = {0};
    void *host = calloc(1, image->span_bytes);
    assert_int_equal(image_place(image, host, 0x10100, &diag), SHOAL_E_ARG);
    assert_string_equal(diag.text,
                        "The image needs an address that is a multiple of 4096, not 0x10100.");
    free(host);
    image_close(image);
}

/* ---- versions and printf ------------------------------------------------------- */

static void versions_and_processors(void **state)
{
    static const struct {
        const char *name;
        unsigned version;
        const char *processor;
        unsigned wave_lanes;
    } cases[] = {
        {"v4.co", 4, "gfx1100", 32},
        {"v5.co", 5, "gfx1100", 32},
        {"v6.co", 6, "gfx1100", 32},
        {"wave64.co", 5, "gfx1100", 64},
        {"generic.co", 6, "gfx11-generic", 32},
        {"nosections.co", 5, "gfx1100", 32},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct image *image = fixture_open(cases[i].name);
        assert_int_equal(image->code_object_version, cases[i].version);
        assert_string_equal(image->processor, cases[i].processor);
        assert_string_equal(image->container, "ELF");
        assert_int_equal(image->kernel_count, 3);
        assert_int_equal(image->kernels[0].wave_lanes, cases[i].wave_lanes);
        image_close(image);
    }
}

/* machs.txt: what llvm-readobj calls the processor numbers of e_flags. */
static void processor_names_are_llvms(void **state)
{
    struct fixture file = fixture_read("machs.txt");
    char *text = malloc(file.size + 1), name[64];
    unsigned number, known = 0, used;
    (void)state;
    assert_non_null(text);
    memcpy(text, file.bytes, file.size);
    text[file.size] = 0;
    for (char *at = text; sscanf(at, "%u %63s%n", &number, name, (int *)&used) == 2; at += used) {
        const char *ours = target_processor_name(number);
        if (!ours || strcmp(ours, name) != 0)
            fail_msg("processor %#x: LLVM says %s, we say %s", number, name, ours ? ours : "none");
        known++;
    }
    assert_true(known > 60);
    assert_null(target_processor_name(0));
    assert_null(target_processor_name(0xff));
    free(text);
    free(file.bytes);
}

/* The strings are those of fixtures/format.cl; LLVM numbers them from the last. */
static void printf_strings_are_as_in_the_source(void **state)
{
    static const struct {
        const char *format;
        uint32_t count, sizes[3];
    } expected[] = {
        {"plain", 0, {0}},
        {"\a\b\f\r\v %f", 1, {4}},
        {"a:%d\t%% \"q\" %s|%v4hlf:12\n", 3, {4, 12, 16}},
    };
    (void)state;
    struct image *image = fixture_open("format.co");
    assert_int_equal(image->printf_count, 3);
    for (uint32_t id = 1; id <= 3; id++) {
        const struct image_printf *p = image_find_printf(image, id);
        assert_non_null(p);
        assert_string_equal(p->format, expected[id - 1].format);
        assert_int_equal(p->format_size, strlen(expected[id - 1].format));
        assert_int_equal(p->arg_count, expected[id - 1].count);
        for (uint32_t i = 0; i < p->arg_count; i++)
            assert_int_equal(p->arg_sizes[i], expected[id - 1].sizes[i]);
        assert_false(p->has_hash);
    }
    assert_null(image_find_printf(image, 4));
    image_close(image);
}

/* fixtures/program.hip with -mprintf-kind=buffered; the hash is the low word of the string's MD5
 * (md5sum of "v:%d %s\n": ed19dc1fb2d38df1…, read as a little-endian u64). */
static void printf_with_a_hash(void **state)
{
    (void)state;
    struct image *image = fixture_open("hip.co");
    assert_int_equal(image->printf_count, 1);
    assert_true(image->printfs[0].has_hash);
    assert_int_equal(image->printfs[0].hash, UINT64_C(0xf18dd3b21fdc19ed));
    assert_string_equal(image->printfs[0].format, "v:%d %s\n");
    assert_null(image_find_printf(image, 0));
    image_close(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metadata_is_what_readobj_prints),
        cmocka_unit_test(hidden_arguments_follow_the_explicit_ones),
        cmocka_unit_test(descriptors_are_what_objdump_prints),
        cmocka_unit_test(kernel_without_metadata_takes_the_descriptors_values),
        cmocka_unit_test(descriptor_fields_without_directive),
        cmocka_unit_test(segments_hold_the_file_and_symbols_point_into_them),
        cmocka_unit_test(kernels_are_found_by_every_name),
        cmocka_unit_test(relative_relocation_follows_the_base),
        cmocka_unit_test(symbol_relocations_and_packed_ones),
        cmocka_unit_test(every_relocation_type_has_its_formula),
        cmocka_unit_test(place_refuses_a_misaligned_base),
        cmocka_unit_test(versions_and_processors),
        cmocka_unit_test(processor_names_are_llvms),
        cmocka_unit_test(printf_strings_are_as_in_the_source),
        cmocka_unit_test(printf_with_a_hash),
    };
    return cmocka_run_group_tests_name("image: code objects", tests, NULL, NULL);
}
