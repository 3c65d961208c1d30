#pragma once
/// Errors and source locations: every error has the user's file and line.
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ag/detail/export.h"

namespace ag {

namespace detail {
struct CallChain;
}  // namespace detail

/// A location in the user's source, normally filled by a default argument. Has the interface of std::source_location,
/// from which it converts. It can also name a location read from a file, such as the text of a graph.
class AG_API SourceLocation {
 public:
  constexpr SourceLocation(const std::source_location& place) noexcept : place_(place) {}
  /// As a default argument: the location of the call.
  static constexpr SourceLocation current(
      const std::source_location& place = std::source_location::current()) noexcept {
    return place;
  }
  /// A location known only by name; column 0 means unknown. The names are kept for the life of the process.
  static SourceLocation named(std::string_view file, uint32_t line, uint32_t column = 0);
  /// Returns the same location with the chain of calls that led to it. The chain must live as long as the process.
  SourceLocation called_by(const detail::CallChain* calls) const;

  constexpr const char* file_name() const { return named_ ? named_->file : place_.file_name(); }
  constexpr uint32_t line() const { return named_ ? named_->line : place_.line(); }
  constexpr uint32_t column() const { return named_ ? named_->column : place_.column(); }
  constexpr const char* function_name() const { return named_ ? named_->function : place_.function_name(); }
  /// The calls by which a traced function reached the location; null if unknown, or if it is in the traced function
  /// itself.
  const detail::CallChain* calls() const { return named_ ? named_->calls : nullptr; }
  /// Returns "file:line"; for a location in a text that was read, the column follows.
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
  const Named* named_ = nullptr;  // two words in total, so that a location is passed in registers
};

enum class ErrorKind : uint8_t {
  invalid_argument,  // a value that the operation does not accept
  type_error,        // a wrong dtype, or a value that is known only at run time
  shape_error,       // incompatible shapes
  out_of_range,      // an index or axis
  failed_check,      // ag::check
  not_found,         // a file, a name
  unimplemented,     // a named feature, with an alternative
  staging_error,     // code that cannot become a part of a graph; a function that contains it can run eagerly
  cancelled,
  out_of_memory,  // of a device: nothing is lost, and the device is usable afterwards
  device_error,   // a device or its driver failed
  internal,       // a defect of the runtime: please report
};

/// Returns the name of a kind, such as "shape_error".
AG_API const char* name(ErrorKind kind);

/// Thrown by every operation and by the graphs that run it. what() is "file:line: message", followed by the notes of
/// the operation, one per line. The text is the same for eager and graph execution.
class AG_API Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string message, SourceLocation location = SourceLocation::current(),
        std::vector<std::string> notes = {});

  ErrorKind kind() const { return kind_; }
  /// The location in the user's code of the failed operation.
  SourceLocation location() const { return location_; }
  /// The message without the location.
  const std::string& message() const { return message_; }
  /// Further lines: the origin of values, a remedy.
  const std::vector<std::string>& notes() const { return notes_; }
  /// The position of a graph or a trace, innermost first: loop iterations and calls. Empty for eager execution.
  const std::vector<std::string>& context() const { return context_; }
  /// Returns what() and the context, one entry per line.
  std::string str() const;

  /// Returns the same error at the same location with another context.
  Error with_context(std::vector<std::string> context, SourceLocation location) const;

 private:
  ErrorKind kind_;
  SourceLocation location_;
  std::string message_;
  std::vector<std::string> notes_;
  std::vector<std::string> context_;
};

}  // namespace ag
