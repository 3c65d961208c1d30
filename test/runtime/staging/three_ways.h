#pragma once
/// Runs staged code eagerly and as a traced graph, and tells what came of it.
#include <ag/staging/generated.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "exec/interpreter.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "trace/context.h"

namespace ag::test {

using Inputs = std::vector<Tensor>;
using Staged1 = std::function<Tensor(Inputs)>;

/// The value as text with its dtype, or the message of the error.
inline std::string outcome(const std::function<Tensor()>& run) {
  try {
    const Tensor result = run();
    std::ostringstream text;
    text << result.dtype() << ' ' << result;
    return text.str();
  } catch (const Error& error) {
    return std::string(name(error.kind())) + ": " + error.message();
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// The graph of `function` for inputs of these types.
inline ir::Graph trace(const Staged1& function, const Inputs& inputs) {
  tracing::Trace trace("f", ops::table());
  Inputs symbols;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const auto& impl = *inputs[k].impl();
    symbols.push_back(trace.add_input({impl.dtype, impl.shape, impl.weak}, "x" + std::to_string(k)));
  }
  const Tensor result = function(symbols);
  const ir::ValueId value = trace.value_of(result, SourceLocation::current());
  trace.graph().block(trace.graph().body()).results = {value};
  passes::optimize(trace.graph());
  ir::verify(trace.graph(), "tracing");
  return std::move(trace.graph());
}

inline std::string run_eagerly(const Staged1& function, const Inputs& inputs) {
  return outcome([&] { return function(inputs); });
}

inline std::string run_traced(const Staged1& function, const Inputs& inputs) {
  return outcome([&] {
    const exec::Interpreter interpreter(std::make_shared<const ir::Graph>(trace(function, inputs)));
    std::vector<const Tensor*> pointers;
    for (const Tensor& input : inputs) pointers.push_back(&input);
    return interpreter.run(pointers).front();
  });
}

inline Tensor number(int32_t value) { return tensor(value, int32); }

}  // namespace ag::test

/// Eager and traced runs agree with the plain value.
#define CHECK_STAGED(function, plain, ...)                      \
  do {                                                          \
    const ag::test::Inputs inputs_{__VA_ARGS__};                \
    CHECK(ag::test::run_eagerly(function, inputs_) == (plain)); \
    CHECK(ag::test::run_traced(function, inputs_) == (plain));  \
  } while (false)
