/* test_commands.c: every kind of command: what its event says of it, from an event that holds it
 * back to its end, in queues of both kinds; its times; its callbacks; and what it does not do when
 * that event fails. In the style of the conformance suite's events, profiling and SVM. Codes and
 * order: OpenCL API 3.0, 5.11 to 5.14. */
#include <stdatomic.h>
#include <time.h>

#include "check.h"

enum { BYTES = 4096, SIDE = 16 };

static cl_mem from, to, image;
static cl_kernel adder;
static unsigned char *shared, host[BYTES], pixels[SIDE * SIDE * 4];
static void *mapped;

/* Each enqueues one command that waits for `gate`. */
typedef cl_int enqueue(cl_command_queue q, const cl_event *gate, cl_event *event);
static const size_t zero[3] = {0, 0, 0}, block[3] = {16, 4, 1}, whole[3] = {SIDE, SIDE, 1};

static cl_int range(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueNDRangeKernel(q, adder, 1, NULL, &(size_t){BYTES / 4}, NULL, 1, gate, event);
}
static cl_int task(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueTask(q, adder, 1, gate, event);
}
static atomic_int natives;
static void CL_CALLBACK count_native(void *arguments)
{
    (void)arguments;
    atomic_fetch_add(&natives, 1);
}
static cl_int native(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueNativeKernel(q, count_native, NULL, 0, 0, NULL, NULL, 1, gate, event);
}
static cl_int read_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueReadBuffer(q, from, CL_FALSE, 0, BYTES, host, 1, gate, event);
}
static cl_int write_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueWriteBuffer(q, to, CL_FALSE, 0, BYTES, host, 1, gate, event);
}
static cl_int copy_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueCopyBuffer(q, from, to, 0, 0, BYTES, 1, gate, event);
}
static cl_int read_rect(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueReadBufferRect(q, from, CL_FALSE, zero, zero, block, 32, 0, 16, 0, host, 1,
                                   gate, event);
}
static cl_int write_rect(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueWriteBufferRect(q, to, CL_FALSE, zero, zero, block, 32, 0, 16, 0, host, 1, gate,
                                    event);
}
static cl_int copy_rect(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueCopyBufferRect(q, from, to, zero, zero, block, 32, 0, 16, 0, 1, gate, event);
}
static cl_int fill_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueFillBuffer(q, to, &(int){3}, 4, 0, BYTES, 1, gate, event);
}
static cl_int map_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    cl_int e;
    mapped = clEnqueueMapBuffer(q, to, CL_FALSE, CL_MAP_READ, 0, BYTES, 1, gate, event, &e);
    return e;
}
/* Of the map before. */
static cl_int unmap(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueUnmapMemObject(q, to, mapped, 1, gate, event);
}
static cl_int read_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueReadImage(q, image, CL_FALSE, zero, whole, 0, 0, pixels, 1, gate, event);
}
static cl_int write_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueWriteImage(q, image, CL_FALSE, zero, whole, 0, 0, pixels, 1, gate, event);
}
static cl_int copy_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    const size_t half[3] = {SIDE, SIDE / 2, 1}, lower[3] = {0, SIDE / 2, 0};
    return clEnqueueCopyImage(q, image, image, zero, lower, half, 1, gate, event);
}
static cl_int image_to_buffer(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueCopyImageToBuffer(q, image, to, zero, whole, 0, 1, gate, event);
}
static cl_int buffer_to_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueCopyBufferToImage(q, from, image, 0, zero, whole, 1, gate, event);
}
static cl_int fill_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueFillImage(q, image, (cl_uint[4]){1, 2, 3, 4}, zero, whole, 1, gate, event);
}
static cl_int map_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    cl_int e;
    size_t pitch;
    mapped = clEnqueueMapImage(q, image, CL_FALSE, CL_MAP_READ, zero, whole, &pitch, NULL, 1, gate,
                               event, &e);
    return e;
}
static cl_int unmap_image(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueUnmapMemObject(q, image, mapped, 1, gate, event);
}
static cl_int migrate(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueMigrateMemObjects(q, 1, &to, CL_MIGRATE_MEM_OBJECT_HOST, 1, gate, event);
}
static cl_int marker(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueMarkerWithWaitList(q, 1, gate, event);
}
static cl_int barrier(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueBarrierWithWaitList(q, 1, gate, event);
}
static cl_int svm_copy(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMMemcpy(q, CL_FALSE, shared, shared + BYTES, BYTES, 1, gate, event);
}
static cl_int svm_fill(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMMemFill(q, shared, &(int){3}, 4, BYTES, 1, gate, event);
}
static cl_int svm_map(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMMap(q, CL_FALSE, CL_MAP_READ, shared, BYTES, 1, gate, event);
}
static cl_int svm_unmap(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMUnmap(q, shared, 1, gate, event);
}
static cl_int svm_migrate(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMMigrateMem(q, 1, (const void *[]){shared}, NULL, 0, 1, gate, event);
}
static atomic_int freed;
static void CL_CALLBACK count_freed(cl_command_queue q, cl_uint count, void *pointers[], void *user)
{
    (void)q, (void)pointers, (void)user;
    atomic_fetch_add(&freed, (int)count);
}
/* The callback frees nothing: the memory is needed on. */
static cl_int svm_free(cl_command_queue q, const cl_event *gate, cl_event *event)
{
    return clEnqueueSVMFree(q, 1, (void *[]){shared}, count_freed, NULL, 1, gate, event);
}

/* after: what it takes up is left by the command before it. changes: what differs when it has run.
 */
static const struct command {
    const char *name;
    enqueue *enqueue;
    cl_command_type type;
    enum changes { NOTHING, TO, HOST, IMAGE, PIXELS, SHARED, NATIVES, FREED } changes;
} commands[] = {
    {"clEnqueueNDRangeKernel", range, CL_COMMAND_NDRANGE_KERNEL, TO},
    {"clEnqueueTask", task, CL_COMMAND_TASK, TO},
    {"clEnqueueNativeKernel", native, CL_COMMAND_NATIVE_KERNEL, NATIVES},
    {"clEnqueueReadBuffer", read_buffer, CL_COMMAND_READ_BUFFER, HOST},
    {"clEnqueueWriteBuffer", write_buffer, CL_COMMAND_WRITE_BUFFER, TO},
    {"clEnqueueCopyBuffer", copy_buffer, CL_COMMAND_COPY_BUFFER, TO},
    {"clEnqueueReadBufferRect", read_rect, CL_COMMAND_READ_BUFFER_RECT, HOST},
    {"clEnqueueWriteBufferRect", write_rect, CL_COMMAND_WRITE_BUFFER_RECT, TO},
    {"clEnqueueCopyBufferRect", copy_rect, CL_COMMAND_COPY_BUFFER_RECT, TO},
    {"clEnqueueFillBuffer", fill_buffer, CL_COMMAND_FILL_BUFFER, TO},
    {"clEnqueueMapBuffer", map_buffer, CL_COMMAND_MAP_BUFFER, NOTHING},
    {"clEnqueueUnmapMemObject", unmap, CL_COMMAND_UNMAP_MEM_OBJECT, NOTHING},
    {"clEnqueueReadImage", read_image, CL_COMMAND_READ_IMAGE, PIXELS},
    {"clEnqueueWriteImage", write_image, CL_COMMAND_WRITE_IMAGE, IMAGE},
    {"clEnqueueCopyImage", copy_image, CL_COMMAND_COPY_IMAGE, IMAGE},
    {"clEnqueueCopyImageToBuffer", image_to_buffer, CL_COMMAND_COPY_IMAGE_TO_BUFFER, TO},
    {"clEnqueueCopyBufferToImage", buffer_to_image, CL_COMMAND_COPY_BUFFER_TO_IMAGE, IMAGE},
    {"clEnqueueFillImage", fill_image, CL_COMMAND_FILL_IMAGE, IMAGE},
    {"clEnqueueMapImage", map_image, CL_COMMAND_MAP_IMAGE, NOTHING},
    {"clEnqueueUnmapMemObject of an image", unmap_image, CL_COMMAND_UNMAP_MEM_OBJECT, NOTHING},
    {"clEnqueueMigrateMemObjects", migrate, CL_COMMAND_MIGRATE_MEM_OBJECTS, NOTHING},
    {"clEnqueueMarkerWithWaitList", marker, CL_COMMAND_MARKER, NOTHING},
    {"clEnqueueBarrierWithWaitList", barrier, CL_COMMAND_BARRIER, NOTHING},
    {"clEnqueueSVMMemcpy", svm_copy, CL_COMMAND_SVM_MEMCPY, SHARED},
    {"clEnqueueSVMMemFill", svm_fill, CL_COMMAND_SVM_MEMFILL, SHARED},
    {"clEnqueueSVMMap", svm_map, CL_COMMAND_SVM_MAP, NOTHING},
    {"clEnqueueSVMUnmap", svm_unmap, CL_COMMAND_SVM_UNMAP, NOTHING},
    {"clEnqueueSVMMigrateMem", svm_migrate, CL_COMMAND_SVM_MIGRATE_MEM, NOTHING},
    {"clEnqueueSVMFree", svm_free, CL_COMMAND_SVM_FREE, FREED},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- what there is before each command, and whether it changed it -------------------------------
 */

static void prepare(void)
{
    unsigned char bytes[BYTES];
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(1 + i % 100);
    OK(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
    memset(bytes, 200, sizeof bytes);
    OK(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (unsigned char)(i % 50);
    OK(clEnqueueWriteImage(queue, image, CL_TRUE, zero, whole, 0, 0, pixels, 0, NULL, NULL));
    memset(host, 201, sizeof host);
    memset(pixels, 202, sizeof pixels);
    memset(shared, 203, BYTES);
    memset(shared + BYTES, 1, BYTES);
    atomic_store(&natives, 0);
    atomic_store(&freed, 0);
}

static bool has_changed(enum changes what)
{
    unsigned char bytes[BYTES], texels[sizeof pixels];
    switch (what) {
    case TO:
        OK(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
        return bytes[0] != 200;
    case HOST:
        return host[0] != 201;
    case IMAGE: /* its lower half begins with 12 */
        OK(clEnqueueReadImage(queue, image, CL_TRUE, zero, whole, 0, 0, texels, 0, NULL, NULL));
        return texels[sizeof texels / 2] != 12;
    case PIXELS:
        return pixels[0] != 202;
    case SHARED:
        return shared[0] != 203;
    case NATIVES:
        return atomic_load(&natives) != 0;
    case FREED:
        return atomic_load(&freed) != 0;
    default:
        return false;
    }
}

/* ---- callbacks ----------------------------------------------------------------------------------
 */

/* What callbacks for CL_SUBMITTED, CL_RUNNING and CL_COMPLETE were called with, how often. */
struct heard {
    atomic_int calls[3], status[3];
};
struct ear {
    struct heard *heard;
    int number;
};
static const cl_int stages[3] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
static void CL_CALLBACK hear(cl_event event, cl_int status, void *user)
{
    const struct ear *ear = user;
    (void)event;
    atomic_store(&ear->heard->status[ear->number], status);
    atomic_fetch_add(&ear->heard->calls[ear->number], 1);
}

/* Callbacks may come after whoever waits is told. */
static void wait_for_calls(struct heard *h)
{
    for (int i = 0; i < 3; i++)
        for (int tries = 0; tries < 10000 && !atomic_load(&h->calls[i]); tries++)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void check_times(const struct command *c, cl_event event)
{
    cl_ulong t[5] = {0};
    static const cl_profiling_info names[] = {
        CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE};
    for (int i = 0; i < 5; i++)
        OK(clGetEventProfilingInfo(event, names[i], sizeof t[i], &t[i], NULL));
    bool is_ordered = t[0] && t[0] <= t[1] && t[1] <= t[2] && t[2] <= t[3] && t[3] <= t[4];
    IS(true, is_ordered);
    if (!is_ordered)
        printf("  %s: queued %llu, submitted %llu, started %llu, ended %llu, completed %llu\n",
               c->name, (unsigned long long)t[0], (unsigned long long)t[1],
               (unsigned long long)t[2], (unsigned long long)t[3], (unsigned long long)t[4]);
}

static cl_int status_of(cl_event event)
{
    cl_int status = 1;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

static void try_command(const struct command *c, cl_command_queue q, bool is_timed, bool fails)
{
    const int before = failed;
    const cl_int error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    struct heard heard = {0};
    struct ear ears[3];
    cl_int e;
    cl_event event = NULL, gate = clCreateUserEvent(context, &e);
    OK(e);
    prepare();
    OK(c->enqueue(q, &gate, &event));
    cl_command_type type = 0;
    cl_command_queue its = NULL;
    cl_context whose = NULL;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    IS(c->type, type);
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof its, &its, NULL));
    IS(true, its == q);
    OK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof whose, &whose, NULL));
    IS(true, whose == context);
    for (int i = 0; i < 3; i++) {
        ears[i] = (struct ear){&heard, i};
        OK(clSetEventCallback(event, stages[i], hear, &ears[i]));
    }
    OK(clFlush(q));
    cl_int status = status_of(event);
    IS(true, status == CL_QUEUED || status == CL_SUBMITTED);
    IS(false, c->changes == FREED && has_changed(FREED));
    OK(clSetUserEventStatus(gate, fails ? -5 : CL_COMPLETE));
    IS(fails ? error : CL_SUCCESS, clWaitForEvents(1, &event));
    IS(fails ? error : CL_COMPLETE, status_of(event));
    wait_for_calls(&heard);
    for (int i = 0; i < 3; i++) {
        IS(1, atomic_load(&heard.calls[i]));
        IS(fails ? error : stages[i], atomic_load(&heard.status[i]));
    }
    IS(fails ? false : c->changes != NOTHING, has_changed(c->changes));
    if (is_timed && !fails)
        check_times(c, event);
    if (!is_timed)
        IS(CL_PROFILING_INFO_NOT_AVAILABLE,
           clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &(cl_ulong){0}, NULL));
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
    if (failed != before)
        printf("  %s, %s, whose event %s\n", c->name, is_timed ? "in order" : "out of order",
               fails ? "failed" : "was complete");
}

/* Where a map fails there is nothing to unmap. */
static void try_all(cl_command_queue q, bool is_timed, bool fails)
{
    for (const struct command *c = commands; c < commands + COMMANDS; c++) {
        bool unmaps = c->type == CL_COMMAND_UNMAP_MEM_OBJECT;
        if (fails && unmaps)
            continue;
        try_command(c, q, is_timed, fails);
        OK(clFinish(q));
    }
}

/* ---- wait lists ---- */

/* A command of one queue waits for many of others; in-order queues do not wait for each other. */
static void wide_lists(void)
{
    enum { EVENTS = 64 };
    cl_event events[EVENTS + 1], gates[EVENTS], last;
    cl_int e, value = 0;
    for (int i = 0; i < EVENTS; i++) {
        gates[i] = clCreateUserEvent(context, &e);
        OK(e);
        OK(clEnqueueFillBuffer(i % 2 ? queue : free_queue, to, &(cl_int){i}, 4, (size_t)i * 4, 4, 1,
                               &gates[i], &events[i]));
    }
    events[EVENTS] = gates[0];
    OK(clEnqueueReadBuffer(free_queue, to, CL_FALSE, (EVENTS - 1) * 4, 4, &value, EVENTS + 1,
                           events, &last));
    for (int i = EVENTS - 1; i >= 0; i--) { /* the wrong way round */
        IS(true, status_of(last) > CL_RUNNING);
        OK(clSetUserEventStatus(gates[i], CL_COMPLETE));
    }
    OK(clWaitForEvents(1, &last));
    IS(EVENTS - 1, value);
    OK(clWaitForEvents(EVENTS, events));
    for (int i = 0; i < EVENTS; i++) {
        OK(clReleaseEvent(events[i]));
        OK(clReleaseEvent(gates[i]));
    }
    OK(clReleaseEvent(last));
}

/* An event that failed: commands that wait for it fail, and those that wait for them; a barrier and
 * a marker without a list do not; clWaitForEvents says it once one of many failed. */
static void failures(void)
{
    cl_int e, x = 0;
    cl_event gate = clCreateUserEvent(context, &e), chain[3], free_one, mark;
    OK(e);
    for (int i = 0; i < 3; i++)
        OK(clEnqueueFillBuffer(i % 2 ? queue : free_queue, to, &(int){i}, 4, 0, 4, 1,
                               i ? &chain[i - 1] : &gate, &chain[i]));
    OK(clEnqueueFillBuffer(free_queue, to, &(int){77}, 4, 64, 4, 0, NULL, &free_one));
    OK(clEnqueueMarkerWithWaitList(free_queue, 0, NULL, &mark));
    OK(clSetUserEventStatus(gate, CL_OUT_OF_RESOURCES));
    cl_event all[] = {free_one, chain[2], chain[0], gate};
    IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(4, all));
    IS(CL_OUT_OF_RESOURCES, status_of(gate));
    for (int i = 0; i < 3; i++)
        IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(chain[i]));
    IS(CL_COMPLETE, status_of(free_one));
    OK(clWaitForEvents(1, &mark));
    IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
       clEnqueueReadBuffer(queue, to, CL_TRUE, 64, 4, &x, 1, &chain[0], NULL));
    OK(clEnqueueReadBuffer(queue, to, CL_TRUE, 64, 4, &x, 0, NULL, NULL));
    IS(77, x);
    for (int i = 0; i < 3; i++)
        OK(clReleaseEvent(chain[i]));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(free_one));
    OK(clReleaseEvent(mark));
}

int main(void)
{
    cl_int e;
    start();
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc shape = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    from = clCreateBuffer(context, 0, BYTES, NULL, &e);
    OK(e);
    to = clCreateBuffer(context, 0, BYTES, NULL, &e);
    OK(e);
    image = clCreateImage(context, 0, &format, &shape, NULL, &e);
    OK(e);
    shared = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, BYTES * 2, 0);
    cl_program p = build("kernel void k(global int *x) { x[get_global_id(0)] += 5; }", NULL);
    adder = clCreateKernel(p, "k", &e);
    OK(e);
    OK(clSetKernelArg(adder, 0, sizeof(cl_mem), &to));
    for (int fails = 0; fails < 2; fails++) {
        try_all(queue, true, fails);
        try_all(free_queue, false, fails);
    }
    wide_lists();
    failures();
    OK(clFinish(queue));
    OK(clFinish(free_queue));
    clSVMFree(context, shared);
    OK(clReleaseKernel(adder));
    OK(clReleaseProgram(p));
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(to));
    OK(clReleaseMemObject(image));
    return finish();
}
