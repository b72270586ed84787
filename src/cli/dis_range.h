/* dis_range.h: what the parts of `shoal dis` share: the request, and which ranges of code it asks
 * for.
 *
 *   dis.c reads the options and the file, and asks one of these: dis_text.c writes lines of text,
 *   dis_cfg.c basic blocks, dis_json.c JSON. */
#ifndef SHOAL_CLI_DIS_RANGE_H
#define SHOAL_CLI_DIS_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "shoal/isa.h"
#include "shoal/object.h"

enum cfg_form { CFG_NONE, CFG_TEXT, CFG_DOT };

struct dis_request {
    const char *file;   /* "-": standard input */
    const char *symbol; /* NULL: all */
    bool raw, hex, no_addresses, encodings, source, wave64, json;
    enum cfg_form cfg;
    const shoal_isa *isa;
    const char *isa_name;
};

/* Part of a section that is shown under one name. */
struct dis_range {
    const char *name;
    const shoal_object *object;
    const shoal_object_section *section;
    size_t section_index;
    uint64_t start, end; /* addresses in the section */
    bool wave64;
};

static inline const uint8_t *range_bytes(const struct dis_range *r, uint64_t address)
{
    return r->section->bytes + (address - r->section->address);
}

/* The last symbol of the section at or before `address`, or NULL. */
const shoal_object_symbol *dis_symbol_before(const struct dis_range *r, uint64_t address);

/* Decodes for a wave size: what only the other one runs is refused, too. */
static inline shoal_status dis_decode(const struct dis_request *q, bool wave64, const void *code,
                                      size_t avail, shoal_insn *insn)
{
    shoal_status st = shoal_insn_decode(q->isa, code, avail, insn);
    const char *why = st == SHOAL_OK && wave64 ? shoal_insn_wave64_refusal(q->isa, insn) : NULL;
    if (!why)
        return st;
    insn->reason = why;
    return SHOAL_E_RESERVED;
}

/* Does the instruction go to one place that it names? */
static inline bool dis_has_target(const shoal_insn *insn)
{
    return insn->flags & SHOAL_INSN_BRANCH && !(insn->flags & SHOAL_INSN_INDIRECT);
}

/* Calls show for every range of the object that the request asks for. */
void dis_each_range(const struct dis_request *q, const shoal_object *object,
                    void (*show)(void *user, const struct dis_range *range), void *user);

#endif
