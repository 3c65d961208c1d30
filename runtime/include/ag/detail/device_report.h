#pragma once
/// The devices of this machine in C, for programs that open the runtime at run time, such as agc.
#include <cstdint>

#include "ag/detail/export.h"

extern "C" {

/// A device, or a kind of device that is not there. Texts are valid during the call of the visitor.
struct AgDeviceRow {
  const char* device;   // the name that ag::Device takes
  const char* name;     // of the hardware; empty if the device is not there
  const char* absence;  // the reason that it is not there
  const char* remedy;   // advice on the absence; may be empty
  uint64_t memory_bytes;
  int32_t multiprocessors;  // of a CPU: its processors
  int32_t compute_major, compute_minor;
  int32_t is_default;  // 1 for the default device of the process
};

/// Visits the CPU, each GPU, or the reason that there is none, and the emulated device. Returns an error in the value
/// of AG_DEVICE, or null.
AG_API const char* ag_visit_devices(void (*visit)(void* context, const AgDeviceRow* row), void* context);
}
