/* storage.c: the arena, symbols by name, sections and their bytes, fixups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/assembler.h"

enum { BLOCK_BYTES = 1 << 16 };

struct asm_block {
    struct asm_block *next;
    size_t used, room;
    _Alignas(16) char bytes[];
};

struct asm_local {
    struct asm_local *next;
    uint64_t number;
    uint64_t count; /* labels of this number so far */
};

bool asm_out_of_memory(struct assembler *as)
{
    as->result->out_of_memory = true;
    as->is_stopped = true;
    return false;
}

void *asm_alloc(struct assembler *as, size_t size)
{
    struct asm_block *b = as->arena;
    size = (size + 15) & ~(size_t)15;
    if (!b || b->room - b->used < size) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        b = calloc(1, sizeof *b + room);
        if (!b) {
            asm_out_of_memory(as);
            return NULL;
        }
        b->room = room;
        b->next = as->arena;
        as->arena = b;
    }
    void *p = b->bytes + b->used;
    b->used += size;
    return p;
}

char *asm_copy(struct assembler *as, const char *text, size_t length)
{
    char *copy = asm_alloc(as, length + 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void asm_free_arena(struct assembler *as)
{
    asm_free_lines(as);
    for (struct asm_section *s = as->sections; s; s = s->next)
        free(s->data);
    for (struct asm_block *b = as->arena, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(as->symbol_slots);
    free(as->fixups);
    free(as->relocations);
}

/* ---- symbols ------------------------------------------------------------------------------ */

static uint32_t hash_name(const char *name, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h;
}

static bool grow_slots(struct assembler *as)
{
    size_t count = as->symbol_slot_count ? 2 * as->symbol_slot_count : 1024;
    struct asm_symbol **slots = calloc(count, sizeof *slots);
    if (!slots)
        return asm_out_of_memory(as);
    for (struct asm_symbol *s = as->symbols; s; s = s->next_made) {
        struct asm_symbol **slot = &slots[s->hash & (count - 1)];
        s->next = *slot;
        *slot = s;
    }
    free(as->symbol_slots);
    as->symbol_slots = slots;
    as->symbol_slot_count = count;
    return true;
}

static struct asm_symbol *find_hashed(struct assembler *as, const char *name, size_t length,
                                      uint32_t hash)
{
    if (!as->symbol_slot_count)
        return NULL;
    struct asm_symbol *s = as->symbol_slots[hash & (as->symbol_slot_count - 1)];
    while (s && !(s->hash == hash && s->length == length && !memcmp(s->name, name, length)))
        s = s->next;
    return s;
}

struct asm_symbol *asm_symbol_find(struct assembler *as, const char *name, size_t length)
{
    return find_hashed(as, name, length, hash_name(name, length));
}

struct asm_symbol *asm_symbol_get(struct assembler *as, const char *name, size_t length)
{
    uint32_t hash = hash_name(name, length);
    struct asm_symbol *s = find_hashed(as, name, length, hash);
    if (s)
        return s;
    if (as->symbol_count >= as->symbol_slot_count && !grow_slots(as))
        return NULL;
    s = asm_alloc(as, sizeof *s);
    if (!s || !(s->name = asm_copy(as, name, length)))
        return NULL;
    s->length = (uint32_t)length;
    s->hash = hash;
    s->at = name;
    struct asm_symbol **slot = &as->symbol_slots[hash & (as->symbol_slot_count - 1)];
    s->next = *slot;
    *slot = s;
    *as->last_symbol = s;
    as->last_symbol = &s->next_made;
    as->symbol_count++;
    return s;
}

static struct asm_local *find_local(struct assembler *as, uint64_t number, bool make)
{
    struct asm_local *l = as->locals;
    while (l && l->number != number)
        l = l->next;
    if (!l && make && (l = asm_alloc(as, sizeof *l))) {
        l->number = number;
        l->next = as->locals;
        as->locals = l;
    }
    return l;
}

/* The nth label of a number has a name that no text can spell. */
static struct asm_symbol *numbered(struct assembler *as, uint64_t number, uint64_t n)
{
    char name[64];
    int length = snprintf(name, sizeof name, ".L%llu\x01%llu", (unsigned long long)number,
                          (unsigned long long)n);
    return asm_symbol_get(as, name, (size_t)length);
}

struct asm_symbol *asm_local_label(struct assembler *as, uint64_t number, bool forward)
{
    struct asm_local *l = find_local(as, number, forward);
    if (!l || (!forward && !l->count))
        return NULL;
    return numbered(as, number, l->count + forward);
}

struct asm_symbol *asm_new_local_label(struct assembler *as, uint64_t number)
{
    struct asm_local *l = find_local(as, number, true);
    return l ? numbered(as, number, ++l->count) : NULL;
}

/* ---- sections ----------------------------------------------------------------------------- */

struct asm_section *asm_section_get(struct assembler *as, const char *name, size_t length,
                                    uint32_t type, uint64_t flags)
{
    for (struct asm_section *s = as->sections; s; s = s->next)
        if (asm_word_is(name, length, s->name))
            return s;
    struct asm_section *s = asm_alloc(as, sizeof *s);
    if (!s || !(s->name = asm_copy(as, name, length)))
        return NULL;
    s->type = type;
    s->flags = flags;
    s->align = flags & ELF_SHF_EXECINSTR ? 4 : 1;
    *as->last_section = s;
    as->last_section = &s->next;
    return s;
}

uint8_t *asm_reserve(struct assembler *as, struct asm_section *s, size_t size)
{
    static uint8_t nothing[1];
    if (s->type == ELF_SHT_NOBITS) {
        s->size += size;
        return nothing;
    }
    if (s->room - s->size < size || !s->data) {
        size_t room = s->room ? s->room : 4096;
        while (room - s->size < size) {
            if (room > SIZE_MAX / 4) {
                asm_out_of_memory(as);
                return NULL;
            }
            room *= 2;
        }
        uint8_t *data = realloc(s->data, room);
        if (!data) {
            asm_out_of_memory(as);
            return NULL;
        }
        s->data = data;
        s->room = room;
    }
    uint8_t *at = s->data + s->size;
    s->size += size;
    return at;
}

bool asm_add_fixup(struct assembler *as, struct asm_section *s, uint64_t offset, unsigned kind,
                   unsigned size, const struct asm_expr *expr)
{
    if (as->fixup_count == as->fixup_room) {
        size_t room = as->fixup_room ? 2 * as->fixup_room : 256;
        struct asm_fixup *f = realloc(as->fixups, room * sizeof *f);
        if (!f)
            return asm_out_of_memory(as);
        as->fixups = f;
        as->fixup_room = room;
    }
    as->fixups[as->fixup_count++] =
        (struct asm_fixup){s, offset, (uint8_t)kind, (uint8_t)size, expr};
    return true;
}
