#pragma once
/// The LLVM module that is made of a program: one function for the whole of it. With `lines` it says which line of the
/// user's source each instruction belongs to.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "program/code_generator.h"

namespace ag::codegen {

std::unique_ptr<llvm::Module> emit_module(const Program& program, llvm::LLVMContext& context, bool lines);

}  // namespace ag::codegen
