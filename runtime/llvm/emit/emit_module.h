#pragma once
/// Emits the LLVM module of a program. With `lines`, each instruction has the location of a line of the user's source.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "program/code_generator.h"

namespace ag::codegen {

std::unique_ptr<llvm::Module> emit_module(const Program& program, const detail::Machine& machine,
                                          llvm::LLVMContext& context, bool lines);

}  // namespace ag::codegen
