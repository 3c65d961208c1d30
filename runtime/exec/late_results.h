#pragma once
/// Guesses whether what a program gives is read soon. A store into the cache reads the line first; stores that pass by
/// the cache do not, and save a quarter of the time of a loop that computes little. But who reads the result next waits
/// for memory, about twice as long as for the common cache: both together take a seventh longer. So results pass by the
/// cache where a program is called again and again while nothing large is read in between, what it gave last neither.
#include <atomic>
#include <span>

#include "ag/tensor.h"
#include "codegen/program.h"

namespace ag::exec {

class LateResults {
 public:
  explicit LateResults(const codegen::Program& program);

  /// Whether there is something to do for this program: it may read or give large arrays.
  bool watches() const { return reads_ || gives_; }

  /// Before the program runs. Whether its results pass by the cache: they are read late, as it seems, and the processor
  /// is one where that pays.
  bool begin(std::span<const Tensor* const> inputs);
  /// After it. `result`: the first one.
  void end(const Tensor& result);

  bool is_late(std::span<const Tensor* const> inputs) const;

 private:
  bool reads_ = false;  // large arrays, as it may be
  bool gives_ = false;
  // (Threads that run the program at the same time spoil each other's guess, which changes time alone.)
  std::atomic<uint64_t> reads_before_ = 0;        // of the process, when the program was done last
  std::atomic<const std::byte*> last_ = nullptr;  // the elements that it gave
};

}  // namespace ag::exec
