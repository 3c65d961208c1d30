/// .npz files: those of NumPy and zipfile, round trips, and files that are wrong.
#include "tensor/npz.h"

#include <random>

#include "ag/io.h"
#include "runtime/tensor/scratch.h"
#include "support/catch.h"
#include "tensor/impl.h"

using namespace ag;
using ag_test::data_file;
using ag_test::fault_of;
using ag_test::Scratch;

namespace npz_test {
namespace {

using Tensors = std::map<std::string, Tensor>;

void check_arrays(const Tensors& tensors) {
  REQUIRE(tensors.count("x") == 1);
  CHECK(tensors.at("x").dtype() == float32);
  CHECK(tensors.at("x").shape() == Shape{2, 3});
  CHECK(tensors.at("x").to_vector<int>() == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(tensors.at("labels").dtype() == int64);
  CHECK(tensors.at("labels").to_vector<int>() == std::vector<int>{0, 1, 2, 3});
  CHECK(tensors.at("flag").dtype() == boolean);
  CHECK(tensors.at("flag").item<bool>());
}

Tensors some_arrays() { return load_npz(data_file("stored.npz")); }

}  // namespace

TEST_CASE("archives of NumPy load, stored and deflated") {
  check_arrays(load_npz(data_file("stored.npz")));
  const Tensors deflated = load_npz(data_file("deflated.npz"));
  check_arrays(deflated);
  CHECK(deflated.at("zeros").to_vector<double>() == std::vector<double>(5000));
  CHECK(load_npz(data_file("nothing.npz")).empty());
}

TEST_CASE("sizes after the data, 64-bit sizes and comments are read") {
  const std::vector<int> counting = {0, 1, 2, 3, 4, 5};
  const Tensors streamed = load_npz(data_file("data_descriptor.npz"));
  CHECK(streamed.at("x").to_vector<int>() == counting);
  CHECK(streamed.at("y").to_vector<int>() == counting);
  CHECK(load_npz(data_file("zip64.npz")).at("x").to_vector<int>() == counting);
  CHECK(load_npz(data_file("comment.npz")).at("\xc3\xa9").to_vector<int>() == counting);
}

TEST_CASE("what is saved loads again, also with 64-bit sizes") {
  const Scratch scratch;
  const std::string path = scratch.path("x.npz");
  Tensors tensors = some_arrays();
  tensors["\xc3\xa9/\"n"] = Tensor(3);
  tensors["empty"] = detail::allocate(float64, {0, 2});
  for (const uint64_t wide_from : {uint64_t{0xffffffff}, uint64_t{0}, uint64_t{400}}) {
    detail::write_npz(path, tensors, wide_from, SourceLocation::current());
    const Tensors loaded = load_npz(path);
    CHECK(loaded.size() == 5);
    check_arrays(loaded);
    CHECK(loaded.at("\xc3\xa9/\"n").item<int>() == 3);
    CHECK(loaded.at("empty").shape() == Shape{0, 2});
  }
  save_npz(path, {});
  CHECK(load_npz(path).empty());
  CHECK(scratch.file_count() == 1);
}

TEST_CASE("an archive with something that cannot be saved is not written") {
  const Scratch scratch;
  Tensors tensors = some_arrays();
  tensors["half"] = detail::allocate(bfloat16, {2});
  CHECK_THAT(fault_of([&] { save_npz(scratch.path("x.npz"), tensors); }),
             ag_test::ContainsSubstring("save_npz: 'half': NumPy has no bfloat16"));
  CHECK(scratch.file_count() == 0);
}

TEST_CASE("archives that are not supported are refused by name") {
  CHECK(fault_of([] { load_npz(data_file("other_member.npz")); }) ==
        data_file("other_member.npz") + ": 'notes.txt' in it is no array: its name has no .npy");
  CHECK(fault_of([] { load_npz(data_file("lzma.npz")); }) ==
        data_file("lzma.npz") + ": 'x.npy' is compressed by method 14; stored and deflated are known");
  ErrorKind kind{};
  CHECK(fault_of([] { load_npz("/nowhere/x.npz"); }, &kind) ==
        "/nowhere/x.npz: cannot be opened: No such file or directory");
  CHECK(kind == ErrorKind::not_found);
  CHECK(fault_of([] { load_npz(data_file("float32.npy")); }) ==
        data_file("float32.npy") + ": is truncated, or no .npz file: it has no directory");
}

TEST_CASE("a wrong checksum is found") {
  const Scratch scratch;
  std::string bytes = ag_test::read_bytes(data_file("stored.npz"));
  const size_t header = bytes.find("NUMPY");
  bytes[header + 128] ^= 1;  // in the elements
  CHECK_THAT(fault_of([&] { load_npz(scratch.write("x.npz", bytes)); }),
             ag_test::ContainsSubstring("'x.npy' is damaged: its checksum is wrong"));
}

TEST_CASE("sizes that contradict the file allocate nothing") {
  const Scratch scratch;
  std::string bytes = ag_test::read_bytes(data_file("deflated.npz"));
  const size_t entry = bytes.find("PK\x01\x02");
  for (size_t i = 24; i < 28; ++i) bytes[entry + i] = '\x7f';
  CHECK_THAT(fault_of([&] { load_npz(scratch.write("x.npz", bytes)); }),
             ag_test::ContainsSubstring("contradict each other"));
}

TEST_CASE("damaged archives are errors or other numbers, never a crash") {
  const Scratch scratch;
  std::mt19937 random(7);
  for (const char* name : {"stored.npz", "deflated.npz", "data_descriptor.npz", "zip64.npz", "comment.npz"}) {
    const std::string sound = ag_test::read_bytes(data_file(name));
    for (size_t size = 0; size < sound.size(); ++size) {
      REQUIRE_THROWS_AS(load_npz(scratch.write("short.npz", sound.substr(0, size))), Error);
    }
    for (int round = 0; round < 1500; ++round) {
      std::string damaged = sound;
      for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips) {
        damaged[random() % damaged.size()] = static_cast<char>(random() % 4 == 0 ? 0xff : random());
      }
      const std::string path = scratch.write("damaged.npz", damaged);
      try {
        load_npz(path);
      } catch (const Error& error) {
        REQUIRE(error.message().starts_with(path + ": "));
      }
    }
  }
}

}  // namespace npz_test
