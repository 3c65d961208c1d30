/// The entry points of the code generator: compiles programs to machine code and loads it with LLVM's ORC.
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <atomic>

#include "llvm/analysis_managers.h"
#include "llvm/combine_scalef.h"
#include "llvm/device/compile_device.h"
#include "llvm/emit/emit_module.h"
#include "llvm/llvm_options.h"
#include "llvm/loop_passes.h"
#include "llvm/object_file.h"
#include "llvm/predictive_commoning.h"
#include "llvm/symbolizer.h"
#include "program/code_generator.h"

namespace ag::codegen {

namespace {

using llvm::orc::JITTargetMachineBuilder;
using llvm::orc::LLJIT;

std::string text_of(llvm::Error error) { return llvm::toString(std::move(error)); }

/// Removes the instruction sets whose vectors are longer than `bytes`. The feature that the others depend on is also
/// disabled, because the name of the processor implies it.
void limit_vectors([[maybe_unused]] llvm::SubtargetFeatures& features, [[maybe_unused]] int64_t bytes) {
#if defined(__x86_64__)
  if (bytes >= 64) return;
  const llvm::StringRef longer = bytes >= 32 ? "+avx512" : "+avx", base = bytes >= 32 ? "-avx512f" : "-avx";
  llvm::SubtargetFeatures kept;
  for (const std::string& feature : features.getFeatures()) {
    if (!llvm::StringRef(feature).starts_with(longer)) kept.AddFeature(feature);
  }
  kept.AddFeature(base);
  features = kept;
#endif
}

/// One instance per process, because making it takes longer than compiling a small program.
class Jit {
 public:
  static Jit& get() {
    static Jit& jit = *new Jit;  // never destroyed, since code may run while the process ends
    return jit;
  }

  const std::string& error() const { return error_; }
  LLJIT& jit() { return *jit_; }
  /// Returns the target for the processor, with vectors of at most `vector_bytes`.
  std::unique_ptr<llvm::TargetMachine> target(int64_t vector_bytes) {
    JITTargetMachineBuilder builder = *builder_;
    limit_vectors(builder.getFeatures(), vector_bytes);
    auto target = builder.createTargetMachine();
    if (target) return std::move(*target);
    llvm::consumeError(target.takeError());
    return nullptr;
  }
  std::string fresh_name() { return "program" + std::to_string(count_++); }

 private:
  Jit() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto builder = JITTargetMachineBuilder::detectHost();
    if (!builder) {
      error_ = text_of(builder.takeError());
      return;
    }
    builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
    builder->setRelocationModel(llvm::Reloc::PIC_);
    builder->setCodeModel(llvm::CodeModel::Small);
    builder_ = std::move(*builder);
    auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*builder_).create();
    if (!jit) {
      error_ = text_of(jit.takeError());
      return;
    }
    jit_ = std::move(*jit);
  }

  std::optional<JITTargetMachineBuilder> builder_;
  std::unique_ptr<LLJIT> jit_;
  std::string error_;
  std::atomic<int> count_{0};
};

class OrcCode : public NativeCode {
 public:
  OrcCode(llvm::orc::JITDylib& library, NativeFunction function) : library_(library) { function_ = function; }
  ~OrcCode() override { llvm::consumeError(Jit::get().jit().getExecutionSession().removeJITDylib(library_)); }

 private:
  llvm::orc::JITDylib& library_;
};

/// Sets the host's processor for each function.
void set_target(llvm::Module& module, const llvm::TargetMachine& machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple().str());
  const llvm::StringRef features = machine.getTargetFeatureString();
  // LLVM limits vectors to 256 bits on all Intel processors, because the first ones with AVX-512 lowered their clock
  // for wider vectors. Those with 16-bit floating-point numbers do not, and multiply twice as many numbers in wide
  // vectors.
  const bool wide = features.contains("+avx512fp16");
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", features);
    if (wide) function.addFnAttr("prefer-vector-width", "512");
  }
}

void optimize(llvm::Module& module, llvm::TargetMachine& target, const detail::Machine& machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  tuning.LoopInterleaving = true;
  llvm::PassBuilder passes(&target, tuning);
  AnalysisManagers analyses(passes);
  add_loop_passes(passes, machine);
  add_predictive_commoning_pass(passes, machine);
  add_combine_scalef_pass(passes, target);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, analyses.modules);
}

std::string assembly_of(const llvm::Module& module, llvm::TargetMachine& machine) {
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile)) return "";
  passes.run(*copy);
  return text.str().str();
}

std::unique_ptr<NativeCode> compile(const CompileRequest& request, std::string& error) {
  Jit& jit = Jit::get();
  if (!jit.error().empty()) {
    error = jit.error();
    return nullptr;
  }
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = emit_module(request.program, request.machine, context, request.lines);
  llvm::raw_string_ostream faults(error);
  if (llvm::verifyModule(*module, &faults)) return nullptr;
  const std::unique_ptr<llvm::TargetMachine> target = jit.target(request.machine.vector_bytes);
  set_target(*module, *target);
  {
    const std::shared_lock options = hold_options();
    optimize(*module, *target, request.machine);
  }
  if (request.llvm) {
    llvm::raw_string_ostream out(*request.llvm);
    module->print(out, nullptr);
  }
  if (request.assembly) *request.assembly = assembly_of(*module, *target);
  add_imports(*module);
  std::unique_ptr<llvm::MemoryBuffer> object = emit_object(*module, *target, error);
  if (!object) return nullptr;
  if (request.shared_object) write_shared_object(*request.shared_object, *object);
  LLJIT& session = jit.jit();
  auto library = session.createJITDylib(jit.fresh_name());
  if (!library) {
    error = text_of(library.takeError());
    return nullptr;
  }
  auto failed = [&](llvm::Error problem) {
    error = text_of(std::move(problem));
    llvm::consumeError(session.getExecutionSession().removeJITDylib(*library));
    return nullptr;
  };
  if (llvm::Error problem = session.addObjectFile(*library, std::move(object))) return failed(std::move(problem));
  auto entry = session.lookup(*library, kEntryName), imports = session.lookup(*library, kImportsName),
       count = session.lookup(*library, kImportCountName);
  if (!entry || !imports || !count) {
    return failed(llvm::joinErrors(entry.takeError(), llvm::joinErrors(imports.takeError(), count.takeError())));
  }
  auto code = std::make_unique<OrcCode>(*library, entry->toPtr<NativeFunction>());
  const std::span table(imports->toPtr<Symbol*>(), static_cast<size_t>(*count->toPtr<const int64_t*>()));
  if (bind_imports(table, request.symbols)) return code;
  error = "the program calls what the runtime does not have";
  return nullptr;
}

}  // namespace

}  // namespace ag::codegen

extern "C" __attribute__((visibility("default"))) const ag::codegen::BackendInterface ag_codegen_interface{
    ag::codegen::kBackendVersion, &ag::codegen::compile, &ag::codegen::find_source, &ag::codegen::compile_device};
