// Tests `atrous bench --against`: the comparison of rows in two reports, and the uncertainty of a median.
#include "base/file.h"
#include "base/json.h"
#include "cli/messages.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/run.h"
#include "lab/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// A report with a row "a" of these times in a level, and as many of 1 ms in leaving.
std::string report(const std::vector<double>& ms) {
    Json level, leave, row, all;
    level["stage"] = "level";
    level["ms_of_repeats"] = ms;
    leave["stage"] = "leave";
    leave["ms_of_repeats"] = std::vector<double>(ms.size(), 1.0);
    row["name"] = "a";
    row["passes"] = Json::Array{level, leave};
    all["commit"] = "1234";
    all["rows"] = Json::Array{row};
    return all.dump(2);
}

Ran against(const std::vector<double>& before, const std::vector<double>& now) {
    const Folder folder;
    write_text((folder.path / "old.json").string(), report(before));
    write_text((folder.path / "new.json").string(), report(now));
    return run_here(folder, "bench --against old.json new.json");
}

/// Nine times from `from` on, a hundredth apart each.
std::vector<double> nine(double from) {
    std::vector<double> ms;
    for (int i = 0; i < 9; ++i) ms.push_back(from * (1 + 0.001 * i));
    return ms;
}

} // namespace

TEST_CASE("the interval of a median: order statistics that enclose it with 95 %") {
    CHECK_FALSE(median_interval({}).known);
    CHECK_FALSE(median_interval({1, 2, 3, 4, 5}).known); // 1 - 2 / 32
    const Interval six = median_interval({6, 5, 4, 3, 2, 1}),
                   nine = median_interval({1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(six.known); // 1 - 2 / 64
    CHECK(six.median == 3.5);
    CHECK(six.low == 1);
    CHECK(six.high == 6);
    CHECK(nine.low == 2); // 1 - 2 * 10 / 512
    CHECK(nine.high == 8);
    std::vector<double> many(100);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = double(i + 1);
    CHECK(median_interval(many).low == 40); // of tables: the 40th and the 61st of a hundred
    CHECK(median_interval(many).high == 61);
}

TEST_CASE("--against distinguishes faster, slower, same and unclear; slower is exit code 1") {
    const struct {
        std::vector<double> before, now;
        const char* is;
        int code;
    } cases[] = {{nine(10), nine(8), "faster", 0},
                 {nine(10), nine(12), "slower", 1},
                 {nine(10), nine(10.001), "same", 0},
                 {nine(10), {8, 8, 8, 9, 10, 11, 12, 12, 12}, "cannot tell", 0},
                 {{10, 10, 10}, {5, 5, 5}, "cannot tell", 0}};
    for (const auto& one : cases) {
        const Ran ran = against(one.before, one.now);
        CAPTURE(ran.out);
        CAPTURE(ran.err);
        CHECK(ran.code == one.code);
        CHECK(ran.out.find(one.is) != std::string::npos);
        CHECK(has_text(ran.out, "commit 1234"));
    }
    CHECK(against(nine(9), nine(9)).out.find("10.04") != std::string::npos); // leaving counts
}

TEST_CASE(
    "needs of a level: a tap takes 13 operations, 2 exponentials, 3 loads; shares are relative to the device's ceilings") {
    CHECK(shares_of({10, 20, 0, 5}, {100, 100, 100, 0}, 1000)[0] == doctest::Approx(0.1));
    CHECK(shares_of({10, 20, 0, 5}, {100, 100, 100, 0}, 500)[1] == doctest::Approx(0.4));
    CHECK(shares_of({10, 20, 0, 5}, {100, 100, 100, 0}, 500)[3] == 0);
    const DeviceTraits gpu{false, 1, 1024, 48 << 10};
    EawSettings asked;
    asked.space = &find_row(spaces(), "lab", "space");
    const EawResolved settings = resolve(asked, bench_shape({64, 48}), gpu);
    const PerUnit needs = needs_of(settings, 3, 480, 10);
    CHECK(needs[0] == 480);
    CHECK(needs[1] == 13 * 25 * 10);
    CHECK(needs[2] == 2 * 25 * 10);
    CHECK(needs[3] == 3 * 25 * 10);
}

TEST_CASE("--against with one report, three, or a file that is no report is refused") {
    const Folder folder;
    write_text((folder.path / "a.json").string(), report(nine(1)));
    write_text((folder.path / "b.json").string(), "{\"rows\": 3}");
    write_text((folder.path / "c.json").string(), "{\"rows\": []}");
    const struct {
        const char* arguments;
        Message says;
    } cases[] = {
        {"--against a.json", line(messages::against_two)},
        {"--against a.json a.json a.json", line(messages::against_two)},
        {"--against a.json b.json", line(messages::against_report, "b.json")},
        {"--against a.json c.json", line(messages::against_common)},
        {"--against a.json none.json", line(messages::against_unreadable, "none.json")},
        {"--against a.json a.json --repeat 3", line(messages::bench_takes_no, "--against", "repeat")}};
    for (const auto& one : cases) {
        const Ran ran = run_here(folder, std::string("bench ") + one.arguments);
        CAPTURE(one.arguments);
        CAPTURE(ran.err);
        CHECK(ran.code == 2);
        CHECK(prints(ran, one.says));
    }
}

TEST_CASE("--against refuses reports of other work") {
    const Folder folder;
    const std::string one = report(nine(10));
    const auto with_work = [&](const std::string& work) {
        return "{\"workload\": \"" + work + "\"," + one.substr(one.find('{') + 1);
    };
    write_text((folder.path / "old.json").string(), with_work("5x5 taps, 4 levels"));
    write_text((folder.path / "new.json").string(), with_work("5x5 taps, 2 levels"));
    const Ran other = run_here(folder, "bench --against old.json new.json");
    CHECK(other.code == 2);
    CHECK(has_text(other.err, "old.json has 5x5 taps, 4 levels; new.json has 5x5 taps, 2 levels"));
    CHECK(run_here(folder, "bench --against old.json old.json").code == 0);
}
