#include "graph/op_def.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/check.h"
#include "tensor/axis.h"

namespace ag::ir {

std::string operands_text(const std::vector<TensorType>& operands) {
  std::string text;
  for (const TensorType& type : operands) text += (text.empty() ? "" : ", ") + str(type);
  return text.empty() ? text : (operands.size() == 1 ? " (operand " : " (operands ") + text + ")";
}

void InferContext::fail(ErrorKind kind, const std::string& message, std::string_view name, size_t listed) const {
  const std::span<const TensorType> first = operands_.first(std::min(listed, operands_.size()));
  const std::string text = operands_text({first.begin(), first.end()});
  throw Error(kind, std::string(name.empty() ? op_.name : name) + ": " + message + text, location_);
}

size_t InferContext::axis(int64_t axis, int64_t rank) const {
  const int64_t at = detail::from_front(axis, rank);
  if (at < 0 || at >= rank) {
    fail(ErrorKind::out_of_range,
         "axis " + std::to_string(axis) + " does not exist, the rank is " + std::to_string(rank));
  }
  return static_cast<size_t>(at);
}

void KernelContext::fail(ErrorKind kind, const std::string& message, std::string_view name, size_t listed) const {
  std::vector<TensorType> operands;
  for (const detail::TensorImpl* input : inputs_.first(std::min(listed, inputs_.size())))
    operands.push_back({input->dtype, input->shape});
  throw Error(kind, std::string(name.empty() ? op_.name : name) + ": " + message + operands_text(operands), location_);
}

const std::vector<AttributeSpec>& attribute_specs(const OpDef& op) {
  static std::mutex mutex;
  static std::map<const OpDef*, std::vector<AttributeSpec>> parsed;
  const std::lock_guard lock(mutex);
  auto [entry, is_new] = parsed.try_emplace(&op);
  if (is_new) entry->second = parse_attribute_specs(op.attributes);
  return entry->second;
}

const OpDef* OpTable::find(std::string_view name) const {
  for (const OpDef& op : ops_) {
    if (name == op.name) return &op;
  }
  return nullptr;
}

const OpDef& OpTable::find(OpKind kind) const {
  const auto found = std::ranges::find(ops_, kind, &OpDef::kind);
  AG_CHECK(found != ops_.end(),
           "no operation of the table declares the kind " + std::to_string(static_cast<int>(kind)));
  return *found;
}

}  // namespace ag::ir
