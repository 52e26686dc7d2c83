// Tests `atrous bench`: rows and their names, the checks before timing, the output without the times.
#include "base/json.h"
#include "cli/tables.h"
#include "graph/tables.h"
#include "lab/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/json_at.h"
#include "support/messages.h"
#include <cstdlib>
#include <map>
#include <regex>
#include <set>

using namespace atrous;

namespace {

Json json_of(const Folder& folder, const std::string& arguments) {
    const auto ran = run_here(folder, "bench " + arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    return parse_json(ran.out, "bench");
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

} // namespace

TEST_CASE("rows: the baseline is first, names are unique, a match selects among all") {
    if (!has_device()) return;
    const Folder folder;
    const auto all = lines_of(run_here(folder, "bench --size 300x200 --match * --list").out);
    const auto usual = lines_of(folder.run("bench --size 300x200 --list").out);
    REQUIRE(all.size() > 500);
    CHECK(usual.size() < 60);
    for (const auto* names : {&all, &usual}) {
        CHECK(names->front().starts_with("eaw.dilated.-."));
        CHECK(std::set<std::string>(names->begin(), names->end()).size() == names->size());
    }
    const auto tiles =
        lines_of(run_here(folder, "bench --size 300x200 --match ascending.tile.bank.16x16.300 --list").out);
    REQUIRE(tiles.size() == 2);
    CHECK(tiles[1] == "eaw.permuted.ascending.tile.bank.16x16.300x200");
}

TEST_CASE("lists make a row of every combination, in addition to the baseline") {
    if (!has_device()) return;
    const Folder folder;
    const auto rows =
        lines_of(run_here(folder, "bench --size 64x64 --schedule permuted --order split,kaleidoscope "
                                  "--form tile --map rows,bank --group 16x16,8x8 --list")
                     .out);
    CHECK(rows.size() == 1 + 2 * 2 * 2);
}

TEST_CASE("every exact row of every axis agrees with the baseline, and is timed at every level") {
    if (!has_device()) return;
    const Folder folder;
    const std::string lists[] = {
        "", "--order split,ascending,subdivision,kaleidoscope --form direct,tile,vector --border clamp",
        "--synthesis fused,stored,gather --schedule permuted,dilated"};
    for (const auto& list : lists) {
        const Json report = json_of(folder, "--size 61x47 --levels 4 --repeat 2 --json - " + list);
        CHECK(at(report, "copy_gb_per_s").number(0) > 0);
        for (const auto& row : *at(report, "rows").array()) {
            CAPTURE(*at(row, "name").string());
            CHECK(row.find("error") == nullptr);
            CHECK(at(row, "max_difference").number(1) <= 1e-5);
            CHECK(at(row, "relative_l2").number(1) <= 1e-5);
            int levels = 0;
            for (const auto& pass : *at(row, "passes").array()) {
                levels += *at(pass, "stage").string() == "level";
                CHECK(at(pass, "ms_of_repeats").array()->size() == 2);
                for (const char* rate : {"mpixel_per_s", "gb_per_s"}) CHECK(pass.find(rate));
            }
            CHECK(levels == 4);
            double together = 0; // restoring the column order counts
            for (const char* part : {"levels_ms", "upward_ms", "leave_ms"})
                together += at(row, part).number(-1);
            CHECK(at(row, "together_ms").number(0) == doctest::Approx(together));
        }
    }
}

TEST_CASE("approximate rows run, and their difference is shown") {
    if (!has_device()) return;
    const Folder folder;
    const Json report = json_of(folder, "--size 61x47 --levels 4 --repeat 1 --storage float,half --json -");
    const auto& rows = *at(report, "rows").array();
    REQUIRE(rows.size() == 3);
    CHECK(at(rows[1], "max_difference").number(1) <= 1e-5);
    CHECK(at(rows[2], "max_difference").number(0) > 1e-5); // 11 bits cannot be exact
    CHECK(at(rows[2], "max_difference").number(1) < 0.05);
}

TEST_CASE("table and image name every row") {
    if (!has_device()) return;
    const Folder folder;
    const auto ran =
        run_here(folder, "bench --size 64x48 --levels 3 --repeat 1 --order split,ascending --svg a.svg");
    expect(ran, 0, {line(messages::bench_timing, "3 rows", "1 repeat")});
    const std::string svg = slurp(folder.path / "a.svg");
    for (const char* name : {"eaw.dilated.-.", "eaw.permuted.split.", "eaw.permuted.ascending."})
        for (const auto* text : {&ran.out, &svg}) CHECK(text->find(name) != std::string::npos);
    CHECK(svg.starts_with("<svg"));
    for (const auto& line : lines_of(ran.out)) CHECK(line.size() <= 100);
}

TEST_CASE("teach: both schedules of the example kernel are rows, and agree") {
    if (!has_device()) return;
    const Folder folder;
    const Json report = json_of(folder, "--size 61x47 --levels 4 --repeat 1 --match teach --json -");
    const auto& rows = *at(report, "rows").array();
    REQUIRE(rows.size() == 3);
    CHECK(*at(rows[1], "name").string() == "teach-dilated");
    CHECK(*at(rows[2], "name").string() == "teach");
    CHECK(at(rows[2], "max_difference").number(1) == 0);
    CHECK(rows[2].find("error") == nullptr);
}

TEST_CASE(
    "the roofline: ceilings are measured, and every level has a share of each, none of exponentials without edges") {
    if (!has_device()) return;
    const Folder folder;
    const Json report = json_of(folder, "--size 61x47 --levels 2 --repeat 1 --order split --cold --json -");
    CHECK(!at(report, "commit").string()->empty());
    CHECK(at(report, "device").find("driver"));
    for (const char* unit : {"copy", "fma", "exp2", "loads"}) {
        CHECK(at(at(report, "ceilings_per_s"), unit).number(0) > 0);
        for (const auto& row : *at(report, "rows").array())
            for (const auto& pass : *at(row, "passes").array())
                if (*at(pass, "stage").string() == "level")
                    CHECK(at(at(pass, "share_of"), unit).number(0) > 0);
    }
}

TEST_CASE("--noise repeats until medians are known: never below six times") {
    if (!has_device()) return;
    const Folder folder;
    const Json report =
        json_of(folder, "--size 61x47 --levels 2 --repeat 1 --order split --noise 50 --json -");
    const auto& pass = (*at((*at(report, "rows").array())[1], "passes").array())[0];
    CHECK(at(pass, "ms_of_repeats").array()->size() >= 6);
    CHECK(at(pass, "ms_of_repeats").array()->size() <= 20);
}

TEST_CASE("svgf: both schedules give the same image, and every row and ratio is there") {
    if (!has_device()) return;
    const Folder folder;
    const Json report = json_of(folder, "--match svgf --size 40x24 --repeat 1 --json -");
    std::set<std::string> names;
    for (const Json& row : *at(report, "rows").array()) {
        names.insert(*at(row, "name").string());
        CHECK(at(row, "whole_ms").number(0) > 0);
    }
    CHECK(names == std::set<std::string>{"eaw.linear", "svgf.dilated.fit0", "svgf.dilated.fit1",
                                         "svgf.gather.0", "svgf.gather.1", "svgf.gather.2", "svgf.gather.4",
                                         "svgf.permuted.fit0", "svgf.permuted.fit1", "svgf.prepare"});
    CHECK(at(at(report, "ratios"), "fit 1 / fit 0, all levels").number(0) > 0);
}

/// Runs only with ATROUS_EXHAUSTIVE, because its forty kernels take half a minute to compile. tests/scale
/// tests their results and conflicts.
TEST_CASE("scale: every factor and access is there, and conflicts are counted as predicted") {
    if (!std::getenv("ATROUS_EXHAUSTIVE") || !has_device()) return;
    const Folder folder;
    const Ran ran = folder.run("bench --match scale --size 48x2 --repeat 1 --json -");
    REQUIRE(ran.code == 0);
    const Json report = parse_json(ran.out, "the bench");
    for (const Json& table : *at(report, "tables").array()) {
        std::map<std::string, int> accesses;
        for (const Json& row : *at(table, "rows").array()) {
            const std::string access = *at(row, "access").string();
            ++accesses[access];
            const double factor = at(row, "factor").number(0), counted = at(row, "counted_degree").number(0);
            if (access == "scrambled") CHECK(counted == 1);
            if (access != "strided") CHECK(at(row, "conflict_degree").number(0) == counted);
            if (access == "naive" && int(factor) % 2 == 0) CHECK(counted > 1);
        }
        for (const char* access : {"naive", "strided", "scrambled"}) CHECK(accesses[access] == 15);
    }
}

TEST_CASE("the cache model: with a cache for everything, memory moves the counted bytes") {
    const Folder folder;
    const Json report = json_of(
        folder,
        "--model-cache L1=4K,L2=1M,ways=0,line=64 --size 64x96 --levels 3 --form direct,tile --json -");
    for (const auto& row : *at(report, "rows").array()) {
        const auto& levels = *at(row, "levels").array();
        const double planes[] = {
            3, 4, 3}; // coarse in, delta out. Coarse out except in the last. Delta in except in the first
        for (std::size_t l = 0; l < 3; ++l)
            CHECK(at(levels[l], "memory_bytes_per_pixel").number(0) ==
                  doctest::Approx(planes[l] * 3 * 4).epsilon(0.03));
    }
}

TEST_CASE("--help names every row of the tables, and prints one default") {
    const std::string help = help_text(bench_table());
    const auto shows = [&](const auto& rows) {
        for (const auto& row : rows) {
            CAPTURE(row.name);
            CHECK(std::regex_search(help, std::regex("[ (]" + std::string(row.name) + "[,; )\n]")));
        }
    };
    shows(schedules()), shows(orders()), shows(forms()), shows(maps()), shows(elements());
    shows(syntheses()), shows(borders()), shows(storages());
    CHECK_FALSE(has_text(help, "] ["));
}

TEST_CASE("patterns of --match are looked for anywhere, in any case, and several are alternatives") {
    if (!has_device()) return;
    const Folder folder;
    const auto names = [&](const std::string& pattern) {
        auto rows = lines_of(run_here(folder, "bench --size 300x200 --list --match " + pattern).out);
        return std::set<std::string>(rows.begin() + 1, rows.end()); // after the baseline
    };
    const auto tiles = names("split.tile*16x16.300"), teach = names("TEACH");
    CHECK(tiles.size() > 1);
    CHECK(teach.size() == 2);
    for (const std::string& name : tiles) CHECK(has_text(name, "split.tile."));
    for (const std::string& name : teach) CHECK(name.starts_with("teach"));
    auto both = tiles;
    both.insert(teach.begin(), teach.end());
    CHECK(names("split.tile*16x16.300,teach") == both);
}
