#include "device/clocks.h"

namespace ag::device {

void View::add_part(uint32_t block, const Part& part) {
  Part& own = blocks_[block];
  if (part.barrier < own.barrier) return;
  if (part.barrier > own.barrier) {
    own = part;
    return;
  }
  for (const auto& [thread, step] : part.steps) {
    uint32_t& own_step = own.steps[thread];
    own_step = std::max(own_step, step);
  }
}

void View::add(const View& other) {
  for (const auto& [block, part] : other.blocks_) add_part(block, part);
}

void View::add_block(uint32_t block, uint32_t barrier) { add_part(block, {barrier}); }

void View::add_thread(uint32_t block, uint32_t barrier, uint32_t thread, uint32_t step) {
  add_part(block, {barrier, {{thread, step}}});
}

bool View::has(uint32_t block, const Access& access) const {
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) return false;
  const Part& part = found->second;
  if (access.barrier != part.barrier) return access.barrier < part.barrier;
  const auto step = part.steps.find(access.thread);
  return step != part.steps.end() && access.step < step->second;
}

void LaunchClocks::start_block(uint32_t block) {
  Block& started = blocks_[block];
  started.threads.resize(threads_);
  started.warps.resize((threads_ + 31) / 32);
}

void LaunchClocks::forget_releases(uint64_t address, uint64_t bytes) {
  std::erase_if(published_, [&](const auto& entry) { return entry.first - address < bytes; });
}

void LaunchClocks::stamp(Access& access) const {
  const Block& block = blocks_.at(access.thread / threads_);
  access.barrier = block.barrier;
  access.step = block.threads[access.thread % threads_].step;
}

bool LaunchClocks::is_before(const Access& earlier, uint32_t thread) const {
  if (earlier.thread == thread) return true;
  const uint32_t block = thread / threads_, earlier_block = earlier.thread / threads_;
  const Block& own = blocks_.at(block);
  if (block == earlier_block) {
    if (earlier.barrier < own.barrier) return true;
    const uint32_t index = thread % threads_, earlier_index = earlier.thread % threads_;
    const bool is_same_warp = index / 32 == earlier_index / 32;
    if (is_same_warp && earlier.step < own.warps[index / 32].seen[index % 32][earlier_index % 32]) return true;
  }
  return own.threads[thread % threads_].view.has(earlier_block, earlier) || own.view.has(earlier_block, earlier);
}

void LaunchClocks::barrier(uint32_t block) {
  Block& own = blocks_.at(block);
  ++own.barrier;
  for (Thread& thread : own.threads) {
    own.view.add(thread.view);
    thread.view = {};
  }
}

void LaunchClocks::warp_barrier(uint32_t block, uint32_t warp, uint32_t mask) {
  Block& own = blocks_.at(block);
  auto& seen = own.warps[warp].seen;
  std::vector<uint32_t> lanes;
  for (uint32_t lane = 0; lane < 32 && warp * 32 + lane < threads_; ++lane) {
    if ((mask >> lane & 1) != 0) lanes.push_back(lane);
  }
  View view;
  Warp::Steps steps{};
  for (const uint32_t lane : lanes) {
    Thread& thread = own.threads[warp * 32 + lane];
    view.add(thread.view);
    for (size_t other = 0; other < steps.size(); ++other) steps[other] = std::max(steps[other], seen[lane][other]);
    steps[lane] = std::max(steps[lane], ++thread.step);
  }
  for (const uint32_t lane : lanes) {
    seen[lane] = steps;
    own.threads[warp * 32 + lane].view = view;
  }
}

void LaunchClocks::grid_barrier() {
  published_.clear();
  for (auto& [number, block] : blocks_) {
    block.view = {};
    for (Thread& thread : block.threads) thread = {thread.step, {}, {}, {}};
  }
}

View LaunchClocks::publish(uint32_t thread) {
  const uint32_t block = thread / threads_, index = thread % threads_;
  Block& own = blocks_.at(block);
  Thread& publisher = own.threads[index];
  View view = own.view;
  view.add(publisher.view);
  view.add_block(block, own.barrier);
  ++publisher.step;
  view.add_thread(block, own.barrier, thread, publisher.step);
  const Warp::Steps& seen = own.warps[index / 32].seen[index % 32];
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t other = index / 32 * 32 + lane;
    if (other != index && other < threads_ && seen[lane] != 0) {
      view.add_thread(block, own.barrier, block * threads_ + other, seen[lane]);
    }
  }
  return view;
}

void LaunchClocks::fence(uint32_t thread) {
  Thread& own = blocks_.at(thread / threads_).threads[thread % threads_];
  own.view.add(own.observed);
  own.observed = {};
  own.released = publish(thread);
}

void LaunchClocks::load(uint32_t thread, uint64_t address, bool acquires) {
  const auto found = published_.find(address);
  if (found == published_.end()) return;
  Thread& own = blocks_.at(thread / threads_).threads[thread % threads_];
  (acquires ? own.view : own.observed).add(found->second);
}

void LaunchClocks::store(uint32_t thread, uint64_t address, bool releases, bool keeps_earlier) {
  Thread& own = blocks_.at(thread / threads_).threads[thread % threads_];
  const View view = releases ? publish(thread) : own.released;
  View& published = published_[address];
  if (!keeps_earlier) published = {};
  published.add(view);
}

}  // namespace ag::device
