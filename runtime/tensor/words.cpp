#include "tensor/words.h"

#include <ostream>

#include "tensor/device_array.h"
#include "tensor/impl.h"
#include "tensor/interned_strings.h"

namespace ag::detail {

namespace {

/// Prints the strings from `first` on; `count` is their number within axis `axis` and the inner axes.
void print_axis(std::ostream& stream, const std::vector<std::string>& all, const Shape& shape, size_t axis,
                size_t first, size_t count, int64_t edge) {
  if (axis == shape.size()) {
    stream << '\'' << all[first] << '\'';
    return;
  }
  const int64_t length = shape[axis];
  const size_t part = length == 0 ? 0 : count / static_cast<size_t>(length);
  const bool is_cut = edge > 0 && length / 2 >= edge && length != 2 * edge;
  const std::string between = axis + 1 == shape.size() ? " " : "\n" + std::string(axis + 1, ' ');
  stream << '[';
  for (int64_t k = 0; k < length; ++k) {
    if (k > 0) stream << between;
    if (is_cut && k == edge) {
      stream << "..." << between;
      k = length - edge;
    }
    print_axis(stream, all, shape, axis + 1, first + static_cast<size_t>(k) * part, part, edge);
  }
  stream << ']';
}

}  // namespace

Tensor words_tensor(const std::vector<std::string>& strings, const Shape& shape) {
  Tensor words = allocate(DType::uint64, shape);
  StringKeeper keeper;
  for (size_t k = 0; k < strings.size(); ++k) {
    const uint64_t word = keeper.word_of(strings[k]);
    __builtin_memcpy(words.impl()->data() + k * sizeof(word), &word, sizeof(word));
  }
  keeper.give_to(*words.impl());
  return words;
}

std::vector<std::string> strings_of(const Tensor& words) {
  const Tensor dense = make_contiguous(host_array(words));
  std::vector<std::string> all;
  for (const uint64_t word : dense.data<uint64_t>()) all.push_back(text_of_word(word));
  return all;
}

void print_words(std::ostream& stream, const Tensor& words, int64_t edge) {
  const std::vector<std::string> all = strings_of(words);
  if (words.impl()->shape.empty()) {
    stream << all[0];
    return;
  }
  print_axis(stream, all, words.impl()->shape, 0, 0, all.size(), edge);
}

}  // namespace ag::detail
