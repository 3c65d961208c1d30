#include "tensor/words.h"

#include <cstring>
#include <deque>
#include <mutex>
#include <ostream>
#include <shared_mutex>
#include <unordered_map>

#include "base/check.h"
#include "tensor/impl.h"

namespace ag::detail {

namespace {

constexpr size_t kMostInWord = 7;  // the last byte says how many
constexpr int kCountShift = 56;
constexpr uint64_t kKept = 0xff;  // there: the others are a number of the table

/// Strings that were ever used. Never destroyed: tensors may outlive it.
struct Table {
  std::shared_mutex mutex;
  std::deque<std::string> texts;  // their addresses stay
  std::unordered_map<std::string_view, uint64_t> numbers;
};

Table& table() {
  static auto* const table = new Table;
  return *table;
}

/// The strings from `first` on, which are `count` of each axis from this one on.
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

uint64_t word_of(std::string_view text) {
  if (text.size() <= kMostInWord) {
    uint64_t word = 0;
    for (size_t k = 0; k < text.size(); ++k) word |= uint64_t{static_cast<unsigned char>(text[k])} << (8 * k);
    return word | uint64_t{text.size()} << kCountShift;
  }
  Table& all = table();
  {
    const std::shared_lock lock(all.mutex);
    const auto found = all.numbers.find(text);
    if (found != all.numbers.end()) return found->second;
  }
  const std::unique_lock lock(all.mutex);
  const auto found = all.numbers.find(text);
  if (found != all.numbers.end()) return found->second;
  const uint64_t word = uint64_t{all.texts.size()} | kKept << kCountShift;
  all.numbers.emplace(all.texts.emplace_back(text), word);
  return word;
}

std::string text_of_word(uint64_t word) {
  const uint64_t count = word >> kCountShift, rest = word & ~(kKept << kCountShift);
  if (count != kKept) {
    AG_CHECK(count <= kMostInWord, "a number stands for a string that it is not the word of");
    std::string text(count, '\0');
    for (size_t k = 0; k < text.size(); ++k) text[k] = static_cast<char>(rest >> (8 * k));
    return text;
  }
  Table& all = table();
  const std::shared_lock lock(all.mutex);
  AG_CHECK(rest < all.texts.size(), "a number stands for a string that it is not the word of");
  return all.texts[rest];
}

Tensor words_tensor(const std::vector<std::string>& strings, const Shape& shape) {
  Tensor words = allocate(DType::uint64, shape);
  for (size_t k = 0; k < strings.size(); ++k) {
    const uint64_t word = word_of(strings[k]);
    __builtin_memcpy(words.impl()->data + k * sizeof(word), &word, sizeof(word));
  }
  return words;
}

std::vector<std::string> strings_of(const Tensor& words) {
  const Tensor dense = make_contiguous(words);
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
