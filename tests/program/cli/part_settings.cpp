// Tests that a part has the same settings everywhere: a preset's section counts in --dry-run, memory and run.
#include "support/app_run.h"
#include "support/called.h"
#include <regex>

using namespace atrous;

namespace {

/// The levels of a file in the output of --dry-run.
std::string planned_levels(const Folder& folder, const std::string& file) {
    const Ran ran = run_here(folder, "enhance -n --preset sections.preset " + file + " -o out_" + file);
    check(ran, 0, {});
    std::smatch row;
    REQUIRE(std::regex_search(ran.out, row, std::regex(file + " +out_\\S+ +[0-9]+x[0-9]+ +([0-9]+)")));
    return row[1];
}

/// The levels of a file in the log.
std::string run_levels(const Folder& folder, const std::string& file) {
    check(run_here(folder, "enhance --preset sections.preset --log log.jsonl " + file + " -o out_" + file), 0,
          {});
    const std::string log = slurp(folder.path / "log.jsonl");
    const auto last = log.rfind("\"levels\":");
    REQUIRE(last != std::string::npos);
    return log.substr(last + std::string("\"levels\":").size(), 1);
}

} // namespace

TEST_CASE("a preset's section holds for the files of its space, planned and run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 60, 50);
    fs::copy_file(fs::path(source_dir()) / "tests/tiny/half.exr", folder.path / "half.exr");
    fs::copy_file(fs::path(source_dir()) / "data/samples/street.exr", folder.path / "float.exr");
    spill(folder.path / "sections.preset", "levels = 3\nluma = 1.5\n[log]\nlevels = 2\n");
    for (const auto& [file, levels] :
         {std::pair{"a.ppm", "3"}, std::pair{"half.exr", "2"}, std::pair{"float.exr", "2"}}) {
        CAPTURE(file);
        CHECK(planned_levels(folder, file) == levels);
        CHECK(run_levels(folder, file) == levels);
    }
}
