/* solvers.hip: dynamic programming with a halo (the cheapest path, alignment of sequences by diagonals), LU, k-means, heat through a
 * texture reference; against loops. */
#include "collection.h"

__global__ void pathfinder(const int *wall, const int *src, int *dst, int cols, int row, int steps)
{
    __shared__ int prev[256], next[256];
    int small = 256 - steps * 2, x = small * blockIdx.x - steps + threadIdx.x;
    bool valid = x >= 0 && x < cols;
    prev[threadIdx.x] = valid ? src[x] : 1 << 30;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        bool computed = (int)threadIdx.x >= i + 1 && (int)threadIdx.x <= 256 - i - 2 && valid;
        if (computed) {
            int best = min(prev[threadIdx.x], min(prev[threadIdx.x - 1], prev[threadIdx.x + 1]));
            next[threadIdx.x] = best + wall[cols * (row + i) + x];
        }
        __syncthreads();
        prev[threadIdx.x] = computed ? next[threadIdx.x] : prev[threadIdx.x];
        __syncthreads();
        if (i == steps - 1 && computed)
            dst[x] = next[threadIdx.x];
    }
}
static void path()
{
    const int cols = 1000, rows = 21, steps = 5;
    numbers random;
    std::vector<int> wall(cols * rows), line(cols);
    for (int &w : wall)
        w = random.next() % 10;
    for (int i = 0; i < cols; i++)
        line[i] = wall[i];
    on_device<int> d(wall), a(line), b(line);
    int *from = a.data, *to = b.data, blocks = (cols + 256 - 2 * steps - 1) / (256 - 2 * steps);
    for (int r = 1; r < rows; r += steps) {
        pathfinder<<<blocks, 256>>>(d.data, from, to, cols, r, std::min(steps, rows - r));
        std::swap(from, to);
    }
    std::vector<int> got = from == a.data ? a.host() : b.host(), now = line;
    for (int r = 1; r < rows; r++) {
        std::vector<int> before = now;
        for (int c = 0; c < cols; c++)
            now[c] = wall[r * cols + c] + std::min({before[c], c ? before[c - 1] : 1 << 30, c + 1 < cols ? before[c + 1] : 1 << 30});
    }
    CHECK(got == now);
}

template <int B> __global__ void align(const int *score, int *item, int cols, int penalty, int step, bool is_upper, int blocks)
{
    __shared__ int temp[B + 1][B + 1], ref[B][B];
    int bx = is_upper ? blockIdx.x : blockIdx.x + blocks - step, by = is_upper ? step - blockIdx.x - 1 : blocks - blockIdx.x - 1, t = threadIdx.x;
    int corner = (by * B) * cols + bx * B;
    for (int y = 0; y < B; y++)
        ref[y][t] = score[corner + (y + 1) * cols + t + 1];
    if (t == 0)
        temp[0][0] = item[corner];
    temp[t + 1][0] = item[corner + (t + 1) * cols];
    temp[0][t + 1] = item[corner + t + 1];
    __syncthreads();
    for (int m = 0; m < 2 * B - 1; m++) {
        int x = m < B ? t + 1 : t + m - B + 2, y = m < B ? m - t + 1 : B - t;
        if (m < B ? t <= m : t <= 2 * B - 2 - m)
            temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
        __syncthreads();
    }
    for (int y = 0; y < B; y++)
        item[corner + (y + 1) * cols + t + 1] = temp[y + 1][t + 1];
}
static void alignment()
{
    const int B = 16, n = 64, cols = n + 1, penalty = 10;
    numbers random;
    std::vector<int> score(cols * cols), item(cols * cols);
    for (int &s : score)
        s = (int)(random.next() % 21) - 10;
    for (int i = 1; i < cols; i++)
        item[i] = item[i * cols] = -i * penalty;
    on_device<int> s(score), d(item);
    for (int i = 1; i <= n / B; i++)
        align<B><<<i, B>>>(s.data, d.data, cols, penalty, i, true, n / B);
    for (int i = n / B - 1; i >= 1; i--)
        align<B><<<i, B>>>(s.data, d.data, cols, penalty, i, false, n / B);
    for (int y = 1; y < cols; y++)
        for (int x = 1; x < cols; x++)
            item[y * cols + x] = std::max({item[(y - 1) * cols + x - 1] + score[y * cols + x], item[y * cols + x - 1] - penalty, item[(y - 1) * cols + x] - penalty});
    CHECK(d.host() == item);
}

__global__ void lud_step(float *a, int n, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (row >= n)
        return;
    float f = a[row * n + k] / a[k * n + k];
    a[row * n + k] = f;
    for (int c = k + 1; c < n; c++)
        a[row * n + c] = fmaf(-f, a[k * n + c], a[row * n + c]);
}
static void lud()
{
    const int n = 48;
    numbers random;
    std::vector<float> a(n * n);
    for (int i = 0; i < n * n; i++)
        a[i] = random.unit() + (i % (n + 1) == 0 ? n : 0);
    on_device<float> d(a);
    for (int k = 0; k < n - 1; k++)
        lud_step<<<1, 64>>>(d.data, n, k);
    std::vector<float> lu = d.host();
    double most = 0;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            double sum = 0;
            for (int k = 0; k <= std::min(r, c); k++)
                sum += (k == r ? 1. : (double)lu[r * n + k]) * lu[k * n + c];
            most = std::max(most, std::abs(sum - a[r * n + c]));
        }
    CHECK(most < 1e-4);
}

__global__ void assign(const float *points, const float *centres, int n, int dims, int k, int *member, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
    if (i >= n)
        return;
    float least = INFINITY;
    for (int c = 0; c < k; c++) {
        float sum = 0;
        for (int d = 0; d < dims; d++) {
            float x = points[d * n + i] - centres[c * dims + d];
            sum += x * x;
        }
        if (sum < least)
            least = sum, best = c;
    }
    if (member[i] != best) {
        member[i] = best;
        atomicAdd(changed, 1);
    }
}
__global__ void recentre(const float *points, int n, int dims, const int *member, double *sums, int *counts)
{
    extern __shared__ double part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
    for (int d = 0; d < dims; d++) {
        part[threadIdx.x] = i < n && member[i] == k ? points[d * n + i] : 0;
        __syncthreads();
        for (unsigned s = blockDim.x / 2; s; s /= 2) {
            if (threadIdx.x < s)
                part[threadIdx.x] += part[threadIdx.x + s];
            __syncthreads();
        }
        if (threadIdx.x == 0)
            unsafeAtomicAdd(&sums[k * dims + d], part[0]);
        __syncthreads();
    }
    int here = __syncthreads_count(i < n && member[i] == k);
    if (threadIdx.x == 0)
        atomicAdd(&counts[k], here);
}
static void kmeans()
{
    const int n = 900, dims = 3, k = 4;
    numbers random;
    std::vector<float> points(n * dims), centres(k * dims);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < dims; d++)
            points[d * n + i] = 10 * (i % k) * (d == i % dims ? 1 : 0.5f) + random.unit();
    for (int c = 0; c < k; c++)
        for (int d = 0; d < dims; d++)
            centres[c * dims + d] = points[d * n + c];
    std::vector<float> host_centres = centres;
    std::vector<int> host_member(n, -1);
    on_device<float> p(points), cs(centres);
    on_device<int> member(std::vector<int>(n, -1)), changed(1), counts(k);
    on_device<double> sums(k * dims);
    int rounds = 0;
    for (int moved = 1; moved && rounds < 50; rounds++) {
        OK(hipMemset(changed.data, 0, 4));
        OK(hipMemset(counts.data, 0, 4 * k));
        OK(hipMemset(sums.data, 0, 8 * k * dims));
        assign<<<(n + 127) / 128, 128>>>(p.data, cs.data, n, dims, k, member.data, changed.data);
        recentre<<<dim3((n + 127) / 128, k), 128, 128 * sizeof(double)>>>(p.data, n, dims, member.data, sums.data, counts.data);
        std::vector<double> s = sums.host();
        std::vector<int> c = counts.host();
        moved = changed.host()[0];
        for (int i = 0; i < k * dims; i++)
            centres[i] = c[i / dims] ? s[i] / c[i / dims] : centres[i];
        OK(hipMemcpy(cs.data, centres.data(), centres.size() * 4, hipMemcpyHostToDevice));
    }
    CHECK(rounds > 1 && rounds < 50);
    int host_rounds = 0;
    for (int moved = 1; moved && host_rounds < 50; host_rounds++) {
        std::vector<double> s(k * dims);
        std::vector<int> c(k);
        moved = 0;
        for (int i = 0; i < n; i++) {
            int best = 0;
            float least = INFINITY;
            for (int j = 0; j < k; j++) {
                float sum = 0;
                for (int d = 0; d < dims; d++) {
                    float x = points[d * n + i] - host_centres[j * dims + d];
                    sum += x * x;
                }
                if (sum < least)
                    least = sum, best = j;
            }
            moved += host_member[i] != best;
            host_member[i] = best;
            c[best]++;
            for (int d = 0; d < dims; d++)
                s[best * dims + d] += points[d * n + i];
        }
        for (int i = 0; i < k * dims; i++)
            host_centres[i] = c[i / dims] ? s[i] / c[i / dims] : host_centres[i];
    }
    CHECK(rounds == host_rounds && member.host() == host_member);
}

texture<float, 2, hipReadModeElementType> heat_texture;
__global__ void hotspot(const float *power, float *to, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float c = tex2D(heat_texture, x + 0.5f, y + 0.5f), sum = tex2D(heat_texture, x - 0.5f, y + 0.5f) + tex2D(heat_texture, x + 1.5f, y + 0.5f) +
              tex2D(heat_texture, x + 0.5f, y - 0.5f) + tex2D(heat_texture, x + 0.5f, y + 1.5f);
    to[y * w + x] = c + 0.1f * (sum - 4 * c) + power[y * w + x];
}
static void heat()
{
    const int w = 40, h = 24;
    std::vector<float> t(w * h, 300), p(w * h);
    p[7 * w + 9] = 2;
    p[20 * w + 33] = 5;
    on_device<float> power(p), next(w * h);
    hipArray_t a;
    hipChannelFormatDesc c = hipCreateChannelDesc<float>();
    OK(hipMallocArray(&a, &c, w, h));
    OK(hipMemcpy2DToArray(a, 0, 0, t.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    heat_texture.addressMode[0] = heat_texture.addressMode[1] = hipAddressModeClamp;
    OK(hipBindTextureToArray(heat_texture, a));
    for (int i = 0; i < 10; i++) {
        hotspot<<<dim3(3, 2), dim3(16, 16)>>>(power.data, next.data, w, h);
        OK(hipMemcpy2DToArray(a, 0, 0, next.data, w * 4, w * 4, h, hipMemcpyDeviceToDevice));
        std::vector<float> before = t;
        auto at = [&](int x, int y) { return before[std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1)]; };
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = at(x, y) + 0.1f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y)) + p[y * w + x];
    }
    std::vector<float> got = next.host();
    float most = 0;
    for (int i = 0; i < w * h; i++)
        most = std::max(most, std::abs(got[i] - t[i]));
    CHECK(most < 1e-3f);
    OK(hipUnbindTexture(heat_texture));
    OK(hipFreeArray(a));
}

int main()
{
    path();
    alignment();
    lud();
    kmeans();
    heat();
    return check_end();
}
