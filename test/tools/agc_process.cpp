#include "tools/agc_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/catch.h"

namespace ag_test {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream.peek() != EOF) text << stream.rdbuf();
  return text.str();
}

fs::path make_folder() {
  std::string name = (fs::temp_directory_path() / "agc-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  return name;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, const fs::path& folder,
                          const std::vector<std::string>& environment) {
  const fs::path capture = make_folder();
  const fs::path out = capture / "out";
  const fs::path err = capture / "err";
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    for (const std::string& variable : environment) putenv(const_cast<char*>(variable.c_str()));
    const auto redirect = [](const fs::path& path, int descriptor) {
      const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(file, descriptor);
      close(file);
    };
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    if (chdir(folder.c_str()) == 0) execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ProcessResult result;
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.out = content(out);
  result.err = content(err);
  fs::remove_all(capture);
  return result;
}

Workspace::Workspace() : folder_(make_folder()) {}

Workspace::~Workspace() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

void Workspace::write(const std::string& name, const std::string& text) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string Workspace::read(const std::string& name) const {
  REQUIRE(exists(name));
  return content(folder_ / name);
}

bool Workspace::exists(const std::string& name) const { return fs::exists(folder_ / name); }

std::vector<std::string> Workspace::names() const {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(folder_)) result.push_back(entry.path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

ProcessResult Workspace::agc(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& environment) const {
  const fs::path temporary = make_folder();
  std::vector<std::string> command = {AG_AGC_PATH};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = {"TMPDIR=" + temporary.string()};
  variables.insert(variables.end(), environment.begin(), environment.end());
  ProcessResult result = run_process(command, folder_, variables);
  CHECK(fs::is_empty(temporary));
  fs::remove_all(temporary);
  return result;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace ag_test
