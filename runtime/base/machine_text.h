#pragma once
/// The detection of the machine, and its text form: "l1_bytes=49152,l2_bytes=1310720,…".
#include <string>

#include "base/machine.h"

namespace ag::detail {

/// Returns the machine as the processor and the system describe it. Facts that they do not report, and implausible
/// ones, have their defaults; latencies, execution units and the time to wake a thread always do.
Machine detect_machine();

/// Returns `machine` with the facts that the text sets, as AG_MACHINE contains it. Returns it unchanged if `text` is
/// null or empty. Throws ag::Error invalid_argument for an unknown name or an impossible number.
Machine parse_machine(const char* text, Machine machine);

/// Returns all facts in a form that parse_machine reads.
std::string print(const Machine& machine);

/// Returns the facts that native code depends on. The keys of compiled code contain them.
std::string facts_of_code(Machine machine);

}  // namespace ag::detail
