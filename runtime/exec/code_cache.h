#pragma once
/// On-disk cache of compiled programs, which other processes load without LLVM.
///
/// A file is named after the hash of its key: the program, the machine, the runtime and the code generator. Processes
/// that share the folder see complete files only. A damaged file, or a file of another key, counts as missing. The
/// cache never causes an error: without it, programs are compiled.
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/machine.h"
#include "program/code_generator.h"
#include "program/program.h"

namespace ag::exec {

class CodeCache {
 public:
  /// Returns the cache of the process as configured by the environment, or null if there is none:
  ///   AG_CACHE=off     no cache; with AG_DEBUG=on a folder for this process, which stays
  ///   AG_CACHE_DIR     the folder, created if missing; default $XDG_CACHE_HOME/ag or ~/.cache/ag
  ///   AG_CACHE_SIZE    the maximum number of bytes of all files, as in 200M or 2G; default 512M
  /// Reports an unusable setting once, on standard error.
  static const CodeCache* of_process();

  /// `folder` exists and belongs to the user.
  CodeCache(std::string folder, uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::unique_ptr<codegen::NativeCode> find(const std::string& key) const;

  /// A temporary path for the shared object of a key, removed by the destructor.
  class Entry {
   public:
    Entry(const CodeCache& cache, const std::string& key);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// The path to write the shared object to.
    const std::string& path() const { return path_; }
    /// Adds the written file to the cache. Occasionally removes the oldest files if their total size exceeds the
    /// maximum.
    void keep();

   private:
    const CodeCache& cache_;
    const std::string& key_;
    std::string path_;
  };

 private:
  std::string file_of(const std::string& key) const;
  void drop_oldest() const;

  std::string folder_;
  uint64_t most_bytes_;
  mutable std::atomic<uint32_t> kept_{0};
};

/// Returns everything that the code of a program depends on, with the source lines if `lines` is set (debugging.h).
/// Returns an empty string if that cannot be determined.
std::string code_key(const codegen::Program& program, const detail::Machine& machine = detail::machine(),
                     bool lines = false);

/// Parses a size such as "200M" into bytes. Returns nullopt for any other text.
std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace ag::exec
