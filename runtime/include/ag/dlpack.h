#pragma once
/// Tensors of other libraries, and for them, without a copy: the structures of <dlpack/dlpack.h>, which this header
/// does not need.
///
///     Tensor x = ag::from_dlpack(capsule);              // takes it over
///     DLManagedTensorVersioned* y = ag::to_dlpack(x);    // whoever gets it calls y->deleter(y) in the end
#include "ag/tensor.h"

struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace ag {

/// The same memory, to be read only: other copies of the tensor may share it. The structure belongs to the caller.
AG_API DLManagedTensorVersioned* to_dlpack(const Tensor& tensor, SourceLocation location = SourceLocation::current());
/// The same for libraries that know version 0 of the format, where nothing says that memory is to be read only: a copy.
AG_API DLManagedTensor* to_dlpack_unversioned(const Tensor& tensor,
                                              SourceLocation location = SourceLocation::current());

/// A tensor in the memory of another library, which is given back with the last handle of it; a copy where its elements
/// are not aligned. The tensor is a value: nothing writes to that memory, and its producer must not either.
/// `managed` is taken over where it is accepted. Memory of the host only.
AG_API Tensor from_dlpack(DLManagedTensorVersioned* managed, SourceLocation location = SourceLocation::current());
AG_API Tensor from_dlpack(DLManagedTensor* managed, SourceLocation location = SourceLocation::current());

}  // namespace ag
