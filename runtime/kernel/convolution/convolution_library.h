#pragma once
/// Float32 convolutions by the convolution library (libag_convolution), where it is installed and supports the shape.
/// The shape alone decides whether the library is used. So every executor, with any number of threads, yields the same
/// bits on one machine.
#include "kernel/convolution/convolution_interface.h"

namespace ag::kernel {

/// Returns false if plain loops have to compute the convolution. If the library is missing, a note is written to
/// standard error, once.
bool convolve_with_library(ConvolutionKind kind, const Convolution& shape, const float* a, const float* b, float* out);

/// The size of the filter in the packed layout of the library; 0 if the library reads the filter unpacked, or does not
/// support this convolution.
int64_t packed_bytes(const Convolution& shape);
void pack_filter(const Convolution& shape, const float* filter, std::byte* packed);
void convolve_packed(const Convolution& shape, const float* x, const std::byte* packed, float* out);

}  // namespace ag::kernel
