#include "staging/control/leaves.h"

#include <algorithm>

#include "ag/staging/item.h"
#include "ops/define.h"
#include "staging/captures/external_cells.h"
#include "staging/control/lending.h"

namespace ag::detail {

Leaf::Leaf() = default;
Leaf::Leaf(const Leaf&) = default;
Leaf::Leaf(Leaf&&) noexcept = default;
Leaf& Leaf::operator=(const Leaf&) = default;
Leaf& Leaf::operator=(Leaf&&) noexcept = default;
Leaf::~Leaf() = default;

void add_tensor_leaf(const Tensor& tensor, const std::string& name, Leaves& out) {
  Leaf& leaf = out.emplace_back();
  leaf.kind = Leaf::Kind::Tensor;
  leaf.name = name;
  leaf.tensor = tensor;
  leaf.variable = &tensor;
}

void add_number_leaf(const Number& number, const std::string& name, Leaves& out) {
  Leaf& leaf = out.emplace_back();
  leaf.kind = Leaf::Kind::Number;
  leaf.name = name;
  leaf.number = number;
}

void sort_pointers(std::span<const void*> pointers, bool (*less)(const void*, const void*)) {
  std::ranges::sort(pointers, less);
}

bool same_number(long double a, long double b) {
  return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b;
}

Leaf& add_host_leaf(std::shared_ptr<const void> value, bool (*same)(const void*, const void*), const std::string& name,
                    Leaves& out) {
  Leaf& leaf = out.emplace_back();
  leaf.name = name;
  leaf.host = std::move(value);
  leaf.same = same;
  return leaf;
}

void add_leaf(Leaf&& leaf, Leaves& out) { out.push_back(std::move(leaf)); }

std::string element_name(const std::string& name, size_t index) { return name + "[" + std::to_string(index) + "]"; }

std::string part_name(const std::string& name, size_t index) { return name + "." + std::to_string(index); }

std::shared_ptr<const void> own(const void* value, void (*destroy)(const void*)) { return {value, destroy}; }

void Pack::save_variables(Leaves& out) const {
  if (variables_ == 0) return;
  const std::vector<std::string> names = split_names(names_.text);
  for (size_t k = 0; k < variables_; ++k) {
    // A parameter pack has one name for all its variables.
    all_[k].type->save(all_[k].address, names[std::min(k, names.size() - 1)], out);
  }
}

void Pack::save_exits(Leaves& out) const {
  for (size_t k = variables_; k < variables_ + exits_; ++k) all_[k].type->save(all_[k].address, std::string(), out);
}

void Pack::load_variables(LeafReader& in) const {
  for (size_t k = 0; k < variables_; ++k) all_[k].type->load(all_[k].address, in);
}

void Pack::load_exits(LeafReader& in) const {
  for (size_t k = variables_; k < variables_ + exits_; ++k) all_[k].type->load(all_[k].address, in);
}

Flag Pack::stopped() const {
  Flag flag;
  for (size_t k = variables_; k < variables_ + exits_; ++k) flag = flag || *all_[k].type->flag(all_[k].address);
  return flag;
}

SavedState save_state(const StateBase& state) {
  SavedState saved;
  LentVariables::save(saved.variables);
  state.save_variables(saved.variables);  // must be last: a loop appends the variables that it discovers
  state.save_exits(saved.exits);
  if (const tracing::Captures* captures = tracing::captures()) saved.captures = captures->values();
  return saved;
}

void load_state(const StateBase& state, const SavedState& saved) {
  if (tracing::Captures* captures = tracing::captures()) captures->set_values(saved.captures);
  LeafReader variables(saved.variables), exits(saved.exits);
  LentVariables::load(variables);
  state.load_variables(variables);
  state.load_exits(exits);
}

bool states_differ(const SavedState& a, const SavedState& b) {
  if (a.variables.size() != b.variables.size() || cells_differ(a, b)) return true;
  for (size_t k = 0; k < a.variables.size(); ++k) {
    const Leaf &was = a.variables[k], &is = b.variables[k];
    if (is.tensor.impl() != was.tensor.impl() || !is.number.same(was.number)) return true;
    if (!is.flag.number().same(was.flag.number())) return true;
    if (is.host != was.host && is.same && !is.same(is.host.get(), was.host.get())) return true;
  }
  return false;
}

Staged<bool> exit_flag(const Leaf& leaf) {
  return leaf.kind == Leaf::Kind::Number ? Staged<bool>::of(leaf.number) : leaf.flag;
}
void set_exit_flag(Leaf& leaf, const Staged<bool>& flag) {
  if (leaf.kind == Leaf::Kind::Number)
    leaf.number = flag.number();
  else
    leaf.flag = flag;
}

StateGuard::~StateGuard() {
  if (armed_) load_state(state_, saved_);
}

Staged<bool> definedness(const Tensor& tensor) {
  if (!tensor.defined()) return Staged<bool>(false);
  const TensorImpl& impl = *tensor.impl();
  if (impl.is_symbol() && impl.symbol->defined.defined()) return flag_of(impl.symbol->defined);
  return Staged<bool>(true);
}

Staged<bool> asked_definedness(const Tensor& tensor) {
  if (!tensor.defined()) tracing::current()->ask_undefined();
  return definedness(tensor);
}

ir::TensorType type_of(const Tensor& tensor) {
  const TensorImpl& impl = *tensor.impl();
  return {impl.dtype, impl.shape, impl.weak};
}

Tensor cast_to(const Tensor& tensor, DType dtype, SourceLocation location) {
  const TensorImpl& impl = *tensor.impl();
  if (impl.dtype == dtype && !(impl.literal && impl.weak)) return tensor;
  return ops::as(TensorArg(tensor, location), dtype, ops::def(ops::Op::astype), location);
}

Tensor number_of_exact(const Tensor& exact, SourceLocation location) {
  return literal_symbol({0, stage(exact), kExact}, DType::float32, location);
}

Tensor undefined_value(const ir::TensorType& type, SourceLocation location) {
  tracing::Trace& trace = *tracing::current();
  return trace
      .record(ops::def(ops::Op::undefined), std::vector<ir::ValueId>{}, {type.dtype, type.shape}, {type}, {}, location)
      .front();
}

Tensor unusable(const ir::TensorType& type, std::string why, SourceLocation location) {
  Symbol symbol;
  symbol.trace = tracing::current()->id();
  symbol.unusable = std::move(why);
  symbol.location = location;
  return make_symbol(type.dtype, type.shape, type.weak, std::move(symbol));
}

std::string place_of(const Tensor& tensor) {
  if (!tensor.defined() || !(tensor.impl()->is_symbol() || tensor.impl()->literal)) return {};
  const TensorImpl& impl = *tensor.impl();
  return " (" + (impl.is_symbol() ? impl.symbol->location : impl.place).str() + ")";
}

std::string quoted_name(const std::string& name) { return name.empty() ? "the returned value" : "'" + name + "'"; }

Tensor empty_list_like(ir::TensorType list) {
  for (size_t axis = 0; axis < list.shape.size(); ++axis) {
    if (axis == 0 || list.shape[axis] == unknown) list.shape[axis] = 0;
  }
  return allocate(list.dtype, list.shape.empty() ? Shape({0}) : list.shape);
}

std::string remedy_of(const Leaf& leaf) {
  if (leaf.name.starts_with("the size of ")) return "give it its length before, or use ag::List";
  if (leaf.name.starts_with("whether ")) return "give it a value before";
  if (leaf.name.starts_with("the keys of ")) return "insert the keys before";
  if (leaf.name.starts_with("the alternative of ")) return "use one alternative in all branches";
  return "declare it ag::Tensor";
}

bool meet(const ir::TensorType& a, const ir::TensorType& b, DType& dtype, bool& weak) {
  weak = a.weak && b.weak;
  if (a.dtype == b.dtype) {
    dtype = a.dtype;
    return true;
  }
  if (!a.weak && !b.weak) return false;
  auto rank = [](DType type) { return is_floating(type) ? 2 : type == DType::boolean ? 0 : 1; };
  if (weak) {
    dtype = promote_types(a.dtype, b.dtype);
    return rank(a.dtype) == rank(b.dtype);
  }
  const ir::TensorType& strong = a.weak ? b : a;
  const ir::TensorType& number = a.weak ? a : b;
  dtype = strong.dtype;
  return rank(number.dtype) == rank(strong.dtype);
}

}  // namespace ag::detail
