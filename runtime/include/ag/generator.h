#pragma once
/// Random numbers from a state that persists between calls.
#include <cstdint>
#include <tuple>

#include "ag/detail/arg.h"
#include "ag/ops.h"
#include "ag/variable.h"

namespace ag {

/// Each draw uses an independent stream. The state is a variable, so a traced function draws new numbers at each call.
/// Equal seeds yield equal numbers on every executor.
///
///     ag::Generator g(7);
///     AG_FUNCTION Tensor noisy(Tensor x) { return x + g.normal({3}); }
class AG_API Generator {
 public:
  explicit Generator(uint64_t seed, SourceLocation location = SourceLocation::current());

  Tensor uniform(const ShapeArg& shape, DType dtype = float32) const;
  Tensor normal(const ShapeArg& shape, DType dtype = float32) const;
  /// Integers in the half-open interval [low, high).
  Tensor integers(const TensorArg& low, const TensorArg& high, const ShapeArg& shape, DType dtype = int32) const;
  Tensor permutation(int64_t n, SourceLocation location = SourceLocation::current()) const;
  Tensor categorical(const TensorArg& logits) const;
  /// Returns a key, unique among all draws, for the random functions.
  Tensor key(SourceLocation location = SourceLocation::current()) const;
  /// Resets the state to that of a new generator with this seed.
  void reset(uint64_t seed, SourceLocation location = SourceLocation::current()) const;
  /// The seed and the index of the next draw: uint64[2].
  const Variable& state() const { return state_; }
  friend auto ag_fields(Generator& generator) { return std::tie(generator.state_); }
  friend auto ag_fields(const Generator& generator) { return std::tie(generator.state_); }

 private:
  Variable state_;
};

}  // namespace ag
