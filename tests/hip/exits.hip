/* exits.hip: a process that ends in a given way while kernels run or are compiled.
 *
 * usage: exits WAY MICROSECONDS: begins endless kernels, lets that time pass, and ends.
 * exits.py knows what each way's exit status is. */
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static constexpr int expected = 7; /* exit status where a way can choose one */

/* Long enough for the compiler to be busy with, and without an end. */
template <int Seed> __global__ void endless(unsigned *out, unsigned *stop)
{
    unsigned x = threadIdx.x + Seed;
    float y = x;
    while (!*(volatile unsigned *)stop) {
#pragma unroll
        for (int i = 0; i < 60; i++) {
            x = x * (2 * i + 3 + Seed) + (x >> (i % 31));
            y = __builtin_fmaf(y, 1.0001f, (float)(x & 255));
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + (unsigned)y;
}

static void must(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "exits: %s: %s\n", what, hipGetErrorString(error));
    _exit(1);
}
#define MUST(call) must(call, #call)

static unsigned *out, *stop;

static void prepare()
{
    MUST(hipMalloc(&out, 1 << 16));
    MUST(hipMalloc(&stop, 4));
    MUST(hipMemset(stop, 0, 4));
}

static void begin(hipStream_t stream = nullptr)
{
    endless<1><<<4, 64, 0, stream>>>(out, stop);
    MUST(hipGetLastError());
}

static useconds_t delay;

/* Streams of their own compile from their workers. */
static int streams()
{
    hipStream_t s[3];
    for (hipStream_t &stream : s)
        MUST(hipStreamCreate(&stream));
    endless<1><<<2, 64, 0, s[0]>>>(out, stop);
    endless<2><<<2, 64, 0, s[1]>>>(out, stop);
    endless<3><<<2, 64, 0, s[2]>>>(out, stop);
    usleep(delay);
    return expected;
}

/* Another thread ends the process while the main thread waits for the device. */
static int other_thread()
{
    begin();
    std::thread([] {
        usleep(delay);
        exit(expected);
    }).detach();
    (void)hipDeviceSynchronize();
    return 1;
}

/* A callback of a stream ends it, while another stream's kernel runs. */
static int callback()
{
    hipStream_t s;
    MUST(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    begin();
    MUST(hipStreamAddCallback(
        s,
        [](hipStream_t, hipError_t, void *) {
            usleep(delay);
            exit(expected);
        },
        nullptr, 0));
    (void)hipDeviceSynchronize();
    return 1;
}

/* The child of a process whose kernels run can do all that needs no device, and is told so where
 * it does. */
static int with_fork()
{
    hipStream_t s;
    MUST(hipStreamCreate(&s));
    begin(s);
    usleep(delay);
    int status[2];
    for (int is_user = 0; is_user < 2; is_user++) {
        pid_t child = fork();
        if (child == 0) {
            void *more = nullptr;
            if (is_user && (hipMalloc(&more, 64) != hipErrorNotInitialized ||
                            hipDeviceSynchronize() != hipErrorNotInitialized))
                _exit(2);
            exit(expected);
        }
        if (child < 0 || waitpid(child, &status[is_user], 0) != child)
            return 1;
    }
    for (int s2 : status)
        if (!WIFEXITED(s2) || WEXITSTATUS(s2) != expected)
            return 1;
    return expected;
}

static int with_exec(char *own)
{
    begin();
    usleep(delay);
    execl(own, own, "nothing", "0", (char *)nullptr);
    return 1;
}

/* As many devices as there are have kernels. */
static int devices()
{
    int count;
    MUST(hipGetDeviceCount(&count));
    for (int i = 0; i < count; i++) {
        MUST(hipSetDevice(i));
        prepare();
        begin();
    }
    usleep(delay);
    return expected;
}

/* The user's own objects are destroyed before and after Shoal's handlers run, and use it. */
struct late {
    ~late()
    {
        if (out)
            (void)hipFree(nullptr);
        (void)hipGetLastError();
    }
};
static late first;

static int from_main()
{
    static late second;
    begin();
    usleep(delay);
    return expected;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    delay = argc > 2 ? (useconds_t)atoi(argv[2]) : 0;
    if (!strcmp(way, "nothing"))
        return expected;
    prepare();
    if (!strcmp(way, "main"))
        return from_main();
    if (!strcmp(way, "streams"))
        return streams();
    if (!strcmp(way, "thread"))
        return other_thread();
    if (!strcmp(way, "callback"))
        return callback();
    if (!strcmp(way, "devices"))
        return devices();
    if (!strcmp(way, "fork"))
        return with_fork();
    if (!strcmp(way, "exec"))
        return with_exec(argv[0]);
    begin();
    usleep(delay);
    if (!strcmp(way, "pthread_exit")) {
        std::thread([] { exit(expected); }).detach();
        pthread_exit(nullptr);
    }
    if (!strcmp(way, "_exit"))
        _exit(expected);
    if (!strcmp(way, "quick_exit")) {
        at_quick_exit([] { (void)hipFree(nullptr); });
        quick_exit(expected);
    }
    if (!strcmp(way, "abort"))
        abort();
    return 1;
}
