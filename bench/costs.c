/* costs.c: what forms of access cost on this CPU, from the first-level cache (docs/performance.md,
 * Costs of forms).
 *
 *     costs [--json]
 *
 * Cycles are those of a chain of multiplications, which takes three each, so clock changes do not
 * matter. (Additions of constants take less than one where the CPU renames them away.)
 * Each figure is of 32 lanes, as a GPU instruction has them, the best of many runs. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__) /* bench/meson.build compiles this for AVX-512 on every such host */
#include <immintrin.h>

#include "base/cpu.h"
#include "isa/exec/lanes_ahead.h"
#include "isa/exec/lanes_behind.h"
#include "jit/costs.h"

enum { TURNS = 2000, RUNS = 200, WORDS = 4096 };

static uint32_t table[WORDS + 64] __attribute__((aligned(64)));
static uint32_t out[WORDS + 64] __attribute__((aligned(64)));
static uint32_t places[4][32] __attribute__((aligned(64)));

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Values must be computed, in the order of the loop, and memory must be as it would be. */
#define USE(v)   __asm__ volatile("" : "+v"(v)::"memory")
#define USE_K(k) __asm__ volatile("" : "+k"(k)::"memory")
#define USE_R(r) __asm__ volatile("" : "+r"(r)::"memory")

static void multiplications(void)
{
    uint64_t x = 1;
    for (int i = 0; i < TURNS; i++) {
#pragma unroll
        for (int k = 0; k < 32; k++)
            __asm__ volatile("imulq %0, %0" : "+r"(x));
    }
}

static void gather_512(void)
{
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            __m512i at = _mm512_load_si512(places[i & 3] + h);
            __m512i v = _mm512_i32gather_epi32(at, table, 4);
            USE(v);
        }
}

static void gather_masked(__mmask16 mask)
{
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            __m512i at = _mm512_load_si512(places[i & 3] + h);
            USE_K(mask);
            __m512i v = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), mask, at, table, 4);
            USE(v);
        }
}
static void gather_512_half(void) { gather_masked(0x5a5a); }
static void gather_512_one(void) { gather_masked(0x0100); }

static void gather_256(void)
{
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 8) {
            __m256i at = _mm256_load_si256((const __m256i *)(places[i & 3] + h));
            __m256i v = _mm256_i32gather_epi32((const int *)table, at, 4);
            USE(v);
        }
}

/* Loads one by one from addresses in registers, put together in vectors. */
static void loads_inserted(void)
{
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 4) {
            __m128i at = _mm_load_si128((const __m128i *)(places[i & 3] + h));
            USE(at);
            uint64_t low = (uint64_t)_mm_cvtsi128_si64(at),
                     high = (uint64_t)_mm_extract_epi64(at, 1);
            __m128i v = _mm_cvtsi32_si128((int)table[(uint32_t)low]);
            v = _mm_insert_epi32(v, (int)table[low >> 32], 1);
            v = _mm_insert_epi32(v, (int)table[(uint32_t)high], 2);
            v = _mm_insert_epi32(v, (int)table[high >> 32], 3);
            USE(v);
        }
}

/* The same by way of memory. */
static void loads_stored(uint32_t mask)
{
    uint32_t got[32] __attribute__((aligned(64))) = {0};
    for (int i = 0; i < TURNS; i++) {
        const uint32_t *at = places[i & 3];
        USE_R(mask);
        for (uint32_t m = mask; m; m &= m - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(m);
            got[lane] = table[at[lane]];
        }
        __m512i v = _mm512_load_si512(got), w = _mm512_load_si512(got + 16);
        USE(v);
        USE(w);
    }
}
static void loads_lane_by_lane(void) { loads_stored(~0u); }
static void loads_lane_by_lane_half(void) { loads_stored(0x5a5a5a5a); }
static void loads_lane_by_lane_four(void) { loads_stored(0x01010101); }

/* As compiled code does it, by a call. */
static void quads(void)
{
    static struct lanes_ahead w;
    for (int i = 0; i < TURNS; i++) {
        memcpy(w.index, places[i & 3], sizeof w.index);
        lanes_load_quads(w.row, (const uint8_t *)table, ~0u, 2, w.index);
        __m512i v = _mm512_load_si512(w.row[0]);
        USE(v);
    }
}

/* Rows of 480 bytes. */
static void put_rows(int32_t index[AHEAD_LANES])
{
    for (int l = 0; l < AHEAD_LANES; l++)
        index[l] = 120 * l;
}

/* Of lanes that have gone on for a while: each fill goes on from the one before. */
static void lines(void)
{
    static struct lanes_ahead w;
    put_rows(w.index);
    for (int i = 0; i < TURNS; i++) {
        w.at = STRIP_BYTES - AHEAD_BYTES;
        lanes_fill_ahead(&w, (const uint8_t *)table, ~0u, 2, STRIP_BYTES, 4);
        __m512i v = _mm512_load_si512(w.row[0]);
        USE(v);
    }
}

/* What 32 lanes let wait. */
static void lines_stored(void)
{
    static struct strips s;
    static struct strips *open;
    static uint32_t fails;
    struct lanes_behind *b = &s.behind[0];
    s.of_group = &open;
    put_rows(b->index);
    b->from = (const uint8_t *)out;
    b->shift = 2;
    b->lanes = UINT32_MAX;
    b->fails = &fails;
    for (int i = 0; i < TURNS; i++) {
        b->filled = 0xffff;
        s.open = 1;
        strips_finish(&s);
        __asm__ volatile("" ::: "memory");
    }
}

static void scatter_512(void)
{
    __m512i v = _mm512_set1_epi32(1);
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            __m512i at = _mm512_load_si512(places[i & 3] + h);
            USE(v);
            _mm512_i32scatter_epi32(out, at, v, 4);
        }
}

static void stores_lane_by_lane(void)
{
    uint32_t values[32] __attribute__((aligned(64)));
    for (int i = 0; i < TURNS; i++) {
        __m512i v = _mm512_set1_epi32(1);
        USE(v);
        _mm512_store_si512(values, v);
        _mm512_store_si512(values + 16, v);
        const uint32_t *at = places[i & 3];
#pragma unroll
        for (int k = 0; k < 32; k++)
            out[at[k]] = values[k];
        USE_R(at);
    }
}

static void rows(void)
{
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            __m512i v = _mm512_loadu_si512(table + 1 + h);
            USE(v);
        }
}

static void rows_masked(void)
{
    __mmask16 mask = 0x7fff;
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            USE_K(mask);
            __m512i v = _mm512_maskz_loadu_epi32(mask, table + 1 + h);
            USE(v);
        }
}

static void row_stores(void)
{
    __m512i v = _mm512_set1_epi32(1);
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            USE(v);
            _mm512_storeu_si512(out + h, v);
        }
}

static void row_stores_masked(void)
{
    __m512i v = _mm512_set1_epi32(1);
    __mmask16 mask = 0x7fff;
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 32; h += 16) {
            USE_K(mask);
            _mm512_mask_storeu_epi32(out + h, mask, v);
        }
}

static void masks_to_registers(void)
{
    __m512i v = _mm512_set1_epi32(1);
    for (int i = 0; i < TURNS; i++) {
        USE(v);
        uint32_t bits = (uint32_t)_cvtmask16_u32(_mm512_test_epi32_mask(v, v));
        USE(v);
        bits |= (uint32_t)_cvtmask16_u32(_mm512_test_epi32_mask(v, v)) << 16;
        USE_R(bits);
    }
}

static void registers_to_masks(void)
{
    uint32_t bits = 0x12345678;
    for (int i = 0; i < TURNS; i++) {
        USE_R(bits);
        __mmask16 low = _cvtu32_mask16(bits), high = _cvtu32_mask16(bits >> 16);
        USE_K(low);
        USE_K(high);
    }
}

static void fma_512(void)
{
    __m512 v[8] = {0};
    for (int i = 0; i < TURNS / 4; i++)
#pragma unroll
        for (int k = 0; k < 8; k++) {
            v[k] = _mm512_fmadd_ps(v[k], v[k], v[k]);
            USE(v[k]);
        }
}

static void fma_256(void)
{
    __m256 v[16] = {0};
    for (int i = 0; i < TURNS / 4; i++)
#pragma unroll
        for (int k = 0; k < 16; k++) {
            v[k] = _mm256_fmadd_ps(v[k], v[k], v[k]);
            USE(v[k]);
        }
}

/* One lane of 16 has a denormal, which `mask` may leave out. */
static void denormal(__mmask16 mask, bool is_sum)
{
    __m512 a = _mm512_castsi512_ps(
               _mm512_set_epi32(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
           b = _mm512_set1_ps(0.75f);
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 2; h++) {
            USE(a);
            USE_K(mask);
            __m512 v = is_sum ? _mm512_maskz_add_ps(mask, a, a) : _mm512_maskz_mul_ps(mask, a, b);
            USE(v);
        }
}
static void product_denormal(void) { denormal(0xffff, false); }
static void product_denormal_left_out(void) { denormal(0x7fff, false); }
static void sum_denormal(void) { denormal(0xffff, true); }

static void permutes_two(void)
{
    __m512i a = _mm512_set1_epi32(1), b = _mm512_set1_epi32(2), at = _mm512_set1_epi32(3);
    for (int i = 0; i < TURNS; i++)
        for (int h = 0; h < 2; h++) {
            USE(a);
            __m512i v = _mm512_permutex2var_epi32(a, at, b);
            USE(v);
        }
}

static const struct form {
    const char *name, *text;
    void (*run)(void);
} forms[] = {
    {"row_load", "load of a row, 2 x 512 bits", rows},
    {"row_load_masked", "masked load of a row", rows_masked},
    {"row_store", "store of a row", row_stores},
    {"row_store_masked", "masked store of a row", row_stores_masked},
    {"gather_512", "gather, 2 x 16 lanes", gather_512},
    {"gather_512_half", "gather, half of the lanes active", gather_512_half},
    {"gather_512_one", "gather, one of 16 lanes active", gather_512_one},
    {"gather_256", "gather, 4 x 8 lanes", gather_256},
    {"loads_inserted", "loads from extracted places, inserted", loads_inserted},
    {"loads_by_lane", "loads lane by lane through memory", loads_lane_by_lane},
    {"loads_by_lane_half", "  half of the lanes active", loads_lane_by_lane_half},
    {"loads_by_lane_four", "  four of the lanes active", loads_lane_by_lane_four},
    {"quads", "16 bytes of each lane, transposed", quads},
    {"lines", "64 bytes of each lane, transposed", lines},
    {"lines_stored", "64 bytes of each lane, transposed and stored", lines_stored},
    {"scatter_512", "scatter, 2 x 16 lanes", scatter_512},
    {"stores_by_lane", "stores lane by lane", stores_lane_by_lane},
    {"mask_to_register", "comparison to 32 bits of a register", masks_to_registers},
    {"register_to_mask", "32 bits of a register to masks", registers_to_masks},
    {"permute_two", "permutation of two vectors, twice", permutes_two},
    {"fma_512", "multiply-add, 2 x 512 bits", fma_512},
    {"fma_256", "multiply-add, 4 x 256 bits", fma_256},
    {"product_denormal", "product with a denormal, 2 x 512 bits", product_denormal},
    {"product_denormal_left_out", "  in a lane that a mask leaves out", product_denormal_left_out},
    {"sum_denormal", "sum with a denormal, 2 x 512 bits", sum_denormal},
};

static double best_ns(void (*run)(void))
{
    double best = 1e18;
    for (int i = 0; i < RUNS; i++) {
        double start = now_ns();
        run();
        double took = now_ns() - start;
        best = took < best ? took : best;
    }
    return best / TURNS;
}

static void cpu_name(char name[49])
{
    unsigned r[12];
    for (unsigned i = 0; i < 3; i++)
        __asm__("cpuid"
                : "=a"(r[4 * i]), "=b"(r[4 * i + 1]), "=c"(r[4 * i + 2]), "=d"(r[4 * i + 3])
                : "a"(0x80000002 + i), "c"(0));
    memcpy(name, r, 48);
    name[48] = 0;
}

int main(int argc, char **argv)
{
    if (!cpu_has_level("avx512")) {
        printf("SKIP: this CPU has no AVX-512\n");
        return 77;
    }
    bool is_json = argc > 1 && !strcmp(argv[1], "--json");
    uint64_t state = 1;
    for (unsigned i = 0; i < 4 * 32; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        places[i / 32][i % 32] = (uint32_t)(state >> 33) % WORDS;
    }
    double cycle = best_ns(multiplications) / (32 * 3);
    char name[49];
    cpu_name(name);
    printf(is_json ? "{\"cpu\": \"%s\"" : "%s: cycles for 32 lanes\n", name);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        double cycles = best_ns(forms[i].run) / cycle;
        if (is_json)
            printf(", \"%s\": %.2f", forms[i].name, cycles);
        else
            printf("  %-40s %7.2f\n", forms[i].text, cycles);
    }
    const struct costs *known = host_costs(true);
    if (is_json)
        printf("}\n");
    else
        printf("the JIT decides by: %s, gather %u, 16 bytes of each lane %u\n", known->family,
               known->gather, known->quads);
    return 0;
}
#else
int main(void)
{
    printf("SKIP: x86-64 only\n");
    return 77;
}
#endif
