#pragma once
/// The options of LLVM's command line that native code needs. They belong to the process, and the linker, which is in
/// it too, resets them: LLVM optimizes while no linker runs.
#include <shared_mutex>

namespace ag::codegen {

/// While it is held, the options are those of native code. Many may hold it at a time.
std::shared_lock<std::shared_mutex> hold_options();

/// The linker's turn: nobody holds the options, which are set anew at its end.
class LinkerTurn {
 public:
  LinkerTurn();
  ~LinkerTurn();
  LinkerTurn(const LinkerTurn&) = delete;
  LinkerTurn& operator=(const LinkerTurn&) = delete;
};

}  // namespace ag::codegen
