#include "llvm/device/compile_device.h"

#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "llvm/analysis_managers.h"
#include "llvm/device/kernel_emitter.h"
#include "llvm/llvm_options.h"
#include "llvm/object_file.h"

namespace ag::codegen {

namespace {

constexpr const char* kPtxTriple = "nvptx64-nvidia-cuda";
/// PTX 8.0 has everything that kernels use; drivers of CUDA 12.0 and later compile it.
constexpr const char* kPtxVersion = "+ptx80";

/// Registers LLVM's target for PTX, once a process.
void initialize_ptx() {
  static const bool done = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)done;
}

std::unique_ptr<llvm::TargetMachine> ptx_machine(int compute_capability, std::string& error) {
  initialize_ptx();
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(kPtxTriple, error);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  const std::string processor = "sm_" + std::to_string(compute_capability);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(kPtxTriple, processor, kPtxVersion, options, std::nullopt));
}

std::unique_ptr<llvm::TargetMachine> host_machine(std::string& error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    error = llvm::toString(builder.takeError());
    return nullptr;
  }
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  auto machine = builder->createTargetMachine();
  if (machine) return std::move(*machine);
  error = llvm::toString(machine.takeError());
  return nullptr;
}

/// Optimizes for one thread: kernels have no vectors.
void optimize(llvm::Module& module, llvm::TargetMachine& machine, llvm::OptimizationLevel level) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder passes(&machine, tuning);
  AnalysisManagers analyses(passes);
  passes.buildPerModuleDefaultPipeline(level).run(module, analyses.modules);
}

void set_target(llvm::Module& module, const llvm::TargetMachine& machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple().str());
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

std::vector<std::byte> ptx_of(llvm::Module& module, llvm::TargetMachine& machine, std::string& error) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    error = "LLVM writes no PTX";
    return {};
  }
  passes.run(module);
  text.push_back('\0');
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

std::vector<std::byte> compile_device(const DeviceCompileRequest& request, std::string& error) {
  const bool is_emulated = request.device == DeviceKind::Emulated;
  const std::unique_ptr<llvm::TargetMachine> machine =
      is_emulated ? host_machine(error) : ptx_machine(request.compute_capability, error);
  if (!machine) return {};
  llvm::LLVMContext context;
  llvm::Module module("ag." + request.plan.program.name, context);
  module.setDataLayout(machine->createDataLayout());
  const std::unique_ptr<DeviceFunctions> functions =
      is_emulated ? make_emulated_functions(module, request.checked) : make_ptx_functions(module);
  KernelEmitter emitter(request.plan, *functions, request.omit_barriers);
  for (const DeviceKernel& kernel : request.plan.kernels) emitter.emit(kernel);
  functions->finish();
  llvm::raw_string_ostream faults(error);
  if (llvm::verifyModule(module, &faults)) return {};
  set_target(module, *machine);
  {
    const std::shared_lock options = hold_options();
    optimize(module, *machine, is_emulated ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O2);
  }
  if (request.llvm) {
    llvm::raw_string_ostream out(*request.llvm);
    module.print(out, nullptr);
  }
  if (!is_emulated) return ptx_of(module, *machine, error);
  const std::unique_ptr<llvm::MemoryBuffer> object = emit_object(module, *machine, error);
  return object ? link_shared_object(*object, error) : std::vector<std::byte>();
}

}  // namespace ag::codegen
