// Tests presets: all embedded ones are valid, and each fault of a file is named with its line.
#include "base/error.h"
#include "cli/defaults.h"
#include "cli/messages.h"
#include "cli/preset.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/enhance/messages.h"
#include "commands/enhance/options.h"
#include "filters/atrous/messages.h"
#include "filters/eaw/levels.h"
#include "filters/eaw/plan.h"
#include "graph/messages.h"
#include "graph/tables.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/sidecar.h"
#include "support/messages.h"
#include "support/named.h"
#include <atomic>
#include <set>

using namespace atrous;
using namespace atrous::test;

namespace {

std::string fault(const std::string& text) {
    try {
        parse_preset(text, "my.preset");
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "no fault";
}

/// While it lives, counts the values of settings that are read from text. The rows are variables of the program that only tests change.
struct CountedValues {
    std::vector<SettingRow<EawSettings>>& rows =
        const_cast<std::vector<SettingRow<EawSettings>>&>(setting_rows());
    const std::vector<SettingRow<EawSettings>> before = rows;
    std::atomic<std::size_t> count = 0;

    CountedValues() {
        for (auto& row : rows)
            row.read = [this, read = row.read](const std::string& value) {
                ++count;
                return read(value);
            };
    }
    ~CountedValues() { rows = before; }
    CountedValues(const CountedValues&) = delete;
    CountedValues& operator=(const CountedValues&) = delete;
};

EnhanceOptions options_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"in.jpg", "-o", "out.jpg"});
    return enhance_options({parse_options(enhance_table(), arguments), arguments});
}

/// Settings in a space. Empty: settings before the space is known.
EawSettings in_space(const EnhanceOptions& options, const std::string& space) {
    if (space.empty()) return options.settings.any;
    const Space* const row = named(space);
    return options.settings.of.at(row);
}

EawSettings resolved(const EnhanceOptions& options, const std::string& space, Size size) {
    Pixels image;
    image.size = size;
    EawSettings settings = in_space(options, space);
    settings.space = named(space);
    return resolve(settings, image, {}).asked;
}
EawSettings resolved(const std::string& preset, const std::string& space, Size size) {
    return resolved(options_of({"--preset", preset, "--space", space}), space, size);
}

} // namespace

TEST_CASE("every embedded preset resolves in every space, at every size") {
    CHECK(preset_names() == std::vector<std::string>{"dehaze",
                                                     "denoise-light",
                                                     "denoise-strong",
                                                     "landscape",
                                                     "local-contrast",
                                                     "neutral",
                                                     "portrait",
                                                     "print",
                                                     "punch",
                                                     "texture",
                                                     "web",
                                                     "darktable/bloom",
                                                     "darktable/clarity",
                                                     "darktable/coarse",
                                                     "darktable/deblur-fine",
                                                     "darktable/deblur-large",
                                                     "darktable/deblur-medium",
                                                     "darktable/denoise",
                                                     "darktable/denoise-chroma",
                                                     "darktable/denoise-sharpen",
                                                     "darktable/sharpen",
                                                     "darktable/sharpen-strong"});
    const std::set<std::string> without_gains{"neutral", "denoise-light", "denoise-strong", "print", "web"};
    for (const Size size : {Size{6000, 4000}, Size{700, 1000}, Size{64, 48}, Size{1, 1}})
        for (const auto& name : preset_names())
            for (const auto& space : spaces()) {
                CAPTURE(name);
                CAPTURE(space.name);
                const auto settings = resolved(name, space.name, size);
                CHECK(settings.levels == auto_levels(size));
                bool neutral = true;
                for (int level = 0; level < settings.levels; ++level) {
                    neutral = neutral && settings.luma.at(level) == 1 && settings.chroma.at(level) == 1 &&
                              settings.luma_threshold.at(level) == 0 &&
                              settings.chroma_threshold.at(level) == 0;
                    const double sigma = settings.edges.at(level); // in the unit of the space
                    CHECK((sigma == 0 ||
                           (sigma > space.default_sigma / 4 && sigma < space.default_sigma * 1.2)));
                }
                const bool colour_alone = name == "darktable/denoise-chroma" && space.chroma == 0;
                if (size.width > 1000) CHECK(neutral == (without_gains.contains(name) || colour_alone));
            }
}

TEST_CASE("a preset means the same at every image size: at relative scales, not at levels") {
    const Size small{1000, 667}, large{6000, 4000};
    for (const auto& name : preset_names()) {
        CAPTURE(name);
        const auto a = resolved(name, "lab", small), b = resolved(name, "lab", large);
        CHECK(a.levels == 7);
        CHECK(b.levels == 8);
        for (int level = 0; level < a.levels; ++level) {
            const double scale = relative_scale(level, small);
            if (scale < relative_scale(7, large)) continue; // coarser than any level of the large image
            int next = 0;                                   // the large image's levels around that scale
            while (next < 7 && relative_scale(next, large) > scale) ++next;
            const int before = std::max(next - 1, 0);
            CAPTURE(level);
            const auto between = [&](const PerLevel& x, const PerLevel& y) {
                const auto [least, most] = std::minmax({y.at(before), y.at(next)});
                CHECK(x.at(level) >= least * 0.99 - 1e-4);
                CHECK(x.at(level) <= most * 1.01 + 1e-4);
            };
            // These have their extremes between levels.
            if (std::set<std::string>{"darktable/bloom", "darktable/denoise-chroma", "landscape", "portrait",
                                      "texture"}
                    .contains(name))
                continue;
            between(a.luma, b.luma);
            between(a.chroma, b.chroma);
            between(a.luma_threshold, b.luma_threshold);
            between(a.chroma_threshold, b.chroma_threshold);
            between(a.edges, b.edges);
        }
    }
}

TEST_CASE("edges = auto in a preset, and the last word of the command line about edges holds") {
    EawSettings settings;
    apply_preset(parse_preset("edges = 20,10\nedges = auto\n", "mine"), "lab", settings);
    CHECK(settings.search_edges);
    CHECK(settings.edges.values.empty());
    CHECK(in_space(options_of({"--edges", "auto"}), "lab").search_edges);
    CHECK(in_space(options_of({"--edges", "auto"}), "lab").edges.values.empty());
    const auto back = in_space(options_of({"--edges", "auto", "--edges", "12"}), "lab");
    CHECK_FALSE(back.search_edges);
    CHECK(back.edges.values == std::vector<double>{12});
}

TEST_CASE(
    "local-contrast is the default: less gain and more stopping on fine scales; the command line wins") {
    const auto plain = resolved(options_of({}), "lab", {6000, 4000});
    const double luma[] = {1.2, 1.35, 1.43, 1.44, 1.44, 1.44, 1.44, 1.44};
    const double edges[] = {30, 28, 24, 20, 16, 13, 12, 12};
    for (int level = 0; level < 8; ++level) {
        CAPTURE(level);
        CHECK(plain.luma.at(level) == doctest::Approx(luma[level]).epsilon(0.02));
        CHECK(plain.edges.at(level) == doctest::Approx(edges[level]).epsilon(0.02));
    }
    const auto changed = in_space(options_of({"--luma", "2,3"}), "");
    CHECK(changed.luma.values == std::vector<double>{2, 3});
    CHECK(changed.luma.curve.points.empty());
    CHECK(changed.chroma.curve.points.size() > 2);
}

TEST_CASE("thresholds of denoise follow the unit of the space") {
    const auto options = options_of({"--preset", "denoise"});
    CHECK(in_space(options, "lab").luma_threshold.curve.points.back().value == 1.66667);
    CHECK(in_space(options, "log").luma_threshold.curve.points.back().value == 0.11);
    const auto mine = options_of({"--preset", "denoise", "--luma-threshold", "3"});
    CHECK(in_space(mine, "log").luma_threshold.at(0) == 3);
}

TEST_CASE("names that tutorials had for darktable's presets still hold; the others are named in full") {
    for (const std::string name : {"clarity", "denoise", "sharpen"}) {
        CAPTURE(name);
        CHECK(is_embedded_preset(name));
        Preset full = load_preset("darktable/" + name);
        full.name = name;
        CHECK(preset_text(load_preset(name)) == preset_text(full));
    }
    for (const std::string name : {"bloom", "coarse", "sharpen-strong"}) {
        CAPTURE(name);
        CHECK_FALSE(is_embedded_preset(name));
        CHECK_THROWS_WITH_AS(load_preset(name),
                             doctest::Contains(("did you mean darktable/" + name + "?").c_str()), Error);
    }
}

TEST_CASE("web and print name the size and the sharpening of outputs, and give way to the command line") {
    const auto value_of = [](std::vector<std::string> arguments, const std::string& option) {
        CommandLine line = parse_options(enhance_table(), arguments);
        add_preset_options(enhance_table(), line);
        return line.value(option, "none");
    };
    CHECK(value_of({"--preset", "web"}, "size") == "2048x2048");
    CHECK(value_of({"--preset", "web"}, "sharpen-output") == "0.5");
    CHECK(value_of({"--preset", "web", "--size", "900x900"}, "size") == "900x900");
    CHECK(value_of({"--preset", "web", "--preset", "print"}, "size") == "3600x3600");
    CHECK(value_of({"--preset", "landscape", "--preset", "print"}, "sharpen-output") == "1");
    CHECK(value_of({"--preset", "landscape"}, "size") == "none");
    CHECK(fault("sharpen-output = 9\n").starts_with("my.preset:1: sharpen-output"));
}

TEST_CASE("the preset web makes outputs small, in one run with another preset") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 2100, 40);
    REQUIRE(folder.run("enhance --log none --preset landscape --preset web a.png -o b.png").code == 0);
    CHECK(size_of(folder.path / "b.png").width == 2048);
}

TEST_CASE("--dump-preset prints a file that --preset takes back with the same result") {
    const Folder folder;
    const std::vector<std::vector<std::string>> given{{},
                                                      {"--luma", "0:1,1:2,limit:3"},
                                                      {"--edges", "off", "--levels", "3"},
                                                      {"--space", "linear"},
                                                      {"--amount=-0.5", "--border", "clamp"}};
    for (const auto& name : preset_names())
        for (const auto& extra : given) {
            CAPTURE(name);
            auto arguments = extra;
            arguments.insert(arguments.end(), {"--preset", name});
            const auto options = options_of(arguments);
            spill(folder.path / "mine.preset", preset_text(merged(options.preset, options.given)));
            const auto back = options_of({"--preset", (folder.path / "mine.preset").string()});
            for (const auto& space : {"lab", "log", "linear", "rgb"})
                CHECK(settings_json(in_space(back, space)).dump() ==
                      settings_json(in_space(options, space)).dump());
        }
}

TEST_CASE("--dump-preset needs no input, and merges the settings of the command line") {
    const Folder folder;
    const Ran ran = folder.run("enhance --preset denoise --luma 1.5,1 --dump-preset");
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(has_text(ran.out, "luma = 1.5,1\n"));
    CHECK(has_text(ran.out, "luma-threshold = 0:0,1:1.66667\n"));
    CHECK(has_text(ran.out, "\n[log]\n"));
    const Ran bad = folder.run("enhance --luma 99 --dump-preset");
    CHECK(bad.code == 2);
    CHECK(bad.out.empty());
}

TEST_CASE("a preset file: comments, blanks, the space's own lines") {
    const auto preset =
        parse_preset("# mine\n luma = 1.5, 1.2  # fine\n\nedges=off\n[log]\nedges = 0.3\n", "mine");
    EawSettings lab, log;
    apply_preset(preset, "lab", lab);
    apply_preset(preset, "log", log);
    CHECK(lab.luma.values == std::vector<double>{1.5, 1.2});
    CHECK(lab.edges.values == std::vector<double>{0});
    CHECK_FALSE(lab.search_edges);
    CHECK(log.edges.values == std::vector<double>{0.3});
}

TEST_CASE("faults of a preset file name file, line and the allowed values") {
    CHECK(prints(fault("luma = 1\nglow = 3\n"),
                 line(messages::setting_unknown, "my.preset:2", "'glow'", "levels, luma")));
    CHECK(prints(fault("luma 1\n"), line(messages::preset_line, "my.preset:1", "luma 1")));
    CHECK(prints(fault("luma = bright\n"), line(messages::value_no_number, "my.preset:1: luma", "bright")));
    CHECK(fault("luma = 0:1,2:1\n")
              .find("my.preset:1: " + message(messages::curve_scale, "luma", "2", "2:1").text) == 0);
    CHECK(prints(fault("luma =\n"), line(messages::value_missing, "my.preset:1: luma")));
    CHECK(prints(fault("\nluma = 1,12\n"), line(messages::setting_range, "my.preset:2: luma", "12")));
    CHECK(prints(fault("glow = 3\n"), line(messages::setting_unknown, "size", "resolution")));
    CHECK(fault("edges = off\n") == "no fault");
    CHECK(prints(fault("levels = 20\n"), line(messages::value_out_of_range, "my.preset:1: levels: 20")));
    CHECK(fault("[cmyk]\n").find("my.preset:1") == 0);
    CHECK(prints(fault("overwrite = 1\n"), line(messages::setting_unknown, "my.preset:1", "'overwrite'")));
    CHECK(fault("luma = 1\n") == "no fault");
}

TEST_CASE("an image or an empty file is no preset") {
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "a.jpg", std::string("\xff\xd8\xff\xe0\0\x10JFIF", 10));
    spill(folder.path / "empty", "# nothing\n");
    expect(folder.run("enhance --preset a.jpg -o b.jpg"), 2, {line(messages::preset_is_image, "a.jpg")});
    expect(folder.run("enhance --preset empty a.ppm -o b.ppm"), 2, {line(messages::preset_empty, "empty")});
}

TEST_CASE("no value is read again for an image: as many for one as for five, with sidecars, too") {
    if (!has_device()) return;
    const Folder folder;
    const CountedValues values_read;
    const auto read_for = [&](const std::string& pictures, const std::string& more) {
        const std::size_t before = values_read.count;
        check(run_here(folder,
                       "enhance --log none --levels 2 " + more + " -o out/ --existing replace " + pictures),
              0, {});
        return values_read.count - before;
    };
    const std::string five = "a.ppm b.ppm c.ppm d.ppm e.ppm";
    const std::string settings =
        sidecar(history_entry(equalizer_hex({flat(.6f), flat(.5f), flat(.5f), flat(0), flat(0)})));
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        folder.ppm(std::string(name) + ".ppm");
        spill(folder.path / (std::string(name) + ".ppm.xmp"), settings);
    }
    for (const char* more : {"", "--preset sharpen --luma 2", "--denoise auto", "--preset sidecar"}) {
        CAPTURE(more);
        const auto of_one = read_for("a.ppm", more);
        CHECK(of_one > 0);
        CHECK(read_for(five, more) == of_one);
    }
}

TEST_CASE("several presets: a later one overrides its settings, in its own spaces; the log lists them") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "one.preset", "luma = 2\nchroma = 2\n[lab]\nedges = 5\n[log]\nedges = 1\n");
    spill(folder.path / "two.preset", "luma = 3\n[lab]\nedges = 7\n");
    const Ran dump = folder.run("enhance --preset one.preset --preset two.preset --dump-preset");
    CHECK(dump.out ==
          "# one.preset + two.preset\nchroma = 2\nluma = 3\n\n[log]\nedges = 1\n\n[lab]\nedges = 7\n");
    expect(folder.run("enhance -v --preset one.preset --preset two.preset a.ppm -o out/"), 0,
           {line(messages::presets_overridden, "luma, edges")});
    const Json run = read_log(folder.path / "out/atrous-timings.jsonl").front();
    CHECK(run.text_of("preset") == "one.preset + two.preset");
    CHECK(run.find("preset_overrides")->array()->size() == 2);
    check(folder.run("enhance --preset sharpen --preset none.preset a.ppm -o b.ppm"), 2, {"none.preset"});
}
