#include "trace/calls.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <tuple>
#include <typeinfo>
#include <utility>

#include "base/short_name.h"
#include "exec/backend.h"

namespace ag::tracing {

namespace {

using detail::CallChain;

/// The names of the traced functions that run on this thread inside other traced functions, outermost first.
std::vector<std::string>& called_functions() {
  thread_local std::vector<std::string> functions;
  return functions;
}

struct Unwinding {
  const void* end;
  std::vector<const void*>& returns;
};

constexpr size_t kMaxFrames = 200;

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* data) {
  auto& unwinding = *static_cast<Unwinding*>(data);
  const bool outside = _Unwind_GetCFA(context) >= reinterpret_cast<uintptr_t>(unwinding.end);
  if (outside || unwinding.returns.size() == kMaxFrames) return _URC_END_OF_STACK;
  unwinding.returns.push_back(reinterpret_cast<const void*>(_Unwind_GetIP(context)));
  return _URC_NO_REASON;
}

const CallChain* kept(CallChain chain) {
  using Key = std::tuple<std::string, std::vector<std::string>, std::vector<const void*>>;
  static std::mutex mutex;
  static auto& chains = *new std::map<Key, CallChain>;  // never destroyed: errors outlive all other objects
  thread_local const CallChain* last = nullptr;         // cached, because a host loop repeats the same chain
  const auto is_last = [&] {
    return last->returns == chain.returns && last->functions == chain.functions && last->traced == chain.traced;
  };
  if (last && is_last()) return last;
  const std::lock_guard lock(mutex);
  last = &chains.try_emplace({chain.traced, chain.functions, chain.returns}, chain).first->second;
  return last;
}

/// Returns the call stack at a location, including inlined functions: the innermost frame first, each with its call of
/// the previous one.
std::vector<codegen::SourceFrame> frames_of(const CallChain& chain) {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  std::vector<codegen::SourceFrame> frames;
  if (!backend) return frames;
  for (const void* address : chain.returns) backend->find_source(address, frames);
  return frames;
}

using detail::name_of_function;

/// True for a lambda, as converted code has many of.
bool is_lambda(const std::string& function) {
  return function.find("lambda") != std::string::npos || function.find("operator()") != std::string::npos ||
         function.find("_FUN") != std::string::npos || function.find("__invoke") != std::string::npos;
}

struct Called {
  std::string function, place;
};

std::string place_of(const codegen::SourceFrame& frame) { return frame.file + ":" + std::to_string(frame.line); }
std::string quoted(const std::string& function) { return "'" + function + "'"; }

/// Returns one entry per function, with the location of its call of the previous one.
std::vector<Called> calls_of(const CallChain& chain) {
  std::vector<Called> calls;
  std::vector<codegen::SourceFrame> lambdas;  // called by the next frame
  bool is_variant = false;  // the last function is a staged variant: one that takes staged numbers and has the body
  for (const codegen::SourceFrame& frame : frames_of(chain)) {
    if (is_lambda(frame.function)) {
      lambdas.push_back(frame);
      continue;
    }
    // A lambda written before the start of the function is not part of it.
    const auto is_part = [&](const codegen::SourceFrame& one) {
      return one.file == frame.file && one.line >= frame.begin;
    };
    const auto part = std::ranges::find_if(lambdas, is_part);
    if (part != lambdas.begin()) calls.push_back({"a lambda", place_of(lambdas.front())});
    calls.push_back({quoted(name_of_function(frame.function)), place_of(part == lambdas.end() ? frame : *part)});
    is_variant = detail::short_name(detail::without_arguments(frame.function)).ends_with(detail::kStagedSuffix);
    lambdas.clear();
  }
  // The body of the traced function is a lambda, or calls the staged variant that has the body.
  const bool is_body = is_variant && calls.back().function == quoted(chain.traced);
  if (!lambdas.empty() && !is_body) calls.push_back({quoted(chain.traced), place_of(lambdas.front())});
  return calls;
}

}  // namespace

void enter_function(const SourceLocation& location) {
  called_functions().push_back(name_of_function(location.function_name()));
}
void leave_function() { called_functions().pop_back(); }

CallBase call_base(const void* frame) { return {frame, called_functions().size()}; }

SourceLocation with_calls(SourceLocation location, const std::string& traced, const CallBase& base) {
  const std::vector<std::string>& called = called_functions();
  const std::string here = name_of_function(location.function_name());
  if (here.empty() || location.calls()) return location;
  if (called.size() == base.functions && here == traced) return location;
  CallChain chain{traced, {called.begin() + static_cast<std::ptrdiff_t>(base.functions), called.end()}, {}};
  Unwinding unwinding{base.frame, chain.returns};
  _Unwind_Backtrace(&keep_frame, &unwinding);
  return location.called_by(kept(std::move(chain)));
}

std::vector<std::string> call_notes(const SourceLocation& location) {
  const CallChain* chain = location.calls();
  if (!chain || chain->returns.empty()) return {};
  std::vector<std::string> notes;
  const std::vector<Called> calls = calls_of(*chain);
  for (size_t k = 0, again = 1; k + 1 < calls.size(); ++k) {
    // A recursive function has many equal entries, which are merged.
    const bool more = k + 2 < calls.size() && calls[k].function == calls[k + 1].function &&
                      calls[k + 1].function == calls[k + 2].function && calls[k + 1].place == calls[k + 2].place;
    if (more) {
      ++again;
      continue;
    }
    notes.push_back("in " + calls[k].function + ", called at " + calls[k + 1].place + " in " + calls[k + 1].function +
                    (again == 1 ? "" : ", " + std::to_string(again) + " times"));
    again = 1;
  }
  if (!calls.empty()) return notes;
  // Without debug information only the names of functions are known.
  std::vector<std::string> names{name_of_function(location.function_name())};
  for (size_t k = chain->functions.size(); k-- > 0;) {
    if (chain->functions[k] != names.back()) names.push_back(chain->functions[k]);
  }
  if (chain->traced != names.back()) names.push_back(chain->traced);
  if (names.size() == 1) return {};
  std::string text = "in '" + names[0] + "'";
  for (size_t k = 1; k < names.size(); ++k) text += ", reached from '" + names[k] + "'";
  return {text + "; compiled with -g, the program knows the lines of the calls"};
}

std::string name_of_address(const void* address) {
  Dl_info symbol;
  if (dladdr(address, &symbol) != 0 && symbol.dli_sname && symbol.dli_saddr == address) {
    int failed = 0;
    const std::unique_ptr<char, void (*)(void*)> pretty(
        abi::__cxa_demangle(symbol.dli_sname, nullptr, nullptr, &failed), &std::free);
    return name_of_function(pretty ? pretty.get() : symbol.dli_sname);
  }
  std::string why;
  std::vector<codegen::SourceFrame> frames;
  const codegen::BackendInterface* backend = exec::backend(why);
  // treated as a return address after a call
  if (backend) backend->find_source(static_cast<const char*>(address) + 1, frames);
  if (!frames.empty()) return name_of_function(frames.back().function);
  std::ostringstream text;
  text << address;
  return text.str();
}

void rethrow_with_calls(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& found) {
    std::vector<std::string> calls = call_notes(found.location());
    if (calls.empty() || typeid(found) != typeid(Error)) throw;  // a class derived by the program
    static const CallChain told;  // marks the calls as reported, so that they are added once
    std::vector<std::string> context = found.context();
    context.insert(context.end(), calls.begin(), calls.end());
    throw found.with_context(std::move(context), found.location().called_by(&told));
  }
}

}  // namespace ag::tracing
