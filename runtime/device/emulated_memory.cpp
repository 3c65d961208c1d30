#include "device/emulated_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace ag::device {

namespace {

constexpr uint64_t kAlignment = 256;
constexpr uint64_t kGap = 256;  // between allocations, so that an access past the end of one is in none
constexpr uint64_t kPage = 4096;
constexpr uint64_t kRangePerMemory = 4;

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

uint64_t bytes_with_gap(uint64_t bytes) { return round_up(bytes, kAlignment) + kGap; }

}  // namespace

void fill_undefined(void* memory, uint64_t bytes) {
  auto* to = static_cast<std::byte*>(memory);
  for (; bytes >= sizeof(kUndefinedWord); bytes -= sizeof(kUndefinedWord), to += sizeof(kUndefinedWord)) {
    std::memcpy(to, &kUndefinedWord, sizeof(kUndefinedWord));
  }
  std::memcpy(to, &kUndefinedWord, bytes);
}

Result<std::unique_ptr<EmulatedMemory>> EmulatedMemory::reserve(uint64_t memory_bytes, bool has_shadow) {
  std::unique_ptr<EmulatedMemory> memory(new EmulatedMemory);
  memory->memory_bytes_ = memory_bytes;
  memory->range_bytes_ = round_up(memory_bytes * kRangePerMemory, kPage);
  memory->has_shadow_ = has_shadow;
  memory->file_ = memfd_create("ag_device", MFD_CLOEXEC);
  const auto failed = [](const char* function) {
    return Failure{FailureKind::OutOfMemory, function,
                   "the memory of the emulated device cannot be reserved: " + std::string(std::strerror(errno)),
                   "set a smaller one with AG_DEVICE=emulated:memory=256m"};
  };
  if (memory->file_ < 0 || ftruncate(memory->file_, static_cast<off_t>(memory->range_bytes_)) != 0) {
    return failed("memfd_create");
  }
  void* range = mmap(nullptr, memory->range_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) return failed("mmap");
  memory->range_ = reinterpret_cast<uint64_t>(range);
  void* view =
      mmap(nullptr, memory->range_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory->file_, 0);
  if (view == MAP_FAILED) return failed("mmap");
  memory->view_ = reinterpret_cast<uint64_t>(view);
  memory->next_ = memory->range_;
  return memory;
}

EmulatedMemory::~EmulatedMemory() {
  if (view_ != 0) munmap(reinterpret_cast<void*>(view_), range_bytes_);
  if (range_ != 0) munmap(reinterpret_cast<void*>(range_), range_bytes_);
  if (file_ >= 0) close(file_);
}

uint64_t EmulatedMemory::find_room(uint64_t bytes) const {
  for (const uint64_t start : {next_, range_}) {
    uint64_t at = start;
    auto after = live_.upper_bound(at);
    if (after != live_.begin()) {
      const Allocation& before = std::prev(after)->second;
      at = std::max(at, before.address.value + bytes_with_gap(before.bytes));
    }
    for (; after != live_.end() && after->first - at < bytes; ++after) {
      at = after->first + bytes_with_gap(after->second.bytes);
    }
    if (at + bytes <= range_ + range_bytes_) return at;
  }
  return 0;
}

Allocation* EmulatedMemory::allocate(uint64_t bytes) {
  if (bytes > memory_bytes_ - used_bytes_) return nullptr;
  const uint64_t room = bytes_with_gap(bytes);
  const uint64_t address = find_room(room);
  if (address == 0) return nullptr;
  // Released allocations whose addresses are used again are forgotten.
  auto overlapping = released_.lower_bound(address);
  if (overlapping != released_.begin()) {
    const auto before = std::prev(overlapping);
    if (before->first + before->second.bytes > address) overlapping = before;
  }
  while (overlapping != released_.end() && overlapping->first < address + room) {
    overlapping = released_.erase(overlapping);
  }
  next_ = address + room;
  used_bytes_ += bytes;
  Allocation& allocation = live_[address];
  allocation = {{address}, bytes, ++last_number_, has_shadow_ ? std::make_unique<Shadow>(bytes) : nullptr};
  fill_undefined(view(allocation.address), bytes);
  return &allocation;
}

void EmulatedMemory::release(Allocation& allocation) {
  used_bytes_ -= allocation.bytes;
  const uint64_t begin = round_up(allocation.address.value - range_, kPage);
  const uint64_t end = (allocation.address.value - range_ + allocation.bytes) / kPage * kPage;
  // The pages of the file are given back. Without that the memory stays in use until its addresses are used again.
  if (begin < end) {
    (void)fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                    static_cast<off_t>(end - begin));
  }
  allocation.shadow.reset();
  const uint64_t address = allocation.address.value;
  released_[address] = std::move(allocation);
  live_.erase(address);
}

template <class Map>
auto* EmulatedMemory::find_in(Map& allocations, uint64_t address) {
  auto after = allocations.upper_bound(address);
  decltype(&after->second) none = nullptr;
  if (after == allocations.begin()) return none;
  auto* found = &std::prev(after)->second;
  return address - found->address.value < found->bytes ? found : none;
}

Allocation* EmulatedMemory::find(DeviceAddress address) { return find_in(live_, address.value); }

const Allocation* EmulatedMemory::find_released(DeviceAddress address) const {
  return find_in(released_, address.value);
}

const Allocation* EmulatedMemory::find_before(DeviceAddress address) const {
  const Allocation* closest = nullptr;
  for (const Allocations* allocations : {&live_, &released_}) {
    const auto after = allocations->upper_bound(address.value);
    if (after == allocations->begin()) continue;
    const Allocation& before = std::prev(after)->second;
    if (!closest || before.address.value > closest->address.value) closest = &before;
  }
  return closest;
}

}  // namespace ag::device
