/// Iteration over datasets: on the host, or as a part of the graph, where each step is a host call. These calls are
/// effects, so that program order is kept.
#include "ag/dataset.h"

#include <cstring>

#include "data/resource.h"
#include "ops/define.h"
#include "ops/host_calls.h"
#include "ops/variables.h"
#include "staging/captures/captures.h"
#include "tensor/owner.h"

namespace ag::data {

std::vector<Tensor> record_step(const char* what, Operands operands, ElementTypes results, Step step,
                                SourceLocation location) {
  auto callee = std::make_shared<ops::HostCallee>();
  callee->step = std::move(step);
  callee->results = std::move(results);
  return tracing::apply(ops::def(ops::Op::host_call), operands, {ir::Opaque{std::move(callee), what}}, location);
}

}  // namespace ag::data

namespace ag::detail {

namespace {

using data::PlaceResource;

VariableImpl& used_variable(const ag::Variable& variable, SourceLocation location) {
  VariableImpl* impl = VariableAccess::impl(variable);
  if (impl) return *impl;
  throw Error(ErrorKind::invalid_argument, "a dataset or an iterator is used that was moved away", location);
}

/// Returns the symbol of a position in the trace in progress; undefined if there is none.
Tensor handle(const ag::Variable& place, SourceLocation location) {
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  return captures ? captures->handle(place, location) : Tensor();
}

PlaceResource& place_of(const ag::Variable& place, SourceLocation location) {
  return static_cast<PlaceResource&>(*used_variable(place, location).resource);
}

Tensor boolean(bool value) {
  Tensor tensor = allocate(DType::boolean, Shape());
  *reinterpret_cast<bool*>(tensor.impl()->data()) = value;
  return tensor;
}

std::vector<Tensor> as_tensors(std::span<TensorImpl* const> operands) {
  std::vector<Tensor> tensors;
  for (TensorImpl* operand : operands) {
    retain(operand);
    tensors.push_back(Tensor::from_impl(operand));
  }
  return tensors;
}

Tensor number(int64_t value) { return scalar_tensor(scalar_of(value), DType::int64); }

using Operands = std::span<TensorImpl* const>;
using data::record_step;

/// Returns the position that a number of the graph identifies.
PlaceResource& place_behind(const TensorImpl& handle) {
  uint64_t address = 0;
  std::memcpy(&address, handle.data(), sizeof(address));
  auto* impl = reinterpret_cast<VariableImpl*>(static_cast<uintptr_t>(address));
  return static_cast<PlaceResource&>(*impl->resource);
}

void take_next(PlaceResource& place, Row& row, SourceLocation location) {
  if (place.next(row)) return;
  throw Error(ErrorKind::out_of_range, "the dataset has no more elements", location,
              {"ask before, with has_next(), or say what to take then, with next(otherwise)"});
}

/// Returns `is_there`, after an element that is there has become one of the program.
bool presented(bool is_there, Row& row) {
  if (is_there) data::present(row, SourceLocation::current());
  return is_there;
}

/// Checks that the elements of one dataset have one type.
void check_types(const Row& row, const data::ElementTypes& types, SourceLocation location) {
  if (row.size() != types.size())
    throw Error(ErrorKind::type_error, "an element of a dataset has another number of tensors", location);
  for (size_t k = 0; k < row.size(); ++k) {
    const TensorImpl& is = *row[k].impl();
    if (ops::type_fits(types[k], {is.dtype, is.shape})) continue;
    throw Error(is.dtype == types[k].dtype ? ErrorKind::shape_error : ErrorKind::type_error,
                "an element of a dataset is " + ir::str({is.dtype, is.shape}) + ", and those before it were " +
                    ir::str(types[k]),
                location);
  }
}

int64_t known_count(const data::Source& source, std::span<const Tensor> operands, SourceLocation location) {
  const int64_t count = source.count(operands);
  if (count >= 0) return count;
  throw Error(
      ErrorKind::invalid_argument,
      count == data::kInfinite ? "the dataset has no end" : "the number of elements of the dataset is not known",
      location, {"count them in a loop"});
}

}  // namespace

int64_t data_cardinality(const ag::Variable& of, SourceLocation location) {
  const data::Known known = data::known(of, location);
  return known.operands.empty() ? known.source->count({}) : data::kUnknown;
}

Tensor data_size(const ag::Variable& of, SourceLocation location) {
  const data::Known known = data::known(of, location);
  if (!is_tracing()) return number(known_count(*known.source, {}, location));
  return record_step(
      "size of a dataset", known.operands, {{DType::int64, Shape()}},
      [source = known.source, location](Operands operands, Row& results) {
        results.assign(1, number(known_count(*source, as_tensors(operands), location)));
      },
      location)[0];
}

ag::Variable data_open(const ag::Variable& of, SourceLocation location) {
  const data::Known known = data::known(of, location);
  if (!is_tracing()) {
    auto& dataset = static_cast<data::DatasetResource&>(*used_variable(of, location).resource);
    return VariableAccess::make(std::make_shared<PlaceResource>(dataset.open(), known.source->types()), "iterator",
                                location);
  }
  auto types = data::known_types(known, location);
  known.source->check_unchanged();
  // The position lives as long as the number that identifies it. So a loop that ends early, or fails, ends the
  // production of elements.
  const auto open = [source = known.source, types, location](Operands operands, Row& results) {
    const tracing::Pause pause;
    auto place = std::make_shared<ag::Variable>(VariableAccess::make(
        std::make_shared<PlaceResource>(source->open(as_tensors(operands)), types), "iterator", location));
    const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(VariableAccess::impl(*place)));
    results.assign(1, make_owner(address, std::move(place)));
  };
  const Tensor opened = record_step("open a dataset", known.operands, {{DType::uint64, Shape{1}}}, open, location)[0];
  ag::Variable place =
      VariableAccess::make(std::make_shared<PlaceResource>(known.source, std::move(types)), "iterator", location);
  tracing::Trace& trace = *tracing::current();
  VariableAccess::set_handle(place, trace.id(), trace.stage(opened));
  return place;
}

Tensor data_has_next(const ag::Variable& place, SourceLocation location) {
  const Tensor known = handle(place, location);
  if (!known.defined()) return boolean(place_of(place, location).has_next());
  return record_step(
      "has next", std::span(&known, 1), {{DType::boolean, Shape()}},
      [](Operands operands, Row& results) {
        const tracing::Pause pause;
        results.assign(1, boolean(place_behind(*operands[0]).has_next()));
      },
      location)[0];
}

Row data_next(const ag::Variable& place, SourceLocation location) {
  const Tensor known = handle(place, location);
  Row row;
  if (!known.defined()) {
    take_next(place_of(place, location), row, location);
    data::present(row, location);
    return row;
  }
  if (const auto& source = place_of(place, location).source) source->check_unchanged();
  const data::ElementTypes types = place_of(place, location).types(location);
  return record_step(
      "next element", std::span(&known, 1), types,
      [types, location](Operands operands, Row& results) {
        const tracing::Pause pause;
        take_next(place_behind(*operands[0]), results, location);
        check_types(results, types, location);
      },
      location);
}

DataRun::DataRun(const ag::Variable& place, SourceLocation location) {
  if (is_tracing()) {
    throw Error(ErrorKind::invalid_argument,
                "a traced function calls one that was not converted and runs through a dataset", location,
                {"mark that function AG_CONVERT where it is defined"});
  }
  auto& resource = used_variable(place, location).resource;
  if (auto* dataset = dynamic_cast<data::DatasetResource*>(resource.get())) {
    source_ = std::shared_ptr<data::Pull>(dataset->open());
    next_ = [](void* source, Row& row) { return presented(static_cast<data::Pull*>(source)->next(row), row); };
  } else {
    source_ = std::static_pointer_cast<PlaceResource>(resource);
    next_ = [](void* source, Row& row) { return presented(static_cast<PlaceResource*>(source)->next(row), row); };
  }
}

}  // namespace ag::detail
