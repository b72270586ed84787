/* direct_encode.c: prints random instructions of the direct back end, as bytes and as Intel's
 * assembly; every row of its table, with registers and operands in memory. direct_encode.py has
 * LLVM read both.
 *
 *     direct_encode SEED COUNT        COUNT of each row */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"

static uint64_t state;

static uint32_t below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

static bool chance(unsigned percent) { return below(100) < percent; }

/* ---- what a row's operands are ---- */

/* Rows that end with one of these have a general register where others have a vector. */
static bool is_general(unsigned op) { return op >= MOV; }

static bool is_mask_op(unsigned op) { return op >= KANDW && op < MOV; }

static bool is_vector(unsigned op) { return op < KANDW; }

static bool writes_mask(unsigned op)
{
    return (op >= VCMPPS && op <= VPTESTNMD) || op == VPMOVD2M ||
           (is_mask_op(op) && op != KMOVD_RK && op != KMOVW_RK && op != KMOVB_RK);
}

static bool reads_mask(unsigned op)
{
    return op == VPMOVM2D || op == VPMOVM2Q || op == VPMOVM2W || (is_mask_op(op) && op != KMOVD_KR);
}

static bool is_gather(unsigned op)
{
    return op == VPGATHERDD || op == VPGATHERDQ || op == VPSCATTERDD || op == VPSCATTERDQ;
}

static bool reads_general(unsigned op)
{
    return op == VPBROADCASTD_R || op == VPBROADCASTQ_R || op == VPBROADCASTW_R || op == LD_VMOVD ||
           op == LD_VMOVQ || op == KMOVD_KR;
}

static bool writes_general(unsigned op)
{
    return op == VMOVD || op == VMOVQ || op == VPEXTRD || op == VPEXTRQ || op == KMOVD_RK ||
           op == KMOVW_RK || op == KMOVB_RK || op == VMOVMSKPS || op == VMOVMSKPD ||
           op == VPMOVMSKB;
}

/* Rows of vectors that are not in EVEX's encoding, from the first to the last one. */
static bool is_vex_only(unsigned op) { return op >= VPCMPEQW && op <= VGATHERDQ; }

static bool is_vex_gather(unsigned op) { return op == VGATHERDD || op == VGATHERDQ; }

/* Of one size only. */
static bool is_xmm(unsigned op)
{
    return op == VMOVD || op == VMOVQ || op == VPEXTRD || op == VPEXTRQ || op == LD_VMOVD ||
           op == LD_VMOVQ || op == VADDSS || op == VSUBSS || op == VMULSS;
}

static bool is_locked(unsigned op) { return op >= CMPXCHG && op <= LOCK_XOR; }

/* Rows that are tried with a rounding mode of their own. */
static bool can_round(unsigned op)
{
    return op == VFMADD231PS || op == VADDPS || op == VMULPD || op == VSQRTPS;
}

static bool needs_memory(unsigned op)
{
    return is_gather(op) || op == LEA || op == ST_IMM || op == ST_IMM16 || op == ST_IMM8 ||
           op == PREFETCHT0 || op == PREFETCHT1 || op == PREFETCHNTA || is_locked(op) ||
           op == ST_KMOVQ || op == ST_MOV || op == ST_MOV16 || op == ST_MOV8 ||
           (op >= ST_VMOVDQU8 && op <= VMOVNTDQ) || op_form(op) == RMK || op_form(op) == MRK;
}

static bool may_have_memory(const struct ins *i) { return needs_memory(i->op) || can_fold(i); }

static bool takes_mask(unsigned op)
{
    return !is_general(op) && !is_mask_op(op) && !is_xmm(op) && !reads_mask(op) && op != VPMOVD2M &&
           op != VMOVNTDQ;
}

/* ---- instructions ---- */

static reg general(void)
{
    static const uint8_t all[] = {RAX, RCX, RDX, RBX, RBP, RSI, RDI, R8,
                                  R9,  R10, R11, R12, R13, R14, R15};
    return G(all[below(sizeof all)]);
}

static struct mem memory(bool is_vsib)
{
    static const int32_t units[] = {1, 2, 4, 8, 16, 32, 64, 1000};
    struct mem m = {.kind = MEM_AT,
                    .base = chance(20) ? G(RSP) : general(),
                    .scale = (uint8_t)(1U << below(4))};
    m.disp = chance(30) ? 0 : ((int32_t)below(300) - 150) * units[below(8)];
    if (is_vsib || chance(40))
        m.index = is_vsib ? Z(below(32)) : general();
    return m;
}

static int64_t immediate(unsigned op)
{
    if (op == MOVI)
        return chance(30)   ? below(1000)
               : chance(50) ? -(int64_t)below(1000)
                            : (int64_t)below(1U << 31) << 20;
    if (is_general(op) && op != SHLI && op != SHRI && op != ROLI && op != SARI && op != ST_IMM8 &&
        op != ST_IMM16)
        return chance(50) ? (int64_t)below(256) - 128 : (int64_t)below(1U << 30);
    return op == SHLI || op == SHRI || op == ROLI || op == SARI ? 2 + below(28)
           : op == VCMPPS || op == VCMPPD                       ? 32 + below(90)
                                                                : below(64);
}

/* Of 256 bits, or 128, without AVX-512. */
static struct ins random_vex(unsigned op)
{
    struct ins i = {.op = (uint16_t)op, .vl = !is_xmm(op), .is_vex = true, .imm = below(32)};
    i.d = writes_general(op) ? general() : Z(below(16));
    i.a = Z(below(16));
    /* LLVM exchanges factors where that makes the encoding shorter. */
    i.b = reads_general(op) ? general() : Z(below(i.a < Z(8) ? 8 : 16));
    enum form form = op_form(op);
    if (form == RVMK || form == RMK || form == MRK)
        i.k = Z(below(16));
    if (needs_memory(op) || (can_fold(&i) && chance(50)))
        i.mem = memory(false);
    if (is_vex_gather(op)) { /* three different registers */
        i.k = Z((i.d - REG_Z + 1) % 16);
        i.mem.index = Z((i.d - REG_Z + 2) % 16);
    }
    return i;
}

static struct ins random_ins(unsigned op)
{
    if (is_vex_only(op))
        return random_vex(op);
    struct ins i = {.op = (uint16_t)op, .vl = is_xmm(op) ? 0 : 2};
    i.wide = is_general(op) && chance(50) && op != ST_MOV8 && op != ST_MOV16 && op != ST_IMM8 &&
             op != ST_IMM16;
    i.wide = i.wide || op == MOVSXD || op == PUSH || op == POP || op == CALL_R || op == JMP_R;
    i.cc = (uint8_t)below(16);
    i.imm = immediate(op);
    i.d = writes_mask(op)                        ? K(below(8))
          : writes_general(op) || is_general(op) ? general()
                                                 : Z(below(32));
    i.a = is_mask_op(op) ? K(below(8)) : is_general(op) ? general() : Z(below(32));
    i.b = reads_mask(op)                        ? K(below(8))
          : reads_general(op) || is_general(op) ? general()
                                                : Z(below(32));
    if (needs_memory(op) || (may_have_memory(&i) && chance(50))) {
        i.mem = memory(is_gather(op));
        i.broadcast = broadcast_bytes(op) && chance(30);
    }
    if (is_gather(op)) { /* the index is another register than what is written */
        i.mem.index = Z((i.d - REG_Z + 1) % 32);
        i.a = Z((i.d - REG_Z + 2) % 32);
    }
    if (takes_mask(op) &&
        (is_gather(op) || op == VPBLENDMD || op == VPBLENDMQ || op == VPBLENDMW || chance(40)))
        i.k = K(1 + below(7));
    if (can_round(op) && i.mem.kind == MEM_NONE && chance(50))
        i.rounding = (uint8_t)(1 + below(4));
    i.zeroing = i.k && !is_gather(op) && !writes_mask(op) && op_form(op) != MR && chance(50);
    return i;
}

/* ---- text ---- */

static const char *general_name(reg r, unsigned bytes)
{
    static const char *const names[16][4] = {
        {"al", "ax", "eax", "rax"},      {"cl", "cx", "ecx", "rcx"},
        {"dl", "dx", "edx", "rdx"},      {"bl", "bx", "ebx", "rbx"},
        {"spl", "sp", "esp", "rsp"},     {"bpl", "bp", "ebp", "rbp"},
        {"sil", "si", "esi", "rsi"},     {"dil", "di", "edi", "rdi"},
        {"r8b", "r8w", "r8d", "r8"},     {"r9b", "r9w", "r9d", "r9"},
        {"r10b", "r10w", "r10d", "r10"}, {"r11b", "r11w", "r11d", "r11"},
        {"r12b", "r12w", "r12d", "r12"}, {"r13b", "r13w", "r13d", "r13"},
        {"r14b", "r14w", "r14d", "r14"}, {"r15b", "r15w", "r15d", "r15"}};
    return names[r - REG_G][bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3];
}

static void put_reg(char **at, reg r, unsigned bytes)
{
    if (r >= REG_K)
        *at += sprintf(*at, "k%u", r - REG_K);
    else if (r >= REG_Z)
        *at += sprintf(*at, "%cmm%u", bytes <= 16 ? 'x' : bytes == 32 ? 'y' : 'z', r - REG_Z);
    else
        *at += sprintf(*at, "%s", general_name(r, bytes));
}

static void put_mem(char **at, const struct ins *i, unsigned bytes)
{
    static const struct {
        unsigned bytes;
        const char *name;
    } sizes[] = {{1, "byte"},     {2, "word"},     {4, "dword"},   {8, "qword"},
                 {16, "xmmword"}, {32, "ymmword"}, {64, "zmmword"}};
    const struct mem *m = &i->mem;
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        if (sizes[k].bytes == bytes && i->op != LEA && i->op != PREFETCHT0 && i->op != PREFETCHT1 &&
            i->op != PREFETCHNTA)
            *at += sprintf(*at, "%s ptr ", sizes[k].name);
    *at += sprintf(*at, "[%s", general_name(m->base, 8));
    if (m->index) {
        *at += sprintf(*at, " + %u*", m->scale);
        put_reg(at, m->index,
                i->op == VGATHERDQ                                                  ? 16
                : i->op == VPGATHERDQ || i->op == VPSCATTERDQ || i->op == VGATHERDD ? 32
                : m->index >= REG_Z                                                 ? 64
                                                                                    : 8);
    }
    *at += sprintf(*at, " %c %d]", m->disp < 0 ? '-' : '+', abs(m->disp));
}

/* Sizes of an instruction's operands. */
struct sizes {
    unsigned d, a, b;
};

static struct sizes sizes_of(const struct ins *i)
{
    unsigned op = i->op, own = is_general(op) ? i->wide ? 8 : 4 : 16U << i->vl,
             b = operand_bytes(i);
    struct sizes s = {own, own, b > 1 ? b : own};
    if (op_form(op) == MR)
        s.d = s.b, s.b = own;
    if (op == VCVTPD2PS || op == VCVTTPD2DQ || op == VCVTTPD2UDQ)
        s.d = 16U << i->vl >> 1;
    if (reads_general(op))
        s.b = op == VPBROADCASTQ_R || op == LD_VMOVQ ? 8 : 4;
    if (writes_general(op))
        s.d = op == VMOVQ || op == VPEXTRQ ? 8 : 4;
    if (op == MOVZX8 || op == MOVSX8)
        s.b = 1;
    if (op == MOVZX16 || op == MOVSX16)
        s.b = 2;
    if (op == MOVSXD)
        s.b = 4;
    if (op == ST_MOV8 || op == ST_IMM8 || op == SETCC)
        s = (struct sizes){1, 1, 1};
    if (op == ST_MOV16 || op == ST_IMM16)
        s = (struct sizes){2, 2, 2};
    if (op == KMOVQ_KK || op == ST_KMOVQ)
        s.d = s.b = 8;
    return s;
}

static void put_mask(char **at, const struct ins *i)
{
    if (i->k)
        *at += sprintf(*at, " {k%u}%s", i->k - REG_K, i->zeroing ? " {z}" : "");
}

/* Operand b, which may be in memory. */
static void put_b(char **at, const struct ins *i, unsigned bytes)
{
    if (i->mem.kind == MEM_NONE) {
        put_reg(at, i->b, bytes);
        return;
    }
    unsigned each = broadcast_bytes(i->op);
    put_mem(at, i, i->broadcast ? each : bytes);
    if (i->broadcast)
        *at += sprintf(*at, "{1to%u}", 64 / each);
}

static void put_name(char **at, const struct ins *i)
{
    static const char *const conditions[] = {"o", "no", "b", "ae", "e", "ne", "be", "a",
                                             "s", "ns", "p", "np", "l", "ge", "le", "g"};
    /* What VEX's instruction is called, where that is something else. */
    static const struct {
        uint16_t op;
        const char *name;
    } other[] = {{VMOVDQU32, "vmovdqu"},
                 {ST_VMOVDQU32, "vmovdqu"},
                 {VPANDD, "vpand"},
                 {VPANDND, "vpandn"},
                 {VPORD, "vpor"},
                 {VPXORD, "vpxor"},
                 {VEXTRACTI32X4, "vextracti128"},
                 {VINSERTI32X4, "vinserti128"},
                 {VRNDSCALEPS, "vroundps"},
                 {VRNDSCALEPD, "vroundpd"}};
    for (unsigned k = 0; i->is_vex && k < sizeof other / sizeof *other; k++)
        if (other[k].op == i->op) {
            *at += sprintf(*at, "%s ", other[k].name);
            return;
        }
    bool has_condition = i->op == SETCC || i->op == CMOV;
    *at += sprintf(*at, "%s%s ", op_text(i->op), has_condition ? conditions[i->cc] : "");
}

static bool has_imm(unsigned op)
{
    if (op_form(op) == RVMK)
        return false;
    struct ins x = {.op = (uint16_t)op,
                    .d = is_general(op)   ? G(1)
                         : is_mask_op(op) ? K(1)
                                          : Z(1),
                    .imm = 0x11},
               y = x;
    uint8_t p[MAX_INS_BYTES] = {0}, q[MAX_INS_BYTES] = {0};
    x.a = x.b = y.a = y.b = x.d;
    y.imm = 0x22;
    unsigned n = encode(p, &x, 0), m = encode(q, &y, 0);
    return n != m || memcmp(p, q, n) != 0;
}

static void print(const struct ins *i)
{
    char text[256], *at = text;
    struct sizes s = sizes_of(i);
    put_name(&at, i);
    switch (op_form(i->op)) {
    case RMK:
        put_reg(&at, i->d, s.d);
        at += sprintf(at, ", ");
        if (is_vex_gather(i->op)) {
            put_b(&at, i, s.b);
            at += sprintf(at, ", ");
            put_reg(&at, i->k, s.d);
            break;
        }
        put_reg(&at, i->k, s.d);
        at += sprintf(at, ", ");
        put_b(&at, i, s.b);
        break;
    case MRK:
        put_mem(&at, i, s.d);
        at += sprintf(at, ", ");
        put_reg(&at, i->k, s.d);
        at += sprintf(at, ", ");
        put_reg(&at, i->a, s.a);
        break;
    case RVMK:
        put_reg(&at, i->d, s.d);
        at += sprintf(at, ", ");
        put_reg(&at, i->a, s.a);
        at += sprintf(at, ", ");
        put_b(&at, i, s.b);
        at += sprintf(at, ", ");
        put_reg(&at, i->k, s.d);
        break;
    case RVM:
        put_reg(&at, i->d, s.d);
        put_mask(&at, i);
        at += sprintf(at, ", ");
        put_reg(&at, i->a, s.a);
        at += sprintf(at, ", ");
        put_b(&at, i, s.b);
        break;
    case RMV:
        put_reg(&at, i->d, s.d);
        at += sprintf(at, ", ");
        put_reg(&at, i->a, s.a);
        at += sprintf(at, ", ");
        put_reg(&at, i->b, s.b);
        break;
    case RM:
        if (i->op == TEST) { /* which LLVM writes the other way round */
            put_b(&at, i, s.b);
            at += sprintf(at, ", ");
            put_reg(&at, i->d, s.d);
            break;
        }
        /* fall through */
    case VM:
    case MOVI_FORM:
        put_reg(&at, i->d, i->op == MOVI ? (uint64_t)i->imm >> 32 ? 8 : 4 : s.d);
        put_mask(&at, i);
        if (i->op == MOVI)
            break;
        at += sprintf(at, ", ");
        put_b(&at, i, s.b);
        break;
    case MR:
        if (i->mem.kind == MEM_NONE)
            put_reg(&at, i->d, s.d);
        else
            put_mem(&at, i, s.d);
        put_mask(&at, i);
        at += sprintf(at, ", ");
        put_reg(&at, i->a, s.a);
        break;
    case M:
    case O:
        if (i->mem.kind == MEM_NONE)
            put_reg(&at, i->d ? i->d : i->b, s.d);
        else
            put_mem(&at, i, s.d);
        break;
    default:
        break;
    }
    if (has_imm(i->op))
        sprintf(at, ", %lld", (long long)i->imm);
    if (i->rounding)
        sprintf(at, ", {r%c-sae}", "nduz"[i->rounding - 1]);
    uint8_t bytes[MAX_INS_BYTES] = {0};
    unsigned n = encode(bytes, i, 0);
    for (unsigned k = 0; k < n; k++)
        printf("0x%02x ", bytes[k]);
    printf("| %s\n", text);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    state = strtoull(argv[1], NULL, 0);
    unsigned long count = strtoul(argv[2], NULL, 0);
    for (unsigned op = 0; op < OP_ROWS; op++)
        for (unsigned long k = 0; k < count; k++) {
            struct ins i = random_ins(op);
            print(&i);
            if (is_vector(op) && has_vex(op) && !is_vex_only(op)) {
                i = random_vex(op);
                print(&i);
            }
        }
    return 0;
}
