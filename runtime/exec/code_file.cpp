#include "exec/code_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "base/file.h"

namespace ag::exec {

namespace {

/// Trailer of a file.
struct Seal {
  char magic[8] = {'a', 'g', '.', 'c', 'o', 'd', 'e', '1'};
  uint64_t code_size = 0;
  uint64_t key_size = 0;
  uint64_t checksum = 0;  // of everything before the seal
};

uint64_t checksum(std::string_view bytes, uint64_t before = 0) {
  return crc32_z(static_cast<uLong>(before), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

enum class Content : uint8_t { Damaged, Other, Wanted };

Content check(std::string_view bytes, std::string_view key) {
  Seal seal;
  const Seal expected;
  if (bytes.size() < sizeof(seal)) return Content::Damaged;
  std::memcpy(&seal, bytes.data() + bytes.size() - sizeof(seal), sizeof(seal));
  bytes.remove_suffix(sizeof(seal));
  if (std::memcmp(seal.magic, expected.magic, sizeof(seal.magic)) != 0 || seal.key_size > bytes.size() ||
      seal.code_size != bytes.size() - seal.key_size || seal.checksum != checksum(bytes)) {
    return Content::Damaged;
  }
  return bytes.substr(seal.code_size) == key ? Content::Wanted : Content::Other;
}

std::string read_all(const std::string& path) {
  const detail::InputFile file(path, SourceLocation::current());
  std::string bytes(static_cast<size_t>(file.size()), '\0');
  file.read(0, bytes.data(), bytes.size());
  return bytes;
}

class LoadedCode : public codegen::NativeCode {
 public:
  explicit LoadedCode(void* library) : library_(library) {}
  ~LoadedCode() override { dlclose(library_); }

  /// Returns false if the library lacks a symbol, or imports one that does not exist.
  bool bind(std::span<const codegen::Symbol> symbols) {
    static std::mutex one_at_a_time;  // several threads may open the same library
    const std::lock_guard lock(one_at_a_time);
    auto* imports = static_cast<codegen::Symbol*>(dlsym(library_, codegen::kImportsName));
    const auto* count = static_cast<const int64_t*>(dlsym(library_, codegen::kImportCountName));
    void* entry = dlsym(library_, codegen::kEntryName);
    if (!imports || !count || !entry) return false;
    if (!codegen::bind_imports({imports, static_cast<size_t>(*count)}, symbols)) return false;
    function_ = reinterpret_cast<codegen::NativeFunction>(entry);
    return true;
  }

 private:
  void* library_;
};

}  // namespace

bool write_code(const std::string& path, const std::string& shared_object, std::string_view key) {
  try {
    const std::string code = read_all(shared_object);
    Seal seal;
    seal.code_size = code.size();
    seal.key_size = key.size();
    seal.checksum = checksum(key, checksum(code));
    detail::OutputFile file(path, SourceLocation::current());
    file.write(code.data(), code.size());
    file.write(key.data(), key.size());
    file.write(&seal, sizeof(seal));
    file.commit();
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::unique_ptr<codegen::NativeCode> load_code(const std::string& path, std::string_view key,
                                               std::span<const codegen::Symbol> symbols) {
  std::string bytes;
  try {
    bytes = read_all(path);
  } catch (const Error&) {
    return nullptr;
  }
  const Content content = check(bytes, key);
  if (content == Content::Damaged) unlink(path.c_str());
  if (content != Content::Wanted) return nullptr;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return nullptr;
  auto code = std::make_unique<LoadedCode>(library);
  if (!code->bind(symbols)) return nullptr;
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // the modification time orders files for removal
  return code;
}

}  // namespace ag::exec
