#include "program_build.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "compiler_flags.h"
#include "converted_output.h"
#include "output_file.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kSourceSuffixes = {".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP"};
constexpr std::array<std::string_view, 5> kHeaderSuffixes = {".h", ".hh", ".hpp", ".hxx", ".inl"};

template <std::size_t N>
bool has_suffix(const std::string& file, const std::array<std::string_view, N>& suffixes) {
  return std::find(suffixes.begin(), suffixes.end(), fs::path(file).extension().string()) != suffixes.end();
}

/// A source on its way to an object file.
struct Unit {
  std::string source;  // as the user named it
  SourceCommand command;
  fs::path input;  // what is compiled
  fs::path object;
  fs::path messages;                   // what the compiler says
  std::vector<Location> uncompilable;  // places of generated code that the compiler refused
  std::vector<Diagnostic> warnings;    // about the functions that are left because of that
};

/// The places in `source` that the messages of a compiler name: each line that begins with "file:line:". Each line of
/// the source once.
std::vector<Location> places_in(const fs::path& messages, const std::string& source) {
  std::vector<Location> places;
  std::ifstream stream(messages);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t at = line.find(source + ":");
    if (at == std::string::npos) continue;
    const unsigned long number = std::strtoul(line.c_str() + at + source.size() + 1, nullptr, 10);
    const auto known = [&](const Location& one) { return one.line == number; };
    if (number > 0 && std::ranges::none_of(places, known)) places.push_back({source, static_cast<uint32_t>(number), 1});
  }
  return places;
}

class ProgramBuild {
 public:
  ProgramBuild(const ProgramOptions& options, const fs::path& folder, Report& report, const Progress& progress,
               Interrupts& interrupts)
      : options_(options), folder_(folder), report_(report), progress_(progress), interrupts_(interrupts) {}

  bool run(const fs::path& program) {
    if (!prepare()) return false;
    std::vector<std::string> objects;
    bool converted_any = options_.eager;
    for (const std::string& input : options_.source.inputs) {
      if (interrupts_.received() != 0) return finish_compilations();
      if (!check_readable(input, report_)) continue;
      if (!has_suffix(input, kSourceSuffixes)) {
        objects.push_back(input);
        continue;
      }
      objects.push_back(add_source(input, objects.size(), converted_any));
    }
    if (!finish_compilations() || report_.has_errors() || interrupts_.received() != 0) return false;
    if (!converted_any) {
      report_.add(file_warning("nothing-to-convert", options_.source.inputs.front(),
                               "no function is marked for conversion",
                               "write AG_FUNCTION (or AG_CONVERT) before the definition of a function on tensors"));
    }
    return link(objects, program);
  }

 private:
  bool prepare() {
    for (const std::string& input : options_.source.inputs) {
      if (!has_suffix(input, kHeaderSuffixes)) continue;
      report_.add(plain_error("cannot-compile",
                              "'" + input + "' is a header; it is compiled as part of the sources that include it"));
    }
    const std::optional<RuntimeLocation> runtime = require_runtime(report_);
    if (runtime && runtime->library.empty()) {
      report_.add(plain_error("runtime-missing",
                              "the ag runtime library was not found: there is no '" + expected_library().string() + "'",
                              "build the target ag_runtime, or install ag with it"));
    }
    // CXX may hold flags; Clang has to read the source with them, too.
    for (std::string& word : choose_compiler(options_.compiler, report_)) {
      (word.starts_with("-") ? compiler_flags_ : compiler_).push_back(std::move(word));
    }
    if (report_.has_errors()) return false;
    runtime_ = *runtime;
    return true;
  }

  /// Converts it and starts its compilation; gives the object file.
  std::string add_source(const std::string& source, std::size_t number, bool& converted_any) {
    Unit unit;
    unit.source = source;
    unit.input = source;
    // Each in a folder of its own, so that the linker's messages have the names the user knows.
    const fs::path folder = folder_ / std::to_string(number);
    std::error_code error;
    fs::create_directory(folder, error);
    unit.object = folder / fs::path(source).stem().concat(".o");
    unit.messages = folder / "messages";
    std::optional<SourceCommand> command = source_command(source, options_.source, report_);
    if (!command) return "";
    unit.command = std::move(*command);
    unit.command.flags.insert(unit.command.flags.begin(), compiler_flags_.begin(), compiler_flags_.end());
    if (!unit.command.directory.empty()) unit.input = unit.source = fs::absolute(source, error).string();

    if (!options_.eager) {
      progress_.step("Converting " + source);
      unit.input = folder / fs::path(source).filename();
      if (!convert(unit, source, report_, converted_any)) return "";
    }
    if (report_.has_errors()) return "";
    while (running_.size() >= std::max(1u, std::thread::hardware_concurrency())) finish_one();
    start(std::move(unit));
    return running_.back().unit.object.string();
  }

  bool convert(const Unit& unit, const std::string& source, Report& report, bool& converted_any) {
    SourceCommand parsed = unit.command;
    if (parsed.compiler.empty()) parsed.compiler = compiler_.back();
    TransformOptions wanted = transform_options(options_.source);
    wanted.all_texts = false;
    wanted.header_folder = header_folder(unit.input);
    wanted.uncompilable = unit.uncompilable;
    const TransformResult result = convert_source(source, parsed, runtime_, report, wanted);
    if (!result.text) return false;
    converted_any |= !result.functions.empty() || result.leaves_functions;
    return write_converted(unit.input, result, report);
  }

  /// Converts a source again whose generated code did not compile. The functions that the compiler named are left to
  /// run eagerly. False where it named none, or where that has been tried often enough.
  bool start_again(Unit& unit) {
    constexpr size_t kMaxPlaces = 200;  // a few attempts
    if (options_.eager || transform_options(options_.source).strict || interrupts_.received() != 0) return false;
    const std::vector<Location> places = places_in(unit.messages, unit.source);
    if (places.empty() || unit.uncompilable.size() > kMaxPlaces) return false;
    unit.uncompilable.insert(unit.uncompilable.end(), places.begin(), places.end());
    Report again(DiagnosticFormat::Json, ColorChoice::Never);  // shown where the attempt succeeds
    bool converted = false;
    if (!convert(unit, unit.source, again, converted)) return false;
    const size_t known = unit.warnings.size();
    unit.warnings.clear();
    for (const Diagnostic& one : again.diagnostics())
      if (one.id == "generated-code") unit.warnings.push_back(one);
    if (unit.warnings.size() == known) return false;
    start(std::move(unit));
    return true;
  }

  void start(Unit unit) {
    progress_.step("Compiling " + unit.source);
    std::vector<std::string> command =
        compile_command(compiler_, unit.command, runtime_, unit.source, unit.input, unit.object);
    if (wants_color(options_.source.color, STDERR_FILENO)) command.push_back("-fdiagnostics-color=always");
    Process process(command, unit.command.directory, unit.messages.string(), interrupts_);
    running_.push_back({std::move(unit), std::move(process)});
  }

  bool finish_compilations() {
    while (!running_.empty()) finish_one();
    return !report_.has_errors();
  }

  void finish_one() {
    Running running = std::move(running_.front());
    running_.pop_front();
    const ProcessEnd end = running.process.wait();
    if (!end.ok() && start_again(running.unit)) return;
    if (end.ok()) report_.add(running.unit.warnings);
    const std::string what = (options_.eager ? "'" : "the converted form of '") + running.unit.source + "'";
    judge(end, running.unit.messages, "could not compile " + what,
          options_.eager ? ""
                         : "the same build with --eager tells whether the source itself compiles; agc convert prints "
                           "what was compiled");
  }

  bool link(const std::vector<std::string>& objects, const fs::path& program) {
    progress_.step("Linking " + program.filename().string());
    const fs::path messages = folder_ / "link.txt";
    std::vector<std::string> flags = compiler_flags_;
    flags.insert(flags.end(), options_.source.flags.begin(), options_.source.flags.end());
    flags.insert(flags.end(), options_.source.extra_args.begin(), options_.source.extra_args.end());
    Process process(link_command(compiler_, flags, runtime_, objects, program), "", messages.string(), interrupts_);
    return judge(process.wait(), messages, "could not link the program", "");
  }

  /// Shows what the compiler said, and that it failed if it did.
  bool judge(const ProcessEnd& end, const fs::path& messages, const std::string& failure, const std::string& remedy) {
    std::ostringstream text;
    if (std::ifstream stream(messages, std::ios::binary); stream && stream.peek() != EOF) text << stream.rdbuf();
    const bool as_document = options_.source.diagnostics != DiagnosticFormat::Text;
    if (!as_document) std::cerr << text.str() << std::flush;
    if (end.ok() || interrupts_.received() != 0) return end.ok();
    Diagnostic diagnostic = plain_error("compiler", compiler_.back() + " " + failure, remedy);
    if (!end.error.empty()) diagnostic.message += ": " + end.error;
    if (end.signal != 0) diagnostic.message += ": it was ended by signal " + std::to_string(end.signal);
    if (as_document && !text.view().empty()) {
      Diagnostic said;
      said.severity = Severity::Note;
      said.message = text.str();
      diagnostic.notes.insert(diagnostic.notes.begin(), std::move(said));
    }
    report_.add(diagnostic);
    return false;
  }

  struct Running {
    Unit unit;
    Process process;
  };

  const ProgramOptions& options_;
  fs::path folder_;
  Report& report_;
  const Progress& progress_;
  Interrupts& interrupts_;
  std::vector<std::string> compiler_;  // the program, perhaps behind a compiler cache
  std::vector<std::string> compiler_flags_;
  RuntimeLocation runtime_;
  std::deque<Running> running_;
};

}  // namespace

void add_program_options(CLI::App& command, ProgramOptions& options) {
  add_source_options(command, options.source);
  command.get_option("inputs")->description("C++ sources; object files and libraries are linked");
  command
      .add_option("--compiler", options.compiler,
                  "g++ (12 or newer), clang++-19, or the path of one; default: CXX, else g++")
      ->type_name("NAME");
  command.add_flag("--eager", options.eager,
                   "build the same sources plainly: no conversion, every operation runs at once");
}

bool build_program(const ProgramOptions& options, const fs::path& program, const fs::path& folder, Report& report,
                   const Progress& progress, Interrupts& interrupts) {
  return ProgramBuild(options, folder, report, progress, interrupts).run(program);
}

}  // namespace agc::tool
