/// Compiled programs on disk: what is found again, what is not, and what a second process does without LLVM.
#include "exec/code_cache.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "exec/backend.h"
#include "exec/native_symbols.h"
#include "runtime/program/program_run.h"
#include "runtime/tensor/scratch.h"

namespace ag::test {

namespace code_cache_test {
namespace {

namespace fs = std::filesystem;
using ag_test::Scratch;
using exec::CodeCache;

constexpr uint64_t kPlenty = uint64_t{1} << 30;

/// The folder of a test without a slash at its end.
std::string folder_of(const Scratch& scratch) { return fs::path(scratch.path("")).parent_path().string(); }

/// The one file in it.
std::string file_in(const Scratch& scratch) {
  REQUIRE(scratch.file_count() == 1);
  return fs::directory_iterator(folder_of(scratch))->path().string();
}

Tensor half() { return detail::scalar_tensor(detail::scalar_of(0.5), DType::float64); }

/// sin(x) + summand of one number: it calls a function, and two summands are two programs.
std::string text_of(const std::string& summand) {
  return "graph f(%0: float64[] \"x\") -> float64[] {\n"
         "  %1 = sin(%0) : float64[]\n"
         "  %2 = constant() {value = float64[]{" +
         summand +
         "}} : float64[]\n"
         "  %3 = add(%1, %2) : float64[]\n"
         "  yield %3\n}";
}

codegen::Program program_of(const std::string& summand) {
  return codegen::lower(ir::parse(text_of(summand), ops::table()));
}

/// Compiles a program into the cache; false where there is no code generator.
bool add(const CodeCache& cache, const codegen::Program& program, const std::string& key) {
  std::string why, error;
  const codegen::BackendInterface* const backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return false;
  }
  const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
  CodeCache::Entry entry(cache, key);
  codegen::SharedObject shared_object{entry.path(), ""};
  const auto code = backend->compile({program, symbols, &shared_object}, error);
  REQUIRE(code);
  REQUIRE(shared_object.error == "");
  entry.keep();
  return true;
}
bool add(const CodeCache& cache, const std::string& summand) {
  const codegen::Program program = program_of(summand);
  return add(cache, program, exec::code_key(program));
}

/// What the code in the cache makes of 0.5, or "none".
std::string run_cached(const CodeCache& cache, const std::string& summand) {
  const codegen::Program program = program_of(summand);
  const std::unique_ptr<codegen::NativeCode> code = cache.find(exec::code_key(program));
  if (!code) return "none";
  const Tensor x = half();
  const Tensor* const inputs[] = {&x};
  exec::Frame frame(program, inputs);
  REQUIRE(code->function()(&frame) == 0);
  return show(frame.take_results());
}

std::string run_interpreted(const std::string& summand) {
  const Tensor x = half();
  const Tensor* const inputs[] = {&x};
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text_of(summand), ops::table()));
  return show(exec::Interpreter(graph).run(inputs));
}

void overwrite(const std::string& path, std::streamoff at, char byte) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(at);
  file.put(byte);
}

}  // namespace

TEST_CASE("code that was kept is found again and gives the same") {
  const Scratch folder;
  const CodeCache cache(folder_of(folder), kPlenty);
  CHECK(run_cached(cache, "1.25") == "none");
  CHECK_THAT(run_interpreted("1.25"), ag_test::ContainsSubstring("1.729"));  // sin(0.5) is 0.4794…
  if (!add(cache, "1.25") || !add(cache, "2.5")) return;
  CHECK(run_cached(cache, "1.25") == run_interpreted("1.25"));
  CHECK(run_cached(cache, "2.5") == run_interpreted("2.5"));
  CHECK(run_cached(cache, "3.5") == "none");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("keys tell programs apart by every bit of their numbers, not by the lines of the source") {
  const std::string text = text_of("1.0");
  const auto key = [](const std::string& graph) {
    return exec::code_key(codegen::lower(ir::parse(graph, ops::table())));
  };
  CHECK(key(text) == key(text));
  CHECK(key(text) != key(text_of("-0.0")));
  CHECK(key(text_of("0.0")) != key(text_of("-0.0")));
  const auto at_line = [&](const char* line) {
    return key(R"(graph f(%0: int32[] "n") -> int32[] {
      %1 = constant() {value = int32[]{9}} : int32[]
      %2 = divide(%1, %0) : int32[] @ "loop.cpp":)" +
               std::string(line) + "\n      yield %2\n    }");
  };
  CHECK(at_line("9") == at_line("12"));
}

TEST_CASE("damaged files are removed, and count as not there") {
  const Scratch folder;
  const CodeCache cache(folder_of(folder), kPlenty);
  if (!add(cache, "1.25")) return;
  const std::string file = file_in(folder);
  const auto size = static_cast<std::streamoff>(fs::file_size(file));
  for (const std::streamoff at : {std::streamoff{0}, size / 3, size / 2, size - 30, size - 1}) {
    CAPTURE(at, size);
    overwrite(file, at, '#');
    CHECK(run_cached(cache, "1.25") == "none");
    CHECK(folder.file_count() == 0);
    add(cache, "1.25");
  }
  for (const std::streamoff left : {std::streamoff{0}, std::streamoff{10}, size / 2, size - 1}) {
    CAPTURE(left, size);
    fs::resize_file(file, static_cast<uintmax_t>(left));
    CHECK(run_cached(cache, "1.25") == "none");
    add(cache, "1.25");
  }
  CHECK(run_cached(cache, "1.25") == run_interpreted("1.25"));
}

TEST_CASE("a file of another key that has the name of this one is left alone") {
  const Scratch folder, other;
  const CodeCache cache(folder_of(folder), kPlenty);
  if (!add(cache, "1.25") || !add(CodeCache(folder_of(other), kPlenty), "2.5")) return;
  fs::copy_file(file_in(other), file_in(folder), fs::copy_options::overwrite_existing);
  CHECK(run_cached(cache, "1.25") == "none");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("the files that were used last stay when there are too many") {
  const Scratch folder;
  const CodeCache unlimited(folder_of(folder), kPlenty);
  if (!add(unlimited, "1.0")) return;
  const uint64_t size = fs::file_size(file_in(folder));
  for (const char* summand : {"2.0", "3.0", "4.0"}) {
    usleep(20'000);  // what the file system takes for another time
    add(unlimited, summand);
  }
  usleep(20'000);
  CHECK(run_cached(unlimited, "1.0") != "none");
  usleep(20'000);
  add(CodeCache(folder_of(folder), size * 7 / 2), "5.0");  // five files, three of which may stay
  CHECK(run_cached(unlimited, "1.0") != "none");
  CHECK(run_cached(unlimited, "2.0") == "none");
  CHECK(run_cached(unlimited, "3.0") == "none");
  CHECK(run_cached(unlimited, "4.0") != "none");
  CHECK(run_cached(unlimited, "5.0") != "none");
}

TEST_CASE("a place to write to is taken, in the folder that all processes see") {
  const Scratch folder;
  const CodeCache cache(folder_of(folder), kPlenty);
  {
    const CodeCache::Entry first(cache, "key"), second(cache, "key");
    CHECK(first.path() != second.path());
    CHECK(folder.file_count() == 2);
  }
  CHECK(folder.file_count() == 0);
  const CodeCache nowhere(folder_of(folder) + "/gone", kPlenty);
  const CodeCache::Entry none(nowhere, "key");
  CHECK(none.path().empty());
}

TEST_CASE("processes write and read one folder at the same time") {
  const Scratch folder;
  const CodeCache cache(folder_of(folder), kPlenty);
  const std::array<std::string, 3> summands = {"1.0", "2.0", "3.0"};
  if (!add(cache, "0.0")) return;  // so that children begin with a code generator that is open
  std::vector<pid_t> children;
  for (int process = 0; process < 3; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      bool good = true;
      for (int round = 0; round < 4; ++round) {
        for (const std::string& summand : summands) {
          const std::string found = run_cached(cache, summand);
          good = good && (found == "none" || found == run_interpreted(summand));
          add(cache, summand);
          good = good && run_cached(cache, summand) == run_interpreted(summand);
        }
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(folder.file_count() == 4);
}

// What the test below runs as a process of its own.
TEST_CASE("a child that runs native code", "[.child]") {
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text_of("1.25"), ops::table()));
  const auto executor = exec::make_executor({exec::ExecutorKind::Compiled}, graph);
  const Tensor x = half();
  const Tensor* const inputs[] = {&x};
  std::ifstream maps("/proc/self/maps");
  std::string line;
  bool llvm = false;
  while (std::getline(maps, line)) llvm = llvm || line.find("libLLVM") != std::string::npos;
  const std::vector<Tensor> results = executor->run(inputs);
  CHECK(results.size() == 1);
  std::printf("%s with%s LLVM\n", show(results).c_str(), llvm ? "" : "out");
}

namespace {

/// What a process says that runs the child with these settings, errors included.
std::string run_child(const std::string& settings) {
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  FILE* const pipe = popen((settings + " '" + program + "' '[.child]' 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string said;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
  pclose(pipe);
  return said;
}

}  // namespace

TEST_CASE("a second process runs what the first has compiled, without LLVM") {
  std::string why;
  if (!exec::backend(why)) {
    WARN("skipped: " + why);
    return;
  }
  const Scratch folder;
  const std::string result = run_interpreted("1.25"),
                    here = "AG_CACHE=on AG_CACHE_DIR='" + folder_of(folder) + "/code' ";
  using ag_test::ContainsSubstring;
  CHECK_THAT(run_child(here), ContainsSubstring(result + " with LLVM"));
  CHECK_THAT(run_child(here), ContainsSubstring(result + " without LLVM"));
  CHECK_THAT(run_child("AG_CACHE=off AG_CACHE_DIR='" + folder_of(folder) + "/code'"),
             ContainsSubstring(result + " with LLVM"));
  CHECK_THAT(run_child(here + "AG_CACHE_SIZE=lots"),
             ContainsSubstring("AG_CACHE_SIZE is 'lots'; it is a number of bytes, as in 200M or 2G"));
  CHECK_THAT(run_child("AG_CACHE=maybe"), ContainsSubstring("AG_CACHE is 'maybe'; it is on or off"));
  // Others could put code there that this user would run.
  fs::permissions(folder_of(folder) + "/code", fs::perms::all);
  const std::string open = run_child(here);
  CHECK_THAT(open, ContainsSubstring("others may write to it"));
  CHECK_THAT(open, ContainsSubstring(result + " with LLVM"));
  std::ofstream(folder_of(folder) + "/file") << "x";
  const std::string no_folder = run_child("AG_CACHE=on AG_CACHE_DIR='" + folder_of(folder) + "/file'");
  CHECK_THAT(no_folder, ContainsSubstring("compiled code is not kept: AG_CACHE_DIR is"));
  CHECK_THAT(no_folder, ContainsSubstring("/file': "));
}

TEST_CASE("sizes are numbers of bytes with a unit") {
  CHECK(exec::parse_size("0") == 0);
  CHECK(exec::parse_size("123") == 123);
  CHECK(exec::parse_size("4K") == 4096);
  CHECK(exec::parse_size("2G") == uint64_t{2} << 30);
  for (const char* text : {"", "G", "-1", "1.5G", "1T", "1 G", "99999999999999999999", "99999999999G"}) {
    CAPTURE(text);
    CHECK(exec::parse_size(text) == std::nullopt);
  }
}

}  // namespace code_cache_test

}  // namespace ag::test
