#include "staging/captures/static_storage.h"

#include <link.h>

#include <cstdint>

// The interface of the address sanitizer, if the program uses it. The sanitizer may allocate local variables in a fake
// stack to detect uses after return.
extern "C" {
[[gnu::weak]] void* __asan_get_current_fake_stack();
[[gnu::weak]] void* __asan_addr_is_in_fake_stack(void* fake_stack, void* address, void** begin, void** end);
}

namespace ag::detail {

bool is_static_storage(const void* address) {
  struct Search {
    uintptr_t address;
  } search{reinterpret_cast<uintptr_t>(address)};
  const auto visit = [](dl_phdr_info* info, size_t, void* data) -> int {
    const uintptr_t wanted = static_cast<Search*>(data)->address;
    for (int k = 0; k < info->dlpi_phnum; ++k) {
      const auto& segment = info->dlpi_phdr[k];
      if (segment.p_type == PT_LOAD && wanted - (info->dlpi_addr + segment.p_vaddr) < segment.p_memsz) return 1;
    }
    return 0;
  };
  return dl_iterate_phdr(visit, &search) != 0;
}

/// Returns the address of the real stack frame of a variable; the address itself if it is not in a fake stack.
static const void* frame_of(const void* address) {
  if (!__asan_get_current_fake_stack || !__asan_addr_is_in_fake_stack) return address;
  void* const kept = __asan_get_current_fake_stack();
  const void* frame = kept ? __asan_addr_is_in_fake_stack(kept, const_cast<void*>(address), nullptr, nullptr) : nullptr;
  return frame ? frame : address;
}

bool is_on_stack(const void* address, const void* end) {
  const auto place = reinterpret_cast<uintptr_t>(frame_of(address));
  return place >= reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) && place < reinterpret_cast<uintptr_t>(end);
}

}  // namespace ag::detail
