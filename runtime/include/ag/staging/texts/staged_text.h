#pragma once
/// A text that control flow may have made symbolic: the staged counterpart of const char* and std::string selected by a
/// tensor. Only the converter writes it; it is not part of the user interface.
#include <concepts>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/staging/element.h"
#include "ag/staging/item.h"
#include "ag/staging/plain.h"
#include "ag/staging/texts/staged_string.h"
#include "ag/text.h"

namespace ag {

namespace detail {

/// The text of one character, and the result of std::to_string for a number: a word of rank 0.
AG_API Tensor word_of_character(const Number& character, SourceLocation location);
AG_API Tensor word_of_number(const Number& number, SourceLocation location);

}  // namespace detail

/// A single string.
class StagedText : public Text {
 public:
  using IsStagedText = void;

  StagedText() : Text("") {}
  StagedText(const char* text) : Text(text) {}
  StagedText(const std::string& text) : Text(text) {}
  StagedText(std::string_view text) : Text(std::string(text)) {}
  StagedText(const Text& text) : Text(text) {}
  StagedText(const StagedString& text, SourceLocation location = SourceLocation::current())
      : Text(text.word().is_host() ? Text(text.host()) : of_words(text.words(location))) {}
  template <std::same_as<char> C>
  StagedText(C character) : Text(std::string(1, character)) {}
  StagedText(const Staged<char>& character, SourceLocation location = SourceLocation::current())
      : Text(of_words(detail::word_of_character(character.number(), location))) {}

  StagedText& operator+=(const StagedText& other) & {
    return *this = StagedText(static_cast<const Text&>(*this) + static_cast<const Text&>(other));
  }
  StagedText& append(const StagedText& other) & { return *this += other; }
  void push_back(const StagedText& character) & { *this += character; }

  /// The size in bytes; known if the text is.
  Staged<size_t> size(SourceLocation location = SourceLocation::current()) const {
    if (!detail::is_symbolic_of_known_size(words())) return item(location).size();
    return ag::item<size_t>(strings::length(*this, location), location);
  }
  Staged<size_t> length(SourceLocation location = SourceLocation::current()) const { return size(location); }
  Staged<bool> empty(SourceLocation location = SourceLocation::current()) const { return size(location) == 0; }

  friend StagedText operator+(const StagedText& a, const StagedText& b) {
    return StagedText(static_cast<const Text&>(a) + static_cast<const Text&>(b));
  }
  template <std::same_as<std::string_view> V>
  friend Tensor operator==(const StagedText& a, const V& b) {
    return a == std::string(b);
  }
  template <std::same_as<std::string_view> V>
  friend Tensor operator==(const V& a, const StagedText& b) {
    return b == std::string(a);
  }
  template <std::same_as<std::string_view> V>
  friend Tensor operator!=(const StagedText& a, const V& b) {
    return a != std::string(b);
  }
  template <std::same_as<std::string_view> V>
  friend Tensor operator!=(const V& a, const StagedText& b) {
    return b != std::string(a);
  }
};

namespace detail {

template <>
struct ToPlain<const char*> {
  static const char* convert(const char* value, SourceLocation) { return value; }
  static const char* convert(const StagedText& value, SourceLocation location) {
    return keep_string(value.item(location)).text->c_str();
  }
};
template <>
struct ToPlain<std::string_view> {
  static std::string_view convert(std::string_view value, SourceLocation) { return value; }
  static std::string_view convert(const StagedText& value, SourceLocation location) {
    return *keep_string(value.item(location)).text;
  }
};

}  // namespace detail

namespace detail {

template <class T>
struct TextedType : StagedType<T> {};
template <>
struct TextedType<std::string> {
  using type = StagedText;
};
template <class A, class B>
struct TextedType<std::pair<A, B>> {
  using type = std::pair<typename TextedType<A>::type, typename TextedType<B>::type>;
};
template <class... T>
struct TextedType<std::tuple<T...>> {
  using type = std::tuple<typename TextedType<T>::type...>;
};

}  // namespace detail

/// The staged counterpart of T with a symbolic text for each string.
template <class T>
using texted_t = typename detail::TextedType<T>::type;

namespace emitted {

/// names[k] for a table of texts.
template <class C, class N>
  requires(detail::is_staged<N> && detail::TextTable<C>)
StagedText element(const C& table, const N& n, SourceLocation location = SourceLocation::current()) {
  if (n.is_host()) {
    detail::check_subscript(table, static_cast<int64_t>(n.value()), location);
    return StagedText(table[static_cast<size_t>(n.value())]);
  }
  const std::vector<std::string> strings(std::begin(table), std::end(table));
  return StagedText(text(strings, location)[Index(cast<int64_t>(n, location), location)]);
}

}  // namespace emitted
using namespace emitted;

namespace cxx {

template <class T>
  requires detail::NumberOperand<T>
StagedText to_string(const T& number, SourceLocation location = SourceLocation::current()) {
  using Host = detail::host_t<T>;
  const Staged<Host> value(number);
  if (value.is_host()) return StagedText(std::to_string(value.value()));
  return StagedText(Text::of_words(detail::word_of_number(value.number(), location)));
}

}  // namespace cxx

}  // namespace ag
