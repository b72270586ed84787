// profile.hip: what --stats and --trace are tried with. The first argument says how it ends:
// "return", "quick" (quick_exit), "running" (while a kernel runs), "fault", "fork", or "none",
// which launches nothing.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void scale(float *x, float by)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= by; // scales here
}

__global__ void fill(float *x) { x[threadIdx.x] = 1; }

__global__ void forever(volatile float *x)
{
    while (x[0] != -1) {
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "return";
    float *x = nullptr;
    if (hipMalloc(&x, 4096) != hipSuccess)
        return 1;
    if (!strcmp(how, "none"))
        return 0;
    fill<<<1, 32>>>(x);
    if (hipDeviceSynchronize() != hipSuccess)
        return 1;
    // Three streams, which run side by side.
    hipStream_t streams[3];
    for (hipStream_t &s : streams) {
        if (hipStreamCreate(&s) != hipSuccess)
            return 1;
        scale<<<4, 64, 0, s>>>(x, 2.0f);
    }
    if (hipDeviceSynchronize() != hipSuccess)
        return 1;
    if (!strcmp(how, "fork")) {
        pid_t child = fork();
        if (child == 0)
            return 0;
        waitpid(child, nullptr, 0);
    }
    if (!strcmp(how, "fault")) {
        fill<<<1, 32>>>(nullptr);
        return hipDeviceSynchronize() == hipErrorIllegalAddress ? 0 : 1;
    }
    if (!strcmp(how, "running")) {
        hipStream_t stream;
        if (hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) != hipSuccess)
            return 1;
        forever<<<1, 32, 0, stream>>>(x);
        usleep(300000);
    }
    if (!strcmp(how, "quick"))
        quick_exit(0);
    return 0;
}
