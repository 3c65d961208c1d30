#pragma once
/// From sources to a program: convert, compile, link. What `agc build` and `agc run` have in common.
#include <filesystem>
#include <string>

#include "process.h"
#include "report.h"
#include "source_options.h"

namespace agc::tool {

struct ProgramOptions {
  SourceOptions source;
  std::string compiler;  // as given; empty: chosen
  bool eager = false;    // compile the sources as they are
};

/// Adds the options of `ProgramOptions` to a sub-command.
void add_program_options(CLI::App& command, ProgramOptions& options);

/// Builds `program`, with everything in between in `folder`. False where something was wrong; it is in `report` then.
bool build_program(const ProgramOptions& options, const std::filesystem::path& program,
                   const std::filesystem::path& folder, Report& report, const Progress& progress,
                   Interrupts& interrupts);

}  // namespace agc::tool
