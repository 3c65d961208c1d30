#pragma once
/// Child processes, and what happens to them and to temporary files when the user interrupts agc.
#include <sys/types.h>

#include <csignal>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace agc::tool {

/// How a child process ended.
struct ProcessEnd {
  int exit_code = 0;
  int signal = 0;     // that ended it; 0: none
  std::string error;  // why it could not be started; empty: it ran

  bool ok() const { return error.empty() && exit_code == 0 && signal == 0; }
};

/// While it lives, an interrupt (SIGINT, SIGTERM, SIGHUP) goes to the child processes, if there are any: then agc sees
/// them end and cleans up in its ordinary way. Without a child it calls `clean_up` and ends the program. Make one per
/// run, before other threads.
class Interrupts {
 public:
  explicit Interrupts(std::function<void()> clean_up);
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The signal that came; 0: none so far.
  int received() const { return received_; }

 private:
  friend class Process;
  void watch();

  std::function<void()> clean_up_;
  std::mutex mutex_;
  std::set<pid_t> children_;
  volatile std::sig_atomic_t received_ = 0;
  bool stopping_ = false;
  sigset_t watched_;
  sigset_t previous_;
  std::thread watcher_;
};

/// One child process.
class Process {
 public:
  /// Starts `arguments[0]`, which is looked up in PATH, in `directory` (empty: here). With `error_file`, its standard
  /// error and output go there.
  Process(const std::vector<std::string>& arguments, const std::string& directory, const std::string& error_file,
          Interrupts& interrupts);

  /// Waits for its end; once.
  ProcessEnd wait();

 private:
  Interrupts& interrupts_;
  pid_t pid_ = -1;
  std::string error_;
};

/// The path of a program in PATH, or the program itself if it is named with a path and can be run; else empty.
std::string find_program(const std::string& name);

}  // namespace agc::tool
