// Tests layouts of kernels: the dissertation's thirteen kernels, both searches.
#include "lab/banks/optimize.h"
#include "lab/banks/messages.h"
#include "support/messages.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <fstream>
#include <random>
#include <sstream>

namespace atrous {
namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

BankKernel data_kernel(const std::string& name) {
    const auto path = source_dir() + "/data/banks/" + name + ".json";
    return read_kernels(text_of(path), path).front();
}

std::vector<ConflictTable> tables_of(const BankKernel& kernel, const std::vector<std::string>& modes) {
    std::vector<ConflictTable> tables;
    for (const auto& mode : modes) tables.push_back(conflict_table(kernel, find_bank_mode(mode)));
    return tables;
}

const std::vector<std::string> kepler = {"kepler4", "kepler8"};

} // namespace

TEST_CASE("the dissertation's kernels: replays per block before and after, by bank width") {
    struct Row {
        const char* file;
        int accesses, kepler4, kepler8, conv, after;
    };
    const Row rows[] = {
        {"3dfd", 156, 78, 0, 140, 0},       {"nw", 190, 218, 181, 420, 0},
        {"tp-gsm", 16, 0, 0, 0, 0},         {"tp-tc", 16, 24, 24, 56, 0},
        {"tp-tnbc", 16, 12, 8, 16, 0},      {"tp-td", 16, 12, 8, 16, 0},
        {"tp-tfg", 16, 12, 8, 16, 0},       {"tp-tcg", 16, 8, 0, 16, 0},
        {"lud-dia", 976, 279, 279, 707, 0}, {"lud-peri", 1087, 1176, 1176, 2744, 0},
        {"cs-crk", 292, 292, 0, 292, 0},    {"cs-cck", 584, 584, 584, 584, 0},
        {"shfl-scan", 47, 93, 93, 217, 0},
    };
    for (const auto& row : rows) {
        INFO(row.file);
        const auto kernel = data_kernel(row.file);
        const auto tables = tables_of(kernel, {"kepler4", "kepler8", "conv32x4"});
        CHECK(tables[0].warp_accesses == row.accesses);
        CHECK(plain_layout(tables[0]).replays == row.kepler4);
        CHECK(plain_layout(tables[1]).replays == row.kepler8);
        CHECK(plain_layout(tables[2]).replays == row.conv);
        CHECK(heuristic_layout(tables_of(kernel, kepler), unlimited).replays == row.after);
    }
}

TEST_CASE("Gao's choice for 3DFD: 8-byte banks without padding; 4-byte banks need 24 elements") {
    const auto kernel = data_kernel("3dfd");
    const auto best = heuristic_layout(tables_of(kernel, kepler), unlimited);
    CHECK(best.mode->bank_width == 8);
    CHECK(best.pads == std::vector<int>{0});
    const auto options = option_list(tables_of(kernel, {"kepler4"}).front(), 0, 31);
    CHECK(options.back() == std::pair{24, std::int64_t(0)});
}

TEST_CASE("option lists fall strictly and their paddings rise") {
    for (const char* name : {"nw", "tp-tc", "lud-peri", "shfl-scan"}) {
        const auto kernel = data_kernel(name);
        for (const auto& table : tables_of(kernel, {"kepler4", "kepler8", "conv32x4"}))
            for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
                const auto list = option_list(table, int(a), 1000);
                for (std::size_t i = 1; i < list.size(); ++i) {
                    CHECK(list[i].first > list[i - 1].first);
                    CHECK(list[i].second < list[i - 1].second);
                }
            }
    }
}

TEST_CASE("the exact search is never worse than the heuristic, and both keep the memory limit") {
    for (const char* name : {"3dfd", "nw", "tp-tc", "lud-dia", "shfl-scan"}) {
        const auto kernel = data_kernel(name);
        const auto tables = tables_of(kernel, {"conv32x4", "kepler4", "kepler8"});
        const auto exact = exact_layouts(tables);
        REQUIRE(exact);
        const auto plain = plain_layout(tables.front()).bytes;
        for (const auto limit : {plain, plain + 4, plain + plain / 20, plain + plain / 10, plain * 2}) {
            const auto best = best_within(*exact, limit);
            const auto heuristic = heuristic_layout(tables, limit);
            REQUIRE(best);
            CHECK(heuristic.bytes <= limit);
            CHECK(best->bytes <= limit);
            CHECK(best->replays <= heuristic.replays);
        }
    }
}

TEST_CASE("dynamic programming finds what trying everything finds") {
    std::mt19937 random(42);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (int trial = 0; trial < 6; ++trial) {
        BankKernel kernel{
            "random", 16, 4, 4, {{"a", pick(2, 6), pick(8, 24)}, {"b", pick(2, 6), pick(8, 24)}}, {}};
        for (int i = 0; i < 4; ++i) {
            Affine row, col;
            row.threads = {{{pick(0, 1), 1, 0}, pick(1, 2)}};
            col.threads = {{{pick(0, 1), 1, 0}, pick(1, 3)}};
            kernel.accesses.push_back({i % 2, row, col, {}, {}});
        }
        const auto table = conflict_table(kernel, find_bank_mode(kepler[std::size_t(trial % 2)]));
        auto best = plain_layout(table);
        const auto limit = best.bytes + pick(0, 40) * 4;
        for (int p = 0; p < table.paddings(); ++p)
            for (int q = 0; q < table.paddings(); ++q) {
                auto layout = plain_layout(table);
                layout.pads = {p, q};
                layout = evaluated(table, layout);
                if (layout.bytes <= limit && better(layout, best)) best = layout;
            }
        const auto found = best_within(best_layouts(table, best.order, false), limit);
        REQUIRE(found);
        CHECK(found->replays == best.replays);
        CHECK(found->bytes == best.bytes);
        CHECK(found->pads == best.pads);
    }
}

TEST_CASE("arrays that exceed the memory limit are refused with both numbers") {
    const auto kernel = data_kernel("nw");
    CHECK(is_message(thrown_by([&] { heuristic_layout(tables_of(kernel, kepler), 2000); }),
                     messages::kernel_arrays, anything, 2180, 2000));
}

TEST_CASE(
    "an access outside of its array is named with its first thread, also at the far end of a long loop") {
    const auto outside = [](const std::string& access) {
        const auto text =
            R"({"kernel": "k", "block": [16, 16], "arrays": [{"name": "a", "height": 16, "width": 16}],
            "accesses": [{"array": "a", )" +
            access + "}]}";
        const auto kernels = read_kernels(text, "k.json");
        check_inside(kernels.front());
    };
    const auto refusal = [&](const std::string& access) { return thrown_by([&] { outside(access); }); };
    CHECK_NOTHROW(outside(R"("row": {"ty": 1}, "col": {"tx": 1})"));
    CHECK_NOTHROW(outside(R"("row": {"ty": 1}, "col": {"tx": 1, "1": 4}, "guards": [{"tx": -1, "1": 11}])"));
    CHECK(is_message(refusal(R"("row": {"ty": 1}, "col": {"tx": 1, "1": 1})"), messages::kernel_outside, "k",
                     0, "thread (15, 0)", "a", 0, 16, "a", 16, 16));
    CHECK(is_message(refusal(R"("row": {"ty": 1}, "col": {"tx": 1, "1": -1})"), messages::kernel_outside, "k",
                     0, "thread (0, 0)", "a", 0, -1, "a", 16, 16));
    const Message late = refusal(R"("row": {"i": 1}, "col": {"tx": 1}, "loops": [["i", 0, 1000]])");
    CHECK(is_message(late, messages::kernel_outside, "k", 0, anything, "a", 992, 0, "a", 16, 16));
    CHECK(late.values[2].ends_with("i = 992"));
    const Message inner =
        refusal(R"("row": {"i": 1}, "col": {"j": 1}, "loops": [["i", 0, 16], ["j", 0, {"i": 1, "1": 2}]])");
    CHECK(is_message(inner, messages::kernel_outside, "k", 0, anything, "a", 15, 16, "a", 16, 16));
    CHECK(inner.values[2].ends_with("i = 15, j = 16"));
}

TEST_CASE("only the heuristic lays out hundreds of arrays, and equal arrays are counted once") {
    std::string arrays, accesses;
    for (int i = 0; i < 300; ++i) {
        const auto name = "a" + std::to_string(i), comma = std::string(i ? "," : "");
        arrays += comma + R"({"name": ")" + name + R"(", "height": 64, "width": 64})";
        accesses += comma + R"({"array": ")" + name + R"(", "row": {"tx": 1}, "col": {"ty": 1}})";
    }
    const auto kernels = read_kernels(R"({"kernel": "many", "block": [32, 8], "arrays": [)" + arrays +
                                          R"(], "accesses": [)" + accesses + "]}",
                                      "many.json");
    const auto table = conflict_table(kernels.front(), find_bank_mode("conv32x4"));
    CHECK_FALSE(can_pack(table));
    CHECK_FALSE(exact_layouts({table}).has_value());
    for (const auto method : {LayoutMethod::one, LayoutMethod::two, LayoutMethod::both})
        CHECK(heuristic_layout({table}, unlimited, method).replays == 0);
}

TEST_CASE("a limit that only some paddings fit is held by both methods") {
    for (const char* name : {"nw", "lud-peri"}) {
        const auto kernel = data_kernel(name);
        const auto table = conflict_table(kernel, find_bank_mode("conv32x4"));
        const auto plain = plain_layout(table);
        for (const auto method : {LayoutMethod::one, LayoutMethod::two})
            for (const int more : {0, 16, 64, 100, 1000})
                CHECK(heuristic_layout({table}, plain.bytes + more, method).bytes <= plain.bytes + more);
    }
}

} // namespace atrous
