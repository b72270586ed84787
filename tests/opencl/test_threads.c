/* test_threads.c: threads that build, enqueue and release at the same time, on queues, a program
 * and memory that they share. What they compute is checked; ThreadSanitizer looks on where it is
 * built in (suite threads). All functions but clSetKernelArg of one kernel are thread-safe (3.0
 * API, A.2). */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 12, WORDS = 256 };
static const char source[] = "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
                             "kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\n";
static cl_program shared;
static cl_mem common; /* an int for each thread */
static atomic_int wrong, notified;

/* check.h counts for one thread only. */
#define FINE(call) ((void)((call) == CL_SUCCESS || (printf("%d: %s\n", __LINE__, #call), wrong++)))

static void CL_CALLBACK done(cl_event event, cl_int status, void *user)
{
    (void)event;
    atomic_fetch_add((atomic_int *)user, status == CL_COMPLETE);
}

/* (x + number) * 2 + number of a buffer of its own, on both queues, held back by a user event;
 * objects are released before what uses them has run. */
static void compute(int number, cl_program program)
{
    cl_int e, x[WORDS], n = number;
    const size_t count = WORDS;
    cl_event gate = clCreateUserEvent(context, &e), steps[3], end;
    FINE(e);
    cl_mem m = clCreateBuffer(context, 0, sizeof x, NULL, &e);
    FINE(e);
    cl_kernel add = clCreateKernel(program, "add", &e);
    FINE(e);
    cl_kernel again = clCloneKernel(add, &e), twice = clCreateKernel(program, "twice", &e);
    FINE(e);
    FINE(clEnqueueFillBuffer(free_queue, m, &n, 4, 0, sizeof x, 1, &gate, &steps[0]));
    FINE(clSetKernelArg(add, 0, sizeof m, &m));
    FINE(clSetKernelArg(add, 1, sizeof n, &n));
    FINE(clSetKernelArg(again, 0, sizeof m, &m));
    FINE(clSetKernelArg(again, 1, sizeof n, &n));
    FINE(clSetKernelArg(twice, 0, sizeof m, &m));
    FINE(clEnqueueNDRangeKernel(free_queue, add, 1, NULL, &count, NULL, 1, &steps[0], &steps[1]));
    FINE(clEnqueueNDRangeKernel(free_queue, twice, 1, NULL, &count, NULL, 1, &steps[1], &steps[2]));
    FINE(clEnqueueNDRangeKernel(free_queue, again, 1, NULL, &count, NULL, 1, &steps[2], &end));
    FINE(clSetEventCallback(end, CL_COMPLETE, done, &notified));
    FINE(clReleaseKernel(add));
    FINE(clReleaseKernel(again));
    FINE(clReleaseKernel(twice));
    FINE(clReleaseProgram(program));
    for (int i = 0; i < 3; i++)
        FINE(clReleaseEvent(steps[i]));
    FINE(clSetUserEventStatus(gate, CL_COMPLETE));
    FINE(clReleaseEvent(gate));
    FINE(clEnqueueReadBuffer(free_queue, m, CL_TRUE, 0, sizeof x, x, 1, &end, NULL));
    FINE(clReleaseEvent(end));
    FINE(clReleaseMemObject(m));
    for (int i = 0; i < WORDS; i++)
        wrong += x[i] != 5 * number;
}

/* A program of its own, one that all share, and one part of memory that all share. */
static void *work(void *argument)
{
    const int number = (int)(size_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        cl_int e, n = 0;
        cl_uint refs = 0;
        const char *text = source;
        cl_program mine = clCreateProgramWithSource(context, 1, &text, NULL, &e);
        FINE(e);
        FINE(clBuildProgram(mine, 1, &device, NULL, NULL, NULL));
        compute(number, mine);
        FINE(clRetainProgram(shared));
        compute(number, shared);
        FINE(clRetainMemObject(common));
        FINE(clEnqueueReadBuffer(queue, common, CL_TRUE, (size_t)number * 4, 4, &n, 0, NULL, NULL));
        n++;
        FINE(
            clEnqueueWriteBuffer(queue, common, CL_TRUE, (size_t)number * 4, 4, &n, 0, NULL, NULL));
        FINE(clGetMemObjectInfo(common, CL_MEM_REFERENCE_COUNT, sizeof refs, &refs, NULL));
        wrong += refs < 2;
        FINE(clReleaseMemObject(common));
        FINE(clRetainContext(context));
        FINE(clFinish(number % 2 ? queue : free_queue));
        FINE(clReleaseContext(context));
    }
    return NULL;
}

int main(void)
{
    cl_int e, counts[THREADS];
    pthread_t threads[THREADS];
    start();
    shared = build(source, NULL);
    common = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof counts, (cl_int[THREADS]){0}, &e);
    OK(e);
    for (size_t i = 0; i < THREADS; i++)
        IS(0, pthread_create(&threads[i], NULL, work, (void *)i));
    for (int i = 0; i < THREADS; i++)
        IS(0, pthread_join(threads[i], NULL));
    OK(clEnqueueReadBuffer(queue, common, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL));
    for (int i = 0; i < THREADS; i++)
        IS(ROUNDS, counts[i]);
    OK(clFinish(free_queue));
    while (atomic_load(&notified) < THREADS * ROUNDS * 2) /* callbacks come when they come */
        sched_yield();
    IS(0, wrong);
    OK(clReleaseMemObject(common));
    OK(clReleaseProgram(shared));
    return finish();
}
