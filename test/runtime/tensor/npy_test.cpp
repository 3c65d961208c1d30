/// .npy files: those of NumPy, round trips, and files that are wrong.
#include <algorithm>
#include <numeric>

#include "ag/io.h"
#include "runtime/tensor/scratch.h"
#include "support/catch.h"
#include "tensor/impl.h"

using namespace ag;
using ag_test::data_file;
using ag_test::fault_of;
using ag_test::Scratch;

namespace npy_test {
namespace {

/// Whether a tensor is 0, 1, 2, … (for booleans 0, 1, 0, …) in that dtype and shape.
void check_counting(const Tensor& tensor, DType dtype, const Shape& shape) {
  CHECK(tensor.dtype() == dtype);
  CHECK(tensor.shape() == shape);
  const std::vector<double> values = tensor.to_vector<double>();
  for (size_t i = 0; i < values.size(); ++i) {
    CHECK(values[i] == static_cast<double>(dtype == boolean ? i % 2 : i));
  }
}

Tensor counting(DType dtype, const Shape& shape) {
  Tensor tensor = detail::allocate(dtype, shape);
  for (int64_t i = 0; i < shape.element_count(); ++i) {
    const int64_t value = dtype == boolean ? i % 2 : i;
    const Tensor element = detail::scalar_tensor(detail::scalar_of(value), dtype);
    std::copy_n(element.impl()->data(), item_size(dtype),
                tensor.impl()->data() + i * static_cast<int64_t>(item_size(dtype)));
  }
  return tensor;
}

std::string npy_of(const std::string& dict, size_t data_bytes) {
  std::string header = dict + "\n";
  std::string bytes = "\x93NUMPY";
  bytes += {'\x01', '\x00', static_cast<char>(header.size()), '\x00'};
  return bytes + header + std::string(data_bytes, '\0');
}

}  // namespace

TEST_CASE("arrays of every dtype that NumPy saved load") {
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (dtype == bfloat16) continue;
    const std::string stem = dtype == boolean ? "bool" : std::string(name(dtype));
    INFO(stem);
    check_counting(load_npy(data_file(stem + ".npy")), dtype, {2, 3});
  }
}

TEST_CASE("both byte orders, both element orders and all versions load") {
  for (const DType dtype : {int16, uint32, float16, float64}) {
    check_counting(load_npy(data_file(std::string(name(dtype)) + "_big_endian.npy")), dtype, {2, 3});
  }
  check_counting(load_npy(data_file("fortran.npy")), float32, {2, 3, 4});
  check_counting(load_npy(data_file("fortran_big_endian.npy")), int32, {2, 3});
  check_counting(load_npy(data_file("version2.npy")), float32, {2, 3});
  check_counting(load_npy(data_file("version3.npy")), float32, {2, 3});
  check_counting(load_npy(data_file("vector.npy")), int64, {5});
  check_counting(load_npy(data_file("empty.npy")), float32, {0, 3});
  CHECK(load_npy(data_file("rank0.npy")).shape() == Shape{});
  CHECK(load_npy(data_file("rank0.npy")).item<float>() == 2.5f);
}

TEST_CASE("what is saved is what NumPy saves, and loads again") {
  const Scratch scratch;
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (dtype == bfloat16) continue;
    const std::string stem = dtype == boolean ? "bool" : std::string(name(dtype));
    INFO(stem);
    const std::string path = scratch.path(stem + ".npy");
    save_npy(path, counting(dtype, {2, 3}));
    CHECK(ag_test::read_bytes(path) == ag_test::read_bytes(data_file(stem + ".npy")));
    check_counting(load_npy(path), dtype, {2, 3});
  }
  save_npy(scratch.path("vector.npy"), counting(int64, {5}));
  CHECK(ag_test::read_bytes(scratch.path("vector.npy")) == ag_test::read_bytes(data_file("vector.npy")));
  save_npy(scratch.path("empty.npy"), counting(float32, {0, 3}));
  CHECK(ag_test::read_bytes(scratch.path("empty.npy")) == ag_test::read_bytes(data_file("empty.npy")));
  save_npy(scratch.path("rank0.npy"), Tensor(2.5));
  CHECK(ag_test::read_bytes(scratch.path("rank0.npy")) == ag_test::read_bytes(data_file("rank0.npy")));
}

TEST_CASE("a view is saved by its elements") {
  const Scratch scratch;
  const Tensor base = counting(float32, {6});
  save_npy(scratch.path("v.npy"), detail::make_view(base, {3, 2}, detail::Strides{1, 3}, 0));
  CHECK(load_npy(scratch.path("v.npy")).to_vector<int>() == std::vector<int>{0, 3, 1, 4, 2, 5});
}

TEST_CASE("saving replaces a file whole, and leaves nothing else after") {
  const Scratch scratch;
  const std::string path = scratch.write("x.npy", "before");
  save_npy(path, counting(int8, {3}));
  CHECK(scratch.file_count() == 1);
  check_counting(load_npy(path), int8, {3});
  std::filesystem::create_directory(scratch.path("folder"));
  CHECK(fault_of([&] { save_npy(scratch.path("folder"), counting(int8, {3})); }) ==
        scratch.path("folder") + ": cannot be written: Is a directory");
  CHECK(scratch.file_count() == 2);
}

TEST_CASE("what NumPy cannot hold is an error that says what to do") {
  const Scratch scratch;
  ErrorKind kind{};
  CHECK(fault_of([&] { save_npy(scratch.path("x.npy"), counting(bfloat16, {3})); }, &kind) ==
        "save_npy: NumPy has no bfloat16; save ag::astype(x, ag::float32), which keeps every value");
  CHECK(kind == ErrorKind::type_error);
  CHECK_THAT(fault_of([&] { save_npy(scratch.path("x.npy"), Tensor()); }),
             ag_test::ContainsSubstring("undefined tensor"));
  CHECK_THAT(fault_of([&] { save_npy(scratch.path("x.npy"), detail::make_symbol(float32, {2}, false, {})); }),
             ag_test::ContainsSubstring("a tensor has no value"));
  CHECK(scratch.file_count() == 0);
}

TEST_CASE("a file that is not there is named, at the line that asks") {
  ErrorKind kind{};
  CHECK(fault_of([] { load_npy("/nowhere/x.npy"); }, &kind) ==
        "/nowhere/x.npy: cannot be opened: No such file or directory");
  CHECK(kind == ErrorKind::not_found);
  CHECK(fault_of([] { save_npy("/nowhere/x.npy", Tensor(1)); }, &kind) ==
        "/nowhere/x.npy: cannot be written: No such file or directory");
  CHECK(kind == ErrorKind::not_found);
  CHECK(fault_of([] { load_npy("/"); }) == "/: is not a regular file");
  try {
    load_npy("missing.npy");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK_THAT(error.location().file_name(), ag_test::EndsWith("npy_test.cpp"));
  }
}

TEST_CASE("arrays that are not supported are refused by name") {
  CHECK(fault_of([] { load_npy(data_file("complex.npy")); }) ==
        data_file("complex.npy") +
            ": dtype '<c8' is not supported; save the array as bool, int8 to int64, uint8 to uint64, float16, float32 "
            "or float64 (x.astype(…) in NumPy)");
  CHECK_THAT(fault_of([] { load_npy(data_file("text.npy")); }), ag_test::ContainsSubstring("dtype '<U1'"));
  CHECK_THAT(fault_of([] { load_npy(data_file("python_objects.npy")); }), ag_test::ContainsSubstring("dtype '|O'"));
  CHECK_THAT(fault_of([] { load_npy(data_file("fields.npy")); }), ag_test::ContainsSubstring("structured dtype"));
}

TEST_CASE("headers that are wrong are errors, whatever they claim") {
  const Scratch scratch;
  struct Case {
    std::string bytes;
    const char* fault;
  };
  const std::string sound = ag_test::read_bytes(data_file("float32.npy"));
  const Case cases[] = {
      {"", "is too short for a .npy file"},
      {"no array at all", "is no .npy file"},
      {std::string("\x93NUMPY\x04\x00\x00\x00", 10), "has version 4 of the .npy format; 1 to 3 are known"},
      {sound.substr(0, 30), "is truncated: it ends inside the header"},
      {sound.substr(0, sound.size() - 1), "is truncated: float32 of shape (2, 3) takes 24 bytes, there are 23"},
      {npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000)}", 8),
       "is truncated: float32 of shape (1000000, 1000000) takes 4000000000000 bytes, there are 8"},
      {npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4)}", 8),
       "the header is damaged: an array of this shape does not fit into memory"},
      {npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4611686018427387904, 8)}", 8),
       "the header is damaged: an array of this shape does not fit into memory"},
      {npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 8),
       "the header is damaged: 'shape' is no tuple of dimensions"},
      {npy_of("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,)}", 8),
       "the header is damaged: 'fortran_order' is neither True nor False"},
      {npy_of("{'descr': '<f4', 'shape': (1,)}", 8), "the header lacks 'descr', 'fortran_order' or 'shape'"},
      {npy_of("{'descr': '<f4', 'descr': '<f4'}", 8), "the header has an unknown or repeated entry 'descr'"},
      {npy_of("{'descr", 8), "the header is damaged: no string at byte 1"},
      {npy_of("[]", 8), "the header is damaged: '{' is missing at byte 0"},
  };
  for (const Case& c : cases) {
    const std::string path = scratch.write("bad.npy", c.bytes);
    CHECK(fault_of([&] { load_npy(path); }) == path + ": " + c.fault);
  }
  std::string large_header = std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12);
  CHECK_THAT(fault_of([&] { load_npy(scratch.write("bad.npy", large_header)); }),
             ag_test::ContainsSubstring("is truncated: it ends inside the header"));
}

TEST_CASE("damaged bytes never do more than give an error or other numbers") {
  const Scratch scratch;
  const std::string sound = ag_test::read_bytes(data_file("fortran.npy"));
  for (size_t at = 0; at < 128; ++at) {
    for (const unsigned char flip : {0x01, 0x10, 0x80, 0xff}) {
      std::string damaged = sound;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
      const std::string path = scratch.write("damaged.npy", damaged);
      try {
        load_npy(path);
      } catch (const Error& error) {
        REQUIRE(error.message().starts_with(path + ": "));
      }
    }
  }
  for (size_t size = 0; size < sound.size(); ++size) {
    REQUIRE_THROWS_AS(load_npy(scratch.write("short.npy", sound.substr(0, size))), Error);
  }
}

TEST_CASE("booleans load as 0 and 1, whatever bytes stand there") {
  const Scratch scratch;
  std::string bytes = ag_test::read_bytes(data_file("bool.npy"));
  bytes.back() = '\x07';
  const Tensor loaded = load_npy(scratch.write("b.npy", bytes));
  CHECK(static_cast<int>(loaded.impl()->data()[5]) == 1);
}

}  // namespace npy_test
