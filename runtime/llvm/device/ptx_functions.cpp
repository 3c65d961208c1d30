/// Kernels of NVIDIA GPUs: parameters are pointers to global memory, and the device functions are intrinsics. LLVM 19
/// drops the orders of atomic operations and selects no fences, so both are relaxed operations and memory barriers
/// here.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "llvm/device/device_functions.h"

namespace ag::codegen {

namespace {

constexpr unsigned kGlobalMemory = 1;

class PtxFunctions : public DeviceFunctions {
 public:
  using DeviceFunctions::DeviceFunctions;

  ScalarTarget scalar_target() const override { return {.converts_float16 = true}; }

  llvm::Function* begin(const std::string& name, int64_t threads, std::vector<Parameter>& parameters) override {
    llvm::LLVMContext& context = module_.getContext();
    llvm::Type* const pointer = llvm::PointerType::get(context, kGlobalMemory);
    const std::vector<llvm::Type*> types(parameters.size(), pointer);
    auto* function = llvm::Function::Create(llvm::FunctionType::get(ir_.getVoidTy(), types, false),
                                            llvm::Function::ExternalLinkage, name, module_);
    function->setDoesNotThrow();
    annotate(function, "kernel", 1);
    annotate(function, "maxntidx", threads);
    for (size_t k = 0; k < parameters.size(); ++k) {
      llvm::Argument* argument = function->getArg(static_cast<unsigned>(k));
      argument->setName(parameters[k].name);
      // Arrays that a kernel stores share no memory with its other arrays. LLVM assumes that calls do not access memory
      // which only a parameter names, and may move accesses across barriers then.
      if (!parameters[k].is_exchanged) argument->addAttr(llvm::Attribute::NoAlias);
      parameters[k].address = argument;
    }
    ir_.SetInsertPoint(llvm::BasicBlock::Create(context, "start", function));
    return function;
  }

  llvm::Value* thread() override { return read(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x); }
  llvm::Value* block() override { return read(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x); }
  llvm::Value* blocks() override { return read(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x); }

  void warp_barrier(llvm::Value* mask, TableIndex) override {
    ir_.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {}, {mask});
  }
  llvm::Value* shuffle_xor(llvm::Value* mask, llvm::Value* value, uint32_t lanes, TableIndex) override {
    constexpr uint32_t kWholeWarp = 0x1f;
    return ir_.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                               {mask, value, ir_.getInt32(lanes), ir_.getInt32(kWholeWarp)});
  }
  void fence() override { ir_.CreateIntrinsic(llvm::Intrinsic::nvvm_membar_gl, {}, {}); }

  llvm::Value* atomic_min(llvm::Value* address, llvm::Value* value, TableIndex) override {
    return ir_.CreateAtomicRMW(llvm::AtomicRMWInst::UMin, address, value, llvm::MaybeAlign(8),
                               llvm::AtomicOrdering::Monotonic);
  }
  llvm::Value* atomic_load(llvm::Value* address, TableIndex) override {
    return ir_.CreateAlignedLoad(ir_.getInt64Ty(), address, llvm::Align(8), true);
  }
  void atomic_store(llvm::Value* address, llvm::Value* value, TableIndex) override {
    ir_.CreateAlignedStore(value, address, llvm::Align(8), true);
  }

 private:
  llvm::Value* read(llvm::Intrinsic::ID id) { return ir_.CreateIntrinsic(id, {}, {}); }
  void annotate(llvm::Function* function, const char* name, int64_t value) {
    llvm::LLVMContext& context = module_.getContext();
    llvm::Metadata* const entry[] = {llvm::ValueAsMetadata::get(function), llvm::MDString::get(context, name),
                                     llvm::ConstantAsMetadata::get(ir_.getInt32(static_cast<uint32_t>(value)))};
    module_.getOrInsertNamedMetadata("nvvm.annotations")->addOperand(llvm::MDNode::get(context, entry));
  }
};

}  // namespace

std::unique_ptr<DeviceFunctions> make_ptx_functions(llvm::Module& module) {
  return std::make_unique<PtxFunctions>(module);
}

}  // namespace ag::codegen
