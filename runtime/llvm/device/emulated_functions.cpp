/// Kernels of the emulated device: functions with the interface of device/kernel_abi.h, which call the device through
/// its table of calls.
#include <map>

#include "device/kernel_abi.h"
#include "llvm/device/device_functions.h"

namespace ag::codegen {

namespace {

class EmulatedFunctions : public DeviceFunctions {
 public:
  EmulatedFunctions(llvm::Module& module, bool checked) : DeviceFunctions(module), checked_(checked) {
    calls_ = new llvm::GlobalVariable(module_, ir_.getPtrTy(), false, llvm::GlobalValue::InternalLinkage,
                                      llvm::ConstantPointerNull::get(ir_.getPtrTy()), "calls");
  }

  ScalarTarget scalar_target() const override { return {.converts_float16 = true}; }

  llvm::Function* begin(const std::string& name, int64_t threads, std::vector<Parameter>& parameters) override {
    llvm::PointerType* const pointer = ir_.getPtrTy();
    auto* function = llvm::Function::Create(llvm::FunctionType::get(ir_.getVoidTy(), {pointer}, false),
                                            llvm::Function::InternalLinkage, name, module_);
    function->setDoesNotThrow();
    ir_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "start", function));
    for (size_t k = 0; k < parameters.size(); ++k) {
      llvm::Value* const place = ir_.CreateConstInBoundsGEP1_64(pointer, function->getArg(0), k);
      parameters[k].address = ir_.CreateLoad(pointer, ir_.CreateLoad(pointer, place), parameters[k].name);
      parameters[k].index = static_cast<TableIndex>(arrays_.size());
      arrays_.push_back(
          llvm::ConstantStruct::get(array_type(), {text(parameters[k].name), int32(static_cast<int64_t>(k))}));
    }
    kernels_.push_back(llvm::ConstantStruct::get(
        kernel_type(),
        {text(name), function, int32(static_cast<int64_t>(parameters.size())), int32(threads), ir_.getInt64(0)}));
    return function;
  }

  void finish() override {
    auto* const type = llvm::StructType::get(
        module_.getContext(), {ir_.getInt32Ty(), ir_.getInt32Ty(), ir_.getInt32Ty(), ir_.getInt32Ty(), ir_.getPtrTy(),
                               ir_.getPtrTy(), ir_.getPtrTy(), ir_.getPtrTy()});
    llvm::Constant* const content =
        llvm::ConstantStruct::get(type, {int32(AG_DEVICE_ABI_VERSION), size_of(kernels_), size_of(arrays_),
                                         size_of(statements_), table(kernel_type(), kernels_),
                                         table(array_type(), arrays_), table(ir_.getPtrTy(), statements_), calls_});
    new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::ExternalLinkage, content, "ag_device_module");
  }

  TableIndex statement(const SourceLocation& location) override {
    const std::string place = std::string(location.file_name()) + ":" + std::to_string(location.line());
    const auto [entry, is_new] = places_.try_emplace(place, static_cast<TableIndex>(statements_.size()));
    if (is_new) statements_.push_back(text(place));
    return entry->second;
  }

  llvm::Value* thread() override { return call(kThread, ir_.getInt32Ty(), {ir_.getInt32(0)}); }
  llvm::Value* block() override { return call(kBlock, ir_.getInt32Ty(), {ir_.getInt32(0)}); }
  llvm::Value* blocks() override { return call(kBlocks, ir_.getInt32Ty(), {ir_.getInt32(0)}); }

  void warp_barrier(llvm::Value* mask, TableIndex statement) override {
    call(kWarpBarrier, ir_.getVoidTy(), {mask, int32(statement)});
  }
  llvm::Value* shuffle_xor(llvm::Value* mask, llvm::Value* value, uint32_t lanes, TableIndex statement) override {
    llvm::Value* const wide = ir_.CreateZExt(value, ir_.getInt64Ty());
    llvm::Value* const other =
        call(kShuffleXor, ir_.getInt64Ty(), {mask, wide, ir_.getInt32(lanes), ir_.getInt32(32), int32(statement)});
    return ir_.CreateTrunc(other, ir_.getInt32Ty());
  }
  void fence() override { call(kFence, ir_.getVoidTy(), {}); }

  void access(const Access& one) override {
    if (!checked_) return;
    const int kind = one.is_store ? AG_DEVICE_STORE : AG_DEVICE_LOAD;
    call(kAccess, ir_.getVoidTy(),
         {one.address, int32(static_cast<int64_t>(one.bytes)), int32(kind), int32(one.array), int32(one.statement)});
  }
  llvm::Value* atomic_min(llvm::Value* address, llvm::Value* value, TableIndex array) override {
    return call(kAtomicMin, ir_.getInt64Ty(),
                {address, value, int32(AG_DEVICE_UINT64), int32(AG_DEVICE_RELAXED), int32(array), int32(-1)});
  }
  llvm::Value* atomic_load(llvm::Value* address, TableIndex array) override {
    return call(kLoadAcquire, ir_.getInt64Ty(), {address, ir_.getInt32(8), int32(array), int32(-1)});
  }
  void atomic_store(llvm::Value* address, llvm::Value* value, TableIndex array) override {
    call(kStoreRelease, ir_.getVoidTy(), {address, value, ir_.getInt32(8), int32(array), int32(-1)});
  }

 private:
  // The calls, by their offset in AgDeviceCalls.
  static constexpr size_t kThread = offsetof(AgDeviceCalls, thread), kBlock = offsetof(AgDeviceCalls, block),
                          kBlocks = offsetof(AgDeviceCalls, blocks), kFence = offsetof(AgDeviceCalls, fence),
                          kWarpBarrier = offsetof(AgDeviceCalls, warp_barrier),
                          kShuffleXor = offsetof(AgDeviceCalls, shuffle_xor), kAccess = offsetof(AgDeviceCalls, access),
                          kAtomicMin = offsetof(AgDeviceCalls, atomic_min),
                          kLoadAcquire = offsetof(AgDeviceCalls, load_acquire),
                          kStoreRelease = offsetof(AgDeviceCalls, store_release);

  llvm::ConstantInt* int32(int64_t value) { return ir_.getInt32(static_cast<uint32_t>(value)); }

  llvm::Value* call(size_t offset, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::Value* const calls = ir_.CreateLoad(ir_.getPtrTy(), calls_);
    llvm::Value* const place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), calls, offset);
    llvm::Value* const function = ir_.CreateLoad(ir_.getPtrTy(), place);
    return ir_.CreateCall(llvm::FunctionType::get(result, types, false), function, arguments);
  }

  llvm::Constant* text(const std::string& characters) {
    llvm::Constant* const content = llvm::ConstantDataArray::getString(module_.getContext(), characters);
    return new llvm::GlobalVariable(module_, content->getType(), true, llvm::GlobalValue::PrivateLinkage, content);
  }
  llvm::StructType* array_type() {
    return llvm::StructType::get(module_.getContext(), {ir_.getPtrTy(), ir_.getInt32Ty()});
  }
  llvm::StructType* kernel_type() {
    return llvm::StructType::get(
        module_.getContext(), {ir_.getPtrTy(), ir_.getPtrTy(), ir_.getInt32Ty(), ir_.getInt32Ty(), ir_.getInt64Ty()});
  }
  llvm::Constant* size_of(const std::vector<llvm::Constant*>& entries) {
    return int32(static_cast<int64_t>(entries.size()));
  }
  llvm::Constant* table(llvm::Type* entry, const std::vector<llvm::Constant*>& entries) {
    auto* const type = llvm::ArrayType::get(entry, entries.size());
    return new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage,
                                    llvm::ConstantArray::get(type, entries));
  }

  const bool checked_;
  llvm::GlobalVariable* calls_;
  std::vector<llvm::Constant*> kernels_, arrays_, statements_;
  std::map<std::string, TableIndex> places_;
};

}  // namespace

std::unique_ptr<DeviceFunctions> make_emulated_functions(llvm::Module& module, bool checked) {
  return std::make_unique<EmulatedFunctions>(module, checked);
}

}  // namespace ag::codegen
