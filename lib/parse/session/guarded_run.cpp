#include "parse/session/guarded_run.h"

#include <clang/Basic/Stack.h>
#include <llvm/Support/CrashRecoveryContext.h>

namespace agc::parse {
namespace {

// Memory is committed only when a page is touched, so the size costs address space alone.
constexpr unsigned kStackSize = 512u << 20;

// Under a sanitizer, crashes are left to the sanitizer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace

bool run_guarded(const std::function<void()>& work) {
  if (!kSanitized) llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  return context.RunSafelyOnThread(
      [&] {
        clang::noteBottomOfStack();
        work();
      },
      kStackSize);
}

}  // namespace agc::parse
