#include "lower/bounded/extent_registers.h"

#include <algorithm>

#include "kernel/index_spec.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Emits arithmetic on int64 registers.
class Arithmetic {
 public:
  Arithmetic(ProgramBuilder& builder, SourceLocation at) : builder_(builder), at_(at) {}

  Register operator()(int64_t value) const { return builder_.integer(value, DType::int64, at_); }
  Register add(Register a, Register b) const { return let(Primitive::Add, {a, b}); }
  Register subtract(Register a, Register b) const { return let(Primitive::Subtract, {a, b}); }
  Register divide(Register a, Register b) const { return let(Primitive::Divide, {a, b}); }
  Register less(Register a, Register b) const { return let(Primitive::Less, {a, b}); }
  Register select(Register condition, Register a, Register b) const {
    return let(Primitive::Select, {condition, a, b});
  }
  Register lesser(Register a, Register b) const { return select(less(b, a), b, a); }
  Register greater(Register a, Register b) const { return select(less(a, b), b, a); }

 private:
  Register let(Primitive primitive, std::vector<Register> operands) const {
    return builder_.let(primitive, DType::int64, std::move(operands), at_);
  }

  ProgramBuilder& builder_;
  SourceLocation at_;
};

}  // namespace

ExtentRegisters::ExtentRegisters(LoweringContext& context) : LoweringPart(context) {}

void ExtentRegisters::forget_after(size_t mark) {
  for (; learned_.size() > mark; learned_.pop_back()) ranges_.erase(learned_.back());
}

void ExtentRegisters::define(ExtentId id, Register count) {
  ranges_[id] = {kNone, count};
  learned_.push_back(id);
}

/// Returns the registers of a slice. They are computed once in a block and the blocks inside of it.
const RangeRegisters& ExtentRegisters::range_of(ExtentId id, SourceLocation at) {
  if (const auto found = ranges_.find(id); found != ranges_.end()) return found->second;
  const SliceRange range = analysis_.extent_table().range(id);
  RangeRegisters registers;
  if (range.left != kStatic) {
    const Register a = range_of(range.left, at).count, b = range_of(range.right, at).count;
    const Register is_single =
        builder_.let(Primitive::Equal, DType::int64, {a, builder_.integer(1, DType::int64, at)}, at);
    registers.count = builder_.let(Primitive::Select, DType::int64, {is_single, b, a}, at);
  } else if (!range.parts.empty()) {
    Register sum = range.length == 0 ? kNone : builder_.integer(range.length, DType::int64, at);
    for (ExtentId part : range.parts) {
      const Register count = range_of(part, at).count;
      sum = sum == kNone ? count : builder_.let(Primitive::Add, DType::int64, {sum, count}, at);
    }
    registers.count = sum;
  } else {
    registers = range.step_value == ir::kNone ? compute_range(range, at) : compute_stepped_range(range, at);
  }
  learned_.push_back(id);
  return ranges_[id] = registers;
}

/// The range of a slice whose step is a number.
RangeRegisters ExtentRegisters::compute_range(const SliceRange& range, SourceLocation at) {
  const Arithmetic int64(builder_, at);
  const bool up = range.step > 0;
  const Register zero = int64(0), length = range.of == kStatic ? int64(range.length) : range_of(range.of, at).count;
  const Register low = up ? zero : int64(-1), high = up ? length : int64.subtract(length, int64(1));
  const Register from = clamped(range.start, {low, high, length}, up ? low : high, at),
                 to = clamped(range.stop, {low, high, length}, up ? high : low, at);
  Register count = int64.greater(up ? int64.subtract(to, from) : int64.subtract(from, to), zero);
  if (const int64_t step = std::abs(range.step); step != 1) {
    count = int64.add(count, int64(step - 1));
    count = int64.divide(count, int64(step));
  }
  const bool starts_at_zero = up && (range.start.is == SliceBound::Is::Absent ||
                                     range.start == SliceBound{SliceBound::Is::Number, 0, ir::kNone});
  return {starts_at_zero ? kNone : from, count};
}

/// The range of a slice whose step is a value, which is not 0. The step is limited to the length, which does not change
/// the positions and keeps the arithmetic from overflowing.
RangeRegisters ExtentRegisters::compute_stepped_range(const SliceRange& range, SourceLocation at) {
  const Arithmetic int64(builder_, at);
  const Register zero = int64(0), one = int64(1), minus_one = int64(-1),
                 length = range.of == kStatic ? int64(range.length) : range_of(range.of, at).count,
                 most = int64(range.length);
  const Register least = int64(-range.length);
  const Register step = int64.lesser(int64.greater(integer_of(range.step_value, at), least), most);
  const Register up = int64.less(zero, step);
  const Register low = int64.select(up, zero, minus_one), high = int64.select(up, length, int64.subtract(length, one));
  const Register begin = int64.select(up, low, high), end = int64.select(up, high, low);
  const Register from = clamped(range.start, {low, high, length}, begin, at),
                 to = clamped(range.stop, {low, high, length}, end, at);
  const Register upward = int64.subtract(to, from), downward = int64.subtract(from, to);
  const Register distance = int64.greater(int64.select(up, upward, downward), zero);
  const Register width = int64.greater(int64.select(up, step, int64.subtract(zero, step)), one);
  const Register rounded = int64.add(distance, int64.subtract(width, one));
  const Register count = int64.divide(rounded, width);
  return {from, count, step};
}

/// Returns a bound as the kernel of `index` clamps it.
Register ExtentRegisters::clamped(const SliceBound& bound, const Limits& limits, Register otherwise,
                                  SourceLocation at) {
  if (bound.is == SliceBound::Is::Absent) return otherwise;
  const Arithmetic int64(builder_, at);
  const Register given = bound.is == SliceBound::Is::Value ? integer_of(bound.value, at) : int64(bound.number);
  const Register is_negative = int64.less(given, int64(0)), from_end = int64.add(given, limits.length);
  const Register place = int64.select(is_negative, from_end, given);
  return int64.lesser(int64.greater(place, limits.low), limits.high);
}

/// Returns a number as int64.
Register ExtentRegisters::integer_of(ir::ValueId value, SourceLocation at) {
  const Register number = values().number(value);
  if (analysis_.type(value).dtype == DType::int64) return number;
  return builder_.let(Primitive::Convert, DType::int64, {number}, at);
}

Register ExtentRegisters::extent(ExtentId id) { return ranges_.at(id).count; }

Register ExtentRegisters::length_of(ir::ValueId value, size_t axis, SourceLocation at) {
  const AxisExtents& by_axis = analysis_.extents(value);
  return is_counted(by_axis, axis) ? range_of(by_axis[axis], at).count
                                   : builder_.integer(analysis_.type(value).shape[axis], DType::int64, at);
}

std::vector<Register> ExtentRegisters::counts_of(ir::ValueId value, SourceLocation at) {
  std::vector<Register> counts;
  for (const ExtentId id : analysis_.extents(value)) counts.push_back(id == kStatic ? kNone : range_of(id, at).count);
  return counts;
}

/// Lowers the read of an extent that is a register.
void ExtentRegisters::lower_extent(const ir::Node& node) {
  const ExtentId id = analysis_.extents(node.operands[0])[extent_axis(node, analysis_.type(node.operands[0]).shape)];
  values().state(node.results[0]).reg =
      builder_.let(Primitive::Copy, DType::int64, {range_of(id, node.location).count}, node.location);
}

/// Emits the computed slices of a node. Returns the terms that they add to the offset of its elements.
std::vector<std::pair<Register, int64_t>> ExtentRegisters::place_ranges(ir::NodeId id,
                                                                        const std::vector<int64_t>& strides) {
  std::vector<std::pair<Register, int64_t>> terms;
  check_steps(id);
  for (const SliceAccess::Range& range : analysis_.placement(id).ranges) {
    const RangeRegisters registers = range_of(analysis_.extent_table().id_of(range.range), graph_.node(id).location);
    if (registers.first != kNone && strides[range.axis] != 0) terms.emplace_back(registers.first, strides[range.axis]);
  }
  return terms;
}

/// Emits the checks that the computed steps of a slice are not 0.
void ExtentRegisters::check_steps(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const Arithmetic int64(builder_, node.location);
  for (const SliceAccess::Range& range : analysis_.placement(id).ranges) {
    const ir::ValueId step = range.range.step_value;
    if (step == ir::kNone || ranges_.contains(analysis_.extent_table().id_of(range.range))) continue;
    const Register zero = int64(0);
    check_in_kernel(
        node, builder_.let(Primitive::NotEqual, DType::int64, {integer_of(step, node.location), zero}, node.location));
  }
}

std::vector<Register> ExtentRegisters::steps_of(ir::NodeId id) {
  const SliceAccess& placement = analysis_.placement(id);
  if (!placement.has_computed_step()) return {};
  std::vector<Register> steps(placement.shape.size(), kNone);
  for (size_t axis = 0; axis < steps.size(); ++axis) {
    if (!placement.has_computed_step(axis)) continue;
    const SliceRange& range = placement.ranges[placement.range_of[axis]].range;
    steps[axis] = range_of(analysis_.extent_table().id_of(range), graph_.node(id).location).step;
  }
  return steps;
}

/// Appends the numbers that the kernel of a check takes: unknown extents and numbers, by operand. `rows`: the length of
/// the first axis of an operand that is not bounded.
void ExtentRegisters::add_check_numbers(const ir::Node& node, Register rows, std::vector<Register>& numbers) {
  for (ir::ValueId operand : node.operands) {
    if (is_number(analysis_.type(operand))) numbers.push_back(values().number(operand));
    const Shape& shape = graph_.value(operand).type.shape;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] != unknown) continue;
      numbers.push_back(analysis_.is_bounded(operand) ? extent(analysis_.extents(operand)[axis]) : rows);
    }
  }
}

/// Emits the check that the reduced axes of an extremum have elements.
void ExtentRegisters::check_extremum(const ir::Node& node) {
  const Reduction reduction = reduction_of(graph_, node);
  const bool extremum = reduction.kind == ir::ReductionKind::Max || reduction.kind == ir::ReductionKind::Min;
  const AxisExtents& extents = analysis_.extents(node.operands[0]);
  const SourceLocation at = node.location;
  Register fits = kNone, is_empty = kNone;
  for (size_t axis = 0; axis < extents.size() && extremum; ++axis) {
    if (extents[axis] == kStatic) continue;
    const Register zero = builder_.integer(0, DType::int64, at);
    const bool reduced = reduction.reduced[axis];
    const Register here =
        builder_.let(reduced ? Primitive::Less : Primitive::Equal, DType::int64, {zero, extent(extents[axis])}, at);
    Register& all = reduced ? fits : is_empty;
    all = all == kNone ? here : builder_.let(reduced ? Primitive::And : Primitive::Or, DType::boolean, {all, here}, at);
  }
  if (fits == kNone) return;
  if (is_empty != kNone) fits = builder_.let(Primitive::Or, DType::boolean, {fits, is_empty}, at);
  check_in_kernel(node, fits);
}

/// Emits the check that the extents of the operands of an elementwise operation or a product fit, if their expressions
/// differ.
void ExtentRegisters::check_extents(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const bool is_product = is(node, ir::OpKind::Matmul);
  if (!is_product && analysis_.class_of(id) != NodeClass::Elementwise) return;
  const ir::ValueId wanted = is_product ? node.operands[0] : node.results[0];
  const AxisExtents& all = analysis_.extents(wanted);
  const Shape& shape = analysis_.type(wanted).shape;
  if (!is_product && shape.size() != 1) return;
  if (is_product &&
      (all.empty() || all.back() == kStatic || analysis_.extents(node.operands[1]) == AxisExtents{all.back()}))
    return;
  const ExtentId last = all.empty() ? kStatic : all.back();
  const auto differs = [&](ir::ValueId operand) {
    const AxisExtents& own = analysis_.extents(operand);
    return !own.empty() && own.back() != last;
  };
  if (std::ranges::none_of(node.operands, differs)) return;
  if (!is_product && ranges_.contains(last)) return;  // checked before
  const Register count = length_of(wanted, shape.size() - 1, at);
  Register fits = kNone;
  for (ir::ValueId operand : node.operands) {
    if (!differs(operand)) continue;
    const Register here = fits_extent(extent(analysis_.extents(operand).back()), count, !is_product, at);
    fits = fits == kNone ? here : builder_.let(Primitive::And, DType::boolean, {fits, here}, at);
  }
  check_in_kernel(node, fits);
}

/// Returns whether an extent is equal to another one, or 1 if the axis may be repeated.
Register ExtentRegisters::fits_extent(Register own, Register wanted, bool repeats, SourceLocation at) {
  const Register same = builder_.let(Primitive::Equal, DType::int64, {own, wanted}, at);
  if (!repeats) return same;
  const Register single =
      builder_.let(Primitive::Equal, DType::int64, {own, builder_.integer(1, DType::int64, at)}, at);
  return builder_.let(Primitive::Or, DType::boolean, {same, single}, at);
}

/// Returns the factor of the index of an operand whose axis is repeated if its extent is 1: 0 then, and 1 otherwise.
Register ExtentRegisters::index_scale(ExtentId id, SourceLocation at) {
  const Register one = builder_.integer(1, DType::int64, at);
  const Register moves = builder_.let(Primitive::NotEqual, DType::int64, {extent(id), one}, at);
  return builder_.let(Primitive::Convert, DType::int64, {moves}, at);
}

/// Emits a check that ends in the error of the kernel.
void ExtentRegisters::check_in_kernel(const ir::Node& node, Register fits) {
  fusion().flush_checks();
  std::vector<Register> operands{fits};
  add_check_numbers(node, kNone, operands);
  const int32_t site = context_.add_site(node);
  Statement& check = builder_.add(Kind::Check, node.location);
  check.operands = std::move(operands);
  check.site = site;
}

/// Returns a bounded value as a tensor for kernels: the part of its array up to its extents.
ArrayId ExtentRegisters::tensor_of_bounded(ir::ValueId value, SourceLocation location) {
  Site site;
  site.op = analysis_.index_op();
  site.location = location;
  kernel::IndexItems items;
  site.inputs.push_back(values().state(value).array);
  for (ExtentId id : analysis_.extents(value)) {
    items.push_back(kernel::kWholeAxis);
    if (id == kStatic) continue;
    items.back().stop_is = kernel::IndexItem::Bound::Operand;
    const ArrayId bound = builder_.add_array({DType::int64, Shape()});
    builder_.box(bound, extent(id), location);
    site.inputs.push_back(bound);
  }
  site.attributes = kernel::encode(items);
  const ArrayId array = builder_.add_array(graph_.value(value).type);
  site.outputs = {array};
  builder_.call_kernel(std::move(site), location);
  return array;
}

}  // namespace ag::codegen
