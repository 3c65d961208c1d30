#pragma once
/// Shadow memory: for each part of an allocation, its last store, its last loads, and if it has a value.
///
/// A cell describes 4 bytes, or one byte in pages that smaller accesses touch. A page whose bytes have one history, as
/// a copy leaves it, is described by one cell.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ag::device {

/// One access, with the time at which it happened (clocks.h).
struct Access {
  uint32_t operation = 0;  // of the device; 0: there is no such access
  uint32_t thread = 0;     // of the launch
  uint32_t barrier = 0;
  uint32_t step = 0;
  uint32_t site = 0;  // the array and the statement
  bool is_atomic = false;
};

struct ShadowCell {
  static constexpr size_t kReaders = 2;  // loads beyond these replace one that is ordered before, or one at random

  Access writer;
  std::array<Access, kReaders> readers;
  bool is_written = false;  // has a value; false after a copy of memory without a value

  /// Forgets earlier accesses.
  void set_writer(const Access& access) {
    writer = access;
    readers = {};
    is_written = true;
  }
};

class Shadow {
 public:
  explicit Shadow(uint64_t bytes) : bytes_(bytes), pages_((bytes + kPageBytes - 1) / kPageBytes) {}

  /// Calls visit(cell, offset, bytes) for the cells of the range, which is inside of the allocation.
  template <class Visit>
  void visit(uint64_t offset, uint64_t bytes, Visit&& visit) {
    while (bytes != 0) {
      const uint64_t begin = offset / kPageBytes * kPageBytes;
      const uint64_t page_bytes = std::min(kPageBytes, bytes_ - begin);
      const uint64_t count = std::min(bytes, begin + page_bytes - offset);
      Page& page = pages_[offset / kPageBytes];
      if (page.cells.empty() && count == page_bytes) {
        visit(page.uniform, offset, count);
      } else {
        split(page, ((offset | count) & 3) != 0);
        const uint64_t size = page.cell_bytes;
        for (uint64_t at = (offset - begin) / size; at * size < offset - begin + count; ++at) {
          visit(page.cells[at], begin + at * size, size);
        }
      }
      offset += count;
      bytes -= count;
    }
  }

 private:
  static constexpr uint64_t kPageBytes = 1024;

  struct Page {
    ShadowCell uniform;             // of the whole page, while there are no cells
    std::vector<ShadowCell> cells;  // of 4 bytes each, or of one
    uint64_t cell_bytes = 4;
  };

  static void split(Page& page, bool to_bytes) {
    if (page.cells.empty()) {
      page.cell_bytes = to_bytes ? 1 : 4;
      page.cells.assign(kPageBytes / page.cell_bytes, page.uniform);
    } else if (to_bytes && page.cell_bytes == 4) {
      std::vector<ShadowCell> cells(kPageBytes);
      for (size_t i = 0; i < cells.size(); ++i) cells[i] = page.cells[i / 4];
      page.cells = std::move(cells);
      page.cell_bytes = 1;
    }
  }

  uint64_t bytes_;
  std::vector<Page> pages_;
};

}  // namespace ag::device
