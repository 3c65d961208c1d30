#include "device/operation_order.h"

#include <algorithm>
#include <utility>

namespace ag::device {

uint32_t OperationOrder::add_stream() {
  streams_.emplace_back();
  return static_cast<uint32_t>(streams_.size() - 1);
}

void OperationOrder::add(Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

void OperationOrder::host_waited_for_all() {
  host_.resize(std::max(host_.size(), streams_.size()));
  for (size_t i = 0; i < streams_.size(); ++i) host_[i] = std::max(host_[i], streams_[i].last + kParts - 1);
}

uint32_t OperationOrder::enqueue(uint32_t stream, std::string description) {
  Stream& own = streams_[stream];
  own.last += kParts;
  add(own.clock, host_);
  operations_.push_back({stream, own.last, own.clock, std::move(description)});
  if (own.clock.size() <= stream) own.clock.resize(stream + 1);
  own.clock[stream] = own.last + kParts - 1;  // with all parts of the operation
  return settled_ + static_cast<uint32_t>(operations_.size());
}

uint32_t OperationOrder::proceed(uint32_t operation) {
  Operation next = *find(operation);
  ++next.time;
  operations_.push_back(std::move(next));
  return settled_ + static_cast<uint32_t>(operations_.size());
}

const OperationOrder::Operation* OperationOrder::find(uint32_t operation) const {
  return operation > settled_ ? &operations_[operation - settled_ - 1] : nullptr;
}

bool OperationOrder::is_before(uint32_t earlier, uint32_t later) const {
  const Operation* first = find(earlier);
  const Operation* second = find(later);
  if (!first || !second) return true;
  if (first->stream == second->stream) return first->time < second->time;
  return first->stream < second->clock.size() && first->time <= second->clock[first->stream];
}

std::string OperationOrder::describe(uint32_t operation) const {
  const Operation* found = find(operation);
  return found ? found->description + " in stream " + std::to_string(found->stream) : "an earlier operation";
}

void OperationOrder::settle() {
  for (size_t i = 0; i < streams_.size(); ++i) {
    if (streams_[i].last != 0 && (i >= host_.size() || host_[i] < streams_[i].last)) return;
  }
  settled_ += static_cast<uint32_t>(operations_.size());
  operations_.clear();
}

}  // namespace ag::device
