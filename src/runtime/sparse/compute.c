/* compute.c: what libhipsparse computes: loops over entries, on the host, when the stream comes to
 * them. Elements of all types are complex doubles meanwhile; a vector is a matrix of one column. */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"

typedef double complex number;

enum kind {
    AXPBY,
    GATHER,
    SCATTER,
    ROTATE,
    DOT,
    MULTIPLY,
    SAMPLE,
    SOLVE,
    PRODUCT,
    PRODUCT_COPY,
    TO_DENSE,
    COUNT,
    TO_SPARSE,
    TO_OFFSETS,
    TO_ROWS,
    IDENTITY,
    SORT,
    TURN,
};

struct scalar {
    const void *at; /* in device memory; NULL: it is in `value` */
    number value;
    hipDataType type;
};

struct work {
    struct hip_work base;
    enum kind kind;
    hipsparseOperation_t op_a, op_b;
    struct scalar alpha, beta;
    struct shoal_sparse_vector x;
    struct shoal_sparse_matrix a, b;      /* b: a second one, or the result */
    struct shoal_dense_matrix dense, out; /* out is written */
    struct shoal_sparse_matrix *target;   /* whose count of entries is found out */
    struct shoal_sparse_product *product;
    int *permutation;
    void *result; /* of a scalar product */
    hipDataType result_type;
    bool is_device_result;
    /* Where to say what is wrong. */
    char *text;
    size_t text_size;
};

/* ---- elements and memory --------------------------------------------------------------------- */

static number get(const void *from, hipDataType type, int64_t i)
{
    switch ((int)type) {
    case HIP_R_32F:
        return ((const float *)from)[i];
    case HIP_R_64F:
        return ((const double *)from)[i];
    case HIP_C_32F:
        return ((const float complex *)from)[i];
    default:
        return ((const number *)from)[i];
    }
}

static void put(void *to, hipDataType type, int64_t i, number value)
{
    switch ((int)type) {
    case HIP_R_32F:
        ((float *)to)[i] = (float)creal(value);
        break;
    case HIP_R_64F:
        ((double *)to)[i] = creal(value);
        break;
    case HIP_C_32F:
        ((float complex *)to)[i] = (float complex)value;
        break;
    default:
        ((number *)to)[i] = value;
    }
}

static int64_t get_index(const void *from, hipsparseIndexType_t type, int64_t i)
{
    return type == HIPSPARSE_INDEX_64I ? ((const int64_t *)from)[i] : ((const int32_t *)from)[i];
}

static void put_index(void *to, hipsparseIndexType_t type, int64_t i, int64_t value)
{
    if (type == HIPSPARSE_INDEX_64I)
        ((int64_t *)to)[i] = value;
    else
        ((int32_t *)to)[i] = (int32_t)value;
}

static bool fail(struct work *w, const char *what)
{
    snprintf(w->text, w->text_size, "hipsparse: %s", what);
    return false;
}

static bool has_memory(struct work *w, const char *name, const void *at, int64_t count,
                       size_t element, int access)
{
    char why[160];
    if (!count || shoal_hip_memory(at, (size_t)count * element, access, why, sizeof why))
        return true;
    snprintf(w->text, w->text_size, "hipsparse, %s: %s", name, why);
    return false;
}

static int64_t elements_of(const struct shoal_dense_matrix *m)
{
    int64_t lines = m->order == HIPSPARSE_ORDER_ROW ? m->rows : m->cols;
    int64_t length = m->order == HIPSPARSE_ORDER_ROW ? m->cols : m->rows;
    return lines && length ? (lines - 1) * m->ld + length : 0;
}

static bool has_dense(struct work *w, const char *name, const struct shoal_dense_matrix *m,
                      int access)
{
    return has_memory(w, name, m->values, elements_of(m), value_bytes(m->type), access);
}

static int64_t majors_of(const struct shoal_sparse_matrix *m)
{
    return m->format == HIPSPARSE_FORMAT_COO   ? m->nnz
           : m->format == HIPSPARSE_FORMAT_CSR ? m->rows + 1
                                               : m->cols + 1;
}

static bool has_sparse(struct work *w, const char *name, const struct shoal_sparse_matrix *m,
                       int access)
{
    return has_memory(w, name, m->major, majors_of(m), index_bytes(m->major_type), access) &&
           has_memory(w, name, m->minor, m->nnz, index_bytes(m->minor_type), access) &&
           has_memory(w, name, m->values, m->nnz, value_bytes(m->type), access);
}

static bool read_scalar(struct work *w, struct scalar *s)
{
    if (!s->at)
        return true;
    if (!has_memory(w, "a scalar", s->at, 1, value_bytes(s->type), HIP_WORK_READS))
        return false;
    s->value = get(s->at, s->type, 0);
    return true;
}

/* op(m)[row, col]; transposed, a matrix's rows are its columns. */
static int64_t place(const struct shoal_dense_matrix *m, bool is_transposed, int64_t row,
                     int64_t col)
{
    int64_t r = is_transposed ? col : row, c = is_transposed ? row : col;
    return m->order == HIPSPARSE_ORDER_ROW ? r * m->ld + c : c * m->ld + r;
}

static number get_dense(const struct shoal_dense_matrix *m, hipsparseOperation_t op, int64_t row,
                        int64_t col)
{
    number value =
        get(m->values, m->type, place(m, op != HIPSPARSE_OPERATION_NON_TRANSPOSE, row, col));
    return op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(value) : value;
}

static void put_dense(const struct shoal_dense_matrix *m, int64_t row, int64_t col, number value)
{
    put(m->values, m->type, place(m, false, row, col), value);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Of op(matrix), in the matrix's order, or by row. */
struct entries {
    int64_t rows, cols, count;
    int64_t *row, *col, *from; /* [count] from: where its value is */
    int64_t *start;            /* [rows + 1] by row; NULL: not yet */
};

static void entries_free(struct entries *e)
{
    free(e->row);
    free(e->col);
    free(e->from);
    free(e->start);
}

static bool entries_make(struct work *w, struct entries *e)
{
    size_t count = (size_t)e->count + 1;
    e->row = calloc(count, sizeof *e->row);
    e->col = calloc(count, sizeof *e->col);
    e->from = calloc(count, sizeof *e->from);
    return (e->row && e->col && e->from) || fail(w, "out of memory");
}

static void swap_entries(struct entries *e)
{
    int64_t *row = e->row, rows = e->rows;
    e->row = e->col;
    e->col = row;
    e->rows = e->cols;
    e->cols = rows;
}

/* Offsets may be wrong, as they are the program's: then it is a fault. */
static bool entries_of(struct work *w, const struct shoal_sparse_matrix *m, hipsparseOperation_t op,
                       struct entries *e)
{
    bool is_csc = m->format == HIPSPARSE_FORMAT_CSC;
    *e = (struct entries){.rows = m->rows, .cols = m->cols, .count = m->nnz};
    if (!has_sparse(w, "a matrix", m, HIP_WORK_READS) || !entries_make(w, e))
        return false;
    int64_t majors = is_csc ? m->cols : m->rows, minors = is_csc ? m->rows : m->cols;
    for (int64_t k = 0, at = 0; k < m->nnz; k++) {
        int64_t minor = get_index(m->minor, m->minor_type, k) - m->base, major;
        if (m->format == HIPSPARSE_FORMAT_COO) {
            major = get_index(m->major, m->major_type, k) - m->base;
        } else {
            while (at < majors && get_index(m->major, m->major_type, at + 1) - m->base <= k)
                at++;
            major = at;
        }
        if (major < 0 || major >= majors || minor < 0 || minor >= minors)
            return fail(w, "a matrix has an index that is out of range");
        e->row[k] = is_csc ? minor : major;
        e->col[k] = is_csc ? major : minor;
        e->from[k] = k;
    }
    if (op != HIPSPARSE_OPERATION_NON_TRANSPOSE)
        swap_entries(e);
    return true;
}

/* Stably. */
static bool entries_by_row(struct work *w, struct entries *e)
{
    struct entries by = {.rows = e->rows, .cols = e->cols, .count = e->count};
    by.start = calloc((size_t)e->rows + 2, sizeof *by.start);
    if (!by.start || !entries_make(w, &by)) {
        entries_free(&by);
        return fail(w, "out of memory");
    }
    int64_t *next = by.start + 1; /* of a row: where its next entry goes; at the end, its end */
    for (int64_t k = 0; k < e->count; k++)
        if (e->row[k] + 1 < e->rows)
            next[e->row[k] + 1]++;
    for (int64_t r = 1; r < e->rows; r++)
        next[r] += next[r - 1];
    for (int64_t k = 0; k < e->count; k++) {
        int64_t to = next[e->row[k]]++;
        by.row[to] = e->row[k];
        by.col[to] = e->col[k];
        by.from[to] = e->from[k];
    }
    entries_free(e);
    *e = by;
    return true;
}

static number value_of(const struct shoal_sparse_matrix *m, hipsparseOperation_t op, int64_t from)
{
    number value = get(m->values, m->type, from);
    return op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(value) : value;
}

/* Writes entries, which are in the order of the matrix's format. */
static bool write_entries(struct work *w, const struct shoal_sparse_matrix *m, const int64_t *row,
                          const int64_t *col, const number *value, int64_t count)
{
    if (count != m->nnz)
        return fail(w, "a matrix has another number of entries than were found");
    if (!has_sparse(w, "the result", m, HIP_WORK_WRITES))
        return false;
    bool is_csc = m->format == HIPSPARSE_FORMAT_CSC;
    const int64_t *major = is_csc ? col : row, *minor = is_csc ? row : col;
    for (int64_t k = 0; k < count; k++) {
        put_index(m->minor, m->minor_type, k, minor[k] + m->base);
        put(m->values, m->type, k, value[k]);
        if (m->format == HIPSPARSE_FORMAT_COO)
            put_index(m->major, m->major_type, k, major[k] + m->base);
    }
    for (int64_t j = 0, k = 0; m->format != HIPSPARSE_FORMAT_COO && j < majors_of(m); j++) {
        while (k < count && major[k] < j)
            k++;
        put_index(m->major, m->major_type, j, k + m->base);
    }
    return true;
}

/* ---- vectors --------------------------------------------------------------------------------- */

static bool run_vectors(struct work *w)
{
    const struct shoal_sparse_vector *x = &w->x;
    bool writes_x = w->kind == GATHER || w->kind == ROTATE;
    bool writes_y = w->kind == AXPBY || w->kind == SCATTER || w->kind == ROTATE;
    struct shoal_dense_matrix *y = &w->out;
    if (!has_memory(w, "x", x->indices, x->nnz, index_bytes(x->index_type), HIP_WORK_READS) ||
        !has_memory(w, "x", x->values, x->nnz, value_bytes(x->type),
                    writes_x ? HIP_WORK_WRITES : HIP_WORK_READS) ||
        !has_dense(w, "y", y, writes_y ? HIP_WORK_WRITES : HIP_WORK_READS))
        return false;
    number alpha = w->alpha.value, beta = w->beta.value, sum = 0;
    for (int64_t i = 0; w->kind == AXPBY && i < y->rows; i++)
        put_dense(y, i, 0, beta == 0 ? 0 : beta * get_dense(y, w->op_b, i, 0));
    for (int64_t k = 0; k < x->nnz; k++) {
        int64_t i = get_index(x->indices, x->index_type, k) - x->base;
        if (i < 0 || i >= y->rows)
            return fail(w, "a vector has an index that is out of range");
        number of_x = get(x->values, x->type, k), of_y = get_dense(y, w->op_b, i, 0);
        if (w->kind == AXPBY)
            put_dense(y, i, 0, of_y + alpha * of_x);
        else if (w->kind == SCATTER)
            put_dense(y, i, 0, of_x);
        else if (w->kind == GATHER)
            put(x->values, x->type, k, of_y);
        else if (w->kind == DOT)
            sum += (w->op_a == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(of_x) : of_x) * of_y;
        else {
            put(x->values, x->type, k, alpha * of_x + beta * of_y); /* cosine and sine */
            put_dense(y, i, 0, alpha * of_y - conj(beta) * of_x);
        }
    }
    if (w->kind != DOT)
        return true;
    if (w->is_device_result &&
        !has_memory(w, "result", w->result, 1, value_bytes(w->result_type), HIP_WORK_WRITES))
        return false;
    put(w->result, w->result_type, 0, sum);
    return true;
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* out = alpha op(a) op(dense) + beta out */
static bool run_multiply(struct work *w, struct entries *e)
{
    const struct shoal_dense_matrix *c = &w->out;
    if (!has_dense(w, "the dense operand", &w->dense, HIP_WORK_READS) ||
        !has_dense(w, "the result", c, HIP_WORK_WRITES))
        return false;
    number *sums = calloc((size_t)(c->rows * c->cols) + 1, sizeof *sums);
    if (!sums)
        return fail(w, "out of memory");
    for (int64_t k = 0; k < e->count; k++) {
        number value = value_of(&w->a, w->op_a, e->from[k]);
        for (int64_t j = 0; j < c->cols; j++)
            sums[e->row[k] * c->cols + j] += value * get_dense(&w->dense, w->op_b, e->col[k], j);
    }
    for (int64_t i = 0; i < c->rows; i++)
        for (int64_t j = 0; j < c->cols; j++) {
            number sum = w->alpha.value * sums[i * c->cols + j];
            if (w->beta.value != 0)
                sum += w->beta.value * get_dense(c, HIPSPARSE_OPERATION_NON_TRANSPOSE, i, j);
            put_dense(c, i, j, sum);
        }
    free(sums);
    return true;
}

/* a = alpha (op(dense) op(out)), where a has entries, + beta a */
static bool run_sample(struct work *w, const struct entries *e)
{
    bool is_transposed = w->op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t depth = is_transposed ? w->dense.rows : w->dense.cols;
    if (!has_dense(w, "the first operand", &w->dense, HIP_WORK_READS) ||
        !has_dense(w, "the second operand", &w->out, HIP_WORK_READS) ||
        !has_memory(w, "the result", w->a.values, w->a.nnz, value_bytes(w->a.type),
                    HIP_WORK_WRITES))
        return false;
    for (int64_t k = 0; k < e->count; k++) {
        number sum = 0;
        for (int64_t i = 0; i < depth; i++)
            sum += get_dense(&w->dense, w->op_a, e->row[k], i) *
                   get_dense(&w->out, w->op_b, i, e->col[k]);
        sum *= w->alpha.value;
        if (w->beta.value != 0)
            sum += w->beta.value * get(w->a.values, w->a.type, k);
        put(w->a.values, w->a.type, k, sum);
    }
    return true;
}

/* op(a) out = alpha op(dense), of which one triangle counts */
static bool run_solve(struct work *w, struct entries *e)
{
    const struct shoal_dense_matrix *x = &w->out;
    bool is_lower =
        (w->a.fill == HIPSPARSE_FILL_MODE_LOWER) == (w->op_a == HIPSPARSE_OPERATION_NON_TRANSPOSE);
    bool is_unit = w->a.diagonal == HIPSPARSE_DIAG_TYPE_UNIT;
    if (!has_dense(w, "the right side", &w->dense, HIP_WORK_READS) ||
        !has_dense(w, "the result", x, HIP_WORK_WRITES) || !entries_by_row(w, e))
        return false;
    number *known = calloc((size_t)e->rows + 1, sizeof *known);
    if (!known)
        return fail(w, "out of memory");
    for (int64_t j = 0; j < x->cols; j++)
        for (int64_t n = 0; n < e->rows; n++) {
            int64_t i = is_lower ? n : e->rows - 1 - n;
            number sum = w->alpha.value * get_dense(&w->dense, w->op_b, i, j), diagonal = 1;
            for (int64_t k = e->start[i]; k < e->start[i + 1]; k++) {
                number value = value_of(&w->a, w->op_a, e->from[k]);
                if (e->col[k] == i && !is_unit)
                    diagonal = value;
                else if (is_lower ? e->col[k] < i : e->col[k] > i)
                    sum -= value * known[e->col[k]];
            }
            known[i] = sum / diagonal;
            put_dense(x, i, j, known[i]);
        }
    free(known);
    return true;
}

static int compare_indices(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool product_add(struct shoal_sparse_product *p, int64_t *capacity, int64_t row, int64_t col,
                        number value)
{
    if (p->count == *capacity) {
        size_t wanted = *capacity ? (size_t)*capacity * 2 : 64;
        int64_t *rows = realloc(p->row, wanted * sizeof *rows);
        p->row = rows ? rows : p->row;
        int64_t *cols = realloc(p->col, wanted * sizeof *cols);
        p->col = cols ? cols : p->col;
        number *values = realloc(p->value, wanted * sizeof *values);
        p->value = values ? values : p->value;
        if (!rows || !cols || !values)
            return false;
        *capacity = (int64_t)wanted;
    }
    p->row[p->count] = row;
    p->col[p->count] = col;
    p->value[p->count++] = value;
    return true;
}

/* A row of a product: sums by column, and the columns that there are. */
struct row_sums {
    number *sum;
    bool *is_there;
    int64_t *cols, count;
};

static void add_to_row(struct row_sums *r, int64_t col, number value)
{
    if (!r->is_there[col])
        r->cols[r->count++] = col;
    r->is_there[col] = true;
    r->sum[col] += value;
}

static bool multiply_rows(struct work *w, const struct entries *a, const struct entries *b,
                          struct row_sums *r)
{
    struct shoal_sparse_product *p = w->product;
    int64_t capacity = 0;
    for (int64_t i = 0; i < a->rows; i++) {
        for (int64_t k = a->start[i]; k < a->start[i + 1]; k++) {
            number value = w->alpha.value * value_of(&w->a, w->op_a, a->from[k]);
            for (int64_t m = b->start[a->col[k]]; m < b->start[a->col[k] + 1]; m++)
                add_to_row(r, b->col[m], value * value_of(&w->b, w->op_b, b->from[m]));
        }
        qsort(r->cols, (size_t)r->count, sizeof *r->cols, compare_indices);
        for (int64_t n = 0; n < r->count; n++) {
            int64_t col = r->cols[n];
            if (!product_add(p, &capacity, i, col, r->sum[col]))
                return fail(w, "out of memory");
            r->sum[col] = 0;
            r->is_there[col] = false;
        }
        r->count = 0;
    }
    w->target->nnz = p->count;
    return true;
}

/* product = alpha op(a) op(b) */
static bool run_product(struct work *w, struct entries *a)
{
    struct shoal_sparse_product *p = w->product;
    struct entries b = {0};
    free(p->row);
    free(p->col);
    free(p->value);
    *p = (struct shoal_sparse_product){0};
    bool is_good =
        entries_of(w, &w->b, w->op_b, &b) && entries_by_row(w, a) && entries_by_row(w, &b);
    size_t cols = (size_t)b.cols + 1;
    struct row_sums r = {.sum = calloc(cols, sizeof *r.sum),
                         .is_there = calloc(cols, sizeof *r.is_there),
                         .cols = calloc(cols, sizeof *r.cols)};
    if (is_good && (!r.sum || !r.is_there || !r.cols))
        is_good = fail(w, "out of memory");
    is_good = is_good && multiply_rows(w, a, &b, &r);
    free(r.sum);
    free(r.is_there);
    free(r.cols);
    entries_free(&b);
    return is_good;
}

static bool run_to_dense(struct work *w, const struct entries *e)
{
    const struct shoal_dense_matrix *m = &w->out;
    if (!has_dense(w, "the result", m, HIP_WORK_WRITES))
        return false;
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t j = 0; j < m->cols; j++)
            put_dense(m, i, j, 0);
    for (int64_t k = 0; k < e->count; k++)
        put_dense(m, e->row[k], e->col[k], value_of(&w->a, w->op_a, k));
    return true;
}

/* Entries of a dense matrix in the order of the sparse one: counted, or written, too. */
static bool run_to_sparse(struct work *w)
{
    const struct shoal_dense_matrix *m = &w->dense;
    struct shoal_sparse_product p = {0};
    int64_t capacity = 0;
    bool by_col = w->b.format == HIPSPARSE_FORMAT_CSC, is_good = true;
    if (!has_dense(w, "the dense matrix", m, HIP_WORK_READS))
        return false;
    for (int64_t i = 0; i < (by_col ? m->cols : m->rows) && is_good; i++)
        for (int64_t j = 0; j < (by_col ? m->rows : m->cols) && is_good; j++) {
            int64_t row = by_col ? j : i, col = by_col ? i : j;
            number value = get_dense(m, HIPSPARSE_OPERATION_NON_TRANSPOSE, row, col);
            if (value != 0)
                is_good = product_add(&p, &capacity, row, col, value) || fail(w, "out of memory");
        }
    if (is_good && w->kind == COUNT)
        w->target->nnz = p.count;
    else if (is_good)
        is_good = write_entries(w, &w->b, p.row, p.col, p.value, p.count);
    free(p.row);
    free(p.col);
    free(p.value);
    return is_good;
}

/* ---- formats, with indices of 32 bits: in `a`, whose major indices are offsets --------------- */

static bool run_to_offsets(struct work *w)
{
    const struct shoal_sparse_matrix *m = &w->a;
    const int *row = m->minor;
    int *offset = m->major;
    if (!has_memory(w, "rows", row, m->nnz, 4, HIP_WORK_READS) ||
        !has_memory(w, "offsets", offset, m->rows + 1, 4, HIP_WORK_WRITES))
        return false;
    for (int64_t i = 0, k = 0; i <= m->rows; i++) {
        while (k < m->nnz && row[k] - (int)m->base < i)
            k++;
        offset[i] = (int)k + (int)m->base;
    }
    return true;
}

static bool run_to_rows(struct work *w)
{
    const struct shoal_sparse_matrix *m = &w->a;
    const int *offset = m->major;
    int *row = m->minor;
    if (!has_memory(w, "offsets", offset, m->rows + 1, 4, HIP_WORK_READS) ||
        !has_memory(w, "rows", row, m->nnz, 4, HIP_WORK_WRITES))
        return false;
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t k = offset[i]; k < offset[i + 1]; k++) {
            if (k < (int64_t)m->base || k - (int64_t)m->base >= m->nnz)
                return fail(w, "an offset is out of range");
            row[k - (int64_t)m->base] = (int)i + (int)m->base;
        }
    return true;
}

static bool run_identity(struct work *w)
{
    if (!has_memory(w, "the permutation", w->permutation, w->a.nnz, 4, HIP_WORK_WRITES))
        return false;
    for (int64_t i = 0; i < w->a.nnz; i++)
        w->permutation[i] = (int)i;
    return true;
}

struct sorted {
    int col, place, from;
};

static int compare_sorted(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    return x->col != y->col ? (x->col > y->col) - (x->col < y->col) : x->from - y->from;
}

/* The columns of each row, and what the permutation has for them. */
static bool run_sort(struct work *w)
{
    const struct shoal_sparse_matrix *m = &w->a;
    const int *offset = m->major;
    int *col = m->minor, *p = w->permutation;
    if (!has_memory(w, "offsets", offset, m->rows + 1, 4, HIP_WORK_READS) ||
        !has_memory(w, "columns", col, m->nnz, 4, HIP_WORK_WRITES) ||
        (p && !has_memory(w, "the permutation", p, m->nnz, 4, HIP_WORK_WRITES)))
        return false;
    struct sorted *row = calloc((size_t)m->nnz + 1, sizeof *row);
    if (!row)
        return fail(w, "out of memory");
    for (int64_t i = 0; i < m->rows; i++) {
        int64_t first = offset[i] - (int)m->base, end = offset[i + 1] - (int)m->base;
        if (first < 0 || end > m->nnz || first > end) {
            free(row);
            return fail(w, "an offset is out of range");
        }
        for (int64_t k = first; k < end; k++)
            row[k - first] = (struct sorted){col[k], p ? p[k] : 0, (int)k};
        qsort(row, (size_t)(end - first), sizeof *row, compare_sorted);
        for (int64_t k = first; k < end; k++) {
            col[k] = row[k - first].col;
            if (p)
                p[k] = row[k - first].place;
        }
    }
    free(row);
    return true;
}

/* CSR to CSC: by column, in the order of rows. */
static bool run_turn(struct work *w, struct entries *e)
{
    number *values = calloc((size_t)e->count + 1, sizeof *values);
    swap_entries(e);
    bool is_good = values ? entries_by_row(w, e) : fail(w, "out of memory");
    swap_entries(e);
    for (int64_t k = 0; k < e->count && is_good; k++)
        values[k] = get(w->a.values, w->a.type, e->from[k]);
    is_good = is_good && write_entries(w, &w->b, e->row, e->col, values, e->count);
    free(values);
    return is_good;
}

static bool run_entries(struct work *w)
{
    struct entries e;
    bool is_good =
        entries_of(w, &w->a, w->kind == SAMPLE ? HIPSPARSE_OPERATION_NON_TRANSPOSE : w->op_a, &e);
    if (is_good)
        is_good = w->kind == MULTIPLY   ? run_multiply(w, &e)
                  : w->kind == SAMPLE   ? run_sample(w, &e)
                  : w->kind == SOLVE    ? run_solve(w, &e)
                  : w->kind == PRODUCT  ? run_product(w, &e)
                  : w->kind == TO_DENSE ? run_to_dense(w, &e)
                                        : run_turn(w, &e);
    entries_free(&e);
    return is_good;
}

static bool run(struct hip_work *base, char *text, size_t size)
{
    struct work *w = (struct work *)base;
    w->text = text;
    w->text_size = size;
    if (!read_scalar(w, &w->alpha) || !read_scalar(w, &w->beta))
        return false;
    switch (w->kind) {
    case AXPBY:
    case GATHER:
    case SCATTER:
    case ROTATE:
    case DOT:
        return run_vectors(w);
    case PRODUCT_COPY:
        return write_entries(w, &w->b, w->product->row, w->product->col, w->product->value,
                             w->product->count);
    case COUNT:
    case TO_SPARSE:
        return run_to_sparse(w);
    case TO_OFFSETS:
        return run_to_offsets(w);
    case TO_ROWS:
        return run_to_rows(w);
    case IDENTITY:
        return run_identity(w);
    case SORT:
        return run_sort(w);
    default:
        return run_entries(w);
    }
}

static void destroy(struct hip_work *base) { free(base); }

/* ---- calls ----------------------------------------------------------------------------------- */

static hipsparseStatus_t submit(hipsparseHandle_t handle, const struct work *what, bool is_sync)
{
    struct work *w = malloc(sizeof *w);
    if (!w)
        return HIPSPARSE_STATUS_ALLOC_FAILED;
    *w = *what;
    atomic_init(&w->base.refs, 1);
    w->base.run = run;
    w->base.destroy = destroy;
    return shoal_hip_submit(handle->stream, &w->base, is_sync) == hipSuccess
               ? HIPSPARSE_STATUS_SUCCESS
               : HIPSPARSE_STATUS_EXECUTION_FAILED;
}

static struct scalar scalar_of(hipsparseHandle_t handle, const void *at, hipDataType type)
{
    struct scalar s = {.type = type};
    if (at && handle->mode == HIPSPARSE_POINTER_MODE_DEVICE)
        s.at = at;
    else if (at)
        s.value = get(at, type, 0);
    return s;
}

static struct shoal_dense_matrix column(hipsparseConstDnVecDescr_t v)
{
    return (struct shoal_dense_matrix){v->size,   1,       v->size ? v->size : 1,
                                       v->values, v->type, HIPSPARSE_ORDER_COL};
}

static bool is_operation(hipsparseOperation_t op)
{
    return (unsigned)op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

/* Buffers of this size are asked for: some programs allocate no empty ones. */
enum { BUFFER_BYTES = 16 };
static hipsparseStatus_t give_buffer(hipsparseHandle_t handle, size_t *bytes)
{
    if (!handle)
        return HIPSPARSE_STATUS_NOT_INITIALIZED;
    if (!bytes)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    *bytes = BUFFER_BYTES;
    return HIPSPARSE_STATUS_SUCCESS;
}

#define CHECK(handle, is_good)                                                                     \
    do {                                                                                           \
        if (!(handle))                                                                             \
            return HIPSPARSE_STATUS_NOT_INITIALIZED;                                               \
        if (!(is_good))                                                                            \
            return HIPSPARSE_STATUS_INVALID_VALUE;                                                 \
    } while (0)

static hipsparseStatus_t on_vectors(hipsparseHandle_t handle, enum kind kind, const void *alpha,
                                    const void *beta, hipsparseConstSpVecDescr_t x,
                                    hipsparseConstDnVecDescr_t y)
{
    CHECK(handle, x && y && x->size == y->size && x->type == y->type);
    const struct work w = {.kind = kind,
                           .alpha = scalar_of(handle, alpha, x->type),
                           .beta = scalar_of(handle, beta, x->type),
                           .x = *x,
                           .out = column(y)};
    return submit(handle, &w, false);
}

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void *alpha,
                                 hipsparseConstSpVecDescr_t vecX, const void *beta,
                                 hipsparseDnVecDescr_t vecY)
{
    CHECK(handle, alpha && beta);
    return on_vectors(handle, AXPBY, alpha, beta, vecX, vecY);
}
hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t vecY,
                                  hipsparseSpVecDescr_t vecX)
{
    return on_vectors(handle, GATHER, NULL, NULL, vecX, vecY);
}
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t vecX,
                                   hipsparseDnVecDescr_t vecY)
{
    return on_vectors(handle, SCATTER, NULL, NULL, vecX, vecY);
}
hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void *c_coeff, const void *s_coeff,
                               hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY)
{
    CHECK(handle, c_coeff && s_coeff);
    return on_vectors(handle, ROTATE, c_coeff, s_coeff, vecX, vecY);
}

hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t opX,
                                           hipsparseConstSpVecDescr_t vecX,
                                           hipsparseConstDnVecDescr_t vecY, void *result,
                                           hipDataType computeType, size_t *bufferSize)
{
    (void)opX, (void)vecX, (void)vecY, (void)result, (void)computeType;
    return give_buffer(handle, bufferSize);
}

hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t opX,
                                hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                                void *result, hipDataType computeType, void *externalBuffer)
{
    (void)externalBuffer;
    CHECK(handle, vecX && vecY && result && vecX->size == vecY->size && is_operation(opX) &&
                      is_value_type(computeType));
    bool is_device = handle->mode == HIPSPARSE_POINTER_MODE_DEVICE;
    const struct work w = {.kind = DOT,
                           .op_a = opX,
                           .x = *vecX,
                           .out = column(vecY),
                           .result = result,
                           .result_type = computeType,
                           .is_device_result = is_device};
    return submit(handle, &w, !is_device);
}

/* Rows and columns of op(m). */
#define ROWS(m, op) ((op) == HIPSPARSE_OPERATION_NON_TRANSPOSE ? (m)->rows : (m)->cols)
#define COLS(m, op) ((op) == HIPSPARSE_OPERATION_NON_TRANSPOSE ? (m)->cols : (m)->rows)

static hipsparseStatus_t multiply(hipsparseHandle_t handle, hipsparseOperation_t op_a,
                                  hipsparseOperation_t op_b, const void *alpha,
                                  hipsparseConstSpMatDescr_t a, const struct shoal_dense_matrix *b,
                                  const void *beta, const struct shoal_dense_matrix *c,
                                  hipDataType compute)
{
    CHECK(handle, alpha && beta && a && is_operation(op_a) && is_operation(op_b) &&
                      ROWS(a, op_a) == c->rows && COLS(a, op_a) == ROWS(b, op_b) &&
                      COLS(b, op_b) == c->cols);
    if (!is_value_type(compute))
        return HIPSPARSE_STATUS_NOT_SUPPORTED;
    const struct work w = {.kind = MULTIPLY,
                           .op_a = op_a,
                           .op_b = op_b,
                           .alpha = scalar_of(handle, alpha, compute),
                           .beta = scalar_of(handle, beta, compute),
                           .a = *a,
                           .dense = *b,
                           .out = *c};
    return submit(handle, &w, false);
}

#define UNUSED_SPMV                                                                                \
    (void)opA, (void)alpha, (void)matA, (void)vecX, (void)beta, (void)vecY, (void)computeType,     \
        (void)alg
hipsparseStatus_t hipsparseSpMV_bufferSize(SHOAL_SPMV, size_t *bufferSize)
{
    UNUSED_SPMV;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSpMV_preprocess(SHOAL_SPMV, void *externalBuffer)
{
    UNUSED_SPMV, (void)externalBuffer;
    CHECK(handle, true);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMV(SHOAL_SPMV, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    CHECK(handle, vecX && vecY);
    struct shoal_dense_matrix x = column(vecX), y = column(vecY);
    return multiply(handle, opA, HIPSPARSE_OPERATION_NON_TRANSPOSE, alpha, matA, &x, beta, &y,
                    computeType);
}

#define UNUSED_SPMM                                                                                \
    (void)opA, (void)opB, (void)alpha, (void)matA, (void)matB, (void)beta, (void)matC,             \
        (void)computeType, (void)alg
hipsparseStatus_t hipsparseSpMM_bufferSize(SHOAL_SPMM, size_t *bufferSize)
{
    UNUSED_SPMM;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSpMM_preprocess(SHOAL_SPMM, void *externalBuffer)
{
    UNUSED_SPMM, (void)externalBuffer;
    CHECK(handle, true);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMM(SHOAL_SPMM, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    CHECK(handle, matB && matC);
    return multiply(handle, opA, opB, alpha, matA, matB, beta, matC, computeType);
}

hipsparseStatus_t hipsparseSDDMM_bufferSize(SHOAL_SDDMM, size_t *bufferSize)
{
    UNUSED_SPMM;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSDDMM_preprocess(SHOAL_SDDMM, void *externalBuffer)
{
    UNUSED_SPMM, (void)externalBuffer;
    CHECK(handle, true);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSDDMM(SHOAL_SDDMM, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    CHECK(handle, alpha && beta && matA && matB && matC && is_operation(opA) && is_operation(opB) &&
                      ROWS(matA, opA) == matC->rows && COLS(matB, opB) == matC->cols &&
                      COLS(matA, opA) == ROWS(matB, opB));
    if (!is_value_type(computeType))
        return HIPSPARSE_STATUS_NOT_SUPPORTED;
    const struct work w = {.kind = SAMPLE,
                           .op_a = opA,
                           .op_b = opB,
                           .alpha = scalar_of(handle, alpha, computeType),
                           .beta = scalar_of(handle, beta, computeType),
                           .a = *matC,
                           .dense = *matA,
                           .out = *matB};
    return submit(handle, &w, false);
}

static hipsparseStatus_t solve(hipsparseHandle_t handle, hipsparseOperation_t op_a,
                               hipsparseOperation_t op_b, const void *alpha,
                               hipsparseConstSpMatDescr_t a, const struct shoal_dense_matrix *b,
                               const struct shoal_dense_matrix *x, hipDataType compute)
{
    CHECK(handle, alpha && a && is_operation(op_a) && is_operation(op_b) && a->rows == a->cols &&
                      a->rows == x->rows && ROWS(b, op_b) == x->rows && COLS(b, op_b) == x->cols);
    if (!is_value_type(compute))
        return HIPSPARSE_STATUS_NOT_SUPPORTED;
    const struct work w = {.kind = SOLVE,
                           .op_a = op_a,
                           .op_b = op_b,
                           .alpha = scalar_of(handle, alpha, compute),
                           .a = *a,
                           .dense = *b,
                           .out = *x};
    return submit(handle, &w, false);
}

#define UNUSED_SPSV                                                                                \
    (void)opA, (void)alpha, (void)matA, (void)x, (void)y, (void)computeType, (void)alg,            \
        (void)spsvDescr
hipsparseStatus_t hipsparseSpSV_bufferSize(SHOAL_SPSV, size_t *bufferSize)
{
    UNUSED_SPSV;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSpSV_analysis(SHOAL_SPSV, void *externalBuffer)
{
    UNUSED_SPSV, (void)externalBuffer;
    CHECK(handle, matA && spsvDescr);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpSV_solve(SHOAL_SPSV)
{
    (void)alg;
    CHECK(handle, x && y && spsvDescr);
    struct shoal_dense_matrix from = column(x), to = column(y);
    return solve(handle, opA, HIPSPARSE_OPERATION_NON_TRANSPOSE, alpha, matA, &from, &to,
                 computeType);
}

#define UNUSED_SPSM                                                                                \
    (void)opA, (void)opB, (void)alpha, (void)matA, (void)matB, (void)matC, (void)computeType,      \
        (void)alg, (void)spsmDescr
hipsparseStatus_t hipsparseSpSM_bufferSize(SHOAL_SPSM, size_t *bufferSize)
{
    UNUSED_SPSM;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSpSM_analysis(SHOAL_SPSM, void *externalBuffer)
{
    UNUSED_SPSM, (void)externalBuffer;
    CHECK(handle, matA && spsmDescr);
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpSM_solve(SHOAL_SPSM, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    CHECK(handle, matB && matC && spsmDescr);
    return solve(handle, opA, opB, alpha, matA, matB, matC, computeType);
}

/* ---- products of sparse matrices: into CSR, with beta 0 -------------------------------------- */

#define UNUSED_SPGEMM                                                                              \
    (void)opA, (void)opB, (void)alpha, (void)matA, (void)matB, (void)beta, (void)matC,             \
        (void)computeType, (void)alg, (void)spgemmDescr
hipsparseStatus_t hipsparseSpGEMM_workEstimation(SHOAL_SPGEMM, size_t *bufferSize1,
                                                 void *externalBuffer1)
{
    UNUSED_SPGEMM, (void)externalBuffer1;
    return give_buffer(handle, bufferSize1);
}
hipsparseStatus_t hipsparseSpGEMM_compute(SHOAL_SPGEMM, size_t *bufferSize2, void *externalBuffer2)
{
    (void)alg;
    if (!externalBuffer2)
        return give_buffer(handle, bufferSize2);
    CHECK(handle, alpha && beta && matA && matB && matC && spgemmDescr && is_operation(opA) &&
                      is_operation(opB) && ROWS(matA, opA) == matC->rows &&
                      COLS(matB, opB) == matC->cols && COLS(matA, opA) == ROWS(matB, opB));
    if (!is_value_type(computeType) || matC->format != HIPSPARSE_FORMAT_CSR ||
        (handle->mode == HIPSPARSE_POINTER_MODE_HOST && get(beta, computeType, 0) != 0))
        return HIPSPARSE_STATUS_NOT_SUPPORTED;
    const struct work w = {.kind = PRODUCT,
                           .op_a = opA,
                           .op_b = opB,
                           .alpha = scalar_of(handle, alpha, computeType),
                           .a = *matA,
                           .b = *matB,
                           .target = matC,
                           .product = spgemmDescr};
    return submit(handle, &w, true); /* the program asks for the count of entries next */
}
hipsparseStatus_t hipsparseSpGEMM_copy(SHOAL_SPGEMM)
{
    UNUSED_SPGEMM;
    CHECK(handle, matC && spgemmDescr && matC->major);
    const struct work w = {.kind = PRODUCT_COPY, .b = *matC, .product = spgemmDescr};
    return submit(handle, &w, true);
}

/* ---- dense and sparse ------------------------------------------------------------------------ */

hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle,
                                                    hipsparseConstSpMatDescr_t matA,
                                                    hipsparseDnMatDescr_t matB,
                                                    hipsparseSparseToDenseAlg_t alg,
                                                    size_t *bufferSize)
{
    (void)matA, (void)matB, (void)alg;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA,
                                         hipsparseDnMatDescr_t matB,
                                         hipsparseSparseToDenseAlg_t alg, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    CHECK(handle, matA && matB && matA->rows == matB->rows && matA->cols == matB->cols);
    const struct work w = {.kind = TO_DENSE, .a = *matA, .out = *matB};
    return submit(handle, &w, false);
}

static hipsparseStatus_t to_sparse(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                   hipsparseSpMatDescr_t b, enum kind kind)
{
    CHECK(handle, a && b && a->rows == b->rows && a->cols == b->cols);
    const struct work w = {.kind = kind, .dense = *a, .b = *b, .target = b};
    return submit(handle, &w, kind == COUNT); /* the program asks for the count next */
}
hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle,
                                                    hipsparseConstDnMatDescr_t matA,
                                                    hipsparseSpMatDescr_t matB,
                                                    hipsparseDenseToSparseAlg_t alg,
                                                    size_t *bufferSize)
{
    (void)matA, (void)matB, (void)alg;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle,
                                                  hipsparseConstDnMatDescr_t matA,
                                                  hipsparseSpMatDescr_t matB,
                                                  hipsparseDenseToSparseAlg_t alg,
                                                  void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    return to_sparse(handle, matA, matB, COUNT);
}
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle,
                                                 hipsparseConstDnMatDescr_t matA,
                                                 hipsparseSpMatDescr_t matB,
                                                 hipsparseDenseToSparseAlg_t alg,
                                                 void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    return to_sparse(handle, matA, matB, TO_SPARSE);
}

/* ---- formats --------------------------------------------------------------------------------- */

/* Of the arrays of a CSR matrix with indices of 32 bits. */
static struct shoal_sparse_matrix indices(int64_t rows, int64_t cols, int64_t nnz,
                                          const void *offsets, const void *other,
                                          hipsparseIndexBase_t base)
{
    return (struct shoal_sparse_matrix){.format = HIPSPARSE_FORMAT_CSR,
                                        .rows = rows,
                                        .cols = cols,
                                        .nnz = nnz,
                                        .major = (void *)(uintptr_t)offsets,
                                        .minor = (void *)(uintptr_t)other,
                                        .major_type = HIPSPARSE_INDEX_32I,
                                        .minor_type = HIPSPARSE_INDEX_32I,
                                        .base = base};
}

hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                                    int *csrRowPtr, hipsparseIndexBase_t idxBase)
{
    CHECK(handle, m >= 0 && nnz >= 0 && csrRowPtr && (!nnz || cooRowInd));
    const struct work w = {.kind = TO_OFFSETS,
                           .a = indices(m, 0, nnz, csrRowPtr, cooRowInd, idxBase)};
    return submit(handle, &w, false);
}
hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int *csrRowPtr, int nnz, int m,
                                    int *cooRowInd, hipsparseIndexBase_t idxBase)
{
    CHECK(handle, m >= 0 && nnz >= 0 && csrRowPtr && (!nnz || cooRowInd));
    const struct work w = {.kind = TO_ROWS, .a = indices(m, 0, nnz, csrRowPtr, cooRowInd, idxBase)};
    return submit(handle, &w, false);
}
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n, int *p)
{
    CHECK(handle, n >= 0 && (!n || p));
    const struct work w = {.kind = IDENTITY, .a = {.nnz = n}, .permutation = p};
    return submit(handle, &w, false);
}
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz,
                                                  const int *csrRowPtr, const int *csrColInd,
                                                  size_t *pBufferSizeInBytes)
{
    (void)m, (void)n, (void)nnz, (void)csrRowPtr, (void)csrColInd;
    return give_buffer(handle, pBufferSizeInBytes);
}
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n, int nnz,
                                    const hipsparseMatDescr_t descrA, const int *csrRowPtr,
                                    int *csrColInd, int *P, void *pBuffer)
{
    (void)pBuffer;
    CHECK(handle, m >= 0 && n >= 0 && nnz >= 0 && descrA && csrRowPtr && (!nnz || csrColInd));
    const struct work w = {.kind = SORT,
                           .a = indices(m, n, nnz, csrRowPtr, csrColInd, descrA->base),
                           .permutation = P};
    return submit(handle, &w, false);
}

#define UNUSED_CSR2CSC                                                                             \
    (void)m, (void)n, (void)nnz, (void)csrVal, (void)csrRowPtr, (void)csrColInd, (void)cscVal,     \
        (void)cscColPtr, (void)cscRowInd, (void)valType, (void)copyValues, (void)idxBase,          \
        (void)alg
hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(SHOAL_CSR2CSC, size_t *bufferSize)
{
    UNUSED_CSR2CSC;
    return give_buffer(handle, bufferSize);
}
hipsparseStatus_t hipsparseCsr2cscEx2(SHOAL_CSR2CSC, void *buffer)
{
    (void)copyValues, (void)alg, (void)buffer;
    CHECK(handle, m >= 0 && n >= 0 && nnz >= 0 && csrRowPtr && cscColPtr &&
                      (!nnz || (csrVal && csrColInd && cscVal && cscRowInd)));
    if (!is_value_type(valType))
        return HIPSPARSE_STATUS_NOT_SUPPORTED;
    struct work w = {.kind = TURN,
                     .a = indices(m, n, nnz, csrRowPtr, csrColInd, idxBase),
                     .b = indices(m, n, nnz, cscColPtr, cscRowInd, idxBase)};
    w.b.format = HIPSPARSE_FORMAT_CSC;
    w.a.type = w.b.type = valType;
    w.a.values = (void *)(uintptr_t)csrVal;
    w.b.values = cscVal;
    return submit(handle, &w, false);
}
