/* run_vectors.c: runs the hand-made cases of the .vec files at every host level and in
 * both wave sizes.
 *
 * A case is one line:
 *
 *     v_lshlrev_b32  a=0x21 b=1 -> d=2  by=manual:16.7   # only 5 bits of the count
 *
 * MNEMONIC[_e64], inputs by role, `->`, results by role, `by=` who vouches for the value
 * (manual:SECTION, formula, llvm): a case without it is refused. Values are integers, or
 * floats of the operand's type when they contain '.', 'inf' or 'nan'. Lane masks are 0 or 1
 * for all lanes. Besides roles: mode=, clamp=, omod=, neg=, abs=, opsel=, neghi=, opselhi=
 * set MODE and the fields of the encoding; scc=, m0=, exec= (scalar rows) set state.
 * Vector cases run with every third lane off: those lanes must keep their values. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

static int passed, failed, skipped;
static const char *file;
static int line_number;

__attribute__((format(printf, 1, 2))) static bool complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: ", file, line_number);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    return false;
}

/* The bits of a value written for an operand of `type`. */
static uint64_t parse_value(const char *text, unsigned type)
{
    unsigned width = rdna3_type_bits[type];
    const char *t = *text == '-' || *text == '+' ? text + 1 : text;
    bool hex = t[0] == '0' && (t[1] == 'x' || t[1] == 'X');
    if (!hex && (strchr(t, '.') || !strncmp(t, "inf", 3) || !strncmp(t, "nan", 3))) {
        double v = strtod(text, NULL);
        if (width == 64) {
            uint64_t u;
            memcpy(&u, &v, 8);
            return u;
        }
        if (width == 16 && type != T_bf16) {
            _Float16 x = (_Float16)v;
            uint16_t u;
            memcpy(&u, &x, 2);
            return u;
        }
        float x = (float)v;
        uint32_t u;
        memcpy(&u, &x, 4);
        return width == 16 ? u >> 16 : u;
    }
    uint64_t v = *text == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    return width >= 64 || width == 0 ? v : v & ((UINT64_C(1) << width) - 1);
}

struct pair {
    char key[16], value[48];
};

struct vector {
    char mnemonic[64];
    struct pair in[16], out[8];
    unsigned n_in, n_out;
    bool has_by;
};

static bool parse_line(char *text, struct vector *v)
{
    memset(v, 0, sizeof *v);
    char *hash = strchr(text, '#');
    if (hash)
        *hash = 0;
    char *save, *word = strtok_r(text, " \t\n", &save);
    if (!word)
        return false;
    snprintf(v->mnemonic, sizeof v->mnemonic, "%s", word);
    bool out = false;
    while ((word = strtok_r(NULL, " \t\n", &save))) {
        if (!strcmp(word, "->")) {
            out = true;
            continue;
        }
        char *eq = strchr(word, '=');
        if (!eq)
            return complain("expected key=value, found %s", word), false;
        *eq = 0;
        if (!strcmp(word, "by")) {
            v->has_by = eq[1] != 0;
            continue;
        }
        struct pair *p = out ? &v->out[v->n_out++] : &v->in[v->n_in++];
        snprintf(p->key, sizeof p->key, "%s", word);
        snprintf(p->value, sizeof p->value, "%s", eq + 1);
    }
    return true;
}

static const char *find(const struct pair *p, unsigned n, const char *key)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(p[i].key, key))
            return p[i].value;
    return NULL;
}

static bool is_vector_format(unsigned f)
{
    return f == FMT_VOP1 || f == FMT_VOP2 || f == FMT_VOPC || f == FMT_VOP3 || f == FMT_VOP3SD ||
           f == FMT_VOP3P;
}

/* Registers that roles live in: VGPRs d 0, e 5, a 10, b 20, c 30; SGPRs likewise. */
static unsigned home(unsigned role)
{
    switch (role) {
    case ROLE_e:
        return 5;
    case ROLE_a:
        return 10;
    case ROLE_b:
        return 20;
    case ROLE_c:
        return 30;
    default:
        return 0;
    }
}

enum { MASK_SGPR = 40, CARRY_SGPR = 44 };

static bool lane_on(unsigned lane) { return lane % 3 != 2; }

static void set_lanes(struct harness *h, unsigned reg, unsigned width, uint64_t value)
{
    for (unsigned l = 0; l < h->lanes; l++) {
        if (width == 64)
            harness_set_v64(h, reg, l, value);
        else
            harness_set_v(h, reg, l, width == 16 ? (uint32_t)value | 0xa5a50000 : (uint32_t)value);
    }
}

/* Points the field of `role` at its register. */
static void place_operand(struct rdna3_insn *in, unsigned role, unsigned type)
{
    struct rdna3_place p = rdna3_places[in->format][role];
    if (p.field == 0xff)
        return;
    switch (p.kind) {
    case K_vgpr:
        in->f[p.field] = home(role);
        break;
    case K_src:
        in->f[p.field] = SRC_VGPR0 + home(role);
        break;
    case K_smask:
        in->f[p.field] = MASK_SGPR;
        break;
    case K_sdst:
        in->f[p.field] = type == T_mask ? CARRY_SGPR : home(role);
        break;
    case K_ssrc:
        in->f[p.field] = home(role);
        break;
    default:
        break;
    }
}

static uint64_t mask_lanes(const struct harness *h)
{
    return h->lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

static bool run_vector(struct harness *h, const struct vector *v)
{
    char name[64];
    snprintf(name, sizeof name, "%s", v->mnemonic);
    size_t n = strlen(name);
    bool e64 = n > 4 && !strcmp(name + n - 4, "_e64");
    if (e64)
        name[n - 4] = 0;
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    if (!row)
        return complain("no instruction %s", name);
    if (!v->has_by)
        return complain("by= is missing: who vouches for the value?");
    unsigned format = row->format;
    if (e64)
        format = row->flags & FLAG_vop3sd ? FMT_VOP3SD : FMT_VOP3;
    struct rdna3_insn in = harness_insn(name, format);
    bool vector = is_vector_format(format);
    harness_reset(h);
    uint64_t exec = 0;
    for (unsigned l = 0; l < h->lanes; l++)
        exec |= (uint64_t)lane_on(l) << l;
    if (vector)
        set_s64(h->w, SRC_EXEC_LO, exec);
    const uint32_t untouched = 0xdeadbeef;
    for (unsigned r = 0; r < 8; r++)
        set_lanes(h, r, 32, untouched);

    for (unsigned i = 0; i < row->n_operands; i++)
        place_operand(&in, row->operands[i].role, row->operands[i].type);
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        const char *text = find(v->in, v->n_in, rdna3_role_names[d.role]);
        if (d.role == ROLE_mode || d.role == ROLE_lane0 || d.role == ROLE_neg)
            continue;
        if (!text)
            return complain("%s needs %s=", name, rdna3_role_names[d.role]);
        uint64_t value = parse_value(text, d.type);
        unsigned width = rdna3_type_bits[d.type], kind = rdna3_places[format][d.role].kind;
        if (d.type == T_mask) {
            unsigned at = kind == K_smask ? MASK_SGPR : SRC_VCC_LO;
            set_s64(h->w, at, value ? mask_lanes(h) : 0);
        } else if (d.role == ROLE_scc) {
            h->w->scc = value;
        } else if (d.role == ROLE_exec) {
            set_s64(h->w, SRC_EXEC_LO, value);
        } else if (kind == K_imm32) {
            in.ext = EXT_LITERAL;
            in.literal = (uint32_t)value;
        } else if (kind == K_simm16) {
            in.f[F_simm16] = (uint32_t)value & 0xffff;
        } else if (vector) {
            set_lanes(h, home(d.role), width, value);
        } else {
            set_s64(h->w, home(d.role), value);
        }
    }
    for (unsigned i = 0; i < v->n_in; i++) {
        static const struct {
            const char *key;
            unsigned field;
        } fields[] = {{"clamp", F_clamp}, {"omod", F_omod},   {"neg", F_neg},        {"abs", F_abs},
                      {"opsel", F_opsel}, {"neghi", F_neghi}, {"opselhi", F_opselhi}};
        for (unsigned k = 0; k < sizeof fields / sizeof *fields; k++)
            if (!strcmp(v->in[i].key, fields[k].key))
                in.f[fields[k].field] = (uint32_t)strtoul(v->in[i].value, NULL, 0);
        if (!strcmp(v->in[i].key, "mode"))
            h->w->mode = (uint32_t)strtoul(v->in[i].value, NULL, 0);
        if (!strcmp(v->in[i].key, "m0"))
            h->w->s[SRC_M0] = (uint32_t)strtoul(v->in[i].value, NULL, 0);
    }
    uint32_t before[8][64];
    for (unsigned r = 0; r < 8; r++)
        for (unsigned l = 0; l < h->lanes; l++)
            before[r][l] = harness_v(h, r, l);

    if (!harness_run_insn(h, &in))
        return complain("%s faulted: %s", name, h->w->base.fault.text);

    for (unsigned i = 0; i < v->n_out; i++) {
        struct rdna3_operand_desc d = {0};
        for (unsigned k = 0; k < row->n_writes; k++)
            if (!strcmp(rdna3_role_names[row->operands[k].role], v->out[i].key))
                d = row->operands[k];
        if (d.role == ROLE_none)
            return complain("%s does not write %s", name, v->out[i].key);
        uint64_t want = parse_value(v->out[i].value, d.type);
        unsigned width = rdna3_type_bits[d.type], kind = rdna3_places[format][d.role].kind;
        if (d.type == T_mask) {
            uint64_t got = s64(h->w, d.role == ROLE_x     ? SRC_EXEC_LO
                                     : kind == K_implicit ? SRC_VCC_LO
                                                          : CARRY_SGPR);
            got &= mask_lanes(h);
            if (got != (want ? exec : 0))
                return complain("%s wave%u: %s is %#llx, expected %#llx", name, h->lanes,
                                v->out[i].key, (unsigned long long)got,
                                (unsigned long long)(want ? exec : 0));
        } else if (d.role == ROLE_scc) {
            if (h->w->scc != want)
                return complain("%s: scc is %d", name, h->w->scc);
        } else if (d.role == ROLE_exec || (kind == K_sdst && !vector)) {
            uint64_t got = s64(h->w, d.role == ROLE_exec ? SRC_EXEC_LO : home(d.role));
            if (width == 32)
                got &= UINT32_MAX;
            if (got != want)
                return complain("%s: %s is %#llx, expected %#llx", name, v->out[i].key,
                                (unsigned long long)got, (unsigned long long)want);
        } else {
            for (unsigned l = 0; l < h->lanes; l++) {
                unsigned r = home(d.role);
                uint64_t got = width == 64 ? harness_v64(h, r, l) : harness_v(h, r, l),
                         expect = want;
                uint64_t old =
                    width == 64 ? before[r][l] | (uint64_t)before[r + 1][l] << 32 : before[r][l];
                if (width == 16) {
                    bool hi = in.format == FMT_VOP3 && in.f[F_opsel] & 8;
                    hi |= (row->flags & FLAG_dsthi) != 0;
                    expect = hi ? (old & 0xffff) | want << 16 : (old & 0xffff0000) | want;
                }
                if (!lane_on(l))
                    expect = old;
                if (got != expect)
                    return complain("%s wave%u %s lane %u: %s is %#llx, expected %#llx",
                                    v->mnemonic, h->lanes, h->isa->host_cpu, l, v->out[i].key,
                                    (unsigned long long)got, (unsigned long long)expect);
            }
        }
    }
    return true;
}

static void run_file(struct harness *h, const char *path)
{
    FILE *f = fopen(path, "r");
    char text[512];
    file = path;
    if (!f) {
        fprintf(stderr, "cannot read %s\n", path);
        failed++;
        return;
    }
    for (line_number = 1; fgets(text, sizeof text, f); line_number++) {
        struct vector v;
        const char *p = text;
        while (isspace((unsigned char)*p))
            p++;
        if (!*p || *p == '#')
            continue;
        if (parse_line(text, &v) && run_vector(h, &v))
            passed++;
        else
            failed++;
    }
    fclose(f);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: run_vectors FILE.vec...\n");
        return 2;
    }
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes)) {
                fprintf(stderr, "SKIP: no %s in this build or CPU\n", host_levels[level]);
                skipped++;
                continue;
            }
            for (int i = 1; i < argc; i++)
                run_file(&h, argv[i]);
            harness_close(&h);
        }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0;
}
