/* test_share.c: events, pools and files that processes share: this program starts itself as another
 * process, which finds descriptors 100 and 101 and a handle on its standard input. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hip_api.h"

enum { POOL_FD = 100, FILE_FD = 101, SIZE = 64, PAGES = 8192 };

static int passed, failed;
#define CHECK(condition)                                                                           \
    ((condition) ? (void)passed++                                                                  \
                 : (void)(failed++, printf("%d: failed: %s\n", __LINE__, #condition)))
#define OK(call) CHECK((call) == hipSuccess)

struct letter {
    hipMemPoolPtrExportData memory;
    hipIpcEventHandle_t begun, done;
};

/* The other process: waits for the event, adds 1 to the memory, and says that it has. */
static int other_process(void)
{
    struct letter letter;
    hipMemPool_t pool;
    hipEvent_t begun, done;
    hipStream_t stream;
    unsigned char *p, bytes[SIZE];
    void *refused;
    CHECK(fread(&letter, sizeof letter, 1, stdin) == 1);
    OK(hipStreamCreate(&stream));
    OK(hipIpcOpenEventHandle(&begun, letter.begun));
    OK(hipIpcOpenEventHandle(&done, letter.done));
    OK(hipMemPoolImportFromShareableHandle(&pool, (void *)POOL_FD,
                                           hipMemHandleTypePosixFileDescriptor, 0));
    OK(hipMemPoolImportPointer((void **)&p, pool, &letter.memory));
    CHECK(hipMallocFromPoolAsync(&refused, SIZE, pool, stream) == hipErrorInvalidValue);
    CHECK(hipEventQuery(begun) == hipErrorNotReady);
    CHECK(pwrite(FILE_FD, "1", 1, 0) == 1); /* now the first process may go on */
    OK(hipEventSynchronize(begun));
    OK(hipStreamWaitEvent(stream, begun, 0));
    OK(hipMemcpyAsync(bytes, p, SIZE, hipMemcpyDeviceToHost, stream));
    OK(hipStreamSynchronize(stream));
    for (int i = 0; i < SIZE; i++)
        bytes[i]++;
    OK(hipMemcpyAsync(p, bytes, SIZE, hipMemcpyHostToDevice, stream));
    OK(hipEventRecord(done, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipEventQuery(done));
    OK(hipFree(p));
    OK(hipMemPoolDestroy(pool));

    hipExternalMemoryHandleDesc file = {
        .type = hipExternalMemoryHandleTypeOpaqueFd, .handle.fd = FILE_FD, .size = PAGES};
    hipExternalMemoryBufferDesc part = {.offset = 4100, .size = SIZE};
    hipExternalMemory_t external;
    OK(hipImportExternalMemory(&external, &file));
    OK(hipExternalMemoryGetMappedBuffer((void **)&p, external, &part));
    OK(hipMemset(p, 0x77, SIZE));
    CHECK(hipMemset(p, 0x77, SIZE + 1) == hipErrorInvalidValue);
    OK(hipDestroyExternalMemory(external));
    CHECK(fcntl(FILE_FD, F_GETFD) < 0); /* the descriptor was taken over */
    OK(hipMemset(p, 0x78, 1));          /* the buffer stays */
    OK(hipFree(p));
    OK(hipEventDestroy(begun));
    OK(hipEventDestroy(done));
    OK(hipStreamDestroy(stream));
    return failed != 0;
}

static pid_t start(int pool, int file, int *to)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[0], 0);
        dup2(pool, POOL_FD);
        dup2(file, FILE_FD);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "test_share", "other", (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *to = ends[1];
    return pid;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "other"))
        return other_process();
    /* The file of the pool and the process are made before anything runs here. */
    hipMemPoolProps props = {.allocType = hipMemAllocationTypePinned,
                             .handleTypes = hipMemHandleTypePosixFileDescriptor,
                             .location = {hipMemLocationTypeDevice, 0}};
    const unsigned flags = hipEventDisableTiming | hipEventInterprocess;
    struct letter letter;
    hipMemPool_t pool;
    hipEvent_t begun, done, own;
    hipStream_t stream;
    unsigned char *p, bytes[SIZE];
    int pool_fd = -1, to, file = memfd_create("test_share", 0);
    CHECK(ftruncate(file, PAGES) == 0);
    OK(hipMemPoolCreate(&pool, &props));
    OK(hipMemPoolExportToShareableHandle(&pool_fd, pool, hipMemHandleTypePosixFileDescriptor, 0));
    OK(hipStreamCreate(&stream));
    OK(hipEventCreateWithFlags(&begun, flags));
    OK(hipEventCreateWithFlags(&done, flags));
    OK(hipMallocFromPoolAsync((void **)&p, SIZE, pool, stream));
    OK(hipMemPoolExportPointer(&letter.memory, p));
    OK(hipIpcGetEventHandle(&letter.begun, begun));
    OK(hipIpcGetEventHandle(&letter.done, done));
    CHECK(hipIpcOpenEventHandle(&own, letter.done) == hipErrorInvalidContext);
    OK(hipEventQuery(done)); /* not recorded: nothing to wait for */

    pid_t pid = start(pool_fd, file, &to);
    uint32_t *gate;
    OK(hipHostMalloc((void **)&gate, 4, 0));
    *gate = 0;
    OK(hipStreamWaitValue32(stream, gate, 1, hipStreamWaitValueEq, UINT32_MAX));
    OK(hipMemsetAsync(p, 40, SIZE, stream));
    OK(hipEventRecord(begun, stream));
    CHECK(hipEventQuery(begun) == hipErrorNotReady);
    CHECK(write(to, &letter, sizeof letter) == (ssize_t)sizeof letter);
    close(to);
    int status = -1;
    char has_seen = 0;
    while (!has_seen && waitpid(pid, &status, WNOHANG) == 0 && pread(file, &has_seen, 1, 0) == 1)
        usleep(1000);
    __atomic_store_n(gate, 1, __ATOMIC_RELEASE);
    OK(hipStreamSynchronize(stream));
    waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(hipStreamWaitEvent(stream, done, 0));
    OK(hipMemcpyAsync(bytes, p, SIZE, hipMemcpyDeviceToHost, stream));
    OK(hipStreamSynchronize(stream));
    CHECK(bytes[0] == 41 && bytes[SIZE - 1] == 41);
    unsigned char seen[SIZE + 2];
    CHECK(pread(file, seen, sizeof seen, 4099) == (ssize_t)sizeof seen);
    CHECK(seen[0] == 0 && seen[1] == 0x78 && seen[2] == 0x77 && seen[SIZE] == 0x77 &&
          seen[SIZE + 1] == 0);
    OK(hipHostFree(gate));
    OK(hipFreeAsync(p, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipEventDestroy(begun));
    OK(hipEventDestroy(done));
    OK(hipStreamDestroy(stream));
    OK(hipMemPoolDestroy(pool));
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
