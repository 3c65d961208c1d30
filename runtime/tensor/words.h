#pragma once
/// Strings as elements of tensors: one 64-bit id per string. Equal strings have equal ids, so that operations that
/// move, compare or select numbers work for strings.
///
/// Strings of up to seven bytes are stored in the id itself. Longer strings are interned, and kept by the tensors that
/// hold their ids (interned_strings.h).
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "ag/tensor.h"

namespace ag::detail {

/// Returns the string of an id; an internal error for an invalid one. The empty string has the id 0.
std::string text_of_word(uint64_t word);

/// Convert between strings and arrays of ids (uint64).
Tensor words_tensor(const std::vector<std::string>& strings, const Shape& shape);
std::vector<std::string> strings_of(const Tensor& words);
/// Prints an array of strings in NumPy's format; a single string is printed without brackets. If `edge` is positive, it
/// is the number of elements shown at either end of each axis.
void print_words(std::ostream& stream, const Tensor& words, int64_t edge = 0);

}  // namespace ag::detail
