#pragma once
/// The vector instructions of this machine, for kernels that are compiled more than once.

namespace ag::kernel {

/// Avx2 and Avx512 have fused multiplication and addition too.
enum class InstructionSet { Baseline, Avx2, Avx512 };

/// The widest one that this processor has.
InstructionSet instruction_set();

}  // namespace ag::kernel
