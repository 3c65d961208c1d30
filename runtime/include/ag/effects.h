#pragma once
/// What happens in program order, also inside a graph: printing, checks, exceptions.
#include <concepts>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include "ag/function_ref.h"
#include "ag/staged.h"
#include "ag/tensor.h"

namespace ag {

enum class PrintStream : uint8_t { output, error };

/// How the elements of tensors look: as operator<< shows them, in columns as NumPy has them; or as tf.print does, each
/// number as short as it can be, booleans as 1 and 0.
enum class PrintStyle : uint8_t { numpy, tensorflow };

/// How ag::print_to writes.
struct PrintOptions {
  PrintStream stream = PrintStream::output;
  /// The path of a file that is appended to, instead.
  std::string file = {};
  std::string separator = " ";
  std::string end = "\n";
  /// How many elements are shown at either end of an axis, with ... between them; -1 shows all. 0: three of an array of
  /// more than 1000, as operator<< does; of every array in the style of tf.print.
  int64_t summarize = 0;
  PrintStyle style = PrintStyle::numpy;
};

namespace detail {

/// What operator<< writes.
AG_API std::string text_of(FunctionRef<void(std::ostream&)> write);

/// One thing to print: a tensor, whose value is taken when the graph gets there, or the text of a host value.
class AG_API PrintItem {
 public:
  PrintItem(const Tensor& tensor) : tensor_(tensor) {}
  PrintItem(const ag::Variable& variable);
  /// Written as the number that it is.
  template <class T>
  PrintItem(const Staged<T>& value) : is_number_(true) {
    if (value.is_host())
      text_ = text_of([&](std::ostream& stream) { stream << value.value(); });
    else
      tensor_ = value.tensor();
  }
  /// Of an ag::Text: the strings.
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

/// The first thing to print, and where that is asked for.
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

/// The condition of a check, and where it stands.
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
/// Throws now, or when the graph gets there. The code behind it is not traced.
[[noreturn]] AG_API void raise_exception(std::exception_ptr exception, const char* text, SourceLocation location);
/// Not a symbol.
AG_API bool is_known(const Tensor& value);
/// Something is about to be recorded that throws when the graph gets there.
AG_API void refuse_throw_in_try(SourceLocation location);
/// Behind it. The code that follows is not traced.
[[noreturn]] AG_API void end_behind_throw(SourceLocation location);

}  // namespace detail

/// Stands in a `try` block of generated code. What is thrown in it while it is traced its handlers get; what a graph
/// would throw when it runs, where no handler is, is an error of tracing.
///
///     try { const ag::TryScope ag_try; … } catch (const std::exception&) { … }
///
/// Handlers that get no ag::Error leave the checks of the graph alone.
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
  uint64_t trace_;  // 0: nothing is traced
};

/// Prints the values, separated by spaces, and a line end to standard output, in order with printf and std::cout. In a
/// traced function it happens when the graph gets there.
///
///     ag::print("n =", n);
template <class... A>
void print(const detail::PrintHead& value, const A&... more) {
  detail::print_items({value.item(), detail::PrintItem(more)...}, value.location());
}
inline void print(SourceLocation location = SourceLocation::current()) { detail::print_items({}, location); }

/// The same to standard error, to a file, or in another form.
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

/// Throws ag::Error failed_check with the message and the values unless the condition (one element) holds. In a traced
/// function it happens when the graph gets there, and never vanishes.
template <class... A>
void check(const detail::CheckCondition& condition, const std::string& message = "check failed", const A&... values) {
  detail::check_items(condition, message, {detail::PrintItem(values)...});
}

}  // namespace ag
