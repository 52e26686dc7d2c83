// Presets: all that are embedded hold, and each fault of a file is named with its line.
#include "app/enhance_options.h"
#include "app/preset.h"
#include "app_run.h"
#include "base/error.h"
#include "filters/eaw.h"
#include "model/tables.h"

using namespace atrous;

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

EnhanceOptions options_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"in.jpg", "-o", "out.jpg"});
    return enhance_options(parse_options(enhance_table(), arguments), arguments);
}

} // namespace

TEST_CASE("every embedded preset resolves in every space") {
    CHECK(preset_names() == std::vector<std::string>{"clarity", "denoise", "neutral", "sharpen"});
    Pixels image;
    image.size = {4000, 3000};
    for (const auto& name : preset_names())
        for (const auto& space : spaces()) {
            CAPTURE(name);
            CAPTURE(space.name);
            const auto options = options_of({"--preset", name, "--space", space.name});
            const auto settings = resolve(settings_for(options, space.name), image, {});
            CHECK(settings.levels == 8);
            const bool neutral = settings.luma.values == std::vector<double>{1} &&
                                 settings.luma_threshold.values == std::vector<double>{0};
            CHECK(neutral == (name == "neutral"));
            CHECK(settings.edges.at(0) == space.default_sigma); // in the unit of the space
            for (int level = 1; level < 8; ++level) {
                CHECK(settings.edges.at(level) > space.default_sigma / 4);
                CHECK(settings.edges.at(level) <= settings.edges.at(level - 1));
            }
        }
}

TEST_CASE("clarity is the default, and the command line wins over it") {
    const auto plain = settings_for(options_of({}), "");
    CHECK(plain.luma.at(3) == 1.44);
    CHECK(plain.chroma.at(3) == 1.21);
    const auto changed = settings_for(options_of({"--luma", "2,3"}), "");
    CHECK(changed.luma.values == std::vector<double>{2, 3});
    CHECK(changed.chroma.at(3) == 1.21);
}

TEST_CASE("thresholds of denoise follow the unit of the space") {
    const auto options = options_of({"--preset", "denoise"});
    CHECK(settings_for(options, "lab").luma_threshold.at(0) == 1.15);
    CHECK(settings_for(options, "log").luma_threshold.at(0) == 0.076);
    const auto mine = options_of({"--preset", "denoise", "--luma-threshold", "3"});
    CHECK(settings_for(mine, "log").luma_threshold.at(0) == 3);
}

TEST_CASE("a preset file: comments, blanks, the space's own lines") {
    const auto preset =
        parse_preset("# mine\n luma = 1.5, 1.2  # fine\n\nedges=off\n[log]\nedges = 0.3\n", "mine");
    EawSettings lab, log;
    apply_preset(preset, "lab", lab);
    apply_preset(preset, "log", log);
    CHECK(lab.luma.values == std::vector<double>{1.5, 1.2});
    CHECK(lab.edges.values == std::vector<double>{0});
    CHECK(log.edges.values == std::vector<double>{0.3});
}

TEST_CASE("faults of a preset file name file, line and what is allowed") {
    CHECK(fault("luma = 1\nglow = 3\n").find("my.preset:2: unknown setting 'glow'; there are levels, luma") ==
          0);
    CHECK(fault("luma 1\n").find("my.preset:1: 'luma 1' is not a setting") == 0);
    CHECK(fault("luma = bright\n").find("my.preset:1: luma: 'bright' is not numbers") == 0);
    CHECK(fault("luma =\n").find("my.preset:1: luma needs a value") == 0);
    CHECK(fault("levels = 20\n").find("my.preset:1: levels: 20 is out of range") == 0);
    CHECK(fault("[cmyk]\n").find("my.preset:1") == 0);
    CHECK(fault("overwrite = 1\n").find("my.preset:1: unknown setting 'overwrite'") == 0);
    CHECK(fault("luma = 1\n") == "no fault");
}

TEST_CASE("a value out of range in a preset file is the preset's fault") {
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "wild.preset", "luma = 99\n");
    const Ran ran = folder.run("enhance --preset wild.preset a.ppm -o b.ppm");
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.says("wild.preset"));
    CHECK(ran.says("99"));
    CHECK(ran.says("0 to 10"));
}
