#pragma once
/// What the runtime asks of the code generator, a shared object of its own that is opened at the first compile: so the
/// runtime does not load LLVM.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "program/runtime_abi.h"

namespace ag::codegen {

/// A function of the process that native code may call.
struct Symbol {
  const char* name;
  const void* address;
};

/// The entry of machine code.
inline constexpr const char* kEntryName = "ag_program";
/// What it calls: an array of Symbol whose addresses are set when it is loaded, and its length, an int64_t. It refers
/// to nothing else but the C library.
inline constexpr const char* kImportsName = "ag_imports";
inline constexpr const char* kImportCountName = "ag_import_count";

/// Sets the addresses; false where a name is not among `symbols`.
inline bool bind_imports(std::span<Symbol> imports, std::span<const Symbol> symbols) {
  for (Symbol& import : imports) {
    const auto named = [&](const Symbol& one) { return std::string_view(one.name) == import.name; };
    const auto found = std::ranges::find_if(symbols, named);
    if (found == symbols.end()) return false;
    import.address = found->address;
  }
  return true;
}

/// Where the code is wanted as a shared object, too.
struct SharedObject {
  std::string path;
  std::string error;  // why it was not written
};

struct CompileRequest {
  const Program& program;
  std::span<const Symbol> symbols;  // all that programs may call
  SharedObject* shared_object = nullptr;
  std::string* llvm = nullptr;  // where wanted: the optimised module as text
  std::string* assembly = nullptr;
  bool lines = false;  // with the lines of the user's source, for debuggers and profilers
};

/// Machine code; lives as long as this object.
class NativeCode {
 public:
  virtual ~NativeCode() = default;
  NativeFunction function() const { return function_; }

 protected:
  NativeFunction function_ = nullptr;
};

/// Gives null and an error where compiling failed, which is a mistake of ours.
using CompileFunction = std::unique_ptr<NativeCode> (*)(const CompileRequest&, std::string& error);

/// A place in the user's source where a call goes on.
struct SourceFrame {
  std::string function, file;
  uint32_t line = 0;
  uint32_t begin = 0;  // the line where the function is declared
};
/// Appends what the debug information of the program says of a return address, inlined calls included, the innermost
/// first: nothing where there is none, or where it is of the runtime and its headers.
using FindSource = void (*)(const void* address, std::vector<SourceFrame>& out);

/// What the shared object exports, as `ag_codegen_interface`.
struct BackendInterface {
  uint32_t version;
  CompileFunction compile;
  FindSource find_source;
};
inline constexpr uint32_t kBackendVersion = 10;

}  // namespace ag::codegen
