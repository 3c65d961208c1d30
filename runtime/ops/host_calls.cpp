/// Calls of host functions. The results must have the types that the program declares.
#include "ops/host_calls.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <typeinfo>

#include "exec/device_executor.h"
#include "ops/define.h"
#include "ops/subscripts/store.h"
#include "ops/variables.h"
#include "tensor/device_array.h"
#include "trace/calls.h"
#include "trace/recorder.h"

namespace ag::ops {

namespace {

const HostCallee& callee_of(const ir::Attributes& attributes) {
  return *static_cast<const HostCallee*>(std::get<ir::Opaque>(attributes[0]).value.get());
}

/// For a graph that was loaded, not traced.
constexpr const char* kUnknownCallee = "a function of the host is known only in the program that has it";

void infer_call(ir::InferContext& context) {
  if (!std::get<ir::Opaque>(context.attributes()[0]).value) context.fail(ErrorKind::invalid_argument, kUnknownCallee);
  for (const ir::TensorType& type : callee_of(context.attributes()).results)
    context.result(type.dtype, type.shape, type.weak);
}

/// Adds a note. Equal consecutive notes, as of a recursive function, become one with a count.
void add_note(std::vector<std::string>& notes, const std::string& note, int64_t more) {
  constexpr std::string_view kTimes = " times";
  int64_t times = more;
  if (!notes.empty() && notes.back().starts_with(note)) {
    const std::string count = notes.back().substr(note.size());
    times += count.empty() ? 1 : std::atoll(count.c_str() + std::string_view(", ").size());
    notes.pop_back();
  }
  notes.push_back(times == 1 ? note : note + ", " + std::to_string(times) + std::string(kTimes));
}

/// Calls a graph. Errors are extended by notes with the place of the call.
std::vector<Tensor> call_graph(const HostCallee& callee, std::span<const Tensor> arguments, SourceLocation location) {
  try {
    return call(callee, arguments, location);
  } catch (const Error&) {
    rethrow_from_call(std::current_exception(), location);
  }
}

/// Calls a function of the program for a step of a graph on a device. The function sees arrays of the device, and the
/// step those of the host.
std::vector<Tensor> call_from_step(const HostCallee& callee, std::vector<Tensor> arguments, SourceLocation location) {
  for (Tensor& argument : arguments) argument = exec::program_array(argument);
  const exec::StepScope program(device::kHost);
  std::vector<Tensor> results = call(callee, arguments, location);
  for (Tensor& result : results) result = detail::host_array(result, location);
  return results;
}

void run_call(std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes, SourceLocation location,
              std::vector<Tensor>& outputs) {
  if (!std::get<ir::Opaque>(attributes[0]).value) throw Error(ErrorKind::invalid_argument, kUnknownCallee, location);
  const HostCallee& callee = callee_of(attributes);
  if (callee.step) return callee.step(inputs, outputs);
  std::vector<Tensor> arguments;
  for (detail::TensorImpl* input : inputs) {
    detail::retain(input);
    arguments.push_back(Tensor::from_impl(input));
  }
  if (callee.is_graph)
    outputs = call_graph(callee, arguments, location);
  else if (exec::device_of_step() == device::kHost)
    outputs = call(callee, arguments, location);
  else
    outputs = call_from_step(callee, std::move(arguments), location);
}

}  // namespace

std::shared_ptr<const ir::Callee> callee_of(const ir::Node& node) {
  if (node.op != &def(Op::host_call)) return nullptr;
  const auto& value = std::get<ir::Opaque>(node.attributes[0]).value;
  return value ? static_cast<const HostCallee*>(value.get())->graph : nullptr;
}

void rethrow_from_call(const std::exception_ptr& error, const SourceLocation& location, int64_t times) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& found) {
    const std::vector<std::string> calls = tracing::call_notes(location);
    if (calls.empty() || typeid(found) != typeid(Error)) throw;  // an exception class of the program
    std::vector<std::string> context = found.context();
    constexpr int64_t kMaxLists = 1000;  // of several notes each
    if (calls.size() == 1) {
      add_note(context, calls[0], times);
    } else {
      for (int64_t k = 0; k < std::min(times, kMaxLists); ++k) {
        for (const std::string& note : calls) add_note(context, note, 1);
      }
    }
    throw found.with_context(std::move(context), found.location());
  }
}

std::vector<Tensor> call(const HostCallee& callee, std::span<const Tensor> arguments, SourceLocation location) {
  std::vector<Tensor> results;
  {
    const tracing::Pause pause;
    const tracing::PlaceScope own;  // the callee's operations have places in the program
    results = callee.function(arguments);
    if (results.size() != callee.results.size()) {
      throw Error(ErrorKind::invalid_argument,
                  "a function of the host gives " + std::to_string(results.size()) + " values, and the call declares " +
                      std::to_string(callee.results.size()),
                  location);
    }
    for (size_t k = 0; k < results.size(); ++k) {
      const ir::TensorType& wanted = callee.results[k];
      const detail::TensorImpl& is = detail::used(results[k], location);
      if (is.weak && !wanted.weak)
        results[k] = stored_number(TensorArg(results[k], location), wanted.dtype, location);
      else if (!type_fits(wanted, {is.dtype, is.shape, is.weak}))
        throw Error(is.dtype == wanted.dtype ? ErrorKind::shape_error : ErrorKind::type_error,
                    "a function of the host gives " + ir::str({is.dtype, is.shape}) + ", and the call declares " +
                        ir::str(wanted),
                    location);
      results[k] = detail::make_contiguous(results[k]);
    }
  }
  return results;
}

constexpr ir::OpBlock call_block(uint32_t flags) {
  return {flags | ir::kDynamicShape, ir::Operands::AsIs, &infer_call, nullptr, nullptr, nullptr,
          ir::ReductionKind::None,   &run_call};
}

const ir::OpBlock block_host_call = call_block(ir::kEffect);
const ir::OpBlock block_pure_host_call = call_block(ir::kSymbolicWhileTracing | ir::kTakesAnyDevice);

}  // namespace ag::ops
