/* fuzz_case.c: libFuzzer target of Ventus test cases and .vmem text: any bytes are refused with a
 * message or give a case of which everything can be used. The first '|' parts .metadata from
 * .data. */
#include <stdlib.h>
#include <string.h>

#include "image/case.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static volatile uint64_t sink;

static void require(bool claim)
{
    if (!claim)
        abort();
}

static void use_case(const struct case_image *c)
{
    uint64_t total = 0;
    require(c->buffer_count >= 1 && c->code < c->buffer_count);
    require(c->threads * c->warps <= 1024 && c->start_pc % 4 == 0);
    for (size_t i = 0; i < c->buffer_count; i++) {
        const struct case_buffer *b = &c->buffers[i];
        require(b->data_bytes <= b->size && b->address + b->size <= UINT64_C(1) << 32);
        if (b->data_bytes)
            sink += b->data[0] + b->data[b->data_bytes - 1];
        total += b->size;
    }
    require(total <= UINT64_C(1) << 32);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct diag diag = {0};
    struct case_image *c;
    uint32_t *words;
    size_t count;
    uint8_t *copy = malloc(size ? size : 1); /* its own block: reads past it are seen */
    if (!copy)
        return 0;
    memcpy(copy, bytes, size);
    const uint8_t *bar = size ? memchr(copy, '|', size) : NULL;
    size_t first = bar ? (size_t)(bar - copy) : size;
    shoal_status status = case_open(copy, first, bar ? bar + 1 : copy, bar ? size - first - 1 : 0,
                                    size & 1, &diag, &c);
    require(status == diag.status && (status == SHOAL_OK || diag.text[0]));
    if (status == SHOAL_OK)
        use_case(c);
    case_close(c);
    bool is_hex = image_is_hex(copy, size);
    if (image_read_hex(copy, size, ".vmem", &diag, &words, &count) == SHOAL_OK)
        free(words);
    else
        require(!is_hex);
    free(copy);
    return 0;
}
