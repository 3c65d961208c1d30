#pragma once
/// Streams that know what to do with tensors whose value is known only when the graph runs.
#include "ag/tensor.h"

namespace ag::detail {

class TensorSink {
 public:
  virtual void symbol(const Tensor& tensor) = 0;

 protected:
  ~TensorSink() = default;
};

/// Where a stream keeps its sink: an index of std::ios_base::pword.
int sink_index();

}  // namespace ag::detail
