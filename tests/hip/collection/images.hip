/* images.hip: layered images, cubes, volumes, gathers and derivatives, read with every way of addressing that there is and
 * written as surfaces; against the definitions in double. */
#include "collection.h"

template <typename T> static hipArray_t array_of(int w, int h, int d, unsigned flags, const std::vector<T> &from)
{
    hipArray_t a;
    hipChannelFormatDesc c = hipCreateChannelDesc<T>();
    OK(hipMalloc3DArray(&a, &c, make_hipExtent(w, h, d), flags));
    hipMemcpy3DParms p = {};
    p.srcPtr = make_hipPitchedPtr((void *)from.data(), w * sizeof(T), w, h ? h : 1);
    p.dstArray = a;
    p.extent = make_hipExtent(w, h ? h : 1, d ? d : 1);
    p.kind = hipMemcpyHostToDevice;
    OK(hipMemcpy3D(&p));
    return a;
}
template <typename T> static std::vector<T> of_array(hipArray_t a, int w, int h, int d)
{
    std::vector<T> to((size_t)w * h * d);
    hipMemcpy3DParms p = {};
    p.srcArray = a;
    p.dstPtr = make_hipPitchedPtr(to.data(), w * sizeof(T), w, h);
    p.extent = make_hipExtent(w, h, d);
    p.kind = hipMemcpyDeviceToHost;
    OK(hipMemcpy3D(&p));
    return to;
}
static hipTextureObject_t texture_of(hipArray_t a, hipTextureAddressMode mode, hipTextureFilterMode filter, bool is_normalized,
                                  hipTextureReadMode read = hipReadModeElementType)
{
    hipResourceDesc r = {};
    hipTextureDesc t = {};
    hipTextureObject_t out;
    r.resType = hipResourceTypeArray;
    r.res.array.array = a;
    t.addressMode[0] = t.addressMode[1] = t.addressMode[2] = mode;
    t.filterMode = filter;
    t.normalizedCoords = is_normalized;
    t.readMode = read;
    OK(hipCreateTextureObject(&out, &r, &t, nullptr));
    return out;
}
static hipSurfaceObject_t surface_of(hipArray_t a)
{
    hipResourceDesc r = {};
    hipSurfaceObject_t out;
    r.resType = hipResourceTypeArray;
    r.res.array.array = a;
    OK(hipCreateSurfaceObject(&out, &r));
    return out;
}

/* Texel i of n, or -1: the border. */
static int texel(int i, int n, hipTextureAddressMode mode)
{
    if (mode == hipAddressModeWrap)
        return (i % n + n) % n;
    if (mode == hipAddressModeMirror) {
        int k = (i % (2 * n) + 2 * n) % (2 * n);
        return k < n ? k : 2 * n - 1 - k;
    }
    if (mode == hipAddressModeBorder)
        return i < 0 || i >= n ? -1 : i;
    return std::min(std::max(i, 0), n - 1);
}
struct volume {
    int w, h, d;
    std::vector<float> at;
    double get(int x, int y, int z, hipTextureAddressMode m) const
    {
        x = texel(x, w, m), y = texel(y, h, m), z = texel(z, d, m);
        return x < 0 || y < 0 || z < 0 ? 0 : at[((size_t)z * h + y) * w + x];
    }
    /* u, v, s: in texels; dims of them are filtered. */
    double read(double u, double v, double s, hipTextureAddressMode m, bool is_linear, int dims) const
    {
        if (!is_linear)
            return get((int)std::floor(u), (int)std::floor(v), (int)std::floor(s), m);
        double c[3] = {u, v, s}, sum = 0;
        int base[3];
        double part[3];
        for (int i = 0; i < 3; i++) {
            base[i] = (int)std::floor(c[i] - (i < dims ? 0.5 : 0));
            part[i] = i < dims ? std::floor((c[i] - 0.5 - base[i]) * 256 + 0.5) / 256 : 0; /* 8 bits of fraction */
        }
        for (int k = 0; k < 8; k++) {
            double weight = 1;
            for (int i = 0; i < 3; i++)
                weight *= k >> i & 1 ? part[i] : 1 - part[i];
            if (weight > 0)
                sum += weight * get(base[0] + (k & 1), base[1] + (k >> 1 & 1), base[2] + (k >> 2), m);
        }
        return sum;
    }
};

__global__ void read_3d(hipTextureObject_t t, const float4 *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex3D<float>(t, at[i].x, at[i].y, at[i].z);
}
__global__ void read_layered(hipTextureObject_t t, const float4 *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2DLayered<float>(t, at[i].x, at[i].y, (int)at[i].z);
}
__global__ void read_rows(hipTextureObject_t t, const float4 *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1DLayered<float>(t, at[i].x, (int)at[i].z);
}

static void volumes()
{
    numbers random;
    const int n = 256;
    volume v{9, 6, 4, {}};
    for (int i = 0; i < v.w * v.h * v.d; i++)
        v.at.push_back(random.unit());
    volume rows{9, 1, 4, std::vector<float>(v.at.begin(), v.at.begin() + 36)};
    hipArray_t solid = array_of(v.w, v.h, v.d, hipArrayDefault, v.at), layers = array_of(v.w, v.h, v.d, hipArrayLayered, v.at),
               lines = array_of(rows.w, 0, rows.d, hipArrayLayered, rows.at);
    on_device<float> out(n);
    for (hipTextureAddressMode mode : {hipAddressModeWrap, hipAddressModeMirror, hipAddressModeClamp, hipAddressModeBorder})
        for (bool is_linear : {false, true})
            for (bool is_normalized : {true, false}) {
                if (!is_normalized && (mode == hipAddressModeWrap || mode == hipAddressModeMirror))
                    continue; /* they want normalised coordinates */
                std::vector<float4> at(n), flat(n);
                for (int i = 0; i < n; i++) {
                    float x = random.unit() * 5 - 2, y = random.unit() * 5 - 2, z = random.unit() * 5 - 2;
                    /* no place between two texels, where rounding decides */
                    float4 p = make_float4((std::floor(x * v.w) + 0.25f * (1 + i % 3)), (std::floor(y * v.h) + 0.25f * (1 + i / 3 % 3)),
                                           (std::floor(z * v.d) + 0.25f * (1 + i / 9 % 3)), 0);
                    at[i] = p;
                    flat[i] = make_float4(p.x, p.y, (float)(i % v.d), 0);
                }
                auto scaled = [&](const std::vector<float4> &from, int w, int h, int d) {
                    std::vector<float4> to = from;
                    for (float4 &p : to)
                        if (is_normalized)
                            p = make_float4(p.x / w, p.y / h, p.z / d, 0);
                    return to;
                };
                hipTextureFilterMode filter = is_linear ? hipFilterModeLinear : hipFilterModePoint;
                double tolerance = is_linear ? 3 / 256. : 0, most = 0;
                hipTextureObject_t t = texture_of(solid, mode, filter, is_normalized);
                read_3d<<<n / 64, 64>>>(t, on_device<float4>(scaled(at, v.w, v.h, v.d)).data, out.data, n);
                std::vector<float> got = out.host();
                for (int i = 0; i < n; i++)
                    most = std::max(most, std::abs(got[i] - v.read(at[i].x, at[i].y, at[i].z, mode, is_linear, 3)));
                CHECK(most <= tolerance);
                OK(hipDestroyTextureObject(t));
                t = texture_of(layers, mode, filter, is_normalized);
                read_layered<<<n / 64, 64>>>(t, on_device<float4>(scaled(flat, v.w, v.h, 1)).data, out.data, n);
                got = out.host();
                most = 0;
                for (int i = 0; i < n; i++)
                    most = std::max(most, std::abs(got[i] - v.read(flat[i].x, flat[i].y, flat[i].z, mode, is_linear, 2)));
                CHECK(most <= tolerance);
                OK(hipDestroyTextureObject(t));
                t = texture_of(lines, mode, filter, is_normalized);
                read_rows<<<n / 64, 64>>>(t, on_device<float4>(scaled(flat, v.w, 1, 1)).data, out.data, n);
                got = out.host();
                most = 0;
                for (int i = 0; i < n; i++)
                    most = std::max(most, std::abs(got[i] - rows.read(flat[i].x, 0, flat[i].z, mode, is_linear, 1)));
                CHECK(most <= tolerance);
                OK(hipDestroyTextureObject(t));
            }
    OK(hipFreeArray(solid));
    OK(hipFreeArray(layers));
    OK(hipFreeArray(lines));
}

/* A cube whose face f is all f + 1: which face a direction hits. */
__global__ void look(hipTextureObject_t t, const float4 *at, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = texCubemap<float>(t, at[i].x, at[i].y, at[i].z);
}
__global__ void look_layered(hipTextureObject_t t, const float4 *at, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = texCubemapLayered<float>(t, at[i].x, at[i].y, at[i].z, i % 2);
}
static void cubes()
{
    const int side = 4;
    std::vector<float> faces(side * side * 12);
    for (size_t i = 0; i < faces.size(); i++)
        faces[i] = 1 + i / (side * side);
    std::vector<float> one(faces.begin(), faces.begin() + side * side * 6);
    std::vector<float4> at;
    std::vector<float> expected;
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < 6; k++) {
            float c[3] = {0.3f * (k - 2), 0.2f * (k % 4 - 1), 0.1f};
            int axis = f / 2;
            c[axis] = f % 2 ? -1.5f : 1.5f;
            at.push_back(make_float4(c[0], c[1], c[2], 0));
            expected.push_back(f + 1);
        }
    int n = at.size();
    on_device<float4> where(at);
    on_device<float> out(n);
    hipArray_t a = array_of(side, side, 6, hipArrayCubemap, one), b = array_of(side, side, 12, hipArrayCubemap | hipArrayLayered, faces);
    hipTextureObject_t t = texture_of(a, hipAddressModeClamp, hipFilterModePoint, true), u = texture_of(b, hipAddressModeClamp, hipFilterModePoint, true);
    look<<<1, 64>>>(t, where.data, out.data, n);
    CHECK(out.host() == expected);
    look_layered<<<1, 64>>>(u, where.data, out.data, n);
    for (int i = 0; i < n; i++)
        expected[i] += i % 2 * 6;
    CHECK(out.host() == expected);
    OK(hipDestroyTextureObject(t));
    OK(hipDestroyTextureObject(u));
    OK(hipFreeArray(a));
    OK(hipFreeArray(b));
}

__global__ void gather(hipTextureObject_t t, float4 *out, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y;
    for (int c = 0; c < 4; c++)
        out[(y * w + x) * 4 + c] = c == 0   ? tex2Dgather<float4>(t, x + 1.0f, y + 1.0f, 0)
                                   : c == 1 ? tex2Dgather<float4>(t, x + 1.0f, y + 1.0f, 1)
                                   : c == 2 ? tex2Dgather<float4>(t, x + 1.0f, y + 1.0f, 2)
                                            : tex2Dgather<float4>(t, x + 1.0f, y + 1.0f, 3);
}
static void gathers()
{
    const int w = 8, h = 4;
    std::vector<float4> from;
    for (int i = 0; i < w * h; i++)
        from.push_back(make_float4(i, 100 + i, 200 + i, 300 + i));
    hipArray_t a = array_of(w, h, 0, hipArrayTextureGather, from);
    hipTextureObject_t t = texture_of(a, hipAddressModeClamp, hipFilterModePoint, false);
    on_device<float4> out(w * h * 4);
    gather<<<1, dim3(w, h)>>>(t, out.data, w, h);
    std::vector<float4> got = out.host();
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 4; c++) {
                auto texel = [&](int dx, int dy) { return 100 * c + std::min(y + dy, h - 1) * w + std::min(x + dx, w - 1); };
                float4 g = got[(y * w + x) * 4 + c]; /* from the lower left against the clock */
                wrong += g.x != texel(0, 1) || g.y != texel(1, 1) || g.z != texel(1, 0) || g.w != texel(0, 0);
            }
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeArray(a));
}

/* x and y of the result are those of the texel; z of a surface comes as a layer or a depth. */
__global__ void write(hipSurfaceObject_t solid, hipSurfaceObject_t layers, hipSurfaceObject_t line, hipSurfaceObject_t cube)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(make_uchar4(x, y, z, 1), solid, x * (int)sizeof(uchar4), y, z);
    surf2DLayeredwrite(make_short2(x + 10 * y, z), layers, x * (int)sizeof(short2), y, z);
    if (y == 0 && z == 0)
        surf1Dwrite(2.5f * x, line, x * (int)sizeof(float));
    if (x < 4 && y < 4)
        surfCubemapwrite((int)(x + 4 * y + 16 * z), cube, x * (int)sizeof(int), y, z);
}
__global__ void read_back(hipSurfaceObject_t solid, hipSurfaceObject_t layers, hipSurfaceObject_t cube, int *bad)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    uchar4 c;
    surf3Dread(&c, solid, x * (int)sizeof(uchar4), y, z);
    short2 s;
    surf2DLayeredread(&s, layers, x * (int)sizeof(short2), y, z);
    if (c.x != x || c.y != y || c.z != z || c.w != 1 || s.x != x + 10 * y || s.y != z)
        atomicAdd(bad, 1);
    int v = 0;
    if (x < 4 && y < 4) {
        surfCubemapread(&v, cube, x * (int)sizeof(int), y, z);
        if (v != x + 4 * y + 16 * z)
            atomicAdd(bad, 1);
    }
}
static void surfaces()
{
    const int w = 8, h = 5, d = 6;
    hipArray_t solid = array_of(w, h, d, hipArraySurfaceLoadStore, std::vector<uchar4>(w * h * d)),
               layers = array_of(w, h, d, hipArraySurfaceLoadStore | hipArrayLayered, std::vector<short2>(w * h * d)),
               line = array_of(w, 0, 0, hipArraySurfaceLoadStore, std::vector<float>(w)),
               cube = array_of(4, 4, 6, hipArraySurfaceLoadStore | hipArrayCubemap, std::vector<int>(96));
    hipSurfaceObject_t s[] = {surface_of(solid), surface_of(layers), surface_of(line), surface_of(cube)};
    on_device<int> bad(1);
    write<<<1, dim3(w, h, d)>>>(s[0], s[1], s[2], s[3]);
    read_back<<<1, dim3(w, h, d)>>>(s[0], s[1], s[3], bad.data);
    OK(hipDeviceSynchronize());
    CHECK(bad.host()[0] == 0);
    std::vector<uchar4> v = of_array<uchar4>(solid, w, h, d);
    CHECK(v[(3 * h + 2) * w + 7].x == 7 && v[(3 * h + 2) * w + 7].y == 2 && v[(3 * h + 2) * w + 7].z == 3);
    std::vector<float> l = of_array<float>(line, w, 1, 1);
    CHECK(l[0] == 0 && l[7] == 17.5f);
    std::vector<int> f = of_array<int>(cube, 4, 4, 6);
    int wrong = 0;
    for (int i = 0; i < 96; i++)
        wrong += f[i] != i;
    CHECK(wrong == 0);
    for (hipSurfaceObject_t o : s)
        OK(hipDestroySurfaceObject(o));
    for (hipArray_t a : {solid, layers, line, cube})
        OK(hipFreeArray(a));
}

/* Integers as fractions, and what linear memory and pitched memory give. */
__global__ void fractions(hipTextureObject_t bytes, hipTextureObject_t shorts, float *out)
{
    float4 b = tex2D<float4>(bytes, threadIdx.x, 0);
    out[threadIdx.x * 6] = b.x, out[threadIdx.x * 6 + 1] = b.y, out[threadIdx.x * 6 + 2] = b.z, out[threadIdx.x * 6 + 3] = b.w;
    float2 s = tex2D<float2>(shorts, threadIdx.x, 0);
    out[threadIdx.x * 6 + 4] = s.x, out[threadIdx.x * 6 + 5] = s.y;
}
static void integers_as_fractions()
{
    std::vector<uchar4> b(8);
    std::vector<short2> s(8);
    for (int i = 0; i < 8; i++) {
        b[i] = make_uchar4(i, 32 * i, 255 - i, 255);
        s[i] = make_short2(-32768 + i * 4681, 32767 - i);
    }
    hipArray_t x = array_of(8, 1, 0, 0, b), y = array_of(8, 1, 0, 0, s);
    hipTextureObject_t t = texture_of(x, hipAddressModeClamp, hipFilterModePoint, false, hipReadModeNormalizedFloat),
                       u = texture_of(y, hipAddressModeClamp, hipFilterModePoint, false, hipReadModeNormalizedFloat);
    on_device<float> out(48);
    fractions<<<1, 8>>>(t, u, out.data);
    std::vector<float> got = out.host();
    double most = 0;
    for (int i = 0; i < 8; i++) {
        double e[6] = {b[i].x / 255., b[i].y / 255., b[i].z / 255., b[i].w / 255., std::max(s[i].x / 32767., -1.), s[i].y / 32767.};
        for (int c = 0; c < 6; c++)
            most = std::max(most, std::abs(got[i * 6 + c] - e[c]));
    }
    CHECK(most < 1e-6);
    OK(hipDestroyTextureObject(t));
    OK(hipDestroyTextureObject(u));
    OK(hipFreeArray(x));
    OK(hipFreeArray(y));
}

int main()
{
    volumes();
    cubes();
    gathers();
    surfaces();
    integers_as_fractions();
    return check_end();
}
