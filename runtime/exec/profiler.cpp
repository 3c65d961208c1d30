/// The public class Profiler, and the recording of a whole process that AG_PROFILE requests.
#include "ag/profiler.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/file.h"
#include "exec/profile.h"
#include "exec/recording.h"

namespace ag {

namespace {

void write_trace(const exec::Recording& recording, const std::string& path, SourceLocation location) {
  const std::string text = exec::trace_events(recording);
  detail::OutputFile file(path, location);
  file.write(text.data(), text.size());
  file.commit();
}

/// The recording that AG_PROFILE requests.
struct OfProcess {
  std::string path;
  pid_t process = getpid();  // forked processes write nothing
  std::shared_ptr<exec::Recording> recording;

  static OfProcess& get() {
    static auto* const of_process = new OfProcess;
    return *of_process;
  }

  void finish() {
    if (getpid() != process) return;
    exec::set_profiled(false);
    exec::end_recording(*recording);
    std::cerr << exec::summary(*recording, kRows);
    try {
      write_trace(*recording, path, recording->location());
    } catch (const Error& error) {
      std::cerr << "ag: note: the profile is not kept: " << error.message() << "\n";
    }
  }

  static constexpr int kRows = 40;
};

}  // namespace

namespace exec {

bool begin_recording_of_process() {
  const char* path = std::getenv("AG_PROFILE");
  if (!path || !*path) return false;
  OfProcess& of_process = OfProcess::get();
  of_process.path = path;
  of_process.recording = begin_recording(SourceLocation::named("AG_PROFILE", 0), "AG_PROFILE",
                                         "run the program without AG_PROFILE, or agc run without --profile");
  std::atexit([] { OfProcess::get().finish(); });
  return true;
}

}  // namespace exec

struct Profiler::State {
  std::shared_ptr<exec::Recording> recording;
};

Profiler::Profiler(SourceLocation location) : state_(std::make_unique<State>()) {
  exec::is_profiled();  // a recording requested by the environment begins first
  state_->recording = exec::begin_recording(location, "the profiler of " + location.str(), "stop that one first");
  exec::set_profiled(true);
}

Profiler::~Profiler() { stop(); }

void Profiler::stop() {
  if (!state_->recording->is_on()) return;
  exec::set_profiled(false);
  exec::end_recording(*state_->recording);
}

bool Profiler::is_recording() const { return state_->recording->is_on(); }

void Profiler::write(const std::string& path, SourceLocation location) const {
  write_trace(*state_->recording, path, location);
}

std::string Profiler::summary(int rows) const { return exec::summary(*state_->recording, rows); }

}  // namespace ag
