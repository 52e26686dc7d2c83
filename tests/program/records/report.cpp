// Tests `atrous report` and --report: text and images of the page, after every kind of run, and refusals.
#include "base/messages.h"
#include "base/svg.h"
#include "batch/messages.h"
#include "batch/report/messages.h"
#include "batch/report/page.h"
#include "cli/messages.h"
#include "files/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include "support/page.h"

using namespace atrous;

namespace {

Page report_in(const Folder& folder, const std::string& name = "r.html") {
    const Page page = page_of(slurp(folder.path / name));
    CHECK(page.flaw == "");
    return page;
}

constexpr const char* header =
    R"({"schema":2,"atrous":"0.3.0","command":"enhance","arguments":["in","-o","out"],"run":"h-1-1","images":2})"
    "\n";

} // namespace

TEST_CASE(
    "a report shows each image before and after, with times, settings, errors and warnings, and needs no other file") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    const std::string strange = "in/<b> & \"c\" 'd'\n\x1b\xff.ppm";
    folder.ppm(strange);
    spill(folder.path / "in/bad.png", "text");
    std::vector<float> samples(40 * 30 * 3, 0.25F);
    samples[100] = std::numeric_limits<float>::quiet_NaN();
    spill(folder.path / "in/n.pfm",
          "PF\n40 30\n-1.0\n" +
              std::string(reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(float)));
    check(folder.run("enhance -r . -o out --format tif --levels 2 --report r.html"), 1, {"bad.png"});
    const Page page = report_in(folder);
    CHECK(page.cards.size() == 4);
    CHECK(has_text(page.head, "<h1>atrous enhance: 4 images</h1>"));
    CHECK(has_text(page.head,
                   "<li class=\"ok\"><b>3</b> written</li><li class=\"failed\"><b>1</b> failed</li>"
                   "<li class=\"warned\"><b>1</b> warning</li>"));
    CHECK(has_text(page.head,
                   "<code>atrous enhance -r . -o out --format tif --levels 2 --report r.html</code>"));
    CHECK_FALSE(has_text(page.text, "://"));
    for (const std::string& source : attributes_in(page.text, "src"))
        CHECK(source.starts_with("data:image/webp;base64,UklGR"));
    const std::string a = card_of(page, "in/a.ppm</a>");
    CHECK(attributes_in(a, "src").size() == 2);
    CHECK(attributes_in(a, "data-status") == std::vector<std::string>{"ok"});
    for (const char* part : {"40 × 30", "out/in/a.tif", "<tr><th>schedule</th><td>permuted</td>",
                             "<p class=\"legend\"><span class=\"g", "<div class=\"bar\""}) {
        CAPTURE(part);
        CHECK(has_text(a, part));
    }
    CHECK(has_text(card_of(page, "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\\x0a\\x1b"), "written"));
    const std::string bad = card_of(page, "in/bad.png</a>");
    CHECK(has_text(bad, "<p class=\"error\">"));
    CHECK(attributes_in(bad, "src").empty());
    CHECK(has_text(card_of(page, "in/n.pfm</a>"), "1 samples were NaN"));
}

TEST_CASE("images of a report match the result: crops, orientations; neutral settings change nothing") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 61, 40);
    const Pixels pixels = std::move(Decoder(folder.path / "a.png").read().parts[0].pixels);
    for (const int orientation : {1, 3, 6, 8}) {
        CAPTURE(orientation);
        tagged::write(folder.path / "a.tif", pixels, "", "Orientation", orientation);
        REQUIRE(
            folder
                .run("enhance --existing replace --log none --preset neutral --crop 20x10+5+3 a.tif -o b.tif "
                     "--report r.html")
                .code == 0);
        const Page page = report_in(folder);
        const auto sources = attributes_in(page.text, "src");
        REQUIRE(sources.size() == 2);
        CHECK(sources[0] == sources[1]);
        CHECK(has_text(page.text, "width=\"20\" height=\"10\" alt=\"after\""));
    }
}

TEST_CASE("scale and denoise have reports, too; images that pass through streams are not shown") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 64, 48);
    REQUIRE(folder.run("scale --factor 4 in -o small --report s.html").code == 0);
    const Page scaled = report_in(folder, "s.html");
    CHECK(attributes_in(scaled.text, "width") == std::vector<std::string>{"64", "16"});
    for (const char* frame : {"1", "2", "3"})
        folder.image("shot/f.000" + std::string(frame) + ".exr", 16, 12);
    REQUIRE(folder.run("denoise shot -o clean --report d.html").code == 0);
    const Page denoised = report_in(folder, "d.html");
    CHECK(denoised.cards.size() == 3);
    CHECK(attributes_in(denoised.text, "src").size() == 6);
    REQUIRE(folder.shell("atrous enhance - -o - --format png --report p.html <in/a.png >b.png").code == 0);
    const Page streams = report_in(folder, "p.html");
    CHECK(attributes_in(streams.text, "src").empty());
    CHECK(has_text(
        streams.text,
        "<figcaption>the input came through the standard input, so it is not shown; the output went to "
        "the standard output, so it is not shown</figcaption>"));
}

TEST_CASE(
    "skipped files are in a report without images; an existing report stays, unless --existing replace or --existing newer is given") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    folder.ppm("out/a.ppm");
    REQUIRE(folder.run("enhance in -o out --existing skip --report pages/r.html").code == 0);
    const Page page = report_in(folder, "pages/r.html");
    CHECK(has_text(card_of(page, "in/a.ppm</a>"), "skipped"));
    CHECK(attributes_in(page.text, "src").size() == 2);
    expect(folder.run("enhance in -o other --report pages/r.html"), 2,
           {line(messages::report_exists, "pages/r.html")});
    CHECK_FALSE(folder.has("other"));
    CHECK(slurp(folder.path / "pages/r.html") == page.text);
    for (const char* way : {"--existing replace", "--existing newer"}) {
        CHECK(folder.run("enhance in -o out --report pages/r.html " + std::string(way)).code == 0);
        CHECK(slurp(folder.path / "pages/r.html") != page.text);
    }
    CHECK(folder.list("pages") == "r.html");
    expect(folder.run("enhance -n in -o new --report new.html"), 0,
           {line(messages::report_planned, "new.html")});
    CHECK_FALSE(folder.has("new.html"));
}

TEST_CASE("misuse of --report is refused before any work") {
    const Folder folder;
    folder.ppm("in/a.ppm");
    fs::create_directories(folder.path / "folder.html");
    spill(folder.path / "list.html", "in/a.ppm\n");
    spill(folder.path / "p.html", "luma = 1\n");
    spill(folder.path / "file", "");
    struct Row {
        const char* options;
        Message message;
    };
    for (const Row& row : {Row{"in -o out --report out.jpg", message(messages::report_no_page, "out.jpg")},
                           Row{"in -o out --report -", message(messages::report_no_page, "-")},
                           Row{"in -o out --report folder.html", "is a folder"},
                           Row{"in -o out --report file/r.html",
                               message(messages::report_not_writable, "file/r.html", anything)},
                           Row{"in -o out --report l.html --log ./l.html", "is the file of --log"},
                           Row{"in -o out --preset p.html --report p.html", "is the preset file"},
                           Row{"--existing replace --files-from list.html -o out/ --report list.html",
                               "is the list of --files-from"}}) {
        CAPTURE(row.options);
        expect(folder.run("enhance " + std::string(row.options)), 2, {row.message});
        CHECK_FALSE(folder.has("out"));
    }
}

TEST_CASE("each chunk of a run has a report of its own") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    for (const char* chunk : {"0", "1"})
        REQUIRE(folder.run("enhance in -o out --report r.html --chunk " + std::string(chunk) + "/2").code ==
                0);
    CHECK(report_in(folder, "r.0.html").cards.size() == 1);
    CHECK(report_in(folder, "r.1.html").cards.size() == 1);
}

TEST_CASE("a run that its supervisor gives up leaves a report with the reason") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    check(folder.shell("export ATROUS_HARM=nothing::11; atrous enhance a.ppm -o b.ppm --report r.html"), 5,
          {"3 times"});
    const Page page = report_in(folder);
    CHECK(has_text(page.head, "The run has no end in its log: it was killed, or is still at work."));
    CHECK(page.cards.empty());
    CHECK(folder.list(".") == ".err .out a.ppm b.ppm r.html");
}

TEST_CASE(
    "an interrupted run leaves a report of its finished images, if the work ends in time and if it is cut off") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "stuck.ppm"}) folder.ppm(name);
    const auto interrupted = [&](const std::string& harm, const std::string& inputs) {
        const Ran ran = folder.shell(
            "export ATROUS_HARM='" + harm + "'; '" + program() +
            "' enhance -q -j 1 --levels 2 --existing replace --log l " + inputs +
            " -o out/ --report r.html & p=$!; while ! grep -qs '\"output\"' l; do sleep 0.02; done; kill -INT $p; wait $p; "
            "code=$?; rm l; exit $code");
        CHECK(ran.code == 130);
        const Page page = report_in(folder);
        CHECK(has_text(page.head, "The run was interrupted (Ctrl-C)"));
        CHECK(attributes_in(card_of(page, "a.ppm</a>"), "src").size() == 2);
        return page;
    };
    const Page cut = interrupted("decoding:stuck:hang", "a.ppm stuck.ppm");
    CHECK(has_text(cut.head, "<b>1</b> written</li><li class=\"interrupted\"><b>1</b> not done</li>"));
    for (int i = 0; i < 60; ++i) folder.ppm("more/" + std::to_string(i) + ".ppm", 400, 300);
    CHECK(has_text(interrupted("", "a.ppm more").head, "not done</li>"));
}

TEST_CASE("replaced inputs are not shown; inputs with a backup and files that lost their image are named") {
    if (!has_device()) return;
    const Folder folder;
    const auto report = [&](const std::string& options) {
        folder.ppm("a.ppm");
        fs::remove(folder.path / "r.html");
        REQUIRE(folder.run("enhance --levels 2 --report r.html a.ppm " + options).code == 0);
        return report_in(folder);
    };
    const Page replaced = report("--in-place");
    CHECK(attributes_in(replaced.text, "alt") == std::vector<std::string>{"after"});
    CHECK(has_text(replaced.text, "the output has replaced the input, so there is no image of before "
                                  "(--in-place=SUFFIX keeps it)</figcaption>"));
    const Page kept = report("--in-place=.bak --log l");
    CHECK(attributes_in(kept.text, "alt") == std::vector<std::string>{"before", "after"});
    CHECK(attributes_in(kept.text, "src")[0] != attributes_in(kept.text, "src")[1]);
    fs::remove(folder.path / "a.ppm.bak");
    REQUIRE(folder.run("report l -o s.html").code == 0);
    const Page gone = report_in(folder, "s.html");
    CHECK(attributes_in(gone.text, "alt") == std::vector<std::string>{"after"});
    CHECK(has_text(gone.text, "<figcaption>the input is not shown: a.ppm.bak: "));
}

TEST_CASE("a report is made of the last run of a log, without cut lines and frames without output") {
    const Folder folder;
    spill(folder.path / "l.jsonl",
          std::string(header) +
              R"({"run":"h-1-1","input":"of","output":"before","status":"ok"})"
              "\n" +
              R"({"schema":2,"command":"scale","run":"h-2-2","images":3,"report":"wanted.html"})"
              "\n" +
              R"({"run":"h-2-2","input":"a","output":"b","status":"failed","error":"no <picture>"})"
              "\n" +
              R"({"run":"h-2-2","input":"n","status":"ok","neighbour":true})"
              "\n" +
              R"({"run":"h-3-3","input":"of","output":"another","status":"ok"})"
              "\n" +
              R"({"run":"h-2-2","device_lost":"it burns","device":{"name":"the next"}})"
              "\n" +
              R"({"run":"h-2-2","input":"c","output":"d","status":"skip)"
              "\n" +
              R"({"run":"h-2-2","input":"d","output":"e","status":"skipped"})"
              "\n" +
              R"({"run":"h-2-2","end":{"exit":1,"seconds":2.5,"images":4}})"
              "\n");
    expect(folder.run("report l.jsonl"), 0, {message(messages::report_no_images)});
    const Page page = report_in(folder, "wanted.html");
    CHECK(page.cards.size() == 2);
    CHECK(has_text(page.cards[0], "no &lt;picture&gt;"));
    for (const char* part : {"<h1>atrous scale: 4 images</h1>", "<b>1</b> failed", "<b>1</b> skipped",
                             "<b>2</b> not done", "<b>2.50 s</b>", "<dd>the next</dd>"}) {
        CAPTURE(part);
        CHECK(has_text(page.head, part));
    }
    expect(folder.run("report l.jsonl"), 1, {line(messages::output_exists, "wanted.html")});
    CHECK(folder.run("report l.jsonl --existing replace").code == 0);
    fs::create_directories(folder.path / "logs");
    expect(folder.run("report logs -o nd/x.html"), 2, {line(messages::folder_without_log, "logs")});
    fs::rename(folder.path / "l.jsonl", folder.path / "logs/atrous-timings.jsonl");
    CHECK(folder.run("report logs -o nd/x.html").code == 0);
    CHECK(report_in(folder, "nd/x.html").cards.size() == 2);
}

TEST_CASE("a file that is no log and a page that cannot be written are errors, and leave nothing") {
    const Folder folder;
    spill(folder.path / "l", header);
    spill(folder.path / "empty", "");
    struct Row {
        const char* arguments;
        Message message;
    };
    for (const Row& row :
         {Row{"", message(messages::report_operands, 0)}, Row{"l l", message(messages::report_operands, 2)},
          Row{"none", message(messages::text_unreadable, "none", "No such file or directory")},
          Row{"empty -o r.html", message(messages::report_no_log, "empty")},
          Row{"l -o r.jpg", message(messages::report_output, "r.jpg")}}) {
        CAPTURE(row.arguments);
        expect(folder.run("report " + std::string(row.arguments)), 2, {row.message});
    }
    expect(folder.shell("ulimit -f 2; cold_atrous report l -o r.html"), 1,
           {message(messages::file_not_writable, "r.html", "File too large")});
    CHECK(folder.list(".") == ".err .out empty l");
    REQUIRE(folder.shell("n=$(printf 'k\\344se.html'); atrous report l -o \"$n\" && cp \"$n\" r.html").code ==
            0);
    CHECK(has_text(report_in(folder).head,
                   "The run has no end in its log: it was killed, or is still at work."));
}

TEST_CASE("command lines are shown as a shell takes them, and bytes as base64") {
    CHECK(shell_words({"atrous", "a b", "it's", "", "*.jpg", "--x=1,2"}) ==
          "atrous 'a b' 'it'\\''s' '' '*.jpg' --x=1,2");
    CHECK(data_uri("a/b", "") == "data:a/b;base64,");
    CHECK(data_uri("a/b", "f") == "data:a/b;base64,Zg==");
    CHECK(data_uri("a/b", "fo") == "data:a/b;base64,Zm8=");
    CHECK(data_uri("a/b", "foobar\xff") == "data:a/b;base64,Zm9vYmFy/w==");
    CHECK(html_escaped("<a href='b'>\"&\n") == "&lt;a href=&#39;b&#39;&gt;&quot;&amp;\\x0a");
}
