/* segments.c: PT_LOAD headers of either ELF class as segments of an image. */
#include <stdlib.h>

#include "base/diag.h"
#include "image/parts.h"

typedef unsigned long long ull;

static int compare(const void *a, const void *b)
{
    const struct image_segment *x = a, *y = b;
    return x->vaddr < y->vaddr ? -1 : x->vaddr > y->vaddr;
}

bool segments_begin(struct segments *s, struct image_data *data, struct view file, unsigned count)
{
    *s = (struct segments){.data = data, .file = file};
    s->array = arena_alloc(&data->arena, count, sizeof *s->array);
    return s->array;
}

shoal_status segments_add(struct segments *s, const struct segment_header *h, struct diag *diag)
{
    struct view bytes;
    if (h->file_size > h->mem_size)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The segment at address %#llx has %llu bytes in the file but %llu in "
                         "memory. The file is damaged; compile it again.",
                         (ull)h->vaddr, (ull)h->file_size, (ull)h->mem_size);
    if (!view_sub(s->file, h->offset, h->file_size, &bytes))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The segment at address %#llx (%llu bytes at offset %#llx) does not fit "
                         "in the file of %zu bytes. It is truncated or damaged; copy or compile "
                         "it again.",
                         (ull)h->vaddr, (ull)h->file_size, (ull)h->offset, s->file.size);
    /* Many headers may name the same file bytes: copies stay within a small multiple. */
    s->file_bytes += bytes.size;
    if (s->file_bytes > s->file.size * 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The segments take %zu bytes of a file of %zu. The file is damaged; "
                         "compile it again.",
                         s->file_bytes, s->file.size);
    char *copy = arena_text(&s->data->arena, (const char *)bytes.bytes, bytes.size);
    if (!copy)
        return fail_memory(diag);
    s->array[s->count++] = (struct image_segment){
        .vaddr = h->vaddr,
        .mem_size = h->mem_size,
        .file_size = h->file_size,
        .bytes = (const uint8_t *)copy,
        .flags = h->flags & (IMAGE_EXEC | IMAGE_WRITE | IMAGE_READ),
    };
    return SHOAL_OK;
}

shoal_status segments_end(struct segments *s, struct diag *diag)
{
    qsort(s->array, s->count, sizeof *s->array, compare);
    for (size_t i = 1; i < s->count; i++)
        if (s->array[i].vaddr < s->array[i - 1].vaddr + s->array[i - 1].mem_size)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The segments at addresses %#llx and %#llx overlap. The file is "
                             "damaged; compile it again.",
                             (ull)s->array[i - 1].vaddr, (ull)s->array[i].vaddr);
    s->data->image.segments = s->array;
    s->data->image.segment_count = s->count;
    return SHOAL_OK;
}
