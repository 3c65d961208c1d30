#include "device/findings.h"

#include <utility>

namespace ag::device {

namespace {

constexpr size_t kMaxFindings = 64;  // further ones are counted only

}  // namespace

const char* name(FindingKind kind) {
  switch (kind) {
    case FindingKind::OutOfBounds:
      return "out of bounds";
    case FindingKind::UseAfterFree:
      return "use after free";
    case FindingKind::DoubleFree:
      return "double free";
    case FindingKind::UninitializedRead:
      return "uninitialized read";
    case FindingKind::Misaligned:
      return "misaligned access";
    case FindingKind::Race:
      return "race";
    case FindingKind::StreamRace:
      return "race of streams";
    case FindingKind::StoreToInput:
      return "store to an input";
    case FindingKind::ForeignShared:
      return "shared memory of another block";
    case FindingKind::HostMemory:
      return "no memory of the device";
    case FindingKind::DivergentBarrier:
      return "divergent barrier";
    case FindingKind::NoProgress:
      return "no progress";
    case FindingKind::HostWrite:
      return "host write during a copy";
  }
  return "unknown";
}

void Findings::add(FindingKind kind, uint64_t place, uint64_t other_place, detail::FunctionRef<std::string()> text) {
  ++count_;
  const auto [known, is_new] = known_.try_emplace({kind, place, other_place}, findings_.size());
  if (!is_new) {
    if (known->second < findings_.size()) ++findings_[known->second].times;
    return;
  }
  if (findings_.size() < kMaxFindings) findings_.push_back({kind, std::string(name(kind)) + ": " + text()});
}

std::vector<Finding> Findings::take() {
  known_.clear();
  return std::exchange(findings_, {});
}

}  // namespace ag::device
