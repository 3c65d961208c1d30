#include "device/stream_queues.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ag::device {

namespace {

constexpr uint64_t kOthers = 4;  // one in so many operations is of a stream that nothing waits for

double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

uint64_t StreamQueues::create_stream() {
  streams_[++last_id_] = {order_.add_stream()};
  return last_id_;
}

bool StreamQueues::destroy_stream(uint64_t stream) {
  if (!has_stream(stream)) return false;
  streams_.at(stream).is_destroyed = true;
  if (streams_.at(stream).items.empty()) streams_.erase(stream);
  return true;
}

void StreamQueues::enqueue(uint64_t stream, std::string description, Run run) {
  Stream& own = streams_.at(stream);
  const uint32_t operation = order_.enqueue(own.number, std::move(description));
  own.items.push_back({std::move(run), operation, nullptr, nullptr});
}

bool StreamQueues::is_runnable(const Stream& stream) const {
  if (stream.items.empty()) return false;
  const Item& head = stream.items.front();
  return !head.awaited || head.awaited->time.has_value();
}

void StreamQueues::add_needed(uint64_t stream, std::vector<uint64_t>& needed) const {
  if (std::find(needed.begin(), needed.end(), stream) != needed.end()) return;
  needed.push_back(stream);
  for (const Item& item : streams_.at(stream).items) {
    if (item.awaited && !item.awaited->time) add_needed(item.awaited->stream, needed);
  }
}

void StreamQueues::run_one_for(uint64_t stream) {
  std::vector<uint64_t> candidates;
  if (random_.below(kOthers) == 0) {
    for (const auto& [id, other] : streams_) candidates.push_back(id);
  } else {
    add_needed(stream, candidates);
  }
  std::erase_if(candidates, [this](uint64_t id) { return !is_runnable(streams_.at(id)); });
  // A mark precedes each wait for it, so that the needed streams never wait in a circle.
  const uint64_t chosen = candidates[random_.below(candidates.size())];
  Stream& running = streams_.at(chosen);
  run_head(running);
  if (running.is_destroyed && running.items.empty()) streams_.erase(chosen);
}

void StreamQueues::run_head(Stream& stream) {
  Item item = std::move(stream.items.front());
  stream.items.pop_front();
  if (item.run) item.run(item.operation);
  if (item.mark) item.mark->time = milliseconds();
}

void StreamQueues::host_waited(const OperationOrder::Clock& clock) {
  order_.host_waited(clock);
  const bool is_idle =
      std::all_of(streams_.begin(), streams_.end(), [](const auto& entry) { return entry.second.items.empty(); });
  if (is_idle) order_.settle();
}

void StreamQueues::wait(uint64_t stream) {
  while (!streams_.at(stream).items.empty()) run_one_for(stream);
  host_waited(order_.clock(streams_.at(stream).number));
}

bool StreamQueues::poll(uint64_t stream) {
  if (!streams_.at(stream).items.empty()) run_one_for(stream);
  const bool is_done = streams_.at(stream).items.empty();
  if (is_done) host_waited(order_.clock(streams_.at(stream).number));
  return is_done;
}

void StreamQueues::wait_for_all() {
  for (;;) {
    std::vector<uint64_t> busy;
    for (const auto& [id, stream] : streams_) {
      if (!stream.items.empty()) busy.push_back(id);
    }
    if (busy.empty()) break;
    run_one_for(busy[random_.below(busy.size())]);
  }
  order_.host_waited_for_all();
  order_.settle();
}

uint64_t StreamQueues::create_event() {
  events_[++last_id_] = nullptr;
  return last_id_;
}

void StreamQueues::record(uint64_t event, uint64_t stream) {
  Stream& own = streams_.at(stream);
  auto mark = std::make_shared<Mark>(Mark{stream, order_.clock(own.number)});
  events_[event] = mark;
  own.items.push_back({nullptr, 0, std::move(mark), nullptr});
}

void StreamQueues::wait_for_event(uint64_t stream, uint64_t event) {
  const std::shared_ptr<Mark>& mark = events_.at(event);
  if (!mark) return;
  Stream& own = streams_.at(stream);
  order_.join(own.number, mark->clock);
  if (!mark->time) own.items.push_back({nullptr, 0, nullptr, mark});
}

void StreamQueues::run_until(const Mark& mark) {
  while (!mark.time) run_one_for(mark.stream);
}

void StreamQueues::wait_event(uint64_t event) {
  const std::shared_ptr<Mark> mark = events_.at(event);
  if (!mark) return;
  run_until(*mark);
  host_waited(mark->clock);
}

bool StreamQueues::poll_event(uint64_t event) {
  const std::shared_ptr<Mark> mark = events_.at(event);
  if (!mark) return true;
  if (!mark->time) run_one_for(mark->stream);
  if (mark->time) host_waited(mark->clock);
  return mark->time.has_value();
}

std::optional<float> StreamQueues::elapsed(uint64_t from, uint64_t to) const {
  const Mark* first = events_.at(from).get();
  const Mark* last = events_.at(to).get();
  if (!first || !last || !first->time || !last->time) return std::nullopt;
  return static_cast<float>(*last->time - *first->time);
}

}  // namespace ag::device
