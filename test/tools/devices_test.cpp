/// The command `agc devices`: the list of devices, the reason that a device is missing, and the list as JSON.
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace devices_test {

TEST_CASE("devices are listed with the reason that one is not there, and the default one is marked") {
  const Workspace space;
  const ProcessResult listed = space.agc({"devices"}, {"AG_CUDA_DRIVER=no_such_library.so", "AG_DEVICE="});
  CHECK(listed.exit_code == 0);
  CHECK(listed.err.empty());
  CHECK_THAT(listed.out, ContainsSubstring("cpu        ") && ContainsSubstring(" processors, ") &&
                             ContainsSubstring(" GiB (default)\n"));
  CHECK_THAT(listed.out, ContainsSubstring("cuda       not there: ") && ContainsSubstring("no_such_library.so"));
  CHECK_THAT(listed.out, ContainsSubstring("emulated   ") && ContainsSubstring(" 4 multiprocessors, 4.0 GiB"));
  const ProcessResult emulated = space.agc({"devices"}, {"AG_DEVICE=emulated:sms=2,memory=1g"});
  CHECK_THAT(emulated.out, ContainsSubstring(" 2 multiprocessors, 1.0 GiB") && ContainsSubstring(" (default)\n"));
}

TEST_CASE("devices are listed as JSON") {
  const Workspace space;
  const ProcessResult listed =
      space.agc({"devices", "--json"}, {"AG_CUDA_DRIVER=no_such_library.so", "AG_DEVICE=emulated"});
  CHECK(listed.exit_code == 0);
  const nlohmann::json devices = nlohmann::json::parse(listed.out);
  REQUIRE(devices.size() == 3);
  CHECK(devices[0]["device"] == "cpu");
  CHECK(devices[0]["memory_bytes"] > 0);
  CHECK(devices[1]["available"] == false);
  CHECK_FALSE(devices[1]["absence"].get<std::string>().empty());
  CHECK(devices[2]["multiprocessors"] == 4);
  CHECK(devices[2]["default"] == true);
}

TEST_CASE("a wrong default device is an error that does not hide the devices") {
  const Workspace space;
  const ProcessResult wrong = space.agc({"devices"}, {"AG_DEVICE=gpu"});
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.err, ContainsSubstring("gpu"));
  CHECK(wrong.out.find("(default)") == std::string::npos);
  CHECK_THAT(wrong.out, ContainsSubstring("cpu        "));
  const ProcessResult missing = space.agc({"devices"}, {"AG_DEVICE=cuda", "AG_CUDA_DRIVER=no_such_library.so"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err, ContainsSubstring("AG_DEVICE"));
}

}  // namespace devices_test
