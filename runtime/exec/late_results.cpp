#include "exec/late_results.h"

#include <algorithm>

#include "tensor/large_reads.h"

namespace ag::exec {

namespace {

/// Whether the cache that all cores have in common gives one core hardly more than memory does: on servers of Intel
/// since Sapphire Rapids, a core reads 20 to 25 GB/s from it.
bool common_cache_is_slow() {
#if defined(__x86_64__)
  static const bool slow = __builtin_cpu_is("intel") && __builtin_cpu_supports("avx512fp16");
  return slow;
#else
  return false;
#endif
}

/// What is not known may be.
bool may_be_large(const codegen::Program& program, codegen::ArrayId id) {
  const ir::TensorType& type = program.array(id).type;
  if (!type.shape.known()) return true;
  return static_cast<size_t>(type.shape.element_count()) * item_size(type.dtype) >= detail::kLargeBytes;
}

}  // namespace

LateResults::LateResults(const codegen::Program& program) {
  const auto large = [&](codegen::ArrayId id) { return may_be_large(program, id); };
  reads_ = std::ranges::any_of(program.inputs, large);
  gives_ = std::ranges::any_of(program.results, large);
}

bool LateResults::is_late(std::span<const Tensor* const> inputs) const {
  const uint64_t reads = detail::large_reads().load(std::memory_order_relaxed);
  if (!gives_ || reads_before_.load(std::memory_order_relaxed) != reads) return false;
  const std::byte* const last = last_.load(std::memory_order_relaxed);
  return std::ranges::none_of(inputs, [&](const Tensor* input) { return input->impl()->data == last; });
}

bool LateResults::begin(std::span<const Tensor* const> inputs) {
  const bool late = common_cache_is_slow() && is_late(inputs);
  if (reads_) {
    for (const Tensor* input : inputs) {
      if (input->defined()) detail::note_read(*input->impl());
    }
  }
  return late;
}

void LateResults::end(const Tensor& result) {
  last_.store(result.impl()->data, std::memory_order_relaxed);
  reads_before_.store(detail::large_reads().load(std::memory_order_relaxed), std::memory_order_relaxed);
}

}  // namespace ag::exec
