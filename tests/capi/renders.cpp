// Compares frames of a shot through the library with the same frames as files through the program.
#include "capi/library.h"
#include "capi/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>

using namespace atrous;
using namespace atrous::test;
using namespace denoise_test;

namespace {

constexpr int last_frame = 4;
/// Convention of Cycles for vectors.
constexpr const char* stored_so = "to previous, y up, px, sign to";

/// Channels of a layer, one pixel after the other.
struct LayerSamples {
    std::vector<float> samples;
    int channels;
};

LayerSamples layer_of(const ImageFile& file, const std::string& layer, const std::string& components) {
    const Part& part = file.parts.front();
    const auto& names = channel_names(part);
    std::vector<int> index;
    for (const char c : components)
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == "ViewLayer." + layer + "." + c) index.push_back(int(i));
    REQUIRE(index.size() == components.size());
    const std::vector<float> planes = channel_planes(part, index);
    LayerSamples made{std::vector<float>(planes.size()), int(index.size())};
    const std::size_t pixels = planes.size() / index.size();
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < index.size(); ++c)
            made.samples[i * index.size() + c] = planes[c * pixels + i];
    return made;
}

using Layers = std::map<std::string, LayerSamples>;

Layers layers_of(const fs::path& path, bool vectors) {
    const ImageFile file = Decoder(path).read();
    Layers layers{{"color", layer_of(file, "Combined", "RGBA")},
                  {"albedo", layer_of(file, "Denoising Albedo", "RGB")},
                  {"normal", layer_of(file, "Normal", "XYZ")},
                  {"depth", layer_of(file, "Depth", "Z")}};
    if (!vectors) return layers;
    layers["motion"] = layer_of(file, "Vector", "XY");
    layers["motion-next"] = layer_of(file, "Vector", "ZW"); // which lead from there
    for (float& v : layers["motion-next"].samples) v = -v;
    return layers;
}

void set_layer(AtrousFilter* filter, const char* name, LayerSamples& layer) {
    done(atrousSetFilterImage(filter, name, layer.samples.data(),
                              AtrousFormat(ATROUS_FLOAT + layer.channels - 1), 48, 40, 0, 0, 0));
}

/// Writes frames without noise to "pilot/".
void add_pilots(const Shot& shot) {
    for (int number = 1; number <= last_frame; ++number) {
        Look clean;
        clean.spoil = [planes = truth(number, clean.size)](const std::string& layer, char component, int x,
                                                           int y, float sample) {
            const std::size_t c = std::string("RGB").find(component);
            return layer == "Combined" && c < 3 ? planes[(c * 40 + std::size_t(y)) * 48 + std::size_t(x)]
                                                : sample;
        };
        spill(shot.path / "pilot" / name_of(number), frame_exr(number, clean));
    }
}

/// Filters a shot both ways. Frames are set up to `ahead` frames before they are executed.
void check_shot(const Options& options, bool vectors, int ahead = last_frame, bool piloted = false) {
    CAPTURE(typed(options));
    Look look;
    if (!vectors) look.without = {"Vector"};
    const Shot shot(last_frame, look);
    if (piloted) add_pilots(shot);
    const Ran ran = denoise(shot, (piloted ? "--pilot pilot/ -o out/ in/" : "-o out/ in/") + typed(options));
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    const Filter filter = api_filter("denoise");
    AtrousFilter* const f = filter.get();
    done(atrousSetFilterOption(f, "motion-stored", stored_so));
    for (const auto& [name, value] : options) done(atrousSetFilterOption(f, name, value));
    std::map<int, Layers> frames;
    std::map<int, LayerSamples> outputs;
    const auto set_frame = [&](int number) {
        done(atrousSetFilterFrame(f, number));
        frames[number] = layers_of(shot.path / "in" / name_of(number), vectors);
        if (piloted)
            frames[number]["pilot"] =
                layer_of(Decoder(shot.path / "pilot" / name_of(number)).read(), "Combined", "RGBA");
        for (auto& [name, layer] : frames[number]) set_layer(f, name.c_str(), layer);
        outputs[number] = {std::vector<float>(frames[number].at("color").samples.size()), 4};
        set_layer(f, "output", outputs[number]);
        done(atrousCommitFilter(f));
    };
    int set = 0;
    for (int number = 1; number <= last_frame; ++number) {
        CAPTURE(number);
        while (set < std::min(number + ahead, last_frame)) set_frame(++set);
        done(atrousSetFilterFrame(f, number));
        done(atrousExecuteFilter(f));
        const LayerSamples of_file =
            layer_of(Decoder(shot.path / "out" / name_of(number)).read(), "Combined", "RGBA");
        CHECK(std::memcmp(outputs[number].samples.data(), of_file.samples.data(),
                          of_file.samples.size() * sizeof(float)) == 0);
        CHECK(outputs[number].samples != frames[number].at("color").samples);
    }
}

} // namespace

TEST_CASE(
    "denoise: the library and the program make the same samples of a shot, however frames help each other") {
    if (!api_device()) return;
    check_shot({{"samples", "4"}}, true);
    check_shot({{"samples", "2"}}, true); // whose window is longer by itself
    check_shot({{"samples", "16"}, {"temporal", "window:1"}, {"alpha", "filter"}, {"clamp-fireflies", "4"}},
               true, 1);
    check_shot({{"samples", "4"}, {"temporal", "none"}}, true, 0);
    check_shot({{"samples", "4"}, {"temporal", "recursive"}}, true, 0);
    check_shot({{"filter", "eaw"}}, true, 0);
}

TEST_CASE("denoise: the library and the program make the same samples with pilots") {
    if (!api_device()) return;
    check_shot({{"samples", "4"}}, true, last_frame, true);
    check_shot({{"samples", "4"}, {"temporal", "none"}}, true, 0, true);
}

TEST_CASE("denoise: the library finds motion as the program does") {
    if (!api_device()) return;
    check_shot({{"samples", "4"}, {"temporal", "window:1"}}, false);
}

namespace {

/// Appends a message to a vector of texts.
bool keep_warnings(void* user, double, const char* message) {
    if (message) static_cast<std::vector<std::string>*>(user)->emplace_back(message);
    return true;
}

/// A filter that denoises frames of three, and its warnings. All frames have the same output.
struct FrameFilter {
    explicit FrameFilter(const char* temporal) {
        done(atrousSetFilterOption(filter, "temporal", temporal));
        done(atrousSetFilterMonitor(filter, keep_warnings, &warnings));
    }
    FrameFilter(const FrameFilter&) = delete;
    FrameFilter& operator=(const FrameFilter&) = delete;

    void set(int number, const Layers& layers) {
        done(atrousSetFilterFrame(filter, number));
        frames[number] = layers;
        for (auto& [name, layer] : frames[number]) set_layer(filter, name.c_str(), layer);
        set_layer(filter, "output", output);
    }
    void set(const Shot& shot, const std::vector<int>& numbers) {
        for (const int number : numbers) set(number, layers_of(shot.path / "in" / name_of(number), true));
        done(atrousCommitFilter(filter));
    }
    void run(int number) const {
        done(atrousSetFilterFrame(filter, number));
        done(atrousExecuteFilter(filter));
    }

    Filter owner = api_filter("denoise");
    AtrousFilter* filter = owner.get();
    std::map<int, Layers> frames{};
    LayerSamples output{std::vector<float>(4 * 48 * 40), 4};
    std::vector<std::string> warnings{};
};

} // namespace

TEST_CASE("denoise: a pilot with another exposure is refused, and one with NaN is a warning") {
    if (!api_device()) return;
    const Shot shot(1);
    add_pilots(shot);
    FrameFilter filter("none");
    Layers layers = layers_of(shot.path / "in" / name_of(1), true);
    layers["pilot"] = layer_of(Decoder(shot.path / "pilot" / name_of(1)).read(), "Combined", "RGBA");
    Layers bright = layers, broken = layers;
    for (float& v : bright.at("pilot").samples) v *= 2;
    broken.at("pilot").samples.front() = std::numeric_limits<float>::quiet_NaN();
    filter.set(1, bright);
    done(atrousCommitFilter(filter.filter));
    refused(atrousExecuteFilter(filter.filter), {line(messages::pilot_exposed)});
    filter.set(1, broken);
    done(atrousCommitFilter(filter.filter));
    filter.run(1);
    REQUIRE(filter.warnings.size() == 1);
    CHECK(prints(filter.warnings[0], message(messages::pilot_not_finite, 1)));
}

TEST_CASE("denoise: a frame that is executed again, or out of order, has the same samples") {
    if (!api_device()) return;
    FrameFilter filter("window:1");
    filter.set(Shot(3), {1, 2, 3});
    std::map<int, std::vector<float>> made;
    for (const int number : {1, 2, 3, 1, 3, 2}) {
        CAPTURE(number);
        filter.run(number);
        const auto first = made.emplace(number, filter.output.samples);
        CHECK(first.first->second == filter.output.samples);
    }
}

TEST_CASE(
    "denoise: with temporal recursive, each frame out of order gives a warning, and frames in order give none") {
    if (!api_device()) return;
    const Shot shot(3);
    struct Row {
        std::vector<int> set, executed;
        const char* said; ///< warning of the last one. Null: none
    };
    for (const Row& row : {Row{{1, 2, 3}, {1, 2, 3}, nullptr},
                           {{1, 3}, {1, 3, 3}, nullptr},
                           {{1, 2, 3}, {1, 2, 1}, "frame 1 is executed after frame 2"},
                           {{1, 2, 3}, {1, 3}, "frame 3 is executed after frame 1"},
                           {{1, 2, 3}, {3}, "frame 3 is executed first"}}) {
        FrameFilter filter("recursive");
        filter.set(shot, row.set);
        for (const int number : row.executed) {
            CHECK(filter.warnings.empty());
            filter.run(number);
        }
        REQUIRE(filter.warnings.size() == (row.said ? 1 : 0));
        if (row.said) CHECK(filter.warnings[0].find(row.said) == 0);
    }
}

TEST_CASE(
    "denoise: a history outlives the images of frames that were removed, and ends with a warning if one got others") {
    if (!api_device()) return;
    const Shot shot(3);
    std::vector<std::string> warnings;
    /// The last of three frames. `after` receives the filter after each executed frame.
    const auto last_of = [&](const std::function<void(FrameFilter&, int)>& after) {
        FrameFilter filter("recursive");
        for (const int number : {1, 2, 3}) {
            filter.set(shot, {number});
            filter.run(number);
            after(filter, number);
        }
        warnings = filter.warnings;
        return filter.output.samples;
    };
    const auto kept = last_of([](FrameFilter&, int) {});
    CHECK(warnings.empty());
    const auto taken_away = last_of([](FrameFilter& f, int number) {
        for (auto& [name, layer] : f.frames.at(number))
            done(atrousSetFilterImage(f.filter, name.c_str(), nullptr, 0, 0, 0, 0, 0, 0));
        done(atrousSetFilterImage(f.filter, "output", nullptr, 0, 0, 0, 0, 0, 0));
    });
    CHECK(warnings.empty());
    CHECK(taken_away == kept);
    const auto others = last_of([](FrameFilter& f, int number) {
        if (number == 2) set_layer(f.filter, "color", f.frames.at(number).at("color"));
    });
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].find("frame 3 is executed after one before it got other images") == 0);
    CHECK(others != kept);
}

TEST_CASE("denoise: guides with some or only NaN give one warning") {
    if (!api_device()) return;
    const Shot shot(2);
    for (const std::string role : {"albedo", "normal", "depth", "motion"})
        for (const bool whole : {true, false}) {
            CAPTURE(role);
            CAPTURE(whole);
            FrameFilter filter("none");
            for (const int number : {1, 2}) {
                Layers layers = layers_of(shot.path / "in" / name_of(number), true);
                std::vector<float>& samples = layers.at(role).samples;
                std::fill_n(samples.begin(), whole ? samples.size() : 40,
                            std::numeric_limits<float>::quiet_NaN());
                filter.set(number, layers);
                done(atrousCommitFilter(filter.filter));
                filter.run(number);
                for (const float sample : filter.output.samples) REQUIRE(std::isfinite(sample));
            }
            const std::string said = "frame 1: " + role + " has " + (whole ? "only samples" : "40 samples");
            const auto told = std::ranges::count_if(
                filter.warnings, [&](const std::string& text) { return text.find(said) == 0; });
            CHECK(told == (!whole && role == "motion" ? 0 : 1)); // vectors may be none here and there
        }
}

TEST_CASE("denoise refuses integers, grey, guides of another size, and images that the filter does not use") {
    if (!api_device()) return;
    const Filter filter = api_filter("denoise");
    AtrousFilter* const f = filter.get();
    std::vector<float> samples(4 * 10 * 10);
    const auto set = [&](const char* name, AtrousFormat format, std::size_t width) {
        return atrousSetFilterImage(f, name, samples.data(), format, width, 10, 0, 0, 0);
    };
    refused(set("color", ATROUS_UINT8_3, 10), {line(messages::api_integers, "color")});
    refused(set("color", ATROUS_FLOAT, 10), {line(messages::api_channels, "1", "3 to 4", "color")});
    refused(set("beauty", ATROUS_FLOAT3, 10),
            {line(messages::api_image_unknown, "denoise", "beauty", "albedo", "motion-next")});
    done(set("color", ATROUS_FLOAT3, 10));
    done(set("depth", ATROUS_FLOAT, 9));
    refused(atrousCommitFilter(f), {line(messages::api_size_differs, "depth", "9x10", "10x10")});
    done(set("depth", ATROUS_FLOAT, 10));
    done(atrousSetFilterOption(f, "sigma-albedo", "2"));
    refused(atrousCommitFilter(f), {"--sigma albedo", "eaw"});
    refused(atrousSetFilterOption(f, "motion-stored", "sideways"), {"--motion-stored", "sideways"});
    refused(atrousSetFilterOption(f, "from", "albedo=a.####.exr"), {"--from is about files"});
}
