#pragma once
/// The vector instructions of this machine, for kernels that are compiled more than once, and what its caches are like.

namespace ag::kernel {

/// Avx2 and Avx512 have fused multiplication and addition too.
enum class InstructionSet { Baseline, Avx2, Avx512 };

/// The widest one that this processor has.
InstructionSet instruction_set();

/// Whether the cache that all cores have in common gives one core hardly more than memory does: on servers of Intel
/// since Sapphire Rapids, a core reads 20 to 25 GB/s from it.
bool common_cache_is_slow();

}  // namespace ag::kernel
