#include "tensor/symbol.h"

#include "base/short_name.h"

namespace ag::detail {

namespace {

constexpr const char* kRemedy =
    "return it from the function instead of storing it in what outlives the call, or keep it in an ag::Variable";

[[noreturn]] void refuse(const Symbol& symbol, const std::string& why, SourceLocation location) {
  throw Error(ErrorKind::invalid_argument, called(symbol) + why, location,
              {"it was computed at " + origin_text(symbol), kRemedy});
}

}  // namespace

TraceIsOpen& trace_is_open() {
  static constinit thread_local TraceIsOpen ask = nullptr;
  return ask;
}

std::string called(const Symbol& symbol) {
  if (!symbol.name.empty()) return "'" + symbol.name + "'";
  return symbol.op ? "the result of '" + std::string(symbol.op) + "'" : "a tensor";
}

std::string origin_text(const Symbol& symbol) {
  const std::string function = user_name(symbol.location.function_name());
  return std::string(symbol.location.file_name()) + ":" + std::to_string(symbol.location.line()) +
         (function.empty() ? "" : ", in '" + function + "'");
}

void refuse_foreign(const Symbol& symbol, SourceLocation location) {
  refuse(symbol, " was computed while another function was traced and has no value here", location);
}

void refuse_ended(const Symbol& symbol, SourceLocation location) {
  refuse(symbol, " has no value: it was computed while a function was traced, and that trace has ended", location);
}

void check_alive(const Symbol& symbol, SourceLocation location) {
  if (!symbol.unusable.empty()) throw Error(ErrorKind::staging_error, symbol.unusable, location);
  const TraceIsOpen is_open = trace_is_open();
  if (!is_open || !is_open(symbol.trace)) refuse_ended(symbol, location);
}

}  // namespace ag::detail
