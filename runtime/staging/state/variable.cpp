/// ag::Variable: operations run immediately, or are recorded while a function is traced.
#include "ag/variable.h"

#include <ostream>

#include "ag/detail/structure.h"
#include "ag/effects.h"
#include "ag/ops.h"
#include "ag/staging/state.h"
#include "ops/define.h"
#include "ops/variables.h"
#include "staging/captures/captures.h"
#include "staging/captures/first_value.h"
#include "staging/captures/static_storage.h"
#include "staging/state/made_variables.h"
#include "tensor/device_array.h"
#include "tensor/variable_impl.h"
#include "trace/recorder.h"

namespace ag {

namespace {

using detail::VariableAccess;
using detail::VariableImpl;

VariableImpl& used(const Variable& variable, SourceLocation location) {
  if (VariableImpl* impl = VariableAccess::impl(variable)) {
    tracing::check_in_trace(variable, location);
    return *impl;
  }
  throw Error(ErrorKind::invalid_argument, "a variable is used that was never made", location,
              {"make it before, as in ag::Variable v(0.0)"});
}

void release(VariableImpl* impl) {
  if (impl && impl->release()) delete impl;
}

/// Returns the handle of the variable in the trace in progress; undefined without a trace.
Tensor handle(const Variable& variable, SourceLocation location) {
  tracing::FirstValue::check_effect(location);
  tracing::Captures* captures = tracing::captures();
  return is_tracing() && captures ? captures->handle(variable, location) : Tensor();
}

/// Returns `value` in the type of the variable: a number takes its dtype.
Tensor typed(const VariableImpl& variable, const TensorArg& value, SourceLocation location) {
  const bool weak = value.is_tensor() ? detail::used(value.tensor(), location).weak : true;
  return weak ? ops::stored_number(value, variable.dtype, location) : value.tensor();
}

void record_write(const VariableImpl& variable, ops::Op op, std::vector<Tensor> operands, ir::Attributes attributes,
                  SourceLocation location) {
  ir::Attributes all{variable.dtype, variable.shape, variable.name};
  for (ir::Attribute& attribute : attributes) all.push_back(std::move(attribute));
  tracing::apply(ops::def(op), operands, std::move(all), location);
}

/// Applies one update to a variable.
void change(const Variable& variable, ops::Op op, std::vector<Tensor> operands, SourceLocation location) {
  VariableImpl& impl = used(variable, location);
  const ir::OpDef& def = ops::def(op);
  const Tensor known = handle(variable, location);
  if (!known.defined()) return ops::change(impl, def, operands, location);
  std::vector<ir::TensorType> types{{impl.dtype, impl.shape}};
  for (const Tensor& operand : operands) {
    const detail::TensorImpl& of = detail::used(operand, location);
    types.push_back({of.dtype, of.shape, of.weak});
  }
  const ir::Attributes none;
  ir::InferContext infer(def, types, none, location);
  def.block->infer(infer);
  ops::check_variable_fits(types[0], impl.name, infer.results()[0], location);
  operands.insert(operands.begin(), known);
  record_write(impl, ops::Op::change_variable, std::move(operands), {std::string(def.name)}, location);
}

void scatter(const Variable& variable, ops::Op op, const TensorArg& indices, const TensorArg& updates) {
  const SourceLocation location = indices.location();
  change(variable, op, {indices.value(), typed(used(variable, location), updates, location)}, location);
}

}  // namespace

// ---- construction and the handle ----

Variable::Variable(const TensorArg& initial, const VariableOptions& options, SourceLocation location) {
  create(initial, options, location);
}

void Variable::create(detail::FunctionRef<Tensor()> initial, const VariableOptions& options, SourceLocation location) {
  const Tensor value = detail::without_tracing([&] { return initial(); });
  create(TensorArg(value, location), options, location);
}

namespace {

/// Returns the initial value of a new variable; nullopt if it is symbolic.
std::optional<Tensor> first_value_of(const Variable& variable, const Tensor& initial, SourceLocation location) {
  const tracing::MadeVariables* made = tracing::MadeVariables::current();
  const bool may_be_of_graph = made && is_tracing() && tracing::captures() && !detail::is_static_storage(&variable);
  if (!may_be_of_graph) return detail::first_value(initial, location);
  if (made->in_graph()) return std::nullopt;
  try {
    return detail::first_value(initial, location);
  } catch (const Error&) {
    return std::nullopt;
  }
}

Tensor converted(const Tensor& value, const VariableOptions& options, SourceLocation location) {
  const DType dtype = options.dtype ? *options.dtype : value.impl()->dtype;
  const TensorArg known(value, location);
  if (value.impl()->weak) return ops::stored_number(known, dtype, location);
  return options.dtype ? astype(known, dtype) : value;
}

}  // namespace

void Variable::create(const TensorArg& initial, const VariableOptions& options, SourceLocation location) {
  const Tensor given = initial.value();
  const std::optional<Tensor> first = first_value_of(*this, given, location);
  const Tensor value = first ? detail::without_tracing([&] { return converted(*first, options, location); })
                             : converted(given, options, location);
  const DType dtype = value.impl()->dtype;
  const Shape shape = options.shape ? *options.shape : value.impl()->shape;
  ops::check_variable_fits({dtype, shape}, options.name, {dtype, value.impl()->shape}, location);

  impl_ = new VariableImpl;
  impl_->dtype = dtype;
  impl_->shape = shape;
  impl_->trainable = options.trainable;
  impl_->name = options.name;
  impl_->place = location;
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  tracing::MadeVariables* made = tracing::MadeVariables::current();
  if (!first) {
    made->make_in_graph(*this, value, location);
    if (!made->in_graph()) captures->note_made({impl_->name, location});  // possibly only in this call
    return;
  }
  impl_->handle = detail::allocate(DType::uint64, Shape());
  const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(impl_));
  __builtin_memcpy(impl_->handle.impl()->data(), &address, sizeof(address));
  const bool is_number = value.impl()->shape.empty() && !value.impl()->is_on_device() && !detail::stays_on_host(dtype);
  const Tensor placed = is_number ? detail::array_on(value, device::default_number(location), location) : value;
  impl_->device_number = placed.impl()->device_number;
  impl_->write(detail::make_contiguous(placed));
  if (!captures) return;
  captures->note_made({impl_->name, location});
  if (made) made->add(*this);
}

Variable::Variable(const Variable& other) noexcept : impl_(other.impl_), trace_(other.trace_), handle_(other.handle_) {
  if (!impl_) return;
  detail::retain(impl_);
  if (tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr) captures->note_copy(*this, other);
}

Variable::Variable(Variable&& other) noexcept
    : impl_(std::exchange(other.impl_, nullptr)), trace_(other.trace_), handle_(other.handle_) {}

Variable& Variable::operator=(const Variable& other) noexcept { return *this = Variable(other); }

Variable& Variable::operator=(Variable&& other) noexcept {
  if (impl_ != other.impl_) {
    if (tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr) {
      const size_t before = captures->made().size();
      captures->note_assigned(*this);
      const bool is_outside = captures->made().size() > before;
      if (is_outside && other.impl_ && tracing::is_of_graph(other))
        tracing::MadeVariables::current()->note_spoiled(*this);
    }
  }
  std::swap(impl_, other.impl_);
  trace_ = other.trace_;
  handle_ = other.handle_;
  return *this;
}

Variable::~Variable() { release(impl_); }

// ---- reading ----

Tensor Variable::value(SourceLocation location) const {
  const VariableImpl& impl = used(*this, location);
  const Tensor known = handle(*this, location);
  if (!known.defined()) {
    if (tracing::Recorder* recorder = tracing::recorder()) return recorder->read(impl, impl.read(), location);
    return impl.read();
  }
  tracing::Trace& trace = *tracing::current();
  trace.note_read({&impl, trace.value_of(known, location), this});
  return tracing::apply_one(ops::def(ops::Op::read_variable), std::span(&known, 1), {impl.dtype, impl.shape}, location);
}

DType Variable::dtype(SourceLocation location) const { return used(*this, location).dtype; }
const std::string& Variable::name(SourceLocation location) const { return used(*this, location).name; }
bool Variable::trainable(SourceLocation location) const { return used(*this, location).trainable; }

Shape Variable::shape(SourceLocation location) const {
  const VariableImpl& impl = used(*this, location);
  return impl.shape.known() || is_tracing() ? impl.shape : impl.read().shape(location);
}

int64_t Variable::ndim(SourceLocation location) const {
  const VariableImpl& impl = used(*this, location);
  return impl.shape.ranked() ? impl.shape.rank() : value(location).ndim(location);
}

int64_t Variable::size(SourceLocation location) const {
  const VariableImpl& impl = used(*this, location);
  return impl.shape.known() ? impl.shape.element_count() : value(location).size(location);
}

int64_t Variable::shape(int axis, SourceLocation location) const { return value(location).shape(axis, location); }

// ---- writing ----

const Variable& Variable::assign(const TensorArg& value) const {
  const SourceLocation location = value.location();
  VariableImpl& impl = used(*this, location);
  const Tensor next = typed(impl, value, location);
  const Tensor known = handle(*this, location);
  if (!known.defined() && !next.impl()->is_symbol()) {
    ops::assign(impl, next, location);
    return *this;
  }
  ops::check_variable_fits({impl.dtype, impl.shape}, impl.name, {next.impl()->dtype, next.impl()->shape}, location);
  record_write(impl, ops::Op::assign_variable, {known.defined() ? known : impl.handle, next}, {}, location);
  return *this;
}

const Variable& Variable::assign_add(const TensorArg& value) const {
  change(*this, ops::Op::add, {typed(used(*this, value.location()), value, value.location())}, value.location());
  return *this;
}
const Variable& Variable::assign_sub(const TensorArg& value) const {
  change(*this, ops::Op::subtract, {typed(used(*this, value.location()), value, value.location())}, value.location());
  return *this;
}
const Variable& Variable::scatter_add(const TensorArg& indices, const TensorArg& updates) const {
  scatter(*this, ops::Op::scatter_add, indices, updates);
  return *this;
}
const Variable& Variable::scatter_sub(const TensorArg& indices, const TensorArg& updates) const {
  scatter(*this, ops::Op::scatter_sub, indices, updates);
  return *this;
}
const Variable& Variable::scatter_update(const TensorArg& indices, const TensorArg& updates) const {
  scatter(*this, ops::Op::scatter_update, indices, updates);
  return *this;
}

// ---- leaf interface ----

detail::Leaf Variable::ag_save(const std::string& name) const {
  detail::Leaf leaf;
  leaf.name = name;
  leaf.host = detail::keep(Variable(*this));
  leaf.same = [](const void* a, const void* b) {
    const Variable &left = *static_cast<const Variable*>(a), &right = *static_cast<const Variable*>(b);
    return left.impl_ == right.impl_ && left.handle_ == right.handle_;
  };
  leaf.resource = impl_;
  return leaf;
}

/// A leaf without a variable leaves the variable unchanged.
void Variable::ag_load(const detail::Leaf& leaf) {
  if (!leaf.host) return;
  const Variable& kept = *static_cast<const Variable*>(leaf.host.get());
  if (impl_ != kept.impl_) *this = kept;
  const tracing::Trace* trace = tracing::current();
  trace_ = leaf.number.id && trace ? trace->id() : kept.trace_;
  handle_ = leaf.number.id ? leaf.number.id : kept.handle_;
}

std::ostream& operator<<(std::ostream& stream, const Variable& variable) { return stream << variable.value(); }
Tensor operator!(const Variable& variable) { return logical_not(variable); }

TensorArg::TensorArg(const Variable& variable, SourceLocation location)
    : tensor_(nullptr), location_(location), owned_(variable.value(location)) {}
Predicate::Predicate(const Variable& variable, SourceLocation location)
    : Predicate(variable.value(location), location) {}

namespace detail {
PrintItem::PrintItem(const ag::Variable& variable) : tensor_(variable.value()) {}
}  // namespace detail

}  // namespace ag
