/// Loop-carried values of a variable that is an integer on some paths and floating-point on others: a flag, and one
/// value of each class.
#include <memory>

#include "staging/control/loop_body.h"
#include "staging/control/loop_recorder.h"
#include "tensor/convert.h"

namespace ag::detail {

namespace {

bool is_scalar(const ir::TensorType& type) { return type.shape.known() && type.shape.empty(); }

Tensor any_value(const ir::TensorType& type, SourceLocation location) {
  return is_scalar(type) ? scalar_tensor(scalar_of(1), type.dtype) : undefined_value(type, location);
}

}  // namespace

/// Finds the types of such a variable. Returns false if the variable is not mixed.
bool LoopRecorder::check_mixed(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type,
                               bool& again) {
  const DType next = after.tensor.impl()->dtype;
  if (!before.tensor.defined() || before.tensor.impl()->dtype == DType::boolean || next == DType::boolean) return false;
  const bool mixed = type.integer || ops::is_mixed(after.tensor) || ops::is_mixed(before.tensor);
  if (!mixed) {
    const bool differs = is_floating(type.type.dtype) != is_floating(next);
    // A number that no node has computed with takes the dtype of the later iterations.
    const bool takes = type.type.weak && !used_as_number(trace_.graph(), start.tensor.impl()->symbol->value);
    if (!differs || takes) return false;
  }
  if (type.optional || type.stated || !definedness(after.tensor).is_host()) return false;
  std::optional<ir::TensorType> integer = type.integer, floating;
  if (type.integer) floating = type.type;
  bool exact = !type.inexact, rounded = type.exact;
  std::vector<Tensor> integers;
  for (const Tensor& value : {before.tensor, after.tensor}) {
    const ops::MixedValue parts = ops::alternatives_of(value);
    exact = exact && parts.exact;
    if (parts.integer.defined() && !ops::join_types(integer, type_of(parts.integer))) return false;
    if (parts.integer.defined() && !parts.floating.defined()) integers.push_back(parts.integer);
    if (!parts.floating.defined()) continue;
    rounded = rounded || is_rounded(*parts.floating.impl());
    if (!ops::join_types(floating, type_of(parts.floating))) return false;
  }
  if (!integer || !floating || !(integer->weak || floating->weak)) return false;
  rounded = rounded && floating->weak && is_scalar(*floating);
  for (const Tensor& one : integers)
    exact = exact && is_scalar(*floating) && ops::holds(rounded ? kExact : floating->dtype, one);
  if (type.integer && *type.integer == *integer && type.type == *floating && type.exact == rounded &&
      type.inexact == !exact)
    return true;
  type.why = ops::is_mixed(after.tensor)
                 ? after.tensor.impl()->symbol->unusable
                 : quoted_name(start.name) + " is " + std::string(ag::name(type_of(before.tensor).dtype)) +
                       " before the iteration" + place_of(before.tensor) + " and " + std::string(ag::name(next)) +
                       " after it" + place_of(after.tensor);
  type.integer = integer;
  type.type = *floating;
  type.exact = rounded;
  type.inexact = !exact;
  again = true;
  return true;
}

/// Returns a variable of this type; `value` creates each of its parts.
Tensor LoopRecorder::mixed_value(const CarriedType& type, FunctionRef<Tensor(const ir::TensorType&)> value) const {
  ops::MixedValue parts;
  parts.is_integer = value({DType::boolean, Shape(), false});
  parts.integer = value(*type.integer);
  parts.floating = received(value(type.in_graph()), type);
  parts.exact = !type.inexact;
  return ops::make_mixed(parts, type.why, location_);
}

/// Returns the parts of a value as carried by the graph, recorded in the current block.
ops::MixedValue LoopRecorder::passed_mixed(const Tensor& tensor, const CarriedType& type) const {
  ops::MixedValue parts = ops::alternatives_of(tensor);
  if (parts.floating.defined())
    parts.floating = passed(parts.floating, type);
  else
    parts.floating = passed(is_scalar(type.type) ? parts.integer : Tensor(), type);
  parts.integer = parts.integer.defined() ? cast_to(parts.integer, type.integer->dtype, location_)
                                          : any_value(*type.integer, location_);
  return parts;
}

void LoopRecorder::carry_parts(const ops::MixedValue& initial, const ops::MixedValue& arguments,
                               const ops::MixedValue& next, const CarriedType& type,
                               std::function<void(const Tensor&)> set, const std::string& name) {
  const auto result = std::make_shared<ops::MixedValue>();
  result->exact = !type.inexact;
  carried_.push_back({initial.is_integer, arguments.is_integer, next.is_integer, {}, [result](const Tensor& one) {
                        result->is_integer = one;
                      }});
  carried_.push_back(
      {initial.integer, arguments.integer, next.integer, name, [result](const Tensor& one) { result->integer = one; }});
  const Tensor argument = type.exact ? arguments.floating.impl()->symbol->exact : arguments.floating;
  carried_.push_back({initial.floating, argument, next.floating, name, [this, result, type, set](const Tensor& one) {
                        result->floating = received(one, type);
                        set(ops::make_mixed(*result, type.why, location_));
                      }});
}

void LoopRecorder::carry_mixed(const Leaf& start, Leaf& out, const Leaf& before, const Leaf& after,
                               const CarriedType& type) {
  const ops::MixedValue initial = passed_mixed(before.tensor, type);
  ops::MixedValue next;
  {
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    next = passed_mixed(after.tensor, type);
  }
  out.host.reset();
  carry_parts(
      initial, ops::mixed_value(start.tensor), next, type, [&out](const Tensor& one) { out.tensor = one; }, after.name);
}

/// Like carry_mixed, for a return value: it has no initial value.
void LoopRecorder::carry_mixed_slot(Leaf& out, size_t inner, const Tensor& after) {
  const ops::MixedValue returned = ops::mixed_value(after);
  CarriedType type;
  type.integer = type_of(returned.integer);
  type.type = type_of(returned.floating);
  type.exact = is_rounded(*returned.floating.impl());
  type.inexact = !returned.exact;
  type.why = after.impl()->symbol->unusable;
  const ops::MixedValue initial{scalar_tensor(scalar_of(false), DType::boolean), any_value(*type.integer, location_),
                                any_value(type.in_graph(), location_)};
  const Tensor argument = mixed_value(
      type, [&](const ir::TensorType& part) { return trace_.add_argument(body_block_, part, {}, location_); });
  ops::MixedValue next;
  {
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    next = passed_mixed(after, type);
  }
  carry_parts(initial, ops::mixed_value(argument), next, type,
              [&out, inner](const Tensor& one) { out.inner[inner].tensor = one; }, {});
}

}  // namespace ag::detail
