#pragma once
/// Compiled programs on disk, which other processes load without LLVM.
///
/// A file is named after its key: the program, the processor, the runtime and the code generator. Processes that share
/// the folder see whole files only; one that is damaged or of another key counts as not there. Nothing about the cache
/// is an error: without it programs are compiled.
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "program/code_generator.h"
#include "program/program.h"

namespace ag::exec {

class CodeCache {
 public:
  /// The cache of the process, as the environment says it; null where there is none:
  ///   AG_CACHE=off     no cache; with AG_DEBUG=on a folder for this process, which stays
  ///   AG_CACHE_DIR     the folder, made where it is not there; else $XDG_CACHE_HOME/ag or ~/.cache/ag
  ///   AG_CACHE_SIZE    how many bytes the files may have together, as in 200M or 2G; 512M where it is not said
  /// What cannot be used is said once on standard error.
  static const CodeCache* of_process();

  /// `folder` is there, and belongs to the user.
  CodeCache(std::string folder, uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::unique_ptr<codegen::NativeCode> find(const std::string& key) const;

  /// A place for the shared object of a key, which is gone in the end.
  class Entry {
   public:
    Entry(const CodeCache& cache, const std::string& key);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// Where to write it.
    const std::string& path() const { return path_; }
    /// Puts what was written there into the cache; now and then drops the oldest, where the files are too many.
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

/// What the code of a program depends on, and with it the lines of the source where it has them (debugging.h); empty
/// where it cannot be told.
std::string code_key(const codegen::Program& program, bool lines = false);

/// "200M" as bytes; nothing for what is no such text.
std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace ag::exec
