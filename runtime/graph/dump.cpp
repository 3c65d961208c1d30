#include "graph/dump.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string_view>

#include "ag/error.h"
#include "base/environment.h"

namespace ag::ir {

namespace {

struct Word {
  Stage stage;
  std::string_view word;
  const char* title;
};
constexpr std::array<Word, 10> kWords = {{{Stage::Traced, "traced", "traced graph"},
                                          {Stage::Passes, "passes", "graph after each pass"},
                                          {Stage::Optimized, "optimized", "graph"},
                                          {Stage::Dot, "dot", "picture"},
                                          {Stage::Plan, "plan", "interpreter plan"},
                                          {Stage::Machine, "machine", "machine"},
                                          {Stage::ProgramPasses, "program_passes", "program after each pass"},
                                          {Stage::Program, "program", "program"},
                                          {Stage::Llvm, "llvm", "LLVM module"},
                                          {Stage::Asm, "asm", "machine code"}}};

[[noreturn]] void fail(const char* text) {
  std::string words;
  for (const Word& word : kWords) {
    words += (words.empty() ? "" : word.stage == Stage::Asm ? " and " : ", ") + std::string(word.word);
  }
  throw detail::environment_error("AG_DUMP is '" + std::string(text) + "'; it is a list of " + words);
}

}  // namespace

bool dumps(Stage stage) {
  const char* text = std::getenv("AG_DUMP");
  std::string_view left = text ? text : "";
  bool found = false;
  while (!left.empty()) {
    const size_t comma = std::min(left.find(','), left.size());
    const auto word = std::ranges::find(kWords, left.substr(0, comma), &Word::word);
    if (word == kWords.end()) fail(text);
    found = found || word->stage == stage;
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  return found;
}

bool dumps_code() {
  return dumps(Stage::ProgramPasses) || dumps(Stage::Program) || dumps(Stage::Llvm) || dumps(Stage::Asm);
}

void dump(Stage stage, const std::string& name, const std::string& text) {
  const auto word = std::ranges::find(kWords, stage, &Word::stage);
  std::string shown = "// " + std::string(word->title) + " of " + name + "\n" + text;
  shown += shown.ends_with('\n') ? "\n" : "\n\n";
  const std::lock_guard lock(dump_mutex());
  dump_stream() << shown << std::flush;
}

std::mutex& dump_mutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}

std::ostream& dump_stream() {
  static const char* const path = std::getenv("AG_DUMP_FILE");
  if (!path || !*path) return std::cerr;
  static std::ofstream file(path, std::ios::app);
  if (!file) throw detail::environment_error("AG_DUMP_FILE is '" + std::string(path) + "', which cannot be written");
  return file;
}

}  // namespace ag::ir
