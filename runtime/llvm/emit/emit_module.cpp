#include "llvm/emit/emit_module.h"

#include "llvm/emit/statement_emitter.h"

namespace ag::codegen {

namespace {

/// True if the processor has instructions for float16, as all processors with AVX2 do. Otherwise LLVM would call
/// functions that are not linked.
bool converts_float16(const detail::Machine& machine) {
#if defined(__x86_64__)
  return machine.vector_bytes >= 32 && __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace

std::unique_ptr<llvm::Module> emit_module(const Program& program, const detail::Machine& machine,
                                          llvm::LLVMContext& context, bool lines) {
  auto module = std::make_unique<llvm::Module>("ag." + program.name, context);
  EmissionContext emission(program, machine, *module, lines, {.converts_float16 = converts_float16(machine)});
  StatementEmitter statements(emission);
  llvm::IRBuilder<>& ir = emission.function.ir();
  auto* type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy()}, false);
  llvm::Function* const entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage, kEntryName, *module);
  emission.function.begin(entry);
  statements.block(program.body);
  emission.function.end();
  statements.emit_functions();
  emission.function.finish(*entry);
  return module;
}

}  // namespace ag::codegen
