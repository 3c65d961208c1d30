#include "tensor/zip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace ag::detail {

namespace {

constexpr uint32_t kLocalMark = 0x04034b50, kDirectoryMark = 0x02014b50, kEndMark = 0x06054b50;
constexpr uint32_t kWideEndMark = 0x06064b50, kWideLocatorMark = 0x07064b50;
constexpr size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22, kWideEndSize = 56, kWideLocatorSize = 20;
constexpr uint16_t kWideExtra = 1;
constexpr uint32_t kNarrow32 = 0xffffffff;  // "see the 64-bit number"
constexpr uint16_t kNarrow16 = 0xffff;
constexpr uint64_t kMaxRatio = 1032;  // the maximum compression ratio of deflate
constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint16_t kEncrypted = 1, kUtf8 = 1 << 11;

uint64_t number(const unsigned char* bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}
uint16_t u16(const unsigned char* bytes) { return static_cast<uint16_t>(number(bytes, 2)); }
uint32_t u32(const unsigned char* bytes) { return static_cast<uint32_t>(number(bytes, 4)); }
uint64_t u64(const unsigned char* bytes) { return number(bytes, 8); }

void put(std::string& bytes, uint64_t value, size_t count) {
  // Bytes past the number are zeros, for reserved fields of any length.
  for (size_t i = 0; i < count; ++i) bytes += i < sizeof(value) ? static_cast<char>(value >> (8 * i) & 0xff) : '\0';
}

/// The location of the directory of the archive.
struct End {
  uint64_t count = 0;
  uint64_t size = 0;
  uint64_t offset = 0;
};

/// Throws unless the file has `count` bytes at `offset`.
void need(const InputFile& file, uint64_t offset, uint64_t count) {
  if (offset > file.size() || count > file.size() - offset) file.fail("is truncated, or no .npz file");
}

End read_end(const InputFile& file) {
  // The record is at the end of the file, followed by at most a comment.
  need(file, 0, kEndSize);
  const auto tail_size = static_cast<size_t>(std::min<uint64_t>(file.size(), kEndSize + kNarrow16));
  const uint64_t tail_at = file.size() - tail_size;
  std::vector<unsigned char> tail(tail_size);
  file.read(tail_at, tail.data(), tail_size);
  size_t at = tail_size - kEndSize;
  while (u32(&tail[at]) != kEndMark || at + kEndSize + u16(&tail[at + 20]) != tail_size) {
    if (at-- == 0) file.fail("is truncated, or no .npz file: it has no directory");
  }
  const unsigned char* record = &tail[at];
  End end{u16(record + 10), u32(record + 12), u32(record + 16)};
  if (u16(record + 4) != 0 && u16(record + 4) != kNarrow16) file.fail("is one part of a divided archive");
  const uint64_t record_at = tail_at + at;
  if (record_at < kWideLocatorSize) return end;
  unsigned char locator[kWideLocatorSize];
  file.read(record_at - kWideLocatorSize, locator, kWideLocatorSize);
  if (u32(locator) != kWideLocatorMark) return end;
  const uint64_t wide_at = u64(locator + 8);
  need(file, wide_at, kWideEndSize);
  unsigned char wide[kWideEndSize];
  file.read(wide_at, wide, kWideEndSize);
  if (u32(wide) != kWideEndMark) file.fail("is damaged: its 64-bit directory is not where it should be");
  return {u64(wide + 32), u64(wide + 40), u64(wide + 48)};
}

/// Reads the 64-bit numbers in the extra field, which replace numbers that exceed 32 bits.
void read_wide_numbers(const InputFile& file, const unsigned char* extra, size_t size, ZipMember& member) {
  uint64_t* const wanted[] = {&member.size, &member.packed, &member.offset};
  for (size_t at = 0; at + 4 <= size;) {
    const size_t length = u16(extra + at + 2);
    if (length > size - at - 4) break;
    if (u16(extra + at) == kWideExtra) {
      size_t next = at + 4;
      for (uint64_t* value : wanted) {
        if (*value != kNarrow32) continue;
        if (next + 8 > at + 4 + length) file.fail("is damaged: a 64-bit size of '" + member.name + "' is missing");
        *value = u64(extra + next);
        next += 8;
      }
      return;
    }
    at += 4 + length;
  }
}

void check_member(const InputFile& file, const ZipMember& member) {
  const std::string name = "'" + member.name + "'";
  if (member.flags & kEncrypted) file.fail(name + " is encrypted");
  if (member.method != kStored && member.method != kDeflated) {
    file.fail(name + " is compressed by method " + std::to_string(member.method) + "; stored and deflated are known");
  }
  need(file, member.offset, kLocalSize);
  need(file, member.offset, member.packed);
  const bool fits = member.method == kStored ? member.size == member.packed : member.size / kMaxRatio <= member.packed;
  if (!fits) file.fail("is damaged: the sizes of " + name + " contradict each other");
}

}  // namespace

std::vector<ZipMember> read_zip_directory(const InputFile& file) {
  const End end = read_end(file);
  need(file, end.offset, end.size);
  if (end.size > std::numeric_limits<uint32_t>::max() || end.count > end.size / kDirectorySize) {
    file.fail("is damaged: its directory claims " + std::to_string(end.count) + " members");
  }
  std::vector<unsigned char> bytes(static_cast<size_t>(end.size));
  file.read(end.offset, bytes.data(), bytes.size());
  std::vector<ZipMember> members;
  uint64_t packed = 0;
  size_t at = 0;
  for (uint64_t i = 0; i < end.count; ++i) {
    if (at + kDirectorySize > bytes.size() || u32(&bytes[at]) != kDirectoryMark) file.fail("is damaged: bad directory");
    const unsigned char* entry = &bytes[at];
    const size_t name_size = u16(entry + 28), extra_size = u16(entry + 30), comment_size = u16(entry + 32);
    if (name_size + extra_size + comment_size > bytes.size() - at - kDirectorySize) {
      file.fail("is damaged: bad directory");
    }
    ZipMember member;
    member.name.assign(reinterpret_cast<const char*>(entry) + kDirectorySize, name_size);
    member.flags = u16(entry + 8);
    member.method = u16(entry + 10);
    member.crc = u32(entry + 16);
    member.packed = u32(entry + 20);
    member.size = u32(entry + 24);
    member.offset = u32(entry + 42);
    read_wide_numbers(file, entry + kDirectorySize + name_size, extra_size, member);
    check_member(file, member);
    packed += member.packed;
    members.push_back(std::move(member));
    at += kDirectorySize + name_size + extra_size + comment_size;
  }
  // With overlapping members, a small file could expand to fill the memory.
  if (packed > file.size()) file.fail("is damaged: its members overlap");
  return members;
}

struct ZipReader::Inflater {
  z_stream stream{};
  unsigned char input[1 << 16];
};

ZipReader::ZipReader(const InputFile& file, const ZipMember& member)
    : file_(file), member_(member), packed_(member.packed), size_(member.size) {
  unsigned char local[kLocalSize];
  file.read(member.offset, local, kLocalSize);
  if (u32(local) != kLocalMark) fail("is not where the directory says");
  at_ = member.offset + kLocalSize + u16(local + 26) + u16(local + 28);
  need(file, at_, packed_);
  if (member.method == kStored) return;
  inflater_ = std::make_unique<Inflater>();
  if (inflateInit2(&inflater_->stream, -MAX_WBITS) != Z_OK) fail("cannot be decompressed");
}

ZipReader::~ZipReader() {
  if (inflater_) inflateEnd(&inflater_->stream);
}

void ZipReader::fail(const std::string& message) const { file_.fail("'" + member_.name + "' " + message); }

void ZipReader::read_packed(void* out, size_t count) {
  file_.read(at_, out, count);
  at_ += count;
  packed_ -= count;
}

void ZipReader::read(void* out, size_t count) {
  auto* next = static_cast<unsigned char*>(out);
  if (count > size_) fail("is shorter than it should be");
  size_ -= count;
  if (!inflater_) read_packed(out, count);
  size_t left = inflater_ ? count : 0;
  while (left > 0) {
    z_stream& stream = inflater_->stream;
    if (stream.avail_in == 0) {
      const auto take = static_cast<size_t>(std::min<uint64_t>(packed_, sizeof(inflater_->input)));
      read_packed(inflater_->input, take);
      stream.next_in = inflater_->input;
      stream.avail_in = static_cast<uInt>(take);
    }
    const auto room = static_cast<uInt>(std::min<size_t>(left, size_t{1} << 30));
    stream.next_out = next + (count - left);
    stream.avail_out = room;
    const bool has_input = stream.avail_in > 0;
    const int status = inflate(&stream, Z_NO_FLUSH);
    const size_t got = room - stream.avail_out;
    left -= got;
    if (status != Z_OK && !(status == Z_STREAM_END && left == 0)) fail("is damaged: it does not decompress");
    if (got == 0 && !has_input) fail("is damaged: its compressed bytes end too early");
  }
  crc_ = static_cast<uint32_t>(crc32_z(crc_, next, count));
}

void ZipReader::finish() {
  std::vector<unsigned char> rest(1 << 16);
  while (size_ > 0) read(rest.data(), static_cast<size_t>(std::min<uint64_t>(size_, rest.size())));
  if (crc_ != member_.crc) fail("is damaged: its checksum is wrong");
}

ZipWriter::ZipWriter(OutputFile& file, uint64_t wide_from)
    : file_(file), wide_from_(std::min<uint64_t>(wide_from, kNarrow32)) {}

void ZipWriter::write(const std::string& bytes) {
  file_.write(bytes.data(), bytes.size());
  at_ += bytes.size();
}

void ZipWriter::add(const std::string& name, std::string_view head, std::string_view rest) {
  constexpr uint64_t kVersion = 20, kWideVersion = 45, kDate = 1 << 5 | 1;  // the first day of 1980
  ZipMember member;
  member.name = name;
  member.flags = std::any_of(name.begin(), name.end(), [](char c) { return c < 0; }) ? kUtf8 : 0;
  member.size = member.packed = head.size() + rest.size();
  member.offset = at_;
  member.crc = static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(head.data()), head.size()));
  member.crc = static_cast<uint32_t>(crc32_z(member.crc, reinterpret_cast<const Bytef*>(rest.data()), rest.size()));
  const bool is_wide = member.size >= wide_from_;
  std::string local;
  put(local, kLocalMark, 4);
  put(local, is_wide ? kWideVersion : kVersion, 2);
  put(local, member.flags, 2);
  put(local, kStored, 2);
  put(local, kDate << 16, 4);
  put(local, member.crc, 4);
  put(local, is_wide ? kNarrow32 : member.size, 4);
  put(local, is_wide ? kNarrow32 : member.size, 4);
  put(local, name.size(), 2);
  put(local, is_wide ? 20 : 0, 2);
  local += name;
  if (is_wide) {
    put(local, kWideExtra, 2);
    put(local, 16, 2);
    put(local, member.size, 8);
    put(local, member.size, 8);
  }
  write(local);
  file_.write(head.data(), head.size());
  file_.write(rest.data(), rest.size());
  at_ += member.size;
  members_.push_back(std::move(member));
}

void ZipWriter::finish() {
  constexpr uint64_t kVersion = 45, kDate = 1 << 5 | 1;
  const uint64_t start = at_;
  for (const ZipMember& member : members_) {
    const bool is_wide = member.size >= wide_from_ || member.offset >= wide_from_;
    std::string entry;
    put(entry, kDirectoryMark, 4);
    put(entry, kVersion, 2);
    put(entry, kVersion, 2);
    put(entry, member.flags, 2);
    put(entry, kStored, 2);
    put(entry, kDate << 16, 4);
    put(entry, member.crc, 4);
    put(entry, is_wide ? kNarrow32 : member.size, 4);
    put(entry, is_wide ? kNarrow32 : member.size, 4);
    put(entry, member.name.size(), 2);
    put(entry, is_wide ? 28 : 0, 2);
    put(entry, 0, 10);  // no comment, disk 0, attributes
    put(entry, is_wide ? kNarrow32 : member.offset, 4);
    entry += member.name;
    if (is_wide) {
      put(entry, kWideExtra, 2);
      put(entry, 24, 2);
      put(entry, member.size, 8);
      put(entry, member.size, 8);
      put(entry, member.offset, 8);
    }
    write(entry);
  }
  const uint64_t wide_at = at_, size = at_ - start;
  const bool is_wide = members_.size() >= std::min<uint64_t>(wide_from_, kNarrow16) || wide_at >= wide_from_;
  std::string end;
  if (is_wide) {
    put(end, kWideEndMark, 4);
    put(end, kWideEndSize - 12, 8);
    put(end, kVersion, 2);
    put(end, kVersion, 2);
    put(end, 0, 8);  // disk 0
    put(end, members_.size(), 8);
    put(end, members_.size(), 8);
    put(end, size, 8);
    put(end, start, 8);
    put(end, kWideLocatorMark, 4);
    put(end, 0, 4);
    put(end, wide_at, 8);
    put(end, 1, 4);
  }
  put(end, kEndMark, 4);
  put(end, 0, 4);
  put(end, is_wide ? kNarrow16 : members_.size(), 2);
  put(end, is_wide ? kNarrow16 : members_.size(), 2);
  put(end, is_wide ? kNarrow32 : size, 4);
  put(end, is_wide ? kNarrow32 : start, 4);
  put(end, 0, 2);
  write(end);
}

}  // namespace ag::detail
