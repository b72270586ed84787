/* transpose.h: dwords by lane and by dword, and for which hosts functions that do so are compiled.
 */
#ifndef SHOAL_ISA_TRANSPOSE_H
#define SHOAL_ISA_TRANSPOSE_H

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2")))
#define AVX2   __attribute__((target("avx2")))

/* In each quarter: dwords i of vectors 0 to 3, for i from 0 to 3. */
AVX512 __attribute__((always_inline)) static inline void transpose_4x4(const __m512i v[4],
                                                                       __m512i row[4])
{
    __m512i a = _mm512_unpacklo_epi32(v[0], v[1]), b = _mm512_unpackhi_epi32(v[0], v[1]),
            c = _mm512_unpacklo_epi32(v[2], v[3]), d = _mm512_unpackhi_epi32(v[2], v[3]);
    row[0] = _mm512_unpacklo_epi64(a, c), row[1] = _mm512_unpackhi_epi64(a, c);
    row[2] = _mm512_unpacklo_epi64(b, d), row[3] = _mm512_unpackhi_epi64(b, d);
}

/* v[i] has dwords 0 to 15 of lane i; then v[i] has dword i of lanes 0 to 15. And the opposite,
 * which is the same. */
AVX512 __attribute__((always_inline)) static inline void transpose_16(__m512i v[16])
{
    __m512i of[4][4]; /* lanes 4 g to 4 g + 3: dwords c, 4 + c, 8 + c, 12 + c */
#pragma unroll
    for (unsigned g = 0; g < 4; g++)
        transpose_4x4(v + 4 * g, of[g]);
#pragma unroll
    for (unsigned c = 0; c < 4; c++) {
        enum { EVEN = 0x88, ODD = 0xdd };
        __m512i a = _mm512_shuffle_i32x4(of[0][c], of[1][c], EVEN),
                b = _mm512_shuffle_i32x4(of[2][c], of[3][c], EVEN),
                d = _mm512_shuffle_i32x4(of[0][c], of[1][c], ODD),
                f = _mm512_shuffle_i32x4(of[2][c], of[3][c], ODD);
        v[c] = _mm512_shuffle_i32x4(a, b, EVEN), v[8 + c] = _mm512_shuffle_i32x4(a, b, ODD);
        v[4 + c] = _mm512_shuffle_i32x4(d, f, EVEN), v[12 + c] = _mm512_shuffle_i32x4(d, f, ODD);
    }
}

/* Likewise in both halves. */
AVX2 __attribute__((always_inline)) static inline void transpose_4x2(const __m256i v[4],
                                                                     __m256i row[4])
{
    __m256i a = _mm256_unpacklo_epi32(v[0], v[1]), b = _mm256_unpackhi_epi32(v[0], v[1]),
            c = _mm256_unpacklo_epi32(v[2], v[3]), d = _mm256_unpackhi_epi32(v[2], v[3]);
    row[0] = _mm256_unpacklo_epi64(a, c), row[1] = _mm256_unpackhi_epi64(a, c);
    row[2] = _mm256_unpacklo_epi64(b, d), row[3] = _mm256_unpackhi_epi64(b, d);
}
#endif

#endif
