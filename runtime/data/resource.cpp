#include "data/resource.h"

#include "ag/staging/state.h"
#include "base/check.h"
#include "staging/captures/captures.h"
#include "trace/context.h"

namespace ag::data {

namespace {

std::vector<int64_t> encoded(const ElementTypes& types) {
  std::vector<int64_t> words{static_cast<int64_t>(types.size())};
  for (const ir::TensorType& type : types) {
    words.push_back(static_cast<int64_t>(type.dtype));
    words.push_back(type.shape.ranked() ? type.shape.rank() : unknown);
    words.insert(words.end(), type.shape.begin(), type.shape.end());
  }
  return words;
}

std::string text_of(const std::optional<ElementTypes>& types) {
  std::string text;
  for (const ir::TensorType& type : types.value_or(ElementTypes())) text += (text.empty() ? "" : ", ") + ir::str(type);
  return "of " + text;
}

[[noreturn]] void fail_unknown(SourceLocation location) {
  throw Error(ErrorKind::invalid_argument,
              "a traced function uses a dataset without elements, and so without known types of them", location,
              {"name them where the elements are made: TensorSpec({3}, float32)"});
}

detail::VariableImpl& used_dataset(const Variable& variable, SourceLocation location) {
  detail::VariableImpl* impl = detail::VariableAccess::impl(variable);
  if (impl) return *impl;
  throw Error(ErrorKind::invalid_argument, "a dataset is used that was moved away", location);
}

/// Returns `first` before the rest of the elements.
PullPtr with_first(PullPtr rest, Row first) {
  return pull([rest = std::move(rest), first = std::move(first), begun = false](Row& row) mutable {
    if (begun) return rest->next(row);
    begun = true;
    row = std::move(first);
    return true;
  });
}

class DatasetOperand final : public Source {
 public:
  explicit DatasetOperand(ElementTypes types) : types_(std::move(types)) {}
  PullPtr open(Operands operands) const override { return dataset(operands).open(); }
  std::optional<ElementTypes> types() const override { return types_; }
  int64_t count(Operands operands) const override { return dataset(operands).source->count({}); }

 private:
  static DatasetResource& dataset(Operands operands) {
    uint64_t address = 0;
    __builtin_memcpy(&address, operands[0].impl()->data(), sizeof(address));
    return static_cast<DatasetResource&>(
        *reinterpret_cast<detail::VariableImpl*>(static_cast<uintptr_t>(address))->resource);
  }

  ElementTypes types_;
};

}  // namespace

// ---- datasets ----

PullPtr DatasetResource::open() {
  {
    const std::lock_guard lock(mutex_);
    if (begun_) return std::move(begun_);
  }
  return source->open({});
}

ElementTypes DatasetResource::types(SourceLocation location) {
  if (auto types = source->types()) return *types;
  const tracing::Pause pause;
  PullPtr run = source->open({});
  Row first;
  if (!run->next(first)) fail_unknown(location);
  auto types = source->types();
  AG_CHECK(types.has_value(), "the types of a dataset are unknown after its first element");
  const std::lock_guard lock(mutex_);
  begun_ = with_first(std::move(run), std::move(first));
  return *types;
}

const std::vector<int64_t>& DatasetResource::type(SourceLocation location) {
  {
    const std::lock_guard lock(mutex_);
    if (!type_.empty()) return type_;
  }
  std::vector<int64_t> found = encoded(types(location));
  const std::lock_guard lock(mutex_);
  if (type_.empty()) type_ = std::move(found);
  return type_;
}

std::string DatasetResource::text() const { return text_of(source->types()); }

// ---- positions ----

bool PlaceResource::fill() {
  if (filled_) return true;
  if (!pull_) return false;
  filled_ = pull_->next(row_);
  if (!filled_) pull_.reset();  // the producer of the elements ends with them
  return filled_;
}

bool PlaceResource::has_next() {
  const std::lock_guard lock(mutex_);
  return fill();
}

bool PlaceResource::next(Row& row) {
  const std::lock_guard lock(mutex_);
  if (!fill()) return false;
  row.swap(row_);
  filled_ = false;
  return true;
}

ElementTypes PlaceResource::types(SourceLocation location) {
  const tracing::Pause pause;
  const std::lock_guard lock(mutex_);
  if (!types_) {
    if (!fill()) fail_unknown(location);
    types_ = types_of(row_);
  }
  return *types_;
}

const std::vector<int64_t>& PlaceResource::type(SourceLocation location) {
  const ElementTypes found = types(location);
  const std::lock_guard lock(mutex_);
  if (type_.empty()) type_ = encoded(found);
  return type_;
}

std::string PlaceResource::text() const { return text_of(types_); }

SourcePtr dataset_operand(ElementTypes types) { return std::make_shared<DatasetOperand>(std::move(types)); }

// ---- in the trace in progress ----

Known known(const Variable& dataset, SourceLocation location) {
  detail::VariableImpl& impl = used_dataset(dataset, location);
  auto& resource = static_cast<DatasetResource&>(*impl.resource);
  const tracing::Trace* trace = tracing::current();
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  if (trace && captures && resource.trace != trace->id()) {
    const Tensor handle = captures->handle(dataset, location);
    if (handle.impl()->is_symbol()) return {dataset_operand(resource.types(location)), {handle}};
  }
  return {resource.source, resource.operands};
}

Variable make(Known dataset, SourceLocation location) {
  const tracing::Trace* trace = is_tracing() ? tracing::current() : nullptr;
  return detail::VariableAccess::make(
      std::make_shared<DatasetResource>(std::move(dataset.source), std::move(dataset.operands),
                                        trace ? trace->id() : 0),
      "dataset", location);
}

ElementTypes known_types(const Known& dataset, SourceLocation location) {
  if (auto types = dataset.source->types()) return *types;
  if (!dataset.operands.empty()) fail_unknown(location);
  DatasetResource resource(dataset.source, {}, 0);
  return resource.types(location);
}

}  // namespace ag::data
