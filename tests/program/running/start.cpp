// Tests the program and its module: which of them is loaded, and the errors for a missing module and for a standard
// output that cannot be written.
#include "cli/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <unistd.h>

using namespace atrous;

namespace {

const char* const heavy[] = {"libOpenImageIO", "libOpenCL", "atrous-module.so"};

/// Files that the loader reports for a command.
std::string loaded(const Folder& folder, const std::string& arguments, int code) {
    const Ran ran = folder.shell("export LD_DEBUG=files; cold_atrous " + arguments);
    CHECK(ran.code == code);
    return ran.err;
}

/// Copies only the program, to another folder's bin.
void copy_program(const Folder& folder) {
    fs::create_directories(folder.path / "bin");
    fs::copy_file(program(), folder.path / "bin/atrous");
}

/// The module's path in an installation.
fs::path module_place(const Folder& folder) {
    return folder.path / "bin" / module_folder() / "atrous-module.so";
}

} // namespace

TEST_CASE("help, versions, banks, layouts and wrong options load neither image nor device libraries") {
    const Folder folder;
    for (const auto& [arguments, code] : {std::pair{"--version", 0},
                                          {"--help", 0},
                                          {"", 2},
                                          {"enhance --help", 0},
                                          {"denoise --help", 0},
                                          {"compare --help", 0},
                                          {"devices --help", 0},
                                          {"bench --help", 0},
                                          {"help enhance", 0},
                                          {"banks tile --width 20", 0},
                                          {"bench --layout 16,2", 0},
                                          {"presets", 0},
                                          {"completion bash", 0},
                                          {"enhance --nonsense", 2},
                                          {"enhance --jobs 0 a.png -o b.png", 2},
                                          {"enhence", 2}}) {
        CAPTURE(arguments);
        const std::string said = loaded(folder, arguments, code);
        CHECK(has_text(said, "libc.so"));
        for (const char* name : heavy) CHECK(said.find(name) == std::string::npos);
    }
}

TEST_CASE("commands that read, compute or write load the module, and the module loads its libraries") {
    const Folder folder;
    const std::string said = loaded(folder, "enhance none.png -o b.png --dry-run", has_device() ? 1 : 4);
    for (const char* name : heavy) CHECK(said.find(name) != std::string::npos);
}

TEST_CASE("a program whose module is missing or broken reports it, and still prints help") {
    const Folder folder;
    copy_program(folder);
    expect(folder.shell("bin/atrous devices"), 5,
           {message(messages::module_missing, anything), "bin/atrous-module.so",
            module_place(folder).lexically_normal().c_str()});
    CHECK(folder.shell("bin/atrous --help").code == 0);
    spill(folder.path / "bin/atrous-module.so", "no module");
    expect(folder.shell("bin/atrous devices"), 5, {line(messages::module_not_loaded, "atrous-module.so")});
    const Ran ran = folder.shell("bin/atrous enhance a.png -o b.png");
    expect(ran, 5, {line(messages::module_not_loaded)});
    CHECK_FALSE(prints(ran, line(messages::worker_restarted)));
    CHECK(folder.shell("bin/atrous banks tile --width 20").code == 0);
}

TEST_CASE("the module is found next to the installed program, through each link to it") {
    const Folder folder;
    copy_program(folder);
    fs::create_directories(module_place(folder).parent_path());
    fs::create_symlink(fs::path(program()).parent_path() / "atrous-module.so", module_place(folder));
    fs::create_directories(folder.path / "elsewhere");
    fs::create_symlink("../bin/atrous", folder.path / "elsewhere/a");
    const int code = has_device() ? 0 : 4;
    CHECK(folder.shell("elsewhere/a devices").code == code);
    CHECK(folder.shell("PATH=$PWD/bin; command atrous devices").code == code);
}

TEST_CASE("a full standard output is an error") {
    const Folder folder;
    std::vector<std::string> commands{"--version", "--help", "enhance --help", "denoise --help"};
    if (has_device()) commands.insert(commands.end(), {"devices", "devices --json"});
    for (const auto& command : commands) {
        const Ran ran = folder.run(command + " > /dev/full");
        CAPTURE(command);
        CHECK(ran.code == 1);
        CHECK(prints(ran, line(messages::stdout_full)));
    }
}
