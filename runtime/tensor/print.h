#pragma once
/// Values as text.
#include <iosfwd>

#include "ag/tensor.h"

namespace ag::detail {

/// A tensor with a value, as operator<< shows it, with `edge` elements at either end of each axis; negative: with all
/// of them; 0: as operator<< does.
void print_summary(std::ostream& stream, const Tensor& tensor, int64_t edge);
/// As tf.print shows it: one space between numbers, each as short as it can be, booleans as 1 and 0. `edge` elements at
/// either end of each axis; negative: all of them.
void print_shortly(std::ostream& stream, const Tensor& tensor, int64_t edge);
/// The same for strings, which stand in quotes.
void print_words_shortly(std::ostream& stream, const Tensor& words, int64_t edge);

}  // namespace ag::detail
