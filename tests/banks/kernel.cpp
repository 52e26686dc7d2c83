// Tests kernels as data: folded loops give the same counts as complete loops. Tests the parser and its errors.
#include "base/error.h"
#include "lab/banks/messages.h"
#include "lab/banks/optimize.h"
#include "support/messages.h"
#include <doctest/doctest.h>

namespace atrous {

TEST_CASE("loops fold: ten million iterations count as many accesses and the same replays per period") {
    const auto kernel = [](const std::string& to) {
        return read_kernels(
                   R"({"kernel": "k", "block": [32, 2], "arrays": [{"name": "a", "height": 9, "width": 40}],
            "accesses": [{"array": "a", "row": {"tx": 1, "i": 1}, "col": {"i": 3, "ty": 1},
                          "loops": [["i", 0, )" +
                       to + R"(]], "guards": [{"tx": -1, "i": 1}]}]})",
                   "k.json")
            .front();
    };
    const auto replays = [&](const std::string& to) {
        const auto table = conflict_table(kernel(to), find_bank_mode("kepler4"));
        return std::pair(table.warp_accesses, table.replays[0][0][0]);
    };
    const auto [many, many_replays] = replays("10000064");
    const auto [less, less_replays] = replays("10000000");
    const auto [few, few_replays] = replays("164");
    const auto [fewer, fewer_replays] = replays("100");
    CHECK(many == 2 * 10000064);
    CHECK(many - less == few - fewer);
    CHECK(many_replays - less_replays == few_replays - fewer_replays);
}

TEST_CASE("folded loops give the counts of unfolded ones") {
    // The same accesses with the loop written out, one access per iteration.
    const std::string head =
        R"({"kernel": "k", "block": [16, 4], "arrays": [{"name": "a", "height": 9, "width": 21}],
        "accesses": [)";
    std::string unrolled;
    for (int i = -3; i < 150; ++i)
        unrolled += std::string(i > -3 ? "," : "") + R"({"array": "a", "row": {"ty": 1, "1": )" +
                    std::to_string(i) + R"(}, "col": {"tx": 2, "1": )" + std::to_string(2 * i) +
                    R"(}, "guards": [{"ty": 5, "tx": -1, "1": )" + std::to_string(20 - i) + "}]}";
    const std::string folded = R"({"array": "a", "row": {"ty": 1, "i": 1}, "col": {"tx": 2, "i": 2},
        "loops": [["i", -3, 150]], "guards": [{"ty": 5, "tx": -1, "i": -1, "1": 20}]})";
    for (const auto& mode : bank_modes()) {
        const auto a = read_kernels(head + unrolled + "]}", "a").front();
        const auto b = read_kernels(head + folded + "]}", "b").front();
        const auto x = conflict_table(a, mode), y = conflict_table(b, mode);
        CHECK(x.warp_accesses == y.warp_accesses);
        CHECK(x.replays == y.replays);
    }
}

TEST_CASE("triangular loops fold as well") {
    // sum over i of (j < bound(i)) with i written out as constants, against the loop over i.
    const std::string head =
        R"({"kernel": "k", "block": [16, 2], "arrays": [{"name": "a", "height": 9, "width": 21}], "accesses": [)";
    struct Bounds {
        int factor, constant; // j from 0 to factor i + constant
    };
    for (const auto& [factor, constant] : {Bounds{1, 0}, Bounds{1, -70}, Bounds{-1, 150}, Bounds{2, 3}}) {
        std::string unrolled;
        for (int i = -3; i < 300; ++i)
            unrolled += std::string(i > -3 ? "," : "") + R"({"array": "a", "row": {"tx": 1, "1": )" +
                        std::to_string(i) + R"(}, "col": {"ty": 2, "j": 3}, "loops": [["j", 0, )" +
                        std::to_string(factor * i + constant) + R"(]], "guards": [{"tx": -1, "1": )" +
                        std::to_string(i - 5) + "}]}";
        const std::string folded = R"({"array": "a", "row": {"tx": 1, "i": 1}, "col": {"ty": 2, "j": 3},
            "loops": [["i", -3, 300], ["j", 0, {"i": )" +
                                   std::to_string(factor) + R"(, "1": )" + std::to_string(constant) +
                                   R"(}]], "guards": [{"tx": -1, "i": 1, "1": -5}]})";
        for (const auto& mode : bank_modes()) {
            const auto a = read_kernels(head + unrolled + "]}", "a").front();
            const auto b = read_kernels(head + folded + "]}", "b").front();
            const auto x = conflict_table(a, mode), y = conflict_table(b, mode);
            CHECK(x.warp_accesses == y.warp_accesses);
            CHECK(x.replays == y.replays);
        }
    }
}

TEST_CASE(
    "a triangle of ten million iterations is analysed; two long loops in one guard are too many steps") {
    const std::string head =
        R"({"kernel": "k", "block": [32, 1], "arrays": [{"name": "a", "height": 9, "width": 21}], "accesses": [)";
    const std::int64_t n = 10'000'000;
    const auto triangle = read_kernels(head + R"({"array": "a", "row": {"i": 1}, "col": {"tx": 2, "j": 1},
        "loops": [["i", 0, 10000000], ["j", 0, {"i": 1}]]}]})",
                                       "k")
                              .front();
    CHECK(conflict_table(triangle, bank_modes().front()).warp_accesses == n * (n - 1) / 2);
    const auto irregular = read_kernels(head + R"({"array": "a", "row": {"i": 1}, "col": {"tx": 2, "j": 1},
        "loops": [["i", 0, 99999], ["j", 0, 99999]], "guards": [{"i": 1, "j": -1}]}]})",
                                        "k")
                               .front();
    CHECK(is_message(thrown_by([&] { conflict_table(irregular, bank_modes().front()); }),
                     messages::kernel_steps, anything, anything, 1 << 20));
}

TEST_CASE("bad kernels are refused with the file and the field") {
    const std::string good =
        "{\n\"kernel\": \"k\",\n\"block\": [8, 8],\n\"arrays\": [\n"
        "{\"name\": \"a\", \"height\": 4, \"width\": 4}\n],\n\"accesses\": [\n"
        "{\"array\": \"a\", \"row\": {\"ty\": 1}, \"col\": {\"tx\": 1}},\n"
        "{\"array\": \"a\",\n \"row\": {\"i\": 1},\n \"col\": 2,\n \"loops\": [[\"i\", 0, 4]]}\n]\n}\n";
    CHECK(read_kernels(good, "K.json").size() == 1);
    struct Misuse {
        const char *from, *to, *message;
    };
    const Misuse misuses[] = {
        {"{\"i\": 1}", "{\"tz\": 1}", "K.json: accesses[1].row: 'tz' is not a thread index or loop variable"},
        {"\"col\": 2", "\"cool\": 2", "K.json: accesses[1].cool: is unknown, allowed: array, row, col"},
        {"\"i\", 0, 4", "\"i\", 0", "K.json: accesses[1].loops[0]: must be [name, from, to]"},
        {"\"i\", 0, 4", "\"tx\", 0, 4", "K.json: accesses[1].loops[0]: 'tx' cannot name a loop variable"},
        {"\"i\", 0, 4", "\"i\", 0, {\"tx\": 1}", "accesses[1].loops[0][2]: 'tx' must not be in the bound"},
        {"[8, 8]", "[8, 800]", "K.json: block: 6400 threads"},
        {"[8, 8]", "[8, \"8\"]", "K.json: block[1]: \"8\" is not an integer from 1 to 1024"},
        {"\"height\": 4", "\"height\": 0", "K.json: arrays[0].height: 0 is not an integer from 1 to 65536"},
        {"{\"array\": \"a\",\n", "{\"array\": \"b\",\n",
         "K.json: accesses[1].array: 'b' is not one of the arrays"},
        {"\"block\": [8, 8],", "", "K.json: 'block' is missing"},
        {"\"block\": [8, 8],", "\"block\": [8, 8], \"elem_bytes\": 5,", "elem_bytes: must be 4 or 8, is 5"},
        {"]\n}\n", "]\n", "K.json:14"},
    };
    for (const auto& misuse : misuses) {
        auto bad = good;
        bad.replace(bad.find(misuse.from), std::string(misuse.from).size(), misuse.to);
        std::string message;
        try {
            read_kernels(bad, "K.json");
        } catch (const Error& error) {
            message = error.what();
            CHECK(error.kind == Exit::usage);
        }
        CHECK(message.find(misuse.message) != std::string::npos);
        if (message.find(misuse.message) == std::string::npos) MESSAGE(message);
    }
}

} // namespace atrous
