// Tests long runs of the bench: the message before they start, the rest after an interruption, and early
// checks of file names.
#include "lab/bench/rows/long_run.h"
#include "lab/messages.h"
#include "opencl/device.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/json_at.h"
#include "support/messages.h"
#include <csignal>
#include <filesystem>

using namespace atrous;

namespace {

/// A bench that takes minutes on any device.
const std::string minutes = "bench --size 400x300 --levels 6 --repeat 10000 --order split --json out.json";

} // namespace

TEST_CASE("durations have the unit that fits") {
    CHECK(duration_text(0) == "0 seconds");
    CHECK(duration_text(99) == "99 seconds");
    CHECK(duration_text(100) == "2 minutes");
    CHECK(duration_text(5999) == "100 minutes");
    CHECK(duration_text(6000) == "1.7 hours");
    CHECK(duration_text(72000) == "20.0 hours");
}

TEST_CASE("a run of more than ten minutes is asked about, and one that was agreed to is not") {
    const LongRun asks(100, false), agreed(100, true);
    asks.estimate(5.9, 0);
    CHECK(is_message(thrown_by([&] { asks.estimate(6.1, 0); }), messages::bench_long, 100, "6.1", "0 seconds",
                     "10 minutes"));
    CHECK(is_message(thrown_by([&] { asks.estimate(5.9, 20); }), messages::bench_long, 100, "5.9",
                     "20 seconds", "10 minutes"));
    agreed.estimate(1e6, 1e6);
}

TEST_CASE("a signal stops a run once, and has its former effect after the run") {
    std::signal(SIGTERM, SIG_IGN);
    {
        const LongRun run(1, false);
        CHECK_FALSE(LongRun::stopped());
        std::raise(SIGTERM); // ignored before, as under nohup: still so
        CHECK_FALSE(LongRun::stopped());
    }
    std::signal(SIGTERM, SIG_DFL);
    {
        const LongRun run(1, false);
        std::raise(SIGTERM);
        CHECK(LongRun::stopped());
        CHECK(LongRun::exit_code() == Exit::terminated);
    }
    CHECK((std::signal(SIGTERM, SIG_DFL) == SIG_DFL));
    const LongRun next(1, false);
    CHECK_FALSE(LongRun::stopped());
}

TEST_CASE("a run of more than ten minutes without --yes is refused, and leaves no file") {
    if (!has_device() || !choose_device("auto").is_cpu())
        return; // plans of rows that take hours even on a GPU take long
    const Folder folder;
    const auto ran = run_here(folder, "bench --size 2000x1400 --repeat 10000 --json out.json --svg out.svg "
                                      "--order split,ascending,subdivision,kaleidoscope");
    expect(ran, 2, {line(messages::bench_long, "50010", anything)});
    CHECK(ran.out.empty());
    CHECK_FALSE(folder.has("out.json"));
    CHECK_FALSE(folder.has("out.svg"));
}

TEST_CASE("an interrupted run writes its rows so far, and marks them as interrupted") {
    if (!has_device()) return;
    const struct {
        const char* signal;
        int code;
    } rows[] = {{"INT", 130}, {"TERM", 143}};
    for (const auto& row : rows) {
        const Folder folder;
        // Shells ignore SIGINT in background commands. An earlier signal ends the program, so the test waits for the estimate.
        const auto ran =
            folder.shell("env --default-signal=INT '" + program() + "' " + minutes +
                         " --yes 2>err & pid=$!\n"
                         "until grep -q 'runs of about' err; do sleep 0.05; kill -0 $pid || break; done\n"
                         "sleep 0.3; kill -" +
                         row.signal + " $pid; wait $pid\n");
        CAPTURE(row.signal);
        CAPTURE(slurp(folder.path / "err"));
        CHECK(ran.code == row.code);
        CHECK(has_text(ran.out, "interrupted"));
        const Json report = parse_json(slurp(folder.path / "out.json"), "out.json");
        CHECK(*at(report, "interrupted").boolean());
        const Json& baseline = (*at(report, "rows").array())[0];
        for (const Json& pass : *at(baseline, "passes").array()) {
            const auto repeats = at(pass, "ms_of_repeats").array()->size();
            CHECK(repeats >= 1);
            CHECK(repeats < 10000);
        }
    }
}

TEST_CASE("files that cannot be written are refused before the first row") {
    if (!has_device()) return;
    for (const std::string option : {"json", "svg"}) {
        for (const std::string path : {"no-such-folder/x", "."}) {
            const Folder folder;
            const auto ran = run_here(folder, "bench --size 64x48 --" + option + " " + path);
            expect(ran, 2, {message(messages::bench_unwritable, option, path)});
            CHECK_FALSE(ran.says("timing"));
        }
    }
}

TEST_CASE("one file for two options is refused") {
    const Folder folder;
    for (const std::string path : {"a", "-"}) {
        const auto ran = run_here(folder, "bench --figure 6 --json " + path + " --svg " + path);
        expect(ran, 2, {line(messages::bench_one_file, "svg", "json")});
        CHECK(ran.out.empty());
        CHECK_FALSE(folder.has("a"));
    }
}

TEST_CASE("an existing file is unchanged if nothing is written") {
    const Folder folder;
    spill(folder.path / "old.json", "old");
    run_here(folder, "bench --figure 8 --centre 99,99 --json old.json");
    CHECK(slurp(folder.path / "old.json") == "old");
    CHECK(run_here(folder, "bench --figure 6 --json old.json").code == 0);
    CHECK(slurp(folder.path / "old.json").starts_with("{"));
}

TEST_CASE("one file for two options is refused, also by two names or a second name of it") {
    const Folder folder;
    spill(folder.path / "there", "old");
    fs::create_hard_link(folder.path / "there", folder.path / "again");
    for (const auto& [json, svg] : {std::pair{"a", "./a"}, {"there", "again"}}) {
        CAPTURE(svg);
        const auto ran = run_here(folder, std::string("bench --figure 6 --json ") + json + " --svg " + svg);
        expect(ran, 2, {line(messages::bench_one_file, "svg", "json")});
        CHECK_FALSE(folder.has("a"));
    }
    CHECK(slurp(folder.path / "there") == "old");
}

TEST_CASE("a link to a missing file stays if nothing is written, and is followed otherwise") {
    const Folder folder;
    fs::create_symlink("target.json", folder.path / "link.json");
    run_here(folder, "bench --figure 8 --centre 99,99 --json link.json");
    CHECK(fs::is_symlink(folder.path / "link.json"));
    CHECK_FALSE(folder.has("target.json"));
    CHECK(run_here(folder, "bench --figure 6 --json link.json").code == 0);
    CHECK(fs::is_symlink(folder.path / "link.json"));
    CHECK(slurp(folder.path / "target.json").starts_with("{"));
}

TEST_CASE("a report that cannot be written spares the others, and the run has failed") {
    const Folder folder;
    check(run_here(folder, "bench --figure 6 --svg /dev/full --json b.json"), 2, {"/dev/full"});
    CHECK(slurp(folder.path / "b.json").starts_with("{"));
}
