#include "parse/guarded_run.h"

#include <clang/Basic/Stack.h>
#include <llvm/Support/CrashRecoveryContext.h>

namespace agc::parse {
namespace {

// Pages are only taken when they are touched, so the size costs address space and nothing else.
constexpr unsigned kStackSize = 512u << 20;

// A sanitizer wants to see the crash itself.
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
