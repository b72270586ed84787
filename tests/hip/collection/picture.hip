// picture.hip: a texture that is read between texels, mirrored and clamped, and a surface that is
// written.
#include "collection.h"

__global__ void sample(hipTextureObject_t texture, float *out, int width, float shift)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(texture, x + 0.5f + shift, y + 0.5f);
}

__global__ void paint(hipSurfaceObject_t surface, int width)
{
    int x = threadIdx.x, y = blockIdx.x;
    surf2Dwrite((float)(y * width + x) * 2, surface, x * (int)sizeof(float), y);
}

int main()
{
    const int width = 32, height = 8;
    std::vector<float> in(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = (float)(i % 37 * 8);
    hipArray_t array;
    hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    OK(hipMallocArray(&array, &format, width, height, hipArraySurfaceLoadStore));
    OK(hipMemcpy2DToArray(array, 0, 0, in.data(), width * 4, width * 4, height,
                          hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = hipAddressModeClamp;
    desc.filterMode = hipFilterModeLinear;
    hipTextureObject_t texture;
    OK(hipCreateTextureObject(&texture, &resource, &desc, nullptr));
    on_device<float> out(width * height);
    int wrong = 0;
    for (float shift : {0.0f, 0.25f, 0.5f}) { // weights of 8 bits have these exactly
        sample<<<height, width>>>(texture, out.data, width, shift);
        auto got = out.host();
        for (int i = 0; i < width * height; i++) {
            float left = in[i], right = in[i % width == width - 1 ? i : i + 1];
            wrong += got[i] != left + (right - left) * shift;
        }
    }
    CHECK(wrong == 0);
    hipSurfaceObject_t surface;
    OK(hipCreateSurfaceObject(&surface, &resource));
    paint<<<height, width>>>(surface, width);
    sample<<<height, width>>>(texture, out.data, width, 0.0f);
    auto got = out.host();
    for (int i = 0; i < width * height; i++)
        wrong += got[i] != (float)i * 2;
    CHECK(wrong == 0);
    OK(hipDestroySurfaceObject(surface));
    OK(hipDestroyTextureObject(texture));
    OK(hipFreeArray(array));
    return check_end();
}
