#pragma once
/// Machine code as files: objects, and shared objects that a process loads without LLVM.
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "codegen/backend.h"

namespace ag::codegen {

/// The module as an object of position-independent code; null and an error where that fails.
std::unique_ptr<llvm::MemoryBuffer> emit_object(llvm::Module& module, llvm::TargetMachine& machine, std::string& error);

/// Links `object`, which was made of `module`, to a shared object that has kEntryName and its imports (backend.h).
void write_shared_object(SharedObject& out, const llvm::Module& module, const llvm::MemoryBuffer& object,
                         llvm::TargetMachine& machine);

}  // namespace ag::codegen
