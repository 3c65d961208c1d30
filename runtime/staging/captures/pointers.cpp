/// Pointers whose target a tensor decides.
#include <algorithm>

#include "ag/staging/element.h"
#include "ag/staging/pointer.h"

namespace ag::detail {

namespace {

[[noreturn]] void null_pointer(SourceLocation location) {
  raise(Error(ErrorKind::out_of_range, "a null pointer is dereferenced", location), location);
}

/// Returns numbers[at] of known numbers.
Staged<int64_t> number_at(const std::vector<int64_t>& numbers, const Staged<int64_t>& at, SourceLocation location) {
  if (at.is_host()) return at.value() < 0 ? at.value() : numbers.at(static_cast<size_t>(at.value()));
  if (std::ranges::all_of(numbers, [&](int64_t one) { return one == numbers.front(); })) return numbers.front();
  Staged<int64_t> result = numbers.back();
  for (size_t k = numbers.size() - 1; k-- > 0;)
    result = select<int64_t, Staged<int64_t>>(at == static_cast<int64_t>(k), numbers[k], result, location);
  return result;
}

bool same_count(const void* a, const void* b) {
  return *static_cast<const size_t*>(a) == *static_cast<const size_t*>(b);
}

}  // namespace

const void* PointerSlots::address(SourceLocation location) const {
  const auto at = static_cast<size_t>(at_.value());
  if (at_.value() < 0 || at >= slots_.size() || !slots_[at].address) null_pointer(location);
  return slots_[at].address;
}

size_t PointerSlots::add_region(std::vector<Slot> region) {
  const size_t begin = slots_.size();
  for (Slot& slot : region) slot.region = regions_;
  ++regions_;
  slots_.insert(slots_.end(), region.begin(), region.end());
  return begin;
}

void PointerSlots::name(const void* address) {
  const auto is_there = [&](const Slot& one) { return one.address == address && (one.is_target || !address); };
  const auto found = std::ranges::find_if(slots_, is_there);
  const size_t at = found != slots_.end() ? static_cast<size_t>(found - slots_.begin())
                                          : add_region({{address, 0, address != nullptr}});
  at_ = static_cast<int64_t>(at);
}

void PointerSlots::name_element(const void* begin, size_t count, size_t size, int64_t at) {
  std::vector<Slot> region;
  for (size_t k = 0; k <= count; ++k) region.push_back({static_cast<const char*>(begin) + k * size, 0, k < count});
  at_ = static_cast<int64_t>(add_region(std::move(region))) + at;
}

Staged<int64_t> PointerSlots::number_in(PointerSlots& target, SourceLocation location) const {
  std::vector<int64_t> numbers;
  bool same = true;
  for (size_t first = 0; first < slots_.size();) {
    size_t last = first;
    while (last < slots_.size() && slots_[last].region == slots_[first].region) ++last;
    const std::vector<Slot> region(slots_.begin() + std::ptrdiff_t(first), slots_.begin() + std::ptrdiff_t(last));
    const auto begin = std::ranges::search(target.slots_, region, [](const Slot& a, const Slot& b) {
                         return a.address == b.address && a.is_target == b.is_target;
                       }).begin();
    const size_t at =
        begin != target.slots_.end() ? static_cast<size_t>(begin - target.slots_.begin()) : target.add_region(region);
    for (size_t k = first; k < last; ++k) numbers.push_back(static_cast<int64_t>(at + k - first));
    same = same && at == first;
    first = last;
  }
  return same ? at_ : number_at(numbers, at_, location);
}

void PointerSlots::name(const PointerSlots& other, SourceLocation location) { at_ = other.number_in(*this, location); }

Staged<bool> PointerSlots::names(const void* address) const {
  Staged<bool> result = false;
  for (size_t k = 0; k < slots_.size(); ++k) {
    if (slots_[k].address != address) continue;
    const Staged<bool> here = at_ == static_cast<int64_t>(k);
    if (here.is_host()) {
      if (here.value()) return true;
    } else {
      result = result.is_host() ? here : Staged<bool>(result | here);
    }
  }
  return result;
}

Staged<bool> PointerSlots::names(const PointerSlots& other, SourceLocation location) const {
  if (other.is_host()) return names(other.at_.value() < 0 ? nullptr : other.slots_[size_t(other.at_.value())].address);
  PointerSlots all = *this;
  const Staged<int64_t> at = other.number_in(all, location);
  return at_ == at;
}

Staged<int64_t> PointerSlots::distance_from(const PointerSlots& other, SourceLocation location) const {
  if (!other.is_host()) {
    PointerSlots all = *this;
    const Staged<int64_t> at = other.number_in(all, location);
    return at_ - at;
  }
  // An address may be the end of one array and the begin of another one: the array of this pointer counts.
  const void* address = other.slots_.at(static_cast<size_t>(other.at_.value())).address;
  std::vector<int64_t> distances(slots_.size(), 0);
  for (size_t k = 0; k < slots_.size(); ++k) {
    for (size_t from = 0; from < slots_.size(); ++from) {
      if (slots_[from].address == address && slots_[from].region == slots_[k].region)
        distances[k] = static_cast<int64_t>(k) - static_cast<int64_t>(from);
    }
  }
  bool even = !distances.empty();
  for (size_t k = 1; k < distances.size(); ++k) even = even && distances[k] == distances[0] + int64_t(k);
  return even ? Staged<int64_t>(at_ + distances[0]) : number_at(distances, at_, location);
}

Leaf PointerSlots::ag_save(const std::string& name) const {
  Leaf leaf;
  leaf.kind = Leaf::Kind::Number;
  leaf.name = name;
  leaf.number = at_.number();
  leaf.host = keep(slots_.size());
  leaf.same = same_count;
  return leaf;
}

void PointerSlots::ag_load(const Leaf& leaf) { at_ = Staged<int64_t>::of(leaf.number); }

std::vector<size_t> targets_of(const PointerSlots& pointer) {
  std::vector<size_t> result;
  for (size_t k = 0; k < pointer.slots().size(); ++k) {
    if (pointer.slots()[k].is_target) result.push_back(k);
  }
  return result;
}

bool may_be_null(const PointerSlots& pointer) {
  return std::ranges::any_of(pointer.slots(), [](const PointerSlots::Slot& one) { return !one.address; });
}

namespace {

/// A branch for each target; the last one needs no test, unless the pointer may be null.
void choose(const PointerSlots& pointer, const std::vector<size_t>& targets, size_t next, const StateBase& state,
            FunctionRef<void(size_t)> arm, SourceLocation location) {
  if (next == targets.size()) null_pointer(location);
  if (next + 1 == targets.size() && !may_be_null(pointer)) return arm(targets[next]);
  const Staged<bool> here = pointer.at() == static_cast<int64_t>(targets[next]);
  const auto then = [&] { arm(targets[next]); };
  const auto otherwise = [&] { choose(pointer, targets, next + 1, state, arm, location); };
  trace_if(Predicate(here, location), state, then, otherwise);
}

}  // namespace

void choose_target(const PointerSlots& pointer, const StateBase& state, FunctionRef<void(size_t)> arm,
                   SourceLocation location) {
  constexpr size_t kInOrder = 8;  // more targets are the cases of a switch
  const std::vector<size_t> targets = targets_of(pointer);
  if (targets.size() <= kInOrder) return choose(pointer, targets, 0, state, arm, location);
  const auto any = [&](size_t slot) {
    if (!pointer.slots()[slot].is_target) null_pointer(location);
    arm(slot);
  };
  record_choice(pointer.at().number(), pointer.slots().size(), state, any, location);
}

void TargetState::save_variables(Leaves& out) const {
  state_.save_variables(out);
  for (const Variable& one : targets_) one.type->save(one.address, "the variable of a pointer", out);
}

void TargetState::save_exits(Leaves& out) const {
  state_.save_exits(out);
  for (const Variable& one : exits_) one.type->save(one.address, std::string(), out);
}

void TargetState::load_variables(LeafReader& in) const {
  state_.load_variables(in);
  for (const Variable& one : targets_) one.type->load(one.address, in);
}

void TargetState::load_exits(LeafReader& in) const {
  state_.load_exits(in);
  for (const Variable& one : exits_) one.type->load(one.address, in);
}

Flag TargetState::stopped() const {
  Flag flag = state_.stopped();
  for (const Variable& one : exits_) flag = flag || *one.type->flag(one.address);
  return flag;
}

}  // namespace ag::detail
