#pragma once
/// What variables of datasets and iterators lead to.
#include "data/source.h"
#include "tensor/variable_impl.h"

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
  const std::vector<int64_t>& type(SourceLocation location) override;
  std::string text() const override;
  ElementTypes types(SourceLocation location);
  /// Whether there is an element; it is the one that `next` gives.
  bool has_next();
  bool next(Row& row);

 private:
  bool fill();

  std::mutex mutex_;
  PullPtr pull_;  // none any more behind the last element
  Row row_;       // the element that was asked for
  bool filled_ = false;
  std::optional<ElementTypes> types_;
  std::vector<int64_t> type_;
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
