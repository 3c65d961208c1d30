#pragma once
/// The settings of the fake CUDA driver (fake_cuda.cpp), a shared object with the entry points of libcuda.so.1.
#include <cstddef>
#include <cstdint>

namespace ag::test {

struct FakeCuda {
  int version = 12040;
  int init_code = 0;
  int devices = 2;
  size_t memory = 1 << 20;
  /// The call of this function fails with `code`: the next one after `passes` calls, and all later ones.
  const char* failing = "";
  int code = 0;
  int passes = 0;
  /// Calls so far, and objects that exist.
  int calls = 0;
  int live_objects = 0;
  int pushed_contexts = 0;
  unsigned long long used = 0;
};

/// The symbol "fake_cuda" returns the settings.
using FakeCudaSettings = FakeCuda* (*)();

}  // namespace ag::test
