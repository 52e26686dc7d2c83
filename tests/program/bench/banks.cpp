// Tests `atrous banks` as its users call it: every number of the worked examples through --json.
#include "program/bench/banks_call.h"
#include "support/vectors.h"
#include <algorithm>
#include <filesystem>

namespace atrous {
namespace {

Json banks_json(const std::string& arguments) { return parse_json(banks(arguments + " --json"), "stdout"); }

/// Checks that every member of `expected` is in `got`, with the same value.
void check_members(const Json& expected, const Json& got) {
    for (const auto& [name, value] : *expected.object()) {
        const auto* found = got.find(name);
        INFO(name, " of ", expected.dump());
        REQUIRE(found);
        CHECK(found->dump() == value.dump());
    }
}

std::string number(const Json& one, const std::string& name) { return one.find(name)->dump(); }

std::string pair(const Json& one, const std::string& name, const std::string& between) {
    const auto& items = *one.find(name)->array();
    return items[0].dump() + between + items[1].dump();
}

std::string mapping(const Json& one) {
    return "degree --mapping " + *one.find("mapping")->string() + " --banks " + number(one, "banks") +
           " --offset " + number(one, "offset");
}

std::string bits(const Json& one) { return std::to_string(8 * integer(one, "elem_bytes")); }

} // namespace

TEST_CASE("conflicts.json through the command line") {
    const auto all = vectors("conflicts");
    for (const auto& one : *all.find("stride_1d")->array())
        check_members(one, banks_json(mapping(one) + " --stride " + number(one, "stride")));
    for (const auto& one : *all.find("stride_2d")->array())
        check_members(one, banks_json(mapping(one) + " --stride-x " + number(one, "stride_x") +
                                      " --repeat-x " + number(one, "repeat_x") + " --stride-y " +
                                      number(one, "stride_y") + " --repeat-y " + number(one, "repeat_y")));
    for (const auto& one : *all.find("multi_warp")->array())
        check_members(one, banks_json(mapping(one) + " --stride " + number(one, "stride") + " --warps " +
                                      number(one, "warps")));
    for (const auto& one : *all.find("for_loop")->array())
        check_members(one,
                      banks_json(mapping(one) + " --stride " + number(one, "stride") + " --increment " +
                                 number(one, "increment") + " --iterations " + number(one, "iterations")));
    for (const auto& one : *all.find("for_if")->array())
        check_members(one, banks_json(mapping(one) + " --stride " + number(one, "stride") + " --first " +
                                      number(one, "first") + " --last-exclusive " +
                                      number(one, "last_exclusive") + " --pitch " + number(one, "pitch")));
}

TEST_CASE("lanes of a warp, threads of many warps, nested loops, devices") {
    CHECK(integer(banks_json("degree --stride 32 --lanes 3,8"), "degree") == 5);
    CHECK(banks_json("degree --stride 32 --lanes 3,8 --warps 2").find("degrees")->dump() == "[5,5]");
    const auto scrambled = banks_json("scramble --factor 6 --taps 15 --banks 12");
    CHECK(integer(scrambled, "padded_taps") == 18);
    CHECK(integer(scrambled.find("factors")->array()->front(), "slide") == 3);
    CHECK(integer(*banks_json("tile").find("tile")->find("normalise"), "shift") == 5);
    const auto gao =
        banks_json("degree --mapping row2 --stride-x 1 --repeat-x 16 --stride-y 24 --repeat-y 16");
    CHECK(integer(gao, "accesses") == 8);
    CHECK(integer(gao, "replays") == 4);
    const auto rows =
        banks_json("degree --device cdna3 --element-bits 128 --repeat-x 20 --stride-y 36 --threads 7,90");
    CHECK(integer(rows, "phases") == 8);
    const auto triangle = banks_json("degree --repeat-x 16 --stride-y 17 --last-exclusive 100 --pitch 33");
    CHECK(integer(triangle, "full_warps") == 32 + 2 * 32 + 3 * 4);
    const auto threads = banks_json("degree --stride 32 --threads 30,70 --increment 1,5 --iterations 3,2");
    CHECK(integer(threads, "accesses") == 3 * 6);
    CHECK(integer(threads, "replays") == (1 + 31 + 5) * 6);
    const auto wide = banks_json("degree --device nvidia --element-bits 128 --stride 1");
    CHECK(integer(wide, "degree") == 1);
    CHECK(integer(wide, "phases") == 4);
    CHECK(integer(banks_json("degree --device cdna4 --stride 64"), "degree") == 64);
    CHECK(integer(banks_json("degree --mapping custom --banks 8 --access-bits 64 --layer-bits 64"),
                  "degree") == 1);
}

TEST_CASE("tiles.json through the command line") {
    const auto all = vectors("tiles");
    for (const auto& one : *all.find("tile")->array())
        check_members(one, *banks_json("tile --width " + number(one, "width") + " --banks " +
                                       number(one, "banks") + " --element-bits " + bits(one))
                                .find("tile"));
    for (const auto& one : *all.find("cover")->array())
        check_members(one, *banks_json("tile --workgroup " + pair(one, "wg", "x") + " --radius " +
                                       number(one, "radius") + " --banks " + number(one, "banks") +
                                       " --element-bits " + bits(one))
                                .find("cover"));
    for (const auto& one : *all.find("reshape")->array()) {
        const auto got = banks_json("tile --width " + number(one, "width") + " --banks " + number(one, "c") +
                                    " --reshape " + *one.find("kind")->string() + " --halvings " +
                                    number(one, "a") + " --height " + number(one, "height"));
        check_members(one, got.find("reshape")->array()->front());
    }
    for (const auto& one : *all.find("lane_order")->array())
        check_members(one, *banks_json("tile --workgroup " + pair(one, "wg", "x") + " --radius " +
                                       number(one, "radius") + " --subgroup " + number(one, "subgroup"))
                                .find("lane_order"));
}

TEST_CASE("sub-word windows, scrambling.json and remap.json through the command line") {
    const auto sub = *banks_json("tile --width 129 --element-bits 8 --window 1x4").find("subword_window");
    CHECK(integer(sub, "worst_degree") == 4);
    const auto scrambling = vectors("scrambling"), remap = vectors("remap");
    for (const auto& one : *scrambling.find("cases")->array())
        check_members(one, banks_json("scramble --factor " + number(one, "decimation") + " --banks " +
                                      number(one, "banks") + " --lanes " + number(one, "lanes")));
    for (const auto& one : *remap.find("cases")->array())
        check_members(one, *banks_json("tile --workgroup " + pair(one, "wg", "x")).find("remap"));
}

TEST_CASE("padding.json through the command line") {
    const auto all = vectors("padding");
    const auto got =
        banks_json("optimize --modes kepler4,kepler8 " + source_dir() + "/tests/vectors/padding.json");
    const auto& expected = *all.find("kernels")->array();
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const auto& one = (*got.array())[k];
        for (const char* name :
             {"kernel", "block", "elem_bytes", "warp_accesses", "before", "bytes_before", "optimum"})
            CHECK(one.find(name)->dump() == expected[k].find(name)->dump());
        for (const auto& [array, curves] : *expected[k].find("curve")->object())
            check_members(curves, *one.find("curve")->find(array));
    }
    const auto list =
        banks_json("optimize --modes kepler4,kepler8 --memory-limit 1088 " + kernel_file("tp-tc.json"));
    const auto& limited = list.array()->front(); // an array, for one kernel, too
    CHECK(integer(*limited.find("layout"), "bytes") <= 1088);
    CHECK(integer(*limited.find("layout"), "replays") <= 8);
}

TEST_CASE("six arrays, too many for the full exact search: the layout is at least the best packed one") {
    const auto path = (std::filesystem::temp_directory_path() / "atrous-banks-test.json").string();
    std::ofstream file(path);
    file << R"({"kernel": "six", "block": [16, 2], "arrays": [)";
    for (const char* name : {"a", "b", "c", "d", "e", "f"})
        file << (*name > 'a' ? "," : "") << R"({"name": ")" << name << R"(", "height": )" << *name - 'a' + 16
             << R"(, "width": )" << 31 + (*name - 'a') * 3 << "}";
    file << R"(], "accesses": [)";
    for (const char* name : {"a", "b", "c", "d", "e", "f"})
        file << (*name > 'a' ? "," : "") << R"({"array": ")" << name
             << R"(", "row": {"tx": 1}, "col": {"ty": 1}}, {"array": ")" << name
             << R"(", "row": {"ty": 3}, "col": {"tx": 2}})";
    file << "]}";
    file.close();
    const auto list = banks_json("optimize --modes kepler4,kepler8 " + path);
    const auto& got = list.array()->front();
    CHECK(banks("optimize " + path).find("There may be a better layout") != std::string::npos);
    CHECK(got.find("exact")->is_null());
    const auto best = got.find("optimum")->array()->front();
    CHECK(integer(best, "replays") >= integer(*got.find("layout"), "replays"));
    CHECK(integer(*got.find("before"), "kepler4") > integer(best, "replays"));
    std::filesystem::remove(path);
}

TEST_CASE("the option lists of every array are shown, in text and in JSON, for each method") {
    for (const char* method : {"one", "two", "best"}) {
        const auto arguments = std::string("optimize --method ") + method + " " + kernel_file("tp-tc.json");
        CHECK(banks(arguments).find("options of tile (conv32x4): +0 56, +1 16, +2 8") != std::string::npos);
        const auto list = banks_json(arguments);
        const auto* options = list.array()->front().find("options")->find("tile")->find("conv32x4")->array();
        REQUIRE(options->size() == 3);
        CHECK(integer((*options)[2], "padding") == 2);
        CHECK(integer((*options)[2], "replays") == 8);
    }
}

TEST_CASE("an access outside of its array is refused unless it is allowed") {
    const auto path = (std::filesystem::temp_directory_path() / "atrous-banks-outside.json").string();
    std::ofstream(path)
        << R"({"kernel": "k", "block": [32, 1], "arrays": [{"name": "a", "height": 1, "width": 31}],
        "accesses": [{"array": "a", "row": 0, "col": {"tx": 1}}]})";
    CHECK(refusal("optimize " + path).find("accesses[0]: thread (31, 0) accesses a[0][31]") !=
          std::string::npos);
    CHECK(banks("optimize --allow-outside " + path).find("Use:") != std::string::npos);
    std::filesystem::remove(path);
}

TEST_CASE("the page of data/banks equals the output of the command") {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(kernel_file("")))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    CHECK(files.size() == 13);
    std::string arguments = "optimize --modes kepler4,kepler8 --markdown";
    for (const auto& file : files) arguments += " " + file;
    std::ifstream page(kernel_file("README.md"));
    std::stringstream text;
    text << page.rdbuf();
    CHECK(banks(arguments) == text.str());
}

} // namespace atrous
