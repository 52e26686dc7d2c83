// Tests output for shells: the list of presets, and completion scripts, in the shells themselves if they are installed.
#include "base/json.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <set>

using namespace atrous;

namespace {

/// Completions of bash for the words after `atrous`, of which the last one is incomplete.
std::set<std::string> offered(const Folder& folder, const std::string& words) {
    std::ofstream(folder.path / "complete.bash")
        << "source ./completion.bash\nCOMP_WORDS=(atrous " << words
        << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_atrous\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
    const Ran ran = folder.shell("atrous completion bash >completion.bash; bash complete.bash");
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    std::set<std::string> all;
    for (const auto& word : split(ran.out, '\n'))
        if (!word.empty()) all.insert(word);
    return all;
}

bool has_shell(const Folder& folder, const std::string& name) {
    if (folder.shell("command -v " + name).code == 0) return true;
    MESSAGE("[SKIP] ", name, " is not installed: its script is not parsed");
    return false;
}

} // namespace

TEST_CASE("presets: a line for each, its text by name, and the same settings from that text") {
    const Folder folder;
    const Ran list = folder.run("presets");
    CHECK(list.code == 0);
    const auto json = parse_json(folder.run("presets --json").out, "stdout");
    REQUIRE(json.array()->size() == preset_names().size());
    for (const auto& one : *json.array()) {
        const std::string name = *one.find("name")->string(), what = *one.find("what")->string();
        CAPTURE(name);
        CHECK(what.size() > 10);
        CHECK(what.ends_with(".")); // whole sentences
        CHECK(list.out.find(name) != std::string::npos);
        CHECK(list.out.find(what) != std::string::npos);
        CHECK(*one.find("default")->boolean() == (name == default_preset));
        const Ran text = folder.run("presets " + name);
        CHECK(text.code == 0);
        CHECK(preset_text(parse_preset(text.out, name)) == preset_text(load_preset(name)));
    }
    expect(folder.run("presets no-such"), 2, {line(messages::preset_unknown, "presets", "no-such")});
    expect(folder.run("presets sharpen denoise"), 2, {line(messages::presets_several, "2")});
    expect(folder.run("presets --json sharpen"), 2, {line(messages::presets_json_of_name)});
}

TEST_CASE("bash completes commands, options, words of values, presets, and leaves files to itself") {
    const Folder folder;
    CHECK(offered(folder, "en") == std::set<std::string>{"enhance"});
    CHECK(offered(folder, "banks t") == std::set<std::string>{"tile"});
    CHECK(offered(folder, "banks tile --reshape ''") == std::set<std::string>{"tall", "wide"});
    CHECK(offered(folder, "enhance --existing r") == std::set<std::string>{"replace"});
    CHECK(offered(folder, "enhance --preset = darktable/sharpen-") ==
          std::set<std::string>{"darktable/sharpen-strong"});
    CHECK(offered(folder, "enhance --format j") == std::set<std::string>{"jpg", "jxl"});
    CHECK(offered(folder, "scale --compression z") == std::set<std::string>{"zip", "zips"});
    CHECK(offered(folder, "denoise --compression lo") == std::set<std::string>{"lossless"});
    CHECK(offered(folder, "enhance ''").empty());
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &bench_table(), &verify_table()}) {
        const auto options = offered(folder, std::string(table->command) + " --");
        std::size_t shown = 0;
        for (const auto& row : table->rows) {
            const bool hidden = !is_listed(row);
            CHECK(options.contains(std::string("--") + row.name) == !hidden);
            shown += hidden ? 0 : 1;
        }
        CHECK(options.size() == shown);
    }
}

TEST_CASE("the scripts of zsh and fish are whole, if these shells can check it") {
    const Folder folder;
    for (const std::string shell : {"zsh", "fish"}) {
        const Ran script = folder.run("completion " + shell);
        CHECK(script.code == 0);
        CHECK(has_text(script.out, "schedule"));
        if (has_shell(folder, shell))
            CHECK(folder.shell("atrous completion " + shell + " | " + shell + " -n").code == 0);
    }
}

TEST_CASE("completion of an unknown shell, of none and of two is refused") {
    const Folder folder;
    check(folder.run("completion tcsh"), 2, {"'tcsh'", "bash, zsh, fish"});
    expect(folder.run("completion"), 2, {line(messages::shell_missing)});
    expect(folder.run("completion bash zsh"), 2, {line(messages::shell_missing)});
}

TEST_CASE("a file or folder instead of a command leads to enhance") {
    const Folder folder;
    fs::create_directory(folder.path / "photos");
    expect(folder.run("photos out"), 2, {line(messages::command_is_file, "photos")});
    expect(folder.run("photoz out"), 2, {line(messages::command_unknown, "photoz")});
}
