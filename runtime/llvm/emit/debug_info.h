#pragma once
/// Debug information: DWARF line tables of the user's source, for debuggers and profilers. Functions have the name of
/// the traced function, and instructions have the location of their operation. Debug information does not change the
/// instructions.
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>

#include "program/program.h"

namespace ag::codegen {

class Lines {
 public:
  Lines(const Program& program, llvm::Module& module);

  /// Starts a function. Returns the location of instructions that belong to no statement.
  llvm::DebugLoc begin(llvm::Function& function);
  /// Returns a location in that function.
  llvm::DebugLoc at(const llvm::Function& function, const SourceLocation& location);
  /// Completes the debug information after emission. Renames the entry to a name that differs from those of other
  /// programs.
  void finish(llvm::Function& entry);

 private:
  llvm::DIFile* file(const std::string& name);

  const Program& program_;
  llvm::DIBuilder builder_;
  std::map<std::string, llvm::DIFile*> files_;
  llvm::DISubroutineType* type_;
};

}  // namespace ag::codegen
