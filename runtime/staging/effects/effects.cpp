/// ag::print, ag::check and exceptions: executed immediately, or recorded.
#include "ag/effects.h"

#include <sstream>

#include "ops/table.h"
#include "staging/control/branch.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

/// Text items carry a marker, which distinguishes an empty text from the placeholder of a tensor.
std::vector<std::string> format_of(const std::vector<PrintItem>& items, std::vector<Tensor>& tensors) {
  std::vector<std::string> format;
  for (const PrintItem& item : items) {
    if (item.is_tensor()) tensors.push_back(item.tensor());
    format.push_back(!item.is_tensor() ? "=" + item.text() : item.is_number() ? "#" : item.is_words() ? "\"" : "");
  }
  return format;
}

}  // namespace

std::string text_of(FunctionRef<void(std::ostream&)> write) {
  std::ostringstream stream;
  write(stream);
  std::string text = stream.str();
  if (text == "-nan") text = "nan";  // the sign of a NaN has no meaning and depends on the implementation
  return text;
}

void print_items(const std::vector<PrintItem>& items, SourceLocation location) {
  std::vector<Tensor> tensors;
  std::vector<std::string> format = format_of(items, tensors);
  tracing::apply(ops::def(ops::Op::print), tensors, {std::move(format)}, location);
}

void print_items_to(const PrintOptions& options, const std::vector<PrintItem>& items, SourceLocation location) {
  constexpr int64_t kShortEdge = 3;  // the default of tf.print
  const bool shortly = options.style == PrintStyle::tensorflow;
  const int64_t edge = shortly && options.summarize == 0 ? kShortEdge : options.summarize;
  const std::vector<std::string> head{!options.file.empty()                  ? ">file " + options.file
                                      : options.stream == PrintStream::error ? ">cerr"
                                                                             : ">cout",
                                      (shortly ? "short " : "columns ") + std::to_string(edge), options.separator,
                                      options.end};
  std::vector<Tensor> tensors;
  std::vector<std::string> format = format_of(items, tensors);
  format.insert(format.begin(), head.begin(), head.end());
  tracing::apply(ops::def(ops::Op::print), tensors, {std::move(format)}, location);
}

namespace {

/// Refuses an operation that the graph may throw from, if it is inside a `try`.
void refuse_in_try(const char* what, SourceLocation location) {
  tracing::Trace* const trace = tracing::current();
  if (!trace || !trace->innermost_try()) return;
  const SourceLocation of_try = trace->innermost_try()->location;
  trace->refuse(
      Error(ErrorKind::unimplemented,
            std::string(what) + " only when the graph runs, where no handler of the 'try' in line " +
                std::to_string(of_try.line()) + " gets it",
            location,
            {"let numbers decide that are known while the function is traced, or move the 'try' into a caller "
             "that is not converted"}));
}

}  // namespace

void check_items(const CheckCondition& condition, const std::string& message, const std::vector<PrintItem>& items) {
  std::vector<Tensor> tensors{condition.tensor()};
  const tracing::Trace* const trace = tracing::current();
  const bool caught = trace && trace->innermost_try() && trace->innermost_try()->catches_errors;
  if (caught && tensors.front().impl()->is_symbol()) refuse_in_try("this check may fail", condition.location());
  std::vector<std::string> format = format_of(items, tensors);
  format.insert(format.begin(), "=" + message);
  tracing::apply(ops::def(ops::Op::check), tensors, {std::move(format)}, condition.location());
}

void raise_exception(std::exception_ptr exception, const char* text, SourceLocation location) {
  tracing::Trace* trace = tracing::current();
  // Outside of every branch and loop the exception is unconditional.
  if (!trace || trace->depth() == 0) std::rethrow_exception(exception);
  const tracing::Trace::Try* const around = trace->innermost_try();
  if (around && around->depth == trace->depth()) std::rethrow_exception(exception);
  record_exception(std::move(exception), text, location);
  end_branch();
}

bool is_known(const Tensor& value) { return !value.defined() || !value.impl()->is_symbol(); }

void refuse_throw_in_try(SourceLocation location) { refuse_in_try("this is thrown", location); }

void end_behind_throw(SourceLocation location) {
  record_exception(std::make_exception_ptr(Error(ErrorKind::internal, "the code after a throw was reached", location)),
                   "after a throw", location);
  end_branch();
}

static bool is_error(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error&) {
    return true;
  } catch (...) {
    return false;
  }
}

void record_exception(std::exception_ptr exception, const char* text, SourceLocation location) {
  const tracing::Trace* const trace = tracing::current();
  const tracing::Trace::Try* const around = trace ? trace->innermost_try() : nullptr;
  if (around && (around->catches_errors || !is_error(exception))) refuse_in_try("this is thrown", location);
  ir::Opaque held{std::make_shared<const std::exception_ptr>(std::move(exception)), text};
  tracing::apply(ops::def(ops::Op::raise), {}, {std::move(held)}, location);
}

}  // namespace ag::detail

namespace ag {

namespace {

uint64_t enter_try(bool catches_errors, SourceLocation location) {
  tracing::Trace* const trace = tracing::current();
  if (!trace) return 0;
  trace->enter_try(catches_errors, location);
  return trace->id();
}

}  // namespace

TryScope::TryScope(SourceLocation location) : trace_(enter_try(true, location)) {}
TryScope::TryScope(CatchesNoErrors, SourceLocation location) : trace_(enter_try(false, location)) {}

TryScope::~TryScope() {
  if (trace_ != 0) tracing::current()->leave_try();
}

}  // namespace ag
