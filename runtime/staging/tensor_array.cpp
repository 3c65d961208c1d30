/// ag::TensorArray over the operations on its elements.
#include "ag/tensor_array.h"

#include <algorithm>
#include <array>

#include "ag/list.h"
#include "ag/literal.h"
#include "ag/loops.h"
#include "ag/range.h"
#include "ag/structure.h"
#include "exec/run_op.h"
#include "ops/define.h"

namespace ag {

namespace {

bool is_symbol(const Tensor& tensor) { return tensor.defined() && tensor.impl()->is_symbol(); }

/// A number that is known, or -1.
int64_t known_number(const Tensor& tensor) {
  return is_symbol(tensor) ? -1 : detail::read_scalar(*tensor.impl()).integer;
}

Tensor integer(const TensorArg& x, const char* what) {
  const DType dtype = x.is_tensor() ? detail::used(x.tensor(), x.location()).dtype : x.literal();
  if (!is_integer(dtype)) {
    throw Error(ErrorKind::type_error,
                std::string("TensorArray: ") + what + " is " + std::string(name(dtype)) + ", an integer is needed",
                x.location());
  }
  return astype(x, int64);
}

std::string called(const std::string& name) { return name.empty() ? "the TensorArray" : "TensorArray '" + name + "'"; }

/// Replaces `first` by what an operation makes of it, in its memory where nobody else needs that.
void overwrite(ops::Op op, Tensor& first, std::span<const Tensor> others, ir::Attributes attributes,
               SourceLocation location) {
  const detail::TensorImpl& impl = *first.impl();
  const bool symbolic = is_tracing() || is_symbol(first) || std::ranges::any_of(others, &is_symbol);
  const bool owned = !symbolic && detail::is_unique(&impl) && (!impl.buffer || detail::is_unique(impl.buffer)) &&
                     !impl.literal && detail::is_contiguous(impl);
  if (!owned) {
    std::vector<Tensor> operands{first};
    operands.insert(operands.end(), others.begin(), others.end());
    first = tracing::apply_one(ops::def(op), operands, std::move(attributes), location);
    return;
  }
  std::vector<detail::TensorImpl*> inputs{first.impl()};
  for (const Tensor& operand : others) inputs.push_back(operand.impl());
  std::vector<Tensor> outputs{std::move(first)};
  try {
    exec::run_op(ops::def(op), inputs, attributes, location, outputs);
  } catch (...) {
    first = std::move(outputs.front());  // nothing was written
    throw;
  }
  first = std::move(outputs.front());
}

}  // namespace

TensorArray::TensorArray(DType dtype, const TensorArrayOptions& options, SourceLocation location)
    : size_(integer(TensorArg(options.size, location), "the size")),
      dtype_(dtype),
      element_(options.element_shape),
      dynamic_(options.dynamic_size),
      name_(options.name) {
  if (known_number(size_) < 0 && !is_symbol(size_)) {
    throw Error(ErrorKind::invalid_argument, "TensorArray: the size is " + std::to_string(known_number(size_)),
                location);
  }
  if (!element_.known()) return;
  Shape shape = element_;
  shape.insert(0, 0);
  items_.tensor = detail::allocate(dtype, shape);
  const int64_t size = known_number(size_);
  if (dynamic_ || size == 0) return;
  const std::array<Tensor, 2> operands{items_.tensor, size_};
  items_.tensor = ops::call(ops::Op::array_resize, operands, {size}, location);
}

/// The elements, as many as the array has.
Tensor TensorArray::known(const char* what, SourceLocation location) const {
  if (!items_.tensor.defined()) {
    throw Error(ErrorKind::invalid_argument,
                std::string(what) + ": " + called(name_) + " has no elements, so the shape of one is not known",
                location, {"name it: TensorArray(float32, {.size = n, .element_shape = Shape{3}})"});
  }
  const int64_t size = known_number(size_),
                length = items_.tensor.impl()->shape.ranked() ? items_.tensor.impl()->shape[0] : unknown;
  if (size >= 0 && length >= size) return items_.tensor;
  const std::array<Tensor, 2> operands{items_.tensor, size_};
  return ops::call(ops::Op::array_resize, operands, {dynamic_ ? int64_t{-1} : size}, location);
}

void TensorArray::write(const TensorArg& index, const TensorArg& value) {
  const SourceLocation location = index.location();
  const Tensor at = integer(index, "the index");
  const Tensor given = value.value();
  const detail::TensorImpl& impl = detail::used(given, location);
  if (!impl.weak && impl.dtype != dtype_) {
    throw Error(ErrorKind::type_error,
                called(name_) + " has elements of dtype " + std::string(ag::name(dtype_)) + " and gets one of dtype " +
                    std::string(ag::name(impl.dtype)),
                location, {"convert it, with ag::astype(x, " + std::string(ag::name(dtype_)) + ")"});
  }
  const Tensor element =
      impl.weak ? ops::as(TensorArg(given, location), dtype_, ops::def(ops::Op::array_write), location) : given;
  const Shape& shape = impl.shape;
  bool fits = !element_.ranked() || !shape.ranked() || shape.size() == element_.size();
  for (size_t axis = 0; fits && element_.ranked() && shape.ranked() && axis < shape.size(); ++axis) {
    fits = shape[axis] == element_[axis] || shape[axis] == unknown || element_[axis] == unknown;
  }
  if (!fits) {
    throw Error(ErrorKind::shape_error,
                called(name_) + " has elements of shape " + element_.str() + " and gets one of shape " + shape.str(),
                location);
  }
  if (!items_.tensor.defined()) {
    Shape none = shape.ranked() ? shape : Shape();
    for (int64_t axis = 0; axis < none.rank(); ++axis) {
      if (none[static_cast<size_t>(axis)] == unknown) none[static_cast<size_t>(axis)] = 0;
    }
    none.insert(0, 0);
    items_.tensor = detail::allocate(dtype_, none);
  }
  const int64_t size = known_number(size_);
  const std::array<Tensor, 3> others{at, size_, element};
  overwrite(ops::Op::array_write, items_.tensor, others, {dynamic_ ? int64_t{-1} : size, dynamic_}, location);
}

Tensor TensorArray::read(const TensorArg& index) const {
  const Tensor at = integer(index, "the index");
  const std::array<Tensor, 2> operands{known("read", index.location()), at};
  return ops::call(ops::Op::array_read, operands, {}, index.location());
}

Tensor TensorArray::stack(SourceLocation location) const { return known("stack", location); }

Tensor TensorArray::gather(const TensorArg& indices) const {
  return take(TensorArg(known("gather", indices.location()), indices.location()), indices, 0);
}

Tensor TensorArray::concat(SourceLocation location) const {
  return detail::list_joined(known("concat", location), 0, location);
}

void TensorArray::set(Tensor items, SourceLocation location) {
  const detail::TensorImpl& impl = detail::used(items, location);
  if (impl.shape.ranked() && impl.shape.empty()) {
    throw Error(ErrorKind::shape_error, "TensorArray: a number has no rows", location);
  }
  if (impl.dtype != dtype_ && !impl.weak) {
    throw Error(ErrorKind::type_error,
                called(name_) + " has elements of dtype " + std::string(ag::name(dtype_)) + " and gets rows of dtype " +
                    std::string(ag::name(impl.dtype)),
                location);
  }
  const int64_t count = impl.shape.ranked() ? impl.shape[0] : unknown;
  size_ = count == unknown ? ag::shape(TensorArg(items, location))[0] : ag::tensor(Literal(count, location), int64);
  items_.tensor = std::move(items);
}

void TensorArray::unstack(const TensorArg& x) { set(x.value(), x.location()); }

void TensorArray::scatter(const TensorArg& indices, const TensorArg& x) {
  const SourceLocation location = indices.location();
  const Tensor places = indices.value(), rows = x.value();
  const Shape& shape = detail::used(places, location).shape;
  if (!shape.ranked() || shape.size() != 1) {
    throw Error(ErrorKind::shape_error,
                "TensorArray: scatter needs a vector of indices, not one of shape " + shape.str(), location);
  }
  detail::used(rows, x.location());
  if (shape[0] == unknown) {
    TensorArray& array = *this;
    for_stmt(range(ag::shape(TensorArg(places, location))[0], location), state({"array", location}, array),
             [&](const Tensor& k) { array.write(TensorArg(places[k], location), rows[k]); });
    return;
  }
  for (int64_t k = 0; k < shape[0]; ++k) write(TensorArg(places[k], location), rows[k]);
}

void TensorArray::split(const TensorArg& x, const std::vector<int64_t>& lengths) {
  const SourceLocation location = x.location();
  const Tensor value = x.value();
  if (lengths.empty() || std::ranges::any_of(lengths, [&](int64_t length) { return length != lengths[0]; })) {
    throw Error(ErrorKind::unimplemented,
                "TensorArray: the elements have one shape, so the lengths of a split are equal", location,
                {"keep the pieces in a std::vector, or pad them"});
  }
  const Shape& shape = detail::used(value, location).shape;
  const auto count = static_cast<int64_t>(lengths.size());
  const auto open = shape.ranked() && !shape.empty() ? std::count(shape.begin() + 1, shape.end(), unknown) : 2;
  if (open > 1 || (open == 1 && shape[0] != count * lengths[0])) {
    throw Error(ErrorKind::unimplemented,
                "TensorArray: split needs a tensor of which all extents behind the first are known", location);
  }
  std::vector<int64_t> pieces{count, lengths[0]};
  for (auto extent = shape.begin() + 1; extent != shape.end(); ++extent)
    pieces.push_back(*extent == unknown ? -1 : *extent);
  set(reshape(TensorArg(value, location), ShapeArg(pieces, location)), location);
}

ArrayLength TensorArray::size(SourceLocation location) const {
  if (!dynamic_ || !items_.tensor.defined()) return size_;
  return ag::shape(TensorArg(known("size", location), location))[0];
}

Shape TensorArray::element_shape() const {
  if (element_.known() || !items_.tensor.defined() || !items_.tensor.impl()->shape.ranked()) return element_;
  return Shape(items_.tensor.impl()->shape.dims().subspan(1));
}

// ---- as a part of other things ----

namespace detail {

Leaf ArrayItems::ag_save(const std::string& name) const {
  Leaf leaf;
  leaf.kind = Leaf::Kind::Tensor;
  leaf.list = true;
  leaf.name = name;
  leaf.tensor = tensor;
  return leaf;
}

void ArrayItems::ag_load(const Leaf& leaf) { tensor = leaf.tensor; }

}  // namespace detail

}  // namespace ag
