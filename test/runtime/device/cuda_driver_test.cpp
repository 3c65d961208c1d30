/// Failures of the CUDA driver, as a fake library causes them: their kinds, texts and consequences.
#include "device/cuda_driver.h"

#include "device/cuda_abi.h"
#include "opened_driver.h"
#include "support/catch.h"

namespace ag::test::cuda_driver_test {

using namespace device;

namespace {

Failure failure_of_open(const char* path = AG_FAKE_CUDA) {
  const auto library = CudaLibrary::open(path);
  REQUIRE_FALSE(library);
  return library.failure();
}

std::string text_of(const Failure& failure) { return to_error(failure, SourceLocation(std::source_location())).what(); }

}  // namespace

TEST_CASE("a missing driver is a failure that names the library and the remedy") {
  const Failure failure = failure_of_open("libcuda_that_is_not_there.so.1");
  CHECK(failure.kind == FailureKind::NoDriver);
  CHECK(text_of(failure) ==
        "there is no NVIDIA driver: libcuda_that_is_not_there.so.1: cannot open shared object file: No such file or "
        "directory\n  install the NVIDIA driver, version 525 or newer; in a container, make the GPU visible (--gpus "
        "all). AG_DEVICE=emulated needs no GPU");
  CHECK(to_error(failure, SourceLocation::current()).kind() == ErrorKind::not_found);
}

TEST_CASE("a driver that is too old is a failure with both versions") {
  reset_fake_cuda().version = 11080;
  const Failure failure = failure_of_open();
  CHECK(failure.kind == FailureKind::DriverTooOld);
  CHECK(
      text_of(failure) ==
      "the NVIDIA driver is too old: it supports CUDA 11.8, and 12.0 is needed\n  update the NVIDIA driver to version "
      "525 or newer. AG_DEVICE=emulated needs no GPU");
}

TEST_CASE("a driver without a function is too old") {
  const Failure failure = failure_of_open(AG_OLD_FAKE_CUDA);
  CHECK(failure.kind == FailureKind::DriverTooOld);
  CHECK_THAT(failure.message, ag_test::EndsWith(" has no function cuLaunchCooperativeKernel"));
}

TEST_CASE("a driver without a GPU is a failure with the remedy") {
  reset_fake_cuda().devices = 0;
  const Failure none = failure_of_open();
  CHECK(none.kind == FailureKind::NoDevice);
  CHECK(text_of(none) ==
        "cuDeviceGetCount: the NVIDIA driver finds no GPU\n  see if nvidia-smi lists a GPU, and if "
        "CUDA_VISIBLE_DEVICES hides it. AG_DEVICE=emulated needs no GPU");
  reset_fake_cuda().init_code = cuda::kNoDevice;
  const Failure refused = failure_of_open();
  CHECK(refused.kind == FailureKind::NoDevice);
  CHECK(describe(refused) == "cuInit: no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE)");
}

TEST_CASE("a GPU that is not there is a failure that names those that are") {
  reset_fake_cuda();
  const auto driver = open_cuda(succeed(CudaLibrary::open(AG_FAKE_CUDA)), 2);
  REQUIRE_FALSE(driver);
  CHECK(driver.failure().kind == FailureKind::NoDevice);
  CHECK(driver.failure().message == "there is no GPU 2; the NVIDIA driver has 2, cuda:0 to cuda:1");
}

TEST_CASE("the properties of a GPU are those that the driver reports") {
  const auto opened = open_fake_cuda();
  const DriverProperties& properties = opened.driver->properties();
  CHECK(properties.name == "Fake GPU");
  CHECK(properties.memory_bytes == 1 << 20);
  CHECK(properties.multiprocessors == 4);
  CHECK(properties.compute_major == 9);
  CHECK(properties.shared_bytes_per_block == 232448);
  CHECK(properties.launches_cooperatively);
  CHECK(properties.driver_version == 12040);
}

TEST_CASE("a device out of memory says how much there is, and is usable afterwards") {
  const auto opened = open_fake_cuda();
  const DeviceAddress first = succeed(opened.driver->allocate(1 << 19));
  const auto second = opened.driver->allocate(1 << 20);
  REQUIRE_FALSE(second);
  CHECK(second.failure().kind == FailureKind::OutOfMemory);
  CHECK(text_of(second.failure()) ==
        "cuMemAlloc: out of memory (CUDA_ERROR_OUT_OF_MEMORY); 1048576 bytes were asked for, 524288 of 1048576 are "
        "free\n  release arrays of the device, or compute in smaller parts");
  CHECK(to_error(second.failure(), SourceLocation::current()).kind() == ErrorKind::out_of_memory);
  CHECK_FALSE(opened.driver->fault());
  succeed(opened.driver->release(first));
  succeed(opened.driver->release(succeed(opened.driver->allocate(1 << 20))));
}

TEST_CASE("after a sticky fault every use of the device names the function that met it") {
  const auto opened = open_fake_cuda();
  Driver& driver = *opened.driver;
  const StreamHandle stream = succeed(driver.create_stream());
  FakeCuda& fake = reset_fake_cuda();
  fake.failing = "cuStreamSynchronize";
  fake.code = cuda::kIllegalAddress;
  const Status met = driver.wait(stream);
  REQUIRE_FALSE(met);
  CHECK(met.failure().kind == FailureKind::Lost);
  CHECK(describe(met.failure()) ==
        "cuStreamSynchronize: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)");
  fake.failing = "";
  const int calls = fake.calls;
  const auto later = driver.allocate(16);
  REQUIRE_FALSE(later);
  CHECK(later.failure().kind == FailureKind::Lost);
  CHECK(text_of(later.failure()) ==
        "cuMemAlloc: the device is lost: cuStreamSynchronize: an illegal memory access was encountered "
        "(CUDA_ERROR_ILLEGAL_ADDRESS)\n  arrays on the host are intact; the device is usable again in a new process. "
        "AG_DEVICE=emulated finds the place of an illegal access");
  CHECK_FALSE(driver.is_done(stream));
  CHECK_FALSE(driver.wait_for_all());
  CHECK(fake.calls == calls);  // the driver is not asked again
  REQUIRE(driver.fault());
  CHECK(driver.fault()->function == "cuStreamSynchronize");
}

TEST_CASE("an image that cannot be compiled is a failure with the log of the compiler") {
  const auto opened = open_fake_cuda();
  const auto text = opened.driver->load_module(bytes_of("not a module"));
  REQUIRE_FALSE(text);
  CHECK(text.failure().kind == FailureKind::InvalidModule);
  CHECK_THAT(text.failure().message, ag_test::EndsWith(": line 1: not a module"));
  const auto open_end = opened.driver->load_module(std::as_bytes(std::span("fake module", 11)));
  REQUIRE_FALSE(open_end);
  CHECK(open_end.failure().message == "the text of the module has no final 0");
}

TEST_CASE("the context of the caller stays current, and objects are destroyed") {
  FakeCuda& fake = reset_fake_cuda();
  {
    const auto driver = succeed(open_cuda(succeed(CudaLibrary::open(AG_FAKE_CUDA)), 1));
    CHECK(fake.live_objects == 1);  // the primary context
    const StreamHandle stream = succeed(driver->create_stream());
    const EventHandle event = succeed(driver->create_event());
    void* pinned = succeed(driver->allocate_pinned(64));
    CHECK(fake.live_objects == 4);
    succeed(driver->release_pinned(pinned));
    succeed(driver->destroy_event(event));
    succeed(driver->destroy_stream(stream));
    CHECK(fake.pushed_contexts == 0);
  }
  CHECK(fake.live_objects == 0);
}

}  // namespace ag::test::cuda_driver_test
