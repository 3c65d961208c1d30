#pragma once
/// What a trace knows about variables outside of the function: it reads them again at every call.
///
/// A number that is read while tracing has a slot here: today's value, and how a later call finds its own. Arithmetic
/// on such numbers gives slots as well, so that all of it happens on the host, in front of the graph. A slot that meets
/// a tensor becomes a hidden input of the graph; one that the host decides by becomes a guard: the trace is valid for
/// calls that find the same value in it.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ag/error.h"
#include "ag/number.h"
#include "ag/root.h"
#include "ag/small_vector.h"
#include "ag/tensor.h"

namespace ag::tracing {

/// Where a variable is, for every call: in an object that each call names (a root), or at an address.
struct Place {
  static constexpr int32_t kNoRoot = -1;
  int32_t root = kNoRoot;
  uint64_t offset = 0;  // the address, where there is no root

  const void* in(const detail::Roots& roots) const {
    const uint64_t base = root == kNoRoot ? 0 : reinterpret_cast<uintptr_t>(roots[static_cast<size_t>(root)].address);
    return reinterpret_cast<const void*>(static_cast<uintptr_t>(base + offset));
  }
  bool operator==(const Place&) const = default;
};

class Prologue {
 public:
  using Slot = uint32_t;
  /// Computes the bits of a result; false where C++ leaves it undefined.
  using Evaluate = bool (*)(uint64_t a, uint64_t b, uint64_t& out);
  using Values = detail::SmallVector<uint64_t, 32>;

  /// An input of the graph behind those of the signature.
  struct HiddenInput {
    enum class Kind : uint8_t { Number, Tensor, StoredArguments } kind = Kind::Number;
    uint32_t index = 0;  // the slot, or which captured tensor
  };
  struct CapturedTensor {
    Place place;
    Tensor today;   // what it was while tracing: its type is a guard
    Tensor symbol;  // what the trace computes with
  };

  /// An ag::Variable: what the trace takes for granted of it.
  struct CapturedVariable {
    Place place;
    DType dtype;
    Shape shape;
    std::vector<int64_t> resource;  // the type of what it leads to, where that is no tensor
  };

  /// A module that is the same one in every call, with the same parts.
  struct CapturedModule {
    Place place;
    std::shared_ptr<const void> parts;
    size_t count = 0;
  };

  /// The slot of a variable, which is at `address` today.
  Slot variable(const Place& place, const void* address, DType dtype);
  /// The slot of the address of a variable.
  Slot address_of(const Place& place, const void* address);
  Slot constant(uint64_t bits, DType dtype);
  /// The slot of a result; nothing where C++ leaves it undefined, or it cannot be computed here.
  std::optional<Slot> binary(detail::NumberOp op, DType common, Slot a, Slot b);
  std::optional<Slot> unary(detail::NumberOp op, DType promoted, Slot a);
  Slot cast(Slot a, DType to);

  DType dtype(Slot slot) const { return steps_[slot].dtype; }
  uint64_t today(Slot slot) const { return today_[slot]; }
  /// From now on the trace is valid only for calls with this value.
  void guard(Slot slot, SourceLocation location);
  /// The same for an address that tells which function object is called.
  void guard_object(Slot slot, SourceLocation location);

  /// From now on the trace is valid only for calls that find this pointer here. What lies where it leads is not looked
  /// at before.
  void gate(const Place& place, const void* address, SourceLocation location);
  /// Memory whose address such pointers tell.
  void add_region(const detail::Root& region);
  bool is_in_region(const void* variable) const;

  /// The symbol of a slot, if it has one.
  Tensor& symbol(Slot slot) { return symbols_[slot]; }
  void add_tensor(CapturedTensor tensor);
  std::vector<CapturedTensor>& tensors() { return tensors_; }
  const std::vector<CapturedTensor>& tensors() const { return tensors_; }
  std::vector<CapturedVariable>& variables() { return variables_; }
  const std::vector<CapturedVariable>& variables() const { return variables_; }
  std::vector<CapturedModule>& modules() { return modules_; }
  const std::vector<CapturedModule>& modules() const { return modules_; }
  std::vector<HiddenInput>& inputs() { return inputs_; }
  const std::vector<HiddenInput>& inputs() const { return inputs_; }

  bool empty() const { return steps_.empty() && tensors_.empty() && modules_.empty(); }
  /// What this call finds in every slot; false: a guard fails.
  bool run(Values& values, const detail::Roots& roots) const;
  /// The first decision that falls differently today, and what it was about.
  struct FailedGuard {
    SourceLocation location;
    std::string expected, found;
    bool is_object = false;  // it is about which function object is called
    bool has_moved = false;  // it is about where the elements of a container are, and how many
  };
  std::optional<FailedGuard> failed_guard(const detail::Roots& roots) const;
  /// Whether something that is found by its address lies in the object of a call.
  bool overlaps(const detail::Root& object) const {
    const auto begin = reinterpret_cast<uintptr_t>(object.address);
    const auto meets = [&](uintptr_t first, uintptr_t end) { return begin < end && begin + object.size > first; };
    if (meets(globals_begin_, globals_end_)) return true;
    for (const detail::Root& region : regions_) {
      const auto first = reinterpret_cast<uintptr_t>(region.address);
      if (meets(first, first + region.size)) return true;
    }
    return false;
  }
  /// The trace has ended: what is needed of the arithmetic is what inputs and guards need, and `stored`. Symbols have
  /// no meaning any more.
  void finish(std::span<const Slot> stored);

 private:
  struct Step {
    enum class Kind : uint8_t { Constant, Read, Gate, Address, Computed } kind = Kind::Constant;
    DType dtype = DType::boolean;
    uint8_t size = 0;
    int32_t root = Place::kNoRoot;
    std::optional<detail::NumberOp> op;  // of a binary operator
    Evaluate evaluate = nullptr;
    uint64_t a = 0, b = 0;  // slots; the bits of a constant; the offset of a variable, and what a gate expects

    auto key() const { return std::tuple(kind, dtype, root, reinterpret_cast<uintptr_t>(evaluate), a, b); }
    bool operator<(const Step& other) const { return key() < other.key(); }
  };
  /// The values that a slot may have: from `least` to `greatest`, as numbers that are ordered as unsigned ones.
  struct Guard {
    Slot slot;
    uint64_t least, greatest;
    SourceLocation location;  // of the first decision that asked for it
  };

  Slot add(Step step, uint64_t today);
  void include(const Place& place);
  bool guard_comparison(const Step& step, bool holds, SourceLocation location);
  void restrict(Slot slot, uint64_t least, uint64_t greatest, SourceLocation location);

  std::vector<Step> steps_;
  std::vector<uint64_t> today_;
  std::vector<Tensor> symbols_;
  std::vector<Guard> guards_;
  std::vector<Slot> objects_;  // of them, what tells a function object
  std::map<Slot, SourceLocation> gates_;
  std::vector<detail::Root> regions_;
  std::vector<CapturedTensor> tensors_;
  std::vector<CapturedVariable> variables_;
  std::vector<CapturedModule> modules_;
  std::vector<HiddenInput> inputs_;
  std::map<Step, Slot> known_;
  uintptr_t globals_begin_ = UINTPTR_MAX, globals_end_ = 0;
};

/// Whether a tensor is a constant of a trace instead of an input: no value, or a number that its dtype does not hold
/// exactly. SignatureBuilder::add_tensor must agree.
bool is_constant_of_trace(const Tensor& tensor);

}  // namespace ag::tracing
