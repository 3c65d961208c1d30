#include "staging/control/merge.h"

#include <algorithm>

#include "ops/mixed_value.h"
#include "staging/captures/function_choice.h"

namespace ag::detail {

Merge::Merge(tracing::Trace& trace, ir::NodeId node, const Staged<bool>* predicate, const char* what,
             SourceLocation location)
    : trace_(trace), node_(node), predicate_(predicate), what_(what), location_(location) {}

SavedState Merge::join(const std::vector<SavedState>& branches) {
  std::vector<const Leaves*> variables, exits;
  for (const SavedState& branch : branches) {
    variables.push_back(&branch.variables);
    exits.push_back(&branch.exits);
  }
  SavedState joined;
  joined.variables = join_unified(variables);
  joined.exits = join_unified(exits);
  return joined;
}

Leaves Merge::join_unified(const std::vector<const Leaves*>& branches) {
  if (!has_choice(*branches.front())) return join_leaves(branches);
  const std::vector<PathLeaves> paths = unified(branches);
  std::vector<const Leaves*> leaves;
  for (const PathLeaves& path : paths) leaves.push_back(&path.leaves);
  return join_leaves(leaves);
}

std::vector<PathLeaves> Merge::unified(const std::vector<const Leaves*>& branches) {
  const std::vector<ir::BlockId> blocks = trace_.graph().node(node_).blocks;
  std::vector<PathLeaves> paths;
  for (size_t k = 0; k < branches.size(); ++k) {
    if (branches[k]) paths.push_back({*branches[k], blocks[k]});
  }
  unify_choices(trace_, paths, location_);
  return paths;
}

Leaves Merge::join_leaves(const std::vector<const Leaves*>& branches) {
  Leaves joined;
  const Leaves& first = *branches.front();
  for (const Leaves* branch : branches) {
    for (size_t k = 0; k < std::min(first.size(), branch->size()); ++k) {
      // The size of a container precedes its elements, so a difference in size is found here first.
      if (first[k].kind == Leaf::Kind::Host && (*branch)[k].kind == Leaf::Kind::Host)
        join_leaf({&first[k], &(*branch)[k]}, false);
      if (first[k].kind != (*branch)[k].kind) break;
    }
    if (branch->size() != first.size()) {
      throw Error(ErrorKind::staging_error,
                  std::string("the structure of the variables differs between the branches of the ") + what_,
                  location_);
    }
  }
  for (size_t k = 0; k < first.size(); ++k) {
    std::vector<const Leaf*> leaves;
    for (const Leaves* branch : branches) leaves.push_back(&(*branch)[k]);
    joined.push_back(join_leaf(leaves, false));
  }
  return joined;
}

Leaf Merge::join_leaf(const std::vector<const Leaf*>& branches, bool in_slot) {
  Leaf joined = *branches.front();
  switch (joined.kind) {
    case Leaf::Kind::Tensor:
      if (joined.list) return join_lists(branches, in_slot);
      joined.tensor = join_tensors(branches, in_slot);
      joined.absent = false;
      break;
    case Leaf::Kind::Slot:
      return join_slot(branches);
    case Leaf::Kind::Number: {
      std::vector<const Number*> numbers;
      for (const Leaf* leaf : branches) numbers.push_back(leaf->absent ? nullptr : &leaf->number);
      joined.number = join_numbers(numbers, joined.name);
      joined.absent = false;
      break;
    }
    case Leaf::Kind::Host:
      for (const Leaf* leaf : branches) {
        if (leaf->host == joined.host) continue;
        if (!joined.same || !joined.same(joined.host.get(), leaf->host.get())) {
          throw Error(ErrorKind::staging_error,
                      "host variable " + quoted_name(joined.name) + " changes in only one branch of the " + what_,
                      location_,
                      {"a tensor decides which branch runs, so the value is known only when the graph runs; " +
                       remedy_of(joined)});
        }
      }
      break;
  }
  return joined;
}

Leaf Merge::join_lists(const std::vector<const Leaf*>& branches, bool in_slot) {
  Leaf joined = *branches.front();
  const auto full = std::ranges::find_if(branches, [](const Leaf* leaf) { return leaf->tensor.defined(); });
  if (full == branches.end()) return joined;
  // An empty list takes the type of the other one.
  std::vector<Leaf> leaves;
  for (const Leaf* leaf : branches) {
    leaves.push_back(*leaf);
    if (!leaf->tensor.defined()) leaves.back().tensor = empty_list_like(type_of((*full)->tensor));
  }
  std::vector<const Leaf*> pointers;
  for (const Leaf& leaf : leaves) pointers.push_back(&leaf);
  joined.tensor = join_tensors(pointers, in_slot);
  if (joined.tensor.impl() != branches.front()->tensor.impl()) joined.host.reset();
  return joined;
}

Leaf Merge::join_slot(const std::vector<const Leaf*>& slots) {
  std::vector<const Leaves*> returned;
  bool chooses = false;
  for (const Leaf* leaf : slots) {
    returned.push_back(leaf->host ? &leaf->inner : nullptr);
    chooses = chooses || (leaf->host && has_choice(leaf->inner));
  }
  std::vector<Leaf> unified_slots;
  std::vector<const Leaf*> branches = slots;
  if (chooses) {
    std::vector<PathLeaves> paths = unified(returned);
    unified_slots.reserve(slots.size());
    size_t next = 0;
    for (const Leaf*& leaf : branches) {
      leaf = &unified_slots.emplace_back(*leaf);
      if (leaf->host) unified_slots.back().inner = std::move(paths[next++].leaves);
    }
  }
  const Leaf* full = nullptr;
  std::vector<Staged<bool>> flags;
  for (const Leaf* leaf : branches) {
    flags.push_back(leaf->flag);
    if (!leaf->host) continue;
    if (full && full->same && !full->same(full->host.get(), leaf->host.get())) {
      throw Error(ErrorKind::unimplemented, "references to different objects are returned under a staged condition",
                  location_, {"return the value instead of a reference"});
    }
    if (full && full->inner.size() != leaf->inner.size()) {
      throw Error(ErrorKind::staging_error,
                  std::string("values of different structure are returned from the branches of the ") + what_,
                  location_);
    }
    if (!full) full = leaf;
  }
  Leaf joined = full ? *full : *branches.front();
  for (size_t k = 0; full && k < full->inner.size(); ++k) {
    // A branch that returned no value leaves none to read: its leaves may have any value.
    Leaf absent = full->inner[k];
    absent.tensor = Tensor();
    absent.absent = true;
    std::vector<const Leaf*> leaves;
    for (const Leaf* leaf : branches) leaves.push_back(leaf->host ? &leaf->inner[k] : &absent);
    joined.inner[k] = join_leaf(leaves, true);
  }
  joined.flag = join_flags(flags);
  return joined;
}

/// Returns the text of the error for reading a variable with two dtypes.
std::string Merge::differing(const std::string& name, const Tensor& one, const Tensor& other) const {
  return quoted_name(name) + " is " + std::string(ag::name(type_of(one).dtype)) + place_of(one) +
         " in one branch of the " + what_ + " and " + std::string(ag::name(type_of(other).dtype)) + place_of(other) +
         " in another; give both the same dtype, as with ag::astype or a literal such as 0.0";
}

/// Joins a variable that is an integer in one branch and floating-point in another; undefined if it is not such a
/// variable.
Tensor Merge::join_classes(const std::vector<const Leaf*>& branches, bool in_slot) {
  const std::vector<ir::BlockId> blocks = trace_.graph().node(node_).blocks;
  const Tensor *integer = nullptr, *floating = nullptr, *mixed = nullptr;
  std::vector<Tensor> values;
  for (size_t k = 0; k < branches.size(); ++k) {
    const Tensor& tensor = values.emplace_back(branches[k]->tensor);
    if (!tensor.defined()) continue;
    if (ops::is_mixed(tensor)) {
      if (!trace_.is_available(ops::mixed_value(tensor).is_integer, blocks[k])) return {};
      mixed = &branches[k]->tensor;
      continue;
    }
    const TensorImpl& impl = *tensor.impl();
    if (!trace_.is_available(tensor, blocks[k]) || (impl.is_symbol() && !impl.symbol->unusable.empty())) return {};
    (is_floating(impl.dtype) ? floating : integer) = &branches[k]->tensor;
  }
  if (!mixed && !(integer && floating)) return {};
  const std::string why =
      mixed ? mixed->impl()->symbol->unusable : differing(branches.front()->name, *integer, *floating);
  Tensor joined = ops::join_mixed(trace_, node_, values, branches.front()->name, why, location_);
  if (!joined.defined()) return {};
  std::vector<Staged<bool>> defined;
  for (size_t k = 0; k < branches.size(); ++k)
    defined.push_back(in_slot || branches[k]->absent ? Staged<bool>(true) : definedness(values[k]));
  const Staged<bool> flag = join_flags(defined);
  if (!flag.is_host()) joined.impl()->symbol->defined = flag.tensor(location_);
  return joined;
}

Tensor Merge::join_tensors(const std::vector<const Leaf*>& branches, bool in_slot) {
  const std::string& name = branches.front()->name;
  const Tensor& first = branches.front()->tensor;
  if (std::ranges::all_of(branches, [&](const Leaf* leaf) { return leaf->tensor.impl() == first.impl(); }))
    return first;

  if (Tensor mixed = join_classes(branches, in_slot); mixed.defined()) return mixed;
  const std::vector<ir::BlockId> blocks = trace_.graph().node(node_).blocks;
  ir::TensorType type;
  const Tensor* typed = nullptr;
  bool rounded = false;
  for (size_t k = 0; k < branches.size(); ++k) {
    const Tensor& tensor = branches[k]->tensor;
    if (!tensor.defined()) continue;
    rounded = rounded || is_rounded(*tensor.impl());
    if (!trace_.is_available(tensor, blocks[k])) {
      return unusable(
          type_of(tensor),
          quoted_name(name) + " was computed inside a branch or loop body that has ended and has no value here",
          location_);
    }
    if (tensor.impl()->is_symbol() && !tensor.impl()->symbol->unusable.empty()) return tensor;
    if (!typed) {
      type = type_of(tensor);
    } else {
      const ir::TensorType other = type_of(tensor);
      DType dtype;
      bool weak;
      if (!meet(type, other, dtype, weak)) {
        std::string message = differing(name, *typed, tensor);
        if (in_slot) throw Error(ErrorKind::staging_error, message, location_);
        return unusable(type, std::move(message), location_);
      }
      type = {dtype, ir::join_shapes(type.shape, other.shape), weak};
    }
    typed = &tensor;
  }

  const bool exactly = rounded && type.weak && type.shape.known() && type.shape.empty();
  if (exactly) type = {kExact, Shape(), false};
  std::vector<Tensor> values;
  std::vector<Staged<bool>> defined;
  for (size_t k = 0; k < branches.size(); ++k) {
    const tracing::Trace::BlockScope scope(trace_, blocks[k]);
    const Tensor& tensor = branches[k]->tensor;
    defined.push_back(in_slot || branches[k]->absent ? Staged<bool>(true) : definedness(tensor));
    values.push_back(tensor.defined() ? cast_to(tensor, type.dtype, location_) : undefined_value(type, location_));
  }
  Tensor output = add_output(values, type, name);
  if (exactly) output = number_of_exact(output, location_);
  const Staged<bool> flag = join_flags(defined);
  if (!flag.is_host()) output.impl()->symbol->defined = flag.tensor(location_);
  return output;
}

Number Merge::join_numbers(const std::vector<const Number*>& branches, const std::string& name) {
  const std::vector<ir::BlockId> blocks = trace_.graph().node(node_).blocks;
  const Number* first = nullptr;
  bool known = true, all_same = true, everywhere = true;
  for (size_t k = 0; k < branches.size(); ++k) {
    const Number* number = branches[k];
    everywhere = everywhere && number;
    if (!number) continue;
    if (!first) first = number;
    known = known && number->is_host();
    all_same = all_same && number->same(*first);
    if (number->is_host()) continue;
    const Tensor symbol = staged_symbol(number->id, location_);
    if (!symbol.impl()->symbol->unusable.empty()) return *number;
    if (trace_.is_available(symbol, blocks[k])) continue;
    const std::string why =
        quoted_name(name) + " was computed inside a branch or loop body that has ended and has no value here";
    return {0, stage(unusable(type_of(symbol), why, location_)), number->dtype};
  }
  if (all_same && (known || everywhere)) {
    if (known) return *first;
    // The same value of the graph: it comes from outside the branches, or belongs to one of them.
    const Tensor symbol = staged_symbol(first->id, location_);
    if (symbol.impl()->symbol->value == ir::kNone || trace_.is_available(symbol, trace_.block())) return *first;
  }
  // If only one of two branches sets a flag, the flag is the condition and needs no node.
  if (known && everywhere && branches.size() == 2 && predicate_ && first->dtype == DType::boolean) {
    return (first->bits ? *predicate_ : !*predicate_).number();
  }
  const ir::TensorType type{first->dtype, Shape(), false};
  std::vector<Tensor> values;
  for (size_t k = 0; k < branches.size(); ++k) {
    const tracing::Trace::BlockScope scope(trace_, blocks[k]);
    values.push_back(branches[k] ? number_tensor(*branches[k], location_) : undefined_value(type, location_));
  }
  return {0, stage(add_output(values, type, name)), first->dtype};
}

Staged<bool> Merge::join_flags(const std::vector<Staged<bool>>& branches) {
  std::vector<Number> numbers;
  for (const Staged<bool>& flag : branches) numbers.push_back(flag.number());
  std::vector<const Number*> pointers;
  for (const Number& number : numbers) pointers.push_back(&number);
  return Staged<bool>::of(join_numbers(pointers, {}));
}

Tensor Merge::add_output(const std::vector<Tensor>& values, const ir::TensorType& type, const std::string& name) {
  ir::Graph& graph = trace_.graph();
  const std::vector<ir::BlockId> blocks = graph.node(node_).blocks;
  for (size_t k = 0; k < values.size(); ++k) {
    const tracing::Trace::BlockScope scope(trace_, blocks[k]);
    // Definedness is merged separately, and passing a value on is not a use that checks it.
    const ir::ValueId value = trace_.value_of_passed(values[k], location_);
    graph.block(blocks[k]).results.push_back(value);
  }
  return trace_.symbol_of(graph.add_result(node_, type, name), location_);
}

}  // namespace ag::detail
