#pragma once
/// Machine code as files: objects, and shared objects that a process loads without LLVM.
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <vector>

#include "program/code_generator.h"

namespace ag::codegen {

/// Completes an optimised module with the table of its imports (code_generator.h), and with a stub for each import that
/// jumps to the address in the table.
void add_imports(llvm::Module& module);

/// Compiles the module to position-independent code. Returns null and sets `error` on failure.
std::unique_ptr<llvm::MemoryBuffer> emit_object(llvm::Module& module, llvm::TargetMachine& machine, std::string& error);

/// Links an object to a shared object, and returns its bytes. Returns none and sets `error` on failure.
std::vector<std::byte> link_shared_object(const llvm::MemoryBuffer& object, std::string& error);
/// Links an object to a shared object.
void write_shared_object(SharedObject& out, const llvm::MemoryBuffer& object);

}  // namespace ag::codegen
