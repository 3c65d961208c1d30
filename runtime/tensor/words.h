#pragma once
/// Strings as elements of tensors: one word each. Equal strings have equal words, so that whatever moves, compares or
/// selects numbers does so with strings.
///
/// Up to seven bytes stand in the word itself; longer strings are kept once, for as long as the process lives.
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "ag/tensor.h"

namespace ag::detail {

uint64_t word_of(std::string_view text);
/// Fails with an internal error for what no word_of gave. The empty string is the word 0.
std::string text_of_word(uint64_t word);

/// Arrays of words: uint64.
Tensor words_tensor(const std::vector<std::string>& strings, const Shape& shape);
std::vector<std::string> strings_of(const Tensor& words);
/// As NumPy shows an array of strings: one alone stands for itself. `edge`: how many at either end of each axis, where
/// it is positive.
void print_words(std::ostream& stream, const Tensor& words, int64_t edge = 0);

}  // namespace ag::detail
