#pragma once
/// The text form of a program: one statement per line, prints and parses back.
///
///     program f(a0: float32[4], a1: float32[4]) -> a2 {
///       array a2: float32[]
///       fold s0 < 4 (s1: float32 = sum s5) {
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
/// Functions stand in front of the statements: numbers and arrays that they are given, numbers and arrays that they
/// give.
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
  bool locations = true;  // of kernels, checks and loops
  // What the machine code depends on, for telling programs apart (it does not read back): numbers as their bits,
  // constant arrays without their elements.
  bool exact = false;
};

std::string print(const Program& program, const PrintOptions& options = {});

/// Reads what `print` writes; throws ag::Error invalid_argument "name:line:column: …" for anything else. The result is
/// verified.
Program parse(std::string_view text, const ir::OpTable& ops, const std::string& name = "text");

}  // namespace ag::codegen
