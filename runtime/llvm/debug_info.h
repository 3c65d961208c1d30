#pragma once
/// The lines of the user's source in machine code, as DWARF has them: what debuggers and profilers show. One function
/// with the name of the traced function, and the place of its operation for each instruction. It changes no
/// instruction.
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>

#include "program/program.h"

namespace ag::codegen {

class Lines {
 public:
  Lines(const Program& program, llvm::Module& module);

  /// Makes a function known; gives the place of what belongs to no statement of it.
  llvm::DebugLoc begin(llvm::Function& function);
  /// A place in that function.
  llvm::DebugLoc at(const llvm::Function& function, const SourceLocation& location);
  /// When everything is emitted: gives the entry a name that tells it from those of other programs.
  void finish(llvm::Function& entry);

 private:
  llvm::DIFile* file(const std::string& name);

  const Program& program_;
  llvm::DIBuilder builder_;
  std::map<std::string, llvm::DIFile*> files_;
  llvm::DISubroutineType* type_;
};

}  // namespace ag::codegen
