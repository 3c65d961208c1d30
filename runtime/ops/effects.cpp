/// Operations that keep program order: printing, checks, exceptions.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>

#include "exec/device_executor.h"
#include "ops/define.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/print.h"
#include "tensor/words.h"

namespace ag::ops {

namespace {

void no_results(ir::InferContext&) {}

/// Writes the only element as C++ writes a number of the type that the dtype stores.
void write_number(std::ostream& stream, const detail::TensorImpl& number) {
  const Tensor on_host = detail::host_array(number);
  detail::visit_dtype(number.dtype, [&]<class T>(T) {
    if constexpr (detail::is_half<T>)
      stream << detail::read_scalar(number).floating;
    else
      stream << *reinterpret_cast<const T*>(on_host.impl()->data());
  });
}

/// Returns the text of a number as ag::print and ag::check write it. NaN has no sign, since its sign is meaningless and
/// depends on the executor.
std::string text_of_number(const detail::TensorImpl& number) {
  if (is_floating(number.dtype) && std::isnan(detail::read_scalar(number).floating)) return "nan";
  std::ostringstream text;
  write_number(text, number);
  return text.str();
}

/// The print style of tensors.
struct Look {
  int64_t edge = 0;
  bool shortly = false;  // the style of tf.print
};

/// Joins the texts of `format`. Inputs replace the empty ones; "#" prints the input as a number, and a quote as a
/// string.
std::string join(ir::KernelContext& context, size_t first_input, std::span<const std::string> format,
                 const std::string& separator = " ", Look look = {}) {
  // tf.print quotes a string, unless the string is all it prints.
  const bool is_one_string =
      format.size() == 1 && format[0] == "\"" && context.input_tensor(first_input).shape().empty();
  const auto write_words = look.shortly && !is_one_string ? &detail::print_words_shortly : &detail::print_words;
  const auto write_tensor = look.shortly ? &detail::print_shortly : &detail::print_summary;
  std::ostringstream text;
  size_t input = first_input;
  for (size_t k = 0; k < format.size(); ++k) {
    if (k) text << separator;
    if (format[k].starts_with('='))
      text << std::string_view(format[k]).substr(1);
    else if (format[k] == "#")
      text << text_of_number(context.input(input++));
    else
      (format[k] == "\"" ? write_words : write_tensor)(text, context.input_tensor(input++), look.edge);
  }
  return text.str();
}

std::ostream& stream_named(const std::string& name) {
  return name == "cerr" ? std::cerr : name == "clog" ? std::clog : std::cout;
}

/// Prints to a target. The first entries of `format` are the stream or the file, the style and the number of elements
/// shown, the separator, and the end.
void print_to(ir::KernelContext& context, const std::vector<std::string>& format) {
  constexpr std::string_view kFile = "file ";
  constexpr size_t kHead = 4;
  const std::string to = format[0].substr(1);
  std::istringstream form(format[1]);
  std::string style;
  Look look;
  form >> style >> look.edge;
  look.shortly = style == "short";
  const std::string text = join(context, 0, std::span(format).subspan(kHead), format[2], look) + format[3];
  if (!to.starts_with(kFile)) {
    stream_named(to) << text;
    return;
  }
  // Opened for each line, so that concurrent readers see whole lines, and the file may be moved.
  std::ofstream file(to.substr(kFile.size()), std::ios::app | std::ios::binary);
  file << text << std::flush;
  if (!file) context.fail(ErrorKind::invalid_argument, "cannot write to '" + to.substr(kFile.size()) + "'");
}

void run_print(ir::KernelContext& context) {
  const auto& format = context.attribute<std::vector<std::string>>(0);
  if (!format.empty() && format[0].starts_with('>')) return print_to(context, format);
  // Through std::cout, so that the order with the program's own output is kept.
  std::cout << join(context, 0, format) + "\n";
}

/// Prints a number, or the text of a string word, by printf. The length letters of the conversion determine the width
/// of the argument.
void write_printf(const std::string& conversion, const detail::TensorImpl& number) {
  const detail::Scalar value = detail::read_scalar(number);
  const char kind = conversion.back();
  if (kind == 's') {
    std::printf(conversion.c_str(), detail::text_of_word(static_cast<uint64_t>(value.integer)).c_str());
    return;
  }
  std::string pattern = conversion.substr(0, conversion.find_first_of("hlqjztdiouxXcfFeEgGaA"));
  if (std::string_view("fFeEgGaA").find(kind) != std::string_view::npos) {
    std::printf((pattern + kind).c_str(),
                value.dtype == DType::float64 ? value.floating : static_cast<double>(value.integer));
    return;
  }
  if (kind == 'c') {
    std::printf((pattern + kind).c_str(), static_cast<int>(value.integer));
    return;
  }
  const std::string length = conversion.substr(pattern.size(), conversion.size() - 1 - pattern.size());
  const bool is_signed = kind == 'd' || kind == 'i';
  int64_t integer = value.integer;
  if (length.empty())
    integer = is_signed ? int64_t{static_cast<int>(integer)} : int64_t{static_cast<unsigned>(integer)};
  if (length == "h")
    integer = is_signed ? int64_t{static_cast<short>(integer)} : int64_t{static_cast<unsigned short>(integer)};
  if (length == "hh")
    integer = is_signed ? int64_t{static_cast<signed char>(integer)} : int64_t{static_cast<unsigned char>(integer)};
  std::printf((pattern + "ll" + kind).c_str(), static_cast<long long>(integer));
}

/// `form` selects the kind of output; staging/effects/output.cpp records it.
void run_output(ir::KernelContext& context) {
  std::ostream& stream = stream_named(context.attribute<std::string>(0));
  const std::string &form = context.attribute<std::string>(1), &text = context.attribute<std::string>(2);
  if (context.attribute<std::string>(0) == "stdout") {
    if (form == "printf")
      write_printf(text, context.input(0));
    else
      std::fwrite(text.data(), 1, text.size(), stdout);
  } else if (form == "text") {
    stream << text;
  } else if (form == "raw") {
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  } else if (form == "number") {
    write_number(stream, context.input(0));
  } else if (form == "tensor") {
    stream << context.input_tensor(0);
  } else if (form == "word") {
    stream << detail::text_of_word(static_cast<uint64_t>(detail::read_scalar(context.input(0)).integer));
  } else if (form == "flush") {
    stream.flush();
  } else if (form == "fill") {
    stream.fill(text.front());
  } else if (form == "precision") {
    stream.precision(std::stol(text));
  } else if (form == "width") {
    stream.width(std::stol(text));
  } else {  // flags
    const size_t space = text.find(' ');
    stream.unsetf(static_cast<std::ios_base::fmtflags>(std::stoul(text.substr(space))));
    stream.setf(static_cast<std::ios_base::fmtflags>(std::stoul(text)));
  }
}

void infer_check(ir::InferContext& context) {
  if (context.shape(0).known() && context.shape(0).element_count() != 1) {
    context.fail(ErrorKind::shape_error, "a condition needs one element; reduce it with ag::all or ag::any");
  }
}

void run_check(ir::KernelContext& context) {
  if (context.input(0).shape.element_count() != 1) {
    context.fail(ErrorKind::shape_error, "a condition needs one element; reduce it with ag::all or ag::any");
  }
  const detail::Scalar value = detail::read_scalar(context.input(0));
  if (value.dtype == DType::float64 ? value.floating != 0 : value.integer != 0) return;
  throw Error(ErrorKind::failed_check, join(context, 1, context.attribute<std::vector<std::string>>(0)),
              context.location());
}

void run_check_defined(ir::KernelContext& context) {
  if (detail::read_scalar(context.input(0)).integer != 0) return;
  const std::string &name = context.attribute<std::string>(0), &why = context.attribute<std::string>(1);
  throw Error(ErrorKind::invalid_argument,
              "undefined tensor used" + (name.empty() ? "" : " ('" + name + "')") + ": " +
                  (why.empty() ? "assign it a value first" : why),
              context.location());
}

void run_raise(ir::KernelContext& context) {
  std::rethrow_exception(*static_cast<const std::exception_ptr*>(context.attribute<ir::Opaque>(0).value.get()));
}

/// The location is the address of the variable: an ag::Tensor, or a number of the dtype.
void run_store(ir::KernelContext& context) {
  void* place = reinterpret_cast<void*>(static_cast<uintptr_t>(context.input_integer(0)));
  if (context.attribute<bool>(0))
    *static_cast<Tensor*>(place) = exec::program_array(context.input_tensor(1));
  else
    std::memcpy(place, context.input(1).data(), static_cast<size_t>(item_size(context.input(1).dtype)));
}

}  // namespace

const ir::OpBlock block_check = {ir::kEffect | ir::kGuard, ir::Operands::AsIs, &infer_check, &run_check};
const ir::OpBlock block_check_defined = {.traits = ir::kEffect | ir::kGuard,
                                         .infer = &no_results,
                                         .kernel = &run_check_defined,
                                         .kind = ir::OpKind::CheckDefined};
const ir::OpBlock block_print = {.traits = ir::kEffect | ir::kNoThrow, .infer = &no_results, .kernel = &run_print};
const ir::OpBlock block_raise = {ir::kEffect, ir::Operands::AsIs, &no_results, &run_raise};
const ir::OpBlock block_store = {.traits = ir::kEffect | ir::kNoThrow, .infer = &no_results, .kernel = &run_store};
const ir::OpBlock block_write = {ir::kEffect, ir::Operands::AsIs, &no_results, &run_output};

}  // namespace ag::ops
