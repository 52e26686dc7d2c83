// --dry-run tells what a run would do with each file, whatever the command, and whatever becomes of outputs that exist.
#include "support/app_run.h"
#include <map>
#include <sstream>

using namespace atrous;

namespace {

constexpr const char* commands[] = {"enhance --levels 1", "denoise --temporal none --levels 1",
                                    "denoise --levels 1", "scale --factor 2"};
constexpr const char* ways[] = {"", "--overwrite", "--skip-existing", "--newer", "--in-place=.bak"};

/// What --in-place refuses as a whole.
bool is_refused(const std::string& command, const std::string& way) {
    return command == "denoise --levels 1" && way.starts_with("--in-place"); // the next frame needs this one
}

/// What becomes of files, by their names.
using Fates = std::map<std::string, std::string>;

/// "skipped" and "failed" as the table of a dry run has them; all else would be written.
Fates planned(const Ran& dry) {
    Fates fates;
    std::istringstream lines(dry.out);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);) {
        const auto says = [&](const char* word) { return line.find(word) != std::string::npos; };
        fates[line.substr(0, line.find(' '))] = says(" skipped")      ? "skipped"
                                                : says(" would fail") ? "failed"
                                                : says(" missing")    ? "missing"
                                                                      : "ok";
    }
    return fates;
}

std::string text_of(const Fates& fates) {
    std::string text;
    for (const auto& [input, fate] : fates) text += input + " " + fate + ", ";
    return text;
}

Fates done(const fs::path& log) {
    Fates fates;
    for (const Json& object : read_log(log))
        if (object.find("status")) fates[object.text_of("input")] = object.text_of("status");
    return fates;
}

/// Pictures whose outputs are missing, damaged, older and newer than they are; backups of two of them are there.
void make_pictures(const Folder& folder, const std::string& command) {
    for (const char* name : {"fresh", "older", "newer"})
        folder.image("in/" + std::string(name) + ".exr", 20, 16);
    REQUIRE(folder.run_unoptimised(command + " -q --no-log in/older.exr in/newer.exr -o out/").code == 0);
    folder.image("in/damaged.exr", 20, 16);
    folder.truncated("out/damaged.exr");
    for (const char* name : {"older", "newer"})
        spill(folder.path / "in" / (std::string(name) + ".exr.bak"), "an earlier one");
    REQUIRE(folder.shell("touch -d 2020-01-01 out/older.exr; touch -d 2020-02-02 in/*.exr").code == 0);
}

} // namespace

TEST_CASE("what a dry run says of outputs that are there is what the run then does with them") {
    if (!has_device()) return;
    for (const std::string command : commands)
        for (const std::string way : ways) {
            if (is_refused(command, way)) continue;
            CAPTURE(command);
            CAPTURE(way);
            const Folder folder;
            make_pictures(folder, command);
            const bool in_place = way.starts_with("--in-place");
            const std::string run = command + " in " + way + (in_place ? "" : " -o out/");
            const Ran dry = folder.run_unoptimised(run + " -n"),
                      real = folder.run_unoptimised(run + " --log l.jsonl");
            CAPTURE(dry.err);
            CAPTURE(real.err);
            CHECK(dry.code == real.code);
            CHECK(planned(dry).size() == 4);
            CHECK(text_of(planned(dry)) == text_of(done(folder.path / "l.jsonl")));
            for (const auto& [input, fate] : planned(dry)) {
                CAPTURE(input);
                const std::string error = fs::path(input).filename().string() + ": exists already";
                const std::string backup = fs::path(input).filename().string() + ".bak: exists already";
                CHECK(dry.says(error) == real.says(error));
                CHECK(dry.says(backup) == real.says(backup));
            }
        }
}
