/// Element: a subscript of a mutable tensor, which can be read and, while it is a temporary, assigned.
#include <algorithm>

#include "ag/index.h"
#include "ag/ops.h"
#include "ops/subscripts/index_arrays.h"
#include "ops/subscripts/store.h"
#include "ops/subscripts/subscript.h"
#include "tensor/convert.h"
#include "tensor/interned_strings.h"
#include "trace/context.h"
#include "trace/recorder.h"

namespace ag {

struct Element::Path {
  ops::Subscript subscript;
  std::shared_ptr<const Path> outer;  // the subscripts before it: t[outer][subscript]
};

namespace {

/// Returns the subscript t[outer][inner] as one, where `outer` holds integers only.
ops::Subscript merged(const ops::Subscript& outer, const ops::Subscript& inner) {
  ops::Subscript both = outer;
  for (const ops::IndexItem& item : inner.items) both.items.push_back(item);
  both.bounds.insert(both.bounds.end(), inner.bounds.begin(), inner.bounds.end());
  for (ops::Selector selector : inner.selectors) {
    selector.item += outer.items.size();
    both.selectors.push_back(selector);
  }
  return both;
}

/// Releases the result of reading `subscript`, which is not needed. The nodes that a trace recorded for it are erased,
/// as long as no later node could use them.
void drop(Tensor& reading, const ops::Subscript& subscript) {
  tracing::Trace* trace = tracing::current();
  if (trace && reading.defined() && reading.impl()->is_symbol() && detail::is_unique(reading.impl()) &&
      reading.impl()->symbol->trace == trace->id()) {
    ir::Graph& graph = trace->graph();
    ir::ValueId value = reading.impl()->symbol->value;
    // A mask or integer tensor after another subscript was read in two steps.
    for (int steps = subscript.has_selector() && !subscript.takes_everything() ? 2 : 1; steps > 0; --steps) {
      const std::vector<ir::NodeId>& nodes = graph.block(trace->block()).nodes;
      if (nodes.empty() || graph.value(value).producer != nodes.back()) break;
      const ir::NodeId node = nodes.back();
      if (graph.node(node).operands.empty()) break;  // a constant, which others may share
      value = graph.node(node).operands.front();
      graph.erase(node);
    }
  }
  reading = Tensor();
}

/// Moves a view with a single owner into memory of its own. Its elements stay the same, and the array that it aliased
/// may be overwritten in place.
void detach(detail::TensorImpl& view) {
  Tensor copy = detail::allocate(view.dtype, view.shape);
  detail::TensorImpl& fresh = *copy.impl();
  detail::convert_elements(fresh, view);
  std::swap(view.buffer, fresh.buffer);
  std::swap(view.strides, fresh.strides);
  std::copy(std::begin(fresh.small), std::end(fresh.small), std::begin(view.small));
  view.address = view.buffer ? view.buffer->data : view.small;
}

bool is_symbol(const Tensor& tensor) { return tensor.defined() && tensor.impl()->is_symbol(); }

/// Returns the new value of `tensor` after t[path] = `value`; the first entry of `path` is applied first.
Tensor rebuilt(const Tensor& tensor, std::span<const ops::Subscript* const> path, const Tensor& value) {
  if (path.size() == 1) return ops::updated(tensor, *path[0], value);
  const Tensor part = ops::read(tensor, *path[0]);
  return ops::updated(tensor, *path[0], rebuilt(part, path.subspan(1), value));
}

/// Overwrites the elements that the integer tensors of a subscript select.
void write_selected(ops::Target& target, const ops::Subscript& subscript, const std::vector<int64_t>& axes,
                    const detail::TensorImpl& value) {
  std::vector<Tensor> indices;
  for (const ops::Selector& selector : subscript.selectors) indices.push_back(selector.tensor);
  const bool neighbours = ops::are_neighbours(axes);
  if (!neighbours) target.permute(ops::moved_to_front(axes, target.shape.rank()));
  ops::write_taken(target, indices, neighbours ? axes.front() : 0, value);
}

void write_in_place(Tensor& root, std::span<const ops::Subscript* const> path, const Tensor& value) {
  const ops::Subscript& last = *path.back();
  const SourceLocation location = last.location;
  const ir::TensorType before{root.impl()->dtype, root.impl()->shape};
  detail::make_unique(root);
  try {
    ops::Target target(*root.impl());
    std::vector<int64_t> axes;
    for (const ops::Subscript* subscript : path) {
      if (subscript->has_selector()) axes = ops::selector_axes(target.shape, *subscript);
      target.narrow(subscript->items, nullptr);
    }
    if (!last.has_selector())
      ops::write_all(target, *value.impl());
    else if (last.is_mask())
      ops::write_masked(target, *last.selectors[0].tensor.impl(), axes[0], *value.impl());
    else
      write_selected(target, last, axes, *value.impl());
    detail::TensorImpl* const all[] = {root.impl(), value.impl()};
    if (detail::keep_strings(all)) detail::add_strings(*root.impl(), all);
  } catch (const ops::Fault& fault) {
    throw Error(fault.kind,
                "index_update: " + fault.message + " (operands " + ir::str(before) + ", " +
                    ir::str(ir::TensorType{value.impl()->dtype, value.impl()->shape}) + ")",
                location);
  }
}

}  // namespace

Element::Element(Tensor& root, std::span<const Index> indices) : root_(&root) {
  auto path = std::make_shared<Path>();
  path->subscript = ops::parse_subscript(indices);
  static_cast<Tensor&>(*this) = ops::read(root, path->subscript);
  path_ = std::move(path);
}

Element::Element(Tensor& root, std::shared_ptr<const Path> path) : root_(&root), path_(std::move(path)) {}

Element Element::operator[](const Index& index) && {
  const ops::Subscript inner = ops::parse_subscript({&index, 1});
  const bool is_merged = path_->subscript.is_integers_only();
  auto path = std::make_shared<Path>();
  path->subscript = is_merged ? merged(path_->subscript, inner) : inner;
  path->outer = is_merged ? path_->outer : path_;
  Element element(*root_, path);
  if (is_merged && !path->outer) {
    drop(*this, path_->subscript);  // t[i][j] is t(i, j)
    static_cast<Tensor&>(element) = ops::read(*root_, path->subscript);
  } else {
    static_cast<Tensor&>(element) = ops::read(*this, inner);
    static_cast<Tensor&>(*this) = Tensor();  // a second reference would make the next write copy the array
  }
  return element;
}

StoredElement::operator Tensor() const {
  Tensor value = *element_.root_;
  std::vector<const ops::Subscript*> path;
  for (const Element::Path* step = element_.path_.get(); step; step = step->outer.get())
    path.insert(path.begin(), &step->subscript);
  for (const ops::Subscript* subscript : path) value = ops::read(value, *subscript);
  return value;
}

StoredElement Element::store(const TensorArg& value) {
  std::vector<const ops::Subscript*> path;
  bool symbolic = tracing::recorder() || is_symbol(*root_) || (value.is_tensor() && is_symbol(value.tensor()));
  bool selects_once = true, is_on_device = false;
  for (const Path* step = path_.get(); step; step = step->outer.get()) {
    is_on_device = is_on_device || std::ranges::any_of(step->subscript.selectors, [](const ops::Selector& selector) {
                     return selector.tensor.impl()->is_on_device();
                   });
    selects_once = selects_once && (path.empty() || !step->subscript.has_selector());
    symbolic = symbolic || step->subscript.is_symbolic();
    path.insert(path.begin(), &step->subscript);
  }
  const SourceLocation location = path_->subscript.location;
  const detail::TensorImpl& root = detail::used(*root_, location);
  drop(*this, path_->subscript);
  Tensor stored = ops::stored_as(value, root.dtype, ops::def(ops::Op::index_update), location);
  is_on_device = is_on_device || root.is_on_device() || stored.impl()->is_on_device();
  if (symbolic || is_on_device || !selects_once) {
    *root_ = rebuilt(*root_, path, stored);
    return StoredElement(*this);
  }
  if (value.is_tensor() && stored.impl() == value.tensor().impl() && stored.impl() != &root && root.buffer &&
      stored.impl()->buffer == root.buffer) {
    // x[i] = x[j]: the value is a view of the array that is overwritten. If this is the only handle of the view, the
    // view copies its elements, so that the array need not be copied.
    stored = Tensor();
    detail::TensorImpl& view = *value.tensor().impl();
    if (detail::is_unique(&view)) detach(view);
    stored = value.tensor();
  }
  write_in_place(*root_, path, stored);
  return StoredElement(*this);
}

#define AG_COMPOUND_ASSIGNMENT(op)                                          \
  StoredElement Element::operator op##=(const TensorArg & value)&& {        \
    const SourceLocation location = value.location();                       \
    return store(TensorArg(TensorArg(*this, location) op value, location)); \
  }
AG_COMPOUND_ASSIGNMENTS(AG_COMPOUND_ASSIGNMENT)
#undef AG_COMPOUND_ASSIGNMENT

void Element::operator++() && { store(add(TensorArg(*this, path_->subscript.location), 1)); }
void Element::operator--() && { store(subtract(TensorArg(*this, path_->subscript.location), 1)); }
void Element::operator++(int) && { std::move(*this).operator++(); }
void Element::operator--(int) && { std::move(*this).operator--(); }

Element Tensor::operator[](const Index& a) & { return Element(*this, {&a, 1}); }
Element Tensor::operator()(const Index& a) & { return Element(*this, {&a, 1}); }
Element Tensor::operator()(const Index& a, const Index& b) & {
  const Index list[] = {a, b};
  return Element(*this, list);
}
Element Tensor::operator()(const Index& a, const Index& b, const Index& c) & {
  const Index list[] = {a, b, c};
  return Element(*this, list);
}
Element Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d) & {
  const Index list[] = {a, b, c, d};
  return Element(*this, list);
}
Element Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e) & {
  const Index list[] = {a, b, c, d, e};
  return Element(*this, list);
}
Element Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e,
                           const Index& f) & {
  const Index list[] = {a, b, c, d, e, f};
  return Element(*this, list);
}

}  // namespace ag
