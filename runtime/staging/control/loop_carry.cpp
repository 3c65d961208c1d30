/// The loop-carried values: one per variable that the body changes, and flags for definedness and for exits.
#include "staging/control/loop_recorder.h"

namespace ag::detail {

void LoopRecorder::carry_tensor(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after,
                                CarriedType& type) {
  if (type.integer) return carry_mixed(start, out, before, after, type);
  if (type.optional && !before.tensor.defined() && after.tensor.impl() != start.tensor.impl()) {
    const Symbol& argument = *start.tensor.impl()->symbol;
    const auto used = [this](const Symbol& one) { return trace_.graph().is_used(one.value); };
    // if neither is used, the missing value came from elsewhere
    type.carried = used(argument) || used(*argument.defined.impl()->symbol);
  }
  if (!type.carried && !after.tensor.defined()) return;
  if (!type.carried && !trace_.is_available(after.tensor, body_block_)) {
    out.tensor = unusable(
        type_of(after.tensor),
        quoted_name(after.name) + " was computed inside a branch or loop body that has ended and has no value here",
        location_);
    return;
  }
  if (type.carried && after.tensor.impl() == start.tensor.impl()) {
    // Unchanged: the body can use the value from outside the loop.
    replace_argument(type.exact ? start.tensor.impl()->symbol->exact : start.tensor, passed(before.tensor, type));
    if (type.optional) {
      replace_argument(start.tensor.impl()->symbol->defined, flag_tensor(definedness(before.tensor), location_));
    }
    return;
  }
  Carried carried;
  carried.name = after.name;
  if (type.carried) {
    carried.argument = type.exact ? start.tensor.impl()->symbol->exact : start.tensor;
    carried.initial = passed(before.tensor, type);
  } else {
    carried.argument = trace_.add_argument(body_block_, type.in_graph(), after.name, location_);
    carried.initial = passed(Tensor(), type);
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    head.tensor = received(carried.argument, type);
  }
  {
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    carried.next = passed(after.tensor, type);
  }
  out.host.reset();
  carried.set = [this, &out, &type](const Tensor& result) { out.tensor = received(result, type); };
  carried_.push_back(carried);

  if (type.carried && !type.optional) return;
  const Staged<bool> defined_before = definedness(before.tensor);
  Staged<bool> argument;
  if (type.carried) {
    argument = flag_of(start.tensor.impl()->symbol->defined);
  } else {
    Tensor flag = trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
    head.tensor.impl()->symbol->defined = flag;
    argument = flag_of(flag);
  }
  carry_flag(defined_before, argument, definedness(after.tensor), [&out](const Staged<bool>& flag) {
    if (!flag.is_host()) out.tensor.impl()->symbol->defined = flag.tensor();
  });
}

void LoopRecorder::replace_argument(const Tensor& argument, const Tensor& initial) {
  trace_.graph().replace_uses(argument.impl()->symbol->value, trace_.value_of_passed(initial, location_));
  replaced_.emplace_back(argument, initial);
}

Tensor LoopRecorder::unreplaced(const Tensor& tensor) const {
  for (const auto& [argument, initial] : replaced_) {
    if (tensor.impl()->is_symbol() && argument.impl()->symbol->value == tensor.impl()->symbol->value) return initial;
  }
  return tensor;
}

void LoopRecorder::carry_number(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after) {
  const Tensor argument = staged_symbol(start.number.id, location_);
  if (after.number.same(start.number)) {
    head.number = before.number;
    replace_argument(argument, number_tensor(before.number, location_));
    return;
  }
  Carried carried;
  carried.name = after.name;
  carried.initial = number_tensor(before.number, location_);
  carried.argument = argument;
  carried.next = number_tensor(after.number, location_);
  if (!trace_.is_available(carried.next, body_block_)) {
    throw Error(ErrorKind::staging_error,
                quoted_name(start.name) + " was computed inside a branch that has ended and is carried by the loop",
                location_);
  }
  carried.set = [&out, dtype = after.number.dtype](const Tensor& result) { out.number = {0, stage(result), dtype}; };
  carried_.push_back(std::move(carried));
}

void LoopRecorder::carry_flag(const Staged<bool>& initial, const Staged<bool>& argument, const Staged<bool>& next,
                              std::function<void(const Staged<bool>&)> set) {
  Carried carried;
  carried.initial = flag_tensor(initial, location_);
  carried.argument = flag_tensor(argument, location_);
  carried.next = flag_tensor(next, location_);
  carried.set = [set = std::move(set)](const Tensor& result) { set(flag_of(result)); };
  carried_.push_back(std::move(carried));
}

void LoopRecorder::carry_slot(Leaf& out, const Leaf& after) {
  // A return value is undefined until an iteration returns; `flag` records if one did.
  out.host = after.host;
  out.same = after.same;
  out.inner = after.inner;
  for (size_t k = 0; k < after.inner.size(); ++k) {
    const Leaf& leaf = after.inner[k];
    if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host()) {
      const ir::TensorType type{leaf.number.dtype, Shape(), false};
      Carried carried;
      carried.initial = undefined_value(type, location_);
      carried.argument = trace_.add_argument(body_block_, type, {}, location_);
      carried.next = number_tensor(leaf.number, location_);
      carried.set = [&out, k, dtype = type.dtype](const Tensor& result) {
        out.inner[k].number = {0, stage(result), dtype};
      };
      carried_.push_back(std::move(carried));
    }
    if (leaf.kind != Leaf::Kind::Tensor) continue;
    if (!leaf.tensor.defined()) continue;
    if (ops::is_mixed(leaf.tensor)) {
      carry_mixed_slot(out, k, leaf.tensor);
      continue;
    }
    Carried carried;
    CarriedType type;
    type.type = type_of(leaf.tensor);
    type.exact = is_rounded(*leaf.tensor.impl());
    carried.initial = passed(Tensor(), type);
    carried.argument = trace_.add_argument(body_block_, type.in_graph(), {}, location_);
    {
      const tracing::Trace::BlockScope scope(trace_, body_block_);
      carried.next = type.exact ? passed(leaf.tensor, type) : leaf.tensor;
    }
    carried.set = [this, &out, k, type](const Tensor& result) { out.inner[k].tensor = received(result, type); };
    carried_.push_back(std::move(carried));
  }
}

void LoopRecorder::carry_variables() {
  for (size_t k = 0; k < after_.variables.size(); ++k) {
    const Leaf& after = after_.variables[k];
    const Leaf& start = start_.variables[k];
    if (after.kind == Leaf::Kind::Tensor) {
      carry_tensor(start, head_.variables[k], out_.variables[k], before_.variables[k], after, types_[k]);
    } else if (after.kind == Leaf::Kind::Number) {
      if (!types_[k].known) carry_number(start, head_.variables[k], out_.variables[k], before_.variables[k], after);
    }
  }
}

void LoopRecorder::carry_exits() {
  for (size_t k = 0; k < after_.exits.size(); ++k) {
    const Leaf& after = after_.exits[k];
    Leaf& out = out_.exits[k];
    const Staged<bool> taken = exit_flag(after);
    if (taken.is_host() && !taken.value()) continue;  // never taken
    Tensor argument = trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
    set_exit_flag(head_.exits[k], flag_of(argument));
    stops_.emplace_back(carried_.size(), k);
    carry_flag(Staged<bool>(false), flag_of(argument), taken,
               [&out](const Staged<bool>& flag) { set_exit_flag(out, flag); });
    if (after.kind == Leaf::Kind::Slot) carry_slot(out, after);
  }
}

}  // namespace ag::detail
