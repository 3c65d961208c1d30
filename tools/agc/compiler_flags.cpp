#include "compiler_flags.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "arguments.h"
#include "process.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::array kPreferredCompilers = {"g++", "c++", "clang++-19", "clang++"};

constexpr std::array<std::string_view, 8> kLinkOnly = {"-s",        "-shared",        "-static",           "-pie",
                                                       "-rdynamic", "-static-libgcc", "-static-libstdc++", "-nostdlib"};
constexpr std::array<std::string_view, 3> kLinkOnlyWithValue = {"-Xlinker", "-z", "-T"};
constexpr std::array<std::string_view, 6> kOutput = {"-c", "-S", "-E", "-MD", "-MMD", "-fsyntax-only"};
constexpr std::array<std::string_view, 4> kOutputWithValue = {"-o", "-MF", "-MT", "-MQ"};

template <std::size_t N>
bool is_one_of(std::string_view flag, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), flag) != list.end();
}

bool is_library_file(std::string_view flag) {
  if (flag.starts_with("-")) return false;
  return flag.ends_with(".o") || flag.ends_with(".a") || flag.ends_with(".so") ||
         flag.find(".so.") != std::string_view::npos;
}

bool links_only(std::string_view flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") || flag.starts_with("-fuse-ld") ||
         is_one_of(flag, kLinkOnly) || is_library_file(flag);
}

struct SplitFlags {
  std::vector<std::string> compile;
  std::vector<std::string> link;
};

SplitFlags split(const std::vector<std::string>& flags) {
  SplitFlags result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool has_value = i + 1 < flags.size();
    if (is_one_of(flag, kOutput)) continue;
    if (is_one_of(flag, kOutputWithValue)) {
      ++i;
    } else if (is_one_of(flag, kLinkOnlyWithValue) && has_value) {
      result.link.insert(result.link.end(), {flag, flags[++i]});
    } else if (links_only(flag)) {
      result.link.push_back(flag);
    } else if ((flag == "-x" || flag == "-include" || flag == "-imacros") && has_value) {
      // To a linker these would change what its objects are.
      result.compile.insert(result.compile.end(), {flag, flags[++i]});
    } else if (flag.starts_with("-x")) {
      result.compile.push_back(flag);
    } else {
      result.compile.push_back(flag);
      // -pthread, -fopenmp, -fsanitize, -flto, -m32 mean something to both; the others do not disturb the linker.
      if (flag.starts_with("-f") || flag.starts_with("-m") || flag.starts_with("-O") || flag.starts_with("-g") ||
          flag.starts_with("--") || flag == "-pthread" || flag.starts_with("-stdlib=")) {
        result.link.push_back(flag);
      }
    }
  }
  return result;
}

bool has_prefix(const std::vector<std::string>& flags, std::string_view prefix) {
  return std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) { return flag.starts_with(prefix); });
}

/// A runtime built with a sanitizer can only be used by programs that have it, too.
void add_sanitizers(std::vector<std::string>& command) {
  if (std::string_view(AG_SANITIZE).empty()) return;
  command.insert(command.end(), {std::string("-fsanitize=") + AG_SANITIZE, "-fno-omit-frame-pointer"});
}

}  // namespace

std::vector<std::string> choose_compiler(const std::string& asked, Report& report) {
  const char* variable = std::getenv("CXX");
  const std::string wanted = !asked.empty() ? asked : variable != nullptr ? variable : "";
  if (!wanted.empty()) {
    // CXX may hold flags or a compiler cache in front; a path with spaces is one word only if it exists as such.
    std::vector<std::string> words = find_program(wanted).empty() ? response_words(wanted) : std::vector{wanted};
    if (!words.empty() && !find_program(words.front()).empty()) return words;
    report.add(
        plain_error("no-compiler",
                    "the compiler '" + wanted + "'" + (asked.empty() ? " of the variable CXX" : "") + " cannot be run",
                    "give one that is installed: --compiler g++ (12 or newer), or --compiler clang++-19"));
    return {};
  }
  for (const char* name : kPreferredCompilers) {
    if (!find_program(name).empty()) return {name};
  }
  report.add(plain_error("no-compiler", "no C++ compiler was found in PATH",
                         "on Debian and Ubuntu, install the package g++; or name one with --compiler"));
  return {};
}

std::vector<std::string> compile_command(const std::vector<std::string>& compiler, const SourceCommand& command,
                                         const RuntimeLocation& runtime, const fs::path& source, const fs::path& input,
                                         const fs::path& object) {
  std::vector<std::string> result = compiler;
  const std::vector<std::string> flags = split(command.flags).compile;
  if (!has_prefix(flags, "-std=") && !has_prefix(flags, "--std=")) result.push_back("-std=c++20");
  if (!has_prefix(flags, "-O")) result.push_back("-O2");
  if (!has_prefix(flags, "-g")) result.push_back("-g1");  // what errors need to name the calls that lead to them
  if (input != source) {
    // The converted file lies elsewhere, yet its `#include "…"` lines mean the folder of the source.
    const fs::path folder = source.parent_path();
    result.insert(result.end(), {"-iquote", folder.empty() ? "." : folder.string()});
  }
  result.insert(result.end(), flags.begin(), flags.end());
  add_sanitizers(result);
  result.insert(result.end(), {"-isystem", runtime.include.string(), "-c", input.string(), "-o", object.string()});
  return result;
}

std::vector<std::string> link_command(const std::vector<std::string>& compiler, const std::vector<std::string>& flags,
                                      const RuntimeLocation& runtime, const std::vector<std::string>& objects,
                                      const fs::path& program) {
  std::vector<std::string> result = compiler;
  result.insert(result.end(), objects.begin(), objects.end());
  const std::vector<std::string> link = split(flags).link;
  result.insert(result.end(), link.begin(), link.end());
  add_sanitizers(result);
  // The program finds the library where it is now, so that it runs in place.
  result.insert(result.end(), {runtime.library.string(), "-Wl,-rpath," + runtime.library.parent_path().string(), "-o",
                               program.string()});
  return result;
}

}  // namespace agc::tool
