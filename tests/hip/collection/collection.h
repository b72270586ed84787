/* collection.h: what the programs of this folder share. Each computes its results once more on the
 * host, in another way where that makes sense, and ends with the line that tests/hip/collection.py
 * reads. */
#ifndef COLLECTION_H
#define COLLECTION_H

#include "../check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

/* Numbers that look random and are always the same (Knuth's constants). */
struct numbers {
    uint64_t state = 42;
    uint32_t next() { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; }
    float unit() { return next() / 2147483648.0f; }
};

/* Memory of the device with what is in a vector. */
template <typename T> struct on_device {
    T *data = nullptr;
    size_t count;
    explicit on_device(size_t n) : count(n)
    {
        OK(hipMalloc((void **)&data, n * sizeof(T)));
        OK(hipMemset(data, 0, n * sizeof(T)));
    }
    explicit on_device(const std::vector<T> &from) : count(from.size())
    {
        OK(hipMalloc((void **)&data, count * sizeof(T)));
        OK(hipMemcpy(data, from.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }
    on_device(const on_device &) = delete;
    ~on_device() { OK(hipFree(data)); }
    std::vector<T> host() const
    {
        std::vector<T> to(count);
        OK(hipMemcpy(to.data(), data, count * sizeof(T), hipMemcpyDeviceToHost));
        return to;
    }
};

#endif
