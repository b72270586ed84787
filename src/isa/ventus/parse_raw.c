/* parse_raw.c: `.insn`: instructions by their fields, as GNU as and LLVM have it for RISC-V, which
 * public kernels write Ventus's own instructions with. GNU as, "RISC-V-Formats". */
#include <string.h>

#include "isa/ventus/names.h"
#include "isa/ventus/parse_parts.h"

enum { MAX_LENGTH = 24 }; /* of an instruction; RISC-V, "Expanded Instruction-Length Encoding" */

/* Where the fields of the formats are. */
enum {
    AT_RD = 7,
    AT_FUNCT3 = 12,
    AT_RS1 = 15,
    AT_RS2 = 20,
    AT_FUNCT = 25,
    AT_RS3 = 27,
    AT_IMM = 20
};

struct raw_parser {
    struct parser p;
    uint32_t word;
    struct ventus_raw *out;
};

/* Major opcodes; LLVM's names for them, RISC-V table 24.1. */
static const struct {
    const char *name;
    uint8_t value;
} opcodes[] = {
    {"LOAD", 0x03},     {"LOAD_FP", 0x07},  {"CUSTOM_0", 0x0b},  {"MISC_MEM", 0x0f},
    {"OP_IMM", 0x13},   {"AUIPC", 0x17},    {"OP_IMM_32", 0x1b}, {"STORE", 0x23},
    {"STORE_FP", 0x27}, {"CUSTOM_1", 0x2b}, {"AMO", 0x2f},       {"OP", 0x33},
    {"LUI", 0x37},      {"OP_32", 0x3b},    {"MADD", 0x43},      {"MSUB", 0x47},
    {"NMSUB", 0x4b},    {"NMADD", 0x4f},    {"OP_FP", 0x53},     {"OP_V", 0x57},
    {"CUSTOM_2", 0x5b}, {"BRANCH", 0x63},   {"JALR", 0x67},      {"JAL", 0x6f},
    {"SYSTEM", 0x73},   {"OP_VE", 0x77},    {"CUSTOM_3", 0x7b},
};

static bool comma(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    return asm_eat(c, ',') || asm_fail(c, c->p, "expected ','");
}

/* An unsigned number of so many bits, into the word. */
static bool field(struct raw_parser *r, unsigned at, unsigned bits, const char *what)
{
    struct asm_cursor *c = r->p.c;
    int64_t number;
    asm_skip(c);
    const char *start = c->p;
    if (!asm_parse_number(r->p.opt->as, c, what, &number))
        return false;
    if (number < 0 || number >= INT64_C(1) << bits)
        return asm_fail(c, start, "%s is 0 to %u", what, (1u << bits) - 1);
    r->word |= (uint32_t)number << at;
    return true;
}

static bool opcode(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (asm_word_is(word, n, opcodes[i].name)) {
            c->p = word + n;
            r->word |= opcodes[i].value;
            return true;
        }
    if (!field(r, 0, 7, "an opcode"))
        return false;
    if ((r->word & 3) != 3) {
        asm_fail(c, word, "an opcode of 32-bit instructions ends with bits 11");
        asm_hint(c, "the four of custom instructions are 0x0b, 0x2b, 0x5b and 0x7b");
        return false;
    }
    return true;
}

/* ft0 to ft11, fs0, fa0 and so on; -1: none of them. */
static int float_number(const char *word, size_t n)
{
    static const struct {
        const char *prefix;
        uint8_t first, last, number;
    } names[] = {{"f", 0, 31, 0},  {"ft", 0, 7, 0},   {"fs", 0, 1, 8},
                 {"fa", 0, 7, 10}, {"fs", 2, 11, 18}, {"ft", 8, 11, 28}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].prefix), at = length;
        unsigned number = 0;
        if (n <= length || n > length + 2 || memcmp(word, names[i].prefix, length) != 0)
            continue;
        while (at < n && asm_is(word[at], ASM_DIGIT))
            number = number * 10 + (unsigned)(word[at++] - '0');
        bool is_padded = n == length + 2 && word[length] == '0';
        if (at == n && !is_padded && number >= names[i].first && number <= names[i].last)
            return (int)(names[i].number + number - names[i].first);
    }
    return -1;
}

/* x, f or v: they share the field. */
static bool reg(struct raw_parser *r, unsigned at)
{
    struct asm_cursor *c = r->p.c;
    const char *word;
    size_t n = asm_word(c, &word);
    int number = ventus_scalar_number(word, n);
    if (number < 0)
        number = ventus_vector_number(word, n);
    if (number < 0)
        number = float_number(word, n);
    if (number < 0)
        return asm_fail(c, n ? word : c->p, "expected a register");
    if (number > 31) {
        asm_fail(c, word, "a field has room for registers 0 to 31");
        asm_hint(c, "write a regext before it, whose bits are above these");
        return false;
    }
    r->word |= (uint32_t)number << at;
    return true;
}

/* A signed immediate of 12 bits, or %lo of a symbol. */
static bool immediate(struct raw_parser *r, bool is_store)
{
    struct asm_cursor *c = r->p.c;
    asm_skip(c);
    const char *at = c->p;
    bool is_lo = *at == '%';
    const char *name;
    if (is_lo) {
        c->p++;
        size_t n = asm_word(c, &name);
        if (!asm_word_is(name, n, "lo"))
            return asm_fail(c, at, "%%lo(symbol) is what fits here");
        if (!asm_eat(c, '('))
            return asm_fail(c, c->p, "expected '(' after %%lo");
    }
    struct asm_value v;
    if (!asm_parse_expr(r->p.opt->as, c, &v))
        return false;
    if (is_lo && !asm_eat(c, ')'))
        return asm_fail(c, c->p, "expected ')'");
    r->out->at = at;
    r->out->fix = is_lo      ? is_store ? VENTUS_FIX_LO_S : VENTUS_FIX_LO_I
                  : is_store ? VENTUS_FIX_IMM_S
                             : VENTUS_FIX_IMM_I;
    r->out->value = v;
    return true;
}

/* What an instruction takes after its format's name. */
static bool r_type(struct raw_parser *r, bool has_four)
{
    struct asm_cursor *c = r->p.c;
    if (!opcode(r) || !comma(r) || !field(r, AT_FUNCT3, 3, "funct3") || !comma(r))
        return false;
    const char *start = c->p;
    uint32_t before = r->word;
    if (!field(r, AT_FUNCT, has_four ? 2 : 7, has_four ? "funct2" : "funct7") || !comma(r) ||
        !reg(r, AT_RD) || !comma(r) || !reg(r, AT_RS1) || !comma(r) || !reg(r, AT_RS2))
        return false;
    asm_skip(c);
    if (!has_four && *c->p == ',') { /* four registers: the number is funct2 */
        c->p = start;
        r->word = before;
        return field(r, AT_FUNCT, 2, "funct2 (with four registers)") && comma(r) && reg(r, AT_RD) &&
               comma(r) && reg(r, AT_RS1) && comma(r) && reg(r, AT_RS2) && comma(r) &&
               reg(r, AT_RS3);
    }
    return !has_four || (comma(r) && reg(r, AT_RS3));
}

/* "rs1, imm" or "imm(rs1)". */
static bool i_type(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    if (!opcode(r) || !comma(r) || !field(r, AT_FUNCT3, 3, "funct3") || !comma(r) ||
        !reg(r, AT_RD) || !comma(r))
        return false;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    bool is_register = n && (ventus_scalar_number(word, n) >= 0 ||
                             ventus_vector_number(word, n) >= 0 || float_number(word, n) >= 0);
    if (is_register)
        return reg(r, AT_RS1) && comma(r) && immediate(r, false);
    return immediate(r, false) && (asm_eat(c, '(') || asm_fail(c, c->p, "expected '('")) &&
           reg(r, AT_RS1) && (asm_eat(c, ')') || asm_fail(c, c->p, "expected ')'"));
}

static bool s_type(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    return opcode(r) && comma(r) && field(r, AT_FUNCT3, 3, "funct3") && comma(r) &&
           reg(r, AT_RS2) && comma(r) && immediate(r, true) &&
           (asm_eat(c, '(') || asm_fail(c, c->p, "expected '('")) && reg(r, AT_RS1) &&
           (asm_eat(c, ')') || asm_fail(c, c->p, "expected ')'"));
}

/* A label, or a distance in bytes. */
static bool target(struct raw_parser *r, enum ventus_fix fix)
{
    struct asm_cursor *c = r->p.c;
    asm_skip(c);
    r->out->at = c->p;
    r->out->fix = fix;
    return asm_parse_unfolded(r->p.opt->as, c, &r->out->value);
}

static bool b_type(struct raw_parser *r)
{
    return opcode(r) && comma(r) && field(r, AT_FUNCT3, 3, "funct3") && comma(r) &&
           reg(r, AT_RS1) && comma(r) && reg(r, AT_RS2) && comma(r) && target(r, VENTUS_FIX_BRANCH);
}

static bool u_type(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    if (!opcode(r) || !comma(r) || !reg(r, AT_RD) || !comma(r))
        return false;
    asm_skip(c);
    if (*c->p != '%')
        return target(r, VENTUS_FIX_UPPER);
    const char *at = c->p++, *name;
    size_t n = asm_word(c, &name);
    if (!asm_word_is(name, n, "hi"))
        return asm_fail(c, at, "%%hi(symbol) is what fits here");
    if (!asm_eat(c, '('))
        return asm_fail(c, c->p, "expected '(' after %%hi");
    return target(r, VENTUS_FIX_HI) && (asm_eat(c, ')') || asm_fail(c, c->p, "expected ')'"));
}

static bool j_type(struct raw_parser *r)
{
    return opcode(r) && comma(r) && reg(r, AT_RD) && comma(r) && target(r, VENTUS_FIX_JUMP);
}

/* The length that the lowest bits of an instruction say; 0: reserved. */
static unsigned length_of(uint64_t value)
{
    if ((value & 3) != 3)
        return 2;
    if ((value & 0x1f) != 0x1f)
        return 4;
    if ((value & 0x3f) == 0x1f)
        return 6;
    return (value & 0x7f) == 0x3f ? 8 : 0;
}

/* VALUE, or LENGTH, VALUE. */
static bool plain(struct raw_parser *r)
{
    struct asm_cursor *c = r->p.c;
    int64_t length = 0, value;
    asm_skip(c);
    const char *at = c->p, *length_at = NULL;
    if (!asm_parse_number(r->p.opt->as, c, "a number", &value))
        return false;
    if (asm_eat(c, ',')) {
        length = value;
        length_at = at;
        asm_skip(c);
        at = c->p;
        if (!asm_parse_number(r->p.opt->as, c, "a number", &value))
            return false;
    }
    unsigned needed = length_of((uint64_t)value);
    if (length_at && (length < 2 || length > MAX_LENGTH || length % 2))
        return asm_fail(c, length_at, "instructions have 2, 4, 6 or 8 bytes");
    if (length_at && length != needed)
        return asm_fail(c, length_at, "the value's lowest bits are those of %u bytes", needed);
    if (needed != 4 && needed != 8) {
        asm_fail(c, at, "Ventus has instructions of 4 and 8 bytes only");
        asm_hint(c, "4 bytes end with bits 11, below these not 111; 8 bytes with 0111111");
        return false;
    }
    if (needed == 4 && (value > UINT32_MAX || value < INT32_MIN))
        return asm_fail(c, at, "the value has more than 4 bytes");
    r->word = (uint32_t)value;
    r->out->high = (uint32_t)((uint64_t)value >> 32);
    r->out->size = (uint8_t)needed;
    return true;
}

static bool formatted(struct raw_parser *r, const char *word, size_t n)
{
    struct asm_cursor *c = r->p.c;
    if (asm_word_is(word, n, "r") || asm_word_is(word, n, "r4"))
        return r_type(r, n == 2);
    if (asm_word_is(word, n, "i"))
        return i_type(r);
    if (asm_word_is(word, n, "s"))
        return s_type(r);
    if (asm_word_is(word, n, "b") || asm_word_is(word, n, "sb"))
        return b_type(r);
    if (asm_word_is(word, n, "u"))
        return u_type(r);
    if (asm_word_is(word, n, "j") || asm_word_is(word, n, "uj"))
        return j_type(r);
    asm_fail(c, word, "'%.*s' is no format of .insn", (int)(n > 60 ? 60 : n), word);
    asm_hint(c, *word == 'c' ? "Ventus has no compressed instructions"
                             : "there are r, r4, i, s, b, sb, u, j, uj, and LENGTH, VALUE");
    return false;
}

bool ventus_parse_raw(struct asm_cursor *c, const struct ventus_parse_options *opt,
                      struct ventus_raw *out)
{
    struct raw_parser r = {.p = {c, opt, NULL}, .out = out};
    const char *word;
    *out = (struct ventus_raw){.size = 4};
    size_t n = asm_peek_word(c, &word);
    if (n)
        c->p = word + n;
    if (!(n ? formatted(&r, word, n) : plain(&r)))
        return false;
    if (!asm_at_end(c))
        return asm_fail(c, c->p, "unexpected text after the operands");
    for (unsigned i = 0; i < 4; i++) {
        out->bytes[i] = (uint8_t)(r.word >> 8 * i);
        out->bytes[4 + i] = (uint8_t)(out->high >> 8 * i);
    }
    if (out->fix == VENTUS_FIX_NONE || out->value.expr)
        return true;
    const char *problem = ventus_apply(out->fix, out->bytes, out->value.number);
    out->fix = VENTUS_FIX_NONE;
    return !problem || asm_fail(c, out->at, "%s", problem);
}
