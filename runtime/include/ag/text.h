#pragma once
/// Arrays of strings.
///
///     ag::Text words = ag::strings::split("to be or not to be", " ");
///     AG_FUNCTION Tensor count(Text words, Text which) { return ag::sum(words == which); }
///
/// A text is a value like a tensor: it has a shape, and can be an argument, a result, a loop-carried value and an
/// element of a dataset. Operations on characters run on the host, also in graphs. Equality comparison, selection and
/// moves do not access the characters.
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <tuple>
#include <vector>

#include "ag/detail/arg.h"
#include "ag/index.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {
class TextArg;
}  // namespace detail

class AG_API Text {
 public:
  /// Undefined: assign before use.
  Text() = default;
  /// One string: rank 0.
  Text(const char* text);
  Text(const std::string& text);

  bool defined() const { return words_.defined(); }
  Shape shape(SourceLocation location = SourceLocation::current()) const { return words_.shape(location); }
  int64_t shape(int axis, SourceLocation location = SourceLocation::current()) const {
    return words_.shape(axis, location);
  }
  int64_t ndim(SourceLocation location = SourceLocation::current()) const { return words_.ndim(location); }
  int64_t size(SourceLocation location = SourceLocation::current()) const { return words_.size(location); }
  /// Returns the only string, on the host.
  std::string item(SourceLocation location = SourceLocation::current()) const;
  /// Returns the strings in row-major order, on the host.
  std::vector<std::string> to_vector(SourceLocation location = SourceLocation::current()) const;
  Text operator[](const Index& index) const { return of_words(words_[index]); }
  template <class... I>
    requires(sizeof...(I) > 0)
  Text operator()(const I&... index) const {
    return of_words(words_(Index(index)...));
  }

  /// Iterates over the rows of the first axis: for (ag::Text word : words). The loop is staged while a function is
  /// traced.
  class Iterator {
   public:
    Iterator(const Text& text, int64_t at) : text_(&text), at_(at) {}
    Text operator*() const { return (*text_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Text* text_;
    int64_t at_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, shape(0)}; }

  /// Concatenates the strings element-wise.
  friend AG_API Text operator+(const detail::TextArg& a, const detail::TextArg& b);
  Text& operator+=(const detail::TextArg& b) &;
  /// Compares element-wise, by bytes.
  friend AG_API Tensor operator==(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API Tensor operator!=(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API Tensor operator<(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API Tensor operator<=(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API Tensor operator>(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API Tensor operator>=(const detail::TextArg& a, const detail::TextArg& b);
  friend AG_API std::ostream& operator<<(std::ostream& stream, const Text& text);

  /// The words that stand for the strings: uint64. Used with functions that move elements:
  /// Text::of_words(ag::flip(t.words())).
  const Tensor& words() const { return words_; }
  static Text of_words(Tensor words) {
    Text text;
    text.words_ = std::move(words);
    return text;
  }
  friend auto ag_fields(Text& text) { return std::tie(text.words_); }
  friend auto ag_fields(const Text& text) { return std::tie(text.words_); }

 private:
  Tensor words_;
};

namespace detail {

/// An operand of an operator, with its source location.
class TextArg {
 public:
  TextArg(const Text& text, SourceLocation location = SourceLocation::current()) : text_(text), location_(location) {}
  TextArg(const char* text, SourceLocation location = SourceLocation::current()) : text_(text), location_(location) {}
  TextArg(const std::string& text, SourceLocation location = SourceLocation::current())
      : text_(text), location_(location) {}
  const Text& text() const { return text_; }
  SourceLocation location() const { return location_; }

 private:
  Text text_;
  SourceLocation location_;
};

}  // namespace detail

/// Returns an array of strings.
AG_API Text text(const std::vector<std::string>& strings, SourceLocation location = SourceLocation::current());
AG_API Text text(const std::vector<std::string>& strings, const Shape& shape,
                 SourceLocation location = SourceLocation::current());

/// Returns the extents as a rank-1 int64 tensor.
AG_API Tensor shape(const Text& x, SourceLocation location = SourceLocation::current());
/// Returns the number of strings as a rank-0 int64 tensor.
AG_API Tensor size(const Text& x, SourceLocation location = SourceLocation::current());

/// String functions. Functions of several texts work element-wise and broadcast a single string.
namespace strings {

/// Returns the sizes in bytes: int64.
AG_API Tensor length(const Text& x, SourceLocation location = SourceLocation::current());
AG_API Text lower(const Text& x, SourceLocation location = SourceLocation::current());
AG_API Text upper(const Text& x, SourceLocation location = SourceLocation::current());
/// Removes white space at both ends.
AG_API Text strip(const Text& x, SourceLocation location = SourceLocation::current());
/// Returns up to `count` bytes from `begin`; a negative `begin` counts from the end.
AG_API Text substr(const Text& x, const TensorArg& begin, const TensorArg& count);
/// Replaces every `from` by `to`.
AG_API Text replace(const Text& x, const Text& from, const Text& to,
                    SourceLocation location = SourceLocation::current());
/// Replaces every match of a regular expression in std::regex syntax by `to`, in which \1 to \9 stand for the groups
/// and \0 for the whole match. Replaces only the first match if `global` is false.
AG_API Text regex_replace(const Text& x, const std::string& pattern, const std::string& to, bool global = true,
                          SourceLocation location = SourceLocation::current());
/// True if the expression matches the whole string.
AG_API Tensor regex_full_match(const Text& x, const std::string& pattern,
                               SourceLocation location = SourceLocation::current());
AG_API Tensor contains(const Text& x, const Text& part, SourceLocation location = SourceLocation::current());
AG_API Tensor starts_with(const Text& x, const Text& part, SourceLocation location = SourceLocation::current());
AG_API Tensor ends_with(const Text& x, const Text& part, SourceLocation location = SourceLocation::current());
/// Joins all strings of x into one.
AG_API Text join(const Text& x, const Text& separator = "", SourceLocation location = SourceLocation::current());
/// Splits at separators, or at white space of any length if the separator is empty. A single string yields an array. An
/// array gets a new last axis with the largest number of parts; shorter rows are padded with empty strings.
AG_API Text split(const Text& x, const Text& separator = "", SourceLocation location = SourceLocation::current());
/// Parses the strings as numbers; an error if one is not a number.
AG_API Tensor to_number(const Text& x, DType dtype = float32, SourceLocation location = SourceLocation::current());
/// Formats the elements like ag::print: with `precision` fractional digits, or as many as the dtype has.
AG_API Text as_text(const TensorArg& x, int precision = -1);
/// Stacks texts of the same shape along a new first axis, or concatenates them along their first axis.
AG_API Text stack(const std::vector<Text>& xs, SourceLocation location = SourceLocation::current());
AG_API Text concat(const std::vector<Text>& xs, SourceLocation location = SourceLocation::current());
/// Selects a where the condition is true, and b elsewhere.
AG_API Text where(const TensorArg& condition, const Text& a, const Text& b);

}  // namespace strings

namespace detail {

/// Fills the placeholders of `pattern` with `values`, printed as tensors, or as strings where `texts` is true.
AG_API Text formatted(const std::string& pattern, const std::vector<Tensor>& values, const std::vector<bool>& texts,
                      SourceLocation location);
inline void add_formatted(const Text& value, std::vector<Tensor>& values, std::vector<bool>& texts) {
  values.push_back(value.words());
  texts.push_back(true);
}
inline void add_formatted(const TensorArg& value, std::vector<Tensor>& values, std::vector<bool>& texts) {
  values.push_back(value.value());
  texts.push_back(false);
}
inline void add_formatted(const char* value, std::vector<Tensor>& values, std::vector<bool>& texts) {
  add_formatted(Text(value), values, texts);
}

/// The format of a text, with its source location.
struct TextPattern {
  std::string text;
  SourceLocation location;
  TextPattern(const char* of, SourceLocation where = SourceLocation::current()) : text(of), location(where) {}
  TextPattern(std::string of, SourceLocation where = SourceLocation::current())
      : text(std::move(of)), location(where) {}
};

}  // namespace detail

namespace strings {

/// Replaces each {} in the pattern by the next value, formatted like ag::print.
template <class... A>
Text format(const detail::TextPattern& pattern, const A&... values) {
  std::vector<Tensor> tensors;
  std::vector<bool> texts;
  (detail::add_formatted(values, tensors, texts), ...);
  return detail::formatted(pattern.text, tensors, texts, pattern.location);
}

}  // namespace strings

/// A lookup table from strings to numbers or rows.
///
///     const ag::TextTable codes(ag::text({"red", "green"}), ag::tensor({0, 1}), -1);
///     codes.find(words)                       // -1 for every other string
class AG_API TextTable {
 public:
  /// `values`: one per key; `otherwise`: the result for a string that is not a key.
  TextTable(const Text& keys, const TensorArg& values, const TensorArg& otherwise);
  Tensor find(const Text& x, SourceLocation location = SourceLocation::current()) const;
  /// The number of keys.
  int64_t size() const { return keys_.size(); }
  friend auto ag_fields(TextTable& table) { return std::tie(table.keys_, table.values_, table.otherwise_); }
  friend auto ag_fields(const TextTable& table) { return std::tie(table.keys_, table.values_, table.otherwise_); }

 private:
  Tensor keys_, values_, otherwise_;  // keys: words, sorted
};

}  // namespace ag
