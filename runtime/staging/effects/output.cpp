/// Output of converted code. Each item is written by one node when the graph reaches it, so numbers and tensors use the
/// format state that the stream has then. The effect of a manipulator is found by applying it to a scratch stream.
#include "ag/staging/output.h"

#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <streambuf>
#include <utility>

#include "ops/table.h"
#include "staging/control/leaves.h"
#include "tensor/sink.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

const char* name_of(const std::ostream& stream) {
  return &stream == &std::cerr ? "cerr" : &stream == &std::clog ? "clog" : "cout";
}

void write(const char* stream, const char* form, std::string text, std::vector<Tensor> values,
           SourceLocation location) {
  tracing::apply(ops::def(ops::Op::write), values, {std::string(stream), std::string(form), std::move(text)}, location);
}

/// The stream state that manipulators change.
struct Format {
  std::ios_base::fmtflags flags;
  std::streamsize precision;
  std::streamsize width;
  char fill;

  static Format of(const std::ostream& stream) {
    return {stream.flags(), stream.precision(), stream.width(), stream.fill()};
  }
  void give(std::ostream& stream) const {
    stream.flags(flags);
    stream.precision(precision);
    stream.width(width);
    stream.fill(fill);
  }
};

}  // namespace

/// A stream with the state that the real one will have, as far as the trace knows it.
struct StreamRecorder::Simulation final : std::streambuf, TensorSink {
  Simulation(std::ostream& real, SourceLocation place) : target(name_of(real)), location(place), stream(this) {
    stream.exceptions(std::ios_base::goodbit);
    stream.copyfmt(real);
    stream.exceptions(std::ios_base::goodbit);
    stream.pword(sink_index()) = static_cast<TensorSink*>(this);
    known = Format::of(stream);
  }

  int_type overflow(int_type character) override {
    if (!traits_type::eq_int_type(character, traits_type::eof())) text += traits_type::to_char_type(character);
    return traits_type::not_eof(character);
  }
  std::streamsize xsputn(const char* characters, std::streamsize count) override {
    text.append(characters, static_cast<size_t>(count));
    return count;
  }
  int sync() override {
    take_text();
    record("flush");
    return 0;
  }
  /// A tensor inside the output of a user-defined operator.
  void symbol(const Tensor& tensor) override {
    take_text();
    take_format();
    record("tensor", {}, {tensor});
    written();
  }

  void record(const char* form, std::string what = {}, std::vector<Tensor> values = {}) {
    recorded = true;
    write(target, form, std::move(what), std::move(values), location);
  }
  void take_text() {
    if (!text.empty()) record("raw", std::exchange(text, {}));
  }
  /// Resets the width, as every formatted output does.
  void written() {
    stream.width(0);
    known.width = 0;
  }
  void take_format() {
    const Format now = Format::of(stream);
    if (now.flags != known.flags) set_flags(now.flags & ~known.flags, known.flags & ~now.flags);
    if (now.precision != known.precision) record("precision", std::to_string(now.precision));
    if (now.width != known.width) record("width", std::to_string(now.width));
    if (now.fill != known.fill) record("fill", std::string(1, now.fill));
    known = now;
  }
  void set_flags(std::ios_base::fmtflags set, std::ios_base::fmtflags clear) {
    record("flags", std::to_string(static_cast<unsigned>(set)) + " " + std::to_string(static_cast<unsigned>(clear)));
  }

  /// Records the effect of `change` on any stream, including settings that this stream already has.
  void take_change(FunctionRef<void(std::ostream&)> change) {
    constexpr auto kAll = static_cast<std::ios_base::fmtflags>(0xFFFF);
    const Format low{std::ios_base::fmtflags{}, 101, 103, '\1'}, high{kAll, 102, 104, '\2'};
    const auto changed = [&](const Format& before) {
      std::ostringstream probe;
      before.give(probe);
      change(probe);
      return Format::of(probe);
    };
    const Format from_low = changed(low), from_high = changed(high);
    const auto set = from_low.flags, clear = kAll & ~from_high.flags;
    if (set != low.flags || clear != low.flags) set_flags(set, clear);
    if (from_low.precision == from_high.precision) record("precision", std::to_string(from_low.precision));
    if (from_low.width == from_high.width) record("width", std::to_string(from_low.width));
    if (from_low.fill == from_high.fill) record("fill", std::string(1, from_low.fill));
    known = Format::of(stream);
  }

  const char* target;
  SourceLocation location;
  std::string text;
  bool recorded = false;
  Format known;
  std::ostream stream;
};

StreamRecorder::StreamRecorder(std::ostream& stream, SourceLocation location)
    : simulation_(std::make_unique<Simulation>(stream, location)) {}
StreamRecorder::~StreamRecorder() = default;

void StreamRecorder::text(std::string_view text) {
  simulation_->record("text", std::string(text));
  simulation_->written();
}

void StreamRecorder::tensor(const Tensor& tensor) {
  if (!tensor.defined()) return value([&](std::ostream& stream) { stream << tensor; });
  simulation_->record("tensor", {}, {tensor});
  simulation_->written();
}

void StreamRecorder::word(const Tensor& word) {
  simulation_->record("word", {}, {word});
  simulation_->written();
}

void StreamRecorder::number(const Number& number) {
  simulation_->record("number", {}, {number_tensor(number, simulation_->location)});
  simulation_->written();
}

void StreamRecorder::shape(const Shape& shape) {
  if (!shape.known()) {
    throw Error(ErrorKind::staging_error, "the shape " + shape.str() + " is known only when the graph runs",
                simulation_->location, {"write ag::shape(x), which gives the extents as a tensor"});
  }
  value([&](std::ostream& stream) { stream << shape; });
}

void StreamRecorder::value(FunctionRef<void(std::ostream&)> write) {
  Simulation& simulation = *simulation_;
  simulation.recorded = false;
  write(simulation.stream);
  simulation.take_text();
  if (!simulation.recorded) return simulation.take_change(write);
  simulation.take_format();
}

// ---- printf ----

namespace {

/// Returns the conversion that starts at `at`, a '%', with its flags, width and precision; nullopt if it is
/// unsupported.
std::optional<std::string_view> conversion_at(std::string_view format, size_t at) {
  const size_t letters = format.find_first_not_of("-+ #0123456789.", at + 1);
  if (letters == std::string_view::npos) return std::nullopt;
  const size_t last = format.find_first_not_of("hlqjzt", letters);
  if (last == std::string_view::npos ||
      std::string_view("diouxXcsfFeEgGaAp").find(format[last]) == std::string_view::npos)
    return std::nullopt;
  return format.substr(at, last + 1 - at);
}

}  // namespace

void printf_items(const char* format, const std::vector<PrintfArgument>& arguments, SourceLocation location) {
  const std::string_view rest(format);
  std::string text;
  const auto finish = [&] {
    if (!text.empty()) write("stdout", "raw", std::exchange(text, {}), {}, location);
  };
  size_t next = 0;
  for (size_t at = 0; at < rest.size(); ++at) {
    if (rest[at] != '%') {
      text += rest[at];
      continue;
    }
    if (rest.substr(at, 2) == "%%") {
      text += rest[at++];
      continue;
    }
    const auto conversion = conversion_at(rest, at);
    const bool of_pointer = conversion && (conversion->back() == 's' || conversion->back() == 'p');
    if (!conversion || next == arguments.size() || arguments[next].is_pointer() != of_pointer) {
      throw Error(ErrorKind::invalid_argument,
                  "printf: '" + std::string(rest.substr(at)) + "' does not fit the arguments, or is not supported",
                  location);
    }
    const PrintfArgument& argument = arguments[next++];
    const std::string spec(*conversion);
    at += spec.size() - 1;
    if (argument.word().defined()) {
      finish();
      write("stdout", "printf", spec, {argument.word()}, location);
      continue;
    }
    if (of_pointer) {
      const int length = std::snprintf(nullptr, 0, spec.c_str(), argument.pointer());
      std::string formatted(static_cast<size_t>(length) + 1, '\0');
      std::snprintf(formatted.data(), formatted.size(), spec.c_str(), argument.pointer());
      formatted.pop_back();
      text += formatted;
      continue;
    }
    finish();
    write("stdout", "printf", spec, {number_tensor(argument.number(), location)}, location);
  }
  finish();
}

}  // namespace ag::detail
