#pragma once
/// What goes wrong, and where: every error names the user's file and line.
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ag/export.h"

namespace ag {

namespace detail {
struct CallChain;
}  // namespace detail

/// A place in the user's source. Taken by default arguments; never written by users. Reads like std::source_location,
/// from which it converts; it can also name a place that was read from a file, such as the text of a graph.
class AG_API SourceLocation {
 public:
  constexpr SourceLocation(const std::source_location& place) noexcept : place_(place) {}
  /// As a default argument: the place of the call.
  static constexpr SourceLocation current(
      const std::source_location& place = std::source_location::current()) noexcept {
    return place;
  }
  /// A place that is known by name only; column 0: unknown. Names are kept for the life of the process.
  static SourceLocation named(std::string_view file, uint32_t line, uint32_t column = 0);
  /// The same place, reached by these calls, which live as long as the process.
  SourceLocation called_by(const detail::CallChain* calls) const;

  constexpr const char* file_name() const { return named_ ? named_->file : place_.file_name(); }
  constexpr uint32_t line() const { return named_ ? named_->line : place_.line(); }
  constexpr uint32_t column() const { return named_ ? named_->column : place_.column(); }
  constexpr const char* function_name() const { return named_ ? named_->function : place_.function_name(); }
  /// How a function that is traced came to the place; null where that is not known, or in the function itself.
  const detail::CallChain* calls() const { return named_ ? named_->calls : nullptr; }
  /// As "file:line"; a place in a text that was read has its column behind that.
  std::string str() const;

 private:
  struct Named {
    const char* file;
    uint32_t line;
    uint32_t column;
    const char* function = "";
    const detail::CallChain* calls = nullptr;
  };

  std::source_location place_;
  const Named* named_ = nullptr;  // two words in all, so that a place is passed in registers
};

enum class ErrorKind : uint8_t {
  invalid_argument,  // a value that the operation does not take
  type_error,        // a dtype, or a value that is only known when the graph runs
  shape_error,       // shapes that do not fit
  out_of_range,      // an index or axis
  failed_check,      // ag::check
  not_found,         // a file, a name
  unimplemented,     // named, with what to do instead
  staging_error,     // code that cannot become a part of a graph; a function that has it can run eagerly
  cancelled,
  internal,  // our mistake: please report
};

/// The name of a kind, as "shape_error".
AG_API const char* name(ErrorKind kind);

/// Thrown by every operation and by the graphs that run them. what() is "file:line: message", then the notes of the
/// operation, a line each: the same text whether the operation ran eagerly or in a graph.
class AG_API Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string message, SourceLocation location = SourceLocation::current(),
        std::vector<std::string> notes = {});

  ErrorKind kind() const { return kind_; }
  /// Where the user's code asked for what failed.
  SourceLocation location() const { return location_; }
  /// The message alone, without the place.
  const std::string& message() const { return message_; }
  /// Further lines: where values came from, what to do.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Where a graph or a trace was, the innermost first: iterations of loops, calls. Empty where code runs eagerly.
  const std::vector<std::string>& context() const { return context_; }
  /// what() and the context, a line each.
  std::string str() const;

  /// The same error at the same place with another context.
  Error with_context(std::vector<std::string> context, SourceLocation location) const;

 private:
  ErrorKind kind_;
  SourceLocation location_;
  std::string message_;
  std::vector<std::string> notes_;
  std::vector<std::string> context_;
};

}  // namespace ag
