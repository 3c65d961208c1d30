#pragma once
/// The object of a traced function: its traces, and the lookup of a trace by a call.
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/detail/eager_call.h"
#include "ag/detail/function_ref.h"
#include "ag/detail/pimpl.h"
#include "ag/detail/signature.h"
#include "ag/graph.h"
#include "ag/retrace.h"

namespace ag {

/// The executor that runs a graph.
enum class Executor : uint8_t { automatic, interpreter, compiled };

/// The floating-point mode of native code: `strict` equals the interpreter bit for bit, `fast` may differ in the last
/// bits. `automatic`: as AG_FLOATING_POINT specifies; strict if it is not set.
enum class FloatingPoint : uint8_t { automatic, strict, fast };

/// Options for tracing and running a function. Every field has a default.
struct FunctionOptions {
  std::vector<TensorSpec> input_signature = {};
  bool reduce_retracing = false;
  std::string name = {};
  bool jit_compile = true;
  Executor executor = Executor::automatic;
  std::string device = {};  // that calls run on, such as "cuda:1"; their arguments are copied there
  int max_traces = 1000;    // the least recently used trace is dropped; 0: no limit
  bool autograph = true;
  int threads = 0;  // the maximum for its large loops; 0: as many as ag::num_threads returns
  FloatingPoint floating_point = FloatingPoint::automatic;
  bool fixed_points = false;   // loops reuse results of a state that has stopped changing, to the bit
  bool require_graph = false;  // code that cannot be staged is an error, instead of a warning and an eager run
};

/// Runs every traced function eagerly, as a plain build does: for debugging.
AG_API void set_run_functions_eagerly(bool eager);

namespace detail {

/// One trace of a function: its graph, and the construction of results from the outputs of the graph.
class ConcreteTrace;
using TracePointer = std::shared_ptr<const ConcreteTrace>;

struct Names;
struct Variable;
class Pack;

/// Describes the parts of a call; takes the names of the parameters.
using Describe = FunctionRef<void(std::span<const std::string> names, DescribedCall& out)>;

/// The callbacks for tracing a body: they insert symbols into the arguments and collect the results.
struct TraceRequest {
  Leaves arguments;                                   // as the caller passed them
  FunctionRef<void(const Leaves& placeholders)> run;  // runs the body on arguments with these leaves
  // Returns the leaves of its results and of its final arguments, and a copy of the result as a prototype of later
  // ones.
  FunctionRef<void(Leaves& results, Leaves& arguments, std::shared_ptr<const void>& prototype)> finish;
  FunctionRef<void(Leaves& now)> save;             // saves the arguments as the body has left them at this point
  FunctionRef<void(DescribedCall& out)> describe;  // describes the parts of the signature
  std::vector<std::string> parameters;
  SourceLocation location;
  Root locals = {};            // the location of the copies of the arguments
  bool absolute = false;       // other variables have the same address in every call
  bool autograph = true;       // control flow may depend on tensors
  bool converts = false;       // every number is a tensor of the type that the trace declares
  Device device = {};          // that the graph runs on
  bool copies_arrays = false;  // arrays of other devices are copied there
};

/// The handling of a call.
enum class CallMode : uint8_t {
  Run,     // runs the trace for its arguments
  Inline,  // runs the body directly: another function is being traced, or functions run eagerly
  Asked,   // answers a request of Function::concrete or a ConcreteFunction
};

class TracedFunction;

/// The purpose of the next call of a function on this thread.
struct AskedCall {
  const TracedFunction* function = nullptr;
  TracePointer trace;  // the trace to run; if null, the call only finds or makes one for its arguments
};

/// The object of a traced function; lives as long as the program.
class AG_API TracedFunction {
 public:
  TracedFunction();
  ~TracedFunction();
  TracedFunction(const TracedFunction&) = delete;
  TracedFunction& operator=(const TracedFunction&) = delete;

  /// Sets the options; the first call takes effect. Throws for unsupported options.
  void configure(const FunctionOptions& options, SourceLocation location);
  bool is_configured() const { return configured_.load(std::memory_order_acquire); }
  CallMode mode() const;
  /// Runs a call whose arguments and results are only tensors. Returns false, without effect, if the call must be
  /// looked up by its signature. Takes no lock.
  bool run_plain(std::span<const Tensor* const> arguments, std::span<Tensor* const> results) const;
  /// Returns the trace for a signature, or null. Takes no lock.
  const ConcreteTrace* find(const SignatureBuilder& signature) const;
  /// Returns the trace for a signature, tracing if there is none. Each signature is traced once, for any number of
  /// threads. If the function declares the types of its arguments, those of the call are converted.
  const ConcreteTrace& find_or_trace(SignatureBuilder& signature, const TraceRequest& request);
  /// Returns the trace for a call with symbols as arguments; the graph being traced makes this call.
  const ConcreteTrace& find_callee(SignatureBuilder& signature, const TraceRequest& request);
  /// True if a call of this signature runs the body directly because it cannot be traced.
  bool runs_eagerly(const SignatureBuilder& signature) const;
  /// Makes calls of this signature run eagerly because `error` ended their trace, and warns once. Returns false if the
  /// error is a mistake of the user, or if a graph is required.
  bool leave_eager(const SignatureBuilder& signature, const Error& error);
  std::vector<EagerCall> eager_calls() const;
  void set_eager(bool eager);
  int tracing_count() const;
  std::string name() const;
  void set_name_if_empty(const char* pretty);
  /// Returns the traces that calls can find, in the order of tracing.
  std::vector<TracePointer> traces() const;
  std::vector<Retrace> retraces() const;
  /// Discards all traces; the next call traces again.
  void clear();
  /// Marks the body as an object that ag::function made at `place`. Variables that it captures by reference have fixed
  /// addresses as long as it can be called.
  void made_at(SourceLocation place);

 private:
  struct Entries;
  std::atomic<bool> configured_{false};
  bool absolute_ = false;
  Pimpl<Entries> entries_;
};

/// Limits of run_plain: calls with more tensor arguments or results are looked up by their signature.
inline constexpr size_t kMaxTensorArguments = 8;
inline constexpr size_t kMaxTensors = 4;

struct LeafSource;
struct ThrowSite;

/// Runs the trace found for a call and holds its outputs: the leaves of the results and those of the arguments. The two
/// lists must be read in sequence.
class AG_API CallResults final : LeafValues {
 public:
  CallResults(const ConcreteTrace& trace, const SignatureBuilder& call);
  CallResults(const CallResults&) = delete;
  CallResults& operator=(const CallResults&) = delete;

  /// True if the function writes an argument. A function that threw may have written one before.
  bool writes_arguments() const;
  LeafReader arguments();
  LeafReader results();
  /// The prototype from which results are made.
  const void* prototype() const;
  /// Rethrows the exception of the graph, after its arguments are read.
  void rethrow() const {
    if (error_) [[unlikely]]
      std::rethrow_exception(error_);
  }

 private:
  const Leaf& value(const Leaf& leaf, size_t index) override;
  Tensor tensor(const Leaf& leaf, size_t index) override;
  /// The tensor of an output or an input.
  const Tensor& source_tensor(const LeafSource& source) const;

  const ConcreteTrace& trace_;
  std::span<const Tensor* const> inputs_;
  std::vector<Tensor> kept_inputs_;  // inputs that may change before they are read
  static constexpr size_t kFew = 4;  // the number of results stored without a heap allocation
  Tensor few_[kFew];
  std::vector<Tensor> many_;
  Tensor* outputs_;
  const LeafSource* sources_ = nullptr;
  std::optional<Leaf> leaf_;         // set when requested
  const ThrowSite* site_ = nullptr;  // the location of the throw
  std::exception_ptr error_;
};
/// Returns the result of a trace with one tensor as its result and without written arguments.
AG_API Tensor run_trace_single(const ConcreteTrace& trace, const SignatureBuilder& call);
AG_API bool is_single(const ConcreteTrace& trace);

/// Returns and clears the request for the call in progress.
AG_API AskedCall take_asked_call();
/// Reports the trace found for the request.
AG_API void answer_asked_call(const ConcreteTrace& trace);
/// Converts the inputs of a call to those of `trace`; throws if its arguments do not fit.
AG_API void bind_call(const ConcreteTrace& trace, SignatureBuilder& call, const Names& names, Describe describe);
/// Thrown to leave a call that only requested its trace, if the result type has no default constructor.
struct Answered {};

/// A call whose body runs directly: while another function is traced, it is inlined into that function's graph.
class AG_API InlinedCall {
 public:
  /// Throws if such calls are nested too deep, unless the host ends them (`unbounded`) as in plain code.
  InlinedCall(const TracedFunction& function, SourceLocation location, bool unbounded = false);
  ~InlinedCall();
  InlinedCall(const InlinedCall&) = delete;
  InlinedCall& operator=(const InlinedCall&) = delete;
  /// True if the trace is already inside such a call with a branch or loop of the graph between. The depth of the
  /// recursion then depends on a tensor, and the graph must call itself.
  bool repeats(const SignatureBuilder& call);
  /// For a call that does not repeat because its host numbers differ from those of the enclosing call: true if it would
  /// repeat with these numbers computed by the graph. `general`: its arguments with symbols for them.
  bool counts(const Pack& arguments, Leaves& general);
  /// Returns the result of `trace` for this general signature. Returns null if the body needs one of the numbers on the
  /// host; the call is then unrolled.
  const ConcreteTrace* general_trace(const SignatureBuilder& call, FunctionRef<const ConcreteTrace&()> trace);

 private:
  const TracedFunction& function_;
  const InlinedCall* outer_;
  int depth_;
  uint64_t trace_ = 0;
  int block_depth_ = 0;
  std::vector<uint64_t> words_;
  Roots roots_;
  Leaves arguments_;         // for a call that may count
  bool unrolled_ = false;    // the body needs its host numbers
  bool known_only_ = false;  // a trace in progress may serve the call, but no new one is made for it
};

struct Registered {
  TracedFunction* function = nullptr;
  std::string code;  // the converted source
  LeftEager left;    // set if it was not converted
};
/// Registers an object by the address of its function.
AG_API void register_function(const void* address, TracedFunction* function);
/// Returns the entry of an address; empty if the function is not traced (a plain build).
AG_API Registered find_function(const void* address);
/// Registers the reason why the converter left a function unconverted.
AG_API void register_left(const void* address, LeftEager left);
AG_API void register_code(const void* address, const char* code);

/// Returns a number unique among all objects of ag::function.
AG_API uint64_t next_function_number();

/// A key for a method in the table of function addresses. A pointer to a virtual method holds only an index in its
/// class, so the type is included.
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
