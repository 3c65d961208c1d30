#pragma once
/// Float32 convolutions by the convolution library (libag_convolution), where it is there and has something for the
/// shape. What it has is decided by the shape alone, so that every executor, and every number of threads, gives the
/// same bits on one machine.
#include "kernel/convolution_interface.h"

namespace ag::kernel {

/// False where plain loops have to do it. Where the library is not there a note on standard error says so, once.
bool convolve_with_library(ConvolutionKind kind, const Convolution& shape, const float* a, const float* b, float* out);

/// The size of the filter of a convolution as the library reads it; 0 where it reads it as it is, or does not do this
/// convolution.
int64_t packed_bytes(const Convolution& shape);
void pack_filter(const Convolution& shape, const float* filter, std::byte* packed);
void convolve_packed(const Convolution& shape, const float* x, const std::byte* packed, float* out);

}  // namespace ag::kernel
