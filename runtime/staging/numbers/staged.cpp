/// Staged numbers, flags and conditions: the out-of-line part for symbolic operands.
#include "ag/staging/staged.h"

#include <algorithm>
#include <optional>

#include "ag/ops.h"
#include "ag/staging/item.h"
#include "ag/staging/staging.h"
#include "base/check.h"
#include "base/short_name.h"
#include "ops/define.h"
#include "ops/dimension.h"
#include "staging/captures/captures.h"
#include "staging/control/leaves.h"
#include "staging/control/symbolic_number.h"
#include "tensor/axis.h"
#include "tensor/convert.h"

namespace ag {

namespace detail {

StagedId stage(const Tensor& symbol) {
  tracing::Trace* trace = tracing::current();
  AG_CHECK(trace, "a staged number outside of a trace");
  return trace->stage(symbol);
}

Tensor staged_symbol(StagedId id, SourceLocation location) {
  tracing::Trace* trace = tracing::current();
  tracing::Captures* captures = tracing::captures();
  const auto slot = captures && (id & kLive) ? captures->slot(id) : std::nullopt;
  Tensor symbol = slot ? captures->symbol(*slot, location) : trace ? trace->staged(id) : Tensor();
  if (!symbol.defined()) {
    throw Error(ErrorKind::invalid_argument,
                "a number that became symbolic in one traced function is used in another, or after the trace has ended",
                location, {"return it from the function instead of storing it in a variable that outlives the call"});
  }
  return symbol;
}

namespace {

ops::Op op_of(NumberOp op) {
  switch (op) {
    case NumberOp::Add:
      return ops::Op::add;
    case NumberOp::Subtract:
      return ops::Op::subtract;
    case NumberOp::Multiply:
      return ops::Op::multiply;
    case NumberOp::Divide:
      return ops::Op::divide;
    case NumberOp::Remainder:
      return ops::Op::fmod;
    case NumberOp::And:
      return ops::Op::bitwise_and;
    case NumberOp::Or:
      return ops::Op::bitwise_or;
    case NumberOp::Xor:
      return ops::Op::bitwise_xor;
    case NumberOp::ShiftLeft:
      return ops::Op::shift_left;
    case NumberOp::ShiftRight:
      return ops::Op::shift_right;
    case NumberOp::Equal:
      return ops::Op::equal;
    case NumberOp::NotEqual:
      return ops::Op::not_equal;
    case NumberOp::Less:
      return ops::Op::less;
    case NumberOp::LessEqual:
      return ops::Op::less_equal;
    case NumberOp::Greater:
      return ops::Op::greater;
    case NumberOp::GreaterEqual:
      return ops::Op::greater_equal;
    case NumberOp::Negate:
      return ops::Op::negative;
    case NumberOp::Invert:
      return ops::Op::bitwise_invert;
    case NumberOp::Not:
      return ops::Op::logical_not;
  }
  internal_error("an operator without an operation", SourceLocation::current());
}

/// Returns the location of a comparison, whose operator cannot record one: that of a symbolic operand.
SourceLocation place_of(const Tensor& a, const Tensor& b, SourceLocation location) {
  if (location.line() != 0) return location;
  for (const Tensor* operand : {&a, &b}) {
    if (operand->impl()->is_symbol()) return operand->impl()->symbol->location;
  }
  return location;
}

Tensor converted(const Tensor& number, DType to, SourceLocation location) {
  if (number.impl()->dtype == to) return number;
  if (!number.impl()->is_symbol()) return scalar_tensor(read_scalar(*number.impl()), to);
  return ops::call(ops::Op::astype, std::span(&number, 1), {to}, location);
}

/// Returns the result if both numbers are known and at least one is external; nullopt if it is undefined in C++.
std::optional<StagedId> live_binary(NumberOp op, DType common, Number a, Number b) {
  tracing::Captures* captures = tracing::captures();
  if (!captures || !(is_live(a) || is_live(b))) return std::nullopt;
  tracing::Prologue& prologue = captures->prologue();
  const auto slot_of = [&](Number number) -> std::optional<tracing::Prologue::Slot> {
    return number.is_host() ? prologue.constant(number.bits, number.dtype) : captures->slot(number.id);
  };
  const auto left = slot_of(a), right = slot_of(b);
  if (!left || !right) return std::nullopt;
  const auto result = prologue.binary(op, common, *left, *right);
  return result ? std::optional(captures->number(*result)) : std::nullopt;
}

/// Records even known operands: an operation undefined in C++ is an error only if the graph reaches it.
StagedId record(ops::Op op, std::span<const Tensor> operands, SourceLocation location) {
  tracing::Trace& trace = *tracing::current();
  return trace.stage(trace.record(ops::def(op), operands, {}, location).front());
}

}  // namespace

Tensor number_tensor(Number number, SourceLocation location) {
  if (number.id) return staged_symbol(number.id, location);
  return visit_dtype(number.dtype, [&]<class T>(T) {
    if constexpr (is_half<T>)
      return Tensor();
    else
      return scalar_tensor(scalar_of(value_of_bits<T>(number.bits)), number.dtype);
  });
}

Tensor index_tensor(Number number, SourceLocation location) {
  const Tensor value = number_tensor(number, location);
  return number.dtype == DType::boolean ? converted(value, DType::int64, location) : value;
}

Tensor tensor_of_numbers(std::span<const Number> numbers, const Shape& shape, DType dtype, SourceLocation location) {
  check_element_count(numbers.size(), shape, location);
  if (std::ranges::all_of(numbers, &Number::is_host)) {
    const DType from = numbers.empty() ? dtype : numbers.front().dtype;
    std::vector<std::byte> bytes;
    for (const Number& number : numbers) {
      const auto* first = reinterpret_cast<const std::byte*>(&number.bits);
      bytes.insert(bytes.end(), first, first + item_size(from));
    }
    return tensor_of(bytes.data(), numbers.size(), from, shape, dtype, location);
  }
  std::vector<Tensor> parts;
  for (const Number& number : numbers)
    parts.push_back(astype(TensorArg(number_tensor(number, location), location), dtype));
  return reshape(TensorArg(stack(TensorList(parts, location)), location), ShapeArg(shape, location));
}

Tensor literal_symbol(Number number, DType literal, SourceLocation location) {
  const Tensor exact = number_tensor(number, location);
  if (literal == DType::boolean) return exact;
  Tensor weak = ops::call(ops::Op::astype_weak, std::span(&exact, 1), {literal}, location);
  weak.impl()->symbol->exact = exact;
  return weak;
}

StagedId record_binary(OpOn op_on, Number a, Number b, std::source_location where) {
  const auto [op, common] = op_on;
  SourceLocation location = where;
  if (const auto live = live_binary(op, common, a, b)) return *live;
  if (!tracing::current()) {
    if (a.id || b.id) staged_symbol(a.id ? a.id : b.id, location);  // throws
    throw Error(ErrorKind::invalid_argument,
                op == NumberOp::Divide      ? "integer division by zero"
                : op == NumberOp::Remainder ? "integer remainder by zero"
                                            : "the number of bits of a shift is negative or not less than the width",
                location);
  }
  Tensor left = number_tensor(a, location), right = number_tensor(b, location);
  location = place_of(left, right, location);
  left = converted(left, common, location);
  if ((op == NumberOp::ShiftLeft || op == NumberOp::ShiftRight) && item_size(right.impl()->dtype) > item_size(common)) {
    // A count of a wider type is clamped, so that a count out of range remains so.
    const Tensor high = scalar_tensor(scalar_of(64), right.impl()->dtype);
    if (category(right.impl()->dtype) == Category::Signed) {
      const Tensor bounded = minimum(TensorArg(right, location), high);
      right = maximum(TensorArg(bounded, location), scalar_tensor(scalar_of(-1), right.impl()->dtype));
    } else {
      right = minimum(TensorArg(right, location), high);
    }
  }
  right = converted(right, common, location);
  const std::array<Tensor, 2> operands{left, right};
  return record(op_of(op), operands, location);
}

StagedId record_unary(NumberOp op, Number a, DType promoted) {
  if (tracing::Captures* captures = tracing::captures(); captures && is_live(a)) {
    const auto slot = captures->slot(a.id);
    const auto result = slot ? captures->prologue().unary(op, promoted, *slot) : std::nullopt;
    if (result) return captures->number(*result);
  }
  const Tensor number = staged_symbol(a.id, SourceLocation::current());
  const SourceLocation location = number.impl()->symbol->location;
  const std::array<Tensor, 1> operand{converted(number, promoted, location)};
  return record(op_of(op), operand, location);
}

StagedId record_cast(Number a, DType to, SourceLocation location) {
  if (tracing::Captures* captures = tracing::captures(); captures && is_live(a)) {
    if (const auto slot = captures->slot(a.id)) return captures->number(captures->prologue().cast(*slot, to));
  }
  return tracing::current() ? stage(converted(staged_symbol(a.id, location), to, location))
                            : (staged_symbol(a.id, location), StagedId{});
}

namespace {

/// Returns the trace-time value of an external number and makes it a guard.
std::optional<uint64_t> decided_today(Number number, SourceLocation location) {
  tracing::Captures* captures = tracing::captures();
  const auto slot = captures && is_live(number) ? captures->slot(number.id) : std::nullopt;
  if (!slot) return std::nullopt;
  captures->prologue().guard(*slot, location);
  return captures->prologue().today(*slot);
}

}  // namespace

uint64_t decided_result(Number number, SourceLocation location) {
  if (const auto today = decided_today(number, location)) return *today;
  throw_symbolic_result(number, location);
}

void throw_symbolic_result(Number number, SourceLocation location) {
  const Tensor symbol = staged_symbol(number.id, location);  // throws if there is no value at all
  // A call through a pointer to a function has no location; its argument has one.
  if (location.line() == 0) location = tracing::current()->origin_of(symbol).location;
  const std::string function = name_of_function(location.function_name());
  tracing::current()->refuse(
      Error(ErrorKind::staging_error,
            (function.empty() ? std::string("code") : "'" + function + "'") +
                " passes a number that is known only when the graph runs to code that is not converted",
            location, {"mark the code that takes it AG_CONVERT, or pass an ag::Tensor"}));
}

StagedId record_item(const Tensor& tensor, DType dtype, SourceLocation location) {
  const TensorImpl& impl = used(tensor, location);
  if (impl.shape.known() && impl.shape.element_count() != 1) {
    throw Error(ErrorKind::shape_error, "item: the tensor has shape " + impl.shape.str() + ", one element is needed",
                location);
  }
  Tensor element = astype(TensorArg(tensor, location), dtype);
  if (!impl.shape.ranked() || !impl.shape.empty())
    element = reshape(TensorArg(element, location), ShapeArg({}, location));
  if (is_floating(impl.dtype) && is_floating(dtype))
    element = stop_gradient(TensorArg(element, location));  // it is a constant in plain code
  tracing::Trace& trace = *tracing::current();
  return trace.stage(trace.symbol_of(trace.value_of(element, location), location));
}

bool is_symbolic_of_known_size(const Tensor& tensor) {
  return is_tracing() && tensor.defined() && tensor.impl()->is_symbol() && tensor.impl()->shape.known();
}

std::vector<Tensor> elements_in_order(const Tensor& tensor, SourceLocation location) {
  const int64_t count = used(tensor, location).shape.element_count();
  const Tensor flat = reshape(TensorArg(tensor, location), ShapeArg({count}, location));
  std::vector<Tensor> elements;
  for (int64_t k = 0; k < count; ++k) elements.push_back(flat[Index(k, location)]);
  return elements;
}

Number extent(const Tensor& tensor, int64_t axis, SourceLocation location) {
  const Shape& shape = used(tensor, location).shape;
  const int64_t count = shape.element_count();
  if (axis == kEveryAxis) {
    if (count != unknown) return {static_cast<uint64_t>(count), 0, DType::int64};
    return {0, stage(size(TensorArg(tensor, location))), DType::int64};
  }
  const int64_t at = detail::from_front(axis, shape.rank());
  if (shape.ranked() && (at < 0 || at >= shape.rank() || shape[static_cast<size_t>(at)] != unknown)) {
    return {static_cast<uint64_t>(tensor.shape(static_cast<int>(axis), location)), 0, DType::int64};
  }
  return {0, stage(ops::dimension(tensor, axis, location)), DType::int64};
}

uint64_t decided(Number number, SourceLocation location) {
  if (const auto today = decided_today(number, location)) return *today;
  throw_symbolic(number, location);
}

void throw_symbolic(Number number, SourceLocation location) {
  const Tensor symbol = staged_symbol(number.id, location);
  tracing::current()->value_of_passed(symbol, location);  // throws if there is no value at all
  const tracing::Trace::Origin origin = tracing::current()->origin_of(symbol);
  if (location.line() == 0) location = origin.location;  // an implicit conversion has no place of its own
  tracing::current()->refuse(SymbolicNumber(
      ErrorKind::staging_error,
      "a host value is needed here: " + (origin.name.empty() ? std::string("this number") : "'" + origin.name + "'") +
          " is known only when the graph runs",
      location,
      {"it became symbolic at " + std::string(origin.location.file_name()) + ":" +
           std::to_string(origin.location.line()) + (origin.how.empty() ? "" : " (" + origin.how + ")"),
       "print it with ag::print, keep it as an ag::Tensor, or keep the statement that decides it on the host"}));
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
      value_ = Staged<bool>(impl.is_on_device() ? detail::read_scalar(impl).integer != 0
                                                : *reinterpret_cast<const bool*>(impl.data()));
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
  // Inside a trace every tensor is staged, even a constant: `Tensor i = 0; while (i < 1000)` is one staged loop, not an
  // unrolled one.
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

void TensorArg::hold(const detail::Number& symbol) {
  owned_ = detail::literal_symbol(symbol, literal_dtype_, location_);
}

void KeyArg::hold(const detail::Number& symbol) {
  const Tensor seed = detail::number_tensor(symbol, location_);
  tensor_ = stack(TensorList({TensorArg(seed, location_), TensorArg(zeros_like(TensorArg(seed, location_)), location_)},
                             location_));
}

void Literal::hold(const detail::Number& symbol) { symbols_ = {detail::number_tensor(symbol, location_)}; }

void Dim::hold(const detail::Number& symbol, SourceLocation location) {
  *this = Dim(detail::index_tensor(symbol, location), location);
}

void Index::hold(const detail::Number& symbol) {
  kind_ = Kind::Tensor;
  tensor_ = detail::index_tensor(symbol, location_);
}

ShapeArg::ShapeArg(const std::vector<Staged<int64_t>>& dims, SourceLocation location)
    : ShapeArg(
          [&] {
            std::vector<Dim> numbers;
            for (const Staged<int64_t>& extent : dims) numbers.emplace_back(extent, location);
            return numbers;
          }(),
          location) {}

}  // namespace ag
