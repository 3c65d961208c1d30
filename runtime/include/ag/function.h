#pragma once
/// Traced functions: the object behind the name of an AG_FUNCTION.
#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/function_ref.h"
#include "ag/graph.h"
#include "ag/root.h"
#include "ag/structure.h"
#include "ag/tensor.h"

namespace ag {

/// Which machine runs a graph.
enum class Executor : uint8_t { automatic, interpreter, compiled };

/// The type of a tensor argument; dimensions may be ag::unknown.
struct TensorSpec {
  Shape shape;
  DType dtype = float32;
  std::string name = {};
  TensorSpec(Shape of, DType type = float32, std::string called = {})
      : shape(std::move(of)), dtype(type), name(std::move(called)) {}
};

/// How a function is traced and run. Every field has a default.
struct FunctionOptions {
  std::vector<TensorSpec> input_signature = {};
  bool reduce_retracing = false;
  std::string name = {};
  bool jit_compile = true;
  Executor executor = Executor::automatic;
  std::string device = {};
  int max_traces = 0;  // 0: no limit
  bool autograph = true;
};

/// Runs every traced function eagerly, as a plain build does: for debugging.
AG_API void set_run_functions_eagerly(bool eager);

namespace detail {

/// The type of a call: what a trace is valid for. Made without allocation for a few small arguments.
class AG_API SignatureBuilder {
 public:
  void add_tensor(const Tensor& tensor, SourceLocation location);
  void add_word(uint64_t word) {
    words_.push_back(word);
    hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 32;
  }
  void add_text(const char* text, size_t size);
  std::span<const uint64_t> words() const { return words_; }
  uint64_t hash() const { return hash_; }
  /// The tensors whose values the graph reads, in order.
  std::span<const Tensor* const> inputs() const { return inputs_; }
  /// An object that the call works on by identity; only its class belongs to the signature.
  void add_object(const Root& object, uint64_t type);
  const Roots& roots() const { return roots_; }
  /// What this call found in the variables outside of the function; filled by the trace that fits.
  SmallVector<uint64_t, 32>& captured() const { return captured_; }

 private:
  SmallVector<uint64_t, 32> words_;
  SmallVector<const Tensor*, 8> inputs_;
  Roots roots_;
  mutable SmallVector<uint64_t, 32> captured_;
  uint64_t hash_ = 0x51ED270B;
};

template <class T>
concept HostArgument = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Adds a value to the signature: tensors by dtype and shape, numbers, enums and strings by value, structures by their
/// parts.
template <class T>
void add_to_signature(const T& value, SignatureBuilder& signature, SourceLocation location) {
  if constexpr (is_tensor_type<T>) {
    signature.add_tensor(value, location);
  } else if constexpr (HostArgument<T>) {
    // The kind of number is part of it: f(1), f(true) and f(1.0) are three.
    constexpr uint64_t kKind = (std::is_floating_point_v<T> ? 2
                                : std::is_same_v<T, bool>   ? 1
                                : std::is_signed_v<T>       ? 4
                                                            : 3);
    signature.add_word(kKind << 8 | sizeof(T));
    if constexpr (std::is_floating_point_v<T>) {
      const double wide = static_cast<double>(value);
      uint64_t bits;
      __builtin_memcpy(&bits, &wide, sizeof(bits));
      signature.add_word(bits);
    } else {
      signature.add_word(static_cast<uint64_t>(value));
    }
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text(value);
    signature.add_word(text.size());
    signature.add_text(text.data(), text.size());
  } else if constexpr (Sequence<T>) {
    signature.add_word(value.size());
    for (const auto& element : value) add_to_signature(element, signature, location);
  } else if constexpr (is_structure<T>) {
    for_each_part(value, [&](const auto& part, const std::string&) { add_to_signature(part, signature, location); });
  } else {
    static_assert(
        is_structure<T>,
        "an argument of a traced function is a tensor, a number, an enum, a string, or a structure of these; give "
        "other classes an ag_fields function");
  }
}

/// One trace of a function: its graph, and how results are made of what the graph gives.
class ConcreteTrace;

/// What a body is traced with: puts symbols into the arguments, takes the results.
struct TraceRequest {
  Leaves arguments;                                   // as the caller gave them
  FunctionRef<void(const Leaves& placeholders)> run;  // runs the body on arguments with these leaves
  // The leaves of its results and of its arguments afterwards, and a copy of the result to make later ones from.
  FunctionRef<void(Leaves& results, Leaves& arguments, std::shared_ptr<const void>& prototype)> finish;
  SourceLocation location;
  Root locals = {};       // where the copies of the arguments are
  bool absolute = false;  // other variables are at the same place in every call
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
  /// The trace for a signature, or null. Takes no lock.
  const ConcreteTrace* find(const SignatureBuilder& signature) const;
  /// The same, traced if there is none. Each signature is traced once, whatever the number of threads.
  const ConcreteTrace& find_or_trace(const SignatureBuilder& signature, const TraceRequest& request);
  /// Whether calls run the body as it is.
  bool runs_eagerly() const;
  void set_eager(bool eager);
  int tracing_count() const;
  std::string name() const;
  void set_name_if_empty(const char* pretty);
  /// Forgets every trace; the next call traces again.
  void clear();
  /// The body is an object that captures: what it refers to is where it is as long as there is a call.
  void follow_addresses() { absolute_ = true; }

 private:
  struct Entries;
  bool absolute_ = false;
  std::unique_ptr<Entries> entries_;
};

/// Runs the trace that was found for a call: gives the leaves of its results, and those of its arguments if the
/// function writes one.
AG_API void run_trace(const ConcreteTrace& trace, const SignatureBuilder& call, Leaves& results, Leaves& arguments);
/// The same for a function whose result is one tensor and that writes no argument.
AG_API Tensor run_trace_single(const ConcreteTrace& trace, const SignatureBuilder& call);
AG_API bool is_single(const ConcreteTrace& trace);
AG_API const void* result_prototype(const ConcreteTrace& trace);
AG_API std::shared_ptr<const ir::Graph> graph_of(const ConcreteTrace& trace);

/// Guards against a function that calls itself without end while it is traced.
class AG_API InliningGuard {
 public:
  InliningGuard(const char* function, SourceLocation location);
  ~InliningGuard();
  InliningGuard(const InliningGuard&) = delete;
  InliningGuard& operator=(const InliningGuard&) = delete;
};

/// The body of a function without its type.
using ErasedBody = void (*)();
/// Traces with arguments behind pointers: for function_of(f).graph(…).
using TraceWith = const ConcreteTrace& (*)(TracedFunction& function, ErasedBody body, void* const* arguments,
                                           SourceLocation location);

struct Registered {
  TracedFunction* function = nullptr;
  TraceWith trace_with = nullptr;
  ErasedBody body = nullptr;
  std::string code;  // the rewritten source
};
/// Makes an object findable by the address of its function.
AG_API void register_function(const void* address, TracedFunction* function, TraceWith trace_with, ErasedBody body);
/// The entry of an address; empty where the function is not traced (a plain build).
AG_API Registered find_function(const void* address);
AG_API void register_code(const void* address, const char* code);

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

/// The traced function behind the name of an AG_FUNCTION, as ag::function_of gives it. In a plain build nothing is
/// traced: counts are 0 and calls are plain calls.
template <class Signature>
class Function;

template <class R, class... A>
class Function<R(A...)> {
 public:
  explicit Function(R (*function)(A...))
      : function_(function), entry_(detail::find_function(reinterpret_cast<const void*>(function))) {}

  R operator()(A... arguments) const { return function_(std::forward<A>(arguments)...); }
  /// How often the function has been traced.
  int tracing_count() const { return entry_.function ? entry_.function->tracing_count() : 0; }
  /// The graph for these arguments; the function is traced if it has not been with arguments of these types.
  Graph graph(std::remove_cvref_t<A>... arguments, SourceLocation location = SourceLocation::current()) const {
    if (!entry_.trace_with) {
      throw Error(ErrorKind::invalid_argument,
                  "there is no graph: the function is not traced. It needs AG_FUNCTION, and its file has to be built "
                  "through agc",
                  location);
    }
    const std::array<void*, sizeof...(A)> pointers{const_cast<void*>(static_cast<const void*>(&arguments))...};
    return Graph(detail::graph_of(entry_.trace_with(*entry_.function, entry_.body, pointers.data(), location)));
  }
  /// The source that the converter made of it; empty in a plain build.
  std::string to_code() const { return entry_.code; }
  /// Runs this function eagerly, as a plain build does.
  void set_eager(bool eager) {
    if (entry_.function) entry_.function->set_eager(eager);
  }
  /// Forgets every trace.
  void clear() {
    if (entry_.function) entry_.function->clear();
  }

 private:
  R (*function_)(A...);
  detail::Registered entry_;
};

/// The traced function behind a name.
template <class R, class... A>
Function<R(A...)> function_of(R (*function)(A...)) {
  return Function<R(A...)>(function);
}

/// The traced function behind a method, for all objects of its class.
template <class M>
class Method {
 public:
  explicit Method(M method) : method_(method), entry_(detail::find_function(detail::method_key(method))) {}

  template <class Object, class... A>
  decltype(auto) operator()(Object& object, A&&... arguments) const {
    return (object.*method_)(std::forward<A>(arguments)...);
  }
  /// How often it has been traced.
  int tracing_count() const { return entry_.function ? entry_.function->tracing_count() : 0; }
  /// The source that the converter made of it; empty in a plain build.
  std::string to_code() const { return entry_.code; }
  /// Runs it eagerly, as a plain build does.
  void set_eager(bool eager) {
    if (entry_.function) entry_.function->set_eager(eager);
  }
  /// Forgets every trace.
  void clear() {
    if (entry_.function) entry_.function->clear();
  }

 private:
  M method_;
  detail::Registered entry_;
};

template <class M>
  requires std::is_member_function_pointer_v<M>
Method<M> function_of(M method) {
  return Method<M>(method);
}

/// The source that the converter made of a function; empty in a plain build.
template <class R, class... A>
std::string to_code(R (*function)(A...)) {
  return function_of(function).to_code();
}

}  // namespace ag
