#pragma once
/// The resources that variables of datasets and iterators refer to.
#include "data/source.h"
#include "tensor/owner.h"
#include "tensor/variable_impl.h"
#include "trace/context.h"

namespace ag::data {

/// A dataset: its source, and the operands of the source, which are values of the graph in which it was made.
class DatasetResource final : public detail::Resource {
 public:
  DatasetResource(SourcePtr source, Row operands, uint64_t trace)
      : source(std::move(source)), operands(std::move(operands)), trace(trace) {}
  const std::vector<int64_t>& type(SourceLocation location) override;
  std::string text() const override;
  /// Returns the types of its elements. Computes the first element if they are not known otherwise.
  ElementTypes types(SourceLocation location);
  /// Starts a new pass, from the first element.
  PullPtr open();

  const SourcePtr source;
  const Row operands;    // symbols of the trace in which it was made
  const uint64_t trace;  // number of that trace; 0: made outside of any trace

 private:
  std::mutex mutex_;
  std::vector<int64_t> type_;  // after the first request
  PullPtr begun_;              // a pass whose first element was computed for its type, and is still to be returned
};

/// A position in a pass. Several threads may share it: each element goes to one of them.
class PlaceResource final : public detail::Resource {
 public:
  /// `types`: of the elements, if they are known.
  PlaceResource(PullPtr pull, std::optional<ElementTypes> types) : pull_(std::move(pull)), types_(std::move(types)) {}
  /// A position in a trace, with the source of its elements.
  PlaceResource(SourcePtr source, ElementTypes types) : source(std::move(source)), types_(std::move(types)) {}
  const std::vector<int64_t>& type(SourceLocation location) override;
  std::string text() const override;
  ElementTypes types(SourceLocation location);
  /// True if there is an element, which `next` will return.
  bool has_next();
  bool next(Row& row);

  const SourcePtr source;  // null outside of traces

 private:
  bool fill();

  std::mutex mutex_;
  PullPtr pull_;  // null after the last element
  Row row_;       // the element that was requested ahead
  bool filled_ = false;
  std::optional<ElementTypes> types_;
  std::vector<int64_t> type_;
};

/// Records an effect that runs a step of the runtime itself; `what` is its name in graphs. A step stores its results in
/// the list that is passed to it, since it runs for every element.
using Step = std::function<void(std::span<detail::TensorImpl* const> operands, Row& results)>;
std::vector<Tensor> record_step(const char* what, Operands operands, ElementTypes results, Step step,
                                SourceLocation location);

/// State that a dataset keeps across passes. It is a member of the dataset. If a traced function makes the dataset, it
/// is an operand instead, so that every call of the graph starts with a fresh state.
template <class T>
class Kept {
 public:
  /// Makes the state of a new dataset. In a trace, adds the operand to `operands`.
  Kept(Row& operands, const char* what, SourceLocation location) : before_(operands.size()) {
    if (!tracing::current()) {
      own_ = std::make_shared<T>();
      return;
    }
    const auto make = [](std::span<detail::TensorImpl* const>, Row& results) {
      auto made = std::make_shared<T>();
      const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(made.get()));
      results.assign(1, detail::make_owner(address, std::move(made)));
    };
    operands.push_back(record_step(what, {}, {{DType::uint64, Shape{1}}}, make, location)[0]);
  }
  Operands of_source(Operands operands) const { return own_ ? operands : operands.first(before_); }
  std::shared_ptr<T> get(Operands operands) const {
    if (own_) return own_;
    uint64_t address = 0;
    __builtin_memcpy(&address, operands[before_].impl()->data(), sizeof(address));
    return reinterpret_cast<T*>(static_cast<uintptr_t>(address))->shared_from_this();
  }

 private:
  std::shared_ptr<T> own_;
  size_t before_;  // the number of operands of the source of the elements
};

/// Returns a source that stands for a dataset that is an operand of a graph.
SourcePtr dataset_operand(ElementTypes types);

/// A dataset with its operands in the trace in progress, if any.
struct Known {
  SourcePtr source;
  Row operands;
};
Known known(const Variable& dataset, SourceLocation location);
Variable make(Known dataset, SourceLocation location);
/// Returns the types of the elements, which are always known for datasets that are made while a function is traced.
ElementTypes known_types(const Known& dataset, SourceLocation location);

}  // namespace ag::data
