#include "ag/staging/external.h"

#include "base/check.h"
#include "staging/captures/captures.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

tracing::Captures& in_progress() {
  tracing::Captures* captures = tracing::captures();
  AG_CHECK(captures, "a variable is captured outside of a traced function");
  return *captures;
}

}  // namespace

Number live_number(const void* variable, DType dtype, SourceLocation location) {
  return in_progress().read_number(variable, dtype, location);
}

const Tensor& live_tensor(const Tensor& variable, SourceLocation location) {
  return in_progress().read_tensor(variable, location);
}

void follow_elements(const void* vector, const void* begin, const void* end, SourceLocation location) {
  in_progress().follow_elements(vector, begin, end, location);
}

void follow_object(const void* pointer, const void* object, size_t size, const std::type_info* type,
                   SourceLocation location) {
  in_progress().follow_object(pointer, object, size, type, location);
}

bool write_number(void* variable, const Number& value, SourceLocation location) {
  return in_progress().write_number(variable, value, location);
}

Tensor& written_tensor(Tensor& variable, SourceLocation location) {
  return in_progress().written_tensor(variable, location);
}

FirstValue::FirstValue() : scope_(is_tracing() ? std::make_unique<tracing::FirstValue>() : nullptr) {}
FirstValue::~FirstValue() = default;

}  // namespace ag::detail
