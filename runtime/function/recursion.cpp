#include "function/recursion.h"

#include <algorithm>
#include <utility>

#include "ag/staging/recursive.h"
#include "graph/type.h"
#include "ops/table.h"
#include "staging/control/branch.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local Recursion* innermost_recursion = nullptr;

[[gnu::tls_model("initial-exec")]] constinit thread_local const TracedFunction* entered_function = nullptr;

bool same_objects(const Roots& a, const Roots& b) {
  return std::ranges::equal(a, b, {}, &Root::address, &Root::address);
}

std::string types_text(std::span<const ir::TensorType> types) {
  std::string text;
  for (const ir::TensorType& type : types) text += (text.empty() ? "" : ", ") + ir::str(type);
  return text;
}

}  // namespace

Recursion::Recursion(const TracedFunction& function, const CallType& type, const Roots& roots)
    : function_(function), type_(type), roots_(roots), outer_(innermost_recursion) {
  innermost_recursion = this;
}

Recursion::~Recursion() { innermost_recursion = outer_; }

Recursion* Recursion::innermost() { return innermost_recursion; }

bool Recursion::is_inside(const TracedFunction& function) {
  for (const Recursion* one = innermost_recursion; one; one = one->outer_) {
    if (&one->function_ == &function) return true;
  }
  return false;
}

bool Recursion::is_innermost(const TracedFunction& function) {
  return innermost_recursion && &innermost_recursion->function_ == &function;
}

Recursion* Recursion::find(const TracedFunction& function, const SignatureBuilder& call) {
  for (Recursion* one = innermost_recursion; one; one = one->outer_) {
    if (&one->function_ == &function && same_objects(one->roots_, call.roots()) && one->type_.accepts(call.words()))
      return one;
  }
  return nullptr;
}

bool Recursion::has_waited() {
  for (const Recursion* one = innermost_recursion; one; one = one->outer_) {
    if (one->waited_) return true;
  }
  return false;
}

std::shared_ptr<ConcreteTrace> Recursion::known(const TracedFunction& function, const CallType& type,
                                                const Roots& roots) const {
  for (const Known& one : known_) {
    const bool same_type = std::ranges::equal(one.trace->type().words(), type.words());
    if (one.function == &function && same_type && same_objects(one.roots, roots)) return one.trace;
  }
  return nullptr;
}

void Recursion::keep(const TracedFunction& function, const Roots& roots, std::shared_ptr<ConcreteTrace> trace) {
  known_.push_back({&function, roots, std::move(trace)});
}

const ConcreteTrace& Recursion::result(SourceLocation location) {
  called_ = true;
  called_at_ = location;
  if (!previous_) {
    waited_ = true;
    end_branch();
  }
  return *previous_;
}

std::shared_ptr<ConcreteTrace> Recursion::trace(const std::string& name, SourceLocation location,
                                                FunctionRef<std::shared_ptr<ConcreteTrace>()> attempt) {
  constexpr int kAttempts = 10;  // each attempt generalizes a type
  std::vector<ir::TensorType> taken;
  for (int k = 0; k < kAttempts; ++k) {
    auto callee = std::make_shared<ops::HostCallee>();
    callee->is_graph = true;
    if (callee_) callee->results = callee_->results;
    callee->graph = called_trace_ = std::make_shared<CalledTrace>();
    callee_ = std::move(callee);
    called_ = waited_ = false;
    known_.clear();
    std::shared_ptr<ConcreteTrace> trace;
    try {
      trace = attempt();
    } catch (const BranchEnd&) {
      waited_ = false;
      if (has_waited()) throw;  // waits for the result type of an enclosing function
      throw Error(ErrorKind::invalid_argument, "'" + name + "' calls itself on every path, without end", called_at_,
                  {"a call of it has to come to a path that does not call it again, and does not surely fail"});
    }
    if (!called_) return trace;
    if (trace->throws()) {
      throw Error(ErrorKind::unimplemented,
                  "'" + name + "' calls itself where a tensor decides how often, and throws on every path", called_at_,
                  {"throw on those paths only that end the recursion"});
    }
    if (previous_ && settles(*trace)) {
      trace->check_callable(called_at_);
      callee_->function = [self = std::weak_ptr<const ConcreteTrace>(trace)](std::span<const Tensor> operands) {
        const auto callee = self.lock();
        if (!callee) throw Error(ErrorKind::invalid_argument, "a graph that calls itself outlives its function");
        return callee->call(operands);
      };
      called_trace_->set(trace);
      trace->loop_tail_calls(callee_.get());
      return trace;
    }
    taken = callee_->results;
    if (!previous_) callee_->results = trace->output_types();
    previous_ = std::move(trace);
  }
  throw Error(ErrorKind::staging_error, "the types of what '" + name + "' gives do not settle, because it calls itself",
              location,
              {"they were taken for " + types_text(taken) + ", and are " + types_text(previous_->output_types()) +
               "; give the same type on every path"});
}

bool Recursion::settles(const ConcreteTrace& trace) {
  const std::vector<ir::TensorType> now = trace.output_types();
  std::vector<ir::TensorType>& taken = callee_->results;
  if (!trace.is_filled_like(*previous_)) {
    taken = now;
    return false;
  }
  bool settled = true;
  for (size_t k = 0; k < now.size(); ++k) {
    if (ir::is_subtype(now[k], taken[k]) && now[k].weak == taken[k].weak) continue;
    settled = false;
    if (now[k].dtype == taken[k].dtype && now[k].weak == taken[k].weak)
      taken[k].shape = ir::join_shapes(taken[k].shape, now[k].shape);
    else
      taken[k] = now[k];
  }
  return settled;
}

EnteredFunction::EnteredFunction(const TracedFunction& function) : outer_(std::exchange(entered_function, &function)) {}

EnteredFunction::~EnteredFunction() { entered_function = outer_; }

bool EnteredFunction::take(const TracedFunction& function) {
  if (entered_function != &function) return false;
  entered_function = nullptr;
  return true;
}

std::vector<Tensor> Recursion::record(const ConcreteTrace& trace, const SignatureBuilder& call,
                                      SourceLocation location) {
  trace.check_callable(location);
  tracing::Trace& current = *tracing::current();
  std::shared_ptr<ops::HostCallee> callee;
  for (Recursion* one = innermost_recursion; one && !callee; one = one->outer_) {
    if (one->previous_.get() == &trace) callee = one->callee_;
  }
  if (!callee) {
    auto called_trace = std::make_shared<CalledTrace>();
    called_trace->set(trace.weak_from_this());
    callee = std::make_shared<ops::HostCallee>();
    callee->graph = std::move(called_trace);
    callee->is_graph = true;
    callee->results = trace.output_types();
    callee->function = [kept = trace.shared_from_this()](std::span<const Tensor> operands) {
      return kept->call(operands);
    };
  }
  std::vector<ir::ValueId> operands;
  for (const Tensor* input : call.inputs()) operands.push_back(current.value_of(*input, location));
  std::vector<ir::TensorType> types = callee->results;
  const std::string name = trace.graph()->name();
  return current.record(ops::def(ops::Op::host_call), std::move(operands), {ir::Opaque{std::move(callee), name}},
                        std::move(types), {}, location);
}

}  // namespace ag::detail
