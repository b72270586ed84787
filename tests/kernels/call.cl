/* call.cl: functions that are really called, arrays on the stack, switches, pointers. */

__attribute__((noinline)) static int collatz_length(uint n)
{
    int length = 0;
    while (n != 1 && length < 500) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        length++;
    }
    return length;
}

/* Structs by pointer and by value, more arguments than registers hold. */
typedef struct pair {
    long sum;
    int count;
} pair;

__attribute__((noinline)) static void account(pair *p, int value)
{
    p->sum += value;
    p->count++;
}

__attribute__((noinline)) static pair merge(pair a, pair b, int s0, int s1, int s2, int s3, int s4,
                                            int s5, int s6, int s7, int s8, int s9, float scale,
                                            double weight, char tag, int4 extra, int16 lots,
                                            int16 more)
{
    pair r = {a.sum + b.sum, a.count + b.count};
    r.sum += s0 + 2 * s1 + 3 * s2 + 4 * s3 + 5 * s4 + 6 * s5 + 7 * s6 + 8 * s7 + 9 * s8 + 10 * s9;
    r.sum += (long)(scale * 4) + (long)(weight * 8) + tag + extra.x - extra.w;
    r.sum += lots.s0 + lots.sf - more.s7 + more.s8;
    return r;
}

kernel void nested_calls(global const int *in, global long *sums, global int *lengths)
{
    int i = get_global_id(0);
    pair a = {1, 0};
    pair b = {2, 0};
    for (int k = 0; k < (i & 7); k++) {
        account(&a, in[i] + k);
        if (k & 1) /* divergent */
            account(&b, collatz_length(k + 1));
    }
    pair r = merge(a, b, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7, i + 8, i + 9,
                   0.25f * i, 0.125 * i, (char)i, (int4)(i, 0, 0, 5), (int16)(i), (int16)(2 * i));
    sums[i] = r.sum * 100 + r.count;
    lengths[i] = collatz_length((uint)in[i] % 1000 + 1);
}

/* A permutation on the stack, indexed dynamically: per-lane scratch addresses. */
kernel void stack_arrays(global const uint *in, global uint *out)
{
    size_t i = get_global_id(0);
    uchar perm[64];
    uint values[24];
    for (int k = 0; k < 64; k++)
        perm[k] = k;
    uint state = in[i];
    for (int k = 63; k > 0; k--) {
        state = state * 1664525u + 1013904223u;
        uint j = (state >> 16) % (k + 1);
        uchar t = perm[k];
        perm[k] = perm[j];
        perm[j] = t;
    }
    for (int k = 0; k < 24; k++)
        values[k] = 0;
    for (int k = 0; k < 64; k++)
        values[perm[k] % 24] += k * (perm[k] + 1);
    uint hash = 0;
    for (int k = 0; k < 24; k++)
        hash = hash * 31 + values[k];
    out[i] = hash;
}

/* Dense enough for a jump table. */
__attribute__((noinline)) static int step_machine(int opcode, int a, int b)
{
    switch (opcode) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a ^ b;
    case 4: return a & ~b;
    case 5: return a | b;
    case 6: return a << (b & 31);
    case 7: return a >> (b & 31);
    case 8: return -a;
    case 9: return ~b;
    case 10: return a > b ? a : b;
    case 11: return a < b ? a : b;
    case 12: return (a & 0xff) * (b & 0xff);
    case 13: return (int)popcount((uint)a) + b;
    case 14: return a == 0 ? b : a;
    default: return 0x5a5a5a5a;
    }
}

/* Interprets one program; all lanes run the same code on their own data (the table's index
 * is uniform), then each lane its own opcode (divergent). */
kernel void machine(constant uchar *program, int length, global const int *in, global int *out)
{
    size_t i = get_global_id(0);
    int a = in[i];
    int b = (int)i - 7;
    for (int pc = 0; pc < length; pc++) {
        int t = step_machine(program[pc], a, b);
        b = a;
        a = t;
    }
    out[2 * i] = a;
    out[2 * i + 1] = step_machine((int)(i % 17), a, b);
}

/* Sparse cases: compiled to comparisons. */
kernel void sparse_switch(global const uint *in, global int *out)
{
    size_t i = get_global_id(0);
    int r;
    switch (in[i]) {
    case 3: r = 1; break;
    case 1000: r = 20; break; /* falls nowhere */
    case 70000: r = 300;      /* falls through */
    case 70001: r = 4000; break;
    case 0x80000000u: r = 50000; break;
    case 0xffffffffu: r = -1; break;
    default: r = (int)(in[i] & 0xff) - 600; break;
    }
    out[i] = r;
}

/* A function chosen at run time, uniformly and per lane. */
static int twice(int x) { return x * 2; }
static int negate(int x) { return -x; }
static int square(int x) { return x * x; }
static int bits_of(int x) { return (int)popcount((uint)x); }

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
kernel void indirect_calls(global const int *in, global int *out, int choice)
{
    size_t i = get_global_id(0);
    int (*table[4])(int) = {twice, negate, square, bits_of};
    int (*uniform_function)(int) = table[choice & 3];
    int (*own_function)(int) = table[in[i] & 3];
    out[i] = uniform_function(in[i]) + 1000 * own_function((int)i);
}

/* Loops with break and continue, nested, different trip counts per lane. */
kernel void loops(global const int *in, global int *out, int limit)
{
    size_t i = get_global_id(0);
    int n = in[i];
    int found = 0;
    int tested = 0;
    for (int p = 2; p < limit; p++) {
        if (p % 2 == 0 && p > 2)
            continue;
        bool prime = true;
        for (int d = 3; d * d <= p; d += 2) {
            tested++;
            if (p % d == 0) {
                prime = false;
                break;
            }
        }
        if (!prime)
            continue;
        if (n % p == 0)
            found++;
        if (p > n)
            break;
    }
    out[i] = found * 100000 + tested;
}
