#pragma once
/// ZIP archives, to the extent that .npz files require: stored or deflated members, sizes beyond 4 GiB, no encryption.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace ag::detail {

struct ZipMember {
  std::string name;
  uint16_t flags = 0;
  uint16_t method = 0;  // 0 stored, 8 deflated
  uint32_t crc = 0;
  uint64_t packed = 0;  // bytes in the archive
  uint64_t size = 0;    // bytes of the member
  uint64_t offset = 0;  // of its local header
};

/// Returns the members, from the directory at the end of the file. Throws invalid_argument if it is damaged.
std::vector<ZipMember> read_zip_directory(const InputFile& file);

/// Reads one member from front to end.
class ZipReader {
 public:
  ZipReader(const InputFile& file, const ZipMember& member);
  ~ZipReader();
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;

  /// Reads the next `count` bytes; no more than the member has.
  void read(void* out, size_t count);
  /// Reads the rest, and throws if the checksum is wrong.
  void finish();

 private:
  struct Inflater;
  [[noreturn]] void fail(const std::string& message) const;
  void read_packed(void* out, size_t count);

  const InputFile& file_;
  const ZipMember& member_;
  uint64_t at_ = 0;      // in the file
  uint64_t packed_ = 0;  // unread bytes
  uint64_t size_ = 0;
  uint32_t crc_ = 0;
  std::unique_ptr<Inflater> inflater_;
};

/// Writes an archive of stored members.
class ZipWriter {
 public:
  /// Sizes and offsets from `wide_from` on are written as 64-bit numbers.
  ZipWriter(OutputFile& file, uint64_t wide_from);
  /// Adds a member of two pieces.
  void add(const std::string& name, std::string_view head, std::string_view rest);
  void finish();

 private:
  void write(const std::string& bytes);

  OutputFile& file_;
  uint64_t wide_from_;
  uint64_t at_ = 0;
  std::vector<ZipMember> members_;
};

}  // namespace ag::detail
