/* sparse.hip: libhipsparse against loops over dense matrices, with small whole numbers, so that all results are exact: formats,
 * types of elements and indices, operations, pointer modes; and what it refuses. */
// needs: hipsparse
#include "numbers.h"

#include <hipsparse/hipsparse.h>

#define SPARSE(call) CHECK((call) == HIPSPARSE_STATUS_SUCCESS)

template <typename T> hipDataType type_of();
template <> hipDataType type_of<float>() { return HIP_R_32F; }
template <> hipDataType type_of<double>() { return HIP_R_64F; }
template <> hipDataType type_of<hipFloatComplex>() { return HIP_C_32F; }
template <> hipDataType type_of<hipDoubleComplex>() { return HIP_C_64F; }

static hipsparseHandle_t handle;

/* A dense matrix by rows, of which about a third is not zero. */
struct table {
    int rows, cols;
    std::vector<wide> at;
    table(int r, int c) : rows(r), cols(c), at((size_t)r * c) {}
    wide &operator()(int r, int c) { return at[(size_t)r * cols + c]; }
    wide operator()(int r, int c) const { return at[(size_t)r * cols + c]; }
    table with(hipsparseOperation_t op) const
    {
        if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE)
            return *this;
        table t(cols, rows);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                t(c, r) = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj((*this)(r, c)) : (*this)(r, c);
        return t;
    }
    table operator*(const table &b) const
    {
        table t(rows, b.cols);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < b.cols; c++)
                for (int k = 0; k < cols; k++)
                    t(r, c) += (*this)(r, k) * b(k, c);
        return t;
    }
};

template <typename T> table filled(int rows, int cols, bool is_sparse)
{
    table t(rows, cols);
    for (wide &x : t.at)
        if (!is_sparse || stream.next() % 3 == 0)
            x = number<T>::get(small<T>());
    return t;
}

template <typename T> std::vector<T> narrowed(const table &t)
{
    std::vector<T> out;
    for (wide x : t.at)
        out.push_back(number<T>::make(x));
    return out;
}

/* A sparse matrix on the device. */
template <typename T, typename I> struct sparse {
    std::vector<I> major, minor;
    std::vector<T> values;
    on_device<I> *d_major, *d_minor;
    on_device<T> *d_values;
    hipsparseSpMatDescr_t m;
    sparse(const table &t, hipsparseFormat_t format, int base)
    {
        bool by_col = format == HIPSPARSE_FORMAT_CSC;
        for (int i = 0; i < (by_col ? t.cols : t.rows); i++) {
            if (format != HIPSPARSE_FORMAT_COO)
                major.push_back((I)minor.size() + base);
            for (int j = 0; j < (by_col ? t.rows : t.cols); j++) {
                wide x = by_col ? t(j, i) : t(i, j);
                if (x == wide(0))
                    continue;
                if (format == HIPSPARSE_FORMAT_COO)
                    major.push_back(i + base);
                minor.push_back(j + base);
                values.push_back(number<T>::make(x));
            }
        }
        if (format != HIPSPARSE_FORMAT_COO)
            major.push_back((I)minor.size() + base);
        d_major = new on_device<I>(major);
        d_minor = new on_device<I>(minor);
        d_values = new on_device<T>(values);
        auto index = sizeof(I) == 8 ? HIPSPARSE_INDEX_64I : HIPSPARSE_INDEX_32I;
        auto b = (hipsparseIndexBase_t)base;
        int64_t n = (int64_t)values.size();
        if (format == HIPSPARSE_FORMAT_CSR)
            SPARSE(hipsparseCreateCsr(&m, t.rows, t.cols, n, d_major->data, d_minor->data, d_values->data, index, index, b, type_of<T>()));
        else if (format == HIPSPARSE_FORMAT_CSC)
            SPARSE(hipsparseCreateCsc(&m, t.rows, t.cols, n, d_major->data, d_minor->data, d_values->data, index, index, b, type_of<T>()));
        else
            SPARSE(hipsparseCreateCoo(&m, t.rows, t.cols, n, d_major->data, d_minor->data, d_values->data, index, b, type_of<T>()));
    }
    ~sparse()
    {
        SPARSE(hipsparseDestroySpMat(m));
        delete d_major;
        delete d_minor;
        delete d_values;
    }
};

template <typename T> struct dense {
    int rows, cols;
    hipsparseOrder_t order;
    on_device<T> *data;
    hipsparseDnMatDescr_t m;
    int ld() const { return (order == HIPSPARSE_ORDER_ROW ? cols : rows) + 2; }
    size_t place(int r, int c) const { return order == HIPSPARSE_ORDER_ROW ? (size_t)r * ld() + c : (size_t)c * ld() + r; }
    dense(const table &t, hipsparseOrder_t o) : rows(t.rows), cols(t.cols), order(o)
    {
        std::vector<T> h((size_t)ld() * (o == HIPSPARSE_ORDER_ROW ? rows : cols));
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                h[place(r, c)] = number<T>::make(t(r, c));
        data = new on_device<T>(h);
        SPARSE(hipsparseCreateDnMat(&m, rows, cols, ld(), data->data, type_of<T>(), o));
    }
    bool is(const table &t) const
    {
        auto h = data->host();
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                if (number<T>::get(h[place(r, c)]) != t(r, c))
                    return false;
        return true;
    }
    ~dense()
    {
        SPARSE(hipsparseDestroyDnMat(m));
        delete data;
    }
};

static const hipsparseFormat_t formats[] = {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO};

template <typename T, typename I> void multiply(hipsparseFormat_t format, int base, int op_a, int op_b, bool on_dev)
{
    auto a_op = (hipsparseOperation_t)op_a, b_op = (hipsparseOperation_t)op_b;
    const int m = 9, k = 7, n = 4;
    table a = filled<T>(op_a ? k : m, op_a ? m : k, true), b = filled<T>(op_b ? n : k, op_b ? k : n, false);
    table c = filled<T>(m, n, false), x = filled<T>(k, 1, false), y = filled<T>(m, 1, false);
    sparse<T, I> A(a, format, base);
    dense<T> B(b, base ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL), C(c, op_b ? HIPSPARSE_ORDER_ROW : HIPSPARSE_ORDER_COL);
    std::vector<T> scalars{number<T>::make(2), number<T>::make(-1)};
    on_device<T> d_scalars(scalars);
    const T *s = on_dev ? d_scalars.data : scalars.data();
    SPARSE(hipsparseSetPointerMode(handle, on_dev ? HIPSPARSE_POINTER_MODE_DEVICE : HIPSPARSE_POINTER_MODE_HOST));
    size_t bytes = 0;
    SPARSE(hipsparseSpMM_bufferSize(handle, a_op, b_op, s, A.m, B.m, s + 1, C.m, type_of<T>(), HIPSPARSE_SPMM_ALG_DEFAULT, &bytes));
    CHECK(bytes > 0);
    SPARSE(hipsparseSpMM(handle, a_op, b_op, s, A.m, B.m, s + 1, C.m, type_of<T>(), HIPSPARSE_SPMM_ALG_DEFAULT, nullptr));
    table e = a.with(a_op) * b.with(b_op);
    for (int i = 0; i < m * n; i++)
        e.at[i] = 2.0 * e.at[i] - c.at[i];
    CHECK(C.is(e));
    on_device<T> dx(narrowed<T>(x)), dy(narrowed<T>(y));
    hipsparseDnVecDescr_t vx, vy;
    SPARSE(hipsparseCreateDnVec(&vx, k, dx.data, type_of<T>()));
    SPARSE(hipsparseCreateDnVec(&vy, m, dy.data, type_of<T>()));
    SPARSE(hipsparseSpMV(handle, a_op, s, A.m, vx, s + 1, vy, type_of<T>(), HIPSPARSE_SPMV_ALG_DEFAULT, nullptr));
    e = a.with(a_op) * x;
    for (int i = 0; i < m; i++)
        e.at[i] = 2.0 * e.at[i] - y.at[i];
    CHECK(difference(dy.host(), e.at) == 0);
    SPARSE(hipsparseDestroyDnVec(vx));
    SPARSE(hipsparseDestroyDnVec(vy));
    SPARSE(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST));
}

/* The functions of one type: the same products, by their own parameters. */
#define FORWARD(T, name, full)                                                                                         \
    template <typename... A> hipsparseStatus_t name(T, A... a) { return full(a...); }
#define TYPED(name)                                                                                                    \
    FORWARD(float, name, hipsparseS##name)                                                                             \
    FORWARD(double, name, hipsparseD##name)                                                                            \
    FORWARD(hipFloatComplex, name, hipsparseC##name) FORWARD(hipDoubleComplex, name, hipsparseZ##name)
namespace any {
TYPED(csrmv) TYPED(csrmm) TYPED(csrmm2) TYPED(csr2csc)
} // namespace any

template <typename T> void typed(int base)
{
    const int m = 9, k = 7, n = 4;
    T of = {}, scalars[2] = {number<T>::make(2), number<T>::make(-1)};
    table a = filled<T>(m, k, true);
    sparse<T, int> A(a, HIPSPARSE_FORMAT_CSR, base);
    const int nnz = (int)A.values.size();
    hipsparseMatDescr_t d;
    SPARSE(hipsparseCreateMatDescr(&d));
    SPARSE(hipsparseSetMatIndexBase(d, (hipsparseIndexBase_t)base));
    for (int op_a = 0; op_a < 3; op_a++) {
        auto o = (hipsparseOperation_t)op_a;
        int inner = op_a ? m : k, outer = op_a ? k : m;
        table x = filled<T>(inner, 1, false), y = filled<T>(outer, 1, false), e = a.with(o) * x;
        on_device<T> dx(narrowed<T>(x)), dy(narrowed<T>(y));
        SPARSE(any::csrmv(of, handle, o, m, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, dx.data, scalars + 1, dy.data));
        for (int i = 0; i < outer; i++)
            e.at[i] = 2.0 * e.at[i] - y.at[i];
        CHECK(difference(dy.host(), e.at) == 0);
        for (int op_b = 0; op_b < 3; op_b++) {
            auto p = (hipsparseOperation_t)op_b;
            table b = filled<T>(op_b ? n : inner, op_b ? inner : n, false), c = filled<T>(outer, n, false), f = a.with(o) * b.with(p);
            dense<T> B(b, HIPSPARSE_ORDER_COL), C(c, HIPSPARSE_ORDER_COL);
            for (size_t i = 0; i < f.at.size(); i++)
                f.at[i] = 2.0 * f.at[i] - c.at[i];
            if (op_b)
                SPARSE(any::csrmm2(of, handle, o, p, m, n, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, B.data->data, B.ld(),
                                   scalars + 1, C.data->data, C.ld()));
            else
                SPARSE(any::csrmm(of, handle, o, m, n, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, B.data->data, B.ld(),
                                  scalars + 1, C.data->data, C.ld()));
            CHECK(C.is(f));
        }
    }
    sparse<T, int> expected(a, HIPSPARSE_FORMAT_CSC, base);
    on_device<T> values(nnz);
    on_device<int> rows(nnz), offsets(k + 1);
    SPARSE(any::csr2csc(of, handle, m, k, nnz, A.d_values->data, A.d_major->data, A.d_minor->data, values.data, rows.data, offsets.data,
                        HIPSPARSE_ACTION_NUMERIC, (hipsparseIndexBase_t)base));
    OK(hipDeviceSynchronize());
    CHECK(rows.host() == expected.minor && offsets.host() == expected.major);
    CHECK(difference(values.host(), widened(expected.values)) == 0);
    CHECK(any::csrmv(of, handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, -1, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, values.data,
                     scalars + 1, values.data) == HIPSPARSE_STATUS_INVALID_VALUE);
    CHECK(any::csrmm(of, handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, m, n, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, values.data,
                     k - 1, scalars + 1, values.data, m) == HIPSPARSE_STATUS_INVALID_VALUE);
    SPARSE(hipsparseSetMatType(d, HIPSPARSE_MATRIX_TYPE_SYMMETRIC));
    CHECK(any::csrmv(of, handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, m, k, nnz, scalars, d, A.d_values->data, A.d_major->data, A.d_minor->data, values.data,
                     scalars + 1, values.data) == HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    SPARSE(hipsparseDestroyMatDescr(d));
}

/* Only where the matrix has entries. */
template <typename T> void sample(hipsparseFormat_t format)
{
    table c = filled<T>(6, 5, true), a = filled<T>(3, 6, false), b = filled<T>(3, 5, false);
    sparse<T, int> C(c, format, 1);
    dense<T> A(a, HIPSPARSE_ORDER_COL), B(b, HIPSPARSE_ORDER_ROW), D(c, HIPSPARSE_ORDER_ROW);
    T one = number<T>::make(1), two = number<T>::make(2);
    SPARSE(hipsparseSDDMM(handle, HIPSPARSE_OPERATION_TRANSPOSE, HIPSPARSE_OPERATION_NON_TRANSPOSE, &two, A.m, B.m, &one, C.m,
                          type_of<T>(), HIPSPARSE_SDDMM_ALG_DEFAULT, nullptr));
    SPARSE(hipsparseSparseToDense(handle, C.m, D.m, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    table e = a.with(HIPSPARSE_OPERATION_TRANSPOSE) * b;
    for (int i = 0; i < 30; i++)
        e.at[i] = c.at[i] == wide(0) ? 0 : 2.0 * e.at[i] + c.at[i];
    CHECK(D.is(e));
}

/* Triangles with a diagonal of ones and twos, of which the other half is there, too, and does not count. */
template <typename T> void solve(int op, bool is_lower, bool is_unit)
{
    auto a_op = (hipsparseOperation_t)op;
    const int n = 6;
    table a = filled<T>(n, n, false), x = filled<T>(n, 3, false), t(n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j)
                a(i, j) = is_unit ? 7 : 1 + i % 2;
            t(i, j) = i == j ? (is_unit ? wide(1) : a(i, j)) : (is_lower ? j < i : j > i) ? a(i, j) : 0;
        }
    table b = t.with(a_op) * x;
    sparse<T, int> A(a, HIPSPARSE_FORMAT_CSR, 0);
    dense<T> B(b, HIPSPARSE_ORDER_COL), X(table(n, 3), HIPSPARSE_ORDER_ROW);
    auto fill = is_lower ? HIPSPARSE_FILL_MODE_LOWER : HIPSPARSE_FILL_MODE_UPPER;
    auto diagonal = is_unit ? HIPSPARSE_DIAG_TYPE_UNIT : HIPSPARSE_DIAG_TYPE_NON_UNIT;
    SPARSE(hipsparseSpMatSetAttribute(A.m, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    SPARSE(hipsparseSpMatSetAttribute(A.m, HIPSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
    hipsparseSpSMDescr_t d;
    SPARSE(hipsparseSpSM_createDescr(&d));
    T one = number<T>::make(1);
    auto none = HIPSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE(hipsparseSpSM_analysis(handle, a_op, none, &one, A.m, B.m, X.m, type_of<T>(), HIPSPARSE_SPSM_ALG_DEFAULT, d, nullptr));
    SPARSE(hipsparseSpSM_solve(handle, a_op, none, &one, A.m, B.m, X.m, type_of<T>(), HIPSPARSE_SPSM_ALG_DEFAULT, d, nullptr));
    CHECK(X.is(x));
    SPARSE(hipsparseSpSM_destroyDescr(d));
}

template <typename T, typename I> void product(int op_a, int op_b)
{
    auto a_op = (hipsparseOperation_t)op_a, b_op = (hipsparseOperation_t)op_b;
    const int m = 8, k = 6, n = 7;
    table a = filled<T>(op_a ? k : m, op_a ? m : k, true), b = filled<T>(op_b ? n : k, op_b ? k : n, true);
    sparse<T, I> A(a, HIPSPARSE_FORMAT_CSR, 0), B(b, HIPSPARSE_FORMAT_COO, 1);
    on_device<I> offsets(m + 1);
    hipsparseSpMatDescr_t C;
    auto index = sizeof(I) == 8 ? HIPSPARSE_INDEX_64I : HIPSPARSE_INDEX_32I;
    SPARSE(hipsparseCreateCsr(&C, m, n, 0, offsets.data, nullptr, nullptr, index, index, HIPSPARSE_INDEX_BASE_ZERO, type_of<T>()));
    hipsparseSpGEMMDescr_t d;
    SPARSE(hipsparseSpGEMM_createDescr(&d));
    T three = number<T>::make(3), zero = number<T>::make(0);
    size_t bytes = 0;
    auto alg = HIPSPARSE_SPGEMM_DEFAULT;
    SPARSE(hipsparseSpGEMM_workEstimation(handle, a_op, b_op, &three, A.m, B.m, &zero, C, type_of<T>(), alg, d, &bytes, nullptr));
    on_device<char> buffer(bytes);
    SPARSE(hipsparseSpGEMM_compute(handle, a_op, b_op, &three, A.m, B.m, &zero, C, type_of<T>(), alg, d, &bytes, nullptr));
    SPARSE(hipsparseSpGEMM_compute(handle, a_op, b_op, &three, A.m, B.m, &zero, C, type_of<T>(), alg, d, &bytes, buffer.data));
    int64_t rows, cols, count;
    SPARSE(hipsparseSpMatGetSize(C, &rows, &cols, &count));
    CHECK(rows == m && cols == n);
    on_device<I> columns(count);
    on_device<T> values(count);
    SPARSE(hipsparseCsrSetPointers(C, offsets.data, columns.data, values.data));
    SPARSE(hipsparseSpGEMM_copy(handle, a_op, b_op, &three, A.m, B.m, &zero, C, type_of<T>(), alg, d));
    dense<T> D(table(m, n), HIPSPARSE_ORDER_COL);
    SPARSE(hipsparseSparseToDense(handle, C, D.m, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    table e = a.with(a_op) * b.with(b_op);
    for (wide &x : e.at)
        x *= 3;
    CHECK(D.is(e));
    std::vector<I> c = columns.host(), o = offsets.host();
    CHECK(o[0] == 0 && o[m] == count);
    for (int r = 0; r < m; r++)
        CHECK(std::is_sorted(c.begin() + o[r], c.begin() + o[r + 1]));
    SPARSE(hipsparseSpGEMM_destroyDescr(d));
    SPARSE(hipsparseDestroySpMat(C));
}

/* Dense to sparse and back. */
template <typename T> void convert(hipsparseFormat_t format, int base)
{
    table t = filled<T>(5, 8, true);
    sparse<T, int> expected(t, format, base), made(table(5, 8), format, base);
    dense<T> A(t, HIPSPARSE_ORDER_COL);
    auto alg = HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    SPARSE(hipsparseDenseToSparse_analysis(handle, A.m, made.m, alg, nullptr));
    int64_t rows, cols, count;
    SPARSE(hipsparseSpMatGetSize(made.m, &rows, &cols, &count));
    CHECK((size_t)count == expected.values.size());
    on_device<int> major(expected.major.size()), minor(count);
    on_device<T> values(count);
    SPARSE(format == HIPSPARSE_FORMAT_CSR   ? hipsparseCsrSetPointers(made.m, major.data, minor.data, values.data)
           : format == HIPSPARSE_FORMAT_CSC ? hipsparseCscSetPointers(made.m, major.data, minor.data, values.data)
                                            : hipsparseCooSetPointers(made.m, major.data, minor.data, values.data));
    SPARSE(hipsparseDenseToSparse_convert(handle, A.m, made.m, alg, nullptr));
    CHECK(major.host() == expected.major && minor.host() == expected.minor);
    CHECK(difference(values.host(), widened(expected.values)) == 0);
}

template <typename T> void vectors()
{
    const std::vector<int> places{2, 3, 7, 11};
    auto x = small_numbers<T>(4), y = small_numbers<T>(12);
    auto wx = widened(x), wy = widened(y);
    on_device<int> at(places);
    on_device<T> dx(x), dy(y);
    hipsparseSpVecDescr_t vx;
    hipsparseDnVecDescr_t vy;
    SPARSE(hipsparseCreateSpVec(&vx, 12, 4, at.data, dx.data, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ONE, type_of<T>()));
    SPARSE(hipsparseCreateDnVec(&vy, 12, dy.data, type_of<T>()));
    T two = number<T>::make(2), minus = number<T>::make(-1), dot;
    SPARSE(hipsparseSpVV(handle, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE, vx, vy, &dot, type_of<T>(), nullptr));
    wide sum = 0;
    for (int k = 0; k < 4; k++)
        sum += std::conj(wx[k]) * wy[places[k] - 1];
    CHECK(number<T>::get(dot) == sum);
    SPARSE(hipsparseAxpby(handle, &two, vx, &minus, vy));
    for (wide &v : wy)
        v = -v;
    for (int k = 0; k < 4; k++)
        wy[places[k] - 1] += 2.0 * wx[k];
    CHECK(difference(dy.host(), wy) == 0);
    SPARSE(hipsparseRot(handle, &two, &minus, vx, vy));
    for (int k = 0; k < 4; k++) {
        wide &b = wy[places[k] - 1], a = wx[k], was = b;
        b = 2.0 * b + a;
        wx[k] = 2.0 * a - was;
    }
    CHECK(difference(dy.host(), wy) == 0 && difference(dx.host(), wx) == 0);
    SPARSE(hipsparseGather(handle, vy, vx));
    for (int k = 0; k < 4; k++)
        wx[k] = wy[places[k] - 1];
    CHECK(difference(dx.host(), wx) == 0);
    OK(hipMemset(dy.data, 0, 12 * sizeof(T)));
    SPARSE(hipsparseScatter(handle, vx, vy));
    std::vector<wide> scattered(12);
    for (int k = 0; k < 4; k++)
        scattered[places[k] - 1] = wx[k];
    CHECK(difference(dy.host(), scattered) == 0);
    SPARSE(hipsparseDestroySpVec(vx));
    SPARSE(hipsparseDestroyDnVec(vy));
}

static void indices()
{
    const std::vector<int> rows{0, 0, 2, 2, 2, 3}, offsets{0, 2, 2, 5, 6}, columns{4, 1, 3, 0, 2, 1};
    on_device<int> r(rows), o(5), back(6), c(columns), p(6);
    SPARSE(hipsparseXcoo2csr(handle, r.data, 6, 4, o.data, HIPSPARSE_INDEX_BASE_ZERO));
    CHECK(o.host() == offsets);
    SPARSE(hipsparseXcsr2coo(handle, o.data, 6, 4, back.data, HIPSPARSE_INDEX_BASE_ZERO));
    CHECK(back.host() == rows);
    hipsparseMatDescr_t d;
    SPARSE(hipsparseCreateMatDescr(&d));
    SPARSE(hipsparseCreateIdentityPermutation(handle, 6, p.data));
    SPARSE(hipsparseXcsrsort(handle, 4, 5, 6, d, o.data, c.data, p.data, nullptr));
    CHECK((c.host() == std::vector<int>{1, 4, 0, 2, 3, 1}));
    CHECK((p.host() == std::vector<int>{1, 0, 3, 4, 2, 5}));
    SPARSE(hipsparseDestroyMatDescr(d));
    table t = filled<double>(6, 9, true);
    sparse<double, int> a(t, HIPSPARSE_FORMAT_CSR, 1), b(t, HIPSPARSE_FORMAT_CSC, 1);
    int n = (int)a.values.size();
    on_device<int> col(10), row(n);
    on_device<double> values(n);
    SPARSE(hipsparseCsr2cscEx2(handle, 6, 9, n, a.d_values->data, a.d_major->data, a.d_minor->data, values.data, col.data, row.data,
                               HIP_R_64F, HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ONE, HIPSPARSE_CSR2CSC_ALG_DEFAULT, nullptr));
    CHECK(col.host() == b.major && row.host() == b.minor && values.host() == b.values);
}

static void refused()
{
    float one = 1;
    hipsparseSpMatDescr_t m;
    hipsparseDnVecDescr_t v;
    on_device<float> x(8);
    CHECK(hipsparseCreate(nullptr) == HIPSPARSE_STATUS_INVALID_VALUE);
    CHECK(hipsparseCreateDnVec(&v, -1, x.data, HIP_R_32F) == HIPSPARSE_STATUS_INVALID_VALUE);
    CHECK(hipsparseCreateDnVec(&v, 8, x.data, HIP_R_8I) == HIPSPARSE_STATUS_NOT_SUPPORTED);
    CHECK(hipsparseCreateCsr(&m, 2, 2, 3, nullptr, nullptr, nullptr, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                             HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F) == HIPSPARSE_STATUS_INVALID_VALUE);
    SPARSE(hipsparseCreateDnVec(&v, 8, x.data, HIP_R_32F));
    table t = filled<float>(4, 4, true);
    sparse<float, int> a(t, HIPSPARSE_FORMAT_CSR, 0);
    CHECK(hipsparseSpMV(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a.m, v, &one, v, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT,
                        nullptr) == HIPSPARSE_STATUS_INVALID_VALUE);
    CHECK(hipsparseSpMV(nullptr, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a.m, v, &one, v, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT,
                        nullptr) == HIPSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE(hipsparseDestroyDnVec(v));
    CHECK(!strcmp(hipsparseGetErrorName(HIPSPARSE_STATUS_ZERO_PIVOT), "HIPSPARSE_STATUS_ZERO_PIVOT"));
}

template <typename T> void all()
{
    for (auto format : formats)
        for (int op = 0; op < 9; op++)
            if (op % 2)
                multiply<T, int>(format, op % 3 > 0, op / 3, op % 3, op & 2);
            else
                multiply<T, int64_t>(format, op % 3 == 0, op / 3, op % 3, op & 2);
    for (auto format : formats) {
        sample<T>(format);
        convert<T>(format, 0);
        convert<T>(format, 1);
    }
    for (int op = 0; op < 3; op++) {
        for (int way = 0; way < 4; way++)
            solve<T>(op, way & 1, way & 2);
        product<T, int>(op, (op + 1) % 3);
        product<T, int64_t>(op, 0);
    }
    vectors<T>();
    typed<T>(0);
    typed<T>(1);
}

int main()
{
    hipStream_t s;
    SPARSE(hipsparseCreate(&handle));
    OK(hipStreamCreate(&s));
    SPARSE(hipsparseSetStream(handle, s));
    all<float>();
    all<hipDoubleComplex>();
    SPARSE(hipsparseSetStream(handle, nullptr));
    all<double>();
    all<hipFloatComplex>();
    indices();
    refused();
    SPARSE(hipsparseDestroy(handle));
    OK(hipStreamDestroy(s));
    return check_end();
}
