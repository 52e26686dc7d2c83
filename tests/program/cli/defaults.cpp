// Tests the user's defaults: their place, precedence and refusals.
#include "cli/defaults.h"
#include "base/error.h"
#include "cli/messages.h"
#include "cli/tables.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <unistd.h>

using namespace atrous;

namespace {

const std::vector<const OptionTable*> tables{&enhance_table(), &denoise_table()};

std::vector<std::string> arguments(const std::string& text, std::vector<std::string> given,
                                   const OptionTable& table = enhance_table()) {
    CommandLine line = parse_options(table, given);
    std::vector<std::string> all = add_defaults(table, parse_defaults(text, "f", tables), line);
    all.insert(all.end(), given.begin(), given.end());
    const CommandLine parsed = parse_options(table, all); // the result has the meaning of these arguments
    CHECK(line.given == parsed.given);
    CHECK(line.operands == parsed.operands);
    return all;
}

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("defaults come before the given options, only for their command, and flags stay flags") {
    CHECK(arguments("quality = 90 # of the web\n\n[denoise]\nstrength = 2\n[enhance]\nrecursive = on\n",
                    {"a.jpg"}) == Words{"--quality=90", "--recursive", "a.jpg"});
    CHECK(arguments("jobs = 2\nquality = 90\n[denoise]\nstrength = 2\n", {"a.exr"}, denoise_table()) ==
          Words{"--jobs=2", "--strength=2", "a.exr"}); // denoise has no quality
    CHECK(arguments("", {"a.jpg"}) == Words{"a.jpg"});
}

TEST_CASE(
    "given options override defaults: the option itself, and one that contradicts it, for every rule of the tables") {
    CHECK(arguments("preset = sharpen\n", {"--preset", "clarity"}) == Words{"--preset", "clarity"});
    for (const OptionTable* table : tables)
        for (const OptionRule& rule : table->rules) {
            if (rule.kind == OptionRule::needs) continue;
            CAPTURE(rule.option);
            for (const bool turned : {false, true}) {
                const std::string first = rule.option,
                                  other =
                                      std::string(rule.others).substr(0, std::string(rule.others).find('|'));
                const std::string in_file = turned ? first : other, on_line = turned ? other : first;
                const OptionRow* row = find_option(table->rows, on_line);
                REQUIRE(row);
                const DefaultLine line{"", in_file, "x", "f:1"};
                std::string value = std::string(row->words).substr(0, std::string(row->words).find('|'));
                if (value.empty()) value = "1";
                const Words given{"--" + on_line + (takes_next(*row) ? "=" + value : "")};
                CommandLine parsed = parse_options(*table, given);
                CHECK(add_defaults(*table, {line}, parsed).empty());
            }
        }
}

TEST_CASE("given options override defaults that they would make void, or that would make them void") {
    CHECK(arguments("order = kaleidoscope\nmap = bank\n",
                    {"--execution=schedule=dilated", "--execution=form=vector"}) ==
          Words{"--execution=schedule=dilated", "--execution=form=vector"});
    CHECK(arguments("schedule = dilated\nform = vector\n",
                    {"--execution=order=kaleidoscope", "--execution=map=bank"}) ==
          Words{"--execution=order=kaleidoscope", "--execution=map=bank"});
    CHECK(arguments("order = kaleidoscope\nprotect-tones = 0.5\n", {"--execution=form=vector"}) ==
          Words{"--execution=order=kaleidoscope", "--protect-clipping=0.5,", "--execution=form=vector"});
}

TEST_CASE("a given value overrides a default of the same merged option, which would be another value of it") {
    CHECK(arguments("noise = first:3\n", {"--noise=2"}) == Words{"--noise=2"});
    CHECK(arguments("noise = 2\n", {"--noise=first:3"}) == Words{"--noise=first:3"});
    CHECK(arguments("preset = a.xmp\n", {"--preset=sharpen"}) == Words{"--preset=sharpen"});
    CHECK(arguments("[denoise]\ntemporal = recursive:5\n", {"--temporal=none"}, denoise_table()) ==
          Words{"--temporal=none"});
    // Values of a pair and named ones go together.
    CHECK(arguments("max-memory = 4G\n", {"--max-memory=,2G"}) ==
          Words{"--max-memory=4G", "--max-memory=,2G"});
}

TEST_CASE("a given value overrides defaults of the same option, of --role only for the same role") {
    CHECK(arguments("existing = replace\nlog = none\n", {"--existing=skip", "--log=a"}) ==
          Words{"--existing=skip", "--log=a"});
    CHECK(arguments("existing = skip\n", {"a.jpg"}) == Words{"--existing=skip", "a.jpg"});
    CHECK(arguments("existing = replace\n", {"--in-place", "a.jpg"}) == Words{"--in-place", "a.jpg"});
    const auto renders = [&](const std::string& text, const std::string& given) {
        return arguments(text, {given}, denoise_table()).size() - 1;
    };
    CHECK(renders("[denoise]\nrole = albedo=a\n", "--role=albedo=b") == 0);
    CHECK(renders("[denoise]\nrole = albedo=a\n", "--role=normal=b") == 1);
}

TEST_CASE("words of a value are checked when the file is read, and dashes are pointed out") {
    const auto renders = [&](const std::string& text) { return arguments(text, {"a.exr"}, denoise_table()); };
    CHECK_THROWS_WITH_AS(renders("[denoise]\nmotion-stored = to nowhere\n"),
                         doctest::Contains("f:2: motion-stored: invalid value 'to nowhere'"), Error);
    CHECK_THROWS_WITH_AS(arguments("--log = none\n", {"a.jpg"}), doctest::Contains("did you mean log?"),
                         Error);
}

TEST_CASE("the file is read from the folder in XDG_CONFIG_HOME, and not with --no-defaults") {
    const Folder folder;
    spill(folder.path / "config/atrous/defaults", "[enhance]\nluma = 3\n");
    const auto dump = [&](const std::string& options) {
        return folder.shell(
            "export XDG_CONFIG_HOME=\"$PWD/config\"; atrous enhance --preset neutral --dump-preset " +
            options);
    };
    CHECK(dump("").out.find("luma = 3\n") != std::string::npos);
    CHECK(dump("--luma 2").out.find("luma = 2\n") != std::string::npos);
    CHECK(dump("--no-defaults").out.find("luma = 1\n") != std::string::npos);
    CHECK(folder
              .shell("export XDG_CONFIG_HOME= HOME=\"$PWD\"; mkdir .config; mv config/atrous .config; "
                     "atrous enhance --preset neutral --dump-preset")
              .out.find("luma = 3\n") != std::string::npos);
}

TEST_CASE("an option of several commands has one meaning, so that one default can be for all of them") {
    const OptionTable* const tables[] = {&enhance_table(), &denoise_table(), &scale_table()};
    for (const OptionTable* table : tables)
        for (const OptionTable* other : tables)
            for (const OptionRow& row : table->rows) {
                const OptionRow* const same = find_option(other->rows, row.name);
                if (!same) continue;
                CAPTURE(std::string(row.name));
                CHECK(same->kind == row.kind);
                if (row.kind == ValueKind::text) CHECK(std::string(same->value) == row.value);
            }
}

TEST_CASE("a defaults file with an unknown command, option or value is refused, each with its line") {
    const Folder folder;
    struct Row {
        const char* text;
        Message message;
    };
    for (const Row& row :
         {Row{"\n[enhence]\n", line(messages::default_command, "defaults:2: [enhence]")},
          Row{"lumma = 2\n", line(messages::default_unknown, "defaults:1: ", "'lumma'", "luma?")},
          Row{"levels = auto\n", "defaults:1: levels"},
          Row{"[denoise]\nluma = 2\n", line(messages::default_unknown, "defaults:2: ", "'luma'")},
          Row{"quality = 900\n", line(messages::value_out_of_range, "defaults:1: quality: ", "900")},
          Row{"recursive = no\n", line(messages::default_flag, "defaults:1: ", "recursive")},
          Row{"in-place = .bak\n", line(messages::default_of_one_run, "defaults:1: ", "in-place")},
          Row{"quality 90\n", line(messages::default_line, "defaults:1: ", "quality 90")}}) {
        CAPTURE(row.text);
        spill(folder.path / "atrous/defaults", row.text);
        expect(folder.shell("export XDG_CONFIG_HOME=\"$PWD\"; atrous enhance --dump-preset"), 2,
               {row.message});
        CHECK(folder.shell("export XDG_CONFIG_HOME=\"$PWD\"; atrous enhance --no-defaults --dump-preset")
                  .code == 0);
    }
}

TEST_CASE("defaults that another user may have written are ignored, with a warning that gives the reason") {
    struct Row {
        const char *change, *reason; ///< null: it is used
        bool as_root = false;        ///< only root can give files away
    };
    const char* const others = "can be written to by other users (chmod go-w)";
    const char* const foreign = "belongs to another user (65534)";
    for (const Row& row :
         {Row{"true", nullptr}, Row{"chmod 600 c/atrous/defaults", nullptr},
          Row{"mv c/atrous/defaults d; ln -s ../../d c/atrous/defaults", nullptr},
          Row{"mv c e; ln -s e c", nullptr}, Row{"chmod 666 c/atrous/defaults", others},
          Row{"chmod 664 c/atrous/defaults", others}, Row{"chmod 777 c/atrous", others},
          Row{"chmod 775 c", others}, Row{"chmod o+w .", others},
          Row{"mv c/atrous/defaults d; chmod o+w d; ln -s ../../d c/atrous/defaults", others},
          Row{"mkdir e; mv c/atrous/defaults e/; chmod 777 e; ln -s ../../e/defaults c/atrous/defaults",
              others},
          Row{"mv c e; chmod 777 e; ln -s e c", others},
          Row{"mv c/atrous/defaults d; ln -s ../../d c/atrous/defaults; chmod 777 c/atrous", others},
          Row{"chown 65534 c/atrous/defaults", foreign, true}, Row{"chown 65534 c/atrous", foreign, true},
          Row{"chown 65534 c", foreign, true}, Row{"chown 65534 .", foreign, true}}) {
        if (row.as_root && ::geteuid() != 0) continue;
        CAPTURE(row.change);
        const Folder folder;
        spill(folder.path / "c/atrous/defaults", "luma = 3\n");
        check(folder.shell(std::string("chmod go-w c c/atrous c/atrous/defaults; ") + row.change), 0, {});
        const Ran ran =
            folder.shell("export XDG_CONFIG_HOME=\"$PWD/c\"; atrous enhance --preset neutral --dump-preset");
        check(ran, 0, {row.reason ? row.reason : ""});
        CHECK(prints(ran, line(messages::defaults_not_read)) == bool(row.reason));
        CHECK((ran.out.find("luma = 3\n") == std::string::npos) == bool(row.reason));
    }
}

TEST_CASE("--no-defaults and --quiet hide the warning about defaults that are not read") {
    const Folder folder;
    spill(folder.path / "c/atrous/defaults", "luma = 3\n");
    for (const char* option : {"--no-defaults", "-q"}) {
        CAPTURE(option);
        const Ran ran = folder.shell("chmod 666 c/atrous/defaults; export XDG_CONFIG_HOME=\"$PWD/c\"; atrous "
                                     "enhance --preset neutral --dump-preset " +
                                     std::string(option));
        check(ran, 0, {});
        CHECK(ran.err.empty());
        CHECK(has_text(ran.out, "luma = 1\n"));
    }
}

TEST_CASE("a home of another user has no defaults for the administrator") {
    if (::geteuid() != 0) return;
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "home/.config/atrous/defaults", "log = x.sh\nexisting = replace\n");
    const Ran ran = folder.shell("chown -R 65534 home; export HOME=\"$PWD/home\"; unset XDG_CONFIG_HOME; "
                                 "atrous enhance --preset neutral a.ppm -o b.ppm");
    check(ran, 0, {"belongs to another user (65534)"});
    CHECK_FALSE(folder.has("x.sh"));
}
