#pragma once
/// The command-line options of LLVM that native code needs. They are global to the process, and the linker, which runs
/// in the same process, resets them. So LLVM optimizes only while no linker runs.
#include <shared_mutex>

namespace ag::codegen {

/// Keeps the options of native code set while the lock is held. Several threads may hold it at a time.
std::shared_lock<std::shared_mutex> hold_options();

/// Exclusive access for the linker. No thread holds the options meanwhile, and they are set again at the end.
class LinkerLock {
 public:
  LinkerLock();
  ~LinkerLock();
  LinkerLock(const LinkerLock&) = delete;
  LinkerLock& operator=(const LinkerLock&) = delete;
};

}  // namespace ag::codegen
