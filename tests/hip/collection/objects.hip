/* objects.hip: objects with virtual functions that kernels make on the device's heap, tables of functions, recursion, and
 * C++ of today in kernels: lambdas, tuples, folds. */
#include "collection.h"

#include <array>
#include <complex>
#include <tuple>
#include <utility>

struct shape {
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
    __device__ virtual ~shape() {}
};
struct circle : shape {
    float r;
    __device__ circle(float r) : r(r) {}
    __device__ float area() const override { return 3 * r * r; }
};
struct box : shape {
    float w, h;
    __device__ box(float w, float h) : w(w), h(h) {}
    __device__ float area() const override { return w * h; }
    __device__ int corners() const override { return 4; }
};
struct square final : box {
    __device__ square(float w) : box(w, w) {}
    __device__ float area() const override { return box::area() + 0.5f; }
    int *ended = nullptr;
    __device__ ~square() override
    {
        if (ended)
            atomicAdd(ended, 1);
    }
};

__global__ void make(shape **out, int n, int *ended)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i % 3 == 0) {
        out[i] = new circle(i);
    } else if (i % 3 == 1) {
        out[i] = new box(i, 2);
    } else {
        square *s = new square(i);
        s->ended = ended;
        out[i] = s;
    }
}
__global__ void measure(shape **in, int n, float *areas, int *corners)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        areas[i] = in[i]->area();
        corners[i] = in[i]->corners();
    }
}
__global__ void unmake(shape **in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        delete in[i];
}

typedef int (*operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ operation table[3] = {add, subtract, multiply};
__device__ operation chosen = multiply;

__global__ void apply(operation from_host, int *out)
{
    int i = threadIdx.x;
    out[i] = table[i % 3](i, 7) + 1000 * from_host(i, 2);
}

__device__ unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void quicksort(int *a, int n)
{
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, j + 1);
    quicksort(a + i, n - i);
}
__global__ void recurse(unsigned *out, int *lists, int n)
{
    out[threadIdx.x] = ackermann(2, threadIdx.x % 8);
    quicksort(lists + threadIdx.x * n, n);
}

template <typename F> __global__ void each(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        f(i);
}
template <typename... T> __device__ auto sum_of(T... x) { return (x + ...); }
template <int n> __device__ constexpr std::array<int, n> squares()
{
    std::array<int, n> out{};
    for (int i = 0; i < n; i++)
        out[i] = i * i;
    return out;
}

int main()
{
    const int n = 100;
    on_device<shape *> shapes(n);
    on_device<float> areas(n);
    on_device<int> corners(n), ended(1);
    make<<<2, 64>>>(shapes.data, n, ended.data);
    measure<<<1, 64>>>(shapes.data, n, areas.data, corners.data);
    unmake<<<2, 64>>>(shapes.data, n);
    OK(hipDeviceSynchronize());
    std::vector<float> a = areas.host();
    std::vector<int> c = corners.host();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += a[i] != (i % 3 == 0 ? 3.f * i * i : i % 3 == 1 ? 2.f * i : (float)i * i + 0.5f);
        wrong += c[i] != (i % 3 == 0 ? 0 : 4);
    }
    CHECK(wrong == 0 && ended.host()[0] == 33);

    operation f;
    OK(hipMemcpyFromSymbol(&f, HIP_SYMBOL(chosen), sizeof f));
    on_device<int> out(96);
    apply<<<1, 96>>>(f, out.data);
    std::vector<int> r = out.host();
    for (int i = 0; i < 96; i++)
        wrong += r[i] != (i % 3 == 0 ? i + 7 : i % 3 == 1 ? i - 7 : i * 7) + 2000 * i;
    CHECK(wrong == 0);

    numbers random;
    std::vector<int> lists(32 * 50);
    for (int &x : lists)
        x = random.next() % 1000;
    on_device<int> sorted(lists);
    on_device<unsigned> acker(32);
    OK(hipDeviceSetLimit(hipLimitStackSize, 16384));
    recurse<<<1, 32>>>(acker.data, sorted.data, 50);
    OK(hipDeviceSynchronize());
    std::vector<unsigned> v = acker.host();
    for (int i = 0; i < 32; i++) {
        wrong += v[i] != 2u * (i % 8) + 3; /* A(2, n) = 2 n + 3 */
        std::sort(&lists[i * 50], &lists[i * 50] + 50);
    }
    CHECK(wrong == 0 && sorted.host() == lists);

    on_device<int> made(n);
    int *p = made.data, factor = 3;
    each<<<2, 32>>>(n, [=] __device__(int i) { p[i] = factor * i + sum_of(1, 2, i % 2, squares<5>()[i % 5]); });
    on_device<float> parts(2 * n);
    float *q = parts.data;
    each<<<1, 64>>>(n, [=] __device__(int i) {
        std::tuple<int, float> t{i, i * 0.5f};
        auto [whole, half] = t;
        std::complex<float> z(whole, half);
        z *= std::complex<float>(0, 1);
        z += std::complex<float>(1, 0);
        q[2 * i] = z.real();
        q[2 * i + 1] = z.imag();
    });
    r = made.host();
    a = parts.host();
    for (int i = 0; i < n; i++) {
        wrong += r[i] != 3 * i + 3 + i % 2 + (i % 5) * (i % 5);
        wrong += a[2 * i] != 1 - i * 0.5f || a[2 * i + 1] != i;
    }
    CHECK(wrong == 0);
    return check_end();
}
