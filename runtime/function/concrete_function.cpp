/// The parts of ag::function_of and ConcreteFunction that do not depend on the type of the function.
#include "ag/concrete_function.h"

#include <algorithm>
#include <ostream>

#include "ag/function.h"
#include "function/asked_call.h"
#include "function/concrete_trace.h"

namespace ag::detail {

namespace {

/// The name of a result without the common prefix: "result.0" becomes ".0".
std::string short_name(const ArgumentType& result) {
  constexpr std::string_view kPrefix = "result";
  return result.name.starts_with(kPrefix) ? result.name.substr(kPrefix.size()) : result.name;
}

std::string text_of_results(const std::vector<ArgumentType>& results) {
  if (results.empty()) return "void";
  if (results.size() == 1 && results[0].name == "result") return results[0].str();
  std::string text;
  for (const ArgumentType& result : results) text += (text.empty() ? "" : ", ") + result.str();
  return "(" + text + ")";
}

/// The types of a trace, one per line.
std::string block_of(const ConcreteTrace& trace) {
  std::string parameters;
  for (const std::string& name : trace.parameters()) parameters += (parameters.empty() ? "" : ", ") + name;
  std::string text = trace.graph()->name() + "(" + parameters + ")\n  Input Parameters:\n";
  bool any = false;
  for (const ArgumentType& argument : trace.type().arguments()) {
    if (argument.type == "class of") continue;
    text += "    " + argument.name + ": " + argument.str() + "\n";
    any = true;
  }
  if (!any) text += "    None\n";
  text += "  Output Type:\n";
  for (const ArgumentType& result : trace.outputs()) {
    const std::string name = short_name(result);
    text += "    " + (name.empty() ? "" : name + ": ") + result.str() + "\n";
  }
  if (trace.outputs().empty()) text += "    None\n";
  text += "  Captures:";
  for (const ArgumentType& capture : trace.captures()) {
    text += "\n    " + (capture.name.empty() ? "" : capture.name + ": ") + capture.str();
  }
  return trace.captures().empty() ? text + "\n    None" : text;
}

[[noreturn]] void no_trace(SourceLocation location) {
  throw Error(ErrorKind::invalid_argument,
              "there is no graph: the function is not traced. It needs AG_FUNCTION, and its file has to be built "
              "through agc",
              location);
}

}  // namespace

int FunctionInfo::tracing_count() const { return traced_ ? traced_->tracing_count() : 0; }
void FunctionInfo::throw_left_eager() const {
  throw Error(ErrorKind::staging_error,
              std::string("there is no graph of a function that runs eagerly: ") + left_.reason, left_.location);
}
std::vector<EagerCall> FunctionInfo::eager_calls() const {
  if (left_.reason) return {{"", left_.reason, left_.location}};
  return traced_ ? traced_->eager_calls() : std::vector<EagerCall>();
}
std::vector<Retrace> FunctionInfo::retraces() const { return traced_ ? traced_->retraces() : std::vector<Retrace>(); }
void FunctionInfo::set_eager(bool eager) {
  if (traced_) traced_->set_eager(eager);
}
void FunctionInfo::clear() {
  if (traced_) traced_->clear();
}

std::string FunctionInfo::pretty_printed_concrete_signatures() const {
  std::string text;
  if (!traced_) return text;
  for (const TracePointer& trace : traced_->traces()) text += (text.empty() ? "" : "\n\n") + block_of(*trace);
  return text;
}

Graph FunctionInfo::graph_of(const TracePointer& trace, SourceLocation location) const {
  if (!trace) no_trace(location);
  return Graph(trace->graph());
}

ConcreteFunctionBase::ConcreteFunctionBase(const TracedFunction* function, TracePointer trace)
    : function_(function), trace_(std::move(trace)) {
  if (trace_) parameters_ = trace_->parameters();
}

std::string ConcreteFunctionBase::name() const { return trace_ ? trace_->graph()->name() : "function"; }
std::vector<ArgumentType> ConcreteFunctionBase::inputs() const {
  return trace_ ? trace_->type().arguments() : std::vector<ArgumentType>();
}
std::vector<ArgumentType> ConcreteFunctionBase::outputs() const {
  return trace_ ? trace_->outputs() : std::vector<ArgumentType>();
}
std::vector<ArgumentType> ConcreteFunctionBase::captures() const {
  return trace_ ? trace_->captures() : std::vector<ArgumentType>();
}
Graph ConcreteFunctionBase::graph(SourceLocation location) const {
  if (!trace_) no_trace(location);
  return Graph(trace_->graph());
}
std::string ConcreteFunctionBase::str() const {
  if (!trace_) return name() + ", not traced";
  return name() + list_of(trace_->type().arguments()) + " -> " + text_of_results(trace_->outputs());
}

std::ostream& operator<<(std::ostream& stream, const ConcreteFunctionBase& function) {
  if (!function.trace_) return stream << "ConcreteFunction " << function.str();
  return stream << "ConcreteFunction " << block_of(*function.trace_);
}

size_t ConcreteFunctionBase::parameter(std::string_view name, SourceLocation location) const {
  const auto at = std::ranges::find(parameters_, name);
  if (at == parameters_.end()) {
    std::string list;
    for (const std::string& known : parameters_) list += (list.empty() ? "" : ", ") + known;
    refuse(trace_ ? "there is no parameter '" + std::string(name) + "'; they are " + list
                  : "arguments by name need a converted function",
           location);
  }
  return static_cast<size_t>(at - parameters_.begin());
}

void ConcreteFunctionBase::refuse(const std::string& what, SourceLocation location) const {
  std::vector<std::string> notes;
  if (trace_) notes.push_back("declared as " + trace_->type().str());
  throw Error(ErrorKind::type_error, "'" + name() + "' cannot be called with these arguments: " + what, location,
              std::move(notes));
}

void ConcreteFunctionBase::check_given(const bool* given, const bool* fixed, size_t count,
                                       SourceLocation location) const {
  for (size_t k = 0; k < count; ++k) {
    if (!given[k] && !fixed[k]) refuse("'" + parameters_[k] + "' is missing", location);
  }
}

ConcreteFunctionBase::Asking::Asking(const ConcreteFunctionBase& concrete)
    : outer_(exchange_asked_call({concrete.function_, concrete.trace_})) {}
ConcreteFunctionBase::Asking::Asking(const TracedFunction* function)
    : outer_(exchange_asked_call({function, nullptr})) {}
ConcreteFunctionBase::Asking::~Asking() { exchange_asked_call(std::move(outer_)); }

TracePointer ConcreteFunctionBase::Asking::trace() const {
  AskedCall now = exchange_asked_call({});
  exchange_asked_call({nullptr, now.trace});
  return now.trace;
}

}  // namespace ag::detail
