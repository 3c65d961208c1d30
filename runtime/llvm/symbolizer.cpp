#include "llvm/symbolizer.h"

#include <dlfcn.h>
#include <link.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include <map>
#include <mutex>

namespace ag::codegen {

namespace {

/// True for headers of the runtime and of the system, whose functions are not part of the program.
bool is_library(const std::string& file) {
  return file.find("/include/ag/") != std::string::npos || file.find("/include/c++/") != std::string::npos ||
         file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

std::vector<SourceFrame> frames_at(llvm::symbolize::LLVMSymbolizer& symbolizer, const void* address) {
  Dl_info info{};
  link_map* module = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) || !module) return {};
  if (std::string_view(info.dli_fname).find("libag_runtime") != std::string_view::npos) return {};
  const std::string file = module->l_name && *module->l_name ? module->l_name : "/proc/self/exe";
  // A return address is past the call.
  const uint64_t offset = reinterpret_cast<uint64_t>(address) - module->l_addr - 1;
  auto found = symbolizer.symbolizeInlinedCode(file, {offset, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return {};
  }
  std::vector<SourceFrame> frames;
  for (uint32_t k = 0; k < found->getNumberOfFrames(); ++k) {
    const llvm::DILineInfo& line = found->getFrame(k);
    if (line.FileName == llvm::DILineInfo::BadString || line.Line == 0 || is_library(line.FileName)) continue;
    frames.push_back({line.FunctionName, line.FileName, line.Line, line.StartLine});
  }
  return frames;
}

}  // namespace

void find_source(const void* address, std::vector<SourceFrame>& out) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static auto& symbolizer = *[] {
    llvm::symbolize::LLVMSymbolizer::Options options;
    options.UseSymbolTable = false;
    options.Demangle = true;
    options.PathStyle = llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath;
    return new llvm::symbolize::LLVMSymbolizer(options);
  }();
  static auto& known = *new std::map<const void*, std::vector<SourceFrame>>;
  const auto [at, is_new] = known.try_emplace(address);
  if (is_new) at->second = frames_at(symbolizer, address);
  out.insert(out.end(), at->second.begin(), at->second.end());
}

}  // namespace ag::codegen
