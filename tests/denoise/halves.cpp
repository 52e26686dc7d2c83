// Tests --half: two renders of a frame with independent noise, of which each shows the noise of the other.
#include "engine/denoise/halves.h"
#include "batch/plan/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "reference/svgf_halves.h"
#include "support/messages.h"
#include <cmath>

using namespace denoise_test;

namespace {

constexpr const char* all_lights = "--light *.Combined_fill,*.Combined_key,*.Emit ";

Look of_samples(const std::string& samples, Size size = {48, 40}) {
    Look look{size};
    look.samples = samples;
    return look;
}

/// A shot in two halves, "in/" and "half/".
struct Halves : Shot {
    explicit Halves(int last, Look look = of_samples("4")) : Shot(last, look) {
        look.seed = 1;
        for (int n = 1; n <= last; ++n) spill(path / "half" / name_of(n), frame_exr(n, look));
    }
};

std::vector<float> beauty(const Folder& folder, const std::string& name) {
    return planes_of(parts_of(folder, name), "Combined");
}

std::string out(const std::string& folder, int frame) { return folder + "/" + name_of(frame); }

void check_refused(const Halves& shot, const std::string& options, int code,
                   std::initializer_list<const char*> parts) {
    CAPTURE(options);
    check(denoise(shot, options + " -o out/"), code, parts);
    CHECK_FALSE(shot.has("out/s.0001.exr"));
}

std::vector<float> mean_of(std::vector<float> a, const std::vector<float>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] + b[i]) / 2;
    return a;
}

/// The mean of the halves of a frame, of a layer.
std::vector<float> mean_of(const Halves& shot, int frame, const std::string& layer) {
    return mean_of(planes_of(parts_of(shot, out("in", frame)), layer),
                   planes_of(parts_of(shot, out("half", frame)), layer));
}

/// Planes of noise around a ramp, as a half has them: filtered, then unfiltered, and with means over frames.
std::vector<float> image_of_half(Size size, int lights, int stacks, int seed) {
    const auto pixels = std::size_t(size.pixels()), linear = std::size_t(3 + 3 * lights);
    std::vector<float> planes;
    for (int stack = 0; stack < stacks; ++stack)
        for (std::size_t i = 0; i < linear * pixels; ++i) {
            const auto number =
                std::uint32_t(i + (std::size_t(seed) * 4 + std::size_t(stack)) * linear * pixels);
            const float noise = float(files::noise(number) & 0xffffU) / 65535 - .5F;
            const float edge =
                stack > 0 && i % std::size_t(size.width) > 8 ? 1.F : .3F; // the filter loses an edge
            planes.push_back(edge + (stack == 0 ? .05F : stack == 1 ? .5F : .2F) * noise);
        }
    return planes;
}

reference::svgf::Half reference_of(const std::vector<float>& image, std::size_t pixels, std::size_t linear) {
    const auto stack = [&](std::size_t at) {
        reference::svgf::Planes planes;
        for (std::size_t k = 0; k < linear; ++k) {
            const auto from = image.begin() + std::ptrdiff_t((at * linear + k) * pixels);
            planes.emplace_back(from, from + std::ptrdiff_t(pixels));
        }
        return planes;
    };
    return {stack(0), stack(1), stack(image.size() > 2 * linear * pixels ? 2 : 1)};
}

} // namespace

TEST_CASE(
    "joined halves are the least squares of a naive double-precision reference, for windows and single frames") {
    for (const Size size : {Size{1, 1}, Size{3, 1}, Size{1, 17}, Size{31, 23}})
        for (const int reach : {0, 2})
            for (const double strength : {1., .3}) {
                CAPTURE(size.width);
                CAPTURE(reach);
                SvgfSettings settings;
                settings.reach = reach;
                settings.strength = strength;
                settings.samples = reach > 0 ? 16 : 64;
                settings.halves = true;
                SvgfRoles roles;
                roles.lights = 1;
                const int stacks = reach > 0 ? 3 : 2;
                const std::vector<float> a = image_of_half(size, 1, stacks, 1),
                                         b = image_of_half(size, 1, stacks, 2);
                const auto pixels = std::size_t(size.pixels());
                const std::vector<float> found = joined_halves(
                    a, b, resolve(settings, {.largest_group = 1024, .local_memory = 1 << 16}), roles, size);
                const auto wanted =
                    reference::svgf::joined(reference_of(a, pixels, 6), reference_of(b, pixels, 6), size,
                                            {.samples = settings.samples, .strength = strength});
                REQUIRE(found.size() == 6 * pixels);
                for (std::size_t i = 0; i < found.size(); ++i)
                    CHECK(std::abs(double(found[i]) - wanted[i / pixels][i % pixels]) < 1e-5);
            }
}

TEST_CASE("a denoised pair of halves is nearer to the truth than their mean") {
    if (!has_device()) return;
    for (const std::string samples : {"2", "16", "64"}) {
        const Halves shot(3, of_samples(samples));
        for (const std::string how : {"", "--temporal none "}) {
            CAPTURE(samples);
            CAPTURE(how);
            check(denoise(shot, "--existing replace " + how + "--half half/ in/ -o both/"), 0, {});
            for (int n = 1; n <= 3; ++n)
                CHECK(rms(beauty(shot, out("both", n)), truth(n, {48, 40})) <
                      .7 * rms(mean_of(shot, n, "Combined"), truth(n, {48, 40})));
        }
    }
}

TEST_CASE("halves are files of a folder, of a pattern, or one file; roles, log and metadata name them") {
    if (!has_device()) return;
    const Halves shot(2);
    check(denoise(shot, "--half half/ --log l.jsonl in/ -o a/"), 0, {"half: ViewLayer.Combined of half"});
    denoise_well(shot, "--half 'half/s.####.exr' in/s.####.exr -o b/");
    for (int n = 1; n <= 2; ++n) CHECK((slurp(shot.path / out("a", n)) == slurp(shot.path / out("b", n))));
    denoise_well(shot, "--temporal none --half half/s.0002.exr in/s.0002.exr -o c.exr");
    const std::string log = slurp(shot.path / "l.jsonl");
    CHECK(log.find(R"("from":["half=half/"])") != std::string::npos);
    CHECK(log.find(R"("samples":8)") != std::string::npos); // of both
    CHECK(parts_of(shot, "c.exr").front().attributes.at("atrous:settings") ==
          "string:--from half=s.0002.exr --temporal none");
}

TEST_CASE("chunks, regions and single frames of halves have the bytes of one run") {
    if (!has_device()) return;
    Look look = of_samples("4", {24, 480});
    for (const bool has_vectors : {true, false}) {
        if (!has_vectors) look.without = {"Vector"};
        const Halves shot(4, look);
        const std::string options =
            "--existing replace --levels 3 --temporal window:1 --half half/s.####.exr ";
        check(denoise(shot, options + "in/s.####.exr -o whole/"), 0, {});
        for (const char* part : {"--chunk 1/2", "--chunk 0/2", "--frames 3"})
            check(denoise(shot, options + part + " in/s.####.exr -o parts/"), 0, {});
        check_same_frames(shot, "whole", "parts", 1, 4);
        check(denoise(shot, options + "--log l.jsonl --max-memory ,5M in/s.####.exr -o less/"), 0, {});
        CHECK(slurp(shot.path / "l.jsonl").find("\"regions\":{\"count\":") != std::string::npos);
        check_same_frames(shot, "whole", "less", 1, 4);
    }
}

TEST_CASE("lights of halves still add up to the beauty; the neutral strength gives the mean of both halves") {
    if (!has_device()) return;
    const Halves shot(2);
    denoise_well(shot, std::string(all_lights) + "--half half/ in/ -o a/");
    const auto parts = parts_of(shot, out("a", 1));
    const auto whole = planes_of(parts, "Combined");
    CHECK(rms(sum_of_lights(parts), whole) < 1e-4);
    denoise_well(shot, "--strength 0 --half half/ in/ -o b/");
    CHECK(rms(beauty(shot, out("b", 2)), mean_of(shot, 2, "Combined")) < 1e-6);
}

TEST_CASE("alpha of halves is the mean of both, and --alpha filter filters it") {
    if (!has_device()) return;
    Look look = of_samples("4");
    look.spoil = [](const std::string& layer, char component, int x, int, float sample) {
        const float alpha = x < 8 ? 0 : x < 12 ? .5F : 1;
        if (layer == "Combined" && component == 'A') return alpha;
        const bool light = layer == "Combined" || std::ranges::count(light_names(), layer) > 0;
        return light ? alpha * sample : sample;
    };
    const Halves shot(2, look);
    look.seed = 1;
    look.spoil = [before = look.spoil](const std::string& layer, char component, int x, int y, float sample) {
        const bool moved = layer == "Combined" && component == 'A' && x == 10;
        return moved ? 1.F : before(layer, component, x, y, sample);
    };
    spill(shot.path / out("half", 1), frame_exr(1, look));
    denoise_well(shot, "--temporal none --half half/s.0001.exr in/s.0001.exr -o keep.exr");
    const auto kept = parts_of(shot, "keep.exr").front().floats("ViewLayer.Combined.A");
    const auto light = beauty(shot, "keep.exr");
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t x = i % 48;
        CHECK(kept[i] == (x < 8 ? 0 : x == 10 ? .75F : x < 12 ? .5F : 1));
        if (x < 8) CHECK(light[i] == 0);
    }
    denoise_well(shot, "--temporal none --alpha filter --half half/s.0001.exr in/s.0001.exr -o filter.exr");
    for (const float alpha : parts_of(shot, "filter.exr").front().floats("ViewLayer.Combined.A"))
        CHECK((alpha >= 0 && alpha <= 1));
}

TEST_CASE("--wrap: halves of frames with other samples are in one window, in every chunk") {
    if (!has_device()) return;
    const Halves shot(3, of_samples("16"));
    Look few = of_samples("2");
    spill(shot.path / out("in", 2), frame_exr(2, few));
    few.seed = 1;
    spill(shot.path / out("half", 2), frame_exr(2, few));
    const std::string options = "--wrap x --half half/s.####.exr in/s.####.exr -o ";
    check(denoise(shot, options + "all/"), 0, {});
    check(denoise(shot, options + "chunk/ --frames 2"), 0, {});
    CHECK((slurp(shot.path / out("all", 2)) == slurp(shot.path / out("chunk", 2))));
}

TEST_CASE("the same render given as both halves is refused") {
    if (!has_device()) return;
    const Halves shot(1);
    check_refused(shot, "--half in/s.0001.exr in/s.0001.exr", 1, {"in/s.0001.exr: ", "the same pixels"});
}

TEST_CASE("halves rendered with one seed give a warning, independent ones do not") {
    if (!has_device()) return;
    const Look look = of_samples("4", {64, 64});
    const Halves shot(1, look);
    denoise_well(shot, "--temporal none --half half/s.0001.exr in/s.0001.exr -o a.exr");
    Look rounded = look; // the same noise, as another device rounds it
    rounded.spoil = [](const std::string&, char, int, int, float sample) { return sample * 1.0001F; };
    spill(shot.path / "half/s.0001.exr", frame_exr(1, rounded));
    check(denoise(shot, "--temporal none --half half/s.0001.exr in/s.0001.exr -o b.exr"), 0,
          {"noise in common", "another seed"});
}

TEST_CASE("halves of different size, data window or layers are refused") {
    if (!has_device()) return;
    const Halves shot(1);
    const auto refused = [&](const Look& look, std::initializer_list<const char*> parts,
                             bool by_header = true) {
        Look other = look;
        other.seed = 1;
        spill(shot.path / "half/s.0001.exr", frame_exr(1, other));
        check_refused(shot, "--temporal none --half half/ in/", 1, parts);
        if (by_header) check_refused(shot, "-n --temporal none --half half/ in/", 1, parts);
    };
    refused(Look{{40, 40}}, {"half/s.0001.exr: ", "40x40", "48x40"});
    Look moved;
    moved.left = 4;
    moved.display = {60, 40};
    refused(moved, {"data window", "4,0", "0,0"});
    Look bare;
    bare.without = {"Denoising Albedo"};
    refused(bare, {"half/s.0001.exr: ", "one half only"}, false);
}

TEST_CASE("halves of different numbers of samples are named in a warning") {
    if (!has_device()) return;
    const Halves shot(1);
    Look other = of_samples("16");
    other.seed = 1;
    spill(shot.path / "half/s.0001.exr", frame_exr(1, other));
    check(denoise(shot, "-v --temporal none --half half/ in/ -o out/"), 0,
          {"[W_HALF_SAMPLES]", " 4 ", " 16 "});
}

TEST_CASE("a half whose name has the number of another frame is named in a warning") {
    if (!has_device()) return;
    const Halves shot(2);
    fs::copy_file(shot.path / out("half", 1), shot.path / "b1.exr");
    const std::string run = "-n --temporal none -o out/ --half ";
    expect(denoise(shot, run + "half/s.0001.exr in/s.0002.exr"), 0,
           {message(messages::half_of_other_frame, "half/s.0001.exr", 1, "in/s.0002.exr", 2)});
    for (const char* fine :
         {"half/s.0002.exr in/s.0002.exr", "half/s.####.exr in/s.####.exr", "b1.exr in/s.0002.exr"})
        CHECK_FALSE(prints(denoise(shot, run + fine), line(messages::half_of_other_frame)));
}

TEST_CASE("a half that is missing, or goes with a history, is refused before any work") {
    const Halves shot(2);
    fs::remove(shot.path / out("half", 2));
    check_refused(shot, "--half half/ in/", 2, {"--half half/", "s.0002.exr"});
    check_refused(shot, "--half half/ --temporal recursive in/s.0001.exr", 2, {"--half", "window:K or none"});
}
