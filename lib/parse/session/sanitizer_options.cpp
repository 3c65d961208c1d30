/// Options of the address sanitizer for programs with Clang. Only builds with this sanitizer link this file.

/// Suppresses the leaks of Clang itself: failed template deductions and delayed access checks own memory, and lie in an
/// arena that runs no destructors.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libclang-cpp.so\nleak:libLLVM.so\n"; }

/// LLVM replaces the signal stack of a thread, and the sanitizer could not release its own. A list of the suppressed
/// leaks does not belong to the messages of agc. The allocators of LLVM poison memory in code that is compiled here,
/// and the libraries of LLVM use the same memory without the sanitizer.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "use_sigaltstack=0:print_suppressions=0:allow_user_poisoning=0";
}
