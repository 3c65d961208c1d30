#pragma once
/// Output of converted code to std::cout, std::cerr, std::clog and stdout: immediate, or when the graph reaches it.
/// Order and characters are those of a plain build.
#include <memory>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/effects.h"
#include "ag/staging/state.h"

namespace ag {

namespace detail {

/// Records the output to a stream of the process.
class AG_API StreamRecorder {
 public:
  StreamRecorder(std::ostream& stream, SourceLocation location);
  ~StreamRecorder();
  StreamRecorder(const StreamRecorder&) = delete;
  StreamRecorder& operator=(const StreamRecorder&) = delete;

  void text(std::string_view text);
  void tensor(const Tensor& tensor);
  /// One string, as its word.
  void word(const Tensor& word);
  void number(const Number& number);
  void shape(const Shape& shape);
  /// Any other printable value, including manipulators; `write` applies it to a stream.
  void value(FunctionRef<void(std::ostream&)> write);

 private:
  struct Simulation;
  std::unique_ptr<Simulation> simulation_;
};

/// One argument of printf: a number or a text that may be symbolic, or a known pointer.
class AG_API PrintfArgument {
 public:
  template <class T>
    requires NumberOperand<T>
  PrintfArgument(const T& value) {
    using Host = host_t<T>;
    if constexpr (is_staged<T>)
      number_ = value.number();
    else if constexpr (std::is_enum_v<Host>)
      number_ = Staged<std::underlying_type_t<Host>>(static_cast<std::underlying_type_t<Host>>(value)).number();
    else
      number_ = Staged<Host>(value).number();
  }
  PrintfArgument(const char* text) : pointer_(text), is_pointer_(true) {}
  PrintfArgument(const void* pointer) : pointer_(pointer), is_pointer_(true) {}
  template <class T>
    requires requires { typename T::IsStagedText; }
  PrintfArgument(const T& text) : word_(text.words()), is_pointer_(true) {}

  bool is_pointer() const { return is_pointer_; }
  const void* pointer() const { return pointer_; }
  const Number& number() const { return number_; }
  /// The word of a text that may be symbolic; undefined for any other argument.
  const Tensor& word() const { return word_; }

 private:
  Number number_;
  Tensor word_;
  const void* pointer_ = nullptr;
  bool is_pointer_ = false;
};

AG_API void printf_items(const char* format, const std::vector<PrintfArgument>& arguments, SourceLocation location);

struct PrintfFormat {
  const char* text;
  SourceLocation location;
  PrintfFormat(const char* format, SourceLocation where = SourceLocation::current()) : text(format), location(where) {}
};

}  // namespace detail

/// Replaces a stream before its first <<.
class OrderedStream {
 public:
  OrderedStream(std::ostream& stream, SourceLocation location) : stream_(stream) {
    if (is_tracing()) recorder_ = std::make_unique<detail::StreamRecorder>(stream, location);
  }

  /// By value, like the operators of the standard library: a constant static member needs no definition.
  template <class T>
    requires std::is_arithmetic_v<T>
  const OrderedStream& operator<<(T value) const {
    constexpr bool is_character =
        std::is_same_v<T, char> || std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>;
    if (!recorder_) {
      stream_ << value;
    } else if constexpr (is_character) {
      const char character = static_cast<char>(value);
      recorder_->text({&character, 1});
    } else if constexpr (HostNumber<T>) {
      recorder_->number(Staged<T>(value).number());
    } else {
      recorder_->value([&](std::ostream& stream) { stream << value; });
    }
    return *this;
  }

  template <class T>
    requires(!std::is_arithmetic_v<std::remove_cvref_t<T>>)
  const OrderedStream& operator<<(T&& value) const {
    using U = std::remove_cvref_t<T>;
    if constexpr (requires { typename U::IsStagedText; }) {
      if (recorder_)
        recorder_->word(value.words());
      else
        stream_ << value.item();
    } else if constexpr (std::is_base_of_v<Tensor, U>) {  // includes an element of a list
      if (recorder_)
        recorder_->tensor(value);
      else
        stream_ << static_cast<const Tensor&>(value);
    } else if constexpr (detail::is_staged<U>) {
      if (recorder_)
        recorder_->number(value.number());
      else
        stream_ << value.value();
    } else if (!recorder_) {
      stream_ << std::forward<T>(value);
    } else if constexpr (std::is_convertible_v<T&&, std::string_view>) {
      recorder_->text(value);
    } else if constexpr (std::is_same_v<U, Shape>) {
      recorder_->shape(value);
    } else {
      recorder_->value([&](std::ostream& stream) { stream << std::forward<T>(value); });
    }
    return *this;
  }

  // Manipulators are often templates or overloaded; these parameter types select one.
  const OrderedStream& operator<<(std::ostream& (*change)(std::ostream&)) const { return manipulated(change); }
  const OrderedStream& operator<<(std::ios& (*change)(std::ios&)) const { return manipulated(change); }
  const OrderedStream& operator<<(std::ios_base& (*change)(std::ios_base&)) const { return manipulated(change); }

 private:
  template <class F>
  const OrderedStream& manipulated(F change) const {
    if (recorder_)
      recorder_->value([&](std::ostream& stream) { stream << change; });
    else
      stream_ << change;
    return *this;
  }

  std::ostream& stream_;
  std::unique_ptr<detail::StreamRecorder> recorder_;  // only while tracing
};

/// ag::ordered(std::cout) << "n = " << n << "\n"
inline OrderedStream ordered(std::ostream& stream, SourceLocation location = SourceLocation::current()) {
  return OrderedStream(stream, location);
}

namespace cxx {

/// std::printf with numbers that may be symbolic.
template <class... A>
void printf(const detail::PrintfFormat& format, const A&... arguments) {
  detail::printf_items(format.text, {detail::PrintfArgument(arguments)...}, format.location);
}

/// std::puts.
inline void puts(const detail::PrintfArgument& text, SourceLocation location = SourceLocation::current()) {
  detail::printf_items("%s\n", {text}, location);
}

}  // namespace cxx

}  // namespace ag
