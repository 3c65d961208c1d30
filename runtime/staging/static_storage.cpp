#include "staging/static_storage.h"

#include <link.h>

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define AG_FAKE_STACK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AG_FAKE_STACK 1
#endif
#endif
#ifdef AG_FAKE_STACK
#include <sanitizer/asan_interface.h>
#endif

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

bool is_on_stack(const void* address, const void* end) {
#ifdef AG_FAKE_STACK
  // Where variables of functions are kept apart to find uses after their end.
  void* fake = __asan_get_current_fake_stack();
  void *low = nullptr, *high = nullptr;
  if (fake && __asan_addr_is_in_fake_stack(fake, const_cast<void*>(address), &low, &high)) return true;
#endif
  const auto place = reinterpret_cast<uintptr_t>(address);
  return place >= reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) && place < reinterpret_cast<uintptr_t>(end);
}

}  // namespace ag::detail
