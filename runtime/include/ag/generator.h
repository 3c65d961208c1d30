#pragma once
/// Random numbers from a state that lives from call to call.
#include <cstdint>
#include <tuple>

#include "ag/arg.h"
#include "ag/ops.h"
#include "ag/variable.h"

namespace ag {

/// Draws one independent stream after the other. Its state is a variable, so a traced function draws anew at every
/// call, and equal seeds give equal numbers on every executor.
///
///     ag::Generator g(7);
///     AG_FUNCTION Tensor noisy(Tensor x) { return x + g.normal({3}); }
class AG_API Generator {
 public:
  explicit Generator(uint64_t seed, SourceLocation location = SourceLocation::current());

  Tensor uniform(const ShapeArg& shape, DType dtype = float32) const;
  Tensor normal(const ShapeArg& shape, DType dtype = float32) const;
  /// From low to high, which is not included.
  Tensor integers(const TensorArg& low, const TensorArg& high, const ShapeArg& shape, DType dtype = int32) const;
  Tensor permutation(int64_t n, SourceLocation location = SourceLocation::current()) const;
  Tensor categorical(const TensorArg& logits) const;
  /// A key that no other draw has, for the random functions.
  Tensor key(SourceLocation location = SourceLocation::current()) const;
  /// Starts again, as a new generator with this seed does.
  void reset(uint64_t seed, SourceLocation location = SourceLocation::current()) const;
  /// The seed, and the number of the next draw: uint64[2].
  const Variable& state() const { return state_; }
  friend auto ag_fields(Generator& generator) { return std::tie(generator.state_); }
  friend auto ag_fields(const Generator& generator) { return std::tie(generator.state_); }

 private:
  Variable state_;
};

}  // namespace ag
