#pragma once
/// The object behind a traced function: its traces, and how a call finds one.
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/eager_call.h"
#include "ag/function_ref.h"
#include "ag/graph.h"
#include "ag/retrace.h"
#include "ag/signature.h"

namespace ag {

/// Which machine runs a graph.
enum class Executor : uint8_t { automatic, interpreter, compiled };

/// How native code computes with floating-point numbers: to the bit as the interpreter does, or faster, with other last
/// bits. `automatic`: as AG_FLOATING_POINT says, which is strict where it is not set.
enum class FloatingPoint : uint8_t { automatic, strict, fast };

/// How a function is traced and run. Every field has a default.
struct FunctionOptions {
  std::vector<TensorSpec> input_signature = {};
  bool reduce_retracing = false;
  std::string name = {};
  bool jit_compile = true;
  Executor executor = Executor::automatic;
  std::string device = {};
  int max_traces = 1000;  // the one that was used least recently is dropped; 0: no limit
  bool autograph = true;
  int threads = 0;  // of its large loops, at most; 0: as many as ag::num_threads says
  FloatingPoint floating_point = FloatingPoint::automatic;
  bool fixed_points = false;   // loops keep what they compute from a state that no longer changes, to the bit
  bool require_graph = false;  // what cannot be staged is an error, instead of a warning and an eager run
};

/// Runs every traced function eagerly, as a plain build does: for debugging.
AG_API void set_run_functions_eagerly(bool eager);

namespace detail {

/// One trace of a function: its graph, and how results are made of what the graph gives.
class ConcreteTrace;
using TracePointer = std::shared_ptr<const ConcreteTrace>;

struct Names;
struct Variable;
class Pack;

/// Says what a call is made of; takes the names of the parameters.
using Describe = FunctionRef<void(std::span<const std::string> names, DescribedCall& out)>;

/// What a body is traced with: puts symbols into the arguments, takes the results.
struct TraceRequest {
  Leaves arguments;                                   // as the caller gave them
  FunctionRef<void(const Leaves& placeholders)> run;  // runs the body on arguments with these leaves
  // The leaves of its results and of its arguments afterwards, and a copy of the result to make later ones from.
  FunctionRef<void(Leaves& results, Leaves& arguments, std::shared_ptr<const void>& prototype)> finish;
  FunctionRef<void(Leaves& now)> save;             // the arguments as the body has left them so far
  FunctionRef<void(DescribedCall& out)> describe;  // what the signature is made of
  std::vector<std::string> parameters;
  SourceLocation location;
  Root locals = {};       // where the copies of the arguments are
  bool absolute = false;  // other variables are at the same place in every call
  bool autograph = true;  // control flow may depend on tensors
  bool converts = false;  // every number is a tensor of the type that the trace declares
};

/// What becomes of a call.
enum class CallMode : uint8_t {
  Run,     // the trace of its arguments
  Inline,  // the body as it is: another function is being traced, or functions run eagerly
  Asked,   // what Function::concrete or a ConcreteFunction asks for
};

class TracedFunction;

/// What the next call of a function on this thread is about.
struct AskedCall {
  const TracedFunction* function = nullptr;
  TracePointer trace;  // to run; where there is none, the call only finds or makes one for its arguments
};

/// The object behind a traced function; lives as long as the program.
class AG_API TracedFunction {
 public:
  TracedFunction();
  ~TracedFunction();
  TracedFunction(const TracedFunction&) = delete;
  TracedFunction& operator=(const TracedFunction&) = delete;

  /// Sets the options; the first call decides. Throws for options that cannot be kept.
  void configure(const FunctionOptions& options, SourceLocation location);
  bool is_configured() const { return configured_.load(std::memory_order_acquire); }
  CallMode mode() const;
  /// A call that is given tensors alone, and gives as many as there is room for: false, and nothing, where it has to be
  /// looked up by its signature. Takes no lock.
  bool run_plain(std::span<const Tensor* const> arguments, std::span<Tensor* const> results) const;
  /// The trace for a signature, or null. Takes no lock.
  const ConcreteTrace* find(const SignatureBuilder& signature) const;
  /// The same, traced if there is none. Each signature is traced once, whatever the number of threads. Where the
  /// function declares the types of its arguments, those of the call are converted.
  const ConcreteTrace& find_or_trace(SignatureBuilder& signature, const TraceRequest& request);
  /// The trace for a call of symbols, which the graph that is being traced will make.
  const ConcreteTrace& find_callee(SignatureBuilder& signature, const TraceRequest& request);
  /// True if a call of this signature runs the body as it is, because it cannot be traced.
  bool runs_eagerly(const SignatureBuilder& signature) const;
  /// Leaves calls of this signature to run eagerly, because `error` ended their trace, and warns about it once. False
  /// where the error is a mistake of the user, or a graph is required.
  bool leave_eager(const SignatureBuilder& signature, const Error& error);
  std::vector<EagerCall> eager_calls() const;
  void set_eager(bool eager);
  int tracing_count() const;
  std::string name() const;
  void set_name_if_empty(const char* pretty);
  /// Those that calls may find, in the order of tracing.
  std::vector<TracePointer> traces() const;
  std::vector<Retrace> retraces() const;
  /// Forgets every trace; the next call traces again.
  void clear();
  /// The body is an object that ag::function made at `place`, and captures: what it refers to is where it is as long as
  /// there is a call.
  void made_at(SourceLocation place);

 private:
  struct Entries;
  std::atomic<bool> configured_{false};
  bool absolute_ = false;
  std::unique_ptr<Entries> entries_;
};

/// Calls that take or give more tensors are looked up by their signature.
inline constexpr size_t kMostTensorArguments = 8;
inline constexpr size_t kMostTensors = 4;

struct LeafSource;
struct ThrowSite;

/// Runs the trace that was found for a call, and has what it gave: the leaves of its results, and those of its
/// arguments. They are read one list after the other.
class AG_API CallResults final : LeafValues {
 public:
  CallResults(const ConcreteTrace& trace, const SignatureBuilder& call);
  CallResults(const CallResults&) = delete;
  CallResults& operator=(const CallResults&) = delete;

  /// Whether the function writes an argument. One that threw may have, too.
  bool writes_arguments() const;
  LeafReader arguments();
  LeafReader results();
  /// What results are made from.
  const void* prototype() const;
  /// Throws what the graph has thrown, once its arguments are read.
  void rethrow() const {
    if (error_) [[unlikely]]
      std::rethrow_exception(error_);
  }

 private:
  const Leaf& value(const Leaf& leaf, size_t index) override;
  Tensor tensor(const Leaf& leaf, size_t index) override;
  /// The tensor that an output, or an input, is.
  const Tensor& source_tensor(const LeafSource& source) const;

  const ConcreteTrace& trace_;
  std::span<const Tensor* const> inputs_;
  std::vector<Tensor> kept_inputs_;  // where they may change before they are read
  static constexpr size_t kFew = 4;  // results that need no list
  Tensor few_[kFew];
  std::vector<Tensor> many_;
  Tensor* outputs_;
  const LeafSource* sources_ = nullptr;
  std::optional<Leaf> leaf_;         // once it is asked for
  const ThrowSite* site_ = nullptr;  // where it threw
  std::exception_ptr error_;
};
/// The result of a function whose result is one tensor and that writes no argument.
AG_API Tensor run_trace_single(const ConcreteTrace& trace, const SignatureBuilder& call);
AG_API bool is_single(const ConcreteTrace& trace);

/// What the call that is being made was asked for; it counts as answered.
AG_API AskedCall take_asked_call();
/// Says which trace was found for it.
AG_API void answer_asked_call(const ConcreteTrace& trace);
/// Makes the inputs of a call those of `trace`; throws where its arguments do not fit.
AG_API void bind_call(const ConcreteTrace& trace, SignatureBuilder& call, const Names& names, Describe describe);
/// Leaves a call that was only asked for its trace, where the result has no default.
struct Answered {};

/// A call whose body runs as it is: while another function is traced, it becomes a part of that one's graph.
class AG_API InlinedCall {
 public:
  /// Throws where such calls are nested without end, unless the host ends them (`unbounded`), as in plain code.
  InlinedCall(const TracedFunction& function, SourceLocation location, bool unbounded = false);
  ~InlinedCall();
  InlinedCall(const InlinedCall&) = delete;
  InlinedCall& operator=(const InlinedCall&) = delete;
  /// Whether the trace is inside of such a call already, and a branch or loop of the graph stands between: a tensor
  /// decides where the recursion ends, and the graph has to call itself.
  bool repeats(const SignatureBuilder& call);
  /// For one that does not repeat, because it has other numbers of the host than the call that it is inside of: whether
  /// it would if the graph computed these. `general`: its arguments with symbols in their place.
  bool counts(const Pack& arguments, Leaves& general);
  /// What `trace` gives for them, of this signature; null where the body has to know one of the numbers, and is
  /// unrolled.
  const ConcreteTrace* general_trace(const SignatureBuilder& call, FunctionRef<const ConcreteTrace&()> trace);

 private:
  const TracedFunction& function_;
  const InlinedCall* outer_;
  int depth_;
  uint64_t trace_ = 0;
  int block_depth_ = 0;
  std::vector<uint64_t> words_;
  Roots roots_;
  Leaves arguments_;         // of one that may count
  bool unrolled_ = false;    // it has to know its numbers
  bool known_only_ = false;  // a trace that is being made may serve it, but none is made for it
};

struct Registered {
  TracedFunction* function = nullptr;
  std::string code;  // the rewritten source
  LeftEager left;    // it was not converted
};
/// Makes an object findable by the address of its function.
AG_API void register_function(const void* address, TracedFunction* function);
/// The entry of an address; empty where the function is not traced (a plain build).
AG_API Registered find_function(const void* address);
/// Says why the converter left a function as it was written.
AG_API void register_left(const void* address, LeftEager left);
AG_API void register_code(const void* address, const char* code);

/// A number that no other object of ag::function has.
AG_API uint64_t next_function_number();

/// What stands for a method where functions are found by their addresses: that of a virtual one is a number in its
/// class.
template <class M>
inline constexpr char kMethodType = 0;
template <class M>
const void* method_key(M method) {
  uint64_t words[2] = {};
  static_assert(sizeof(method) <= sizeof(words));
  __builtin_memcpy(words, &method, sizeof(method));
  const uint64_t type = reinterpret_cast<uintptr_t>(&kMethodType<M>);
  return reinterpret_cast<const void*>(static_cast<uintptr_t>((type * 0x9E3779B97F4A7C15u ^ words[0]) | 1));
}

}  // namespace detail
}  // namespace ag
