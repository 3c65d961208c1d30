#include "staging/captures/prologue.h"

#include <algorithm>
#include <cstring>

#include "ag/staging/staged.h"
#include "tensor/convert.h"
#include "tensor/impl.h"

namespace ag::tracing {

namespace {

using detail::bits_of;
using detail::NumberOp;
using detail::value_of_bits;
using Evaluate = Prologue::Evaluate;

template <class F, class C>
bool evaluate_binary(uint64_t a, uint64_t b, uint64_t& out) {
  const C x = value_of_bits<C>(a), y = value_of_bits<C>(b);
  if (F::faults(x, y)) return false;
  out = bits_of(F::apply(x, y));
  return true;
}
template <class C>
bool evaluate_negate(uint64_t a, uint64_t, uint64_t& out) {
  const C x = value_of_bits<C>(a);
  if constexpr (std::is_integral_v<C>)
    out = bits_of(detail::SubtractNumber::apply(C(0), x));
  else
    out = bits_of(static_cast<C>(-x));
  return true;
}
template <class C>
bool evaluate_invert(uint64_t a, uint64_t, uint64_t& out) {
  out = bits_of(static_cast<C>(~value_of_bits<C>(a)));
  return true;
}
template <class C>
bool evaluate_not(uint64_t a, uint64_t, uint64_t& out) {
  out = bits_of(!value_of_bits<C>(a));
  return true;
}
template <class From, class To>
bool evaluate_cast(uint64_t a, uint64_t, uint64_t& out) {
  out = bits_of(static_cast<To>(value_of_bits<From>(a)));
  return true;
}

/// Returns the evaluator of a binary operator on values of C; null if there is no such operator.
template <class C>
Evaluate binary_on(NumberOp op) {
  switch (op) {
#define AG_EVALUATE(Name) \
  case NumberOp::Name:    \
    return evaluate_binary<detail::Name##Number, C>;
    AG_EVALUATE(Equal)
    AG_EVALUATE(NotEqual)
    AG_EVALUATE(Less)
    AG_EVALUATE(LessEqual)
    AG_EVALUATE(Greater)
    AG_EVALUATE(GreaterEqual)
    default:
      break;
  }
  // C++ computes in no type narrower than int.
  if constexpr (sizeof(C) >= sizeof(int)) {
    switch (op) {
      AG_EVALUATE(Add)
      AG_EVALUATE(Subtract)
      AG_EVALUATE(Multiply)
      AG_EVALUATE(Divide)
      default:
        break;
    }
    if constexpr (std::is_integral_v<C>) {
      switch (op) {
        AG_EVALUATE(Remainder)
        AG_EVALUATE(And)
        AG_EVALUATE(Or)
        AG_EVALUATE(Xor)
        AG_EVALUATE(ShiftLeft)
        AG_EVALUATE(ShiftRight)
        default:
          break;
      }
    }
  }
#undef AG_EVALUATE
  return nullptr;
}

template <class C>
Evaluate unary_on(NumberOp op) {
  if (op == NumberOp::Not) return evaluate_not<C>;
  if constexpr (sizeof(C) >= sizeof(int)) {
    if (op == NumberOp::Negate) return evaluate_negate<C>;
    if constexpr (std::is_integral_v<C>) {
      if (op == NumberOp::Invert) return evaluate_invert<C>;
    }
  }
  return nullptr;
}

/// Calls `choose` with a value of the type; host numbers are never of a half type.
template <class F>
Evaluate choose_for(DType dtype, const F& choose) {
  return detail::visit_dtype(dtype, [&]<class T>(T value) -> Evaluate {
    if constexpr (detail::is_half<T>)
      return nullptr;
    else
      return choose(value);
  });
}

Evaluate cast_between(DType from, DType to) {
  return choose_for(from, [&]<class From>(From) {
    return choose_for(to, []<class To>(To) -> Evaluate { return evaluate_cast<From, To>; });
  });
}

}  // namespace

bool is_constant_of_trace(const Tensor& tensor) {
  return !tensor.defined() || (!tensor.impl()->is_symbol() && detail::is_rounded(*tensor.impl()));
}

Prologue::Slot Prologue::add(Step step, uint64_t today) {
  const auto [at, is_new] = known_.try_emplace(step, static_cast<Slot>(steps_.size()));
  if (is_new) {
    steps_.push_back(step);
    today_.push_back(today);
    symbols_.emplace_back();
  }
  return at->second;
}

void Prologue::include(const Place& place) {
  if (place.root != Place::kNoRoot || is_in_region(place.in({}))) return;
  globals_begin_ = std::min(globals_begin_, static_cast<uintptr_t>(place.offset));
  globals_end_ = std::max(globals_end_, static_cast<uintptr_t>(place.offset + 1));
}

void Prologue::add_region(const detail::Root& region) {
  const auto* last = static_cast<const std::byte*>(region.address) + region.size - 1;
  const auto has = [&](const detail::Root& one) { return one.contains(region.address) && one.contains(last); };
  if (std::ranges::none_of(regions_, has)) regions_.push_back(region);
}

bool Prologue::is_in_region(const void* variable) const {
  return std::ranges::any_of(regions_, [&](const detail::Root& region) { return region.contains(variable); });
}

void Prologue::gate(const Place& place, const void* address, SourceLocation location) {
  Step step;
  step.kind = Step::Kind::Gate;
  step.root = place.root;
  step.a = place.offset;
  step.dtype = DType::uint64;
  step.size = sizeof(void*);
  std::memcpy(&step.b, address, step.size);
  include(place);
  gates_.try_emplace(add(step, step.b), location);
}

void Prologue::add_tensor(CapturedTensor tensor) {
  include(tensor.place);
  tensors_.push_back(std::move(tensor));
}

Prologue::Slot Prologue::variable(const Place& place, const void* address, DType dtype) {
  Step step;
  step.kind = Step::Kind::Read;
  step.root = place.root;
  step.a = place.offset;
  step.dtype = dtype;
  step.size = static_cast<uint8_t>(item_size(dtype));
  include(place);
  uint64_t bits = 0;
  std::memcpy(&bits, address, step.size);
  return add(step, bits);
}

Prologue::Slot Prologue::address_of(const Place& place, const void* address) {
  Step step;
  step.kind = Step::Kind::Address;
  step.root = place.root;
  step.a = place.offset;
  step.dtype = DType::uint64;
  return add(step, reinterpret_cast<uintptr_t>(address));
}

Prologue::Slot Prologue::constant(uint64_t bits, DType dtype) {
  Step step;
  step.a = bits;
  step.dtype = dtype;
  return add(step, bits);
}

Prologue::Slot Prologue::cast(Slot a, DType to) {
  if (steps_[a].dtype == to) return a;
  Step step;
  step.kind = Step::Kind::Computed;
  step.evaluate = cast_between(steps_[a].dtype, to);
  step.a = a;
  step.dtype = to;
  uint64_t out = 0;
  step.evaluate(today_[a], 0, out);
  return add(step, out);
}

std::optional<Prologue::Slot> Prologue::binary(NumberOp op, DType common, Slot a, Slot b) {
  const bool shift = op == NumberOp::ShiftLeft || op == NumberOp::ShiftRight;
  if (shift && item_size(steps_[b].dtype) > item_size(common)) return std::nullopt;
  Step step;
  step.kind = Step::Kind::Computed;
  step.op = op;
  step.evaluate = choose_for(common, [op]<class C>(C) { return binary_on<C>(op); });
  if (!step.evaluate) return std::nullopt;
  step.a = cast(a, common);
  step.b = cast(b, common);
  step.dtype = op >= NumberOp::Equal ? DType::boolean : common;
  uint64_t out = 0;
  if (!step.evaluate(today_[step.a], today_[step.b], out)) return std::nullopt;
  return add(step, out);
}

std::optional<Prologue::Slot> Prologue::unary(NumberOp op, DType promoted, Slot a) {
  Step step;
  step.kind = Step::Kind::Computed;
  const DType operand = op == NumberOp::Not ? steps_[a].dtype : promoted;
  step.evaluate = choose_for(operand, [op]<class C>(C) { return unary_on<C>(op); });
  if (!step.evaluate) return std::nullopt;
  step.a = cast(a, operand);
  step.dtype = promoted;
  uint64_t out = 0;
  step.evaluate(today_[step.a], 0, out);
  return add(step, out);
}

namespace {

constexpr uint64_t kSign = uint64_t{1} << 63;

bool is_ordered(DType dtype) { return dtype == DType::boolean || is_integer(dtype); }

/// Maps integers to a form whose unsigned order is their order; any other number to its bits.
uint64_t order(uint64_t bits, DType dtype) {
  if (category(dtype) != Category::Signed) return bits;
  const int unused = 64 - 8 * static_cast<int>(item_size(dtype));
  return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused) ^ kSign;
}

NumberOp mirrored(NumberOp op) {
  switch (op) {
    case NumberOp::Less:
      return NumberOp::Greater;
    case NumberOp::LessEqual:
      return NumberOp::GreaterEqual;
    case NumberOp::Greater:
      return NumberOp::Less;
    case NumberOp::GreaterEqual:
      return NumberOp::LessEqual;
    default:
      return op;
  }
}
NumberOp opposite(NumberOp op) {
  switch (op) {
    case NumberOp::Less:
      return NumberOp::GreaterEqual;
    case NumberOp::LessEqual:
      return NumberOp::Greater;
    case NumberOp::Greater:
      return NumberOp::LessEqual;
    case NumberOp::GreaterEqual:
      return NumberOp::Less;
    case NumberOp::Equal:
      return NumberOp::NotEqual;
    default:
      return NumberOp::Equal;
  }
}

}  // namespace

void Prologue::restrict(Slot slot, uint64_t least, uint64_t greatest, SourceLocation location) {
  const auto known = std::ranges::find(guards_, slot, &Guard::slot);
  if (known == guards_.end()) return guards_.push_back({slot, least, greatest, location});
  known->least = std::max(known->least, least);
  known->greatest = std::min(known->greatest, greatest);
}

/// Guards the comparison of an integer with a constant. All such guards of a slot form one interval.
bool Prologue::guard_comparison(const Step& step, bool holds, SourceLocation location) {
  if (step.kind != Step::Kind::Computed || !step.op || *step.op < NumberOp::Equal) return false;
  const Step &left = steps_[step.a], &right = steps_[step.b];
  const bool swapped = left.kind == Step::Kind::Constant;
  if (swapped == (right.kind == Step::Kind::Constant) || !is_ordered(left.dtype)) return false;
  const Slot slot = static_cast<Slot>(swapped ? step.b : step.a);
  const uint64_t bound = order(today_[swapped ? step.a : step.b], left.dtype);
  NumberOp op = swapped ? mirrored(*step.op) : *step.op;
  if (!holds) op = opposite(op);
  switch (op) {
    case NumberOp::Less:
      restrict(slot, 0, bound - 1, location);
      return true;
    case NumberOp::LessEqual:
      restrict(slot, 0, bound, location);
      return true;
    case NumberOp::Greater:
      restrict(slot, bound + 1, UINT64_MAX, location);
      return true;
    case NumberOp::GreaterEqual:
      restrict(slot, bound, UINT64_MAX, location);
      return true;
    case NumberOp::Equal:
      restrict(slot, bound, bound, location);
      return true;
    default:
      return false;  // excludes a single value, which an interval cannot express
  }
}

void Prologue::guard(Slot slot, SourceLocation location) {
  const Step step = steps_[slot];
  if (guard_comparison(step, today_[slot] != 0, location)) return;
  const uint64_t expected = order(today_[slot], step.dtype);
  restrict(slot, expected, expected, location);
}

void Prologue::guard_object(Slot slot, SourceLocation location) {
  objects_.push_back(slot);
  guard(slot, location);
}

bool Prologue::run(Values& values, const detail::Roots& roots) const {
  values.clear();
  for (const Step& step : steps_) {
    uint64_t bits = 0;
    switch (step.kind) {
      case Step::Kind::Constant:
        bits = step.a;
        break;
      case Step::Kind::Read:
        std::memcpy(&bits, Place{step.root, step.a}.in(roots), step.size);
        break;
      case Step::Kind::Gate:
        std::memcpy(&bits, Place{step.root, step.a}.in(roots), step.size);
        if (bits != step.b) return false;
        break;
      case Step::Kind::Address:
        bits = reinterpret_cast<uintptr_t>(Place{step.root, step.a}.in(roots));
        break;
      case Step::Kind::Computed:
        if (!step.evaluate(values[step.a], values[step.b], bits)) return false;
        break;
    }
    values.push_back(bits);
  }
  return std::ranges::all_of(guards_, [&](const Guard& guard) {
    const uint64_t found = order(values[guard.slot], steps_[guard.slot].dtype);
    return guard.least <= found && found <= guard.greatest;
  });
}

namespace {

/// Returns the text of a value mapped by `order`.
std::string ordered_text(uint64_t ordered, DType dtype) {
  if (dtype == DType::boolean) return ordered ? "true" : "false";
  if (category(dtype) == Category::Signed) return std::to_string(static_cast<int64_t>(ordered ^ kSign));
  if (is_integer(dtype)) return std::to_string(ordered);
  return detail::visit_dtype(dtype, [&]<class T>(T) -> std::string {
    if constexpr (std::is_floating_point_v<T>)
      return std::to_string(value_of_bits<T>(ordered));
    else
      return "another value";
  });
}

}  // namespace

std::optional<Prologue::FailedGuard> Prologue::failed_guard(const detail::Roots& roots) const {
  Values values;
  run(values, roots);
  const bool ended = values.size() < steps_.size();
  if (ended && steps_[values.size()].kind == Step::Kind::Gate)
    return FailedGuard{gates_.at(static_cast<Slot>(values.size())), "one place", "another place or size",
                       /*is_object=*/false, /*has_moved=*/true};
  for (const Guard& guard : guards_) {
    if (guard.slot >= values.size()) return FailedGuard{guard.location, "defined", "undefined in C++"};
    const DType dtype = steps_[guard.slot].dtype;
    const uint64_t found = order(values[guard.slot], dtype);
    if (guard.least <= found && found <= guard.greatest) continue;
    if (std::ranges::find(objects_, guard.slot) != objects_.end())
      return FailedGuard{guard.location, "one object", "another one", true};
    std::string expected = ordered_text(guard.least, dtype);
    if (guard.least == 0 && guard.greatest != 0)
      expected = "at most " + ordered_text(guard.greatest, dtype);
    else if (guard.greatest == UINT64_MAX)
      expected = "at least " + expected;
    else if (guard.greatest != guard.least)
      expected += " to " + ordered_text(guard.greatest, dtype);
    return FailedGuard{guard.location, std::move(expected), ordered_text(found, dtype)};
  }
  return std::nullopt;
}

void Prologue::finish(std::span<const Slot> stored) {
  std::vector<bool> needed(steps_.size(), false);
  for (const HiddenInput& input : inputs_) {
    if (input.kind == HiddenInput::Kind::Number) needed[input.index] = true;
  }
  for (const Guard& guard : guards_) needed[guard.slot] = true;
  for (const Slot slot : stored) needed[slot] = true;
  for (const auto& [slot, location] : gates_) needed[slot] = true;
  for (size_t k = steps_.size(); k-- > 0;) {
    if (needed[k] && steps_[k].kind == Step::Kind::Computed) needed[steps_[k].a] = needed[steps_[k].b] = true;
  }
  for (size_t k = 0; k < steps_.size(); ++k) {
    if (!needed[k]) steps_[k].kind = Step::Kind::Constant;  // stays, so that the slots keep their indices
  }
  symbols_.clear();
  known_.clear();
  for (CapturedTensor& captured : tensors_) captured.symbol = Tensor();
}

}  // namespace ag::tracing
