#pragma once
/// Values as text.
#include <iosfwd>

#include "ag/tensor.h"

namespace ag::detail {

/// Prints a tensor with a value in the format of operator<<, with `edge` elements at either end of each axis. Negative:
/// all elements; 0: the default of operator<<.
void print_summary(std::ostream& stream, const Tensor& tensor, int64_t edge);
/// Prints a tensor in the format of tf.print: one space between numbers, each as short as possible, booleans as 1 and
/// 0. `edge` elements at either end of each axis are shown; negative: all of them.
void print_shortly(std::ostream& stream, const Tensor& tensor, int64_t edge);
/// The same for strings, in quotes.
void print_words_shortly(std::ostream& stream, const Tensor& words, int64_t edge);

}  // namespace ag::detail
