#pragma once
/// The text form of programs, one statement per line; it prints and parses.
///
///     program "f"(a0: float32[4], a1: float32[4]) -> a2 {
///       array a2: float32[]
///     reduce s0 < 4 (s1: float32 = sum s5) {
///         s2: float32 = load a0[s0]
///         s3: float32 = load a1[s0]
///         s4: float32 = sub s2, s3
///         s5: float32 = mul s4, s4
///       }
///       s6: float32 = 0
///       s7: float32 = add s6, s1
///       box a2 = s7
///     }
///
/// Functions precede the statements. Before the arrow are the parameters, after it the results: numbers and arrays.
///
///     function f0 "halved" (s0: int64, a0: float32[4]) -> s2, a1: float32[4] { … }
///     call s5: int64, a3 = f0(s4, a2) in host_call
///
/// A comment runs from // to the end of the line.
#include <string>
#include <string_view>

#include "program/program.h"

namespace ag::codegen {

struct PrintOptions {
  bool locations = true;  // print the locations of kernels, checks and loops
  // Prints everything that the machine code depends on, as a cache key; the text does not parse. Numbers are printed as
  // their bits, constant arrays without their elements.
  bool exact = false;
};

std::string print(const Program& program, const PrintOptions& options = {});
/// Prints statements of a program, indented by 2 · `depth` spaces.
std::string print(const Program& program, const Block& block, int depth, const PrintOptions& options = {});

/// Parses the output of `print` and verifies the program. Throws ag::Error invalid_argument "name:line:column: …" for
/// any other text.
Program parse(std::string_view text, const ir::OpTable& ops, const std::string& name = "text");

}  // namespace ag::codegen
