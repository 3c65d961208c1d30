#pragma once
/// The prologue of a trace: it reads external variables again at every call.
///
/// A number read while tracing has a slot, which holds its value during the trace and the way in which a later call
/// finds its value. Arithmetic on such numbers also yields slots, so that it runs on the host before the graph. A slot
/// that is combined with a tensor becomes a hidden input of the graph. A slot on which a host decision depends becomes
/// a guard: the trace is valid for calls that find the same value in it.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ag/detail/root.h"
#include "ag/detail/small_vector.h"
#include "ag/error.h"
#include "ag/staging/number.h"
#include "ag/tensor.h"

namespace ag::tracing {

/// The place of a variable in every call: in an object that each call names (a root), or at an address.
struct Place {
  static constexpr int32_t kNoRoot = -1;
  int32_t root = kNoRoot;
  uint64_t offset = 0;  // the address, without a root

  const void* in(const detail::Roots& roots) const {
    const uint64_t base = root == kNoRoot ? 0 : reinterpret_cast<uintptr_t>(roots[static_cast<size_t>(root)].address);
    return reinterpret_cast<const void*>(static_cast<uintptr_t>(base + offset));
  }
  bool operator==(const Place&) const = default;
};

class Prologue {
 public:
  using Slot = uint32_t;
  /// Computes the bits of a result; false if the result is undefined in C++.
  using Evaluate = bool (*)(uint64_t a, uint64_t b, uint64_t& out);
  using Values = detail::SmallVector<uint64_t, 32>;

  /// An input of the graph after those of the signature.
  struct HiddenInput {
    enum class Kind : uint8_t { Number, Tensor, StoredArguments } kind = Kind::Number;
    uint32_t index = 0;  // the slot, or the index of the captured tensor
  };
  struct CapturedTensor {
    Place place;
    Tensor today;   // its value while tracing, whose type is a guard
    Tensor symbol;  // the symbol with which the trace computes
  };

  /// An ag::Variable with the properties that the trace assumes.
  struct CapturedVariable {
    Place place;
    DType dtype;
    Shape shape;
    std::vector<int64_t> resource;  // the type of its resource, if it does not hold a tensor
  };

  /// A module that must be the same in every call, with the same parts.
  struct CapturedModule {
    Place place;
    std::shared_ptr<const void> parts;
    size_t count = 0;
  };

  /// Returns the slot of a variable, which is at `address` during the trace.
  Slot variable(const Place& place, const void* address, DType dtype);
  /// Returns the slot of the address of a variable.
  Slot address_of(const Place& place, const void* address);
  Slot constant(uint64_t bits, DType dtype);
  /// Returns the slot of a result; nullopt if it is undefined in C++ or cannot be computed here.
  std::optional<Slot> binary(detail::NumberOp op, DType common, Slot a, Slot b);
  std::optional<Slot> unary(detail::NumberOp op, DType promoted, Slot a);
  Slot cast(Slot a, DType to);

  DType dtype(Slot slot) const { return steps_[slot].dtype; }
  uint64_t today(Slot slot) const { return today_[slot]; }
  /// Restricts the trace to calls with this value.
  void guard(Slot slot, SourceLocation location);
  /// Like guard, for the address that identifies the function object of a call.
  void guard_object(Slot slot, SourceLocation location);

  /// Restricts the trace to calls that find this pointer at this place. The memory that it points to is read only after
  /// this check.
  void gate(const Place& place, const void* address, SourceLocation location);
  /// Registers memory whose address such pointers determine.
  void add_region(const detail::Root& region);
  bool is_in_region(const void* variable) const;

  /// Returns the symbol of a slot; undefined if it has none.
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
  /// Evaluates every slot for a call; false if a guard fails.
  bool run(Values& values, const detail::Roots& roots) const;
  /// The first decision that differs in a call, with its subject.
  struct FailedGuard {
    SourceLocation location;
    std::string expected, found;
    bool is_object = false;  // the identity of the called function object
    bool has_moved = false;  // the place or number of the elements of a container
  };
  std::optional<FailedGuard> failed_guard(const detail::Roots& roots) const;
  /// True if a variable located by its address lies in the object of a call.
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
  /// Finishes the trace: keeps only the arithmetic that inputs, guards and `stored` need. Symbols become invalid.
  void finish(std::span<const Slot> stored);

 private:
  struct Step {
    enum class Kind : uint8_t { Constant, Read, Gate, Address, Computed } kind = Kind::Constant;
    DType dtype = DType::boolean;
    uint8_t size = 0;
    int32_t root = Place::kNoRoot;
    std::optional<detail::NumberOp> op;  // for a binary operator
    Evaluate evaluate = nullptr;
    uint64_t a = 0, b = 0;  // slots; the bits of a constant; the offset of a variable and the value that a gate expects

    auto key() const { return std::tuple(kind, dtype, root, reinterpret_cast<uintptr_t>(evaluate), a, b); }
    bool operator<(const Step& other) const { return key() < other.key(); }
  };
  /// The permitted values of a slot: from `least` to `greatest`, in the unsigned mapping of `order`.
  struct Guard {
    Slot slot;
    uint64_t least, greatest;
    SourceLocation location;  // of the first decision that required it
  };

  Slot add(Step step, uint64_t today);
  void include(const Place& place);
  bool guard_comparison(const Step& step, bool holds, SourceLocation location);
  void restrict(Slot slot, uint64_t least, uint64_t greatest, SourceLocation location);

  std::vector<Step> steps_;
  std::vector<uint64_t> today_;
  std::vector<Tensor> symbols_;
  std::vector<Guard> guards_;
  std::vector<Slot> objects_;  // the guards that identify a function object
  std::map<Slot, SourceLocation> gates_;
  std::vector<detail::Root> regions_;
  std::vector<CapturedTensor> tensors_;
  std::vector<CapturedVariable> variables_;
  std::vector<CapturedModule> modules_;
  std::vector<HiddenInput> inputs_;
  std::map<Step, Slot> known_;
  uintptr_t globals_begin_ = UINTPTR_MAX, globals_end_ = 0;
};

/// True if a tensor is a constant of a trace instead of an input: undefined, or a number that its dtype cannot hold
/// exactly. SignatureBuilder::add_tensor must agree.
bool is_constant_of_trace(const Tensor& tensor);

}  // namespace ag::tracing
