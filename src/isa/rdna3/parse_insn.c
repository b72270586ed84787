/* parse_insn.c: from the mnemonic to the function of its format; the errors for those not found. */
#include "isa/rdna3/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/rdna3/mnemonic.h"
#include "isa/rdna3/parse_parts.h"
#include "isa/rdna3/scan.h"

bool refuse(struct parser *s, const char *at, const char *format, ...)
{
    struct asm_error *e = s->c->error;
    if (!e->at) {
        va_list args;
        va_start(args, format);
        e->at = at;
        e->hint[0] = 0;
        vsnprintf(e->text, sizeof e->text, format, args);
        va_end(args);
    }
    return false;
}

const struct rdna3_operand_desc *find_operand(const struct rdna3_row *row, unsigned role)
{
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == role)
            return &row->operands[i];
    return NULL;
}

/* ---- mnemonics ---------------------------------------------------------------------------- */

enum { NAME_ROOM = 64 };

/* The row of a name in lower case, which 8 zero bytes follow. */
static const struct rdna3_row *look_up(const char *name, size_t length)
{
    uint64_t h = length;
    for (size_t i = 0; i < length; i += 8) {
        uint64_t chunk;
        memcpy(&chunk, name + i, sizeof chunk);
        if (length - i < 8)
            chunk &= (UINT64_C(1) << 8 * (length - i)) - 1;
        h = (h ^ chunk) * RDNA3_MNEMONIC_FACTOR;
        h ^= h >> 32;
    }
    for (size_t at = h & (RDNA3_MNEMONIC_SLOTS - 1);; at = (at + 1) & (RDNA3_MNEMONIC_SLOTS - 1)) {
        uint16_t slot = rdna3_mnemonic_slots[at];
        if (!slot)
            return NULL;
        const struct rdna3_mnemonic *m = &rdna3_mnemonics[slot - 1];
        if (m->length == length && !memcmp(m->name, name, length))
            return &rdna3_rows[m->row];
    }
}

static bool strip(const char *name, size_t *length, const char *end)
{
    size_t n = strlen(end);
    if (*length <= n || memcmp(name + *length - n, end, n) != 0)
        return false;
    *length -= n;
    return true;
}

const struct rdna3_row *find_row(const char *word, size_t length, enum suffix *suffix)
{
    char name[NAME_ROOM + 8];
    *suffix = SUFFIX_NONE;
    if (length > NAME_ROOM)
        return NULL;
    for (size_t i = 0; i < length; i++)
        name[i] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] + 32) : word[i];
    memset(name + length, 0, 8);
    size_t n = length;
    if (n > 4 && name[n - 4] == '_') {
        if (strip(name, &n, "_e32"))
            *suffix = SUFFIX_E32;
        else if (strip(name, &n, "_dpp"))
            *suffix = strip(name, &n, "_e64") ? SUFFIX_E64_DPP : SUFFIX_DPP;
        else if (strip(name, &n, "_e64"))
            *suffix = SUFFIX_E64;
        memset(name + n, 0, 8);
    }
    const struct rdna3_row *row = look_up(name, n);
    if (!row && n > 7 && !memcmp(name, "v_dual_", 7)) {
        memmove(name + 2, name + 7, n - 7 + 8);
        row = look_up(name, n - 5);
    }
    return row;
}

const struct rdna3_row *rdna3_find_mnemonic(const char *name, size_t length)
{
    enum suffix suffix;
    return find_row(name, length, &suffix);
}

const char *rdna3_nearest_mnemonic(const char *word, size_t length)
{
    const char *best = NULL;
    unsigned best_distance = length < 8 ? 2 : length / 4 + 1;
    for (unsigned i = 0; i < RDNA3_MNEMONIC_COUNT; i++) {
        const struct rdna3_mnemonic *m = &rdna3_mnemonics[i];
        if (m->name[0] != word[0])
            continue;
        unsigned d = asm_distance(word, length, m->name, best_distance);
        if (d < best_distance) {
            best_distance = d;
            best = m->name;
        }
    }
    return best;
}

static bool unknown_mnemonic(struct asm_cursor *c, unsigned generation, const char *word,
                             size_t length)
{
#define CHIP(index, chip, name) #chip,
    static const char *const chips[] = {RDNA3_GENERATIONS(CHIP)};
#undef CHIP
    enum suffix suffix;
    const struct rdna3_row *row = find_row(word, length, &suffix);
    asm_fail(c, word, "%s has no instruction '%.*s'", chips[generation],
             (int)(length > 60 ? 60 : length), word);
    if (row)
        return asm_hint(c, "%s has it: --mcpu=%s", chips[__builtin_ctz(row->generations)],
                        chips[__builtin_ctz(row->generations)]),
               false;
    size_t n = length;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 3; k++)
            strip(word, &n, &"_e32\0_e64\0_dpp"[5 * k]);
    const char *near = rdna3_nearest_mnemonic(word, n);
    if (near)
        asm_hint(c, "did you mean %s?", near);
    return false;
}

/* Can the row have the suffix that was written? */
static bool check_suffix(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    bool valu = row->format == FMT_VOP1 || row->format == FMT_VOP2 || row->format == FMT_VOPC;
    bool wide = row->format == FMT_VOP3 || row->format == FMT_VOP3SD || row->format == FMT_VOP3P;
    static const char *const names[] = {"", "_e32", "_e64", "_dpp", "_e64_dpp"};
    bool ok = true;
    switch (s->suffix) {
    case SUFFIX_NONE:
        return true;
    case SUFFIX_E32:
        ok = !wide && row->format !=
                          FMT_VINTERP; /* LLVM allows it on what is not a vector instruction, too */
        break;
    case SUFFIX_E64:
        ok = wide || row->format == FMT_VINTERP || (valu && row->op_vop3 >= 0);
        break;
    case SUFFIX_DPP:
        ok = valu && row->flags & FLAG_dpp;
        break;
    case SUFFIX_E64_DPP:
        ok = (wide || (valu && row->op_vop3 >= 0)) && row->flags & FLAG_dpp;
        break;
    }
    if (ok)
        return true;
    refuse(s, s->start, "%s has no form %s", row->name, names[s->suffix]);
    if (valu || wide)
        asm_hint(s->c, "use %s%s", row->name,
                 s->suffix == SUFFIX_E32 ? "_e64"
                 : valu                  ? "_e32"
                                         : "_e64");
    return false;
}

bool check_decodes(struct parser *s)
{
    uint32_t words[5] = {0}; /* more than the instruction: the quick scan wants three dwords */
    shoal_insn back;
    size_t size = rdna3_encode(s->in, words);
#define SCAN(index, chip, name) rdna3_scan_##chip,
    static shoal_status (*const scans[])(const void *, size_t,
                                         shoal_insn *) = {RDNA3_GENERATIONS(SCAN)};
#undef SCAN
    s->is_checked = scans[s->opt->generation](words, sizeof words, &back) == SHOAL_OK &&
                    back.id == s->in->row && back.size_bytes == size;
    if (s->is_checked)
        return true;
    return refuse(s, s->modifier_at ? s->modifier_at : s->start, "%s: %s", s->row->name,
                  back.reason ? back.reason : "this has no encoding");
}

/* What an opcode bound to the row's own format needs. */
static bool parse_format(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    switch (row->format) {
    case FMT_SMEM:
        return parse_smem(s);
    case FMT_VOP1:
    case FMT_VOP2:
    case FMT_VOPC:
    case FMT_VOP3:
    case FMT_VOP3SD:
    case FMT_VOP3P:
        return parse_valu(s);
    case FMT_VINTERP:
        return parse_vinterp(s);
    case FMT_LDSDIR:
        return parse_ldsdir(s);
    case FMT_DS:
        return parse_ds(s);
    case FMT_FLAT:
    case FMT_GLOBAL:
    case FMT_SCRATCH:
        return parse_flat(s);
    case FMT_MUBUF:
    case FMT_MTBUF:
        return parse_buffer(s);
    case FMT_MIMG:
        return parse_image(s);
    case FMT_EXP:
        return parse_export(s);
    default:
        return parse_scalar_format(s);
    }
}

bool rdna3_parse(struct asm_cursor *c, const struct rdna3_parse_options *opt,
                 struct rdna3_parsed *out)
{
    static const struct rdna3_parse_options plain = {0};
    const char *word;
    enum suffix suffix;
    size_t n = asm_word(c, &word);
    if (!n)
        return asm_fail(c, c->p, "expected an instruction");
    const struct rdna3_row *row = find_row(word, n, &suffix);
    unsigned generation = opt ? opt->generation : 0;
    if (!row || !(row->generations >> generation & 1))
        return unknown_mnemonic(c, generation, word, n);
    struct parser s;
    s.c = c;
    s.opt = opt ? opt : &plain;
    s.out = out;
    s.in = &out->in;
    s.row = row;
    s.start = word;
    s.suffix = suffix;
    s.seen = 0;
    s.modifier_at = NULL;
    s.has_literal = s.is_checked = false;
    s.operand_count = 0;
    memset(&out->in, 0, sizeof out->in);
    out->fix = RDNA3_FIX_NONE;
    out->expr = NULL;
    out->in.row = (uint16_t)(row - rdna3_rows);
    out->in.format = row->format;
    bool dual =
        n > 7 && (word[2] == 'd' || word[2] == 'D') && asm_word_is_nocase(word, 7, "v_dual_");
    bool ok;
    if (dual || row->flags & FLAG_dualonly) {
        if (suffix > SUFFIX_E32)
            return asm_fail(c, word, "a VOPD half has one form only: leave out the suffix");
        ok = parse_vopd(&s, row);
    } else {
        if (!check_suffix(&s))
            return false;
        struct rdna3_opcode op = rdna3_opcode_of(generation, row);
        if (op.base >= 0)
            out->in.f[F_op] = (uint32_t)op.base;
        ok = parse_format(&s);
    }
    if (!ok || !(s.is_checked || check_decodes(&s)))
        return false;
    if (!asm_at_end(c))
        return asm_fail(c, c->p, "the instruction ends here");
    out->in.size_bytes =
        (uint8_t)(4 * (rdna3_formats[out->in.format].dwords + (out->in.ext != EXT_NONE)));
    return true;
}
