/* arena.c: owns the memory of one image (freed as a whole) and the cleaning of file text for
 * messages. Knows no file format. */
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"

struct arena_block {
    struct arena_block *next;
    size_t size;
    _Alignas(16) uint8_t bytes[];
};

#define BLOCK_BYTES 16384

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes == 0)
        bytes = 16;
    struct arena_block *block = arena->blocks;
    if (block && bytes <= block->size - arena->used) {
        void *result = block->bytes + arena->used;
        arena->used += bytes;
        return result;
    }
    size_t block_size = bytes > BLOCK_BYTES / 2 ? bytes : BLOCK_BYTES;
    struct arena_block *fresh = calloc(1, sizeof *fresh + block_size);
    if (!fresh)
        return NULL;
    fresh->size = block_size;
    /* A large block goes behind the current one, whose free rest stays in use. */
    if (block && block_size == bytes) {
        fresh->next = block->next;
        block->next = fresh;
        return fresh->bytes;
    }
    fresh->next = block;
    arena->blocks = fresh;
    arena->used = bytes;
    return fresh->bytes;
}

char *arena_text(struct arena *arena, const char *bytes, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *text = arena_alloc(arena, size + 1, 1);
    if (text && size)
        memcpy(text, bytes, size);
    return text;
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity,
                 size_t element_size)
{
    if (count < *capacity)
        return array;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *larger = arena_alloc(arena, wanted, element_size);
    if (!larger)
        return NULL;
    if (count)
        memcpy(larger, array, count * element_size);
    *capacity = wanted;
    return larger;
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena->blocks = NULL;
    arena->used = 0;
}

struct text text_clean(const char *bytes, size_t size)
{
    struct text text = {0};
    size_t shown = size < TEXT_MAX ? size : TEXT_MAX;
    for (size_t i = 0; i < shown; i++) {
        unsigned char c = (unsigned char)bytes[i];
        text.chars[i] = c < 0x20 || c == 0x7f ? '?' : (char)c;
    }
    if (shown < size)
        memcpy(text.chars + shown, "...", 3);
    return text;
}
