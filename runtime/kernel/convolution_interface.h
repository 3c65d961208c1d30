#pragma once
/// What the runtime asks of the convolution library, a shared object of its own that is opened at the first float32
/// convolution: so the runtime does not load oneDNN.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kernel/convolution.h"

namespace ag::kernel {

/// What is computed: the convolution, or the gradient of one for an operand.
enum class ConvolutionKind : uint8_t { Forward, ToX, ToFilter };

/// A convolution of one kind and shape, made once. It is cut into parts, the same ones for every number of threads,
/// which may run at the same time. Arrays are row-major, and as those of kernel/convolution.h.
class PreparedConvolution {
 public:
  virtual ~PreparedConvolution() = default;
  virtual int64_t part_count() const = 0;
  /// The size of what `pack` makes of the second operand: 0 where it is read as it is.
  virtual size_t packed_bytes() const = 0;
  virtual void pack(const float* second, std::byte* packed) const = 0;
  /// How many floats parts leave their results in before `finish` makes the result of them; 0 where they write it.
  virtual size_t partial_size() const = 0;
  /// `second`: as it is, or packed. False where the library failed.
  virtual bool run_part(int64_t part, const float* first, const void* second, float* result, float* partial) const = 0;
  virtual void finish(const float* partial, float* result) const = 0;
};

/// What the shared object exports, as `ag_convolution_interface`.
struct ConvolutionInterface {
  uint32_t version;
  /// Null where the library is no better at this shape than plain loops.
  std::unique_ptr<PreparedConvolution> (*prepare)(ConvolutionKind, const Convolution&);
};
inline constexpr uint32_t kConvolutionVersion = 1;

}  // namespace ag::kernel
