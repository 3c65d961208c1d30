#pragma once
/// The trace in progress on this thread: the graph under construction, and the block that receives new nodes.
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ag/detail/function_ref.h"
#include "ag/device.h"
#include "device/device_number.h"
#include "graph/graph.h"
#include "trace/calls.h"
#include "trace/checkpoints.h"

namespace ag::detail {
struct VariableImpl;
}

namespace ag::tracing {

class Recorder;

class Trace {
 public:
  /// Starts a trace, which is the current one of this thread until it is destroyed. The graph is for the default device
  /// of the thread. `ops` is the table of all operations; it outlives the trace.
  Trace(std::string name, const ir::OpTable& ops);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  uint64_t id() const { return id_; }
  /// The device that the graph runs on.
  device::DeviceNumber device() const { return device_; }
  /// Permits arrays of other devices, which each run of the graph copies.
  void move_arrays() { moves_arrays_ = true; }
  /// True if the trace is in progress on this thread, even if paused.
  static bool is_open(uint64_t id);
  ir::Graph& graph() { return graph_; }
  ir::BlockId block() const { return block_; }
  /// The nesting depth of the current block; 0 is the body.
  int depth() const { return depth_; }

  /// Adds an input.
  Tensor add_input(const ir::TensorType& type, std::string name, SourceLocation location = SourceLocation::current());
  /// Adds an argument to a block.
  Tensor add_argument(ir::BlockId block, const ir::TensorType& type, std::string name,
                      SourceLocation location = SourceLocation::current());

  /// Returns the value of a tensor in this graph: that of a symbol, or a constant. If the variable that holds it may be
  /// undefined, records a check first. Throws for symbols of other traces and of closed blocks.
  ir::ValueId value_of(const Tensor& tensor, SourceLocation location);
  /// Returns the value without that check, to pass on a variable, which is not a use.
  ir::ValueId value_of_passed(const Tensor& tensor, SourceLocation location);
  /// Returns the symbol of a value.
  Tensor symbol_of(ir::ValueId value, SourceLocation location);
  /// True if a symbol may be used in `block`.
  bool is_available(const Tensor& tensor, ir::BlockId block) const;

  /// Records a node in the current block.
  std::vector<Tensor> record(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                             SourceLocation location);
  /// Records a node with explicit result types (control flow) and its blocks.
  std::vector<Tensor> record(const ir::OpDef& op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                             std::vector<ir::TensorType> results, std::vector<ir::BlockId> blocks,
                             SourceLocation location);
  /// Calls `before` before every node that may throw at run time.
  using BeforeFailure = std::function<void(const ir::OpDef&, std::span<const ir::ValueId> operands, SourceLocation)>;
  void before_failure(BeforeFailure before) { before_failure_.push_back(std::move(before)); }
  /// The origin of a symbolic number, before any arithmetic on it.
  struct Origin {
    std::string name;  // of the user's variable, if it has one
    std::string how;   // "a loop", "a branch"
    SourceLocation location;
  };
  Origin origin_of(const Tensor& symbol) const;
  /// A `try` whose block is being traced; `depth` is that of the enclosing block of the graph.
  struct Try {
    int depth;
    bool catches_errors;  // errors of the library
    SourceLocation location;
  };
  void enter_try(bool catches_errors, SourceLocation location) {
    tries_.push_back({depth_, catches_errors || (!tries_.empty() && tries_.back().catches_errors), location});
  }
  void leave_try() { tries_.pop_back(); }
  /// Returns the innermost `try`; null if an exception leaves the function.
  const Try* innermost_try() const { return tries_.empty() ? nullptr : &tries_.back(); }
  /// Throws an error about the program. The trace ends with this error even if a handler of the program catches it.
  template <class E>
  [[noreturn]] void refuse(const E& error) {
    if (!refused_) refused_ = std::make_exception_ptr(error);
    throw error;
  }
  std::exception_ptr refused() const { return refused_; }
  /// Restores an earlier state of `refused`, because the refused code is traced again in another way.
  void forgive(std::exception_ptr refused) { refused_ = std::move(refused); }
  /// The number of times the program asked if an undefined tensor has a value: the code that follows may depend on the
  /// answer.
  int asked_undefined() const { return asked_undefined_; }
  void ask_undefined() { ++asked_undefined_; }
  /// Returns the id of a rank-0 symbol in this trace, and the symbol of an id (undefined if it belongs to another
  /// trace).
  uint32_t stage(const Tensor& symbol);
  Tensor staged(uint32_t id) const;

  /// Requires an argument of a loop body being traced to equal this value in every iteration; otherwise `fail` throws.
  /// Returns false if it is not such an argument.
  bool expect(ir::ValueId argument, ir::ValueId value, std::function<void()> fail);
  /// Checks these requirements, given the arguments of the body that are invariant and their values outside of the
  /// loop.
  void settle(ir::BlockId body, const std::map<ir::ValueId, ir::ValueId>& values);

  /// A read of a variable at a place in memory, with its handle in the graph.
  struct VariableRead {
    const detail::VariableImpl* variable;
    ir::ValueId handle;
    const void* place;
  };
  void note_read(const VariableRead& read) { reads_.push_back(read); }
  const std::vector<VariableRead>& reads() const { return reads_; }

  /// The parts that the program computed in checkpoints.
  Checkpoints& checkpoints() { return checkpoints_; }

  /// While an object of this class lives, nodes are recorded into a new block, or into the given one.
  class BlockScope {
   public:
    explicit BlockScope(Trace& trace);
    BlockScope(Trace& trace, ir::BlockId block);
    ~BlockScope();
    BlockScope(const BlockScope&) = delete;
    BlockScope& operator=(const BlockScope&) = delete;
    ir::BlockId block() const { return block_; }

   private:
    Trace& trace_;
    ir::BlockId before_;
    ir::BlockId block_;
  };

  /// Records a branch without results: the nodes that `body` records run if `flag` equals `is`.
  void record_where(ir::ValueId flag, bool is, SourceLocation location, detail::FunctionRef<void()> body);

 private:
  std::string why_undefined(ir::ValueId value) const;
  ir::ValueId constant(const Tensor& tensor, SourceLocation location);

  const ir::OpTable& ops_;
  CallBase calls_;
  uint64_t id_;
  const device::DeviceNumber device_;
  bool moves_arrays_ = false;
  ir::Graph graph_;
  ir::BlockId block_;
  int depth_ = 0;
  std::vector<BeforeFailure> before_failure_;
  Trace* outer_;
  const Trace* outer_open_;
  Recorder* recorder_;  // the recorder of the code around the trace
  std::vector<Try> tries_;
  std::exception_ptr refused_;
  int asked_undefined_ = 0;
  std::map<const detail::TensorImpl*, ir::ValueId> constants_;
  std::map<std::tuple<DType, bool, uint64_t>, ir::ValueId> numbers_;  // rank-0 constants by their bits
  struct Expected {
    ir::ValueId argument, value;
    std::function<void()> fail;
  };
  std::vector<Expected> expected_;
  std::vector<std::pair<uint32_t, Tensor>> staged_;  // sorted by id
  Checkpoints checkpoints_;
  std::vector<VariableRead> reads_;
  size_t constant_count_ = 0;  // the number of nodes at the front of the body
  std::vector<Tensor> kept_;   // the tensors in constants_, kept so that their addresses are not reused
};

/// While an object of this class lives, this thread does not trace: operations run immediately.
class Pause {
 public:
  Pause();
  ~Pause();
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 protected:
  Trace* trace_;
  Recorder* recorder_;
};

/// A pause for the initial value of a static variable. Reads of symbolic values, and effects that would come too early,
/// are reported as errors.
class FirstValue : public Pause {
 public:
  FirstValue();
  ~FirstValue();

  /// Throws if an effect would precede one that the graph must execute, or if the graph may never reach it.
  static void check_effect(SourceLocation location);
  /// True while the initial value of a static variable is computed on this thread.
  static bool in_progress();

 private:
  const FirstValue* outer_;
  bool too_early_ = false;
};

/// While an object of this class lives, arrays that this thread makes are on the device of an operand: functions that
/// are composed of operations make arrays which meet their operands. Numbers of the host fit arrays of any device.
class OperandDevice {
 public:
  explicit OperandDevice(const Tensor& operand) {
    const detail::TensorImpl* impl = operand.impl();
    if (!impl || impl->is_symbol() || impl->device_number == device::default_number()) return;
    if (impl->shape.empty() && !impl->is_on_device()) return;
    scope_.emplace(device::device_of(impl->device_number));
  }

 private:
  std::optional<DeviceScope> scope_;
};

namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Trace* current_trace;
}  // namespace internal

/// The trace in progress on this thread, or null.
inline Trace* current() { return internal::current_trace; }

/// Runs the operation immediately, or records it if an operand is a symbol (or if the operation is always recorded
/// while tracing). Operands must have the dtypes that the operation requires.
std::vector<Tensor> apply(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                          SourceLocation location);
/// Like apply, for an operation with one result.
Tensor apply_one(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                 SourceLocation location);

}  // namespace ag::tracing
