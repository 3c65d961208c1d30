#pragma once
/// Stream extensions that accept symbolic tensors, whose values are known only when the graph runs.
#include "ag/tensor.h"

namespace ag::detail {

class TensorSink {
 public:
  virtual void symbol(const Tensor& tensor) = 0;

 protected:
  ~TensorSink() = default;
};

/// The index of std::ios_base::pword at which a stream holds its sink.
int sink_index();

}  // namespace ag::detail
