// bfs.hip: distances in a graph, a launch per level, neighbours claimed by compare-and-swap.
#include "collection.h"

#include <queue>

__global__ void level(const int *first, const int *edges, int *distance, const int *front, int size,
                      int *next, int *count, int now)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size)
        return;
    for (int e = first[front[i]]; e < first[front[i] + 1]; e++)
        if (atomicCAS(&distance[edges[e]], -1, now) == -1)
            next[atomicAdd(count, 1)] = edges[e];
}

int main()
{
    const int n = 1500;
    numbers random;
    std::vector<int> first(n + 1), edges;
    for (int v = 0; v < n; v++) {
        first[v] = (int)edges.size();
        for (int k = random.next() % 4; k > 0; k--)
            edges.push_back(random.next() % n);
    }
    first[n] = (int)edges.size();
    std::vector<int> expected(n, -1), start(n, -1);
    std::queue<int> todo;
    todo.push(0);
    expected[0] = start[0] = 0;
    for (; !todo.empty(); todo.pop())
        for (int e = first[todo.front()]; e < first[todo.front() + 1]; e++)
            if (expected[edges[e]] < 0) {
                expected[edges[e]] = expected[todo.front()] + 1;
                todo.push(edges[e]);
            }
    on_device<int> f(first), e(edges), distance(start),
        fronts[2] = {on_device<int>(n), on_device<int>(n)}, count(1);
    for (int now = 1, size = 1; size; now++) {
        OK(hipMemset(count.data, 0, sizeof(int)));
        level<<<(size + 63) / 64, 64>>>(f.data, e.data, distance.data, fronts[now % 2].data, size,
                                        fronts[1 - now % 2].data, count.data, now);
        OK(hipMemcpy(&size, count.data, sizeof(int), hipMemcpyDeviceToHost));
    }
    CHECK(distance.host() == expected);
    CHECK(*std::max_element(expected.begin(), expected.end()) > 4);
    return check_end();
}
