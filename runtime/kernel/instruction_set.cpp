#include "kernel/instruction_set.h"

#include "base/machine.h"

namespace ag::kernel {

namespace {

InstructionSet detect() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) return InstructionSet::Baseline;
  const int64_t bytes = detail::machine().vector_bytes;
  if (bytes >= 64 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return InstructionSet::Avx512;
  if (bytes >= 32 && __builtin_cpu_supports("avx2")) return InstructionSet::Avx2;
#endif
  return InstructionSet::Baseline;
}

}  // namespace

InstructionSet instruction_set() {
  static const InstructionSet set = detect();
  return set;
}

}  // namespace ag::kernel
