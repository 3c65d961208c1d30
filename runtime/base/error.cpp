#include "ag/error.h"

#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "base/error_place.h"

namespace ag {

detail::PlaceOfError& detail::place_of_errors() {
  thread_local PlaceOfError place_of = nullptr;
  return place_of;
}

SourceLocation SourceLocation::named(std::string_view file, uint32_t line, uint32_t column) {
  static std::mutex mutex;
  static auto& files = *new std::set<std::string, std::less<>>;  // never destroyed, since errors outlive static objects
  static auto& places = *new std::map<std::tuple<const char*, uint32_t, uint32_t>, Named>;
  const std::lock_guard lock(mutex);
  auto known = files.find(file);
  if (known == files.end()) known = files.emplace(file).first;
  SourceLocation location = current();
  location.named_ =
      &places.try_emplace({known->c_str(), line, column}, Named{known->c_str(), line, column}).first->second;
  return location;
}

SourceLocation SourceLocation::called_by(const detail::CallChain* calls) const {
  using Key = std::tuple<const char*, uint32_t, const char*, const detail::CallChain*>;
  static std::mutex mutex;
  static auto& places = *new std::map<Key, Named>;
  const std::lock_guard lock(mutex);
  const uint32_t column = named_ ? named_->column : 0;
  SourceLocation location = *this;
  location.named_ = &places
                         .try_emplace({file_name(), line(), function_name(), calls},
                                      Named{file_name(), line(), column, function_name(), calls})
                         .first->second;
  return location;
}

std::string SourceLocation::str() const {
  std::string text = file_name();
  text.append(":").append(std::to_string(line()));
  if (named_ && named_->column != 0) text.append(":").append(std::to_string(named_->column));
  return text;
}

const char* name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument:
      return "invalid_argument";
    case ErrorKind::type_error:
      return "type_error";
    case ErrorKind::shape_error:
      return "shape_error";
    case ErrorKind::out_of_range:
      return "out_of_range";
    case ErrorKind::failed_check:
      return "failed_check";
    case ErrorKind::not_found:
      return "not_found";
    case ErrorKind::staging_error:
      return "staging_error";
    case ErrorKind::unimplemented:
      return "unimplemented";
    case ErrorKind::cancelled:
      return "cancelled";
    case ErrorKind::out_of_memory:
      return "out_of_memory";
    case ErrorKind::device_error:
      return "device_error";
    case ErrorKind::internal:
      return "internal";
  }
  return "unknown";
}

namespace {

std::string full_text(const std::string& message, const SourceLocation& location,
                      const std::vector<std::string>& notes) {
  std::string text = (location.line() == 0 ? "" : location.str() + ": ") + message;
  for (const std::string& note : notes) text += "\n  " + note;
  return text;
}

SourceLocation known_place(const SourceLocation& location) {
  const detail::PlaceOfError place_of = detail::place_of_errors();
  return place_of ? place_of(location) : location;
}

}  // namespace

Error::Error(ErrorKind kind, std::string message, SourceLocation location, std::vector<std::string> notes)
    : std::runtime_error(full_text(message, location, notes)),
      kind_(kind),
      location_(known_place(location)),
      message_(std::move(message)),
      notes_(std::move(notes)) {}

Error Error::with_context(std::vector<std::string> context, SourceLocation location) const {
  Error result = *this;
  result.context_ = std::move(context);
  result.location_ = location;
  return result;
}

std::string Error::str() const {
  std::string text = what();
  for (const std::string& line : context_) text += "\n  " + line;
  return text;
}

}  // namespace ag
