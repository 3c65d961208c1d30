#include "llvm/object_file.h"

#include <lld/Common/Driver.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "llvm/llvm_options.h"

LLD_HAS_DRIVER(elf)

namespace ag::codegen {

namespace {

/// An anonymous file that the linker reads.
class MemoryFile {
 public:
  explicit MemoryFile(llvm::StringRef bytes) : descriptor_(memfd_create("ag_object", MFD_CLOEXEC)) {
    while (descriptor_ >= 0 && !bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        close(descriptor_);
        descriptor_ = -1;
        return;
      }
      bytes = bytes.drop_front(static_cast<size_t>(written));
    }
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool good() const { return descriptor_ >= 0; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Links an object to a shared object. Returns the error; empty on success.
std::string link(const std::string& object, const std::string& path) {
  const LinkerLock turn;  // one at a time: the linker keeps its state in globals
  const char* const arguments[] = {"ld.lld",          "-shared", "--threads=1", "--hash-style=gnu",
                                   "--build-id=none", "-z",      "now",         "-z",
                                   "noexecstack",     "-o",      path.c_str(),  object.c_str()};
  std::string said;
  llvm::raw_string_ostream out(said);
  const lld::Result result = lld::lldMain(arguments, out, out, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode == 0) return "";
  return said.empty() ? "the linker gives " + std::to_string(result.retCode) : said;
}

}  // namespace

void add_imports(llvm::Module& module) {
  // Other functions (memcpy) are in the C library.
  std::vector<llvm::Function*> imports;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && function.getName().starts_with("ag_")) imports.push_back(&function);
  }
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> ir(context);
  llvm::PointerType* pointer = ir.getPtrTy();
  auto* entry = llvm::StructType::get(context, {pointer, pointer});  // codegen::Symbol
  auto* table = llvm::ArrayType::get(entry, imports.size());
  std::vector<llvm::Constant*> entries;
  for (const llvm::Function* import : imports) {
    llvm::Constant* text = llvm::ConstantDataArray::getString(context, import->getName());
    auto* name = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text);
    entries.push_back(llvm::ConstantStruct::get(entry, {name, llvm::ConstantPointerNull::get(pointer)}));
  }
  auto* addresses = new llvm::GlobalVariable(module, table, false, llvm::GlobalValue::ExternalLinkage,
                                             llvm::ConstantArray::get(table, entries), kImportsName);
  addresses->setVisibility(llvm::GlobalValue::ProtectedVisibility);
  new llvm::GlobalVariable(module, ir.getInt64Ty(), true, llvm::GlobalValue::ExternalLinkage,
                           ir.getInt64(imports.size()), kImportCountName);

  for (size_t k = 0; k < imports.size(); ++k) {
    llvm::Function* stub = imports[k];
    llvm::FunctionType* type = stub->getFunctionType();
    stub->setLinkage(llvm::GlobalValue::InternalLinkage);
    ir.SetInsertPoint(llvm::BasicBlock::Create(context, "", stub));
    llvm::Value* place = ir.CreateConstInBoundsGEP2_32(table, addresses, 0, static_cast<unsigned>(k));
    llvm::Value* address = ir.CreateLoad(pointer, ir.CreateStructGEP(entry, place, 1));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : stub->args()) arguments.push_back(&argument);
    llvm::CallInst* call = ir.CreateCall(type, address, arguments);
    call->setTailCallKind(llvm::CallInst::TCK_MustTail);
    if (type->getReturnType()->isVoidTy())
      ir.CreateRetVoid();
    else
      ir.CreateRet(call);
  }
}

std::unique_ptr<llvm::MemoryBuffer> emit_object(llvm::Module& module, llvm::TargetMachine& machine,
                                                std::string& error) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    error = "LLVM writes no objects for this processor";
    return nullptr;
  }
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), false);
}

void write_shared_object(SharedObject& out, const llvm::MemoryBuffer& object) {
  const MemoryFile file(object.getBuffer());
  if (file.good())
    out.error = link(file.path(), out.path);
  else
    out.error = std::string("no memory for a file: ") + std::strerror(errno);
}

std::vector<std::byte> link_shared_object(const llvm::MemoryBuffer& object, std::string& error) {
  std::vector<std::byte> bytes;
  llvm::SmallString<64> path;
  if (const std::error_code failure = llvm::sys::fs::createTemporaryFile("ag_kernels", "so", path)) {
    error = "no temporary file: " + failure.message();
    return bytes;
  }
  const llvm::FileRemover remover(path);
  SharedObject out{path.str().str(), ""};
  write_shared_object(out, object);
  error = out.error;
  if (!error.empty()) return bytes;
  const auto content = llvm::MemoryBuffer::getFile(path, false, false);
  if (!content) {
    error = "the linked file is unreadable: " + content.getError().message();
    return bytes;
  }
  const llvm::StringRef text = (*content)->getBuffer();
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  bytes.assign(first, first + text.size());
  return bytes;
}

}  // namespace ag::codegen
