#include "device/kernel_launch.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <utility>

#include "device/kernel_calls.h"

namespace ag::device {

namespace {

constexpr uint64_t kSharedUnit = 256;
// The number of atomic operations without progress that is a finding: so many, and more for each thread.
constexpr uint64_t kMaxIdle = 20000;
constexpr uint64_t kMaxIdlePerThread = 50;

Extent3 place_in(uint32_t number, Extent3 extent) {
  return {number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y};
}

const char* wait_text(WaitKind kind) {
  switch (kind) {
    case WaitKind::Barrier:
      return "the barrier";
    case WaitKind::WarpBarrier:
      return "the warp barrier";
    case WaitKind::Shuffle:
      return "the shuffle";
    case WaitKind::GridBarrier:
      return "the grid barrier";
    case WaitKind::None:
      break;
  }
  return "an atomic operation";
}

void run_kernel(void* argument) {
  auto& thread = *static_cast<KernelThread*>(argument);
  thread.launch->run_function();
}

}  // namespace

KernelLaunch::KernelLaunch(KernelCall call, uint32_t operation, const KernelEnvironment& environment)
    : call_(std::move(call)), environment_(environment) {
  const auto threads = static_cast<uint32_t>(call_.block.count());
  checked_ = {call_.module, call_.module_number, call_.kernel->name,   call_.arguments,
              threads,      operation,           LaunchClocks(threads)};
  for (const KernelArgument& argument : call_.arguments) {
    uint64_t value = 0;
    std::memcpy(&value, argument.data(), sizeof(value));
    // Addresses of the device become pointers into its view; other pointers stay as they are, for the checks to find.
    if (argument.is_array() && environment_.memory.is_device_address(value)) {
      value = reinterpret_cast<uint64_t>(environment_.memory.view({value}));
    }
    values_.push_back(value);
  }
  for (uint64_t& value : values_) parameters_.push_back(&value);

  waiting_blocks_.resize(call_.grid.count());
  std::iota(waiting_blocks_.begin(), waiting_blocks_.end(), 0U);
  for (size_t i = waiting_blocks_.size(); i > 1; --i) {
    std::swap(waiting_blocks_[i - 1], waiting_blocks_[environment_.random.below(i)]);
  }
  const uint64_t resident = std::min<uint64_t>(call_.resident_blocks, waiting_blocks_.size());
  blocks_.resize(resident);
  shared_stride_ = (call_.shared_bytes + kSharedUnit - 1) / kSharedUnit * kSharedUnit + kSharedUnit;
  if (call_.shared_bytes != 0) shared_.resize(resident * shared_stride_ + kSharedUnit);
  shared_begin_ = (reinterpret_cast<uint64_t>(shared_.data()) + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
}

bool KernelLaunch::run() {
  for (size_t i = 0; i < blocks_.size(); ++i) start_block();
  while (!ready_.empty() && !is_stopped_) {
    std::swap(ready_[environment_.random.below(ready_.size())], ready_.back());
    KernelThread& thread = *ready_.back();
    ready_.pop_back();
    run_thread(thread);
  }
  if (!is_stopped_ && done_blocks_ < call_.grid.count()) add_stuck_finding();
  const bool is_complete = done_blocks_ == call_.grid.count();
  blocks_.clear();
  return is_complete;
}

void KernelLaunch::run_function() const { call_.kernel->function(parameters_.data()); }

void KernelLaunch::start_block() {
  const size_t slot = static_cast<size_t>(std::find(blocks_.begin(), blocks_.end(), nullptr) - blocks_.begin());
  auto block = std::make_unique<KernelBlock>();
  block->number = waiting_blocks_.back();
  waiting_blocks_.pop_back();
  block->place = place_in(block->number, call_.grid);
  block->slot = slot;
  if (call_.shared_bytes != 0) {
    block->shared = reinterpret_cast<std::byte*>(shared_begin_ + slot * shared_stride_);
    fill_undefined(block->shared, call_.shared_bytes);
    checked_.clocks.forget_releases(reinterpret_cast<uint64_t>(block->shared), call_.shared_bytes);
    if (environment_.checker) block->shadow = std::make_unique<Shadow>(call_.shared_bytes);
  }
  block->threads.resize(checked_.threads_per_block);
  if (environment_.checker) checked_.clocks.start_block(block->number);
  for (uint32_t i = 0; i < block->threads.size(); ++i) {
    KernelThread& thread = block->threads[i];
    thread.launch = this;
    thread.block = block.get();
    thread.index = i;
    thread.place = place_in(i, call_.block);
    ready_.push_back(&thread);
  }
  blocks_[slot] = std::move(block);
}

void KernelLaunch::end_block(KernelBlock& block) {
  checked_.clocks.end_block(block.number);
  ++done_blocks_;
  blocks_[block.slot] = nullptr;
  if (!waiting_blocks_.empty()) start_block();
}

void KernelLaunch::run_thread(KernelThread& thread) {
  if (!thread.fiber) {
    std::byte* stack = environment_.stacks.acquire();
    if (!stack) {
      environment_.findings.add(FindingKind::NoProgress, 0, 0,
                                [&] { return "there is no memory for the stacks of " + kernel_text(); });
      is_stopped_ = true;
      return;
    }
    thread.fiber = std::make_unique<Fiber>(environment_.stacks, stack, &run_kernel, &thread);
  }
  current_kernel_thread() = &thread;
  thread.fiber->resume();
  current_kernel_thread() = nullptr;
  if (!thread.fiber->is_done()) return;
  thread.fiber = nullptr;
  thread.is_done = true;
  note_progress();
  if (++thread.block->done == thread.block->threads.size()) end_block(*thread.block);
}

void KernelLaunch::stop(KernelThread& thread) {
  is_stopped_ = true;
  for (;;) thread.fiber->suspend();
}

uint32_t KernelLaunch::thread_number(const KernelThread& thread) const {
  return thread.block->number * checked_.threads_per_block + thread.index;
}

void KernelLaunch::wait(KernelThread& thread, WaitKind kind, int statement) {
  thread.wait = kind;
  thread.statement = statement;
}

void KernelLaunch::release(KernelThread& thread) {
  thread.wait = WaitKind::None;
  ready_.push_back(&thread);
}

void KernelLaunch::barrier(KernelThread& thread, int statement) {
  wait(thread, WaitKind::Barrier, statement);
  KernelBlock& block = *thread.block;
  if (++block.waiting == block.threads.size()) {
    const bool is_one = std::all_of(block.threads.begin(), block.threads.end(),
                                    [&](const KernelThread& other) { return other.statement == statement; });
    if (!is_one) {
      environment_.findings.add(FindingKind::DivergentBarrier, static_cast<uint64_t>(statement), 1,
                                [&] { return "threads of a block wait at different barriers: " + stuck_text(block); });
      stop(thread);
    }
    complete_barrier(block);
  }
  thread.fiber->suspend();
}

void KernelLaunch::complete_barrier(KernelBlock& block) {
  block.waiting = 0;
  if (environment_.checker) checked_.clocks.barrier(block.number);
  for (KernelThread& thread : block.threads) release(thread);
  note_progress();
}

void KernelLaunch::warp_barrier(KernelThread& thread, uint32_t mask, int statement) {
  wait(thread, WaitKind::WarpBarrier, statement);
  thread.mask = mask;
  complete_warp(thread);
  thread.fiber->suspend();
}

uint64_t KernelLaunch::shuffle(KernelThread& thread, uint32_t mask, uint64_t value, Shuffle shuffle, int statement) {
  wait(thread, WaitKind::Shuffle, statement);
  thread.mask = mask;
  thread.value = value;
  thread.shuffle = shuffle;
  thread.shuffle.width = std::clamp(shuffle.width, 1U, 32U);
  complete_warp(thread);
  thread.fiber->suspend();
  return thread.value;
}

void KernelLaunch::complete_warp(KernelThread& thread) {
  std::vector<KernelThread>& threads = thread.block->threads;
  const uint32_t warp = thread.index / 32;
  const auto lanes = static_cast<uint32_t>(std::min<size_t>(32, threads.size() - warp * 32));
  const auto is_named = [&](uint32_t lane) { return (thread.mask >> lane & 1) != 0; };
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    const KernelThread& other = threads[warp * 32 + lane];
    if (is_named(lane) && (other.wait != thread.wait || other.mask != thread.mask)) return;
  }
  if (thread.wait == WaitKind::Shuffle) {
    std::vector<uint64_t> values(lanes);
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      const KernelThread& own = threads[warp * 32 + lane];
      const uint32_t source = own.shuffle.source(lane), width = own.shuffle.width;
      const bool is_inside = source / width == lane / width && source < lanes && is_named(source);
      values[lane] = is_inside ? threads[warp * 32 + source].value : own.value;
    }
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      if (is_named(lane)) threads[warp * 32 + lane].value = values[lane];
    }
  } else if (environment_.checker) {
    checked_.clocks.warp_barrier(thread.block->number, warp, thread.mask);
  }
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    if (is_named(lane)) release(threads[warp * 32 + lane]);
  }
  note_progress();
}

void KernelLaunch::grid_barrier(KernelThread& thread, int statement) {
  if (!call_.is_cooperative) {
    environment_.findings.add(FindingKind::DivergentBarrier, static_cast<uint64_t>(statement), 2, [&] {
      return kernel_text() + " has a grid barrier at " + call_.module->statement(statement) +
             ", and its launch is not cooperative";
    });
    stop(thread);
  }
  wait(thread, WaitKind::GridBarrier, statement);
  if (++at_grid_barrier_ == call_.grid.count() * checked_.threads_per_block) complete_grid_barrier();
  thread.fiber->suspend();
}

void KernelLaunch::complete_grid_barrier() {
  at_grid_barrier_ = 0;
  checked_.operation = environment_.order.proceed(checked_.operation);
  checked_.clocks.grid_barrier();
  for (const auto& block : blocks_) {
    for (KernelThread& thread : block->threads) release(thread);
  }
  note_progress();
}

void KernelLaunch::fence(KernelThread& thread) {
  if (environment_.checker) checked_.clocks.fence(thread_number(thread));
}

void KernelLaunch::access(KernelThread& thread, KernelAccess access) {
  if (!environment_.checker) return;
  access.thread = thread_number(thread);
  const uint64_t offset = reinterpret_cast<uint64_t>(access.address) - shared_begin_;
  bool is_possible = true;
  if (environment_.memory.is_view(access.address)) {
    is_possible = environment_.checker->check(checked_, access);
  } else if (offset < blocks_.size() * shared_stride_ && !shared_.empty()) {
    const KernelBlock* owner = blocks_[offset / shared_stride_].get();
    const SharedPart part{owner ? owner->shadow.get() : nullptr, owner ? owner->number : 0, offset % shared_stride_,
                          call_.shared_bytes};
    is_possible = environment_.checker->check_shared(checked_, access, part);
  } else if (!thread.fiber->has_on_stack(access.address) &&
             (access.kind != AccessKind::Load || !call_.module->has(access.address))) {
    environment_.checker->add_foreign_access(checked_, access);
    is_possible = false;
  }
  if (!is_possible) stop(thread);
}

void KernelLaunch::atomic_access(KernelThread& thread, KernelAccess access, int order) {
  if (!environment_.checker) return;
  this->access(thread, access);
  const auto address = reinterpret_cast<uint64_t>(access.address);
  const uint32_t number = thread_number(thread);
  if (access.kind != AccessKind::AtomicStore) {
    checked_.clocks.load(number, address, (order & AG_DEVICE_ACQUIRE) != 0);
  }
  if (access.kind != AccessKind::AtomicLoad) {
    const bool keeps_earlier = access.kind == AccessKind::AtomicUpdate;
    checked_.clocks.store(number, address, (order & AG_DEVICE_RELEASE) != 0, keeps_earlier);
  }
}

void KernelLaunch::give_way(KernelThread& thread) {
  if (++idle_ > kMaxIdle + kMaxIdlePerThread * ready_.size()) {
    environment_.findings.add(FindingKind::NoProgress, 0, 0, [&] {
      std::string text = kernel_text() + " does nothing but wait with atomic operations, such as " +
                         thread_text(thread_number(thread), checked_.threads_per_block);
      if (!waiting_blocks_.empty()) {
        text += "; " + std::to_string(waiting_blocks_.size()) + " blocks have not started, since " +
                std::to_string(call_.resident_blocks) + " are resident at once";
      }
      return text;
    });
    stop(thread);
  }
  ready_.push_back(&thread);
  thread.fiber->suspend();
}

void KernelLaunch::add_stuck_finding() {
  // A block with threads at different places tells more than one that waits for other blocks.
  const KernelBlock* shown = nullptr;
  int statement = -1;
  for (const auto& block : blocks_) {
    if (!block) continue;
    for (const KernelThread& thread : block->threads) {
      if (thread.wait == WaitKind::None || (shown && thread.wait == WaitKind::GridBarrier)) continue;
      shown = block.get();
      statement = thread.statement;
    }
  }
  if (!shown) return;
  environment_.findings.add(FindingKind::DivergentBarrier, static_cast<uint64_t>(statement), 0, [&] {
    std::string text = "some threads never come: " + stuck_text(*shown);
    if (done_blocks_ != 0) text += "; " + std::to_string(done_blocks_) + " blocks have ended";
    return text;
  });
}

std::string KernelLaunch::stuck_text(const KernelBlock& block) const {
  struct Group {
    uint32_t first;
    size_t count;
  };
  std::map<std::string, Group> groups;
  for (const KernelThread& thread : block.threads) {
    const std::string place = thread.is_done ? "returned"
                                             : "at " + std::string(wait_text(thread.wait)) + " at " +
                                                   call_.module->statement(thread.statement);
    ++groups.try_emplace(place, Group{thread.index, 0}).first->second.count;
  }
  std::string text = "of block " + std::to_string(block.number) + " of " + kernel_text();
  const char* separator = ", ";
  for (const auto& [place, group] : groups) {
    text.append(separator).append(std::to_string(group.count)).append(group.count == 1 ? " thread" : " threads");
    text.append(" (thread ").append(std::to_string(group.first)).append(group.count == 1 ? ") " : " and others) ");
    text.append(place);
    separator = "; ";
  }
  return text;
}

}  // namespace ag::device
