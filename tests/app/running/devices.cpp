// `atrous devices`, and what becomes of a standard output that cannot be written to.
#include "base/json.h"
#include "support/app_run.h"

using namespace atrous;

TEST_CASE("a full standard output is an error") {
    const Folder folder;
    std::vector<std::string> commands{"--version", "--help", "enhance --help", "denoise --help"};
    if (has_device()) commands.insert(commands.end(), {"devices", "devices --json"});
    for (const auto& command : commands) {
        const Ran ran = folder.run(command + " > /dev/full");
        CAPTURE(command);
        CHECK(ran.code == 1);
        CHECK(ran.says("standard output cannot be written"));
    }
}

TEST_CASE("devices: a table with the chosen one marked, and the same as JSON") {
    if (!has_device()) return;
    const Folder folder;
    const Ran table = folder.run("devices");
    CHECK(table.code == 0);
    CHECK(table.out.find(list_devices()[0].name) != std::string::npos);
    CHECK(table.out.find("* is used: ") != std::string::npos);
    const Json json = parse_json(folder.run("devices --json").out, "devices");
    REQUIRE(json.find("devices"));
    REQUIRE(json.find("chosen"));
    REQUIRE(json.find("devices")->array());
    CHECK(json.find("devices")->array()->size() == list_devices().size());
    CHECK(json.find("chosen")->number(-1) == choose_device("auto").index);
    CHECK(folder.run("devices extra").code == 2);
}
