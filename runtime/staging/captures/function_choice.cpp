#include "staging/captures/function_choice.h"

#include <algorithm>
#include <functional>

#include "ag/ops.h"
#include "ag/staging/switch.h"

namespace ag::detail {

namespace {

const FunctionTargets& targets_of(const Leaf& form) { return *static_cast<const FunctionTargets*>(form.host.get()); }

bool same_targets(const void* a, const void* b) {
  const auto &left = *static_cast<const FunctionTargets*>(a), &right = *static_cast<const FunctionTargets*>(b);
  return std::ranges::equal(left, right, same_target);
}

Leaves parts_of(const FunctionTarget& target, const std::string& name) {
  Leaves parts;
  if (target.function && target.type && target.type->save) target.type->save(target.function.get(), name, parts);
  return parts;
}

size_t index_of(const FunctionTarget& target, const FunctionTargets& list) {
  const auto found = std::ranges::find_if(list, [&](const FunctionTarget& one) { return same_target(one, target); });
  return static_cast<size_t>(found - list.begin());
}

Staged<bool> is_index(const Staged<int>& selector, size_t index, SourceLocation location) {
  const Tensor label = scalar_tensor(scalar_of(static_cast<int64_t>(index)), DType::int32);
  return Staged<bool>::of(equal(TensorArg(selector.tensor(location), location), label));
}

/// Returns the selector for a list in which the targets have other places.
Staged<int> moved(const Staged<int>& selector, const std::vector<size_t>& places, SourceLocation location) {
  if (places.size() == 1) return static_cast<int>(places.front());
  if (selector.is_host()) return static_cast<int>(places[static_cast<size_t>(selector.value())]);
  bool stays = true;
  for (size_t k = 0; k < places.size(); ++k) stays = stays && places[k] == k;
  if (stays) return selector;
  Tensor result = scalar_tensor(scalar_of(places.front()), DType::int32);
  for (size_t k = 1; k < places.size(); ++k) {
    result = where(TensorArg(is_index(selector, k, location).tensor(location), location),
                   scalar_tensor(scalar_of(places[k]), DType::int32), result);
  }
  return Staged<int>::of(result);
}

/// A part of a target that the path does not have: it is never read.
Leaf absent_part(Leaf part) {
  part.tensor = Tensor();
  part.number = {0, 0, part.number.dtype};
  part.absent = true;
  return part;
}

/// Unifies the function values at the place `at` of all paths. Returns the number of leaves that they have then.
size_t unify_at(tracing::Trace& trace, std::vector<PathLeaves>& paths, size_t at, SourceLocation location) {
  FunctionTargets all;
  std::vector<Leaves> parts;  // of a path that has the target
  for (const PathLeaves& path : paths) {
    for (const FunctionTarget& target : targets_of(path.leaves[at])) {
      if (index_of(target, all) != all.size()) continue;
      all.push_back(target);
      parts.push_back(parts_of(target, path.leaves[at].name));
    }
  }
  size_t count = 2;
  for (const Leaves& one : parts) count += one.size();
  for (PathLeaves& path : paths) {
    const FunctionTargets own = targets_of(path.leaves[at]);
    std::vector<size_t> places;
    std::vector<Leaves> unified;
    for (const Leaves& one : parts) {
      Leaves& absent = unified.emplace_back();
      for (const Leaf& part : one) absent.push_back(absent_part(part));
    }
    size_t next = at + 2;
    for (const FunctionTarget& target : own) {
      places.push_back(index_of(target, all));
      const size_t size = parts_of(target, {}).size();
      unified[places.back()] = Leaves(path.leaves.begin() + next, path.leaves.begin() + next + size);
      next += size;
    }
    Leaf& selector = path.leaves[at + 1];
    const tracing::Trace::BlockScope scope(trace, path.block);
    selector.number = selector.absent ? Number{0, 0, selector.number.dtype}
                                      : moved(Staged<int>::of(selector.number), places, location).number();
    path.leaves[at].host = keep(FunctionTargets(all));
    path.leaves.erase(path.leaves.begin() + at + 2, path.leaves.begin() + next);
    size_t end = at + 2;
    for (const Leaves& one : unified) {
      path.leaves.insert(path.leaves.begin() + end, one.begin(), one.end());
      end += one.size();
    }
  }
  return count;
}

}  // namespace

bool same_target(const FunctionTarget& a, const FunctionTarget& b) {
  if (a.function == b.function) return true;
  if (!a.function || !b.function) return false;
  if (a.identity && b.identity) return a.identity == b.identity;
  if (a.type != b.type || !a.type || !a.type->same) return false;
  if (!a.type->same(a.function.get(), b.function.get())) return false;
  const Leaves left = parts_of(a, {}), right = parts_of(b, {});
  if (left.size() != right.size()) return false;
  return std::ranges::equal(left, right, [](const Leaf& one, const Leaf& other) {
    if (one.kind != other.kind) return false;
    if (one.kind != Leaf::Kind::Host || one.choice || one.host == other.host) return true;
    return one.same && one.same(one.host.get(), other.host.get());
  });
}

void FunctionChoice::ag_save_choice(const std::string& name, Leaves& out) const {
  add_host_leaf(keep(FunctionTargets(targets_)), &same_targets, name, out).choice = true;
  add_number_leaf(selector_.number(), name, out);
  for (const FunctionTarget& target : targets_) {
    for (Leaf& part : parts_of(target, name)) out.push_back(std::move(part));
  }
}

void FunctionChoice::ag_load_choice(LeafReader& in) {
  targets_ = targets_of(in.next());
  selector_ = Staged<int>::of(in.next().number);
  for (FunctionTarget& target : targets_) {
    if (target.function && target.type && target.type->load)
      target.function = target.type->load(target.function.get(), in);
  }
}

Staged<bool> FunctionChoice::selects(FunctionRef<bool(const FunctionTarget&)> property, SourceLocation location) const {
  if (is_known()) return property(target());
  const auto holds = [&](const FunctionTarget& one) { return property(one); };
  if (std::ranges::all_of(targets_, holds)) return true;
  Flag result;
  for (size_t k = 0; k < targets_.size(); ++k) {
    if (holds(targets_[k])) result = result || Flag(is_index(selector_, k, location));
  }
  return result;
}

Staged<bool> FunctionChoice::same(const FunctionChoice& a, const FunctionChoice& b, SourceLocation location) {
  const auto is = [&](size_t k) {
    return a.selects([&](const FunctionTarget& one) { return same_target(one, b.targets_[k]); }, location);
  };
  if (b.is_known()) return is(static_cast<size_t>(&b.target() - b.targets_.data()));
  Flag differs(true);  // not (same target, which b selects), for each target of b
  for (size_t k = 0; k < b.targets_.size(); ++k) {
    const Flag one = !Flag(is(k)) || !Flag(is_index(b.selector_, k, location));
    differs = !(!differs || !one);
  }
  return !differs;
}

namespace {

/// The variables that a call of a function value may change.
class ChangedVariables final : public StateBase {
 public:
  ChangedVariables(const std::vector<NamedVariable>& variables, SourceLocation location)
      : StateBase(location), variables_(variables) {}
  void save_variables(Leaves& out) const override {
    for (const NamedVariable& one : variables_) one.variable.type->save(one.variable.address, one.name, out);
  }
  void load_variables(LeafReader& in) const override {
    for (const NamedVariable& one : variables_) one.variable.type->load(one.variable.address, in);
  }
  void save_exits(Leaves&) const override {}
  void load_exits(LeafReader&) const override {}
  Flag stopped() const override { return {}; }

 private:
  const std::vector<NamedVariable>& variables_;
};

}  // namespace

void FunctionChoice::switch_targets(std::vector<NamedVariable> changed,
                                    FunctionRef<void(const FunctionTarget&)> call) const {
  if (is_known()) return call(target());
  for (const FunctionTarget& target : targets_) {
    if (target.function && target.type && target.type->changed) target.type->changed(target.function.get(), changed);
  }
  std::vector<NamedVariable> distinct;
  for (NamedVariable& one : changed) {
    const bool known = std::ranges::any_of(
        distinct, [&](const NamedVariable& other) { return other.variable.address == one.variable.address; });
    if (!known) distinct.push_back(std::move(one));
  }
  const SourceLocation location = std::source_location();
  const ChangedVariables state(distinct, location);
  if (targets_.size() == 2) {
    const Predicate second(is_index(selector_, 1, location), location);
    return trace_if(second, state, [&] { call(targets_[1]); }, [&] { call(targets_[0]); });
  }
  std::vector<std::vector<CaseLabel>> labels;
  for (size_t k = 0; k < targets_.size(); ++k) labels.push_back({CaseLabel(k)});
  labels.back().clear();  // default
  std::vector<std::function<void()>> bodies;
  for (const FunctionTarget& target : targets_) bodies.push_back([&] { call(target); });
  std::vector<Arm> arms;
  for (size_t k = 0; k < targets_.size(); ++k) arms.push_back({&labels[k], false, bodies[k]});
  run_switch(SwitchValue(selector_, location), state, arms);
}

bool has_choice(const Leaves& leaves) {
  return std::ranges::any_of(leaves, [](const Leaf& leaf) { return leaf.choice; });
}

void unify_choices(tracing::Trace& trace, std::vector<PathLeaves>& paths, SourceLocation location) {
  for (size_t at = 0;;) {
    const auto is_choice = [&](const PathLeaves& path) { return at < path.leaves.size() && path.leaves[at].choice; };
    const auto has_leaf = [&](const PathLeaves& path) {
      return at < path.leaves.size() && path.leaves[at].kind == paths.front().leaves[at].kind;
    };
    if (!std::ranges::all_of(paths, has_leaf)) return;
    if (std::ranges::all_of(paths, is_choice)) unify_at(trace, paths, at, location);
    ++at;
  }
}

bool same_choices(const Leaves& a, const Leaves& b) {
  return std::ranges::equal(a, b, [](const Leaf& one, const Leaf& other) {
    return one.choice == other.choice && (!one.choice || same_targets(one.host.get(), other.host.get()));
  });
}

}  // namespace ag::detail
