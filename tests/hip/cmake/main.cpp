#include <hip/hip_runtime_api.h>

#include <cstdio>

void start(int *p, int n);

int main()
{
    int *p, host[4] = {1, 2, 3, 4};
    if (hipMalloc(&p, sizeof host) || hipMemcpy(p, host, sizeof host, hipMemcpyHostToDevice))
        return 2;
    start(p, 4);
    if (hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost))
        return 3;
    std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    return 0;
}
