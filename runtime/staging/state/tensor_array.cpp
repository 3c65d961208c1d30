/// ag::TensorArray, implemented by operations on its elements.
#include "ag/tensor_array.h"

#include <algorithm>
#include <array>

#include "ag/detail/structure.h"
#include "ag/effects.h"
#include "ag/literal.h"
#include "ag/range.h"
#include "ag/staging/lists/list.h"
#include "ag/staging/loops.h"
#include "exec/device_op.h"
#include "ops/define.h"
#include "trace/recorder.h"

namespace ag {

namespace {

bool is_symbol(const Tensor& tensor) { return tensor.defined() && tensor.impl()->is_symbol(); }

/// Returns a known number, or -1.
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

/// Replaces `first` by the result of an operation, in place if its memory is not shared.
void overwrite(ops::Op op, Tensor& first, std::span<const Tensor> others, ir::Attributes attributes,
               SourceLocation location) {
  const bool symbolic =
      is_tracing() || tracing::recorder() || is_symbol(first) || std::ranges::any_of(others, &is_symbol);
  if (symbolic || !detail::may_overwrite(*first.impl())) {
    std::vector<Tensor> operands{first};
    operands.insert(operands.end(), others.begin(), others.end());
    first = tracing::apply_one(ops::def(op), operands, std::move(attributes), location);
    return;
  }
  std::vector<detail::TensorImpl*> inputs{first.impl()};
  for (const Tensor& operand : others) inputs.push_back(operand.impl());
  std::vector<Tensor> outputs{std::move(first)};
  try {
    exec::run_immediately(ops::def(op), inputs, attributes, location, outputs);
  } catch (...) {
    first = std::move(outputs.front());  // unchanged
    throw;
  }
  first = std::move(outputs.front());
}

Tensor number(int64_t value, SourceLocation location) { return ag::tensor(Literal(value, location), int64); }

/// Returns x with at least `count` rows; missing rows are zero.
Tensor lengthened(const Tensor& x, const Tensor& count, SourceLocation location) {
  const std::array<Tensor, 2> operands{x, count};
  return ops::call(ops::Op::array_resize, operands, {known_number(count)}, location);
}

/// Returns x with its first two axes transposed.
Tensor exchanged(const Tensor& x, size_t rank, SourceLocation location) {
  std::vector<int> axes(rank);
  for (size_t k = 0; k < rank; ++k) axes[k] = static_cast<int>(k);
  std::swap(axes[0], axes[1]);
  return permute_dims(TensorArg(x, location), axes);
}

Tensor extent(const Tensor& x, int64_t axis, SourceLocation location) {
  const Shape& shape = x.impl()->shape;
  const bool known = shape.ranked() && shape[static_cast<size_t>(axis)] != unknown;
  if (known) return number(shape[static_cast<size_t>(axis)], location);
  return ag::shape(TensorArg(x, location))[axis];
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
  if (element_.ranked() && !element_.empty() && element_[0] == unknown)
    lengths_.tensor = detail::allocate(int64, Shape{0});
  if (options.clear_after_read) read_.tensor = detail::allocate(boolean, Shape{0});
  if (!element_.known()) return;
  Shape shape = element_;
  shape.insert(0, 0);
  items_.tensor = detail::allocate(dtype, shape);
  const int64_t size = known_number(size_);
  if (dynamic_ || size == 0) return;
  const std::array<Tensor, 2> operands{items_.tensor, size_};
  items_.tensor = ops::call(ops::Op::array_resize, operands, {size}, location);
}

/// Resizes per-element data to the size of the array.
Tensor TensorArray::resized(const Tensor& items, SourceLocation location) const {
  const int64_t size = known_number(size_), length = items.impl()->shape.ranked() ? items.impl()->shape[0] : unknown;
  if (size >= 0 && length >= size) return items;
  const std::array<Tensor, 2> operands{items, size_};
  return ops::call(ops::Op::array_resize, operands, {dynamic_ ? int64_t{-1} : size}, location);
}

/// Returns the elements, resized to the size of the array.
Tensor TensorArray::known(const char* what, SourceLocation location) const {
  if (!items_.tensor.defined()) {
    throw Error(ErrorKind::invalid_argument,
                std::string(what) + ": " + called(name_) + " has no elements, so the shape of one is not known",
                location, {"name it: TensorArray(float32, {.size = n, .element_shape = Shape{3}})"});
  }
  return resized(items_.tensor, location);
}

/// Returns elements padded to the longest, trimmed to their actual length; an error if their lengths differ.
Tensor TensorArray::whole(const Tensor& items, const Tensor& lengths, const char* what, SourceLocation location) const {
  const tracing::OperandDevice here(lengths);
  const Tensor none = tensor({0}, int64);
  const Tensor longest = max(ag::concat(TensorList({lengths, none}, location)));
  detail::check_items(detail::CheckCondition(all(lengths == longest), location),
                      std::string(what) + ": the elements of " + called(name_) + " differ in length:", {lengths});
  return items(ag::all, slice({}, longest, 1, location));
}

/// Stores the data of one element.
void TensorArray::put(Tensor& items, const Tensor& at, const Tensor& value, SourceLocation location) const {
  const std::array<Tensor, 3> others{at, size_, value};
  overwrite(ops::Op::array_write, items, others, {dynamic_ ? int64_t{-1} : known_number(size_), dynamic_}, location);
}

/// Records the length of an element and returns the element, padded with zeros to the longest.
Tensor TensorArray::with_length(const Tensor& element, const Tensor& at, SourceLocation location) {
  const Tensor length = extent(element, 0, location);
  put(lengths_.tensor, at, length, location);
  if (!items_.tensor.defined()) return element;
  const Tensor longest = maximum(TensorArg(extent(items_.tensor, 1, location), location), length);
  const size_t rank = element_.size() + 1;
  const Tensor longer = lengthened(exchanged(items_.tensor, rank, location), longest, location);
  items_.tensor = exchanged(longer, rank, location);
  return lengthened(element, longest, location);
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
  const Tensor item = lengths_.tensor.defined() ? with_length(element, at, location) : element;
  if (!items_.tensor.defined()) {
    Shape none = shape.ranked() ? shape : Shape();
    for (int64_t axis = 0; axis < none.rank(); ++axis) {
      if (none[static_cast<size_t>(axis)] == unknown) none[static_cast<size_t>(axis)] = 0;
    }
    none.insert(0, 0);
    items_.tensor = detail::allocate(dtype_, none);
  }
  put(items_.tensor, at, item, location);
  if (read_.tensor.defined()) put(read_.tensor, at, Tensor(false, location), location);
}

Tensor TensorArray::read(const TensorArg& index) const {
  const SourceLocation location = index.location();
  const Tensor at = integer(index, "the index");
  const auto element = [&](const Tensor& of) {
    const std::array<Tensor, 2> operands{of, at};
    return ops::call(ops::Op::array_read, operands, {}, location);
  };
  const Tensor items = known("read", location), item = element(items);
  if (read_.tensor.defined()) {
    const Tensor was_read = element(lengthened(read_.tensor, extent(items, 0, location), location));
    detail::check_items(detail::CheckCondition(!was_read, location),
                        "read: " + called(name_) +
                            " is made with .clear_after_read = true and gives an element once; this one was read "
                            "before: index",
                        {at});
  }
  if (!lengths_.tensor.defined()) return item;
  return item[slice({}, element(resized(lengths_.tensor, location)), 1, location)];
}

Tensor TensorArray::read(const TensorArg& index) {
  const Tensor element = std::as_const(*this).read(index);
  if (read_.tensor.defined()) {
    const SourceLocation location = index.location();
    put(read_.tensor, integer(index, "the index"), Tensor(true, location), location);
  }
  return element;
}

Tensor TensorArray::stack(SourceLocation location) const {
  const Tensor items = known("stack", location);
  return lengths_.tensor.defined() ? whole(items, resized(lengths_.tensor, location), "stack", location) : items;
}

Tensor TensorArray::gather(const TensorArg& indices) const {
  const SourceLocation location = indices.location();
  const Tensor items = take(TensorArg(known("gather", location), location), indices, 0);
  if (!lengths_.tensor.defined()) return items;
  return whole(items, take(TensorArg(resized(lengths_.tensor, location), location), indices, 0), "gather", location);
}

Tensor TensorArray::concat(SourceLocation location) const {
  const Tensor items = known("concat", location);
  if (!lengths_.tensor.defined()) return detail::list_joined(items, 0, location);
  const Tensor lengths = expand_dims(TensorArg(resized(lengths_.tensor, location), location), 1);
  const Tensor is_there = arange(TensorArg(extent(items, 1, location), location)) < lengths;
  return boolean_mask(TensorArg(items, location), TensorArg(is_there, location));
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
  size_ = count == unknown ? ag::shape(TensorArg(items, location))[0] : number(count, location);
  if (lengths_.tensor.defined()) {
    if (impl.shape.ranked() && impl.shape.size() != element_.size() + 1) {
      throw Error(ErrorKind::shape_error,
                  called(name_) + " has elements of shape " + element_.str() + " and gets rows of one of shape " +
                      impl.shape.str(),
                  location);
    }
    lengths_.tensor = full({Dim(size_, location)}, TensorArg(extent(items, 1, location), location));
  }
  if (read_.tensor.defined()) read_.tensor = detail::allocate(boolean, Shape{0});
  items_.tensor = std::move(items);
}

namespace {

/// Gathers consecutive pieces of x with these lengths, each padded to the longest by copies of other rows.
Tensor pieces(const Tensor& x, const std::vector<int64_t>& lengths, SourceLocation location) {
  int64_t longest = 0, total = 0;
  for (const int64_t length : lengths) {
    if (length < 0) {
      throw Error(ErrorKind::invalid_argument,
                  "TensorArray: a piece of a split has the length " + std::to_string(length), location);
    }
    longest = std::max(longest, length);
    total += length;
  }
  const Tensor rows = extent(x, 0, location);
  const std::string what = "TensorArray: the lengths of a split add up to " + std::to_string(total) + ", of rows:";
  const int64_t count = known_number(rows);
  if (count >= 0 && count != total) throw Error(ErrorKind::shape_error, what + " " + std::to_string(count), location);
  if (count < 0) detail::check_items(detail::CheckCondition(rows == total, location), what, {rows});
  std::vector<int64_t> places;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    for (int64_t k = 0; k < longest; ++k) places.push_back(k < length ? start + k : 0);
    start += length;
  }
  const Tensor wanted = ag::tensor(places, {static_cast<int64_t>(lengths.size()), longest});
  return take(TensorArg(x, location), TensorArg(wanted, location), 0);
}

/// The overload for symbolic lengths.
Tensor pieces(const Tensor& x, const Tensor& lengths, SourceLocation location) {
  const auto at = [location](const auto& operand) { return TensorArg(operand, location); };
  const Tensor negative = at(lengths) < 0, total = sum(at(lengths)), rows = extent(x, 0, location);
  detail::check_items(detail::CheckCondition(!any(at(negative)), location),
                      "TensorArray: a piece of a split has a length below 0:", {lengths});
  detail::check_items(detail::CheckCondition(total == rows, location), "TensorArray: the lengths of a split add up to",
                      {total, "of rows:", rows});
  const Tensor longest = max(at(concat(TensorList({lengths, zeros({1}, int64)}, location), 0)));
  const Tensor within = expand_dims(at(arange(at(longest))), 0), length = expand_dims(at(lengths), 1);
  const Tensor start = expand_dims(at(cumulative_sum(at(lengths), 0) - lengths), 1);
  return take(at(x), at(where(at(within < length), at(start + within), at(int64_t{0}))), 0);
}

}  // namespace

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
  const Shape& shape = detail::used(value, location).shape;
  if (lengths_.tensor.defined()) {
    const Tensor rows = pieces(value, lengths, location);
    set(rows, location);
    lengths_.tensor = ag::tensor(lengths, {static_cast<int64_t>(lengths.size())});
    return;
  }
  if (lengths.empty() || std::ranges::any_of(lengths, [&](int64_t length) { return length != lengths[0]; }))
    refuse_lengths(shape, "equal", location);
  const auto count = static_cast<int64_t>(lengths.size());
  const auto open = shape.ranked() && !shape.empty() ? std::count(shape.begin() + 1, shape.end(), unknown) : 2;
  if (open > 1 || (open == 1 && shape[0] != count * lengths[0])) {
    throw Error(ErrorKind::unimplemented,
                "TensorArray: split needs a tensor of which all extents after the first are known", location);
  }
  std::vector<int64_t> pieces{count, lengths[0]};
  for (auto extent = shape.begin() + 1; extent != shape.end(); ++extent)
    pieces.push_back(*extent == unknown ? -1 : *extent);
  set(reshape(TensorArg(value, location), ShapeArg(pieces, location)), location);
}

void TensorArray::split_by(const TensorArg& x, const Tensor& lengths) {
  const SourceLocation location = x.location();
  const Tensor value = x.value(), wanted = integer(TensorArg(lengths, location), "the length of a piece");
  const Shape& shape = wanted.impl()->shape;
  if (!shape.ranked() || shape.size() != 1) {
    throw Error(ErrorKind::shape_error, "TensorArray: split needs a vector of lengths, not one of shape " + shape.str(),
                location);
  }
  if (!is_symbol(wanted)) return split(x, wanted.to_vector<int64_t>());
  if (!lengths_.tensor.defined())
    refuse_lengths(detail::used(value, location).shape, "numbers that are known while tracing", location);
  set(pieces(value, wanted, location), location);
  lengths_.tensor = wanted;
}

void TensorArray::refuse_lengths(const Shape& shape, const char* why, SourceLocation location) const {
  Shape open = element_.ranked() ? element_ : shape;
  if (open.ranked() && !open.empty()) open[0] = unknown;
  throw Error(ErrorKind::invalid_argument,
              "TensorArray: the elements of " + called(name_) + " have one shape, so the lengths of a split are " + why,
              location, {"let them differ in length, with .element_shape = Shape" + open.str()});
}

ArrayLength TensorArray::size(SourceLocation location) const {
  if (!dynamic_ || !items_.tensor.defined()) return size_;
  return ag::shape(TensorArg(known("size", location), location))[0];
}

Shape TensorArray::element_shape() const {
  if (element_.known() || lengths_.tensor.defined() || !items_.tensor.defined() ||
      !items_.tensor.impl()->shape.ranked())
    return element_;
  return Shape(items_.tensor.impl()->shape.dims().subspan(1));
}

// ---- leaf interface ----

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
