/* symbol.c: giving a symbol the value of an expression. */
#include "isa/asm/assembler.h"

#include <string.h>

bool asm_set_symbol(struct assembler *as, struct asm_cursor *c, const char *name, size_t length,
                    bool redefinable)
{
    struct asm_value v;
    if (length == 1 && *name == '.') { /* . = address */
        asm_skip(c);
        const char *at = c->p;
        if (!asm_parse_expr(as, c, &v))
            return false;
        struct asm_relocatable r = {.number = v.number};
        if (v.expr && !asm_evaluate(as, c, v.expr, &r))
            return false;
        if (r.add || r.subtract || r.minus_section || (r.section && r.section != as->section))
            return asm_fail(c, at, "the new place must be in this section");
        int64_t more = r.number - (int64_t)as->section->size;
        if (more < 0 || more > (INT64_C(1) << 30))
            return asm_fail(c, at, "the place can only be moved forward, by 1 GiB at most");
        uint8_t *gap = asm_reserve(as, as->section, (size_t)more);
        if (!gap)
            return asm_fail(c, at, "out of memory");
        if (as->section->type != ELF_SHT_NOBITS && more)
            memset(gap, 0, (size_t)more);
        return true;
    }
    struct asm_symbol *s = asm_symbol_get(as, name, length);
    if (!s)
        return asm_fail(c, name, "out of memory");
    if ((s->kind != ASM_SYMBOL_UNDEFINED && !(s->is_redefinable && redefinable)) || s->is_common)
        return asm_fail(c, name, "'%s' is defined already", s->name);
    if (!asm_parse_unfolded(as, c, &v))
        return false;
    s->at = name;
    s->is_redefinable = redefinable;
    s->expr = v.expr;
    s->number = v.number;
    s->kind = v.expr ? ASM_SYMBOL_EXPR : ASM_SYMBOL_NUMBER;
    /* An address known by now is a label, whose place does not move. */
    if (v.expr) {
        struct asm_error error = {.at = NULL};
        struct asm_cursor quiet = {c->p, &error};
        struct asm_relocatable r;
        if (asm_evaluate(as, &quiet, v.expr, &r) && r.section && !r.add && !r.subtract &&
            !r.minus_section && !r.variant) {
            s->kind = ASM_SYMBOL_LABEL;
            s->section = r.section;
            s->number = r.number;
        }
    }
    return true;
}
