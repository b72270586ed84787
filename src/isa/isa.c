/* isa.c: decoding and text in shoal/isa.h: checks what callers give, asks the instruction set, and
 * cuts text into tokens. */
#include "isa/isa.h"

#include <string.h>

shoal_status shoal_insn_decode(const shoal_isa *isa, const void *code, size_t avail,
                               shoal_insn *out)
{
    if (!isa || !out || (!code && avail))
        return SHOAL_E_ARG;
    return isa->decode(code, avail, out);
}

const char *shoal_insn_wave64_refusal(const shoal_isa *isa, const shoal_insn *insn)
{
    return isa && insn ? isa->wave64_refusal(insn) : NULL;
}

size_t shoal_insn_operands(const shoal_isa *isa, const shoal_insn *insn, bool wave64,
                           shoal_operand out[SHOAL_INSN_MAX_OPERANDS])
{
    return isa && insn && out ? isa->operands(insn, wave64, out) : 0;
}

const char *shoal_insn_format_name(const shoal_isa *isa, unsigned format)
{
    return isa ? isa->format_name(format) : "";
}

size_t shoal_insn_format(const shoal_isa *isa, const shoal_insn *insn,
                         const shoal_text_options *options, char *text, size_t size)
{
    if (isa && insn && (text || !size))
        return isa->format(insn, options, text, size);
    if (text && size)
        *text = 0;
    return 0;
}

/* ---- tokens ------------------------------------------------------------------------------ */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(char c)
{
    return is_digit(c) || is_letter(c) || c == '_' || c == '.' || c == '$';
}

static bool starts(const char *s, size_t n, const char *with)
{
    size_t k = strlen(with);
    return n >= k && memcmp(s, with, k) == 0;
}

/* v7, s[0:1], ttmp3, v1.h: a letter or ttmp and digits or a range. */
static bool is_register(const char *s, size_t n)
{
    static const char *const names[] = {"vcc_lo", "vcc_hi", "vcc",  "exec_lo", "exec_hi",
                                        "exec",   "m0",     "null", "src_scc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (n == strlen(names[i]) && memcmp(s, names[i], n) == 0)
            return true;
    if (starts(s, n, "src_shared_") || starts(s, n, "src_private_"))
        return true;
    size_t at = starts(s, n, "ttmp") ? 4 : n && (*s == 'v' || *s == 's') ? 1 : 0;
    return at && at < n && (is_digit(s[at]) || s[at] == '[');
}

static size_t range_end(const char *s, size_t at)
{
    while (is_digit(s[at]) || s[at] == ':')
        at++;
    return s[at] == ']' ? at + 1 : at;
}

void shoal_insn_tokens(const shoal_isa *isa, const shoal_insn *insn,
                       const shoal_text_options *options,
                       void (*put)(void *user, shoal_token token, const char *text, size_t length),
                       void *user)
{
    char text[SHOAL_INSN_TEXT_BYTES];
    const char *label = NULL;
    if (!isa || !insn || !put)
        return;
    shoal_insn_format(isa, insn, options, text, sizeof text);
    bool is_direct = insn->flags & SHOAL_INSN_BRANCH && !(insn->flags & SHOAL_INSN_INDIRECT);
    if (options && options->label && is_direct)
        label = options->label(options->context,
                               options->address + (uint64_t)(int64_t)insn->branch_bytes);
    size_t label_length = label ? strlen(label) : 0;
    bool wants_mnemonic = true;
    for (const char *s = text; *s;) {
        size_t n = 0;
        shoal_token token = SHOAL_TOKEN_PUNCTUATION;
        if (label_length && !wants_mnemonic && starts(s, strlen(s), label)) {
            n = label_length;
            token = SHOAL_TOKEN_LABEL;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s, "*/");
            n = end ? (size_t)(end + 2 - s) : strlen(s);
            token = SHOAL_TOKEN_COMMENT;
        } else if (is_word(*s)) {
            while (is_word(s[n]))
                n++;
            bool has_range = s[n] == '[' && ((n == 1 && (*s == 'v' || *s == 's')) ||
                                             (n == 4 && starts(s, n, "ttmp")));
            if (has_range)
                n = range_end(s, n + 1);
            token = wants_mnemonic ? SHOAL_TOKEN_MNEMONIC
                    : is_digit(*s) ? SHOAL_TOKEN_NUMBER
                    : (isa->is_register ? isa->is_register(s, n) : is_register(s, n))
                        ? SHOAL_TOKEN_REGISTER
                        : SHOAL_TOKEN_NAME;
            wants_mnemonic = false;
        } else {
            while (s[n] && !is_word(s[n]) && !(s[n] == '/' && s[n + 1] == '*'))
                n++;
            wants_mnemonic = n >= 4 && memcmp(s, " :: ", 4) == 0; /* the second half */
        }
        put(user, token, s, n);
        s += n;
    }
}
