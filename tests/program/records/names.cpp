// Tests names of any bytes: unchanged in log, report, verify and JSON. Invisible characters are escaped in texts for
// people.
#include "base/utf8.h"
#include "batch/pipeline/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include "support/page.h"
#include <algorithm>
#include <set>

using namespace atrous;

namespace {

const std::string turned = "e\u202egpj", zero = "z\u200b", line = "n\natrous: error: x";

/// Checks that no character for terminals or pages is left.
void check_harmless(const std::string& text) {
    for (const char* part : {"\u202e", "\u200b", "\xff", "\x1b", "\natrous: error: x"}) {
        CAPTURE(part);
        CHECK_FALSE(has_text(text, part));
    }
}

} // namespace

TEST_CASE("names that are not UTF-8 are names of their own in log, report and verify") {
    if (!has_device()) return;
    const Folder folder;
    const std::string names[] = {"a\xfe", "a\xff", "a\\xff"};
    for (const std::string& name : names) folder.ppm("in/" + name + ".ppm", 40 + int(&name - names), 30);
    REQUIRE(folder.run("enhance -q in -o out --report r.html").code == 0);
    CHECK(run_here(folder, "verify out").out == "3 outputs: 3 whole, 0 not\n");
    std::set<std::string> logged;
    for (const Json& one : images_in(folder.path / "out/atrous-timings.jsonl")) {
        const std::string input = name_of_text(one.text_of("input"));
        CHECK(folder.has(input));
        CHECK(size_of(folder.path / input).width == one.integer_of("width"));
        logged.insert(one.text_of("output"));
    }
    CHECK(logged == std::set<std::string>{"out/a\\xfe.ppm", "out/a\\xff.ppm", "out/a\\x5cxff.ppm"});
    const Page page = page_of(slurp(folder.path / "r.html"));
    for (std::size_t i = 0; i < 3; ++i) { // each has its own images
        const std::string card = card_of(page, "in/" + name_text(names[i]) + ".ppm</a>");
        CHECK(attributes_in(card, "src").size() == 2);
        CHECK(has_text(card, "<img src=\"data:image/webp;base64,"));
        CHECK(attributes_in(card, "width") == std::vector<std::string>(2, std::to_string(40 + i)));
    }
    folder.ppm("out/a\xff.ppm"); // somebody else's
    CHECK(run_here(folder, "verify out").out ==
          "out/a\\xff.ppm: is 40x30 with 3 channels in 1 parts; the log says 41x30 "
          "with 3 channels in 1 parts\n3 outputs: 2 whole, 1 not\n");
    CHECK(has_text(run_here(folder, "verify --json out").out, R"("output": "out/a\\xff.ppm")"));
    const Ran listed =
        folder.shell("printf 'in/a\\377.ppm\\0' | atrous enhance -0 --files-from - -o out --existing skip");
    expect(listed, 0, {atrous::line(messages::output_changed, "out/a\\xff.ppm")});
}

TEST_CASE("logs of schema 2 have unescaped names: text that looks like an escape stays") {
    const Folder folder;
    folder.ppm("a\\xff.ppm");
    spill(folder.path / "l", "{\"schema\":2,\"run\":\"r\",\"images\":1}\n"
                             "{\"run\":\"r\",\"output\":\"a\\\\xff.ppm\",\"status\":\"ok\"}\n"
                             "{\"run\":\"r\",\"end\":{\"exit\":0,\"interrupted\":0}}\n");
    CHECK(run_here(folder, "verify l").out.starts_with("1 output: 1 whole, 0 not"));
}

TEST_CASE("names in the JSON of probe and compare come back") {
    const Folder folder;
    const std::string name = "b\xff\\x41" + turned + ".ppm";
    folder.ppm(name);
    const Ran probed = folder.run("probe --json '" + name + "'"),
              compared = folder.run("compare --json '" + name + "' '" + name + "'");
    REQUIRE(probed.code == 0);
    REQUIRE(compared.code == 0);
    const Json probe = parse_json(probed.out, "json"), compare = parse_json(compared.out, "json");
    const Json& shot = probe.find("shots")->array()->front();
    CHECK(name_of_text(shot.find("files")->array()->front().text_of("file")) == name);
    CHECK(name_of_text(compare.text_of("a")) == name);
    CHECK(name_of_text(compare.find("frames")->array()->front().text_of("b")) == name);
    for (const Ran* ran : {&probed, &compared}) check_harmless(ran->out);
}

TEST_CASE("invisible characters, and characters that turn text, are escaped on terminals and in pages") {
    if (!has_device()) return;
    const Folder folder;
    for (const std::string& name : {turned, zero, line, std::string("c\x1b[31m\xff")})
        folder.ppm("in/" + name + ".ppm");
    spill(folder.path / ("in/bad" + turned + ".png"), "no picture");
    const Ran ran = folder.run("enhance in -o out --progress plain --report r.html");
    check(ran, 1, {"bade\\u202egpj.png", "out/z\\u200b.ppm", "n\\x0aatrous: error: x"});
    check_harmless(ran.err);
    const Ran dry = run_here(folder, "enhance -n in -o out --existing replace"),
              verified = run_here(folder, "verify out");
    CHECK(has_text(dry.out, "\nin/e\\u202egpj.ppm "));
    CHECK(has_text(verified.out, "out/bade\\u202egpj.png: was not written"));
    const Ran probed = folder.shell("atrous probe in/*.ppm; atrous compare in/e*.ppm out/e*.ppm");
    CHECK(has_text(probed.out, "in/z\\u200b.ppm: pnm"));
    CHECK(has_text(probed.out, "A in/e\\u202egpj.ppm, B out/"));
    for (const std::string& text :
         {dry.out, dry.err, verified.out, probed.out, probed.err, slurp(folder.path / "r.html"),
          slurp(folder.path / "out/atrous-timings.jsonl")})
        check_harmless(text);
    const Page page = page_of(slurp(folder.path / "r.html"));
    CHECK(page.flaw.empty());
    CHECK(has_text(page.text, "in/e\\u202egpj.ppm</a>"));
    check_harmless(run_here(folder, "compare in/" + turned + ".ppm none").err);
}
