/// Staged numbers, flags, conditions: the part that is reached once something is symbolic.
#include "ag/staged.h"

#include "ag/ops.h"
#include "ag/staging.h"
#include "base/check.h"
#include "staging/leaves.h"

namespace ag {

namespace detail {

StagedId stage(const Tensor& symbol) {
  tracing::Trace* trace = tracing::current();
  AG_CHECK(trace, "a staged number outside of a trace");
  return trace->stage(symbol);
}

Tensor staged_symbol(StagedId id, SourceLocation location) {
  tracing::Trace* trace = tracing::current();
  Tensor symbol = trace ? trace->staged(id) : Tensor();
  if (!symbol.defined()) {
    throw Error(ErrorKind::invalid_argument,
                "a number that became symbolic in one traced function is used in another, or after the trace has ended",
                location, {"return it from the function instead of storing it in a variable that outlives the call"});
  }
  return symbol;
}

std::vector<std::string> split_names(const char* text) {
  std::vector<std::string> names;
  std::string name;
  int depth = 0;
  auto finish = [&] {
    while (!name.empty() && name.back() == ' ') name.pop_back();
    constexpr std::string_view kThis = "this->";
    if (name.starts_with(kThis)) name.erase(0, kThis.size());
    if (name.ends_with("...")) name.resize(name.size() - 3);
    names.push_back(std::move(name));
    name.clear();
  };
  for (const char* at = text; *at; ++at) {
    if (*at == '(' || *at == '[' || *at == '{' || *at == '<') ++depth;
    if (*at == ')' || *at == ']' || *at == '}' || (*at == '>' && !(at != text && at[-1] == '-'))) --depth;
    if (*at == ',' && depth == 0)
      finish();
    else if (*at != ' ' || !name.empty())
      name += *at;
  }
  finish();
  return names;
}

Tensor flag_tensor(const Staged<bool>& flag, SourceLocation location) { return flag.tensor(location); }

Staged<bool> flag_of(const Tensor& tensor) {
  return tensor.impl()->is_symbol() ? Staged<bool>::of(tensor) : Staged<bool>(read_scalar(*tensor.impl()).integer != 0);
}

}  // namespace detail

bool is_tracing() { return tracing::current() != nullptr; }

Staged<bool> operator!(const Staged<bool>& b) {
  if (b.is_host()) return Staged<bool>(!b.value());
  const Tensor symbol = b.tensor();
  return Staged<bool>::of(logical_not(TensorArg(symbol, symbol.impl()->symbol->location)));
}

Flag operator||(const Flag& a, const Flag& b) {
  if (a.is_host()) return a.value() ? a : b;
  if (b.is_host()) return b.value() ? b : a;
  const Tensor left = a.tensor(), right = b.tensor();
  return Flag(Staged<bool>::of(logical_or(TensorArg(left, right.impl()->symbol->location), right)));
}

Predicate::Predicate(const Tensor& tensor, SourceLocation location) : location_(location) {
  const detail::TensorImpl& impl = detail::used(tensor, location);
  tracing::Trace* trace = tracing::current();
  if (!trace) {
    if (impl.shape.empty() && impl.dtype == DType::boolean && !impl.is_symbol()) {
      value_ = Staged<bool>(*reinterpret_cast<const bool*>(impl.data));
      return;
    }
    const int64_t count = impl.shape.element_count();
    if (count != 1) {
      throw Error(ErrorKind::shape_error,
                  "a condition needs one element, the tensor has shape " + impl.shape.str() +
                      "; reduce it with ag::all or ag::any, or combine tensors elementwise with & and |",
                  location);
    }
    const detail::Scalar scalar = detail::read_scalar(detail::concrete(tensor, "a condition", location));
    value_ = Staged<bool>(scalar.dtype == DType::float64 ? scalar.floating != 0 : scalar.integer != 0);
    return;
  }
  // Inside a trace every tensor is staged, constants too: `Tensor i = 0; while (i < 1000)` is one loop and not its
  // unrolling.
  if (impl.shape.known() && impl.shape.element_count() != 1) {
    throw Error(ErrorKind::shape_error,
                "a condition needs one element, the tensor has shape " + impl.shape.str() +
                    "; reduce it with ag::all or ag::any, or combine tensors elementwise with & and |",
                location);
  }
  Tensor condition = tensor;
  if (!impl.shape.empty() || !impl.shape.ranked())
    condition = reshape(TensorArg(condition, location), ShapeArg({}, location));
  if (impl.dtype != DType::boolean) condition = not_equal(TensorArg(condition, location), TensorArg(0, location));
  value_ = Staged<bool>::of(trace->symbol_of(trace->value_of(condition, location), location));
}

}  // namespace ag
