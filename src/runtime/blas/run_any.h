/* run_any.h: functions that CBLAS lacks, for numbers of type T, whose real parts are of type R;
 * included by run.c for each type. Matrices are in columns; i, s and p are the function's integers,
 * scalars and pointers, in its order. */

#define SCALAR(at) (*(const T *)(at))
#define TRANS_N    111
#define TRANS_C    113
#define UPPER      121
#define UNIT       132
#define LEFT       141

#if IS_COMPLEX
#define BY_VALUE(x) &(x)
#else
#define BY_VALUE(x) (x)
#endif

int64_t INDEX_OF(amax)(int64_t n, const void *x, int64_t inc)
{
    int64_t best = 0;
    R most = 0;
    for (int64_t j = 0; j < n && inc > 0; j++) {
        R size = SIZE1(((const T *)x)[j * inc]);
        if (best == 0 || size > most || (size != size && most == most)) {
            best = j + 1;
            most = size;
        }
    }
    return best;
}

int64_t INDEX_OF(amin)(int64_t n, const void *x, int64_t inc)
{
    int64_t best = 0;
    R least = 0;
    for (int64_t j = 0; j < n && inc > 0; j++) {
        R size = SIZE1(((const T *)x)[j * inc]);
        if (best == 0 || size < least || (size != size && least == least)) {
            best = j + 1;
            least = size;
        }
    }
    return best;
}

/* n x: OpenBLAS 0.3.21 has a casum that is wrong with AVX-512. */
RUN(ANY(asum))
{
    (void)s;
    R sum = 0;
    for (int64_t j = 0; j < i[0] && i[1] > 0; j++)
        sum += SIZE1(((const T *)p[0])[j * i[1]]);
    *(R *)result = sum;
}

/* An element of op(A). */
static T ANY(element)(const T *a, int64_t ld, int64_t op, int64_t row, int64_t column)
{
    if (op == TRANS_N)
        return a[row + column * ld];
    return op == TRANS_C ? CONJ(a[column + row * ld]) : a[column + row * ld];
}

/* transA transB m n alpha A beta B C. C may be A or B where that is not transposed: each element is
 * read first. */
RUN(ANY(geam))
{
    (void)result;
    const T *a = p[0], *b = p[1];
    T *c = p[2], alpha = SCALAR(s[0]), beta = SCALAR(s[1]);
    for (int64_t column = 0; column < i[3]; column++)
        for (int64_t row = 0; row < i[2]; row++) {
            T sum = alpha != 0 ? alpha * ANY(element)(a, i[4], i[0], row, column) : 0;
            if (beta != 0)
                sum += beta * ANY(element)(b, i[5], i[1], row, column);
            c[row + column * i[6]] = sum;
        }
}

/* side m n A x C */
RUN(ANY(dgmm))
{
    (void)s, (void)result;
    const T *a = p[0], *x = p[1];
    T *c = p[2];
    int64_t length = i[0] == LEFT ? i[1] : i[2];
    const T *first = i[4] < 0 ? x - (length - 1) * i[4] : x;
    for (int64_t column = 0; column < i[2]; column++)
        for (int64_t row = 0; row < i[1]; row++)
            c[row + column * i[5]] =
                a[row + column * i[3]] * first[(i[0] == LEFT ? row : column) * i[4]];
}

static void ANY(copy_matrix)(T *to, int64_t ld_to, const T *from, int64_t ld_from, int64_t rows,
                             int64_t columns)
{
    for (int64_t column = 0; column < columns; column++)
        memmove(to + column * ld_to, from + column * ld_from, sizeof *to * (size_t)rows);
}

/* side uplo transA diag m n alpha A B C: C = alpha op(A) B */
RUN(ANY(trmm))
{
    (void)result;
    if (p[2] != p[1])
        ANY(copy_matrix)(p[2], i[8], p[1], i[7], i[4], i[5]);
    T alpha = SCALAR(s[0]);
    CBLAS(trmm)
    (CblasColMajor, (int)i[0], (int)i[1], (int)i[2], (int)i[3], (int)i[4], (int)i[5],
     BY_VALUE(alpha), p[0], (int)i[6], p[2], (int)i[8]);
}

/* uplo diag n A invA: solves A X = 1. What is outside the triangle becomes 0. */
RUN(ANY(trtri))
{
    (void)s, (void)result;
    int64_t n = i[2];
    T *out = p[1], *copy = malloc(sizeof *copy * (size_t)(n * n + 1)), one = 1;
    if (!copy)
        return;
    ANY(copy_matrix)(copy, n, p[0], i[3], n, n); /* invA may be A */
    for (int64_t column = 0; column < n; column++)
        for (int64_t row = 0; row < n; row++)
            out[row + column * i[4]] = row == column;
    CBLAS(trsm)
    (CblasColMajor, CblasLeft, (int)i[0], CblasNoTrans, (int)i[1], (int)n, (int)n, BY_VALUE(one),
     copy, (int)(n ? n : 1), out, (int)i[4]);
    free(copy);
}

/* uplo trans n k alpha A B beta C: the triangle of C = alpha op(A) op(B)' + beta C; ' with
 * conjugates for herkx. */
static void ANY(rank_k)(const int64_t *i, T alpha, T beta, void *const *p, bool is_hermitian)
{
    const T *a = p[0], *b = p[1];
    T *c = p[2];
    bool is_n = i[1] == TRANS_N;
    for (int64_t column = 0; column < i[2]; column++) {
        int64_t first = i[0] == UPPER ? 0 : column, last = i[0] == UPPER ? column : i[2] - 1;
        for (int64_t row = first; row <= last; row++) {
            T sum = 0, *out = c + row + column * i[6];
            for (int64_t l = 0; l < i[3] && alpha != 0; l++) {
                T x = is_n ? a[row + l * i[4]] : a[l + row * i[4]];
                T y = is_n ? b[column + l * i[5]] : b[l + column * i[5]];
                if (is_hermitian && is_n)
                    y = CONJ(y);
                else if (is_hermitian)
                    x = CONJ(x);
                sum += x * y;
            }
            *out = alpha * sum + (beta != 0 ? beta * *out : 0);
            if (is_hermitian && row == column)
                *out = *(const R *)out;
        }
    }
}

RUN(ANY(syrkx))
{
    (void)result;
    ANY(rank_k)(i, SCALAR(s[0]), SCALAR(s[1]), p, false);
}

#if IS_COMPLEX

RUN(ANY(herkx))
{
    (void)result;
    ANY(rank_k)(i, SCALAR(s[0]), *(const R *)s[1], p, true);
}

/* Element j of a vector of n with an increment of either sign. */
static T *ANY(at)(void *x, int64_t n, int64_t inc, int64_t j)
{
    return (T *)x + (inc < 0 ? (j - n + 1) * inc : j * inc);
}

/* Where element (row, column) of a symmetric matrix is: in the triangle that is stored. */
static T *ANY(in_triangle)(void *a, int64_t ld, int64_t uplo, int64_t row, int64_t column)
{
    bool is_stored = uplo == UPPER ? row <= column : row >= column;
    return (T *)a + (is_stored ? row + column * ld : column + row * ld);
}

/* uplo n alpha A x beta y: n lda incx incy */
RUN(ANY(symv))
{
    (void)result;
    T alpha = SCALAR(s[0]), beta = SCALAR(s[1]);
    for (int64_t row = 0; row < i[1]; row++) {
        T sum = 0, *y = ANY(at)(p[2], i[1], i[4], row);
        for (int64_t column = 0; column < i[1] && alpha != 0; column++)
            sum += *ANY(in_triangle)(p[0], i[2], i[0], row, column) *
                   *ANY(at)(p[1], i[1], i[3], column);
        *y = alpha * sum + (beta != 0 ? beta * *y : 0);
    }
}

/* A += alpha (x y' + y x'), or alpha x x' where y is NULL, in a triangle. ld 0: packed. */
static void ANY(rank_update)(int64_t uplo, int64_t n, T alpha, void *x, int64_t incx, void *y,
                             int64_t incy, T *a, int64_t ld)
{
    for (int64_t column = 0; column < n; column++) {
        int64_t first = uplo == UPPER ? 0 : column, last = uplo == UPPER ? column : n - 1;
        for (int64_t row = first; row <= last; row++) {
            int64_t packed = uplo == UPPER ? column * (column + 1) / 2 + row
                                           : column * n - column * (column + 1) / 2 + row;
            T xr = *ANY(at)(x, n, incx, row), xc = *ANY(at)(x, n, incx, column);
            a[ld ? row + column * ld : packed] +=
                alpha *
                (y ? xr * *ANY(at)(y, n, incy, column) + *ANY(at)(y, n, incy, row) * xc : xr * xc);
        }
    }
}

/* uplo n alpha x A: n incx lda */
RUN(ANY(syr))
{
    (void)result;
    ANY(rank_update)(i[0], i[1], SCALAR(s[0]), p[0], i[2], NULL, 0, p[1], i[3]);
}

RUN(ANY(spr))
{
    (void)result;
    ANY(rank_update)(i[0], i[1], SCALAR(s[0]), p[0], i[2], NULL, 0, p[1], 0);
}

RUN(ANY(syr2))
{
    (void)result;
    ANY(rank_update)(i[0], i[1], SCALAR(s[0]), p[0], i[2], p[1], i[3], p[2], i[4]);
}

/* n x y c s: x = c x + s y, y = c y - conj(s) x */
static void ANY(rotate)(const int64_t *i, void *const *p, R c, T s)
{
    for (int64_t j = 0; j < i[0]; j++) {
        T *x = ANY(at)(p[0], i[0], i[1], j), *y = ANY(at)(p[1], i[0], i[2], j);
        T turned = c * *x + s * *y;
        *y = c * *y - CONJ(s) * *x;
        *x = turned;
    }
}

RUN(ANY(rot_real))
{
    (void)result;
    ANY(rotate)(i, p, *(const R *)s[0], *(const R *)s[1]);
}

RUN(ANY(rot_complex))
{
    (void)result;
    ANY(rotate)(i, p, *(const R *)s[0], SCALAR(s[1]));
}

#else

RUN(ANY(rotmg))
{
    (void)i, (void)s, (void)result;
    CBLAS(rotmg)(p[0], p[1], p[2], *(const T *)p[3], p[4]);
}

#endif

#undef LETTER
#undef T
#undef R
#undef IS_COMPLEX
#undef CONJ
#undef SIZE1
#undef BY_VALUE
