/* scopes.c: see scopes.h. Reference: DWARF 5, 3.3.1 (subroutines), 3.3.8 (inlined ones). */
#include "image/scopes.h"

#include <stdlib.h>

#include "image/entries.h"

enum {
    MOST_NESTED = 256,     /* entries in entries */
    MOST_SCOPES = 1 << 18, /* of a file; damaged ones may share lists of ranges */
    MOST_REFERENCES = 8,   /* from an inlined copy to the entry that has the name */
};

struct walk {
    struct arena *arena;
    const struct line_sections *sections;
    const struct line_tables *lines;
    struct entry_units units;
    shoal_object_scope *scopes;
    size_t count, room;
    shoal_object_scope now; /* what its ranges have in common */
    bool is_full;           /* no memory */
};

static bool add_range(void *user, uint64_t begin, uint64_t end)
{
    struct walk *w = user;
    size_t section = lines_section(w->sections, begin);
    if (section == w->sections->code_count || w->count == MOST_SCOPES)
        return true; /* of a function that the linker has dropped */
    shoal_object_scope *grown = arena_grow(w->arena, w->scopes, w->count, &w->room, sizeof *grown);
    if (!grown) {
        w->is_full = true;
        return false;
    }
    w->scopes = grown;
    grown[w->count] = w->now;
    grown[w->count].address = begin;
    grown[w->count].end = end;
    grown[w->count++].section = section;
    return true;
}

/* The name, which a copy leaves to what it is a copy of. */
static const char *name_of(const struct walk *w, const struct entry *e)
{
    struct entry at = *e, next;
    for (unsigned i = 0; i < MOST_REFERENCES; i++) {
        const char *name = entry_text(&at, DW_AT_NAME);
        if (*name)
            return name;
        if (!entry_reference(&w->units, &at, DW_AT_ABSTRACT_ORIGIN, &next) &&
            !entry_reference(&w->units, &at, DW_AT_SPECIFICATION, &next))
            return "";
        at = next;
    }
    return "";
}

/* Clang makes two functions of a kernel in OpenCL C: one that is called by its name, and one that
 * is launched, into which it inlines the other. They are one for who wrote it. */
static bool is_kernel_itself(const struct entry *e, const char *name, const char *outer)
{
    return e->unit->language == DW_LANG_OPENCL && e->tag == DW_TAG_INLINED_SUBROUTINE && outer &&
           strcmp(name, outer) == 0;
}

static void add_scope(struct walk *w, const struct entry *e, const char *name, unsigned depth)
{
    w->now = (shoal_object_scope){.function = name, .depth = depth, .call_file = ""};
    if (e->tag == DW_TAG_INLINED_SUBROUTINE) {
        const char *file =
            lines_file(w->arena, w->lines, e->unit->line_table, entry_number(e, DW_AT_CALL_FILE));
        w->is_full |= !file;
        w->now.call_file = file;
        w->now.call_line = (unsigned)entry_number(e, DW_AT_CALL_LINE);
        w->now.call_column = (unsigned)entry_number(e, DW_AT_CALL_COLUMN);
    }
    entry_ranges(e, add_range, w);
}

static void walk_unit(struct walk *w, const struct entry_unit *unit)
{
    /* By level of entries in entries: the functions around what is there. */
    struct {
        unsigned depth;
        const char *function; /* the innermost */
    } around[MOST_NESTED + 1] = {0};
    uint64_t at = unit->first;
    unsigned level = 0;
    struct entry e;
    while (!w->is_full && entry_read(unit, &at, &e)) {
        if (!e.tag) {
            if (level == 0 || --level == 0)
                return;
            continue;
        }
        bool is_function = e.tag == DW_TAG_SUBPROGRAM;
        bool is_scope = is_function || e.tag == DW_TAG_INLINED_SUBROUTINE;
        const char *name = is_scope ? name_of(w, &e) : around[level].function;
        unsigned depth = is_function ? 0 : around[level].depth;
        if (is_scope && is_kernel_itself(&e, name, around[level].function))
            is_scope = false;
        if (is_scope)
            add_scope(w, &e, name, depth);
        if (!e.has_children)
            continue;
        if (level == MOST_NESTED)
            return;
        level++;
        around[level].depth = is_scope ? depth + 1 : depth;
        around[level].function = name;
    }
}

static int by_place(const void *a, const void *b)
{
    const shoal_object_scope *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->depth < y->depth ? -1 : x->depth > y->depth;
}

shoal_status scopes_read(struct arena *arena, const struct line_sections *sections,
                         const struct line_tables *lines, const shoal_object_scope **out,
                         size_t *out_count, struct diag *diag)
{
    struct walk w = {.arena = arena, .sections = sections, .lines = lines};
    SHOAL_TRY(entry_units_read(arena, &sections->dwarf, &w.units, diag));
    for (size_t i = 0; i < w.units.count && !w.is_full; i++)
        walk_unit(&w, &w.units.units[i]);
    if (w.is_full)
        return fail_memory(diag);
    if (w.count)
        qsort(w.scopes, w.count, sizeof *w.scopes, by_place);
    *out = w.scopes;
    *out_count = w.count;
    return SHOAL_OK;
}
