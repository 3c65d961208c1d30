#pragma once
/// The vector instruction sets of this machine, for kernels that are compiled more than once.

namespace ag::kernel {

/// Avx2 and Avx512 include fused multiply-add.
enum class InstructionSet { Baseline, Avx2, Avx512 };

/// Returns the widest set that this processor supports and whose vectors are at most detail::Machine::vector_bytes.
InstructionSet instruction_set();

}  // namespace ag::kernel
