#pragma once
/// The order of accesses in one launch: vector clocks of blocks, with barrier epochs inside of a block.
///
/// The time of an access is the number of barriers that its block has passed, and the number of steps of its thread: a
/// step ends at a release, a fence and a warp barrier. Each block and each thread has a view: the accesses that
/// happened before, by barriers, and by releases that an acquire observed. Accesses that are in no view of the later
/// thread are concurrent to its own.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "device/shadow.h"

namespace ag::device {

/// A set of accesses that happened before. It is closed: with an access it has all earlier ones of the same thread.
class View {
 public:
  void add(const View& other);
  /// Adds the accesses of the block before its barrier of this number.
  void add_block(uint32_t block, uint32_t barrier);
  /// Adds the accesses of the thread before its step; the block has passed so many barriers.
  void add_thread(uint32_t block, uint32_t barrier, uint32_t thread, uint32_t step);
  bool has(uint32_t block, const Access& access) const;
  bool empty() const { return blocks_.empty(); }

 private:
  struct Part {
    uint32_t barrier = 0;                     // accesses before this barrier
    std::map<uint32_t, uint32_t> steps = {};  // and of these threads before a step, at this barrier
  };
  void add_part(uint32_t block, const Part& part);

  std::map<uint32_t, Part> blocks_;
};

/// The clocks of the resident blocks of a launch.
class LaunchClocks {
 public:
  explicit LaunchClocks(uint32_t threads_per_block) : threads_(threads_per_block) {}

  void start_block(uint32_t block);
  void end_block(uint32_t block) { blocks_.erase(block); }

  /// Forgets the releases at a range of addresses, which other blocks get as shared memory.
  void forget_releases(uint64_t address, uint64_t bytes);

  /// Stores the time of the thread into an access.
  void stamp(Access& access) const;
  /// True if the access of the same launch happened before the present of the thread.
  bool is_before(const Access& earlier, uint32_t thread) const;

  /// All threads of the block have reached a barrier.
  void barrier(uint32_t block);
  /// The lanes of the mask have reached a barrier of their warp.
  void warp_barrier(uint32_t block, uint32_t warp, uint32_t mask);
  /// All threads of the launch have met: earlier accesses belong to an earlier operation.
  void grid_barrier();

  void fence(uint32_t thread);
  /// An atomic load, and an atomic store or read-modify-write, at an address.
  void load(uint32_t thread, uint64_t address, bool acquires);
  void store(uint32_t thread, uint64_t address, bool releases, bool keeps_earlier);

 private:
  struct Thread {
    uint32_t step = 0;
    View view;      // by acquires of the thread, and of its warp at warp barriers
    View observed;  // by relaxed loads: in the view after a fence
    View released;  // the view at the last fence, which relaxed stores publish
  };
  struct Warp {
    using Steps = std::array<uint32_t, 32>;
    std::array<Steps, 32> seen{};  // by each lane: the steps of all lanes that warp barriers ordered before
  };
  struct Block {
    uint32_t barrier = 0;
    View view;
    std::vector<Thread> threads;
    std::vector<Warp> warps;
  };

  /// Returns the view of the thread with its own accesses, and begins its next step.
  View publish(uint32_t thread);

  uint32_t threads_;
  std::unordered_map<uint32_t, Block> blocks_;
  std::unordered_map<uint64_t, View> published_;  // at each address, by releases
};

}  // namespace ag::device
