#include "llvm/llvm_options.h"

#include <llvm/Support/CommandLine.h>

namespace ag::codegen {

namespace {

/// Lets LLVM vectorize loops that add floating-point numbers in order: the terms are computed in vectors and added lane
/// by lane. Except on Arm, LLVM offers this only as a command-line option.
void set_options() {
  llvm::cl::Option* option = llvm::cl::getRegisteredOptions().lookup("force-ordered-reductions");
  if (option && option->getNumOccurrences() == 0) option->addOccurrence(1, option->ArgStr, "true");
}

std::shared_mutex& mutex() {
  static std::shared_mutex& mutex = [&]() -> std::shared_mutex& {
    set_options();
    return *new std::shared_mutex;  // never destroyed, since code may be compiled while the process ends
  }();
  return mutex;
}

}  // namespace

std::shared_lock<std::shared_mutex> hold_options() { return std::shared_lock(mutex()); }

LinkerLock::LinkerLock() { mutex().lock(); }

LinkerLock::~LinkerLock() {
  set_options();
  mutex().unlock();
}

}  // namespace ag::codegen
