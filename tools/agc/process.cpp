#include "process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

extern char** environ;

namespace agc::tool {

Interrupts::Interrupts(std::function<void()> clean_up) : clean_up_(std::move(clean_up)) {
  sigemptyset(&watched_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched_, number);
  pthread_sigmask(SIG_BLOCK, &watched_, &previous_);
  watcher_ = std::thread([this] { watch(); });
}

Interrupts::~Interrupts() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  pthread_kill(watcher_.native_handle(), SIGTERM);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

void Interrupts::watch() {
  for (;;) {
    int number = 0;
    if (sigwait(&watched_, &number) != 0) continue;
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    received_ = number;
    if (children_.empty()) {
      clean_up_();
      // Ended by the signal itself, as whoever sent it expects.
      std::signal(number, SIG_DFL);
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, number);
      pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
      raise(number);
    }
    // A terminal sends SIGINT to the whole group already.
    if (number == SIGINT) continue;
    for (const pid_t child : children_) kill(child, number);
  }
}

Process::Process(const std::vector<std::string>& arguments, const std::string& directory, const std::string& error_file,
                 Interrupts& interrupts)
    : interrupts_(interrupts) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (!error_file.empty()) {
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  }
  if (!directory.empty()) posix_spawn_file_actions_addchdir_np(&files, directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &interrupts.previous_);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

  {
    const std::lock_guard lock(interrupts_.mutex_);
    const int code = posix_spawnp(&pid_, argv[0], &files, &attributes, argv.data(), environ);
    if (code == 0) {
      interrupts_.children_.insert(pid_);
    } else {
      pid_ = -1;
      error_ = std::strerror(code);
    }
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
}

ProcessEnd Process::wait() {
  ProcessEnd end;
  end.error = error_;
  if (pid_ < 0) return end;
  // The child stays a zombie, and its number its own, until it is taken from the list: no signal goes to a stranger.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const std::lock_guard lock(interrupts_.mutex_);
  interrupts_.children_.erase(pid_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

std::string find_program(const std::string& name) {
  const auto is_program = [](const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
  };
  if (name.empty()) return "";
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(candidate)) return candidate;
  }
  return "";
}

}  // namespace agc::tool
