#include "exec/compiled.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string_view>

#include "base/check.h"
#include "codegen/lower.h"
#include "codegen/symbols.h"
#include "codegen/text.h"
#include "exec/automatic.h"
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

/// What AG_DUMP_CODE asks for: program, llvm, asm, or several with commas between them.
struct Dump {
  bool program = false, llvm = false, assembly = false;

  Dump() {
    const char* text = std::getenv("AG_DUMP_CODE");
    std::string_view left = text ? text : "";
    while (!left.empty()) {
      const size_t comma = std::min(left.find(','), left.size());
      const std::string_view word = left.substr(0, comma);
      left.remove_prefix(std::min(comma + 1, left.size()));
      bool* const which = word == "program" ? &program : word == "llvm" ? &llvm : word == "asm" ? &assembly : nullptr;
      if (!which) {
        throw Error(ErrorKind::invalid_argument,
                    "AG_DUMP_CODE is '" + std::string(text) + "'; it is a list of program, llvm and asm");
      }
      *which = true;
    }
  }
};

void show(const char* what, const std::string& name, const std::string& text) {
  std::cerr << "// " << what << " of " << name << "\n" << text << (text.ends_with('\n') ? "\n" : "\n\n");
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
  const Dump dump;
  if (dump.program) show("program", graph.name(), codegen::print(program_));
  std::string error, llvm, assembly;
  code_ = backend.compile({program_, Frame::calls(), symbols.data(), symbols.size(), dump.llvm ? &llvm : nullptr,
                           dump.assembly ? &assembly : nullptr},
                          error);
  if (dump.llvm) show("LLVM module", graph.name(), llvm);
  if (dump.assembly) show("machine code", graph.name(), assembly);
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
  if (wanted == "interpreter") return ExecutorKind::Interpreter;
  if (wanted.empty() || wanted == "automatic") return ExecutorKind::Automatic;
  throw Error(ErrorKind::invalid_argument,
              "AG_EXECUTOR is '" + std::string(wanted) + "'; it is interpreter, compiled or automatic");
}

std::unique_ptr<Executor> make_executor(ExecutorKind kind, std::shared_ptr<const ir::Graph> graph,
                                        Specialize specialize) {
  if (kind == ExecutorKind::Automatic) return std::make_unique<Automatic>(std::move(graph), specialize);
  std::string why;
  const codegen::BackendInterface* found = kind == ExecutorKind::Compiled ? backend(why) : nullptr;
  if (found && specialize && Automatic::is_open(*graph)) {
    return std::make_unique<Automatic>(std::move(graph), specialize, Automatic::Begin::Compiled);
  }
  if (found) return std::make_unique<Compiled>(*graph, *found);
  if (kind == ExecutorKind::Compiled) note_missing(why);
  return std::make_unique<Interpreter>(std::move(graph));
}

}  // namespace ag::exec
