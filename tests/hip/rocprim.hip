// rocprim.hip: the basic operations of rocPRIM 5.3's headers, unedited,
// compared with those of C++'s library. rocprim.py compiles it.
#include <chrono> // which rocPRIM's headers take for granted

#include "check.h"

#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

// As all of them are called: once for the size of the scratch memory, once to
// run.
template <typename F> static void run(F operation) {
  size_t bytes = 0;
  void *scratch = nullptr;
  OK(operation(nullptr, bytes));
  OK(hipMalloc(&scratch, bytes ? bytes : 4));
  OK(operation(scratch, bytes));
  OK(hipDeviceSynchronize());
  OK(hipFree(scratch));
}

int main() {
  const int
      n = 5000,
      bin_count = 16,
      limit =
          1024; // bins of whole numbers: rocPRIM 5.3 rounds their width down
  std::vector<int> in(n), out(n), expected(n), bins(bin_count),
      counts(bin_count);
  for (int i = 0; i < n; i++)
    in[i] = i * 7919 % limit;
  int *d, *o, *c;
  OK(hipMalloc((void **)&d, n * sizeof(int)));
  OK(hipMalloc((void **)&o, n * sizeof(int)));
  OK(hipMalloc((void **)&c, bin_count * sizeof(int)));
  OK(hipMemcpy(d, in.data(), n * sizeof(int), hipMemcpyHostToDevice));
  auto read = [&] {
    OK(hipMemcpy(out.data(), o, n * sizeof(int), hipMemcpyDeviceToHost));
  };

  run([&](void *scratch, size_t &bytes) {
    return rocprim::reduce(scratch, bytes, d, o, 0, n, rocprim::plus<int>());
  });
  read();
  CHECK(out[0] == std::accumulate(in.begin(), in.end(), 0));

  run([&](void *scratch, size_t &bytes) {
    return rocprim::inclusive_scan(scratch, bytes, d, o, n,
                                   rocprim::plus<int>());
  });
  read();
  std::partial_sum(in.begin(), in.end(), expected.begin());
  CHECK(out == expected);

  run([&](void *scratch, size_t &bytes) {
    return rocprim::radix_sort_keys(scratch, bytes, d, o, n);
  });
  read();
  expected = in;
  std::sort(expected.begin(), expected.end());
  CHECK(out == expected);

  run([&](void *scratch, size_t &bytes) {
    return rocprim::select(scratch, bytes, d, o, c, n,
                           [] __device__(int x) { return x % 3 == 0; });
  });
  read();
  expected.clear();
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected),
               [](int x) { return x % 3 == 0; });
  int count = 0;
  OK(hipMemcpy(&count, c, sizeof(int), hipMemcpyDeviceToHost));
  CHECK(count == (int)expected.size());
  CHECK(std::equal(expected.begin(), expected.end(), out.begin()));

  run([&](void *scratch, size_t &bytes) {
    return rocprim::histogram_even(scratch, bytes, d, n, c, bin_count + 1, 0,
                                   limit);
  });
  OK(hipMemcpy(bins.data(), c, bin_count * sizeof(int), hipMemcpyDeviceToHost));
  for (int x : in)
    counts[x / (limit / bin_count)]++;
  CHECK(bins == counts);
  OK(hipFree(d));
  OK(hipFree(o));
  OK(hipFree(c));
  return check_end();
}
