#include "exec/observation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <mutex>

#include "device/device_number.h"
#include "exec/profile.h"
#include "graph/op_def.h"
#include "tensor/convert.h"

namespace ag {

namespace exec::internal {
constinit thread_local const CancellationScope::Watch* innermost = nullptr;
}  // namespace exec::internal

using detail::call_conditions, detail::kChecksNumerics, detail::kObservationUnread, detail::kRecordsProfile;
using exec::internal::innermost;

namespace {

using Clock = std::chrono::steady_clock;

[[gnu::noinline]] std::atomic<uint8_t>& read_environment() {
  static const bool once = [] {
    const char* text = std::getenv("AG_CHECK_NUMERICS");
    if (text && *text && *text != '0') call_conditions.fetch_or(kChecksNumerics, std::memory_order_relaxed);
    if (exec::begin_recording_of_process()) call_conditions.fetch_or(kRecordsProfile, std::memory_order_relaxed);
    device::default_number();  // reads AG_DEVICE
    call_conditions.fetch_and(static_cast<uint8_t>(~kObservationUnread), std::memory_order_relaxed);
    return true;
  }();
  (void)once;
  return call_conditions;
}
std::atomic<uint8_t>& asked() {
  if (call_conditions.load(std::memory_order_relaxed) & kObservationUnread) [[unlikely]]
    return read_environment();
  return call_conditions;
}

bool is_asked(uint8_t what) { return (asked().load(std::memory_order_relaxed) & what) != 0; }
void ask(uint8_t what, bool on) {
  if (on)
    asked().fetch_or(what, std::memory_order_relaxed);
  else
    asked().fetch_and(static_cast<uint8_t>(~what), std::memory_order_relaxed);
}

/// Returns time_point::max() (no deadline) for a limit beyond the range of the clock.
Clock::time_point deadline_after(double seconds) {
  using Seconds = std::chrono::duration<double>;
  const Clock::time_point now = Clock::now();
  if (!(seconds > 0)) return now;
  if (seconds >= Seconds(Clock::time_point::max() - now).count()) return Clock::time_point::max();
  return now + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

/// Written by the signal handler, so it must outlive all tokens.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "handlers of signals take no lock");

void note_interrupt(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

std::mutex& interrupts_mutex() {
  static auto* const mutex = new std::mutex;  // never destroyed, because static tokens may outlive it
  return *mutex;
}

/// Installs the signal handler while a token needs it. The next instance may be constructed before the last one is
/// destroyed.
class Interrupts {
 public:
  /// Requires the mutex to be locked.
  Interrupts() {
    interrupted.store(false, std::memory_order_relaxed);
    const auto before = std::signal(SIGINT, &note_interrupt);
    if (living_++ == 0) before_ = before;
  }
  ~Interrupts() {
    const std::lock_guard lock(interrupts_mutex());
    if (--living_ == 0) std::signal(SIGINT, before_);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  static inline int living_ = 0;
  static inline void (*before_)(int) = SIG_DFL;
};

}  // namespace

CancellationToken::CancellationToken() : cancelled_(std::make_shared<std::atomic<bool>>(false)) {}

CancellationToken CancellationToken::on_ctrl_c() {
  static auto* const shared = new std::weak_ptr<Interrupts>;
  CancellationToken token;
  const std::lock_guard lock(interrupts_mutex());
  std::shared_ptr<Interrupts> interrupts = shared->lock();
  if (!interrupts) *shared = interrupts = std::make_shared<Interrupts>();
  token.cancelled_ = {std::move(interrupts), &interrupted};
  return token;
}

CancellationScope::CancellationScope(CancellationToken token)
    : watch_(std::make_unique<Watch>(Watch{std::move(token), Clock::time_point::max(), innermost})) {
  innermost = watch_.get();
}

CancellationScope::CancellationScope(double seconds)
    : watch_(std::make_unique<Watch>(Watch{{}, deadline_after(seconds), innermost})) {
  innermost = watch_.get();
}

CancellationScope::~CancellationScope() { innermost = watch_->outer; }

void set_check_numerics(bool check) { ask(kChecksNumerics, check); }

namespace exec {

bool internal::leaves_fast_path() { return is_observed() || device::default_number() != device::kHost; }

bool internal::is_anything_asked() { return is_asked(kChecksNumerics | kRecordsProfile); }

bool is_observed_on_thread() { return innermost || checks_numerics(); }

bool checks_numerics() { return is_asked(kChecksNumerics); }

bool is_profiled() { return is_asked(kRecordsProfile); }
void set_profiled(bool profiled) { ask(kRecordsProfile, profiled); }

void check_cancelled(const SourceLocation& location, const char* running) {
  for (const CancellationScope::Watch* watch = innermost; watch; watch = watch->outer) {
    if (watch->token.is_cancelled())
      throw Error(ErrorKind::cancelled, std::string("cancelled while ") + running, location);
    if (watch->deadline != Clock::time_point::max() && Clock::now() >= watch->deadline)
      throw Error(ErrorKind::cancelled, std::string(running) + " longer than the time that it was given", location);
  }
}

namespace {

bool has_nan(const detail::TensorImpl& impl) {
  if (!is_floating(impl.dtype)) return false;
  Tensor wide = detail::allocate(DType::float64, impl.shape);
  detail::convert_elements(*wide.impl(), impl);
  const auto* values = reinterpret_cast<const double*>(wide.impl()->data());
  return std::any_of(values, values + impl.shape.element_count(), [](double value) { return std::isnan(value); });
}

}  // namespace

void check_numerics(const ir::Node& node, std::span<detail::TensorImpl* const> inputs,
                    std::span<const Tensor> outputs) {
  const auto is_nan = [](const auto* impl) { return impl && has_nan(*impl); };
  if (std::ranges::none_of(outputs, [&](const Tensor& output) { return is_nan(output.impl()); })) return;
  if (std::ranges::any_of(inputs, is_nan)) return;
  ir::KernelContext(*node.op, inputs, {}, node.attributes, node.location)
      .fail(ErrorKind::failed_check, "made a NaN of operands without one");
}

}  // namespace exec
}  // namespace ag
