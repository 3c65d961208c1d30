/// What Clang itself never frees: failed template deductions and delayed access checks own memory, and lie in an arena
/// that runs no destructors. Compiled into the programs of a build with the address sanitizer only.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libclang-cpp.so\nleak:libLLVM.so\n"; }
