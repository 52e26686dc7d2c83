// Tests that the library gives the same bits for pixels as the program for a file with these pixels.
#include "capi/library.h"
#include "cli/preset.h"
#include "support/called.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

using namespace atrous;
using namespace atrous::test;

namespace {

/// Runs both on the image of a file.
void check_same(const Folder& folder, const char* command, const std::string& file, const Options& options,
                const Options& of_library = {}, bool changes = true) {
    const std::string output = "out-" + file;
    CAPTURE(file);
    CAPTURE(typed(options));
    const Ran ran = run_here(folder, std::string(command) + " --log none --existing replace " + file +
                                         " -o " + output + typed(options));
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    Options all = options;
    all.insert(all.end(), of_library.begin(), of_library.end());
    const Pixels input = pixels_in(folder.path / file);
    const Pixels made = filtered(command, all, input);
    CHECK(same_samples(made, pixels_in(folder.path / output)));
    if (made.size == input.size) CHECK(same_samples(made, input) != changes);
}

} // namespace

TEST_CASE("enhance: the library and the program make the same samples of each preset") {
    if (!api_device()) return;
    const Folder folder;
    folder.image("a.png", 97, 61);
    // The image has no noise, and settings of files are not the library's.
    const std::set<std::string> change_nothing{"neutral", "denoise-light", "denoise-strong", "web", "print"};
    for (const std::string& preset : preset_names())
        if (preset.find('/') == std::string::npos || preset == "darktable/denoise")
            check_same(folder, "enhance", "a.png", {{"preset", preset.c_str()}}, {},
                       !change_nothing.contains(preset));
}

TEST_CASE("enhance: the library and the program make the same samples of all types and channels") {
    if (!api_device()) return;
    const Folder folder;
    struct Row {
        const char* file;
        Options options, of_library;
    };
    const Row rows[] = {{"grey8.png", {}, {}},
                        {"rgba16.png", {}, {}},
                        {"half.exr", {}, {}},
                        {"rgb8.png", {{"denoise", "auto"}, {"noise", "iso:6400"}}, {}},
                        {"rgb8.png", {{"assume-profile", "displayp3"}}, {}},
                        {"rgb8.png", {{"luma", "0:1,1:2"}}, {{"device-memory", "300K"}}}};
    for (const Row& row : rows) {
        fs::copy_file(fs::path(source_dir()) / "tests" / "tiny" / row.file, folder.path / row.file,
                      fs::copy_options::skip_existing);
        check_same(folder, "enhance", row.file, row.options, row.of_library);
    }
}

TEST_CASE(
    "a sample near the largest float, and areas of infinity and NaN, give finite results in the library") {
    if (!api_device()) return;
    constexpr float inf = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {1.8e38F, -3e38F, inf, nan})
        for (const auto& [name, options] : {std::pair<const char*, Options>{"enhance", {}},
                                            {"enhance", {{"denoise", "auto"}}},
                                            {"scale", {{"factor", "2"}}}}) {
            CAPTURE(bad);
            CAPTURE(name);
            Pixels pixels;
            pixels.size = {64, 64};
            pixels.type = PixelType::f32;
            pixels.transfer = Transfer::linear;
            std::vector<float> samples(3 * 64 * 64, 0.5F);
            for (const std::size_t i : {3 * 650 + 1, 3 * 651 + 1, 3 * 715 + 1}) samples[i] = bad;
            pixels.bytes = Bytes(pixels.byte_count());
            std::memcpy(pixels.bytes.data.get(), samples.data(), pixels.byte_count());
            const Pixels made = filtered(name, options, pixels);
            samples.resize(std::size_t(3 * made.size.pixels()));
            std::memcpy(samples.data(), made.bytes.data.get(), made.byte_count());
            CHECK(std::ranges::all_of(samples, [](float v) { return std::isfinite(v); }));
        }
}

TEST_CASE("scale: the library and the program make the same samples") {
    if (!api_device()) return;
    const Folder folder;
    folder.image("a.png", 97, 61);
    for (const Options& options : {Options{{"factor", "3x2"}}, Options{{"size", "40x40"}},
                                   Options{{"size", "200x200"}, {"upscale", nullptr}}})
        check_same(folder, "scale", "a.png", options);
}
