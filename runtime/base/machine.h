#pragma once
/// The machine that programs run on: caches, vectors, latencies and threads. Decisions about speed that depend on it
/// derive their numbers from these fields: sizes of blocks and tiles, limits on values in registers, and whether
/// threads share a loop.
///
/// No result depends on the machine. A constant that defines a result is a constant of the operation: the lanes and
/// blocks of a sum (kernel/reduce/reduce.h), the order of the terms of a product (kernel/matmul/matmul.h).
///
/// This header is also included by kernels that are compiled for one instruction set. So it includes <cstdint> only and
/// defines no function.
#include <cstdint>

namespace ag::detail {

/// The defaults describe a server processor with AVX-512. They hold where the system does not report a fact.
struct Machine {
  int64_t l1_bytes = int64_t{48} << 10;    // first-level data cache of a core
  int64_t l1_ways = 12;                    // its associativity
  int64_t l2_bytes = int64_t{1280} << 10;  // second-level cache of a core
  int64_t llc_bytes = int64_t{48} << 20;   // last-level cache
  int64_t line_bytes = 64;                 // cache line
  int64_t vector_bytes = 64;               // widest vector: 16, 32 or 64
  int64_t vector_registers = 32;
  int64_t mask_registers = 8;  // 0: conditions of lanes are in vector registers
  int64_t fma_latency = 4;     // cycles of a fused multiply-add
  int64_t fma_units = 2;       // fused multiply-adds of vectors that start per cycle
  int64_t cores = 1;           // processors that this process may use
  int64_t wake_ns = 10'000;    // nanoseconds to wake a sleeping thread

  bool operator==(const Machine&) const = default;
};

/// Returns the machine of the process: the detected facts, except for those that AG_MACHINE sets. Throws ag::Error
/// invalid_argument if AG_MACHINE is wrong.
const Machine& machine();

}  // namespace ag::detail
