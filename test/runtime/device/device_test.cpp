/// ag::Device: names, the list of devices, properties, the default device. A process opens its drivers once, so each
/// test runs in a child process.
#include <ag/device.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <thread>

#include "device/driver_registry.h"
#include "opened_driver.h"
#include "support/catch.h"

namespace ag::test::device_test {

using ag_test::ContainsSubstring;
using ag_test::StartsWith;

namespace {

/// The environment of a process, and a setting of the fake driver in it.
struct Setup {
  const char* device = nullptr;  // AG_DEVICE
  const char* driver = AG_FAKE_CUDA;
  std::function<void(FakeCuda&)> fake = [](auto&) {};
};

/// Runs `action` in a child process. Returns its result, or the kind and the text of its error as "kind: text".
std::string in_process(const Setup& setup, const std::function<std::string()>& action) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    setup.device ? setenv("AG_DEVICE", setup.device, 1) : unsetenv("AG_DEVICE");
    setenv("AG_CUDA_DRIVER", setup.driver, 1);
    setup.fake(reset_fake_cuda());
    std::string text;
    try {
      text = action();
    } catch (const Error& error) {
      text = std::string(name(error.kind())) + ": " + error.message();
      for (const std::string& note : error.notes()) text += "\n  " + note;
    }
    const bool is_written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "the process failed: " + text;
}

std::string device_of(const Setup& setup, const char* name) {
  return in_process(setup, [&] { return Device(name).str(); });
}

std::string default_of(const Setup& setup) {
  return in_process(setup, [] { return default_device().str(); });
}

}  // namespace

TEST_CASE("devices are values with a name, a kind and an index") {
  CHECK(Device().kind() == DeviceKind::cpu);
  CHECK(Device().index() == 0);
  CHECK(Device().str() == "cpu");
  CHECK(device_of({}, "cpu") == "cpu");
  CHECK(in_process({}, [] {
          std::ostringstream stream;
          stream << Device("emulated");
          return stream.str();
        }) == "emulated");
  CHECK(device_of({}, "cuda") == "cuda:0");
  CHECK(device_of({}, "cuda:1") == "cuda:1");
  CHECK(in_process({}, [] {
          const bool is_right = Device() == Device("cpu") && Device("emulated") != Device() &&
                                Device("emulated").kind() == DeviceKind::emulated &&
                                Device("cuda") == Device("cuda:0") && Device("cuda:1") != Device("cuda") &&
                                Device("cuda:1").index() == 1 && Device("cuda").kind() == DeviceKind::cuda;
          return std::string(is_right ? "right" : "wrong");
        }) == "right");
}

TEST_CASE("another text is an error that says what a device is") {
  for (const char* text : {"gpu", "", "cuda:", "cuda:-1", "cuda:1x", "cuda1", "emulated:seed=1", "CPU"}) {
    CHECK(device_of({}, text) == "invalid_argument: there is no device '" + std::string(text) +
                                     "'; a device is 'cpu', 'cuda', 'cuda:<index>', such as 'cuda:1', or 'emulated'");
  }
}

TEST_CASE("a device that is not there is an error that says why, and the remedy") {
  CHECK_THAT(device_of({nullptr, "libcuda_not_there.so.1"}, "cuda"),
             StartsWith("not_found: there is no NVIDIA driver: libcuda_not_there.so.1: ") &&
                 ContainsSubstring("\n  install the NVIDIA driver, version 525 or newer; "));
  CHECK_THAT(device_of({nullptr, AG_OLD_FAKE_CUDA}, "cuda"), StartsWith("not_found: the NVIDIA driver is too old: ") &&
                                                                 ContainsSubstring("\n  update the NVIDIA driver"));
  CHECK(
      device_of({}, "cuda:2") ==
      "not_found: there is no GPU 2; the NVIDIA driver has 2, cuda:0 to cuda:1\n  see if nvidia-smi lists the GPU, and "
      "if CUDA_VISIBLE_DEVICES hides it");
  CHECK_THAT(device_of({nullptr, AG_FAKE_CUDA, [](auto& fake) { fake.devices = 1; }}, "cuda:1"),
             StartsWith("not_found: there is no GPU 1; the NVIDIA driver has one, cuda:0"));
  CHECK_THAT(device_of({nullptr, AG_FAKE_CUDA, [](auto& fake) { fake.devices = 0; }}, "cuda"),
             StartsWith("not_found: cuDeviceGetCount: the NVIDIA driver finds no GPU"));
}

TEST_CASE("devices() has the CPU, the GPUs, and the emulated device where AG_DEVICE names it") {
  const auto names = [] {
    std::string text;
    for (const Device& device : devices()) text += device.str() + " ";
    return text;
  };
  CHECK(in_process({}, names) == "cpu cuda:0 cuda:1 ");
  CHECK(in_process({"emulated:sms=2", "libcuda_not_there.so.1"}, names) == "cpu emulated ");
  CHECK(in_process({nullptr, "libcuda_not_there.so.1"}, names) == "cpu ");
}

TEST_CASE("properties of each kind of device") {
  const auto text_of = [](const char* name) {
    return [name] {
      const DeviceProperties facts = properties(Device(name));
      return facts.name + ", " + std::to_string(facts.memory_bytes) + " bytes, " +
             std::to_string(facts.multiprocessors) + ", " + std::to_string(facts.compute_major) + "." +
             std::to_string(facts.compute_minor);
    };
  };
  CHECK(in_process({}, text_of("cuda:1")) == "Fake GPU, 1048576 bytes, 4, 9.0");
  CHECK(in_process({"emulated:sms=7,memory=1m"}, text_of("emulated")) == "emulated device, 1048576 bytes, 7, 9.0");
  const DeviceProperties cpu = properties(Device());
  CHECK_FALSE(cpu.name.empty());
  CHECK(cpu.memory_bytes > 0);
  CHECK(cpu.multiprocessors > 0);
  CHECK(cpu.compute_major == 0);
  const Setup failing{nullptr, AG_FAKE_CUDA, [](auto& fake) {
                        fake.failing = "cuDevicePrimaryCtxRetain";
                        fake.code = 999;
                      }};
  CHECK_THAT(in_process(failing, text_of("cuda")), StartsWith("device_error: cuDevicePrimaryCtxRetain: "));
}

TEST_CASE("AG_DEVICE is the default device") {
  CHECK(default_of({}) == "cpu");
  CHECK(default_of({""}) == "cpu");
  CHECK(default_of({"cpu"}) == "cpu");
  CHECK(default_of({"cuda"}) == "cuda:0");
  CHECK(default_of({"cuda:1"}) == "cuda:1");
  CHECK(default_of({"emulated"}) == "emulated");
  CHECK(default_of({"emulated:seed=5,checks=off"}) == "emulated");
  CHECK_THAT(default_of({"cuda", "libcuda_not_there.so.1"}),
             StartsWith("not_found: the device of AG_DEVICE is not there: there is no NVIDIA driver: ") &&
                 ContainsSubstring("AG_DEVICE=emulated needs no GPU"));
}

TEST_CASE("a wrong AG_DEVICE is an error at its first use that says what is allowed") {
  CHECK(default_of({"gpu"}) ==
        "invalid_argument: AG_DEVICE is 'gpu'; it is cpu, cuda, cuda:<index>, or emulated, which may have options: "
        "emulated:sms=4,smem=48k,seed=1,checks=on");
  CHECK_THAT(default_of({"emulated:sms=0"}), StartsWith("invalid_argument: AG_DEVICE is 'emulated:sms=0'; sms is "));
  CHECK(device_of({"gpu"}, "cuda") == "cuda:0");
}

TEST_CASE("the default of the process, and scopes of a thread") {
  CHECK(in_process({"cuda"}, [] {
          std::string text = default_device().str();
          const auto add = [&] { text += " " + default_device().str(); };
          set_default_device(Device("emulated"));
          add();
          {
            const DeviceScope outer(Device("cuda:1"));
            add();
            {
              const DeviceScope inner{Device()};
              add();
              std::thread([&] { add(); }).join();
            }
            add();
          }
          add();
          return text;
        }) == "cuda:0 emulated cuda:1 cpu emulated cuda:1 emulated");
}

TEST_CASE("a child process cannot use a device that its parent opened") {
  for (const char* name : {"cuda", "emulated"}) {
    CHECK(in_process({}, [name] {
            const Device device(name);
            (void)properties(device);
            int ends[2];
            if (pipe(ends) != 0) return std::string("no pipe");
            if (fork() == 0) {
              std::string text = "no error";
              try {
                (void)properties(device);
              } catch (const Error& error) {
                text = error.message();
              }
              _exit(write(ends[1], text.data(), text.size()) < 0);
            }
            char buffer[256] = {};
            return std::string(buffer,
                               static_cast<size_t>(std::max<ssize_t>(0, read(ends[0], buffer, sizeof(buffer)))));
          }) == "a device that was opened before fork() cannot be used in the child process");
  }
}

TEST_CASE("a driver is opened once") {
  CHECK(in_process({"emulated:sms=3"}, [] {
          device::DriverRegistry& registry = device::driver_registry();
          device::Driver* first = succeed(registry.driver(Device("emulated")));
          const bool is_same = succeed(registry.driver(Device("emulated"))) == first;
          const bool is_one = succeed(registry.driver(Device("cuda:1"))) == succeed(registry.driver(Device("cuda:1")));
          return std::string(is_same && is_one && first->properties().multiprocessors == 3 ? "once" : "twice");
        }) == "once");
  CHECK(in_process({}, [] { return device::driver_registry().driver(Device()).failure().message; }) ==
        "the CPU has no driver");
}

}  // namespace ag::test::device_test
