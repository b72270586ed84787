/* fuzz_image.c: libFuzzer target of the loaders: any bytes are refused with a message or give an
 * image of which everything can be used.
 *
 *   build/tests/image/fuzz_image -max_len=65536 CORPUS build/tests/image/fixtures
 *
 * The fixtures that make_fixtures.py builds are the seeds. Inputs are copied to a block of exactly
 * their size, at an odd address, so that ASan sees reads past the end. */
#include <stdlib.h>
#include <string.h>

#include "image/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The result is used so that no read is left out. */
static volatile uint64_t sink;

static void use_text(const char *text) { sink += strlen(text); }

static void use_range(const uint8_t *bytes, uint64_t size)
{
    if (size)
        sink += bytes[0] + bytes[size - 1];
}

static void require(bool claim)
{
    if (!claim)
        abort();
}

static void use_kernel(const struct image *image, const struct image_kernel *k)
{
    use_text(k->name);
    use_text(k->symbol);
    use_text(k->language);
    use_text(k->device_enqueue_symbol);
    use_text(k->vec_type_hint);
    require(image_find_exec(image, k->entry_vaddr, 4) && k->entry_vaddr % 4 == 0);
    require(k->code_size == 0 || image_find_exec(image, k->entry_vaddr, k->code_size));
    if (!image->is_absolute) {
        require(k->wave_lanes == (k->descriptor.wave32 ? 32u : 64u));
        require(k->kernarg_align >= 4 && (k->kernarg_align & (k->kernarg_align - 1)) == 0);
    }
    require(k->explicit_arg_count <= k->arg_count);
    for (size_t i = 0; i < k->arg_count; i++) {
        const struct image_arg *a = &k->args[i];
        use_text(a->name);
        use_text(a->type_name);
        use_text(a->value_kind);
        use_text(image_arg_kind_text(a->kind));
        require((uint64_t)a->offset + a->size <= k->kernarg_size);
    }
}

static void use_image(const struct image *image)
{
    uint64_t end = 0;
    use_text(image->target);
    use_text(image->processor);
    use_text(image->container);
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        require(s->vaddr >= end && s->file_size <= s->mem_size && s->mem_size > 0);
        end = s->vaddr + s->mem_size;
        use_range(s->bytes, s->file_size);
    }
    require((end == image->span_bytes || image->is_absolute) && end <= IMAGE_MAX_SPAN);
    for (size_t i = 0; i < image->symbol_count; i++) {
        const struct image_symbol *s = &image->symbols[i];
        use_text(s->name);
        require(s->vaddr + s->size <= end);
        sink += image_symbol_at(image, s->vaddr) != NULL;
    }
    for (size_t i = 0; i < image->kernel_count; i++)
        use_kernel(image, &image->kernels[i]);
    for (size_t i = 0; i < image->printf_count; i++) {
        const struct image_printf *p = &image->printfs[i];
        use_range((const uint8_t *)p->format, p->format_size + 1);
        for (uint32_t a = 0; a < p->arg_count; a++)
            sink += p->arg_sizes[a];
    }
    if (image->kernel_count)
        require(image_find_kernel(image, image->kernels[0].name) != NULL);
    if (image->is_absolute) {
        require(image->span_bytes == 0 && (!image->has_start || image->start_vaddr % 4 == 0));
    } else if (image->span_bytes <= 1u << 20) {
        struct diag diag = {0};
        void *host = calloc(1, image->span_bytes);
        if (host && image_place(image, host, UINT64_C(0x7f0000000000), &diag) != SHOAL_OK)
            use_text(diag.text);
        free(host);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct diag diag = {0};
    struct image_list list;
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return 0;
    if (size)
        memcpy(copy + 1, bytes, size);
    shoal_status status = image_open_all(copy + 1, size, NULL, &diag, &list);
    free(copy);
    require(status == diag.status && (status == SHOAL_OK) == (list.count > 0));
    require(status == SHOAL_OK || diag.text[0] != 0);
    for (size_t i = 0; i < list.count; i++)
        use_image(list.images[i]);
    image_list_close(&list);
    return 0;
}
