/// Suppresses the leaks of Clang itself: failed template deductions and delayed access checks own memory, and lie in an
/// arena that runs no destructors. Only builds with the address sanitizer link this file.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libclang-cpp.so\nleak:libLLVM.so\n"; }
