#!/usr/bin/env python3
"""test_order.py: races between launches, and with copies, of streams and queues: each way to order them must be silent."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
if "--shoal" in sys.argv:
    at = sys.argv.index("--shoal")
    os.environ["SHOAL"] = str(pathlib.Path(sys.argv[at + 1]).resolve())
    del sys.argv[at:at + 2]

import unittest  # noqa: E402

from support import CliTest, shoal  # noqa: E402

FOUND = re.compile(r"race: launches: (\w+) at byte (\d+) of .*, which is in no order with an? (\w+) by another (\w+)\n"
                   r"(?:  in kernel .*\n)?  (?:called )?at \S*:(\d+):\d+.*\n(?:      .*\n)?  the other access:\n"
                   r"(?:  in kernel .*\n)?  (?:called )?at \S*:(\d+):\d+")


class OrderTest(CliTest):
    def check(self, program, how, *more, env=None):
        """(what, byte, other, of what, line, line of the other) of each race."""
        result = shoal("exec", "--check=race", program, how, *more, env=env)
        found = FOUND.findall(result.err)
        self.assertEqual(result.status, 4 if found else 0, result)
        self.assertEqual(len(found), result.err.count("shoal check: race:"), result.err)
        return found


HIP = b"""#include <hip/hip_runtime.h>
#include <cstring>
__global__ void put(int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void add(int *q, const int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    q[i] += p[i];
}
__global__ void give(int *flag, int *data)
{
    *data = 42;
    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
__global__ void take(int *flag, int *data, int *out)
{
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT))
        __builtin_amdgcn_s_sleep(1);
    *out = *data;
}
__global__ void count(int *n) { atomicAdd(n, 1); }
static void call(void *) {}
enum { N = 1024, BYTES = N * sizeof(int) };
static int *p, *q, *host;
static hipStream_t a, b;
static hipEvent_t e;
static __attribute__((noinline)) void copy_back(void)
{
    hipMemcpyAsync(host, p, BYTES, hipMemcpyDeviceToHost, b);
    hipEventRecord(e, b);
}
static void pair(const char *how)
{
    auto is = [=](const char *name) { return !strcmp(how, name); };
    if (is("early event"))
        hipEventRecord(e, a);
    put<<<N / 256, 256, 0, a>>>(p);
    if (is("stream"))
        hipStreamSynchronize(a);
    else if (is("other stream"))
        hipStreamSynchronize(b);
    else if (is("event")) {
        hipEventRecord(e, a);
        hipStreamWaitEvent(b, e, 0);
    } else if (is("early event"))
        hipStreamWaitEvent(b, e, 0);
    else if (is("event of host")) {
        hipEventRecord(e, a);
        hipEventSynchronize(e);
    } else if (is("query")) {
        while (hipStreamQuery(a) == hipErrorNotReady) {}
    } else if (is("device"))
        hipDeviceSynchronize();
    else if (is("default stream"))
        put<<<1, 1>>>(q);
    else if (is("host function")) {
        hipLaunchHostFunc(a, call, 0);
        hipEventRecord(e, a);
        hipStreamWaitEvent(b, e, 0);
    } else if (is("value")) {
        hipStreamWriteValue32(a, host, 1, 0);
        hipStreamWaitValue32(b, host, 1, hipStreamWaitValueEq, ~0u);
    } else if (is("graph")) {
        hipGraph_t graph;
        hipGraphExec_t exec;
        hipStreamBeginCapture(a, hipStreamCaptureModeGlobal);
        put<<<N / 256, 256, 0, a>>>(p);
        put<<<N / 256, 256, 0, a>>>(p);
        hipStreamEndCapture(a, &graph);
        hipGraphInstantiate(&exec, graph, 0, 0, 0);
        hipGraphLaunch(exec, a);
        hipEventRecord(e, a);
        hipStreamWaitEvent(b, e, 0);
    }
    add<<<N / 256, 256, 0, is("same stream") ? a : b>>>(q, p);
}
int main(int, char **argv)
{
    const char *how = argv[1];
    unsigned flags = strcmp(how, "default stream") ? hipStreamNonBlocking : hipStreamDefault;
    hipStreamCreateWithFlags(&a, flags);
    hipStreamCreateWithFlags(&b, flags);
    hipEventCreate(&e);
    hipMalloc(&p, BYTES);
    hipMalloc(&q, BYTES);
    hipHostMalloc((void **)&host, BYTES, 0);
    hipMemset(p, 0, BYTES);
    hipMemset(q, 0, BYTES);
    hipDeviceSynchronize();
    if (!strcmp(how, "copy")) {
        put<<<N / 256, 256, 0, a>>>(p);
        copy_back();
    } else if (!strcmp(how, "copy in order")) {
        hipMemcpyAsync(p, host, BYTES, hipMemcpyHostToDevice, a);
        hipStreamSynchronize(a);
        add<<<N / 256, 256, 0, b>>>(q, p);
        hipMemcpyAsync(host, q, BYTES, hipMemcpyDeviceToHost, b);
    } else if (!strcmp(how, "parts")) {
        put<<<2, 256, 0, a>>>(p);
        put<<<2, 256, 0, b>>>(p + 512);
        add<<<1, 3, 0, a>>>(q, p);
        add<<<1, 3, 0, b>>>(q + 3, p + 600);
    } else if (!strcmp(how, "byte")) {
        hipMemsetAsync(p, 0, 10, a);
        hipMemsetAsync((char *)p + 9, 1, 10, b);
    } else if (!strcmp(how, "flag")) {
        take<<<1, 1, 0, b>>>(p, p + 1, q);
        give<<<1, 1, 0, a>>>(p, p + 1);
    } else if (!strcmp(how, "atomics")) {
        count<<<4, 64, 0, a>>>(p);
        count<<<4, 64, 0, b>>>(p);
    } else {
        pair(how);
    }
    hipDeviceSynchronize();
    add<<<1, 256>>>(p, q); // all is over
    hipMemcpy(host, p, BYTES, hipMemcpyDeviceToHost);
    return 0;
}
"""
LAUNCH = ("load", "0", "store", "launch", "10", "5")


class Streams(OrderTest):
    def test_streams(self):
        if not shutil.which("clang++-22"):
            self.skipTest("no clang++-22")
        program = self.folder / "s"
        self.done("hipcc", "-g", "-O2", "-Wno-unused-value", "-Wno-unused-result", self.file("s.hip", HIP), "-o", program)
        for how in ("stream", "event", "event of host", "query", "device", "default stream", "host function", "value", "graph",
                    "same stream", "copy in order", "parts", "flag", "atomics"):
            with self.subTest(how=how):
                self.assertEqual(self.check(program, how), [])
        for how in ("nothing", "other stream", "early event"):
            with self.subTest(how=how):
                self.assertEqual(self.check(program, how), [LAUNCH])
        line = 1 + HIP[:HIP.index(b"hipMemcpyAsync(host, p, BYTES")].count(b"\n")
        self.assertEqual(self.check(program, "copy"), [("store", "0", "load", "call", "5", str(line))])
        line = 1 + HIP[:HIP.index(b"hipMemsetAsync(p")].count(b"\n")
        self.assertEqual(self.check(program, "byte"), [("store", "9", "store", "call", str(line + 1), str(line))])


OPENCL = b"""#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <string.h>
static const char *text = "kernel void put(global int *p) { p[get_global_id(0)] = get_global_id(0); }\\n"
                          "kernel void add(global int *q, global const int *p)\\n"
                          "{ q[get_global_id(0)] += p[get_global_id(0)]; }\\n";
static cl_command_queue a, b;
static cl_context context;
static int is(const char *how, const char *name) { return !strcmp(how, name); }
int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, 0);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0);
    context = clCreateContext(0, 1, &device, 0, 0, 0);
    cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    a = clCreateCommandQueueWithProperties(context, device, is(how, "in order") ? 0 : out_of_order, 0);
    b = clCreateCommandQueueWithProperties(context, device, 0, 0);
    cl_program program = clCreateProgramWithSource(context, 1, &text, 0, 0);
    if (clBuildProgram(program, 1, &device, "-g", 0, 0)) return 1;
    cl_kernel put = clCreateKernel(program, "put", 0), add = clCreateKernel(program, "add", 0);
    enum { N = 512 };
    size_t n = N;
    static int data[N];
    cl_mem p = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
    cl_mem q = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, 0);
    clSetKernelArg(put, 0, sizeof p, &p);
    clSetKernelArg(add, 0, sizeof q, &q);
    clSetKernelArg(add, 1, sizeof p, &p);
    cl_event first, user = clCreateUserEvent(context, 0);
    clEnqueueNDRangeKernel(a, put, 1, 0, &n, 0, 0, 0, &first);
    cl_command_queue second = is(how, "queues") || is(how, "flushed") || is(how, "queues, event") || is(how, "finish") ? b : a;
    cl_event wait = is(how, "user event") ? user : first;
    int has_wait = is(how, "event") || is(how, "queues, event") || is(how, "user event");
    if (is(how, "barrier")) clEnqueueBarrierWithWaitList(a, 0, 0, 0);
    if (is(how, "finish")) clFinish(a);
    if (is(how, "flushed")) clFlush(a);
    if (is(how, "host")) clWaitForEvents(1, &first);
    clEnqueueNDRangeKernel(second, add, 1, 0, &n, 0, has_wait, has_wait ? &wait : 0, 0);
    if (is(how, "user event")) {
        clWaitForEvents(1, &first);
        clSetUserEventStatus(user, CL_COMPLETE);
    }
    clFinish(a);
    clFinish(b);
    clEnqueueReadBuffer(b, q, CL_TRUE, 0, sizeof data, data, 0, 0, 0);
    clReleaseMemObject(p);
    clReleaseMemObject(q);
    return 0;
}
"""


class Queues(OrderTest):
    def test_queues(self):
        program = self.folder / "q"
        done = subprocess.run(["clang-22", "-g", self.file("q.c", OPENCL), "-lOpenCL", "-o", program], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for how in ("in order", "event", "queues, event", "barrier", "finish", "host", "user event"):
            with self.subTest(how=how):
                self.assertEqual(self.check(program, how), [])
        for how in ("nothing", "queues", "flushed"):
            with self.subTest(how=how):
                found = self.check(program, how)
                self.assertEqual(found, [("load", "0", "store", "launch", "3", "1")])


if __name__ == "__main__":
    unittest.main(verbosity=2)
