/// safetensors files: round trips, the bytes that are agreed on, and files that are wrong.
#include <ag/ag.h>

#include <cstring>
#include <random>

#include "runtime/tensor/scratch.h"
#include "support/catch.h"
#include "tensor/impl.h"

using namespace ag;
using ag_test::ContainsSubstring;
using ag_test::fault_of;
using ag_test::read_bytes;
using ag_test::Scratch;

namespace safetensors_test {
namespace {

/// A file with this header and these elements.
std::string file_of(const std::string& header, const std::string& data = {}) {
  const uint64_t size = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &size, 8);
  return bytes + header + data;
}

std::string fault_in(const std::string& bytes) {
  const Scratch scratch;
  ErrorKind kind = ErrorKind::internal;
  const std::string path = scratch.write("x.safetensors", bytes);
  const std::string fault = fault_of([&] { load_safetensors(path); }, &kind);
  if (fault != "no error") CHECK(kind == ErrorKind::invalid_argument);
  return fault.starts_with(path) ? fault.substr(path.size() + 2) : fault;
}

constexpr char kTwo[] = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
const std::string kTwoData("\x00\x00\x80\x3f\x00\x00\x00\x40", 8);  // 1, 2

}  // namespace

TEST_CASE("safetensors files that others write are read") {
  const Scratch scratch;
  const std::string header =
      R"({"__metadata__":{"made":"by hand"},"b":{"dtype":"I64","shape":[],"data_offsets":[8,16]},)"
      R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"none":{"dtype":"BF16","shape":[0,3],"data_offsets":[8,8]}}  )";
  const std::string seven("\x07\0\0\0\0\0\0\0", 8);
  const auto read = load_safetensors(scratch.write("x", file_of(header, kTwoData + seven)));
  REQUIRE(read.size() == 3);
  CHECK(read.at("a").to_vector<float>() == std::vector<float>{1, 2});
  CHECK(read.at("b").dtype() == int64);
  CHECK(read.at("b").shape() == Shape());
  CHECK(read.at("b").item<int>() == 7);
  CHECK(read.at("none").shape() == Shape{0, 3});
  CHECK(read.at("none").dtype() == bfloat16);
  CHECK(load_safetensors(scratch.write("y", file_of("{}"))).empty());
}

TEST_CASE("tensors of every dtype come back from a safetensors file, whatever their layout") {
  const Scratch scratch;
  const std::string path = scratch.path("x.safetensors");
  std::map<std::string, Tensor> tensors;
  for (int k = 0; k < kDTypeCount; ++k) {
    const auto dtype = static_cast<DType>(k);
    tensors[std::string(name(dtype))] = astype(reshape(arange(0, 6, 1), {2, 3}), dtype);
  }
  tensors["turned"] = reshape(arange(0, 6, 1), {2, 3}).T();
  tensors["number"] = tensor(2.5, float64);
  tensors["\xc3\xa9 \"quoted\"\n"] = tensor({1, 2});
  tensors["empty"] = zeros({2, 0});
  save_safetensors(path, tensors);
  const auto read = load_safetensors(path);
  REQUIRE(read.size() == tensors.size());
  for (const auto& [name, was] : tensors) {
    INFO(name);
    const Tensor& is = read.at(name);
    CHECK(is.dtype() == was.dtype());
    CHECK(is.shape() == was.shape());
    CHECK(is.to_vector<double>() == was.to_vector<double>());
  }
  CHECK(scratch.file_count() == 1);
  // The elements begin at a multiple of 64 bytes.
  uint64_t header = 0;
  std::memcpy(&header, read_bytes(path).data(), 8);
  CHECK((header + 8) % 64 == 0);
}

TEST_CASE("a safetensors file that cannot be written leaves nothing after") {
  const Scratch scratch;
  CHECK_THAT(fault_of([&] { save_safetensors(scratch.path("x"), {{"__metadata__", tensor(1)}}); }),
             ContainsSubstring("an array cannot have the name __metadata__"));
  CHECK_THAT(fault_of([&] { save_safetensors(scratch.path("x"), {{"\xff", tensor(1)}}); }),
             ContainsSubstring("no UTF-8"));
  CHECK_THROWS_AS(save_safetensors(scratch.path("x"), {{"x", Tensor()}}), Error);
  CHECK_THROWS_AS(save_safetensors(scratch.path("no/x"), {{"x", tensor(1)}}), Error);
  CHECK(scratch.file_count() == 0);
}

TEST_CASE("damaged safetensors files are errors that say what is wrong") {
  const auto one = [](const std::string& entry) { return file_of("{\"a\":" + entry + "}", kTwoData); };
  CHECK(fault_in(file_of(kTwo, kTwoData)) == "no error");
  CHECK_THAT(fault_in("short"), ContainsSubstring("too short"));
  CHECK_THAT(fault_in(std::string(100, '\xff')), ContainsSubstring("its header claims 18446744073709551615 bytes"));
  CHECK_THAT(fault_in(file_of("[1]")), ContainsSubstring("no JSON object"));
  CHECK_THAT(fault_in(file_of("{\"a\":")), ContainsSubstring("no JSON at byte 6"));
  CHECK_THAT(fault_in(file_of(std::string(kTwo).substr(0, 53) + "," + std::string(kTwo).substr(1), kTwoData)),
             ContainsSubstring("'a' stands there twice"));
  CHECK_THAT(fault_in(one("3")), ContainsSubstring("something else than dtype, shape and data_offsets"));
  CHECK_THAT(fault_in(one(R"({"dtype":"C64","shape":[1],"data_offsets":[0,8]})")),
             ContainsSubstring("'a' has the dtype \"C64\", which is not supported"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[-2],"data_offsets":[0,8]})")), ContainsSubstring("a number"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[2.0],"data_offsets":[0,8]})")), ContainsSubstring("a number"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]})")),
             ContainsSubstring("does not fit into memory"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[0,4294967296,4294967296],"data_offsets":[0,8]})")),
             ContainsSubstring("does not fit into memory"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[1],"data_offsets":[0,8]})")),
             ContainsSubstring("'a' takes 4 bytes by dtype and shape"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[1],"data_offsets":[8,4]})")), ContainsSubstring("data_offsets"));
  CHECK_THAT(fault_in(one(R"({"dtype":"F32","shape":[1],"data_offsets":[4,8]})")),
             ContainsSubstring("does not begin where the array before it ends"));
  CHECK_THAT(fault_in(file_of(kTwo, kTwoData.substr(1))),
             ContainsSubstring("is truncated: its arrays take 8 bytes, there are 7"));
  CHECK_THAT(fault_in(file_of(kTwo, kTwoData + "x")), ContainsSubstring("bytes that belong to no array"));
  CHECK_THAT(fault_in(file_of(R"({"__metadata__":{"a":1}})")), ContainsSubstring("something that is no text"));
  CHECK_THAT(fault_in(file_of(std::string(200'000, '{'))), ContainsSubstring("no JSON"));
}

TEST_CASE("changed bytes of a safetensors file are errors or other values, and nothing worse") {
  const Scratch scratch;
  const std::string path = scratch.path("x.safetensors");
  save_safetensors(path, {{"a", tensor({1.0, 2.0})}, {"flags", tensor({true, false})}, {"n", tensor(3)}});
  const std::string sound = read_bytes(path);
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = sound;
    for (unsigned k = 0; k <= random() % 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 4 == 0) bytes.resize(random() % bytes.size());
    try {
      for (const auto& [name, tensor] : load_safetensors(scratch.write("x", bytes)))
        if (tensor.dtype() == boolean && tensor.size() == 2) CHECK(tensor.to_vector<int>()[0] <= 1);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::invalid_argument);
    }
  }
}

}  // namespace safetensors_test
