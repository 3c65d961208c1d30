#pragma once
/// Type erasure of calls of traced functions. The code of traced.h that depends on types only finds and runs a trace;
/// tracing, eager runs and requests for traces are decided out of line.
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ag/detail/called_object.h"
#include "ag/detail/traced_function.h"
#include "ag/staging/state.h"

namespace ag::detail {

/// The operations on an argument of one type; instantiated once per type instead of once per parameter list.
struct ArgumentCode {
  void (*sign)(const void* argument, SignatureBuilder& signature, const SourceLocation& location);
  void (*describe)(const void* argument, const std::string& name, DescribedCall& out);
};
template <class T>
void sign_argument(const void* argument, SignatureBuilder& signature, const SourceLocation& location) {
  add_to_signature(*static_cast<const T*>(argument), signature, location);
}
template <class T>
void describe_argument(const void* argument, const std::string& name, DescribedCall& out) {
  describe(*static_cast<const T*>(argument), name, out);
}
template <class T>
inline constexpr ArgumentCode kArgumentCode{&sign_argument<T>, &describe_argument<T>};

/// A pack of arguments whose variables are stored by the caller.
class ArgumentPack final : public Pack {
 public:
  ArgumentPack(Names names, const Variable* variables, size_t count) : Pack(names, variables, count, 0) {}
};

/// A call of a traced function with its types erased.
struct UntypedCall {
  TracedFunction& function;
  const void* body;  // the address of the body, whose type `trace` knows
  const CalledObject& object;
  const Pack& pack;  // the arguments
  std::span<const ArgumentCode* const> codes;
  const ConcreteTrace& (*trace)(const UntypedCall& call, SignatureBuilder& signature);

  AG_API void sign(SignatureBuilder& signature) const;
  AG_API void describe(std::span<const std::string> names, DescribedCall& out) const;
};

/// The decision about a call for which no trace was found: a call of a new signature, an eager or inlined call, or a
/// request for a trace. The object must live until the call ends.
class AG_API OpenCall {
 public:
  enum class Next : uint8_t {
    Run,       // runs trace() with the signature
    Body,      // runs the body directly
    Answered,  // returns: the call only requested its trace
  };
  /// `mode`: that of the function. `signature`: that of the call in mode Run, and otherwise null.
  OpenCall(const UntypedCall& call, CallMode mode, SignatureBuilder* signature);
  ~OpenCall();
  OpenCall(const OpenCall&) = delete;
  OpenCall& operator=(const OpenCall&) = delete;

  Next next() const { return next_; }
  const ConcreteTrace& trace() const { return *trace_; }
  const SignatureBuilder& signature() const { return *signature_; }

 private:
  Next trace_or_leave_eager(const UntypedCall& call);
  Next inline_or_call(const UntypedCall& call);
  Next answer(const UntypedCall& call);

  SignatureBuilder* signature_;
  std::optional<SignatureBuilder> own_;
  const ConcreteTrace* trace_ = nullptr;
  TracePointer asked_;
  std::optional<EagerSpan> span_;
  std::optional<InlinedCall> inlined_;
  Next next_;
};

}  // namespace ag::detail
