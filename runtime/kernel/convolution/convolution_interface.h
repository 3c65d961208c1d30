#pragma once
/// Interface of the convolution library, a separate shared object that the runtime opens at the first float32
/// convolution. So the runtime itself does not load oneDNN.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kernel/convolution/convolution.h"

namespace ag::kernel {

/// The computation: a convolution, or its gradient with respect to one operand.
enum class ConvolutionKind : uint8_t { Forward, ToX, ToFilter };

/// A convolution of one kind and shape, prepared once. It is split into parts that may run at the same time; the split
/// does not depend on the number of threads. Arrays are row-major, and as those of kernel/convolution/convolution.h.
class PreparedConvolution {
 public:
  virtual ~PreparedConvolution() = default;
  virtual int64_t part_count() const = 0;
  /// The number of bytes that `pack` writes for the second operand; 0 if the operand is read unpacked.
  virtual size_t packed_bytes() const = 0;
  virtual void pack(const float* second, std::byte* packed) const = 0;
  /// The number of floats of partial results, from which `finish` computes the result; 0 if parts write the result
  /// itself.
  virtual size_t partial_size() const = 0;
  /// `second` is the operand, or its packed form if packed_bytes() is not 0. Returns false if the library failed.
  virtual bool run_part(int64_t part, const float* first, const void* second, float* result, float* partial) const = 0;
  virtual void finish(const float* partial, float* result) const = 0;
};

/// The symbol `ag_convolution_interface` that the shared object exports.
struct ConvolutionInterface {
  uint32_t version;
  /// Returns null if the library is no better at this shape than plain loops.
  std::unique_ptr<PreparedConvolution> (*prepare)(ConvolutionKind, const Convolution&);
};
inline constexpr uint32_t kConvolutionVersion = 1;

}  // namespace ag::kernel
