#pragma once
/// What variables of datasets and iterators lead to.
#include "data/source.h"
#include "tensor/owner.h"
#include "tensor/variable_impl.h"
#include "trace/context.h"

namespace ag::data {

/// A dataset: its source, and what that takes from the graph in which it was made.
class DatasetResource final : public detail::Resource {
 public:
  DatasetResource(SourcePtr source, Row operands, uint64_t trace)
      : source(std::move(source)), operands(std::move(operands)), trace(trace) {}
  const std::vector<int64_t>& type(SourceLocation location) override;
  std::string text() const override;
  /// The types of its elements; computes the first one where that is needed to know them.
  ElementTypes types(SourceLocation location);
  /// A new run, from the first element.
  PullPtr open();

  const SourcePtr source;
  const Row operands;    // symbols of the trace in which it was made
  const uint64_t trace;  // number of that trace; 0: made while none was in progress

 private:
  std::mutex mutex_;
  std::vector<int64_t> type_;  // once it was asked for
  PullPtr begun_;              // a run that has shown its first element already, and has it still to give
};

/// A place in a run. Several threads may share it: each element goes to one.
class PlaceResource final : public detail::Resource {
 public:
  /// `types`: of the elements, where they are known.
  PlaceResource(PullPtr pull, std::optional<ElementTypes> types) : pull_(std::move(pull)), types_(std::move(types)) {}
  /// One of a trace: what its elements come from.
  PlaceResource(SourcePtr source, ElementTypes types) : source(std::move(source)), types_(std::move(types)) {}
  const std::vector<int64_t>& type(SourceLocation location) override;
  std::string text() const override;
  ElementTypes types(SourceLocation location);
  /// Whether there is an element; it is the one that `next` gives.
  bool has_next();
  bool next(Row& row);

  const SourcePtr source;  // none but where a function is traced

 private:
  bool fill();

  std::mutex mutex_;
  PullPtr pull_;  // none any more behind the last element
  Row row_;       // the element that was asked for
  bool filled_ = false;
  std::optional<ElementTypes> types_;
  std::vector<int64_t> type_;
};

/// Records a step of the runtime itself, an effect; `what` is how graphs show it. Steps run once for each element: they
/// put what they give into the list that is there.
using Step = std::function<void(std::span<detail::TensorImpl* const> operands, Row& results)>;
std::vector<Tensor> record_step(const char* what, Operands operands, ElementTypes results, Step step,
                                SourceLocation location);

/// What a dataset keeps from one run to the next: in the dataset, or where a traced function makes it in an operand, so
/// that every call of the graph begins anew.
template <class T>
class Kept {
 public:
  /// For a dataset that is made now: the operand is added to those that it has.
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
    __builtin_memcpy(&address, operands[before_].impl()->data, sizeof(address));
    return reinterpret_cast<T*>(static_cast<uintptr_t>(address))->shared_from_this();
  }

 private:
  std::shared_ptr<T> own_;
  size_t before_;  // operands of the source that the elements are taken of
};

/// The dataset that an operand of a graph leads to.
SourcePtr dataset_operand(ElementTypes types);

/// A dataset as the trace in progress knows it, or as it is.
struct Known {
  SourcePtr source;
  Row operands;
};
Known known(const Variable& dataset, SourceLocation location);
Variable make(Known dataset, SourceLocation location);
/// The types of the elements, which are known of whatever is made while a function is traced.
ElementTypes known_types(const Known& dataset, SourceLocation location);

}  // namespace ag::data
