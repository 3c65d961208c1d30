#pragma once
/// The analysis managers of a pass pipeline.
#include <llvm/Passes/PassBuilder.h>

namespace ag::codegen {

/// The managers of all units of the IR, with the analyses of a pass builder.
struct AnalysisManagers {
  explicit AnalysisManagers(llvm::PassBuilder& passes) {
    passes.registerModuleAnalyses(modules);
    passes.registerCGSCCAnalyses(graphs);
    passes.registerFunctionAnalyses(functions);
    passes.registerLoopAnalyses(loops);
    passes.crossRegisterProxies(loops, functions, graphs, modules);
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace ag::codegen
