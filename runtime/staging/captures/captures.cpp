#include "staging/captures/captures.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/check.h"
#include "base/class_name.h"
#include "ops/table.h"
#include "staging/captures/static_storage.h"
#include "staging/state/made_variables.h"
#include "staging/state/module_parts.h"
#include "tensor/convert.h"
#include "tensor/variable_impl.h"

namespace ag::tracing {

namespace {
thread_local Captures* current_captures = nullptr;

using detail::Leaf;

Leaf number_leaf(const detail::Number& number) {
  Leaf leaf;
  leaf.kind = Leaf::Kind::Number;
  leaf.number = number;
  leaf.name = "captured";
  return leaf;
}
Leaf tensor_leaf(const Tensor& tensor) {
  Leaf leaf;
  leaf.kind = Leaf::Kind::Tensor;
  leaf.tensor = tensor;
  leaf.name = "captured";
  return leaf;
}

}  // namespace

bool same_value(const Leaf& a, const Leaf& b) {
  return a.kind == Leaf::Kind::Number ? a.number.same(b.number) : a.tensor.impl() == b.tensor.impl();
}

bool Captures::Cell::dirty() const { return !value.stored || !same_value(*value.stored, value.now); }

Captures* captures() { return current_captures; }

Captures::Captures(Trace& trace, const CallMemory& memory) : trace_(trace), outer_(current_captures), memory_(memory) {
  current_captures = this;
  trace.before_failure(
      [this](const ir::OpDef&, std::span<const ir::ValueId>, SourceLocation location) { flush(location); });
}
Captures::~Captures() { current_captures = outer_; }

detail::StagedId Captures::number(Prologue::Slot slot) {
  // Shared by all traces, so that an id of an earlier trace is never mistaken for a new one.
  thread_local detail::StagedId next = detail::kLive + 1;
  const auto [at, is_new] = numbers_.try_emplace(slot, next);
  if (is_new) slots_.emplace_back(next++, slot);
  return at->second;
}

std::optional<Prologue::Slot> Captures::slot(detail::StagedId number) const {
  const auto at = std::ranges::lower_bound(slots_, number, {}, &std::pair<detail::StagedId, Prologue::Slot>::first);
  if (at == slots_.end() || at->first != number) return std::nullopt;
  return at->second;
}

Tensor Captures::symbol(Prologue::Slot slot, SourceLocation location) {
  Tensor& symbol = prologue_.symbol(slot);
  if (!symbol.defined()) {
    symbol = trace_.add_input({prologue_.dtype(slot), Shape(), false}, {}, location);
    prologue_.inputs().push_back({Prologue::HiddenInput::Kind::Number, slot});
  }
  return symbol;
}

std::optional<Place> Captures::find_place(const void* variable, bool& local) const {
  local = false;
  for (size_t k = 0; k < memory_.roots.size(); ++k) {
    const detail::Root& root = memory_.roots[k];
    if (!root.contains(variable)) continue;
    const auto base = reinterpret_cast<uintptr_t>(root.address);
    return Place{static_cast<int32_t>(k), reinterpret_cast<uintptr_t>(variable) - base};
  }
  const Place absolute{Place::kNoRoot, reinterpret_cast<uintptr_t>(variable)};
  if (detail::is_static_storage(variable) || prologue_.is_in_region(variable)) return absolute;
  local = memory_.locals.contains(variable) || detail::is_on_stack(variable, memory_.stack_end);
  if (!local && memory_.absolute) return absolute;
  return std::nullopt;
}

std::optional<Place> Captures::place_of(const void* variable, SourceLocation location) const {
  bool local = false;
  const std::optional<Place> place = find_place(variable, local);
  if (place || local) return place;
  throw Error(ErrorKind::unimplemented,
              "a traced function uses a number or a tensor of an object that it cannot find again at the next call",
              location,
              {"it follows globals, statics, and the members of `this` and of arguments passed by reference, but no "
               "pointers, containers of objects, or captures by reference",
               "make the object a member or a variable, or pass it as an argument"});
}

void Captures::follow_elements(const void* vector, const void* begin, const void* end, SourceLocation location) {
  const std::optional<Place> place = place_of(vector, location);
  if (!place) return;
  const std::array<const void*, 2> bounds{begin, end};
  AG_CHECK(std::memcmp(vector, bounds.data(), sizeof bounds) == 0, "a vector that does not begin with its bounds");
  const auto* words = static_cast<const void* const*>(vector);
  for (size_t k = 0; k < bounds.size(); ++k)
    prologue_.gate({place->root, place->offset + k * sizeof(void*)}, words + k, location);
  const auto size = static_cast<size_t>(static_cast<const char*>(end) - static_cast<const char*>(begin));
  if (size > 0) prologue_.add_region({begin, size});
}

void Captures::follow_object(const void* pointer, const void* object, size_t size, const std::type_info* type,
                             SourceLocation location) {
  const std::optional<Place> place = place_of(pointer, location);
  if (!place) return;
  if (object && size == 0) {
    throw Error(ErrorKind::unimplemented,
                "an object of class '" + class_name(*type) + "' is used, whose methods are not seen where it is",
                location, {"the graph would keep what its members hold now", "define the class above this function"});
  }
  prologue_.gate(*place, pointer, location);
  if (!object) return;
  prologue_.add_region({object, size});
  // its class, by the pointer to the virtual table
  if (type) prologue_.gate({Place::kNoRoot, reinterpret_cast<uintptr_t>(object)}, object, location);
}

Tensor Captures::handle_at(const Place& place, const Variable& variable, SourceLocation location) {
  const detail::VariableImpl& impl = *detail::VariableAccess::impl(variable);
  const Prologue::Slot slot = prologue_.variable(place, &variable, DType::uint64);
  const bool is_new = !prologue_.symbol(slot).defined();
  const Tensor handle = symbol(slot, location);
  if (is_new) {
    prologue_.variables().push_back(
        {place, impl.dtype, impl.shape, impl.resource ? impl.resource->type(location) : std::vector<int64_t>()});
    trace_.graph().value(handle.impl()->symbol->value).name = impl.name;
  }
  return handle;
}

Tensor Captures::handle(const Variable& variable, SourceLocation location) {
  if (detail::VariableAccess::trace(variable) == trace_.id()) {
    const Tensor known = trace_.staged(detail::VariableAccess::handle(variable));
    if (known.defined()) return known;
  }
  bool local = false;
  if (const std::optional<Place> place = find_place(&variable, local)) return handle_at(*place, variable, location);
  const detail::VariableImpl& impl = *detail::VariableAccess::impl(variable);
  if (local) return impl.handle;
  // The variable was made by a trace that is not kept. In the next trace it exists already, or the graph makes it.
  const MadeVariables* made = MadeVariables::current();
  if (made && made->contains(variable)) return impl.handle;
  const auto has = [&](const Module& module) { return detail::ModuleAccess::parts(module)->contains(variable); };
  if (const Module* owner = owner_of(has)) {
    guard(*owner, location);
    return impl.handle;
  }
  throw Error(
      ErrorKind::unimplemented,
      "a traced function uses " + (impl.name.empty() ? std::string("a variable") : "variable '" + impl.name + "'") +
          ", which it cannot find again at the next call",
      location,
      {"it finds globals, statics, arguments, members of `this`, and what a module made with variable() or added "
       "with submodule(), but not what a pointer or a container leads to"});
}

const Module* Captures::owner_of(detail::FunctionRef<bool(const Module&)> has) const {
  for (const Module* module : guarded_) {
    if (has(*module)) return module;
  }
  for (const detail::Root& root : memory_.roots) {
    if (root.module && has(*root.module)) return root.module;
  }
  return nullptr;
}

void Captures::guard(const Module& module, SourceLocation location) {
  const auto& parts = detail::ModuleAccess::parts(module);
  if (parts->trace == trace_.id()) return;  // the function makes the module
  const auto has = [&](const Module& one) { return detail::ModuleAccess::parts(one)->contains(parts.get()); };
  if (std::ranges::any_of(guarded_, [&](const Module* one) { return has(*one); })) return;
  bool local = false;
  if (const std::optional<Place> place = find_place(&module, local)) {
    prologue_.modules().push_back({*place, parts, parts->count()});
    guarded_.push_back(&module);
    return;
  }
  if (local) return;
  const Module* owner = owner_of(has);
  if (owner && owner != &module) return guard(*owner, location);
  throw Error(ErrorKind::unimplemented, "a traced function uses a module that it cannot find again at the next call",
              location, {"make it a global, or a part of the module whose method is called, with submodule()"});
}

void Captures::guard_pointer(const void* place, SourceLocation location) {
  bool local = false;
  const std::optional<Place> found = find_place(place, local);
  if (found) return prologue_.guard_object(prologue_.variable(*found, place, DType::uint64), location);
  if (local) return;
  throw Error(
      ErrorKind::unimplemented, "a traced function calls a function object that it cannot find again at the next call",
      location,
      {"make the object a variable outside of the function or a member of `this`, or call what it was made of"});
}

void Captures::fix(Variable& copy) {
  if (is_of_graph(copy)) return;  // it holds its handle in the graph
  const Tensor& handle = detail::VariableAccess::impl(copy)->handle;
  const SourceLocation location = detail::VariableAccess::impl(copy)->place;
  const Tensor symbol = trace_.symbol_of(trace_.value_of(handle, location), location);
  detail::VariableAccess::set_handle(copy, trace_.id(), trace_.stage(symbol));
}

void Captures::note_copy(Variable& copy, const Variable& of) {
  bool local = false;
  if (detail::VariableAccess::trace(of) == trace_.id() || !of.defined()) return;
  if (const std::optional<Place> place = find_place(&of, local)) {
    const SourceLocation location = detail::VariableAccess::impl(of)->place;
    detail::VariableAccess::set_handle(copy, trace_.id(), trace_.stage(handle_at(*place, of, location)));
  }
}

void Captures::note_assigned(const Variable& variable) {
  bool local = false;
  if (!find_place(&variable, local)) return;  // a local variable of the function, or an element of a container
  const detail::VariableImpl* impl = detail::VariableAccess::impl(variable);
  if (impl)
    note_made({impl->name, impl->place, true});
  else
    note_made({{}, std::nullopt, true});
}

Captures::Cell* Captures::find(const Place& place) {
  const auto at = std::ranges::find(cells_, place, &Cell::place);
  return at == cells_.end() ? nullptr : &*at;
}

detail::Number Captures::initial_number(const Place& place, const void* variable, DType dtype) {
  return {0, number(prologue_.variable(place, variable, dtype)), dtype};
}

detail::Number Captures::read_number(const void* variable, DType dtype, SourceLocation location) {
  const std::optional<Place> place = place_of(variable, location);
  if (!place) {
    detail::Number known{0, 0, dtype};
    __builtin_memcpy(&known.bits, variable, item_size(dtype));
    return known;
  }
  if (const Cell* cell = find(*place)) return cell->value.now.number;
  return initial_number(*place, variable, dtype);
}

Tensor Captures::captured(const Place& place, const Tensor& variable, SourceLocation location) {
  std::vector<Prologue::CapturedTensor>& tensors = prologue_.tensors();
  const auto known = std::ranges::find(tensors, place, &Prologue::CapturedTensor::place);
  if (known != tensors.end()) return known->symbol;
  if (variable.defined() && variable.impl()->is_symbol()) trace_.value_of(variable, location);  // throws
  Tensor symbol = variable;
  if (!is_constant_of_trace(variable)) {
    const detail::TensorImpl& impl = *variable.impl();
    symbol = trace_.add_input({impl.dtype, impl.shape, impl.weak}, {}, location);
    symbol.impl()->device_number = impl.device_number;  // an operation with values of another device is an error
    prologue_.inputs().push_back({Prologue::HiddenInput::Kind::Tensor, static_cast<uint32_t>(tensors.size())});
  }
  prologue_.add_tensor({place, variable, symbol});
  return symbol;
}

const Tensor& Captures::read_tensor(const Tensor& variable, SourceLocation location) {
  const std::optional<Place> place = place_of(&variable, location);
  return place ? tensor_cell(*place, variable, location).value.now.tensor : variable;
}

void Captures::refuse_in_branch(SourceLocation location) const {
  if (trace_.depth() == 0) return;
  throw Error(ErrorKind::unimplemented,
              "an object with state of its own that belongs to the traced function changes where a tensor decides",
              location, {"keep it outside of the function, as a member or an argument by reference"});
}

Captures::Cell& Captures::make_cell(const Place& place, const void* variable, const Leaf& initial) {
  const bool tensor = initial.kind == Leaf::Kind::Tensor;
  cells_.push_back({place, const_cast<void*>(variable), tensor, /*written=*/false, initial, {initial, initial}});
  return cells_.back();
}

Captures::Cell& Captures::tensor_cell(const Place& place, const Tensor& variable, SourceLocation location) {
  Cell* cell = find(place);
  return cell ? *cell : make_cell(place, &variable, tensor_leaf(captured(place, variable, location)));
}

bool Captures::writes() const { return std::ranges::any_of(cells_, &Cell::written); }

bool Captures::write_number(void* variable, const detail::Number& value, SourceLocation location) {
  const std::optional<Place> place = place_of(variable, location);
  if (!place) {
    refuse_in_branch(location);
    return false;
  }
  Cell* cell = find(*place);
  if (!cell) cell = &make_cell(*place, variable, number_leaf(initial_number(*place, variable, value.dtype)));
  cell->written = true;
  cell->value.now.number = value;
  return true;
}

Tensor& Captures::written_tensor(Tensor& variable, SourceLocation location) {
  const std::optional<Place> place = place_of(&variable, location);
  if (!place) {
    refuse_in_branch(location);
    return variable;
  }
  Cell& cell = tensor_cell(*place, variable, location);
  cell.written = true;
  return cell.value.now.tensor;
}

Captures::Values Captures::values() const {
  Values values;
  for (const Cell& cell : cells_) values.push_back(cell.value);
  return values;
}

void Captures::set_values(const Values& values) {
  for (size_t k = 0; k < cells_.size(); ++k) {
    cells_[k].value = k < values.size() ? values[k] : Value{cells_[k].initial, cells_[k].initial};
  }
}

void Captures::carry(size_t cell, const Leaf& leaf) {
  Value& value = cells_[cell].value;
  const bool stored = value.stored && same_value(*value.stored, leaf);
  value.now = leaf;
  if (!stored) value.stored.reset();
}

void Captures::flush(SourceLocation location) {
  for (Cell& cell : cells_) {
    if (!cell.dirty()) continue;
    const Leaf& now = cell.value.now;
    if (cell.tensor && !now.tensor.defined()) continue;
    const Tensor value = cell.tensor ? now.tensor : detail::number_tensor(now.number, location);
    if (value.impl()->is_symbol() && !trace_.is_available(value, trace_.block()))
      continue;  // an error where it is read
    const Tensor place = symbol(prologue_.address_of(cell.place, cell.address), location);
    const std::vector<ir::ValueId> operands{trace_.value_of_passed(place, location),
                                            trace_.value_of_passed(value, location)};
    const auto store = [&] { trace_.record(ops::def(ops::Op::store), operands, {cell.tensor}, {}, {}, location); };
    const Tensor defined = value.impl()->is_symbol() ? value.impl()->symbol->defined : Tensor();
    if (defined.defined())  // without a value the variable stays unchanged
      trace_.record_where(trace_.value_of(defined, location), true, location, store);
    else
      store();
    cell.value.stored = now;
  }
}

}  // namespace ag::tracing
