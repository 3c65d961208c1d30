#include "exec/compiled.h"

#include <dlfcn.h>

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string_view>

#include "base/check.h"
#include "codegen/lower.h"
#include "codegen/symbols.h"
#include "exec/frame.h"
#include "exec/interpreter.h"

namespace ag::exec {

namespace {

constexpr const char* kLibrary = "libag_codegen.so";

/// The folder of the runtime library, or of the program that it is linked into.
std::string own_folder() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&make_executor), &info) || !info.dli_fname) return "";
  const std::string path = info.dli_fname;
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

struct Backend {
  const codegen::BackendInterface* interface = nullptr;
  std::string why;
};

Backend open_backend() {
  Backend backend;
  const std::string folder = own_folder();
  void* library = nullptr;
  for (const std::string& path : {folder + "/" + kLibrary, folder + "/../lib/" + kLibrary, std::string(kLibrary)}) {
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) break;
    const char* error = dlerror();
    if (backend.why.empty() && error) backend.why = error;
  }
  if (!library) return backend;
  const auto* interface = static_cast<const codegen::BackendInterface*>(dlsym(library, "ag_codegen_interface"));
  if (!interface || interface->version != codegen::kBackendVersion) {
    backend.why = std::string(kLibrary) + " is of another version of ag than the runtime";
    return backend;
  }
  backend.interface = interface;
  return backend;
}

/// Says once that nothing is compiled.
void note_missing(const std::string& why) {
  static std::once_flag once;
  std::call_once(once, [&] {
    std::cerr << "ag: note: the code generator is not there, graphs are run by the interpreter (" << why << ")\n";
  });
}

}  // namespace

const codegen::BackendInterface* backend(std::string& why) {
  static const Backend backend = open_backend();
  why = backend.why;
  return backend.interface;
}

Compiled::Compiled(const ir::Graph& graph, const codegen::BackendInterface& backend)
    : program_(codegen::lower(graph)),
      inputs_(graph.has_effects_in(graph.body()) ? Frame::Inputs::Shared : Frame::Inputs::Borrowed) {
  const std::span<const codegen::Symbol> symbols = codegen::native_symbols();
  std::string error;
  code_ = backend.compile({program_, Frame::calls(), symbols.data(), symbols.size()}, error);
  if (!code_) detail::internal_error("the program of '" + graph.name() + "' does not compile: " + error);
}

std::vector<Tensor> Compiled::run(std::span<const Tensor* const> inputs) const {
  Frame frame(program_, inputs, inputs_);
  if (code_->function()(&frame) != 0) frame.rethrow();
  return frame.results();
}

Tensor Compiled::run_single(std::span<const Tensor* const> inputs) const {
  Frame frame(program_, inputs, inputs_);
  if (code_->function()(&frame) != 0) frame.rethrow();
  return frame.take_result();
}

ExecutorKind choose_executor(bool asks_interpreter, bool asks_compiled) {
  if (asks_interpreter) return ExecutorKind::Interpreter;
  if (asks_compiled) return ExecutorKind::Compiled;
  const char* text = std::getenv("AG_EXECUTOR");
  const std::string_view wanted = text ? text : "";
  if (wanted == "compiled") return ExecutorKind::Compiled;
  if (wanted.empty() || wanted == "automatic" || wanted == "interpreter") return ExecutorKind::Interpreter;
  throw Error(ErrorKind::invalid_argument,
              "AG_EXECUTOR is '" + std::string(wanted) + "'; it is interpreter, compiled or automatic");
}

std::unique_ptr<Executor> make_executor(ExecutorKind kind, std::shared_ptr<const ir::Graph> graph) {
  if (kind == ExecutorKind::Compiled) {
    std::string why;
    if (const codegen::BackendInterface* found = backend(why)) return std::make_unique<Compiled>(*graph, *found);
    note_missing(why);
  }
  return std::make_unique<Interpreter>(std::move(graph));
}

}  // namespace ag::exec
