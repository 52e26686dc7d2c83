// Options of a command line: parsing, checks of values, and messages.
#include "commands/enhance/options.h"
#include "base/error.h"
#include "base/messages.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/tables.h"
#include "commands/compare/options.h"
#include "commands/denoise/options.h"
#include "commands/probe/options.h"
#include "graph/tables.h"
#include "renders/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <algorithm>
#include <fstream>
#include <regex>

using namespace atrous;

namespace {

/// A value that the row takes.
std::string some_value(const OptionRow& row) {
    if (const std::string words = value_words(row); !words.empty()) return words.substr(0, words.find('|'));
    if (row.kind == ValueKind::bytes) return "2G";
    return row.kind != ValueKind::text ? "1" : row.name == std::string("noise-from") ? "first:1" : "a.xmp";
}

} // namespace

TEST_CASE("lists stay one value, negative numbers are values, words after -- are files") {
    const auto line = parse_options(enhance_table(), {"--luma", "1.4,1.2,1", "--amount", "-1", "a,b.jpg",
                                                      "--levels=3", "-rn", "--", "-c.jpg"});
    CHECK(*line.find("luma") == "1.4,1.2,1");
    CHECK(to_numbers(*line.find("luma")) == std::vector<double>{1.4, 1.2, 1});
    CHECK(*line.find("amount") == "-1");
    CHECK(*line.find("levels") == "3");
    CHECK(line.has("recursive"));
    CHECK(line.has("dry-run"));
    CHECK(line.operands == std::vector<std::string>{"a,b.jpg", "-c.jpg"});
}

namespace {

const OptionTable small_table{"x",
                              "",
                              "",
                              {{"g", "count", 'c', ValueKind::integer, "N", "1", "How many", -9, 9},
                               {"g", "fast", 'f', ValueKind::flag, "", "", ""},
                               {"g", "log", 'l', ValueKind::text, "FILE", "", "A file"}}};

} // namespace

TEST_CASE(
    "options: --name value, --name=value, letters, letters together, negative numbers, a single dash, --") {
    const auto line =
        parse_options(small_table, {"a", "--count", "-3", "-fl", "-", "--count=4", "--", "--fast", "--"});
    using Given = std::vector<std::pair<std::string, std::string>>;
    CHECK(line.given == Given{{"count", "-3"}, {"fast", ""}, {"log", "-"}, {"count", "4"}});
    CHECK(line.value("count", "") == "4");
    CHECK(line.has("fast"));
    CHECK(line.operands == std::vector<std::string>{"a", "--fast", "--"});
    CHECK(parse_options(small_table, {"-c", "2"}).value("count", "") == "2");
    for (const char* const value : {"a.log", "-f", "--fast", "a b"})
        CHECK(parse_options(small_table, {std::string("-fl") + value}).value("log", "") == value);
}

TEST_CASE("an option without its value is refused, also before another option or --") {
    const auto refused = [](std::vector<std::string> arguments, const Message& message) {
        CHECK(thrown_by([&] { parse_options(small_table, arguments); }).text == message.text);
    };
    const auto forgotten = [](const char* option, const char* value, const char* help) {
        return message(messages::value_forgotten, option, value, help);
    };
    for (const std::vector<std::string>& typed : {std::vector<std::string>{"--count"}, {"--count", "--fast"}})
        refused(typed, forgotten("--count", "N", "How many"));
    refused({"-c"}, forgotten("-c", "N", "How many"));
    refused({"-fc"}, forgotten("-c", "N", "How many"));
    for (const std::vector<std::string>& typed :
         {std::vector<std::string>{"--log", "--fast"}, {"--log", "--", "--fast"}})
        refused(typed, forgotten("--log", "FILE", "A file"));
    refused({"-l", "-f"}, forgotten("-l", "FILE", "A file"));
    refused({"--count="}, message(messages::value_missing, "--count", "N"));
    CHECK(parse_options(small_table, {"--log=--fast"}).value("log", "") == "--fast");
}

TEST_CASE("an unknown option is refused as it was typed") {
    const auto refused = [](std::vector<std::string> arguments, const Message& message) {
        CHECK(prints(thrown_by([&] { parse_options(small_table, arguments); }).text, message));
    };
    refused({"-x"}, message(messages::option_unknown, "-x", "", "x"));
    refused({"-fx"}, message(messages::option_unknown, "-x", "", "x"));
    refused({"-xl"}, message(messages::option_unknown, "-x", "", "x"));
    refused({"=x", "-xl", "a"}, message(messages::option_unknown, "-x", "", "x"));
    refused({"-fc="}, message(messages::value_forgotten, "-c", "N", "How many"));
    refused({"--fas=1", "b"}, line(messages::option_unknown, "--fas", "--fast?"));
    refused({"--x"}, message(messages::option_unknown, "--x", "", "x"));
    refused({"-f.jpg"}, message(messages::not_an_option, "-f.jpg", "x", "-f.jpg"));
    refused({"-fc=3"}, message(messages::letter_equals, "-c", "-c", "3"));
    refused({"-f=3"}, message(messages::not_an_option, "-f=3", "x", "-f=3"));
    refused({"--fast=1"}, message(messages::value_unwanted, "--fast", "1"));
    CHECK(prints(thrown_by([] { refuse_operands(small_table, parse_options(small_table, {"a"})); }).text,
                 line(messages::files_unwanted, "x ", "'a'")));
    refuse_operands(small_table, parse_options(small_table, {"-f"}));
}

TEST_CASE("an option's text of any length is a value, or is refused in words") {
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string text(60000, 'x'), list = [] {
        std::string ones = "1";
        while (ones.size() < 60000) ones += ",1";
        return ones;
    }();
    struct Row {
        std::string arguments;
        int code;
        const char* message;
    };
    for (const Row& row :
         {Row{"--exclude=" + text, 0, ""}, Row{"--exclude " + text, 0, ""},
          Row{"--luma=" + list, 2, "--luma"}, Row{"--luma " + list, 2, "--luma"}, Row{"-l" + text, 2, "-l"},
          Row{"--" + text, 2, "--"}, Row{"--log=" + text, 2, "--log"},
          Row{"--recursive=" + text, 2, "--recursive"}, Row{"-3" + text, 2, "-3"}, Row{text, 1, ""}}) {
        CAPTURE(row.arguments.substr(0, 12));
        check(folder.run("enhance --dry-run " + row.arguments + " a.ppm -o o/"), row.code, {row.message});
    }
    spill(folder.path / "atrous/defaults", "exclude = " + std::string(120000, 'x') + "\n");
    check(folder.shell("export XDG_CONFIG_HOME=\"$PWD\"; atrous enhance --dry-run a.ppm -o o/"), 0, {});
}

TEST_CASE("a merged option sets several settings, also in defaults; a wrong part of it is named") {
    const auto read = [](const OptionTable& table, std::vector<std::string> arguments) {
        return parse_options(table, arguments).given;
    };
    const OptionTable &photographs = enhance_table(), &renders = denoise_table();
    CHECK(read(photographs, {"--execution", "form=tile,map=bank"}) ==
          Assignments{{"form", "tile"}, {"map", "bank"}});
    CHECK(read(photographs, {"--denoise-strength", ".5,0"}) ==
          Assignments{{"denoise-strength", ".5"}, {"chroma-denoise", "0"}});
    CHECK(read(photographs, {"--denoise-strength", ".5"}) == Assignments{{"denoise-strength", ".5"}});
    CHECK(read(photographs, {"--protect-clipping", "1"}) ==
          Assignments{{"protect-tones", "1"}, {"protect-blacks", "1"}});
    CHECK(read(photographs, {"--protect-clipping", "1,0"}) ==
          Assignments{{"protect-tones", "1"}, {"protect-blacks", "0"}});
    CHECK(read(photographs, {"--max-memory", "8G,2G"}) ==
          Assignments{{"max-memory", "8G"}, {"device-memory", "2G"}});
    CHECK(read(photographs, {"--max-memory", "auto,2G"}) == Assignments{{"device-memory", "2G"}});
    CHECK(read(photographs, {"--preset", "a.xmp", "--preset", "sidecar", "--preset", "sharpen"}) ==
          Assignments{{"darktable-xmp", "a.xmp"}, {"darktable-xmp", "sidecar"}, {"preset", "sharpen"}});
    CHECK(
        read(photographs, {"--noise", "2", "--noise", "iso:800", "--noise", "a.jpg", "--noise", "first:3"}) ==
        Assignments{
            {"noise", "2"}, {"noise", "iso:800"}, {"noise-from", "a.jpg"}, {"noise-from", "first:3"}});
    CHECK(read(renders, {"--sigma", "luma=2,depth=1"}) ==
          Assignments{{"sigma-luma", "2"}, {"sigma-depth", "1"}});
    CHECK(read(renders, {"--temporal", "recursive:9"}) ==
          Assignments{{"temporal", "recursive"}, {"warmup", "9"}});
    const auto refused = [&](const OptionTable& table, std::vector<std::string> arguments,
                             const Message& message) {
        CHECK(prints(thrown_by([&] { parse_options(table, arguments); }).text, message));
    };
    refused(photographs, {"--execution", "form=round"},
            line(messages::value_unknown, "--execution form", "'round'", "auto, "));
    refused(photographs, {"--execution", "from=tile"},
            line(messages::value_not_named, "--execution", "'from=tile'", "NAME=VALUE"));
    refused(photographs, {"--denoise-strength", ".5,9"},
            line(messages::value_out_of_range, "--denoise-strength", "9"));
    refused(photographs, {"--protect-clipping", "x"},
            line(messages::value_no_number, "--protect-clipping", "'x'", "from 0 to 1"));
    refused(renders, {"--sigma", "colour=1"},
            line(messages::value_not_named, "luma, normal, color, albedo, depth, fit"));
}

TEST_CASE("values of other programs lead to values of atrous") {
    const Folder folder;
    const auto leads = [&](const std::string& typed, const char* allowed, const char* hint) {
        const Ran ran = folder.run(typed + " a.jpg -o b.jpg");
        expect(ran, 2, {message(messages::value_unknown, anything, anything, allowed, anything)});
        CHECK(ran.says(hint));
    };
    const char* depths = "uint8, uint10, uint12, uint16, half or float";
    leads("enhance --depth 16", depths, "uint16 or half)");
    leads("enhance --depth 8", depths, "uint8)");
    leads("enhance --depth 12", depths, "uint12)");
    leads("enhance --depth 32", depths, "float)");
    leads("denoise --existing overwrite", "error, replace, skip or newer", "replace)");
    CHECK_FALSE(folder.run("denoise --bits 8 a.exr -o b.exr").says("--depth")); // which is a role there
    expect(folder.run("scale --size 5x a.jpg -o b.jpg"), 2,
           {line(messages::size_invalid), "or 512 for both"});
    CHECK_FALSE(folder.run("enhance --depth 13 a.jpg -o b.jpg").says("("));
}

TEST_CASE(
    "options are given again for another role, the last value of one counts, and a wrong one is named") {
    const auto refused = [](const OptionTable& table, std::vector<std::string> arguments,
                            const Message& message) {
        CHECK(prints(thrown_by([&] { parse_options(table, arguments); }).text, message));
    };
    const OptionTable &photographs = enhance_table(), &renders = denoise_table();
    refused(photographs, {"--in-place", "--format", "png"},
            message(messages::options_contradict, "--in-place", "format"));
    refused(photographs, {"-o=b.jpg"}, message(messages::letter_equals, "-o", "-o", "b.jpg"));
    refused(photographs, {"-o="}, line(messages::value_forgotten, "-o"));
    refused(photographs, {"--max-memory", "8"}, message(messages::bytes_few, "--max-memory", "8", "8"));
    refused(photographs, {"--max-memory", ",8"}, message(messages::bytes_few, "--max-memory", "8", "8"));
    CHECK(parse_options(renders, {"--role", "albedo=a", "--role", "normal=b"}).given.size() == 2);
    CHECK(*parse_options(photographs, {"--existing", "skip", "--existing", "newer"}).find("existing") ==
          "newer");
    refused(renders, {"--role", "glow=a"},
            line(messages::value_not_named, "--role", "'glow=a'", "ROLE=NAME|none",
                 "beauty, albedo, normal, depth, motion, motion-next, variance, emission"));
    CHECK_THROWS_AS(parse_options(renders, {"--role", "albedo"}), Error);
    CHECK_THROWS_AS(parse_options(renders, {"--role", "albedo="}), Error);
    refused(photographs, {"--existin"},
            line(messages::option_unknown, "--existin", "--existing?", "atrous enhance --help"));
    refused(scale_table(), {"-d", "uint16"},
            line(messages::option_unknown, "-d", "it is an option of 'atrous enhance'"));
}

TEST_CASE("an option name of earlier versions is unknown, and the error names its replacement") {
    const auto leads = [](const OptionTable& table, const char* option, const char* to) {
        CHECK(prints(unknown_option(table, option).what(), line(messages::option_unknown, option, to)));
    };
    leads(enhance_table(), "--overwrite", "--existing replace");
    leads(scale_table(), "--skip-existing", "--existing skip");
    leads(enhance_table(), "--newer", "--existing newer");
    leads(enhance_table(), "--no-log", "--log none");
    leads(denoise_table(), "--albedo", "--role albedo=NAME");
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &scale_table()})
        for (const OptionRow& row : table->rows) {
            if (!*row.part_of) continue;
            CAPTURE(row.name);
            const std::string typed = std::string("--") + row.name, value = some_value(row);
            const auto [option, text] = as_given(row, value);
            CHECK(parse_options(*table, {"--" + option, text}).value(row.name, "") == value);
            const Message refused = thrown_by([&] { parse_options(*table, {typed, value}); });
            CHECK(prints(refused.text, line(messages::option_unknown, typed, "--" + option)));
        }
    for (const char* option : {"--overwrite", "--skip-existing", "--newer", "--no-log"})
        CHECK(Folder().run("scale --factor 2 a.ppm -o b.ppm " + std::string(option)).code == 2);
}

TEST_CASE("how vectors are stored: words of AOV tables, in one option or several") {
    const auto read = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"in.exr", "-o", "out.exr"});
        const auto options = denoise_options({parse_options(denoise_table(), arguments), arguments});
        AovRow row{AovRole::motion, {}};
        for (const AovChange& change : options.batch.read.overrides.motion) change(row);
        return row.motion;
    };
    using Motion = MotionConvention;
    const Motion wanted{Motion::To::next, Motion::Unit::uv, true, true, 2, 0, true};
    CHECK(read({"--motion-stored", "to next, sign from, y up, uv, scale 2, premultiplied"}) == wanted);
    CHECK(read({"--motion-stored", "to next, sign from, y up", "--motion-stored",
                "uv, scale 2, premultiplied"}) == wanted);
    CHECK_THROWS_WITH(
        read({"--motion-stored", "to yesterday"}),
        doctest::Contains(
            ("--motion-stored: " + words(messages::invalid_role_word, "to yesterday") + "to previous|next")
                .c_str()));
}

TEST_CASE("options that others make void are refused on the command line, and left out in presets") {
    const Folder folder;
    struct Row {
        std::string command, part, needs;
    };
    const Row rows[] = {{"enhance --execution form=vector,map=bank", "map", "form=tile"},
                        {"enhance --execution form=direct,element=pixel", "element", "form=tile"},
                        {"enhance --execution form=strip,group=8x8", "group", "form=direct, tile or ring"},
                        {"enhance --execution form=vector,banks=32", "banks", "form=tile"},
                        {"enhance --execution schedule=dilated,order=split", "order", "schedule=permuted"},
                        {"denoise --execution schedule=dilated,order=split", "order", "schedule=permuted"}};
    for (const auto& [command, part, needs] : rows) {
        const Ran ran = folder.run(command + " in.png -o out.png");
        CAPTURE(command);
        CAPTURE(ran.err);
        CHECK(ran.code == 2);
        CHECK(prints(ran, message(messages::execution_void, part, needs)));
    }
    std::ofstream(folder.path / "void.preset")
        << "form = vector\nmap = bank\nschedule = dilated\norder = split\n";
    CHECK(folder.run("enhance --preset ./void.preset --dump-preset").code == 0);
    CHECK(folder.run("enhance --preset ./void.preset --execution map=bank --dump-preset").code == 2);
    CHECK(folder.run("enhance --execution form=vector,map=auto --dump-preset").code == 0);
}

TEST_CASE("an argument of only dashes is refused") {
    for (const char* dashes : {"---", "----", "--=x", "---=x", "-=", "--="}) {
        CAPTURE(dashes);
        CHECK_THROWS_AS(parse_options(enhance_table(), {dashes}), Error);
    }
}

TEST_CASE("--version goes to stdout") {
    CHECK(std::regex_match(Folder().run("--version").out, std::regex("atrous [0-9]+\\.[0-9]+\\.[0-9]+\n")));
}
