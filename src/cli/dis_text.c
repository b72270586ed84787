/* dis_text.c: the text of `shoal dis`, line by line as llvm-objdump -d lays it out, or as assembly
 * with labels (--no-addresses). Lines are put together in one large buffer. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/dis_source.h"
#include "cli/dis_text.h"

enum { COMMENT_COLUMN = 60, ROOM = 1 << 18, LINE_ROOM = 4096, LABEL_BYTES = 24 };

struct writer {
    const struct dis_request *q;
    const struct dis_range *range;
    const shoal_object_section *section; /* whose heading is written */
    bool has_colours;
    /* Of --no-addresses: where branches of the section go, sorted. */
    const uint64_t *targets;
    size_t target_count;
    char label[LABEL_BYTES];
    struct source_cursor source;
    bool out_of_memory;
    size_t used;
    char out[ROOM];
};

static void flush(struct writer *w)
{
    fwrite(w->out, 1, w->used, stdout);
    w->used = 0;
}

static inline char *reserve(struct writer *w)
{
    if (w->used > ROOM - LINE_ROOM)
        flush(w);
    return w->out + w->used;
}

static char *put_text(char *at, const char *text)
{
    size_t n = strlen(text);
    memcpy(at, text, n);
    return at + n;
}

/* Names come from the file: of any length, and with any bytes. */
static void put_name(struct writer *w, const char *name)
{
    for (const char *s = name; *s; s++) {
        if (w->used + 16 > ROOM)
            flush(w);
        w->out[w->used++] = (unsigned char)*s < 32 || *s == 127 ? '?' : *s;
    }
    reserve(w);
}

static const char upper_hex[512 + 1] =
#define ROW(h)                                                                                     \
    h "0" h "1" h "2" h "3" h "4" h "5" h "6" h "7" h "8" h "9" h "A" h "B" h "C" h "D" h "E" h "F"
    ROW("0") ROW("1") ROW("2") ROW("3") ROW("4") ROW("5") ROW("6") ROW("7") ROW("8") ROW("9")
        ROW("A") ROW("B") ROW("C") ROW("D") ROW("E") ROW("F");
#undef ROW

static inline char *put_hex_bytes(char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = bytes; i-- > 0; at += 2)
        memcpy(at, upper_hex + 2 * (value >> 8 * i & 255), 2);
    return at;
}

/* At least 12 digits, as %012lX. */
static inline char *put_address(char *at, uint64_t address)
{
    if (address >> 48) {
        unsigned bytes = address >> 56 ? 8 : 7;
        return put_hex_bytes(at, address, bytes);
    }
    return put_hex_bytes(at, address, 6);
}

/* ---- labels ------------------------------------------------------------------------------------
 */

struct targets {
    const struct dis_request *q;
    const struct dis_range *range;
    uint64_t *all;
    uint8_t *is_start; /* per dword of the section */
    size_t count, room;
    bool out_of_memory;
};

static bool in_section(const struct dis_range *r, uint64_t address)
{
    return address - r->section->address < r->section->size_bytes;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Where branches of the range go, if an instruction of the section starts there. */
static void collect(void *user, const struct dis_range *r)
{
    struct targets *t = user;
    for (uint64_t at = r->start; at < r->end && !t->out_of_memory;) {
        shoal_insn insn;
        shoal_status st = dis_decode(t->q, r->wave64, range_bytes(r, at), r->end - at, &insn);
        t->is_start[(at - r->section->address) / 4] = 1;
        if (st == SHOAL_OK && dis_has_target(&insn) &&
            in_section(r, at + (uint64_t)(int64_t)insn.branch_bytes)) {
            if (t->count == t->room) {
                uint64_t *grown = realloc(t->all, (t->room = 2 * t->room + 64) * sizeof *grown);
                if (!grown) {
                    t->out_of_memory = true;
                    return;
                }
                t->all = grown;
            }
            t->all[t->count++] = at + (uint64_t)(int64_t)insn.branch_bytes;
        }
        at += st == SHOAL_OK ? insn.size_bytes : 4;
    }
}

static void collect_section(void *user, const struct dis_range *r)
{
    struct targets *t = user;
    if (r->section == t->range->section)
        collect(user, r);
}

/* All targets of the section: branches may lead from one symbol into another. */
static void find_targets(struct writer *w)
{
    const struct dis_range *r = w->range;
    struct dis_request all = *w->q;
    struct targets t = {.q = w->q, .range = r};
    all.symbol = NULL;
    free((void *)(uintptr_t)w->targets);
    w->targets = NULL;
    w->target_count = 0;
    t.is_start = calloc(r->section->size_bytes / 4 + 1, 1);
    if (t.is_start)
        dis_each_range(&all, r->object, collect_section, &t);
    w->out_of_memory |= !t.is_start || t.out_of_memory;
    if (t.count)
        qsort(t.all, t.count, sizeof *t.all, by_value);
    size_t kept = 0;
    for (size_t i = 0; t.is_start && i < t.count; i++)
        if ((!kept || t.all[kept - 1] != t.all[i]) &&
            t.is_start[(t.all[i] - r->section->address) / 4])
            t.all[kept++] = t.all[i];
    free(t.is_start);
    w->targets = t.all;
    w->target_count = kept;
}

/* SIZE_MAX: no branch goes there. */
static size_t target_index(const struct writer *w, uint64_t address)
{
    const uint64_t *found =
        w->target_count ? bsearch(&address, w->targets, w->target_count, sizeof address, by_value)
                        : NULL;
    return found ? (size_t)(found - w->targets) : SIZE_MAX;
}

/* objdump's choice: only labels of assembly, and only at their very address, become operands. */
static const char *symbol_of(void *user, uint64_t address)
{
    const struct writer *w = user;
    const shoal_object_symbol *s = dis_symbol_before(w->range, address);
    for (; s && s->section == w->range->section_index && s->address == address; s--) {
        if (s->is_label && strlen(s->name) < 80)
            return s->name;
        if (s == w->range->object->symbols)
            break;
    }
    return NULL;
}

/* The name of a branch target: a symbol's, or a number's. With --symbol, what lies outside has
 * no label line and stays a number. */
static const char *label_of(void *user, uint64_t address)
{
    struct writer *w = user;
    const shoal_object_symbol *s = dis_symbol_before(w->range, address);
    size_t index = target_index(w, address);
    if (w->q->symbol && (address < w->range->start || address >= w->range->end))
        return NULL;
    if (s && s->address == address && strlen(s->name) < 80)
        return s->name;
    if (index == SIZE_MAX)
        return NULL;
    snprintf(w->label, sizeof w->label, "L%zu", index);
    return w->label;
}

/* ---- instructions ------------------------------------------------------------------------------
 */

struct painter {
    char *at;
    size_t shown; /* characters without colours */
};

static void paint(void *user, shoal_token token, const char *text, size_t length)
{
    static const char *const colours[] = {
        [SHOAL_TOKEN_MNEMONIC] = "\033[1m",
        [SHOAL_TOKEN_REGISTER] = "\033[36m",
        [SHOAL_TOKEN_NUMBER] = "\033[33m",
        [SHOAL_TOKEN_LABEL] = "\033[32m",
        [SHOAL_TOKEN_NAME] = "",
        [SHOAL_TOKEN_PUNCTUATION] = "",
        [SHOAL_TOKEN_COMMENT] = "\033[2m",
    };
    struct painter *p = user;
    p->at = put_text(p->at, colours[token]);
    memcpy(p->at, text, length);
    p->at += length;
    p->shown += length;
    if (*colours[token])
        p->at = put_text(p->at, "\033[0m");
}

/* The text and spaces up to the comment; `at` begins the line. */
static char *put_insn(struct writer *w, char *at, const shoal_insn *insn, uint64_t address)
{
    static const char spaces[COMMENT_COLUMN + 1] =
        "                                                            ";
    shoal_text_options options = {.wave64 = w->range->wave64, .address = address};
    bool has_comment = !w->q->no_addresses || w->q->encodings;
    size_t shown;
    options.label = w->q->no_addresses ? label_of : symbol_of;
    options.context = w;
    *at++ = '\t';
    if (w->has_colours) {
        struct painter p = {at, 0};
        shoal_insn_tokens(w->q->isa, insn, &options, paint, &p);
        at = p.at;
        shown = 1 + p.shown;
    } else {
        size_t length = shoal_insn_format(w->q->isa, insn, &options, at, SHOAL_INSN_TEXT_BYTES);
        at += length;
        shown = 1 + length;
    }
    if (has_comment) {
        memcpy(at, spaces, COMMENT_COLUMN);
        at += shown < COMMENT_COLUMN ? COMMENT_COLUMN - shown : 0;
    }
    return at;
}

/* "// 000000001900: BF850003 <symbol+0x8>", or what of it was asked for. */
static void end_line(struct writer *w, char *at, const uint8_t *code, size_t size, uint64_t address)
{
    bool has_comment = !w->q->no_addresses || w->q->encodings;
    if (w->has_colours && has_comment)
        at = put_text(at, "\033[2m");
    if (has_comment)
        at = put_text(at, "//");
    if (!w->q->no_addresses) {
        *at++ = ' ';
        at = put_address(at, address);
        *at++ = ':';
    }
    if (has_comment) {
        for (size_t i = 0; i + 4 <= size; i += 4) {
            uint32_t word;
            memcpy(&word, code + i, 4);
            *at++ = ' ';
            at = put_hex_bytes(at, word, 4);
        }
        for (size_t i = 0; size < 4 && i < size; i++) {
            *at++ = ' ';
            at = put_hex_bytes(at, code[i], 1);
        }
    }
    w->used = (size_t)(at - w->out);
}

static void put_target(struct writer *w, uint64_t target)
{
    const shoal_object_symbol *s =
        in_section(w->range, target) ? dis_symbol_before(w->range, target) : NULL;
    if (!s || w->q->no_addresses || symbol_of(w, target))
        return;
    w->used = (size_t)(put_text(reserve(w), " <") - w->out);
    put_name(w, s->name);
    char *at = reserve(w);
    if (target != s->address)
        at += snprintf(at, 32, "+0x%" PRIx64, target - s->address);
    *at++ = '>';
    w->used = (size_t)(at - w->out);
}

static void end_colour(struct writer *w)
{
    bool has_comment = !w->q->no_addresses || w->q->encodings;
    char *at = reserve(w);
    if (w->has_colours && has_comment)
        at = put_text(at, "\033[0m");
    *at++ = '\n';
    w->used = (size_t)(at - w->out);
}

/* What is no instruction: a dword, or the bytes that are left, and why. */
static size_t put_invalid(struct writer *w, const uint8_t *code, uint64_t left, uint64_t address,
                          const char *reason)
{
    char *at = reserve(w);
    size_t size = left < 4 ? (size_t)left : 4;
    if (size == 4) {
        uint32_t word;
        memcpy(&word, code, 4);
        at += sprintf(at, "\t.long 0x%08x%*s", word, COMMENT_COLUMN - 17, "");
    } else {
        for (size_t i = 0; i < size; i++)
            at += sprintf(at, "%s0x%02x", i ? ", " : "\t.byte ", code[i]);
        at += sprintf(at, "%*s", (int)(COMMENT_COLUMN - 5 - 6 * size), "");
    }
    if (w->q->no_addresses && !w->q->encodings)
        w->used = (size_t)(put_text(at, "//") - w->out);
    else
        end_line(w, at, code, size, address);
    at = put_text(reserve(w), w->q->no_addresses && !w->q->encodings ? " " : " // ");
    at = put_text(at, reason);
    w->used = (size_t)(at - w->out);
    end_colour(w);
    return size;
}

/* How many bytes of zeros objdump would leave out here: at least 8, whole dwords. */
static uint64_t skippable_zeros(const uint8_t *code, uint64_t left)
{
    uint64_t n = 0;
    while (n < left && !code[n])
        n++;
    return n < 8 ? 0 : n & ~UINT64_C(3);
}

static void put_source(struct writer *w, uint64_t address)
{
    const char *place, *text;
    if (!source_at(&w->source, w->range->object, w->range->section_index, address, &place, &text))
        return;
    for (const char *line = place; line; line = line == place ? text : NULL) {
        char *at = reserve(w);
        at = put_text(at, w->has_colours ? "\033[32m; " : "; ");
        w->used = (size_t)(at - w->out);
        put_name(w, line);
        at = put_text(reserve(w), w->has_colours ? "\033[0m\n" : "\n");
        w->used = (size_t)(at - w->out);
    }
}

static void put_label(struct writer *w, uint64_t address)
{
    size_t index = target_index(w, address);
    if (index == SIZE_MAX ||
        (address == w->range->start && w->range->name != w->range->section->name))
        return;
    char *at = reserve(w);
    w->used = (size_t)(at + sprintf(at, "L%zu:\n", index) - w->out);
}

static void show_code(struct writer *w)
{
    const struct dis_range *r = w->range;
    bool skips_zeros = !w->q->no_addresses;
    for (uint64_t at = r->start; at < r->end;) {
        const uint8_t *code = range_bytes(r, at);
        shoal_insn insn;
        if (skips_zeros && !code[0]) {
            uint64_t n = skippable_zeros(code, r->end - at);
            if (n) {
                w->used = (size_t)(put_text(reserve(w), "\t\t...\n") - w->out);
                at += n;
                continue;
            }
        }
        if (w->q->source)
            put_source(w, at);
        if (w->q->no_addresses)
            put_label(w, at);
        if (dis_decode(w->q, r->wave64, code, r->end - at, &insn) != SHOAL_OK) {
            at += put_invalid(w, code, r->end - at, at, insn.reason);
            continue;
        }
        char *line = put_insn(w, reserve(w), &insn, at);
        end_line(w, line, code, insn.size_bytes, at);
        if (dis_has_target(&insn) && !(insn.flags & SHOAL_INSN_CALL))
            put_target(w, at + (uint64_t)(int64_t)insn.branch_bytes);
        if (w->has_colours)
            end_colour(w);
        else
            w->out[w->used++] = '\n';
        at += insn.size_bytes;
    }
}

/* ---- files -------------------------------------------------------------------------------------
 */

static void put_section(struct writer *w)
{
    const char *name = w->range->section->name;
    bool is_text = strcmp(name, ".text") == 0;
    char *at = reserve(w);
    if (w->q->raw)
        return;
    if (!w->q->no_addresses)
        at = put_text(at, "\nDisassembly of section ");
    else
        at = put_text(at, is_text ? "\t" : "\t.section ");
    w->used = (size_t)(at - w->out);
    put_name(w, name);
    at = put_text(reserve(w), !w->q->no_addresses ? ":\n" : is_text ? "\n" : ",\"ax\",@progbits\n");
    w->used = (size_t)(at - w->out);
}

static void put_heading(struct writer *w)
{
    const struct dis_range *r = w->range;
    const char *bold = w->has_colours ? "\033[1m" : "", *plain = w->has_colours ? "\033[0m" : "";
    char *at = reserve(w);
    if (w->q->raw || (w->q->no_addresses && r->name == r->section->name))
        return;
    if (w->q->no_addresses)
        at += sprintf(at, "\n%s", bold);
    else
        at += sprintf(at, "\n%s%016" PRIx64 " <", bold, r->start);
    w->used = (size_t)(at - w->out);
    put_name(w, r->name);
    at = reserve(w);
    at += sprintf(at, "%s:%s\n", w->q->no_addresses ? "" : ">", plain);
    w->used = (size_t)(at - w->out);
}

static void show_range(void *user, const struct dis_range *r)
{
    struct writer *w = user;
    w->range = r;
    if (w->section != r->section) {
        w->section = r->section;
        put_section(w);
        if (w->q->no_addresses)
            find_targets(w);
    }
    put_heading(w);
    show_code(w);
}

bool dis_text_file(const struct dis_request *q, const shoal_object *object)
{
    struct writer *w = malloc(sizeof *w);
    if (!w)
        return false;
    memset(w, 0, offsetof(struct writer, out));
    w->q = q;
    w->has_colours = *cli_colour(stdout, CLI_BOLD) != 0;
    if (!q->no_addresses && !q->raw) {
        w->used = (size_t)(put_text(w->out, "\n") - w->out);
        put_name(w, q->file);
        w->used = (size_t)(put_text(reserve(w), strcmp(object->isa, "rdna3") == 0
                                                    ? ":\tfile format elf64-amdgpu\n"
                                                    : ":\tfile format elf32-littleriscv\n") -
                           w->out);
    }
    dis_each_range(q, object, show_range, w);
    flush(w);
    bool ok = !w->out_of_memory;
    source_close(&w->source);
    free((void *)(uintptr_t)w->targets);
    free(w);
    return ok;
}

/* ---- one instruction per line ------------------------------------------------------------------
 */

static int hex_digit(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Bytes of two digits each, with spaces, commas, brackets and 0x between them. NULL, or what is
 * wrong. */
static const char *read_bytes(const char *line, size_t length, uint8_t *out, size_t room, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < length;) {
        int c = line[i], next = i + 1 < length ? line[i + 1] : ' ';
        if (c == ' ' || c == '\t' || c == '\r' || c == ',' || c == '[' || c == ']') {
            i++;
            continue;
        }
        if (c == '0' && (next == 'x' || next == 'X')) {
            i += 2;
            continue;
        }
        if (hex_digit(c) < 0 || hex_digit(next) < 0)
            return "expected pairs of hex digits";
        if (*n == room)
            return "more bytes than an instruction can have";
        out[(*n)++] = (uint8_t)(hex_digit(c) << 4 | hex_digit(next));
        i += 2;
    }
    return *n ? NULL : "no bytes";
}

static void show_hex_line(const struct dis_request *q, const char *line, size_t length)
{
    uint8_t bytes[32];
    size_t n;
    shoal_insn insn;
    char text[SHOAL_INSN_TEXT_BYTES];
    shoal_text_options options = {.wave64 = q->wave64};
    const char *wrong = read_bytes(line, length, bytes, sizeof bytes, &n);
    if (wrong) {
        printf("invalid: %s\n", wrong);
        return;
    }
    shoal_status st = dis_decode(q, q->wave64, bytes, n, &insn);
    if (st == SHOAL_E_TRUNCATED) {
        printf("invalid: needs %u bytes\n", insn.size_bytes);
    } else if (st != SHOAL_OK) {
        printf("invalid: %s\n", insn.reason);
    } else if (insn.size_bytes != n) {
        printf("invalid: %zu bytes follow the instruction\n", n - insn.size_bytes);
    } else {
        shoal_insn_format(q->isa, &insn, &options, text, sizeof text);
        puts(text);
    }
}

void dis_hex_lines(const struct dis_request *q, const char *text, size_t size)
{
    for (const char *line = text, *end = text + size; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        show_hex_line(q, line, (size_t)(stop - line));
        line = stop + 1;
    }
}
