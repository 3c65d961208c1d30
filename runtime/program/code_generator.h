#pragma once
/// The interface between the runtime and the code generator. The generator is a shared object of its own, loaded at the
/// first compilation, so that the runtime does not load LLVM.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/machine.h"
#include "program/program.h"
#include "program/runtime_abi.h"

namespace ag::codegen {

/// A function of the process that native code may call.
struct Symbol {
  const char* name;
  const void* address;
};

/// The name of the entry point of the machine code.
inline constexpr const char* kEntryName = "ag_program";
/// The names of the import table and its length. The table is an array of Symbol whose addresses are set when the code
/// is loaded; the length is an int64_t. Apart from the table, the code refers only to the C library.
inline constexpr const char* kImportsName = "ag_imports";
inline constexpr const char* kImportCountName = "ag_import_count";

/// Sets the addresses of the imports. Returns false if a name is not among `symbols`.
inline bool bind_imports(std::span<Symbol> imports, std::span<const Symbol> symbols) {
  for (Symbol& import : imports) {
    const auto named = [&](const Symbol& one) { return std::string_view(one.name) == import.name; };
    const auto found = std::ranges::find_if(symbols, named);
    if (found == symbols.end()) return false;
    import.address = found->address;
  }
  return true;
}

/// Requests the code as a shared object as well.
struct SharedObject {
  std::string path;
  std::string error;  // why it was not written; empty if it was
};

struct CompileRequest {
  const Program& program;
  std::span<const Symbol> symbols;  // all functions that programs may call
  SharedObject* shared_object = nullptr;
  std::string* llvm = nullptr;  // if not null: receives the optimised module as text
  std::string* assembly = nullptr;
  bool lines = false;  // emit line tables of the user's source, for debuggers and profilers
  const detail::Machine& machine = detail::machine();  // the instructions have vectors of at most its vector_bytes
};

/// Owns machine code.
class NativeCode {
 public:
  virtual ~NativeCode() = default;
  NativeFunction function() const { return function_; }

 protected:
  NativeFunction function_ = nullptr;
};

/// Compiles a program. Returns null and sets `error` if compilation failed, which is a bug of the project.
using CompileFunction = std::unique_ptr<NativeCode> (*)(const CompileRequest&, std::string& error);

struct DevicePlan;

/// The devices that kernels are compiled for.
enum class DeviceKind : uint8_t { Emulated, Nvidia };

struct DeviceCompileRequest {
  const DevicePlan& plan;
  DeviceKind device = DeviceKind::Emulated;
  int compute_capability = 80;  // Nvidia: 10 · major + minor
  bool checked = true;          // Emulated: the device checks each access
  bool omit_barriers = false;   // for tests of these checks: threads of a team do not wait for each other
  std::string* llvm = nullptr;  // if not null: receives the optimised module as text
};

/// Compiles the kernels of a plan. Returns an image for device::Driver::load_module: PTX with its final 0, or a shared
/// object. Returns an empty image and sets `error` if compilation failed.
using CompileDeviceFunction = std::vector<std::byte> (*)(const DeviceCompileRequest&, std::string& error);

/// One frame of the user's call stack.
struct SourceFrame {
  std::string function, file;
  uint32_t line = 0;
  uint32_t begin = 0;  // the line of the function's declaration
};
/// Appends the source frames of a return address according to the program's debug information, inlined calls included,
/// innermost first. Appends nothing if there is no debug information, or if the address belongs to the runtime or its
/// headers.
using FindSource = void (*)(const void* address, std::vector<SourceFrame>& out);

/// The symbols that the shared object exports, as `ag_codegen_interface`.
struct BackendInterface {
  uint32_t version;
  CompileFunction compile;
  FindSource find_source;
  CompileDeviceFunction compile_device;
};
inline constexpr uint32_t kBackendVersion = 12;

}  // namespace ag::codegen
