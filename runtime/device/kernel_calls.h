#pragma once
/// The calls of kernels, as kernel_abi.h describes them: they lead to the launch that runs on this thread.
#include "device/kernel_abi.h"

namespace ag::device {

struct KernelThread;

/// The table that the loader stores into modules.
const AgDeviceCalls& kernel_calls();

/// The thread of a kernel that runs on this thread of the host, or null.
KernelThread*& current_kernel_thread();

}  // namespace ag::device
