#include "exec/code_cache.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <vector>

#include "base/machine_text.h"
#include "exec/backend.h"
#include "exec/code_file.h"
#include "exec/debugging.h"
#include "exec/frame.h"
#include "exec/native_symbols.h"
#include "program/program_text.h"

namespace ag::exec {

namespace {

constexpr uint64_t kMaxBytes = uint64_t{512} << 20;
constexpr const char* kSuffix = ".so";
constexpr const char* kUnfinished = ".new";

std::string environment(const char* name) {
  const char* text = secure_getenv(name);
  return text ? text : "";
}

/// Returns $XDG_CACHE_HOME/ag or ~/.cache/ag, or an empty string if there is no home.
std::string default_folder() {
  const std::string base = environment("XDG_CACHE_HOME");
  if (base.starts_with('/')) return base + "/ag";
  const std::string home = environment("HOME");
  return home.starts_with('/') ? home + "/.cache/ag" : "";
}

/// Creates the folder if it is missing. Returns the reason why it cannot be used, or an empty string. A folder that
/// other users can write to would let them run code.
std::string prepare(const std::string& folder) {
  std::error_code failed;
  const bool is_new = !std::filesystem::exists(folder, failed);
  std::filesystem::create_directories(folder, failed);
  if (failed) return failed.message();
  if (is_new) chmod(folder.c_str(), S_IRWXU);
  struct stat info;
  if (stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return "it is not a folder";
  if (info.st_uid != geteuid()) return "it belongs to another user";
  if (info.st_mode & (S_IWGRP | S_IWOTH)) return "others may write to it";
  return access(folder.c_str(), R_OK | W_OK | X_OK) == 0 ? "" : "it cannot be written to";
}

void note(const std::string& what) { std::cerr << "ag: note: compiled code is not kept: " << what << "\n"; }

/// Makes a folder for this process alone. The folder stays after the process, because profilers read the code then.
std::unique_ptr<const CodeCache> temporary_cache() {
  std::error_code failed;
  std::string folder = (std::filesystem::temp_directory_path(failed) / "ag-debug-XXXXXX").string();
  if (failed || !mkdtemp(folder.data())) {
    note("there is no folder for temporary files");
    return nullptr;
  }
  std::cerr << "ag: note: compiled code is in " << folder << "\n";
  return std::make_unique<const CodeCache>(folder, kMaxBytes);
}

std::unique_ptr<const CodeCache> open_cache() {
  const std::string asked = environment("AG_CACHE"), said = environment("AG_CACHE_DIR");
  if (asked == "off") return wants_lines() ? temporary_cache() : nullptr;
  if (!asked.empty() && asked != "on") {
    note("AG_CACHE is '" + asked + "'; it is on or off");
    return nullptr;
  }
  uint64_t size = kMaxBytes;
  if (const std::string text = environment("AG_CACHE_SIZE"); !text.empty()) {
    const std::optional<uint64_t> parsed = parse_size(text);
    if (!parsed) {
      note("AG_CACHE_SIZE is '" + text + "'; it is a number of bytes, as in 200M or 2G");
      return nullptr;
    }
    size = *parsed;
  }
  const std::string folder = said.empty() ? default_folder() : said;
  if (folder.empty()) return nullptr;
  if (const std::string why = prepare(folder); !why.empty()) {
    // A home folder without write access is common and not reported.
    if (!said.empty()) note("AG_CACHE_DIR is '" + folder + "': " + why);
    return nullptr;
  }
  return std::make_unique<const CodeCache>(folder, size);
}

/// Returns the name and the features of the first processor as the system reports them.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text, line;
  while (std::getline(file, line) && !line.empty()) {
    for (const char* name : {"vendor_id", "cpu family", "model", "stepping", "flags", "CPU ", "Features"}) {
      if (line.starts_with(name)) {
        text += line + "\n";
        break;
      }
    }
  }
  return text;
}

/// FNV-1a, the variant with 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
uint64_t hash(std::string_view text, uint64_t seed) {
  uint64_t value = seed;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value;
}

std::string hexadecimal(uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

std::optional<uint64_t> parse_size(const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, value);
  if (failed != std::errc()) return std::nullopt;
  const std::string_view unit(rest, static_cast<size_t>(end - rest));
  const int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  if (shift < 0 || value > UINT64_MAX >> shift) return std::nullopt;
  return value << shift;
}

const CodeCache* CodeCache::of_process() {
  static const std::unique_ptr<const CodeCache> cache = open_cache();
  return cache.get();
}

std::string code_key(const codegen::Program& program, const detail::Machine& machine, bool lines) {
  static const std::string host = processor();
  if (backend_identity().empty() || host.empty()) return "";
  std::string key = backend_identity() + host + detail::facts_of_code(machine) + "\n" +
                    codegen::print(program, {.locations = false, .exact = true});
  if (!program.spans.empty()) key += "with spans\n";
  if (program.can_stop) key += "can stop\n";
  if (program.shares_all) key += "shares all\n";
  return lines ? key + lines_text(program) : key;
}

std::string CodeCache::file_of(const std::string& key) const {
  // Two keys may have the same file name. The file contains the whole key.
  return folder_ + "/" + hexadecimal(hash(key, 0xcbf29ce484222325u)) + kSuffix;
}

std::unique_ptr<codegen::NativeCode> CodeCache::find(const std::string& key) const {
  static const std::vector<codegen::Symbol> symbols = codegen::native_symbols(Frame::calls());
  return load_code(file_of(key), key, symbols);
}

CodeCache::Entry::Entry(const CodeCache& cache, const std::string& key) : cache_(cache), key_(key) {
  // Process ids would not be unique names, because containers that share the folder have the same ids.
  path_ = cache_.folder_ + "/XXXXXX" + kUnfinished;
  const int file = mkstemps(path_.data(), static_cast<int>(std::strlen(kUnfinished)));
  if (file < 0)
    path_.clear();
  else
    close(file);
}

CodeCache::Entry::~Entry() { unlink(path_.c_str()); }

void CodeCache::Entry::keep() {
  constexpr uint32_t kBetweenLooks = 32;  // reading the whole folder takes as long as a small compilation
  if (write_code(cache_.file_of(key_), path_, key_) && cache_.kept_++ % kBetweenLooks == 0) cache_.drop_oldest();
}

/// Other processes may do the same concurrently. A file that one of them has removed is treated as removed.
void CodeCache::drop_oldest() const {
  struct File {
    std::string path;
    uint64_t size;
    timespec used;
  };
  constexpr time_t kForgotten = 3600;  // seconds after which an unfinished file counts as abandoned
  DIR* folder = opendir(folder_.c_str());
  if (!folder) return;
  std::vector<File> files;
  uint64_t total = 0;
  while (const dirent* entry = readdir(folder)) {
    const std::string path = folder_ + "/" + entry->d_name;
    struct stat info;
    if (lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    if (path.ends_with(kUnfinished) && info.st_mtim.tv_sec + kForgotten < std::time(nullptr)) unlink(path.c_str());
    if (!path.ends_with(kSuffix)) continue;
    files.push_back({path, static_cast<uint64_t>(info.st_size), info.st_mtim});
    total += files.back().size;
  }
  closedir(folder);
  if (total <= most_bytes_) return;
  std::ranges::sort(files, [](const File& a, const File& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec : a.used.tv_nsec < b.used.tv_nsec;
  });
  for (const File& file : files) {
    if (total <= most_bytes_ - most_bytes_ / 8) break;
    unlink(file.path.c_str());
    total -= file.size;
  }
}

}  // namespace ag::exec
