#include "llvm/emit/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include "program/code_generator.h"

namespace ag::codegen {

namespace {

constexpr unsigned kDwarfVersion = 5;

/// The location of the first statement, if there is one.
struct Place {
  const char* file = "";
  unsigned line = 0;
};
Place first_place(const Program& program) {
  if (program.body.empty()) return {};
  const SourceLocation& location = program.body.front().location;
  return {location.file_name(), location.line()};
}

}  // namespace

Lines::Lines(const Program& program, llvm::Module& module) : program_(program), builder_(module) {
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  module.addModuleFlag(llvm::Module::Max, "Dwarf Version", kDwarfVersion);
  builder_.createCompileUnit(llvm::dwarf::DW_LANG_C_plus_plus_14, file(first_place(program).file), "ag", true, "", 0);
  type_ = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
}

/// Returns the file of a name. The debugger looks up relative names in its source directories.
llvm::DIFile* Lines::file(const std::string& name) {
  const auto [at, is_new] = files_.try_emplace(name);
  if (is_new) at->second = builder_.createFile(name.empty() ? "<unknown>" : name, "");
  return at->second;
}

llvm::DebugLoc Lines::begin(llvm::Function& function) {
  const Place place = first_place(program_);
  llvm::DIFile* const in = file(place.file);
  auto flags = llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized;
  if (function.hasLocalLinkage()) flags |= llvm::DISubprogram::SPFlagLocalToUnit;
  function.setSubprogram(builder_.createFunction(in, program_.name, "", in, place.line, type_, place.line,
                                                 llvm::DINode::FlagArtificial, flags));
  return llvm::DILocation::get(function.getContext(), place.line, 0, function.getSubprogram());
}

llvm::DebugLoc Lines::at(const llvm::Function& function, const SourceLocation& location) {
  llvm::DILocalScope* scope = function.getSubprogram();
  llvm::DIFile* const in = file(location.file_name());
  if (in != scope->getFile()) scope = builder_.createLexicalBlockFile(scope, in);
  return llvm::DILocation::get(function.getContext(), location.line(), location.column(), scope);
}

void Lines::finish(llvm::Function& entry) {
  builder_.finalize();
  // Profilers show the symbol that is not weak. No function of the C library has such a name.
  entry.setName(program_.name + " [native]");
  llvm::GlobalAlias::create(llvm::GlobalValue::WeakAnyLinkage, kEntryName, &entry);
}

}  // namespace ag::codegen
