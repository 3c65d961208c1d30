#pragma once
/// The trace in progress on this thread: the graph that is being built, and the block that new nodes go to.
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ag/function_ref.h"
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
  /// Starts a trace; it becomes the current one of this thread until it is destroyed.
  /// `ops` is the table of all operations; it outlives the trace.
  Trace(std::string name, const ir::OpTable& ops);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  uint64_t id() const { return id_; }
  /// Whether it is in progress on this thread, if only paused.
  static bool is_open(uint64_t id);
  ir::Graph& graph() { return graph_; }
  ir::BlockId block() const { return block_; }
  /// How many blocks deep the current block lies; 0 is the body.
  int depth() const { return depth_; }

  /// A new input.
  Tensor add_input(const ir::TensorType& type, std::string name, SourceLocation location = SourceLocation::current());
  /// A new argument of a block.
  Tensor add_argument(ir::BlockId block, const ir::TensorType& type, std::string name,
                      SourceLocation location = SourceLocation::current());

  /// The value of a tensor in this graph: a symbol's own, or a constant. Records a check first where the variable that
  /// holds it may be undefined. Throws for symbols of other traces and of blocks that are closed.
  ir::ValueId value_of(const Tensor& tensor, SourceLocation location);
  /// The same without that check: for passing a variable on, which is no use of it.
  ir::ValueId value_of_passed(const Tensor& tensor, SourceLocation location);
  /// The symbol of a value.
  Tensor symbol_of(ir::ValueId value, SourceLocation location);
  /// Whether a symbol may be used in `block`.
  bool is_available(const Tensor& tensor, ir::BlockId block) const;

  /// Records a node in the current block.
  std::vector<Tensor> record(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                             SourceLocation location);
  /// Records a node whose result types are given (control flow), with its blocks.
  std::vector<Tensor> record(const ir::OpDef& op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                             std::vector<ir::TensorType> results, std::vector<ir::BlockId> blocks,
                             SourceLocation location);
  /// Calls `before` in front of every node that may throw when the graph runs.
  using BeforeFailure = std::function<void(const ir::OpDef&, std::span<const ir::ValueId> operands, SourceLocation)>;
  void before_failure(BeforeFailure before) { before_failure_.push_back(std::move(before)); }
  /// What made a number symbolic: not the arithmetic that was done with it, but what was before that.
  struct Origin {
    std::string name;  // of the user's variable, where it has one
    std::string how;   // "a loop", "a branch"
    SourceLocation location;
  };
  Origin origin_of(const Tensor& symbol) const;
  /// A `try` whose block is being traced: how deep the block of the graph lies that it stands in.
  struct Try {
    int depth;
    bool catches_errors;  // of the library
    SourceLocation location;
  };
  void enter_try(bool catches_errors, SourceLocation location) {
    tries_.push_back({depth_, catches_errors || (!tries_.empty() && tries_.back().catches_errors), location});
  }
  void leave_try() { tries_.pop_back(); }
  /// The innermost one; null: what is thrown leaves the function.
  const Try* innermost_try() const { return tries_.empty() ? nullptr : &tries_.back(); }
  /// Throws an error about the program. A handler of the program may get it, but the trace ends with it all the same.
  template <class E>
  [[noreturn]] void refuse(const E& error) {
    if (!refused_) refused_ = std::make_exception_ptr(error);
    throw error;
  }
  std::exception_ptr refused() const { return refused_; }
  /// What was refused since then is traced again, in another way.
  void forgive(std::exception_ptr refused) { refused_ = std::move(refused); }
  /// How often the program asked whether a tensor has a value that had none: what it does next depends on that.
  int asked_undefined() const { return asked_undefined_; }
  void ask_undefined() { ++asked_undefined_; }
  /// A number of this trace for a rank-0 symbol, and the symbol of a number (undefined if it is of another trace).
  uint32_t stage(const Tensor& symbol);
  Tensor staged(uint32_t id) const;

  /// An argument of the body of a loop that is being traced has to turn out to be this value in every iteration, or
  /// `fail` throws. False: it is no such argument.
  bool expect(ir::ValueId argument, ir::ValueId value, std::function<void()> fail);
  /// It is known which arguments of the body stand for a value from outside, and for which.
  void settle(ir::BlockId body, const std::map<ir::ValueId, ir::ValueId>& values);

  /// A variable of the program was read at a place in memory, where the graph knows it by a number.
  struct VariableRead {
    const detail::VariableImpl* variable;
    ir::ValueId handle;
    const void* place;
  };
  void note_read(const VariableRead& read) { reads_.push_back(read); }
  const std::vector<VariableRead>& reads() const { return reads_; }

  /// What the program computed in checkpoints.
  Checkpoints& checkpoints() { return checkpoints_; }

  /// Everything recorded while it lives goes into a new block, or into one that exists.
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

  /// Records a branch without results: what `body` records happens where the flag is so.
  void record_where(ir::ValueId flag, bool is, SourceLocation location, detail::FunctionRef<void()> body);

 private:
  std::string why_undefined(ir::ValueId value) const;
  ir::ValueId constant(const Tensor& tensor, SourceLocation location);

  const ir::OpTable& ops_;
  CallBase calls_;
  uint64_t id_;
  ir::Graph graph_;
  ir::BlockId block_;
  int depth_ = 0;
  std::vector<BeforeFailure> before_failure_;
  Trace* outer_;
  const Trace* outer_open_;
  Recorder* recorder_;  // of what runs around the trace
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
  std::vector<std::pair<uint32_t, Tensor>> staged_;  // in the order of the numbers
  Checkpoints checkpoints_;
  std::vector<VariableRead> reads_;
  size_t constant_count_ = 0;  // nodes at the front of the body
  std::vector<Tensor> kept_;   // the tensors behind constants_, so that their addresses stay theirs
};

/// While it lives nothing is traced on this thread: what is computed is computed at once.
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

/// One for the first value of a static variable: what has no value yet, and effects that would come too early, are
/// errors that say so.
class FirstValue : public Pause {
 public:
  FirstValue();
  ~FirstValue();

  /// Throws where an effect would come before one that the graph has to make, or where the graph may never get.
  static void check_effect(SourceLocation location);
  /// Is the value of a static variable computed on this thread?
  static bool in_progress();

 private:
  const FirstValue* outer_;
  bool too_early_ = false;
};

namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Trace* current_trace;
}  // namespace internal

/// The trace in progress on this thread, or null.
inline Trace* current() { return internal::current_trace; }

/// Runs the operation now, or records it if an operand is a symbol (or the operation is always recorded while tracing).
/// Operands have the dtypes that the operation asks for.
std::vector<Tensor> apply(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                          SourceLocation location);
/// The same for an operation with one result.
Tensor apply_one(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                 SourceLocation location);

}  // namespace ag::tracing
