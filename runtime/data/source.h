#pragma once
/// The producers of the elements of datasets. A source is immutable and may be opened any number of times, by several
/// threads; a pull is one pass over its elements, used by one thread at a time.
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/dataset.h"
#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::data {

using detail::Row;
/// The types of the tensors of an element.
using ElementTypes = std::vector<ir::TensorType>;
using Operands = std::span<const Tensor>;

/// Special values of a number of elements.
inline constexpr int64_t kInfinite = -1;
inline constexpr int64_t kUnknown = -2;

/// Sums and products of known numbers of elements; an overflow of 64 bits counts as infinite.
inline int64_t count_sum(int64_t a, int64_t b) { return __builtin_add_overflow(a, b, &a) ? kInfinite : a; }
inline int64_t count_product(int64_t a, int64_t b) { return __builtin_mul_overflow(a, b, &a) ? kInfinite : a; }

class Pull {
 public:
  virtual ~Pull() = default;
  /// Replaces `row` by the tensors of the next element. Returns false if there is none.
  virtual bool next(Row& row) = 0;
};
using PullPtr = std::unique_ptr<Pull>;

}  // namespace ag::data

namespace ag::detail {

class DataSource : public std::enable_shared_from_this<DataSource> {
 public:
  virtual ~DataSource() = default;
  /// Starts a pass. The pull may outlive every other owner of the source.
  virtual data::PullPtr open(data::Operands operands) const = 0;
  /// Returns nothing if the types are known only after an element was computed.
  virtual std::optional<data::ElementTypes> types() const = 0;
  virtual int64_t count(data::Operands operands) const = 0;
  /// Called while a function that uses the source is traced. Throws if the values that the source captured have
  /// changed.
  virtual void check_unchanged() const {}
};

}  // namespace ag::detail

namespace ag::data {

using Source = detail::DataSource;
using SourcePtr = std::shared_ptr<const Source>;

/// A source that passes on elements of another one.
class Derived : public Source {
 public:
  explicit Derived(SourcePtr of) : of_(std::move(of)) {}
  std::optional<ElementTypes> types() const override { return of_->types(); }
  int64_t count(Operands operands) const override { return of_->count(operands); }
  void check_unchanged() const override { of_->check_unchanged(); }

 protected:
  SourcePtr of_;
};

/// Makes a pull of a function.
template <class F>
PullPtr pull(F next) {
  class Made final : public Pull {
   public:
    explicit Made(F next) : next_(std::move(next)) {}
    bool next(Row& row) override { return next_(row); }

   private:
    F next_;
  };
  return std::make_unique<Made>(std::move(next));
}

/// Called by producers for each element. A source that skips elements may run forever without a step of the loop that
/// requests one, so cancellation is checked here. Throws if the loop is cancelled.
void check_cancelled(SourceLocation location);

/// Returns a source as an owner of itself, for its pulls.
template <class T>
std::shared_ptr<const T> self(const T* source) {
  return std::static_pointer_cast<const T>(source->shared_from_this());
}

/// The types of the results of a function. They are learned from its first result unless they are declared.
class LearnedTypes {
 public:
  void declare(ElementTypes types);
  std::optional<ElementTypes> get() const;
  bool known() const { return known_.load(std::memory_order_acquire); }
  /// Learns from the first row. If `open`, extents may differ between elements.
  void learn(const Row& row, bool open) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<ElementTypes> types_;
  mutable std::atomic<bool> known_ = false;  // read for each element
};

/// Converts the tensors to the form of elements: on the host, contiguous, and not weak.
void settle(Row& row, SourceLocation location);
/// Converts an element to the form that the program sees: its arrays are on the default device.
void present(Row& row, SourceLocation location);
ElementTypes types_of(const Row& row);
/// True if an extent of an element is not known.
bool is_open(const std::optional<ElementTypes>& types);
/// Adds the strings of string ids that were copied from `parts`.
void keep_strings_of(const Tensor& made, std::span<const Tensor> parts);
/// Stacks tensors of one type along a new first axis.
Tensor stack(std::span<const Tensor> parts, SourceLocation location);
/// Returns a copy of element `at` along the first axis.
Tensor slice(const Tensor& rows, int64_t at);

}  // namespace ag::data
