#pragma once
/// Strings as elements of tensors: one word each. Equal strings have equal words, so that whatever moves, compares or
/// selects numbers does so with strings.
///
/// Up to seven bytes stand in the word itself; longer strings are kept once, by the tensors that have them
/// (kept_strings.h).
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "ag/tensor.h"

namespace ag::detail {

/// Fails with an internal error for what is the word of no string. The empty string is the word 0.
std::string text_of_word(uint64_t word);

/// Arrays of words: uint64.
Tensor words_tensor(const std::vector<std::string>& strings, const Shape& shape);
std::vector<std::string> strings_of(const Tensor& words);
/// As NumPy shows an array of strings: one alone stands for itself. `edge`: how many at either end of each axis, where
/// it is positive.
void print_words(std::ostream& stream, const Tensor& words, int64_t edge = 0);

}  // namespace ag::detail
