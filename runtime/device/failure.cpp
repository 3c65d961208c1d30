#include "device/failure.h"

namespace ag::device {

namespace {

ErrorKind error_kind(FailureKind kind) {
  switch (kind) {
    case FailureKind::NoDriver:
    case FailureKind::DriverTooOld:
    case FailureKind::NoDevice:
      return ErrorKind::not_found;
    case FailureKind::OutOfMemory:
      return ErrorKind::out_of_memory;
    default:
      return ErrorKind::device_error;
  }
}

}  // namespace

std::string describe(const Failure& failure) {
  return failure.function.empty() ? failure.message : failure.function + ": " + failure.message;
}

Error to_error(const Failure& failure, SourceLocation location) {
  std::vector<std::string> notes;
  if (!failure.remedy.empty()) notes.push_back(failure.remedy);
  return Error(error_kind(failure.kind), describe(failure), location, std::move(notes));
}

}  // namespace ag::device
