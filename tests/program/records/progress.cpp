// Tests messages during and after a batch: the bar and lines of progress, the line at the end, warnings of
// options that change nothing.
#include "batch/log/progress.h"
#include "batch/messages.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include "support/skip.h"

using namespace atrous;

TEST_CASE("progress: nothing on a pipe, a line per image when asked, nothing when quiet") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    CHECK(run_here(folder, "enhance in/a.ppm -o zero/").err.empty());
    const std::string end = run_here(folder, "enhance in -o one").err;
    CHECK(end.starts_with("2 images: 2 written; "));
    CHECK(std::ranges::count(end, '\n') == 1);
    const Ran plain = run_here(folder, "enhance --progress plain in -o two");
    CHECK(plain.says("1/2 ok"));
    CHECK(plain.says("2/2 ok"));
    CHECK(run_here(folder, "enhance -q --progress plain in -o three").err.empty());
}

TEST_CASE("the line at the end counts written, skipped, failed and open images") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a", "b", "c"}) folder.ppm("in/" + std::string(name) + ".ppm");
    spill(folder.path / "in/bad.png", "text");
    folder.ppm("out/a.ppm");
    CHECK(run_here(folder, "enhance in -o out --existing skip")
              .says("\n4 images: 2 written, 1 skipped, 1 failed; "));
    const Ran fast =
        run_here(folder, "enhance -j 1 --fail-fast in/bad.png in/a.ppm in/b.ppm in/c.ppm -o fast");
    CAPTURE(fast.err);
    CHECK(fast.says("4 images: 0 written, 1 failed, 3 not done; "));
    CHECK_FALSE(run_here(folder, "enhance -q in -o quiet").says("images:"));
}

TEST_CASE("the bar's line fits every terminal, and contains the count if there is room for it") {
    for (const std::size_t total : {std::size_t(2), std::size_t(123456)})
        for (std::size_t done = 0; done <= total; done += total / 2)
            for (int columns = 0; columns <= 120; ++columns) {
                CAPTURE(columns);
                const std::string count = std::to_string(done) + "/" + std::to_string(total);
                const std::string line =
                    bar_line({done, total, "1234.5 Mpixel/s", "10:02:03 left"}, columns, false);
                CHECK(int(line.size()) <= std::max(columns - 1, 0));
                if (columns > int(count.size())) CHECK(line.find(count) != std::string::npos);
                if (columns >= 80) CHECK(line.ends_with("  1234.5 Mpixel/s  10:02:03 left"));
                if (columns == 40) CHECK(line.starts_with("["));
            }
    CHECK(bar_line({1, 2, "", ""}, 80, true) == "[\033[32m############............\033[0m] 1/2");
}

TEST_CASE("on a terminal of 40 columns no line of the bar is broken by prints of libraries") {
    if (!has_device()) return;
    const Folder folder;
    if (folder.shell("script --version").code != 0)
        return test::skip("script, which makes a terminal, is not installed");
    for (const char* name : {"a", "b", "c"}) folder.ppm("in/" + std::string(name) + ".ppm");
    const Ran ran =
        folder.shell("TERM=xterm NO_COLOR=1 script -qec \"stty cols 40; (sleep 0.02; echo foreign >&2) & '" +
                     program() + "' enhance in -o out\" /dev/null");
    CHECK(has_text(ran.out, "] 3/3"));
    CHECK(has_text(ran.out, "foreign"));
    CHECK(has_text(ran.out, "\r\033[K3 images: 3 written; ")); // in place of the bar
    for (std::size_t at = 0; (at = ran.out.find('[', at)) != std::string::npos; ++at) {
        if (at > 0 && ran.out[at - 1] == '\033') continue;
        const std::size_t end =
            std::min(ran.out.find('\r', at), ran.out.find('f', at)); // of the line, or "foreign"
        CHECK(std::min(end, ran.out.size()) - at < 40);
    }
}

TEST_CASE("lines of a log on a terminal stand above the bar") {
    if (!has_device()) return;
    const Folder folder;
    if (folder.shell("script --version").code != 0)
        return test::skip("script, which makes a terminal, is not installed");
    for (const char* name : {"a", "b", "c"}) folder.ppm("in/" + std::string(name) + ".ppm");
    const std::string logged = folder
                                   .shell("TERM=xterm NO_COLOR=1 script -qec \"'" + program() +
                                          "' enhance -j 1 --log - in -o out\" /dev/null")
                                   .out;
    CAPTURE(logged);
    int lines = 0;
    for (std::size_t at = 0; (at = logged.find("{\"run\"", at)) != std::string::npos; ++at, ++lines)
        CHECK((at == 0 || logged[at - 1] == '\n' || (at >= 3 && logged.substr(at - 3, 3) == "\033[K")));
    CHECK(lines >= 4);
    CHECK(has_text(logged, "3 images: 3 written; "));
}

TEST_CASE("an option without effect is one warning for all files") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    folder.image("in/c.png");
    spill(folder.path / "log.preset", "[log]\nluma-threshold = 0.1\n");
    struct Row {
        const char* options;
        Message idle{};
    };
    const char* const removal = "--denoise auto";
    for (const Row& row :
         {Row{"--noise-model halving", message(messages::option_unused, "--noise-model", "--denoise bayes")},
          Row{"--shrink unbiased",
              message(messages::option_unused, "--shrink", "thresholds or --denoise bayes")},
          Row{"--denoise-strength 1.5", message(messages::option_unused, "--denoise-strength", removal)},
          Row{"--denoise-detail 0.5", message(messages::option_unused, "--denoise-detail", removal)},
          Row{"--denoise bayes --denoise-strength ,0.5",
              message(messages::option_unused, "--denoise-strength", removal)},
          Row{"--quality 80",
              message(messages::writing_unused, "quality", "JPEG, WebP, JPEG XL, HEIC or AVIF")},
          Row{"--subsampling 4:2:0", message(messages::writing_unused, "subsampling", "JPEG")},
          Row{"--denoise bayes --noise-model halving --shrink unbiased"},
          Row{"--shrink unbiased --preset denoise"}, Row{"--shrink unbiased --preset log.preset"},
          Row{"--shrink unbiased --luma-threshold 1"}}) {
        CAPTURE(row.options);
        const Ran ran = run_here(folder, "enhance --existing replace --log none --levels 1 " +
                                             std::string(row.options) + " in -o out");
        check(ran, 0, {});
        if (row.idle.empty()) CHECK_FALSE(ran.says("warning"));
        if (row.idle.empty()) continue;
        CHECK(prints(ran, row.idle));
        CHECK(ran.err.find("warning") == ran.err.rfind("warning"));
    }
    CHECK(run_here(folder, "enhance -q --log none --quality 80 in -o quiet").err.empty());
    const Ran mixed = run_here(folder, "enhance --log l --quality 80 --subsampling 4:2:0 in/a.ppm -o a.jpg");
    CHECK(mixed.err.empty());
    CHECK(compression_of(Decoder(folder.path / "a.jpg").read(), "b.jpg", {}) == "jpeg:80 4:2:0");
    CHECK(slurp(folder.path / "l").find("\"jpeg:80 4:2:0\"") != std::string::npos);
}
