#include "ops/mixed_value.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/type.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

using detail::TensorImpl;

ir::TensorType type_of(const Tensor& tensor) {
  const TensorImpl& impl = *tensor.impl();
  return {impl.dtype, impl.shape, impl.weak};
}

bool is_scalar(const ir::TensorType& type) { return type.shape.known() && type.shape.empty(); }

/// Returns the number of integer bits that a floating-point dtype represents exactly.
int digits_of(DType dtype) {
  switch (dtype) {
    case DType::float64:
      return 53;
    case DType::float32:
      return 24;
    case DType::float16:
      return 11;
    default:
      return 8;
  }
}

/// The common types of all paths.
struct Joined {
  std::optional<ir::TensorType> integer, floating;
  bool rounded = false;  // floating-point host numbers, which float64 holds
  bool exact = true;
};

bool add(MixedValue& path, const Tensor& value, Joined& joined) {
  if (value.impl()->dtype == DType::boolean) return false;
  path = alternatives_of(value);
  joined.exact = joined.exact && path.exact;
  if (path.integer.defined() && !join_types(joined.integer, type_of(path.integer))) return false;
  if (!path.floating.defined()) return true;
  joined.rounded = joined.rounded || detail::is_rounded(*path.floating.impl());
  return join_types(joined.floating, type_of(path.floating));
}

Tensor converted(const Tensor& tensor, DType dtype, SourceLocation location) {
  return as(TensorArg(tensor, location), dtype, def(Op::astype), location);
}

Tensor any_value(tracing::Trace& trace, const ir::TensorType& type, SourceLocation location) {
  if (is_scalar(type)) return detail::scalar_tensor(detail::scalar_of(1), type.dtype);  // may divide
  return trace.record(def(Op::undefined), std::vector<ir::ValueId>{}, {type.dtype, type.shape}, {type}, {}, location)
      .front();
}

/// Returns a host number whose value in the graph is `exact`.
Tensor number_of(const Tensor& exact, SourceLocation location) {
  Tensor number = call(Op::astype_weak, std::span(&exact, 1), {DType::float32}, location);
  number.impl()->symbol->exact = exact;
  return number;
}

/// Adds a result to the node: one value from each block.
Tensor add_result(tracing::Trace& trace, ir::NodeId node, std::span<const Tensor> values, const ir::TensorType& type,
                  const std::string& name, SourceLocation location) {
  ir::Graph& graph = trace.graph();
  const std::vector<ir::BlockId> blocks = graph.node(node).blocks;
  for (size_t k = 0; k < values.size(); ++k) {
    const tracing::Trace::BlockScope scope(trace, blocks[k]);
    const ir::ValueId value = trace.value_of_passed(values[k], location);
    graph.block(blocks[k]).results.push_back(value);
  }
  return trace.symbol_of(graph.add_result(node, type, name), location);
}

/// Returns the result of a node whose blocks end with values of one class, or an undefined tensor if their dtypes
/// differ: a value computed from a less precise result is itself less precise.
Tensor join_alike(tracing::Trace& trace, ir::NodeId node, std::span<const Tensor> values, SourceLocation location) {
  std::optional<ir::TensorType> type;
  for (const Tensor& value : values) {
    if (!join_types(type, type_of(value)) || type_of(value).dtype != type_of(values[0]).dtype) return {};
  }
  return add_result(trace, node, {values.begin(), values.end()}, *type, {}, location);
}

/// Returns the value as a symbol whose use fails if the variable that holds it has no value (`defined`).
Tensor checked(const Tensor& value, const Tensor& defined) {
  if (!defined.defined() || !value.impl()->is_symbol()) return value;
  detail::Symbol symbol = *value.impl()->symbol;
  symbol.defined = defined;
  const ir::TensorType type = type_of(value);
  Tensor result = detail::make_symbol(type.dtype, type.shape, type.weak, std::move(symbol));
  result.impl()->device_number = value.impl()->device_number;
  return result;
}

}  // namespace

// A symbol has room for two tensors, so the value is a linked list of two such symbols.

MixedValue mixed_value(const Tensor& tensor) {
  const TensorImpl& head = *tensor.impl()->symbol->exact.impl();
  const detail::Symbol& alternatives = *head.symbol->exact.impl()->symbol;
  const Tensor& defined = tensor.impl()->symbol->defined;
  return {checked(head.symbol->defined, defined), alternatives.defined, checked(alternatives.exact, defined),
          head.weak};
}

bool holds(DType dtype, const Tensor& integer) {
  const TensorImpl& impl = *integer.impl();
  const int digits = digits_of(dtype);
  if (impl.is_symbol()) return static_cast<int>(item_size(impl.dtype)) * 8 <= digits;
  const detail::Scalar value = impl.literal ? impl.scalar : detail::read_scalar(impl);
  return std::abs(static_cast<double>(value.integer)) <= std::ldexp(1.0, digits) && value.dtype != DType::uint64;
}

bool join_types(std::optional<ir::TensorType>& joined, const ir::TensorType& type) {
  if (!joined) {
    joined = type;
    return true;
  }
  const bool weak = joined->weak && type.weak;
  if (joined->dtype != type.dtype) {
    if (!joined->weak && !type.weak) return false;
    joined->dtype = weak ? promote_types(joined->dtype, type.dtype) : joined->weak ? type.dtype : joined->dtype;
  }
  joined->weak = weak;
  joined->shape = ir::join_shapes(joined->shape, type.shape);
  return true;
}

MixedValue alternatives_of(const Tensor& tensor) {
  if (is_mixed(tensor)) return mixed_value(tensor);
  const bool floating = is_floating(tensor.impl()->dtype);
  const Tensor is_integer = detail::scalar_tensor(detail::scalar_of(!floating), DType::boolean);
  return floating ? MixedValue{is_integer, Tensor(), tensor} : MixedValue{is_integer, tensor, Tensor()};
}

Tensor make_mixed(const MixedValue& value, std::string why, SourceLocation location) {
  const auto unusable = [&](const ir::TensorType& type, const Tensor& first, const Tensor& second) {
    detail::Symbol symbol;
    symbol.trace = tracing::current()->id();
    symbol.unusable = why;
    symbol.location = location;
    symbol.defined = first;
    symbol.exact = second;
    return detail::make_symbol(type.dtype, type.shape, type.weak, std::move(symbol));
  };
  const Tensor alternatives = unusable({DType::boolean, Shape(), false}, value.integer, value.floating);
  const Tensor head = unusable({DType::boolean, Shape(), value.exact}, value.is_integer, alternatives);
  return unusable(type_of(value.floating), Tensor(), head);
}

Tensor join_mixed(tracing::Trace& trace, ir::NodeId node, std::span<const Tensor> values, const std::string& name,
                  const std::string& why, SourceLocation location) {
  std::vector<MixedValue> paths(values.size());
  Joined joined;
  for (size_t k = 0; k < values.size(); ++k) {
    if (values[k].defined() && !add(paths[k], values[k], joined)) return {};
  }
  if (!joined.integer || !joined.floating || !(joined.integer->weak || joined.floating->weak)) return {};
  const bool numbers = joined.rounded && joined.floating->weak && is_scalar(*joined.floating);
  if (numbers) joined.floating = ir::TensorType{DType::float64, Shape(), false};
  const std::vector<ir::BlockId> blocks = trace.graph().node(node).blocks;
  std::vector<Tensor> flags, integers, floatings;
  for (size_t k = 0; k < paths.size(); ++k) {
    const tracing::Trace::BlockScope scope(trace, blocks[k]);
    MixedValue& path = paths[k];
    flags.push_back(path.is_integer.defined() ? path.is_integer
                                              : detail::scalar_tensor(detail::scalar_of(false), DType::boolean));
    integers.push_back(path.integer.defined() ? converted(path.integer, joined.integer->dtype, location)
                                              : any_value(trace, *joined.integer, location));
    if (!path.floating.defined() && path.integer.defined()) {
      joined.exact = joined.exact && is_scalar(*joined.floating) && holds(joined.floating->dtype, path.integer);
      if (is_scalar(*joined.floating)) path.floating = path.integer;
    }
    floatings.push_back(path.floating.defined() ? converted(path.floating, joined.floating->dtype, location)
                                                : any_value(trace, *joined.floating, location));
  }
  MixedValue value;
  value.is_integer = add_result(trace, node, flags, {DType::boolean, Shape(), false}, {}, location);
  value.integer = add_result(trace, node, integers, *joined.integer, name, location);
  value.floating = add_result(trace, node, floatings, *joined.floating, name, location);
  if (numbers) value.floating = number_of(value.floating, location);
  value.exact = joined.exact;
  return make_mixed(value, why, location);
}

Tensor on_each(const Tensor& mixed, detail::FunctionRef<Tensor(const Tensor&)> compute, SourceLocation location) {
  tracing::Trace& trace = *tracing::current();
  const MixedValue value = mixed_value(mixed);
  std::vector<Tensor> results;
  std::vector<ir::BlockId> blocks;
  for (const Tensor& alternative : {value.integer, value.floating}) {
    const tracing::Trace::BlockScope scope(trace);
    results.push_back(compute(alternative));
    blocks.push_back(scope.block());
  }
  const ir::ValueId flag = trace.value_of(value.is_integer, location);
  const ir::NodeId node =
      trace.graph().append(trace.block(), def(Op::cond), {flag}, {}, {}, location, std::move(blocks));
  const std::string& why = mixed.impl()->symbol->unusable;
  Tensor result = join_mixed(trace, node, results, {}, why, location);
  if (!result.defined() && !is_mixed(results[0]) && !is_mixed(results[1]))
    result = join_alike(trace, node, results, location);
  if (!result.defined()) throw Error(ErrorKind::staging_error, why, mixed.impl()->symbol->location);
  return result;
}

}  // namespace ag::ops
