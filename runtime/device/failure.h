#pragma once
/// Failures of drivers as values: a driver throws nothing, and its callers decide which failures are errors of the
/// user.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "ag/error.h"

namespace ag::device {

enum class FailureKind : uint8_t {
  NoDriver,         // the library of the driver is not there
  DriverTooOld,     // it is there, and lacks a function or a version
  NoDevice,         // the driver works, and has no such device
  OutOfMemory,      // nothing was allocated, and the device is usable
  InvalidArgument,  // a handle, an address or a size that the driver does not accept
  InvalidModule,    // an image that the driver cannot load, or a function that the module does not have
  Refused,          // a launch with more threads, blocks or shared memory than the device can run
  Lost,             // a sticky fault: every later use of the device has this failure
  Finding,          // the emulated device observed an error in the use of the device
  Other,
};

/// A failed call of a driver.
struct Failure {
  FailureKind kind = FailureKind::Other;
  std::string function;  // the failed function of the driver, such as "cuMemAlloc"
  std::string message;
  std::string remedy = {};  // advice to the user, a sentence; may be empty
};

/// Returns "function: message".
std::string describe(const Failure& failure);

/// Returns the failure as an error of the user: out_of_memory, not_found for a missing driver or device, device_error
/// otherwise. The remedy is a note.
Error to_error(const Failure& failure, SourceLocation location);

/// The value of a call of a driver, or its failure.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Failure failure) : content_(std::move(failure)) {}

  explicit operator bool() const { return content_.index() == 0; }
  /// The value; there must be no failure.
  T& value() { return std::get<0>(content_); }
  const T& value() const { return std::get<0>(content_); }
  /// The failure; there must be one.
  const Failure& failure() const { return std::get<1>(content_); }

 private:
  std::variant<T, Failure> content_;
};

/// The outcome of a call without a value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return !failure_; }
  /// The failure; there must be one.
  const Failure& failure() const { return *failure_; }

 private:
  std::optional<Failure> failure_;
};

}  // namespace ag::device
