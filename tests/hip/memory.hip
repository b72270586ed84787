// memory.hip: copies of boxes, pools, virtual memory, managed memory, several devices, processes.
#include "check.h"

#include <cstdlib>
#include <cstring>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

__global__ void step(int *p, int factor, int offset) { *p = *p * factor + offset; }
__device__ int per_device = 1;
__global__ void add_to_variable(int n) { per_device += n; }

static void boxes()
{
    const int w = 30, h = 7, d = 3;
    std::vector<unsigned char> in(w * h * d), out(w * h * d, 0);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = i * 7;
    unsigned char *p;
    size_t pitch;
    OK(hipMallocPitch((void **)&p, &pitch, w, h));
    CHECK(pitch >= w && pitch % 256 == 0);
    OK(hipMemcpy2D(p, pitch, in.data(), w, w, h, hipMemcpyHostToDevice));
    OK(hipMemcpy2D(out.data(), w, p, pitch, w, h, hipMemcpyDeviceToHost));
    CHECK(!std::memcmp(in.data(), out.data(), w * h));
    OK(hipMemset2D(p + 2, pitch, 0xab, 5, 3));
    OK(hipMemcpy2D(out.data(), w, p, pitch, w, h, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            bool filled = x >= 2 && x < 7 && y < 3;
            wrong += out[y * w + x] != (filled ? 0xab : in[y * w + x]);
        }
    CHECK(wrong == 0);
    OK(hipFree(p));

    hipPitchedPtr q;
    OK(hipMalloc3D(&q, make_hipExtent(w, h, d)));
    hipMemcpy3DParms c = {};
    c.srcPtr = make_hipPitchedPtr(in.data(), w, w, h);
    c.dstPtr = q;
    c.extent = make_hipExtent(w, h, d);
    c.kind = hipMemcpyHostToDevice;
    OK(hipMemcpy3D(&c));
    OK(hipMemset3D(make_hipPitchedPtr(q.ptr, q.pitch, w, h), 0x11, make_hipExtent(4, 2, d)));
    std::swap(c.srcPtr, c.dstPtr);
    c.dstPtr = make_hipPitchedPtr(out.data(), w, w, h);
    c.srcPos = make_hipPos(1, 1, 1);
    c.extent = make_hipExtent(w - 1, h - 1, d - 1);
    c.kind = hipMemcpyDeviceToHost;
    OK(hipMemcpy3D(&c));
    wrong = 0;
    for (int z = 0; z < d - 1; z++)
        for (int y = 0; y < h - 1; y++)
            for (int x = 0; x < w - 1; x++) {
                bool filled = x + 1 < 4 && y + 1 < 2;
                int want = filled ? 0x11 : in[((z + 1) * h + y + 1) * w + x + 1];
                wrong += out[(z * h + y) * w + x] != want;
            }
    CHECK(wrong == 0);
    OK(hipFree(q.ptr));

    unsigned short *s, hs[9];
    OK(hipMalloc((void **)&s, sizeof hs));
    OK(hipMemset(s, 0, sizeof hs));
    OK(hipMemsetD16(s + 1, 0x1234, 7));
    OK(hipMemcpyDtoH(hs, s, sizeof hs));
    CHECK(hs[0] == 0 && hs[1] == 0x1234 && hs[7] == 0x1234 && hs[8] == 0);
    OK(hipFree(s));
}

static void info()
{
    size_t free_before, free_after, total;
    OK(hipMemGetInfo(&free_before, &total));
    CHECK(free_before <= total && total > (64 << 20));
    char *p;
    OK(hipMalloc((void **)&p, 1 << 20));
    OK(hipMemGetInfo(&free_after, &total));
    CHECK(free_before - free_after == 1 << 20);
    hipPointerAttribute_t a;
    OK(hipPointerGetAttributes(&a, p + 100));
    CHECK(a.type == hipMemoryTypeDevice && a.device == 0 && a.devicePointer == p + 100);
    hipDeviceptr_t base;
    size_t size;
    OK(hipMemGetAddressRange(&base, &size, p + 77));
    CHECK(base == p && size == 1 << 20);
    OK(hipFree(p));
    OK(hipHostMalloc((void **)&p, 100, 0));
    OK(hipPointerGetAttributes(&a, p));
    CHECK(a.type == hipMemoryTypeHost && a.hostPointer == p);
    OK(hipHostFree(p));
    OK(hipMallocManaged((void **)&p, 4096, hipMemAttachGlobal));
    OK(hipPointerGetAttributes(&a, p));
    CHECK(a.isManaged == 1);
    OK(hipMemAdvise(p, 4096, hipMemAdviseSetReadMostly, 0));
    OK(hipMemPrefetchAsync(p, 4096, 0, 0));
    int value = -1;
    OK(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, p, 4096));
    CHECK(value == 1);
    OK(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeLastPrefetchLocation, p, 4096));
    CHECK(value == 0);
    OK(hipFree(p));
}

static void in_stream_order()
{
    hipStream_t s;
    OK(hipStreamCreate(&s));
    int *p, h = 0;
    OK(hipMallocAsync((void **)&p, 4, s));
    OK(hipMemsetAsync(p, 0, 4, s));
    step<<<1, 1, 0, s>>>(p, 1, 21);
    step<<<1, 1, 0, s>>>(p, 2, 0);
    OK(hipMemcpyAsync(&h, p, 4, hipMemcpyDeviceToHost, s));
    OK(hipFreeAsync(p, s));
    EXPECT(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    OK(hipStreamSynchronize(s));
    CHECK(h == 42);
    hipMemPool_t pool;
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.location.type = hipMemLocationTypeDevice;
    OK(hipMemPoolCreate(&pool, &props));
    OK(hipMallocFromPoolAsync((void **)&p, 1000, pool, s));
    uint64_t used = 0;
    OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    CHECK(used == 1000);
    OK(hipFreeAsync(p, s));
    OK(hipStreamSynchronize(s));
    OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    CHECK(used == 0);
    OK(hipMemPoolDestroy(pool));
    OK(hipStreamDestroy(s));
}

static void virtual_memory()
{
    hipMemAllocationProp prop = {};
    prop.type = hipMemAllocationTypePinned;
    prop.location.type = hipMemLocationTypeDevice;
    size_t granule;
    OK(hipMemGetAllocationGranularity(&granule, &prop, hipMemAllocationGranularityMinimum));
    hipMemGenericAllocationHandle_t a, b;
    OK(hipMemCreate(&a, granule, &prop, 0));
    OK(hipMemCreate(&b, granule, &prop, 0));
    char *at;
    OK(hipMemAddressReserve((void **)&at, 3 * granule, 0, nullptr, 0));
    OK(hipMemMap(at, granule, 0, a, 0));
    OK(hipMemMap(at + granule, granule, 0, b, 0));
    OK(hipMemMap(at + 2 * granule, granule, 0, a, 0)); // the same memory twice
    hipMemAccessDesc access = {};
    access.location = prop.location;
    access.flags = hipMemAccessFlagsProtReadWrite;
    OK(hipMemSetAccess(at, 3 * granule, &access, 1));
    OK(hipMemset(at, 0, 3 * granule));
    step<<<1, 1>>>((int *)at, 1, 5);
    step<<<1, 1>>>((int *)(at + 2 * granule), 10, 1);
    int h = 0;
    OK(hipMemcpy(&h, at, 4, hipMemcpyDeviceToHost));
    CHECK(h == 51);
    OK(hipMemcpy(&h, at + granule, 4, hipMemcpyDeviceToHost));
    CHECK(h == 0);
    OK(hipMemRelease(a)); // mappings keep it
    OK(hipMemRelease(b));
    OK(hipMemUnmap(at, granule));
    OK(hipMemUnmap(at + granule, 2 * granule)); // two mappings at once
    OK(hipMemAddressFree(at, 3 * granule));
}

static void devices()
{
    int count = 0, can = 0, *p, *q, h = 0;
    OK(hipGetDeviceCount(&count));
    CHECK(count == 2);
    OK(hipDeviceCanAccessPeer(&can, 0, 1));
    CHECK(can == 1);
    OK(hipDeviceEnablePeerAccess(1, 0));
    EXPECT(hipDeviceEnablePeerAccess(1, 0), hipErrorPeerAccessAlreadyEnabled);
    OK(hipMalloc((void **)&p, 4));
    OK(hipMemset(p, 0, 4));
    add_to_variable<<<1, 1>>>(10);
    OK(hipDeviceSynchronize());
    OK(hipSetDevice(1));
    OK(hipMalloc((void **)&q, 4));
    hipPointerAttribute_t a;
    OK(hipPointerGetAttributes(&a, q));
    CHECK(a.device == 1);
    step<<<1, 1>>>(p, 1, 9); // of device 0
    OK(hipDeviceSynchronize());
    OK(hipMemcpyPeer(q, 1, p, 0, 4));
    OK(hipMemcpy(&h, q, 4, hipMemcpyDeviceToHost));
    CHECK(h == 9);
    OK(hipMemcpyFromSymbol(&h, HIP_SYMBOL(per_device), 4, 0, hipMemcpyDeviceToHost));
    CHECK(h == 1); // every device has its own
    OK(hipFree(q));
    OK(hipSetDevice(0));
    OK(hipMemcpyFromSymbol(&h, HIP_SYMBOL(per_device), 4, 0, hipMemcpyDeviceToHost));
    CHECK(h == 11);
    OK(hipFree(p));
}

// A process of its own that adds to the memory that the handle stands for.
static int child(const char *hex)
{
    hipIpcMemHandle_t handle;
    for (int i = 0; i < 64; i++) {
        unsigned byte;
        std::sscanf(hex + 2 * i, "%2x", &byte);
        handle.reserved[i] = (char)byte;
    }
    int *p;
    if (hipIpcOpenMemHandle((void **)&p, handle, hipIpcMemLazyEnablePeerAccess) != hipSuccess)
        return 1;
    step<<<1, 1>>>(p, 2, 1);
    return hipDeviceSynchronize() != hipSuccess || hipIpcCloseMemHandle(p) != hipSuccess;
}

static void processes(const char *self)
{
    int *p, h = 20;
    OK(hipMalloc((void **)&p, 4));
    OK(hipMemcpy(p, &h, 4, hipMemcpyHostToDevice));
    hipIpcMemHandle_t handle;
    OK(hipIpcGetMemHandle(&handle, p));
    char hex[129];
    for (int i = 0; i < 64; i++)
        std::snprintf(hex + 2 * i, 3, "%02x", (unsigned char)handle.reserved[i]);
    pid_t pid = fork();
    if (pid == 0) {
        execl(self, self, "child", hex, (char *)nullptr);
        _exit(127);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    step<<<1, 1>>>(p, 10, 3);
    OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
    CHECK(h == 413);
    OK(hipFree(p));
}

int main(int argc, char **argv)
{
    if (argc == 3 && !std::strcmp(argv[1], "child"))
        return child(argv[2]);
    setenv("SHOAL_DEVICES", "2", 1); // read on first use
    boxes();
    info();
    in_stream_order();
    virtual_memory();
    devices();
    processes("/proc/self/exe");
    return check_end();
}
