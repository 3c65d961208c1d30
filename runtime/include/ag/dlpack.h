#pragma once
/// Exchange of tensors with other libraries without a copy, by the structures of <dlpack/dlpack.h>, which this header
/// does not include.
///
///     Tensor x = ag::from_dlpack(capsule);              // takes ownership
///     DLManagedTensorVersioned* y = ag::to_dlpack(x);    // the consumer calls y->deleter(y) in the end
#include "ag/tensor.h"

struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace ag {

/// Returns a read-only view of the memory, which other copies of the tensor may share. The caller owns the structure.
AG_API DLManagedTensorVersioned* to_dlpack(const Tensor& tensor, SourceLocation location = SourceLocation::current());
/// Like to_dlpack, for libraries that support version 0 of the format. That version cannot mark memory as read-only, so
/// the result is a copy.
AG_API DLManagedTensor* to_dlpack_unversioned(const Tensor& tensor,
                                              SourceLocation location = SourceLocation::current());

/// Returns a tensor in the memory of another library, which is released with the last handle of the tensor. A tensor
/// with misaligned elements is copied. The tensor is a value: the runtime never writes to that memory, and neither may
/// its producer. `managed` is consumed if it is accepted. Memory of the host
/// and of NVIDIA GPUs; work on it has been waited for.
AG_API Tensor from_dlpack(DLManagedTensorVersioned* managed, SourceLocation location = SourceLocation::current());
AG_API Tensor from_dlpack(DLManagedTensor* managed, SourceLocation location = SourceLocation::current());

}  // namespace ag
