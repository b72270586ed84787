/* resolve.c: gives fixups their values when all of the text has been read. */
#include <stdlib.h>
#include <string.h>

#include "isa/asm/assembler.h"

/* Writes a plain value of `size` bytes; false: it does not fit. */
static bool write_data(uint8_t *at, unsigned size, int64_t value)
{
    if (size < 8 && (value >= INT64_C(1) << (8 * size) || value < -(INT64_C(1) << (8 * size - 1))))
        return false;
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)((uint64_t)value >> 8 * i);
    return true;
}

/* A LEB128 number of five bytes, whatever its value. */
static bool write_leb(uint8_t *at, int64_t value, bool is_signed)
{
    if (is_signed ? value < -(INT64_C(1) << 34) || value >= INT64_C(1) << 34
                  : value < 0 || value >= INT64_C(1) << 35)
        return false;
    for (unsigned i = 0; i < 5; i++)
        at[i] = (uint8_t)((value >> 7 * i & 0x7f) | (i < 4 ? 0x80 : 0));
    return true;
}

static bool write_value(struct assembler *as, struct asm_cursor *c, const struct asm_fixup *f,
                        unsigned variant, int64_t value)
{
    uint8_t *at = f->section->data + f->offset;
    if (f->kind == ASM_FIXUP_DATA) {
        return write_data(at, f->size, value) ||
               asm_fail(c, f->expr->at, "the value %lld does not fit in %u byte%s",
                        (long long)value, f->size, f->size == 1 ? "" : "s");
    }
    if (f->kind == ASM_FIXUP_LEB) {
        return write_leb(at, value, f->size == 6) ||
               asm_fail(c, f->expr->at, "the value does not fit in five bytes of LEB128");
    }
    const char *problem = as->isa->apply(f->kind, at, as->isa->adjust(f->kind, variant, value));
    return !problem || asm_fail(c, f->expr->at, "%s", problem);
}

static bool add_relocation(struct assembler *as, const struct asm_relocation *r)
{
    if (as->relocation_count == as->relocation_room) {
        size_t room = as->relocation_room ? 2 * as->relocation_room : 64;
        struct asm_relocation *list = realloc(as->relocations, room * sizeof *list);
        if (!list)
            return asm_out_of_memory(as);
        as->relocations = list;
        as->relocation_room = room;
    }
    as->relocations[as->relocation_count++] = *r;
    return true;
}

/* A label that this file keeps to itself is its section plus an offset. */
static void use_section(struct asm_relocation *r)
{
    struct asm_symbol *s = r->symbol;
    if (s && s->kind == ASM_SYMBOL_LABEL && s->binding == ASM_LOCAL) {
        r->symbol_section = s->section;
        r->addend += s->number;
        r->symbol = NULL;
    }
}

/* A linker moves the entries of mergeable sections: a place behind the start of one keeps the name
 * of the label. */
static bool name_entry(struct asm_relocation *r, struct asm_symbol *origin)
{
    struct asm_symbol *s = r->symbol ? r->symbol : origin;
    int64_t behind = r->addend - (r->symbol || !s ? 0 : s->number);
    if (!s || s->kind != ASM_SYMBOL_LABEL || !(s->section->flags & ELF_SHF_MERGE) || !behind ||
        s->section == r->section)
        return false;
    r->symbol = s;
    r->symbol_section = NULL;
    r->addend = behind;
    s->is_named = true;
    return true;
}

static bool resolve_fixup(struct assembler *as, struct asm_cursor *c, const struct asm_fixup *f)
{
    struct asm_relocatable v;
    if (!asm_evaluate(as, c, f->expr, &v))
        return false;
    bool is_isa = f->kind >= ASM_FIXUP_ISA;
    bool relative = is_isa && as->isa->is_relative(f->kind, v.variant);
    /* An absolute symbol of .set under another name */
    if (v.add && v.add->kind == ASM_SYMBOL_NUMBER && !v.variant) {
        v.number += v.add->number;
        v.add = NULL;
    }
    if (!v.add && !v.subtract && !v.section && !v.minus_section && !v.variant)
        return write_value(as, c, f, 0, v.number);
    if (v.subtract && v.subtract->kind == ASM_SYMBOL_LABEL) {
        v.minus_section = v.minus_section ? v.minus_section : v.subtract->section;
        v.number -= v.subtract->number;
        v.subtract = NULL;
    }
    if (v.minus_section == f->section && !relative) { /* - . + constant */
        relative = true;
        v.number += (int64_t)f->offset;
        v.minus_section = NULL;
    }
    if (v.subtract || v.minus_section)
        return asm_fail(c, f->expr->at, "no relocation can express this difference%s%s",
                        v.subtract ? "; undefined: " : "", v.subtract ? v.subtract->name : "");
    struct asm_relocation r = {.section = f->section,
                               .offset = f->offset,
                               .kind = f->kind,
                               .size = f->size,
                               .variant = v.variant,
                               .is_relative = relative,
                               .symbol = v.add,
                               .symbol_section = v.section,
                               .addend = v.number,
                               .at = f->expr->at};
    /* A linker may let another file define a global symbol, so files for it keep the name; clang's
     * do, but in differences of data. */
    struct asm_symbol *origin = v.section ? v.origin : NULL;
    if (as->keeps_symbols && origin && origin->binding != ASM_LOCAL && (is_isa || !relative)) {
        r.symbol = origin;
        r.symbol_section = NULL;
        r.addend -= origin->number;
    }
    bool is_entry = as->keeps_symbols && name_entry(&r, origin);
    bool got =
        as->isa->needs_got(v.variant) ||
        (is_isa && as->keeps_symbols && as->isa->keeps_symbol && as->isa->keeps_symbol(f->kind));
    if (!got && !is_entry)
        use_section(&r);
    if (got && !r.symbol)
        return asm_fail(c, f->expr->at, "this needs a symbol");
    bool stays = as->keeps_symbols && v.variant; /* as written */
    if (relative && r.symbol_section == f->section && !got && !stays)
        return write_value(as, c, f, v.variant, r.addend - (int64_t)f->offset);
    if (!r.symbol && !r.symbol_section)
        return asm_fail(c, f->expr->at, "this needs a symbol");
    if (f->kind == ASM_FIXUP_LEB)
        return asm_fail(c, f->expr->at, "LEB128 numbers cannot be relocated");
    if (as->isa->relocation(f->kind, f->size, v.variant, relative) < 0)
        return asm_fail(c, f->expr->at, "no relocation gives this value in %u byte%s", f->size,
                        f->size == 1 ? "" : "s");
    return add_relocation(as, &r);
}

/* Sizes and values of symbols. */
static bool resolve_symbol(struct assembler *as, struct asm_cursor *c, struct asm_symbol *s)
{
    struct asm_relocatable v;
    if (s->has_size && s->size.expr) {
        if (!asm_evaluate(as, c, s->size.expr, &v))
            return false;
        if (v.add || v.subtract || v.section || v.minus_section || v.variant)
            return asm_fail(c, s->size.expr->at, "the size of '%s' is no number%s%s", s->name,
                            v.add ? "; undefined: " : "", v.add ? v.add->name : "");
        s->size = (struct asm_value){.number = v.number};
    }
    /* The name of a section that nothing else is called stands for its start. */
    if (s->kind == ASM_SYMBOL_UNDEFINED && s->is_used && s->name[0] == '.')
        for (struct asm_section *section = as->sections; section; section = section->next)
            if (asm_word_is(s->name, s->length, section->name)) {
                s->kind = ASM_SYMBOL_LABEL;
                s->type = ELF_STT_SECTION;
                s->binding = ASM_LOCAL;
                s->section = section;
                s->number = 0;
            }
    if (s->kind != ASM_SYMBOL_EXPR)
        return true;
    if (!asm_evaluate(as, c, s->expr, &v))
        return false;
    if (v.section && !v.add && !v.subtract && !v.minus_section) {
        s->kind = ASM_SYMBOL_LABEL;
        s->section = v.section;
    } else if (!v.add && !v.subtract && !v.section && !v.minus_section) {
        s->kind = ASM_SYMBOL_NUMBER;
    } else {
        return asm_fail(c, s->at, "the value of '%s' is neither a number nor one address%s%s",
                        s->name, v.add ? "; undefined: " : "", v.add ? v.add->name : "");
    }
    s->number = v.number;
    return true;
}

/* A code object is complete: each undefined symbol is an error, once. Debug information may name
 * what is in no file (LDS variables); it gets zero, as from ld.lld. */
static void check_undefined(struct assembler *as, struct asm_cursor *c)
{
    for (size_t i = 0; i < as->relocation_count && !as->is_stopped; i++) {
        const struct asm_relocation *r = &as->relocations[i];
        struct asm_symbol *s = r->symbol;
        if (!s || s->kind != ASM_SYMBOL_UNDEFINED || s->binding == ASM_WEAK || s->is_reported ||
            !(r->section->flags & ELF_SHF_ALLOC))
            continue;
        s->is_reported = true;
        asm_fail(c, r->at, "'%s' is not defined", s->name);
        asm_hint(c, "a code object is complete: define it, or write a relocatable file for the "
                    "linker with -c");
        asm_report(as, c, SHOAL_ASM_ERROR);
    }
}

bool asm_resolve(struct assembler *as, struct asm_cursor *c)
{
    for (struct asm_symbol *s = as->symbols; s && !as->is_stopped; s = s->next_made)
        if (!resolve_symbol(as, c, s)) {
            asm_report(as, c, SHOAL_ASM_ERROR);
            if (s->kind == ASM_SYMBOL_EXPR) { /* one error is enough for it */
                s->kind = ASM_SYMBOL_NUMBER;
                s->number = 0;
            }
        }
    for (size_t i = 0; i < as->fixup_count && !as->is_stopped; i++)
        if (!resolve_fixup(as, c, &as->fixups[i]))
            asm_report(as, c, SHOAL_ASM_ERROR);
    if (as->options->output == SHOAL_ASM_CODE_OBJECT)
        check_undefined(as, c);
    return !as->result->error_count;
}
