// textures.hip: texture and surface objects and texture references over arrays, mipmapped arrays,
// pitched and linear memory. Expected values are
// those of HIP's rules for coordinates, wrapping and filtering.
#include "check.h"

#include <cmath>
#include <vector>

__global__ void fetch_2d(hipTextureObject_t t, float *out, int w, int h, float scale, float shift)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * w + x] = tex2D<float>(t, (x + shift) * scale, y + 0.5f);
}

__global__ void fetch_normalized(hipTextureObject_t t, float4 *out)
{
    int i = threadIdx.x;
    out[i] = tex2D<float4>(t, (i + 0.5f) / 4.0f, 0.25f);
}

__global__ void fetch_1d(hipTextureObject_t t, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(t, i);
}

__global__ void fetch_3d(hipTextureObject_t t, float *out)
{
    int i = threadIdx.x;
    out[i] = tex3D<float>(t, i % 4 + 0.5f, i / 4 % 3 + 0.5f, i / 12 + 0.5f);
}

__global__ void copy_surface(hipSurfaceObject_t from, hipSurfaceObject_t to)
{
    float value; // the headers of ROCm 5.2 convert integers to float on the way
    int x = threadIdx.x, y = blockIdx.x;
    surf2Dread(&value, from, x * 4, y);
    surf2Dwrite(value * 2, to, x * 4, y);
}

__global__ void fetch_levels(hipTextureObject_t t, float *out, float step)
{
    int i = threadIdx.x;
    out[i] = tex2DLod<float>(t, 0.5f, 0.5f, i * step);
}

texture<float, hipTextureType2D, hipReadModeElementType> plane;
texture<int, hipTextureType1D, hipReadModeElementType> line;

__global__ void fetch_plane(float *out, float shift)
{
    int x = threadIdx.x;
    out[x] = tex2D(plane, x + shift, 1.5f);
}

__global__ void fetch_line(int *out) { out[threadIdx.x] = tex1Dfetch(line, (int)threadIdx.x); }

static hipTextureDesc plain()
{
    hipTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = hipAddressModeClamp;
    d.filterMode = hipFilterModePoint;
    d.readMode = hipReadModeElementType;
    return d;
}

static void arrays()
{
    const int w = 20, h = 6;
    std::vector<float> in(w * h), out(w * h);
    for (int i = 0; i < w * h; i++)
        in[i] = i * 1.5f;
    hipArray *array;
    hipChannelFormatDesc f = hipCreateChannelDesc<float>();
    OK(hipMallocArray(&array, &f, w, h, 0));
    OK(hipMemcpy2DToArray(array, 0, 0, in.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray;
    r.res.array.array = array;
    hipTextureDesc d = plain();
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    float *p;
    OK(hipMalloc((void **)&p, w * h * 4));
    fetch_2d<<<h, w>>>(t, p, w, h, 1.0f, 0.5f);
    OK(hipMemcpy(out.data(), p, w * h * 4, hipMemcpyDeviceToHost));
    CHECK(out == in);
    fetch_2d<<<h, w>>>(t, p, w, h, 1.0f, 10.5f); // beyond the right edge: clamped
    OK(hipMemcpy(out.data(), p, w * h * 4, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            wrong += out[y * w + x] != in[y * w + (x + 10 < w ? x + 10 : w - 1)];
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    EXPECT(hipDestroyTextureObject(t), hipErrorInvalidValue);

    d.filterMode = hipFilterModeLinear;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    fetch_2d<<<h, w>>>(t, p, w, h, 1.0f, 1.0f); // halfway between texels
    OK(hipMemcpy(out.data(), p, w * h * 4, hipMemcpyDeviceToHost));
    wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x + 1 < w; x++)
            wrong += std::fabs(out[y * w + x] - (in[y * w + x] + in[y * w + x + 1]) / 2) > 0.02f;
    CHECK(wrong == 0);
    hipResourceDesc back;
    OK(hipGetTextureObjectResourceDesc(&back, t));
    CHECK(back.res.array.array == array);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeArray(array));
    OK(hipFree(p));
}

__global__ void fetch_layer(hipTextureObject_t t, const float *x, float *out, int layer)
{
    out[threadIdx.x] = tex1DLayered<float>(t, x[threadIdx.x], layer);
}

/* Linear filters in one dimension, in layers, far outside as well: the definition, in double. */
static void layers_of_lines()
{
    const int w = 100, layers = 3, n = 10;
    std::vector<unsigned char> in(w * layers);
    for (int i = 0; i < w * layers; i++)
        in[i] = (unsigned char)(i * 7 + 12);
    hipArray_t array;
    hipChannelFormatDesc f = hipCreateChannelDesc<unsigned char>();
    OK(hipMalloc3DArray(&array, &f, make_hipExtent(w, 0, layers), hipArrayLayered));
    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(in.data(), w, w, 1);
    copy.dstArray = array;
    copy.extent = make_hipExtent(w, 1, layers);
    copy.kind = hipMemcpyHostToDevice;
    OK(hipMemcpy3D(&copy));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray;
    r.res.array.array = array;
    hipTextureDesc d = plain();
    d.filterMode = hipFilterModeLinear;
    d.readMode = hipReadModeNormalizedFloat;
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    const float xs[n] = {-3072, -3072.5f, -1, 0, 0.25f, 7.75f, 50, w - 0.5f, w, 40000};
    float *x, *out, got[n];
    OK(hipMalloc(&x, sizeof xs));
    OK(hipMalloc(&out, sizeof got));
    OK(hipMemcpy(x, xs, sizeof xs, hipMemcpyHostToDevice));
    int wrong = 0;
    for (int layer = 0; layer < layers; layer++) {
        fetch_layer<<<1, n>>>(t, x, out, layer);
        OK(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
        for (int i = 0; i < n; i++) {
            double at = xs[i] - 0.5, low = std::floor(at), part = at - low;
            auto texel = [&](double k) {
                return in[layer * w + (int)std::fmin(std::fmax(k, 0), w - 1)] / 255.0;
            };
            wrong +=
                std::fabs(texel(low) * (1 - part) + texel(low + 1) * part - got[i]) > 1.0 / 256;
        }
    }
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeArray(array));
    OK(hipFree(x));
    OK(hipFree(out));
}

static void normalized()
{
    const unsigned char in[2][4][4] = {
        {{0, 255, 51, 102}, {255, 0, 0, 255}, {10, 20, 30, 40}, {1, 2, 3, 4}},
        {{9, 9, 9, 9}, {8, 8, 8, 8}, {7, 7, 7, 7}, {6, 6, 6, 6}}};
    hipArray *array;
    // not hipCreateChannelDesc<uchar4>(), which is signed in the headers of ROCm 5.2
    hipChannelFormatDesc f = hipCreateChannelDesc(8, 8, 8, 8, hipChannelFormatKindUnsigned);
    OK(hipMallocArray(&array, &f, 4, 2, 0));
    OK(hipMemcpy2DToArray(array, 0, 0, in, 16, 16, 2, hipMemcpyHostToDevice));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray;
    r.res.array.array = array;
    hipTextureDesc d = plain();
    d.readMode = hipReadModeNormalizedFloat;
    d.normalizedCoords = 1;
    d.addressMode[0] = hipAddressModeWrap;
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    float4 *p, out[8];
    OK(hipMalloc((void **)&p, sizeof out));
    fetch_normalized<<<1, 8>>>(t, p); // the second half wraps round
    OK(hipMemcpy(out, p, sizeof out, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned char *e = in[0][i % 4];
        wrong += std::fabs(out[i].x - e[0] / 255.0f) > 1e-6f ||
                 std::fabs(out[i].y - e[1] / 255.0f) > 1e-6f ||
                 std::fabs(out[i].z - e[2] / 255.0f) > 1e-6f ||
                 std::fabs(out[i].w - e[3] / 255.0f) > 1e-6f;
    }
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeArray(array));
    OK(hipFree(p));
}

static void linear_and_pitched()
{
    const int n = 100;
    int *p, *out, h[n];
    OK(hipMalloc((void **)&p, n * 4));
    OK(hipMalloc((void **)&out, n * 4));
    for (int i = 0; i < n; i++)
        h[i] = i * i - 50;
    OK(hipMemcpy(p, h, sizeof h, hipMemcpyHostToDevice));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeLinear;
    r.res.linear.devPtr = p;
    r.res.linear.desc = hipCreateChannelDesc<int>();
    r.res.linear.sizeInBytes = n * 4;
    hipTextureDesc d = plain();
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    fetch_1d<<<1, 128>>>(t, out, n);
    int got[n], wrong = 0;
    OK(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        wrong += got[i] != h[i];
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    r.res.linear.sizeInBytes = n * 4 + 4;
    EXPECT(hipCreateTextureObject(&t, &r, &d, nullptr), hipErrorInvalidValue);
    EXPECT(hipCreateTextureObject(nullptr, &r, &d, nullptr), hipErrorInvalidValue);

    const int w = 24, rows = 5;
    float *q, *o, in[rows * w], res[rows * w];
    size_t pitch;
    OK(hipMallocPitch((void **)&q, &pitch, w * 4, rows));
    OK(hipMalloc((void **)&o, sizeof res));
    for (int i = 0; i < rows * w; i++)
        in[i] = -i;
    OK(hipMemcpy2D(q, pitch, in, w * 4, w * 4, rows, hipMemcpyHostToDevice));
    r = {};
    r.resType = hipResourceTypePitch2D;
    r.res.pitch2D.devPtr = q;
    r.res.pitch2D.desc = hipCreateChannelDesc<float>();
    r.res.pitch2D.width = w;
    r.res.pitch2D.height = rows;
    r.res.pitch2D.pitchInBytes = pitch;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    fetch_2d<<<rows, w>>>(t, o, w, rows, 1.0f, 0.5f);
    OK(hipMemcpy(res, o, sizeof res, hipMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < rows * w; i++)
        wrong += res[i] != in[i];
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    for (void *x : {(void *)p, (void *)out, (void *)q, (void *)o})
        OK(hipFree(x));
}

static void volumes_and_surfaces()
{
    float in[24], out[24], *p;
    hipArray *array;
    hipChannelFormatDesc f = hipCreateChannelDesc<float>();
    for (int i = 0; i < 24; i++)
        in[i] = 100 + i;
    OK(hipMalloc3DArray(&array, &f, make_hipExtent(4, 3, 2), 0));
    hipMemcpy3DParms c = {};
    c.srcPtr = make_hipPitchedPtr(in, 16, 4, 3);
    c.dstArray = array;
    c.extent = make_hipExtent(4, 3, 2);
    c.kind = hipMemcpyHostToDevice;
    OK(hipMemcpy3D(&c));
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray;
    r.res.array.array = array;
    hipTextureDesc d = plain();
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    OK(hipMalloc((void **)&p, sizeof out));
    fetch_3d<<<1, 24>>>(t, p);
    OK(hipMemcpy(out, p, sizeof out, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < 24; i++)
        wrong += out[i] != in[i];
    CHECK(wrong == 0);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeArray(array));
    OK(hipFree(p));

    hipArray *a, *b;
    hipSurfaceObject_t from, to;
    float h[32], got[32];
    for (int i = 0; i < 32; i++)
        h[i] = i - 7.5f;
    hipChannelFormatDesc g = hipCreateChannelDesc<float>();
    OK(hipMallocArray(&a, &g, 8, 4, hipArraySurfaceLoadStore));
    OK(hipMallocArray(&b, &g, 8, 4, hipArraySurfaceLoadStore));
    OK(hipMemcpy2DToArray(a, 0, 0, h, 32, 32, 4, hipMemcpyHostToDevice));
    r.res.array.array = a;
    OK(hipCreateSurfaceObject(&from, &r));
    r.res.array.array = b;
    OK(hipCreateSurfaceObject(&to, &r));
    copy_surface<<<4, 8>>>(from, to);
    OK(hipMemcpy2DFromArray(got, 32, b, 0, 0, 32, 4, hipMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += got[i] != 2 * h[i];
    CHECK(wrong == 0);
    OK(hipDestroySurfaceObject(from));
    OK(hipDestroySurfaceObject(to));
    OK(hipFreeArray(a));
    OK(hipFreeArray(b));
}

// Level n of a pyramid is 10 n + 1 everywhere.
static hipMipmappedArray_t pyramid(unsigned levels)
{
    hipMipmappedArray_t m;
    hipChannelFormatDesc f = hipCreateChannelDesc<float>();
    OK(hipMallocMipmappedArray(&m, &f, make_hipExtent(16, 8, 0), levels, hipArraySurfaceLoadStore));
    for (unsigned n = 0; n < levels; n++) {
        hipArray_t level;
        size_t w = 16 >> n, h = 8 >> n ? 8 >> n : 1;
        std::vector<float> texels(w * h, 10.0f * n + 1);
        OK(hipGetMipmappedArrayLevel(&level, m, n));
        OK(hipMemcpy2DToArray(level, 0, 0, texels.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    }
    return m;
}

static std::vector<float> levels_seen(hipTextureObject_t t, float step)
{
    float *p;
    std::vector<float> seen(4);
    OK(hipMallocManaged((void **)&p, 16));
    fetch_levels<<<1, 4>>>(t, p, step);
    OK(hipDeviceSynchronize());
    seen.assign(p, p + 4);
    OK(hipFree(p));
    return seen;
}

static void mipmaps()
{
    hipMipmappedArray_t m = pyramid(4);
    hipResourceDesc r = {};
    r.resType = hipResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    hipTextureDesc d = plain();
    d.normalizedCoords = 1;
    d.maxMipmapLevelClamp = 3;
    hipTextureObject_t t;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    CHECK((levels_seen(t, 1) == std::vector<float>{1, 11, 21, 31}));
    OK(hipDestroyTextureObject(t));

    d.mipmapFilterMode = hipFilterModeLinear; // halfway between two levels
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    CHECK((levels_seen(t, 0.5f) == std::vector<float>{1, 6, 11, 16}));
    OK(hipDestroyTextureObject(t));

    d.mipmapFilterMode = hipFilterModePoint;
    d.maxMipmapLevelClamp = 0; // the default structure: the first level only
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    CHECK((levels_seen(t, 1) == std::vector<float>{1, 1, 1, 1}));
    OK(hipDestroyTextureObject(t));

    hipResourceViewDesc view = {}, back;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 2;
    d.maxMipmapLevelClamp = 3;
    OK(hipCreateTextureObject(&t, &r, &d, &view));
    CHECK((levels_seen(t, 1) == std::vector<float>{11, 21, 21, 21}));
    OK(hipGetTextureObjectResourceViewDesc(&back, t));
    CHECK(back.firstMipmapLevel == 1 && back.lastMipmapLevel == 2);
    OK(hipDestroyTextureObject(t));

    // A level is an array like any other, also for surfaces.
    hipArray_t level;
    OK(hipGetMipmappedArrayLevel(&level, m, 2));
    r.resType = hipResourceTypeArray;
    r.res.array.array = level;
    hipSurfaceObject_t surface;
    OK(hipCreateSurfaceObject(&surface, &r));
    copy_surface<<<2, 4>>>(surface, surface);
    float texels[8];
    OK(hipMemcpy2DFromArray(texels, 16, level, 0, 0, 16, 2, hipMemcpyDeviceToHost));
    CHECK(texels[0] == 42 && texels[7] == 42);
    OK(hipDestroySurfaceObject(surface));
    d.maxMipmapLevelClamp = 0;
    OK(hipCreateTextureObject(&t, &r, &d, nullptr));
    CHECK(levels_seen(t, 0)[0] == 42);
    OK(hipDestroyTextureObject(t));
    OK(hipFreeMipmappedArray(m));
}

static void references()
{
    const int w = 16, h = 4, pitch = 512; // wider than rows need
    std::vector<float> in(w * h);
    for (int i = 0; i < w * h; i++)
        in[i] = i * 2.0f;
    hipArray *array;
    hipChannelFormatDesc f = hipCreateChannelDesc<float>();
    OK(hipMallocArray(&array, &f, w, h, 0));
    OK(hipMemcpy2DToArray(array, 0, 0, in.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    float *out;
    char *memory;
    OK(hipMallocManaged((void **)&out, w * 4));
    OK(hipMalloc((void **)&memory, pitch * h));
    OK(hipMemset(memory, 0, pitch * h));
    OK(hipBindTextureToArray(&plane, array, &f));
    fetch_plane<<<1, w>>>(out, 0.5f);
    OK(hipDeviceSynchronize());
    CHECK(std::vector<float>(out, out + w) == std::vector<float>(&in[w], &in[2 * w]));

    OK(hipTexRefSetFilterMode(&plane, hipFilterModeLinear)); // halfway between texels
    hipTextureFilterMode mode;
    OK(hipTexRefGetFilterMode(&mode, &plane));
    CHECK(mode == hipFilterModeLinear);
    fetch_plane<<<1, w - 1>>>(out, 1.0f);
    OK(hipDeviceSynchronize());
    CHECK(out[3] == in[w + 3] + 1);
    OK(hipTexRefSetFilterMode(&plane, hipFilterModePoint));

    OK(hipMemcpy2D(memory, pitch, in.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    size_t offset = 1;
    OK(hipBindTexture2D(&offset, &plane, memory, &f, w, h, pitch));
    CHECK(offset == 0);
    fetch_plane<<<1, w>>>(out, 0.5f);
    OK(hipDeviceSynchronize());
    CHECK(std::vector<float>(out, out + w) == std::vector<float>(&in[w], &in[2 * w]));
    const textureReference *found;
    OK(hipGetTextureReference(&found, &plane));
    CHECK(found == &plane);
    OK(hipUnbindTexture(&plane));
    EXPECT(hipUnbindTexture(&plane), hipErrorInvalidValue);

    hipChannelFormatDesc n = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindSigned);
    const int numbers[4] = {5, -6, 7, -8};
    OK(hipMemcpy(memory, numbers, sizeof numbers, hipMemcpyHostToDevice));
    OK(hipBindTexture(nullptr, &line, memory, &n, sizeof numbers));
    fetch_line<<<1, 4>>>((int *)out);
    OK(hipDeviceSynchronize());
    CHECK(((int *)out)[0] == 5 && ((int *)out)[3] == -8);
    OK(hipUnbindTexture(&line));
    OK(hipFree(memory));
    OK(hipFree(out));
    OK(hipFreeArray(array));
}

static void driver_objects()
{
    hipArray *array;
    HIP_ARRAY_DESCRIPTOR shape = {};
    shape.Width = 8;
    shape.Height = 2;
    shape.Format = HIP_AD_FORMAT_UNSIGNED_INT8;
    shape.NumChannels = 1;
    OK(hipArrayCreate(&array, &shape));
    unsigned char texels[16];
    for (int i = 0; i < 16; i++)
        texels[i] = i * 17;
    OK(hipMemcpy2DToArray(array, 0, 0, texels, 8, 8, 2, hipMemcpyHostToDevice));
    HIP_RESOURCE_DESC r = {}, back;
    r.resType = HIP_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = array;
    HIP_TEXTURE_DESC d = {}, sampling; // not HIP_TRSF_READ_AS_INTEGER: 0 to 255 are 0 to 1
    for (auto &mode : d.addressMode)
        mode = HIP_TR_ADDRESS_MODE_CLAMP;
    hipTextureObject_t t;
    OK(hipTexObjectCreate(&t, &r, &d, nullptr));
    float *out;
    OK(hipMallocManaged((void **)&out, 64));
    fetch_2d<<<2, 8>>>(t, out, 8, 2, 1.0f, 0.5f);
    OK(hipDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 16; i++)
        wrong += out[i] != texels[i] / 255.0f;
    CHECK(wrong == 0);
    OK(hipTexObjectGetResourceDesc(&back, t));
    CHECK(back.resType == HIP_RESOURCE_TYPE_ARRAY && back.res.array.hArray == array);
    OK(hipTexObjectGetTextureDesc(&sampling, t));
    CHECK(sampling.flags == 0 && sampling.addressMode[1] == HIP_TR_ADDRESS_MODE_CLAMP);
    OK(hipTexObjectDestroy(t));
    OK(hipArrayDestroy(array));
    OK(hipFree(out));
}

int main()
{
    arrays();
    layers_of_lines();
    normalized();
    linear_and_pitched();
    volumes_and_surfaces();
    mipmaps();
    references();
    driver_objects();
    return check_end();
}
