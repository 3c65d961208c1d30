#include "kernel/instruction_set.h"

namespace ag::kernel {

namespace {

InstructionSet detect() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return InstructionSet::Avx512;
    if (__builtin_cpu_supports("avx2")) return InstructionSet::Avx2;
  }
#endif
  return InstructionSet::Baseline;
}

}  // namespace

InstructionSet instruction_set() {
  static const InstructionSet set = detect();
  return set;
}

}  // namespace ag::kernel
