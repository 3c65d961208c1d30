#pragma once
/// How the elements of datasets come about. A source is immutable and may be opened any number of times, by several
/// threads; a pull is one run through its elements, used by one thread at a time.
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
/// Of the tensors of an element.
using ElementTypes = std::vector<ir::TensorType>;
using Operands = std::span<const Tensor>;

/// Instead of a number of elements.
inline constexpr int64_t kInfinite = -1;
inline constexpr int64_t kUnknown = -2;

/// Sums and products of numbers of elements that are known; what does not fit into 64 bits has no end in practice.
inline int64_t count_sum(int64_t a, int64_t b) { return __builtin_add_overflow(a, b, &a) ? kInfinite : a; }
inline int64_t count_product(int64_t a, int64_t b) { return __builtin_mul_overflow(a, b, &a) ? kInfinite : a; }

class Pull {
 public:
  virtual ~Pull() = default;
  /// Puts the tensors of the next element into `row`, whatever it held; false: there are no more.
  virtual bool next(Row& row) = 0;
};
using PullPtr = std::unique_ptr<Pull>;

}  // namespace ag::data

namespace ag::detail {

class DataSource : public std::enable_shared_from_this<DataSource> {
 public:
  virtual ~DataSource() = default;
  /// The pull may outlive every other owner of the source.
  virtual data::PullPtr open(data::Operands operands) const = 0;
  /// Nothing where they are known only once an element was computed.
  virtual std::optional<data::ElementTypes> types() const = 0;
  virtual int64_t count(data::Operands operands) const = 0;
  /// While a function is traced that uses the source: throws where what it captured is something else by now.
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

/// A pull made of a function.
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

/// Where an element begins: what passes none on may go on without end, and so without a step of the loop that waits for
/// one. Throws where the loop has to end.
void check_cancelled(SourceLocation location);

/// A source that keeps itself alive, for the pulls of it.
template <class T>
std::shared_ptr<const T> self(const T* source) {
  return std::static_pointer_cast<const T>(source->shared_from_this());
}

/// The types of what a function gives, learned from its first result where they were not declared.
class LearnedTypes {
 public:
  void declare(ElementTypes types);
  std::optional<ElementTypes> get() const;
  bool known() const { return known_.load(std::memory_order_acquire); }
  /// Learns from the first row; `open`: extents may differ from element to element.
  void learn(const Row& row, bool open) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<ElementTypes> types_;
  mutable std::atomic<bool> known_ = false;  // asked for each element
};

/// As elements have them: contiguous, and no number without a dtype of its own.
void settle(Row& row, SourceLocation location);
ElementTypes types_of(const Row& row);
/// Whether an extent of one of them is not known.
bool is_open(const std::optional<ElementTypes>& types);
/// What was copied out of others keeps the strings that its words stand for.
void keep_strings_of(const Tensor& made, std::span<const Tensor> parts);
/// Tensors of one type along a new first axis.
Tensor stack(std::span<const Tensor> parts, SourceLocation location);
/// Element `at` along the first axis, in memory of its own.
Tensor slice(const Tensor& rows, int64_t at);

}  // namespace ag::data
