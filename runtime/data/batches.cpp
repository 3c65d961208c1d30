/// Datasets that combine several elements into one: batches, padded batches and windows.
#include <algorithm>
#include <cstring>
#include <deque>

#include "data/resource.h"
#include "kernel/copy.h"

namespace ag::data {

namespace {

void check_positive(int64_t value, const char* what, SourceLocation location) {
  if (value > 0) return;
  throw Error(ErrorKind::invalid_argument, std::string(what) + " is " + std::to_string(value), location);
}

std::optional<ElementTypes> with_leading(std::optional<ElementTypes> types, int64_t extent) {
  if (!types) return types;
  for (ir::TensorType& type : *types) {
    if (type.shape.ranked()) type.shape.insert(0, extent);
  }
  return types;
}

int64_t batch_count(int64_t count, int64_t size, bool drop) {
  if (count < 0) return count;
  return drop ? count / size : count / size + (count % size != 0);
}

class Batch final : public Derived {
 public:
  Batch(SourcePtr of, int64_t size, bool drop, SourceLocation location)
      : Derived(std::move(of)), size_(size), drop_(drop), location_(location) {}

  PullPtr open(Operands operands) const override {
    const auto size = static_cast<size_t>(size_);
    return pull([of = of_->open(operands), columns = std::vector<Row>(), size, drop = drop_,
                 location = location_](Row& row) mutable {
      size_t count = 0;
      for (Row& column : columns) column.clear();
      for (; count < size && of->next(row); ++count) {
        columns.resize(row.size());
        for (size_t k = 0; k < row.size(); ++k) columns[k].push_back(std::move(row[k]));
      }
      if (count == 0 || (drop && count < size)) return false;
      row.resize(columns.size());
      for (size_t k = 0; k < columns.size(); ++k) row[k] = stack(columns[k], location);
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return with_leading(of_->types(), drop_ ? size_ : unknown); }
  int64_t count(Operands operands) const override { return batch_count(of_->count(operands), size_, drop_); }

 private:
  int64_t size_;
  bool drop_;
  SourceLocation location_;
};

/// Batches of elements of different sizes. Smaller elements are padded with `value` to the size of the largest one.
class PaddedBatch final : public Derived {
 public:
  PaddedBatch(SourcePtr of, int64_t size, std::vector<Shape> shapes, double value, bool drop, SourceLocation location)
      : Derived(std::move(of)),
        size_(size),
        shapes_(std::move(shapes)),
        value_(value),
        drop_(drop),
        location_(location) {}

  PullPtr open(Operands operands) const override {
    return pull([batch = self(this), of = of_->open(operands)](Row& row) mutable {
      std::vector<Row> rows;
      while (rows.size() < static_cast<size_t>(batch->size_) && of->next(row)) rows.push_back(std::move(row));
      if (rows.empty() || (batch->drop_ && rows.size() < static_cast<size_t>(batch->size_))) return false;
      row.clear();
      for (size_t k = 0; k < rows[0].size(); ++k) row.push_back(batch->column(rows, k));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    auto types = of_->types();
    for (size_t k = 0; types && k < types->size(); ++k) {
      Shape& shape = (*types)[k].shape;
      if (!shape.ranked()) continue;
      for (size_t axis = 0; axis < shape.size(); ++axis)
        shape[axis] = k < shapes_.size() && axis < shapes_[k].size() ? shapes_[k][axis] : unknown;
    }
    return with_leading(std::move(types), drop_ ? size_ : unknown);
  }
  int64_t count(Operands operands) const override { return batch_count(of_->count(operands), size_, drop_); }

 private:
  Tensor column(const std::vector<Row>& rows, size_t k) const {
    const detail::TensorImpl& first = *rows[0][k].impl();
    Shape most = first.shape;
    for (const Row& row : rows) {
      const detail::TensorImpl& one = *row[k].impl();
      if (one.dtype != first.dtype || one.shape.size() != most.size()) {
        throw Error(ErrorKind::type_error,
                    "padded_batch: the elements differ in more than their extents: " +
                        ir::str({first.dtype, first.shape}) + " and " + ir::str({one.dtype, one.shape}),
                    location_);
      }
      for (size_t axis = 0; axis < most.size(); ++axis) most[axis] = std::max(most[axis], one.shape[axis]);
    }
    if (k < shapes_.size()) widen(most, shapes_[k]);
    Shape shape = most;
    shape.insert(0, static_cast<int64_t>(rows.size()));
    Tensor whole = detail::allocate(first.dtype, shape);
    std::byte* out = whole.impl()->data();
    const size_t item = item_size(first.dtype);
    const Tensor padding = detail::scalar_tensor(detail::scalar_of(value_), first.dtype);
    const auto count = static_cast<size_t>(shape.element_count());
    for (size_t at = 0; at < count; ++at) std::memcpy(out + at * item, padding.impl()->data(), item);
    const detail::Strides strides = detail::contiguous_strides(most.dims());
    for (const Row& row : rows) {
      const detail::TensorImpl& one = *row[k].impl();
      kernel::copy_elements(one.shape.dims(), item, out, strides.begin(), one.data(), one.strides.begin());
      out += static_cast<size_t>(most.element_count()) * item;
      keep_strings_of(whole, {&row[k], 1});
    }
    return whole;
  }
  void widen(Shape& most, const Shape& asked) const {
    if (asked.size() != most.size())
      throw Error(ErrorKind::shape_error,
                  "padded_batch: elements of shape " + most.str() + " do not fit into " + asked.str(), location_);
    for (size_t axis = 0; axis < most.size(); ++axis) {
      if (asked[axis] == unknown) continue;
      if (most[axis] > asked[axis])
        throw Error(ErrorKind::shape_error,
                    "padded_batch: elements of shape " + most.str() + " do not fit into " + asked.str(), location_);
      most[axis] = asked[axis];
    }
  }

  int64_t size_;
  std::vector<Shape> shapes_;
  double value_;
  bool drop_;
  SourceLocation location_;
};

/// Windows of `size` elements that are `stride` apart. The next window begins `shift` elements later.
class Window final : public Derived {
 public:
  Window(SourcePtr of, int64_t size, int64_t shift, int64_t stride, bool drop, SourceLocation location)
      : Derived(std::move(of)), size_(size), shift_(shift), stride_(stride), drop_(drop), location_(location) {}

  PullPtr open(Operands operands) const override {
    return pull(
        [window = self(this), of = of_->open(operands), rows = std::deque<Row>(), skip = int64_t{0}](Row& row) mutable {
          const int64_t span = window->span();
          while (of && (skip > 0 || static_cast<int64_t>(rows.size()) < span)) {
            Row next;
            if (!of->next(next))
              of.reset();
            else if (skip > 0)
              --skip;
            else
              rows.push_back(std::move(next));
          }
          if (rows.empty() || (window->drop_ && static_cast<int64_t>(rows.size()) < span)) return false;
          Row parts;
          Row result;
          for (size_t k = 0; k < rows[0].size(); ++k) {
            parts.clear();
            for (int64_t at = 0; at < std::min<int64_t>(span, static_cast<int64_t>(rows.size())); at += window->stride_)
              parts.push_back(rows[static_cast<size_t>(at)][k]);
            result.push_back(stack(parts, window->location_));
          }
          const int64_t gone = std::min<int64_t>(window->shift_, static_cast<int64_t>(rows.size()));
          rows.erase(rows.begin(), rows.begin() + gone);
          skip = window->shift_ - gone;
          row = std::move(result);
          return true;
        });
  }
  std::optional<ElementTypes> types() const override { return with_leading(of_->types(), drop_ ? size_ : unknown); }
  int64_t count(Operands operands) const override {
    const int64_t count = of_->count(operands);
    if (count < 0 || !drop_) return batch_count(count, shift_, false);
    return count < span() ? 0 : (count - span()) / shift_ + 1;
  }

 private:
  /// The number of elements from the first to the last one of a window; INT64_MAX if that overflows.
  int64_t span() const {
    const int64_t steps = count_product(size_ - 1, stride_);
    return steps == kInfinite || steps == INT64_MAX ? INT64_MAX : steps + 1;
  }

  int64_t size_, shift_, stride_;
  bool drop_;
  SourceLocation location_;
};

class Unbatch final : public Derived {
 public:
  using Derived::Derived;
  PullPtr open(Operands operands) const override {
    return pull([of = of_->open(operands), batch = Row(), at = int64_t{0}, count = int64_t{0}](Row& row) mutable {
      while (at == count) {
        if (!of->next(batch)) return false;
        at = 0;
        count = batch[0].impl()->shape.empty() ? 0 : batch[0].impl()->shape[0];
      }
      row.resize(batch.size());
      for (size_t k = 0; k < batch.size(); ++k) row[k] = slice(batch[k], at);
      ++at;
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    auto types = of_->types();
    if (!types) return types;
    for (ir::TensorType& type : *types) {
      if (type.shape.ranked() && !type.shape.empty()) type.shape.erase(0);
    }
    return types;
  }
  int64_t count(Operands) const override { return kUnknown; }
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_batch(const ag::Variable& of, int64_t size, bool drop_remainder, SourceLocation location) {
  data::check_positive(size, "the size of a batch", location);
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Batch>(known.source, size, drop_remainder, location), known.operands},
                    location);
}

ag::Variable data_padded_batch(const ag::Variable& of, int64_t size, std::vector<Shape> shapes, double value,
                               bool drop_remainder, SourceLocation location) {
  data::check_positive(size, "the size of a batch", location);
  data::Known known = data::known(of, location);
  return data::make(
      {std::make_shared<data::PaddedBatch>(known.source, size, std::move(shapes), value, drop_remainder, location),
       known.operands},
      location);
}

ag::Variable data_window(const ag::Variable& of, int64_t size, int64_t shift, int64_t stride, bool drop_remainder,
                         SourceLocation location) {
  data::check_positive(size, "the size of a window", location);
  data::check_positive(shift, "the shift of a window", location);
  data::check_positive(stride, "the stride of a window", location);
  data::Known known = data::known(of, location);
  return data::make(
      {std::make_shared<data::Window>(known.source, size, shift, stride, drop_remainder, location), known.operands},
      location);
}

ag::Variable data_unbatch(const ag::Variable& of, SourceLocation location) {
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Unbatch>(known.source), known.operands}, location);
}

}  // namespace ag::detail
