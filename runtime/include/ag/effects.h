#pragma once
/// Effects that happen in program order, also in a graph: printing, checks, exceptions.
#include <concepts>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include "ag/detail/function_ref.h"
#include "ag/staging/staged.h"
#include "ag/tensor.h"

namespace ag {

enum class PrintStream : uint8_t { output, error };

/// The format of tensor elements. `numpy`: in columns, as operator<< prints them. `tensorflow`: as tf.print does, each
/// number as short as possible and booleans as 1 and 0.
enum class PrintStyle : uint8_t { numpy, tensorflow };

/// Options of ag::print_to.
struct PrintOptions {
  PrintStream stream = PrintStream::output;
  /// The path of a file to append to, instead of `stream`.
  std::string file = {};
  std::string separator = " ";
  std::string end = "\n";
  /// The number of elements shown at each end of an axis, with ... between them; -1 shows all. 0 is the default: three,
  /// for arrays of more than 1000 elements with style `numpy` (as operator<< does) and for all arrays with style
  /// `tensorflow`.
  int64_t summarize = 0;
  PrintStyle style = PrintStyle::numpy;
};

namespace detail {

/// Returns the text that `write` prints.
AG_API std::string text_of(FunctionRef<void(std::ostream&)> write);

/// One item to print: a tensor, whose value is read when the graph reaches the print, or the text of a host value.
class AG_API PrintItem {
 public:
  PrintItem(const Tensor& tensor) : tensor_(tensor) {}
  PrintItem(const ag::Variable& variable);
  /// Printed as a plain number.
  template <class T>
  PrintItem(const Staged<T>& value) : is_number_(true) {
    if (value.is_host())
      text_ = text_of([&](std::ostream& stream) { stream << value.value(); });
    else
      tensor_ = value.tensor();
  }
  /// Printed as strings; for ag::Text.
  template <class T>
    requires requires(const T& value) {
      { value.words() } -> std::same_as<const Tensor&>;
    }
  PrintItem(const T& value) : tensor_(value.words()), text_("undefined"), is_words_(value.defined()) {}
  PrintItem(const char* text) : text_(text) {}
  PrintItem(const std::string& text) : text_(text) {}
  template <class T>
    requires(!std::is_base_of_v<Tensor, T> && !is_staged<T> && !requires(const T& value) { value.words(); })
  PrintItem(const T& value) : text_(text_of([&](std::ostream& stream) { stream << value; })) {}

  bool is_tensor() const { return tensor_.defined(); }
  bool is_number() const { return is_number_; }
  bool is_words() const { return is_words_; }
  const Tensor& tensor() const { return tensor_; }
  const std::string& text() const { return text_; }

 private:
  Tensor tensor_;
  std::string text_;
  bool is_number_ = false, is_words_ = false;
};

/// The first item to print, with the source location of the call.
class PrintHead {
 public:
  template <class T>
    requires(!std::is_same_v<T, PrintHead>)
  PrintHead(const T& value, SourceLocation location = SourceLocation::current()) : item_(value), location_(location) {}
  const PrintItem& item() const { return item_; }
  SourceLocation location() const { return location_; }

 private:
  PrintItem item_;
  SourceLocation location_;
};

AG_API void print_items(const std::vector<PrintItem>& items, SourceLocation location);
AG_API void print_items_to(const PrintOptions& options, const std::vector<PrintItem>& items, SourceLocation location);

/// The condition of a check, with its source location.
class AG_API CheckCondition {
 public:
  CheckCondition(const Tensor& tensor, SourceLocation location = SourceLocation::current())
      : tensor_(tensor), location_(location) {}
  template <class T>
  CheckCondition(const Staged<T>& value, SourceLocation location = SourceLocation::current())
      : tensor_(value.tensor(location)), location_(location) {}
  CheckCondition(bool value, SourceLocation location = SourceLocation::current())
      : tensor_(value, location), location_(location) {}
  const Tensor& tensor() const { return tensor_; }
  SourceLocation location() const { return location_; }

 private:
  Tensor tensor_;
  SourceLocation location_;
};

AG_API void check_items(const CheckCondition& condition, const std::string& message,
                        const std::vector<PrintItem>& items);

struct Never;
/// Throws immediately, or when the graph reaches this point. The code after it is not traced.
[[noreturn]] AG_API void raise_exception(std::exception_ptr exception, const char* text, SourceLocation location);
/// True if the value is not a symbol.
AG_API bool is_known(const Tensor& value);
/// Refuses code that is about to record a throw inside a `try`, because the graph would throw outside of its handlers.
AG_API void refuse_throw_in_try(SourceLocation location);
/// Ends the branch after a recorded throw. The code that follows is not traced.
[[noreturn]] AG_API void end_behind_throw(SourceLocation location);

}  // namespace detail

/// Marks a `try` block of generated code. Its handlers receive exceptions thrown during tracing. A throw that the graph
/// would execute at run time, beyond the reach of the handlers, is a tracing error.
///
///     try { const ag::TryScope ag_try; … } catch (const std::exception&) { … }
///
/// With `catches_no_errors` no handler accepts an ag::Error, so checks of the graph are allowed inside.
inline constexpr struct CatchesNoErrors {
} catches_no_errors;
class AG_API TryScope {
 public:
  explicit TryScope(SourceLocation location = SourceLocation::current());
  explicit TryScope(CatchesNoErrors, SourceLocation location = SourceLocation::current());
  ~TryScope();
  TryScope(const TryScope&) = delete;
  TryScope& operator=(const TryScope&) = delete;

 private:
  uint64_t trace_;  // 0 if no trace is in progress
};

/// Prints the values, separated by spaces, and a newline to standard output, in order with printf and std::cout. A
/// traced function prints when the graph reaches this point.
///
///     ag::print("n =", n);
template <class... A>
void print(const detail::PrintHead& value, const A&... more) {
  detail::print_items({value.item(), detail::PrintItem(more)...}, value.location());
}
inline void print(SourceLocation location = SourceLocation::current()) { detail::print_items({}, location); }

/// Like print, to standard error, to a file, or in another format.
///
///     ag::print_to(ag::PrintStream::error, "loss", loss);
///     ag::print_to({.file = "log.csv", .separator = ","}, step, loss);
///     ag::print_to({.summarize = 2}, weights);                            // [1. 2. ... 8. 9.]
///     ag::print_to({.style = ag::PrintStyle::tensorflow}, weights);       // [1 2 3 ... 7 8 9]
template <class... A>
void print_to(const PrintOptions& options, const detail::PrintHead& value, const A&... more) {
  detail::print_items_to(options, {value.item(), detail::PrintItem(more)...}, value.location());
}
inline void print_to(const PrintOptions& options, SourceLocation location = SourceLocation::current()) {
  detail::print_items_to(options, {}, location);
}
template <class... A>
void print_to(PrintStream stream, const detail::PrintHead& value, const A&... more) {
  print_to(PrintOptions{.stream = stream}, value, more...);
}
inline void print_to(PrintStream stream, SourceLocation location = SourceLocation::current()) {
  print_to(PrintOptions{.stream = stream}, location);
}

/// Throws ag::Error failed_check with the message and the values unless the condition (one element) is true. A traced
/// function checks when the graph reaches this point; a check is never removed.
template <class... A>
void check(const detail::CheckCondition& condition, const std::string& message = "check failed", const A&... values) {
  detail::check_items(condition, message, {detail::PrintItem(values)...});
}

}  // namespace ag
