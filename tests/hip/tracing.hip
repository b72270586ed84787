// tracing.hip: what programs tell profilers, and ask of them; tracing.py says what is shown.
#include <hip/hip_runtime.h>
#include <roctracer/roctx.h>

#include <cstdio>
#include <thread>

static int told(uint32_t, uint32_t, void *) { return -1; }

int main()
{
    hipRegisterTracerCallback((void *)told);
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
