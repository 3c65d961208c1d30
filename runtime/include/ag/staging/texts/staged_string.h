#pragma once
/// A std::string member of a staged class. Only the converter writes it; it is not part of the user interface.
///
///     struct Item_staged { ag::StagedString name; ag::Staged<double> weight; };
///
/// The host knows the text, until branches, loops or lists select it by a tensor: they move its string id as a number.
/// A selected text can be moved and printed. Any other use of it needs the text while the function is traced, which is
/// an error of staging.
#include <compare>
#include <cstdint>
#include <ostream>
#include <source_location>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/staging/item.h"
#include "ag/staging/plain.h"

namespace ag {

namespace detail {

/// A string with static storage duration, and its id.
struct KeptString {
  const std::string* text;
  uint64_t word;
};
AG_API KeptString keep_string(std::string_view text);
/// Returns the string of an id.
AG_API const std::string& kept_string(uint64_t word);
/// Returns the id that an array of rank 0 holds, as a number. Sets `kept` if it is known.
AG_API Staged<uint64_t> word_in(const Tensor& words, KeptString& kept);

/// The column of a text member in a list: its string id, and the text of a known id, with static storage duration.
AG_API Tensor word_of_text(std::string_view text);
AG_API const char* text_of_word(const Tensor& word);

/// An ordinary text, as the other operand of a comparison or a sum.
template <class T>
concept HostText = std::is_convertible_v<const T&, std::string_view> && !requires { typename T::IsStagedText; };

}  // namespace detail

class StagedString {
 public:
  using IsStagedText = void;
  using value_type = char;
  using const_iterator = std::string::const_iterator;

  StagedString() : StagedString(std::string_view()) {}
  StagedString(std::string_view text) : kept_(detail::keep_string(text)), word_(kept_.word) {}
  StagedString(const std::string& text) : StagedString(std::string_view(text)) {}
  StagedString(const char* text) : StagedString(std::string_view(text)) {}
  /// A text of the graph, such as an ag::StagedText.
  template <class T>
    requires requires(const T& text) {
      typename T::IsStagedText;
      text.to_vector();
    }
  StagedString(const T& text) : StagedString() {
    word_ = detail::word_in(text.words(), kept_);
  }
  /// The other constructors of a std::string.
  template <class... A>
    requires(sizeof...(A) > 1 && std::is_constructible_v<std::string, A...>)
  explicit StagedString(A&&... arguments) : StagedString(std::string(std::forward<A>(arguments)...)) {}

  /// Returns the text, which must be known. Conversions and operators have no place of their own to report.
  const std::string& host(SourceLocation location = std::source_location()) const {
    if (word_.is_host() && word_.value() == kept_.word) return *kept_.text;
    return detail::kept_string(ag::host(word_, location));
  }
  operator const std::string&() const { return host(); }
  operator std::string_view() const { return host(); }
  std::string item(SourceLocation location = std::source_location()) const { return host(location); }
  /// The string id; an array of rank 0.
  Tensor words(SourceLocation location = SourceLocation::current()) const { return word_.tensor(location); }
  const Staged<uint64_t>& word() const { return word_; }

  const_iterator begin() const { return host().begin(); }
  const_iterator end() const { return host().end(); }
  const char& operator[](size_t at) const { return host()[at]; }

#define AG_STRING_QUERY(name)                    \
  template <class... A>                          \
  decltype(auto) name(const A&... given) const { \
    return host().name(given...);                \
  }
  AG_STRING_QUERY(size)
  AG_STRING_QUERY(length)
  AG_STRING_QUERY(empty)
  AG_STRING_QUERY(c_str)
  AG_STRING_QUERY(data)
  AG_STRING_QUERY(front)
  AG_STRING_QUERY(back)
  AG_STRING_QUERY(at)
  AG_STRING_QUERY(compare)
  AG_STRING_QUERY(substr)
  AG_STRING_QUERY(find)
  AG_STRING_QUERY(rfind)
  AG_STRING_QUERY(find_first_of)
  AG_STRING_QUERY(find_first_not_of)
  AG_STRING_QUERY(find_last_of)
  AG_STRING_QUERY(find_last_not_of)
  AG_STRING_QUERY(starts_with)
  AG_STRING_QUERY(ends_with)
#undef AG_STRING_QUERY

#define AG_STRING_CHANGE(name)            \
  template <class... A>                   \
  StagedString& name(const A&... given) { \
    std::string text = host();            \
    text.name(given...);                  \
    return *this = StagedString(text);    \
  }
  AG_STRING_CHANGE(append)
  AG_STRING_CHANGE(assign)
  AG_STRING_CHANGE(push_back)
  AG_STRING_CHANGE(pop_back)
  AG_STRING_CHANGE(clear)
  AG_STRING_CHANGE(resize)
  AG_STRING_CHANGE(replace)
  AG_STRING_CHANGE(operator+=)
#undef AG_STRING_CHANGE

  friend std::string operator+(const StagedString& a, const StagedString& b) { return a.host() + b.host(); }
  template <class T>
    requires(detail::HostText<T> || std::is_same_v<T, char>)
  friend std::string operator+(const StagedString& a, const T& b) {
    return a.host() + b;
  }
  template <class T>
    requires(detail::HostText<T> || std::is_same_v<T, char>)
  friend std::string operator+(const T& a, const StagedString& b) {
    return a + b.host();
  }
  friend bool operator==(const StagedString& a, const StagedString& b) { return a.host() == b.host(); }
  friend auto operator<=>(const StagedString& a, const StagedString& b) { return a.host() <=> b.host(); }
  template <detail::HostText T>
  friend bool operator==(const StagedString& a, const T& b) {
    return a.host() == b;
  }
  template <detail::HostText T>
  friend auto operator<=>(const StagedString& a, const T& b) {
    return std::string_view(a.host()) <=> std::string_view(b);
  }
  friend std::ostream& operator<<(std::ostream& stream, const StagedString& text) { return stream << text.host(); }
  friend auto ag_fields(StagedString& text) { return std::tie(text.word_); }

 private:
  detail::KeptString kept_;  // the text of the id, if that is known and was not selected since
  Staged<uint64_t> word_;
};

namespace detail {

template <>
struct ToPlain<std::string> {
  static std::string convert(std::string value, SourceLocation) { return value; }
  static std::string convert(const StagedString& value, SourceLocation location) {
    return kept_string(ToPlain<uint64_t>::convert(value.word(), location));
  }
  /// A text that is an array of rank 0, such as an ag::StagedText.
  template <class T>
    requires requires(const T& text) { text.to_vector(); }
  static std::string convert(const T& value, SourceLocation location) {
    return value.item(location);
  }
};

}  // namespace detail
}  // namespace ag
