// tracing.hip: what programs tell profilers, and ask of them; tracing.py says what is shown.
#include <hip/hip_runtime.h>
#include <roctracer/roctx.h>

#include <cstdio>
#include <thread>

extern "C" {
void hipRegisterTracerCallback(int (*function)(uint32_t domain, uint32_t operation, void *data));
hipError_t hipRegisterApiCallback(uint32_t id, void *function, void *argument);
hipError_t hipRemoveApiCallback(uint32_t id);
hipError_t hipRegisterActivityCallback(uint32_t id, void *function, void *argument);
hipError_t hipRemoveActivityCallback(uint32_t id);
void hipInitActivityCallback(void *id_callback, void *op_callback, void *argument);
bool hipEnableActivityCallback(unsigned op, bool is_enabled);
}

static int told(uint32_t, uint32_t, void *) { return -1; }

int main()
{
    hipRegisterTracerCallback(told);
    hipInitActivityCallback(nullptr, nullptr, nullptr);
    int codes = hipRegisterApiCallback(1, (void *)told, nullptr) | hipRemoveApiCallback(1) |
                hipRegisterActivityCallback(1, (void *)told, nullptr) |
                hipRemoveActivityCallback(1);
    bool is_enabled = hipEnableActivityCallback(0, true);
    roctxMark("start");
    int outer = roctxRangePush("outer"), inner = roctxRangePush("inner");
    roctxMark("within");
    int other = -9;
    std::thread([&] { other = roctxRangePush("other thread"); }).join();
    int inner_end = roctxRangePop(), outer_end = roctxRangePop(), none = roctxRangePop();
    roctx_range_id_t first = roctxRangeStart("first"), second = roctxRangeStart("second");
    roctxRangeStop(first);
    roctxRangeStop(second);
    std::printf("%d %d | %d %d %d %d %d %d | %d %u\n", codes, is_enabled, outer, inner, other,
                inner_end, outer_end, none, first != second, roctx_version_major());
    return 0;
}
