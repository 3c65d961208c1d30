/// Elements of host containers at symbolic indices.
#include <algorithm>

#include "ag/index.h"
#include "ag/ops.h"
#include "ag/staging/algorithm.h"
#include "ag/staging/element.h"
#include "ops/define.h"

namespace ag::detail {

namespace {

Tensor stacked(const std::vector<Number>& numbers, SourceLocation location) {
  if (numbers.empty()) throw Error(ErrorKind::out_of_range, "an element of an empty container", location);
  if (std::ranges::all_of(numbers, &Number::is_host))
    return tensor_of_numbers(numbers, {static_cast<int64_t>(numbers.size())}, numbers.front().dtype, location);
  std::vector<Tensor> values;
  for (const Number& number : numbers) values.push_back(number_tensor(number, location));
  return stack(TensorList(values, location));
}

Tensor element_of(const Tensor& all, const Index& at) { return index(all, std::span<const Index>(&at, 1)); }

}  // namespace

void outside_container(int64_t at, int64_t size, SourceLocation location) {
  raise(Error(ErrorKind::out_of_range,
              "element " + std::to_string(at) + " of a container with " + std::to_string(size) + " elements", location),
        location);
}

void division_by_zero(SourceLocation location) {
  raise(Error(ErrorKind::invalid_argument, "integer division by zero", location), location);
}

StagedId record_element(const std::vector<Number>& numbers, Number at, SourceLocation location) {
  return stage(element_of(stacked(numbers, location), Index(number_tensor(at, location), location)));
}

void record_element_update(std::vector<Number>& numbers, Number at, Number value, SourceLocation location) {
  const Index place(number_tensor(at, location), location);
  const Tensor written = number_tensor(value, location);
  const Tensor all =
      index_update(stacked(numbers, location), std::span<const Index>(&place, 1), TensorArg(written, location));
  for (size_t k = 0; k < numbers.size(); ++k) {
    numbers[k] = {0, stage(element_of(all, Index(static_cast<int64_t>(k), location))), numbers[k].dtype};
  }
}

void record_sort(std::vector<Number>& numbers, SourceLocation location) {
  const Tensor all = sort(TensorArg(stacked(numbers, location), location));
  for (size_t k = 0; k < numbers.size(); ++k)
    numbers[k] = {0, stage(element_of(all, Index(static_cast<int64_t>(k), location))), numbers[k].dtype};
}

void too_many_to_sort(SourceLocation location) {
  throw Error(ErrorKind::unimplemented,
              "std::sort with a function that compares takes at most " + std::to_string(kSortedInOrder) +
                  " numbers that a tensor decides: of more of them, C++ leaves the order of equal ones open",
              location, {"call std::stable_sort"});
}

void record_choice(Number at, size_t count, const StateBase& state, FunctionRef<void(size_t)> arm,
                   SourceLocation location) {
  struct Call {
    FunctionRef<void(size_t)> arm;
    size_t k;
    void operator()() const { arm(k); }
  };
  const auto outside = [&] {
    const std::string message = "the number of an element is not below " + std::to_string(count);
    raise(Error(ErrorKind::out_of_range, message, location), location);
  };
  std::vector<Call> calls;
  std::vector<std::vector<CaseLabel>> labels;
  for (size_t k = 0; k < count; ++k) {
    calls.push_back({arm, k});
    labels.push_back({CaseLabel(k)});
  }
  const std::vector<CaseLabel> otherwise;
  std::vector<Arm> arms;
  for (size_t k = 0; k < count; ++k) arms.push_back({&labels[k], false, calls[k]});
  arms.push_back({&otherwise, false, outside});
  run_switch(SwitchValue(Staged<int64_t>::of(at), location), state, arms);
}

}  // namespace ag::detail
