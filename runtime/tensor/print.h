#pragma once
/// Values as text.
#include <iosfwd>

#include "ag/tensor.h"

namespace ag::detail {

/// A tensor with a value, as operator<< shows it, with `edge` elements at either end of each axis; negative: with all
/// of them; 0: as operator<< does.
void print_summary(std::ostream& stream, const Tensor& tensor, int64_t edge);

}  // namespace ag::detail
