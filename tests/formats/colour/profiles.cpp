// Tests which colour profiles are recognised and refused, and compares the values in kernels and host with LittleCMS.
#include "base/error.h"
#include "colour/messages.h"
#include "formats/common/convert.h"
#include "image/profile.h"
#include "pixel/tone.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <array>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Fitted fitted(const std::string& bytes, int colours) {
    const auto icc = open_profile(bytes.data(), bytes.size());
    REQUIRE(icc);
    return fit_profile(icc, colours);
}

constexpr double entries = int(kernels::TONE_ENTRIES);

/// A table, evaluated as in the kernel, in doubles.
double by_table(const Profile& profile, const kernels::ToneTable& t, bool root, double x) {
    const double v = std::abs(x - t.in) * t.scale, held = std::min(v, 1.0);
    const double place = (root ? std::cbrt(held) : held) * (entries - 1);
    const auto i = std::size_t(std::min(place, entries - 2));
    const float* at = profile.tables.data() + t.first;
    const double rise = at[i] + (at[i + 1] - at[i]) * (place - double(i)) + t.slope * (v - held);
    return t.out + (x < t.in ? -rise : rise);
}

float decoded(const Profile& p, std::size_t c, float x) {
    if (p.transfer == Transfer::table) return float(by_table(p, p.params.decode_table[c], false, x));
    if (p.transfer == Transfer::formula) return kernels::tone_formula(x, p.params.decode[c]);
    return p.transfer == Transfer::srgb ? kernels::srgb_decode(x) : x;
}
float encoded(const Profile& p, std::size_t c, float y) {
    if (p.transfer == Transfer::table) return float(by_table(p, p.params.encode_table[c], true, y));
    if (p.transfer == Transfer::formula) return kernels::tone_formula(y, p.params.encode[c]);
    return p.transfer == Transfer::srgb ? kernels::srgb_encode(y) : y;
}

/// Levels of every channel, and mixtures.
std::vector<double> colours_to_try(int colours) {
    std::vector<double> values;
    for (int i = 0; i <= 64; ++i)
        for (int c = 0; c < colours; ++c) values.push_back(i / 64.0);
    for (std::uint32_t i = 0; i < 3000; ++i) values.push_back((files::noise(i) & 0xffff) / 65535.0);
    return values;
}

} // namespace

TEST_CASE("every kind of profile is recognised") {
    for (const auto& made : tagged::all()) {
        CAPTURE(made.name);
        const Fitted fit = fitted(made.bytes, made.colours);
        REQUIRE(fit.profile);
        CHECK(fit.problem.empty());
        CHECK(fit.profile->name == made.name);
        CHECK(fit.profile->transfer == made.transfer);
        CHECK(fit.profile->own_primaries == (made.colours == 3 && made.transfer != Transfer::host &&
                                             !has(made.name, "sRGB") && !has(made.name, "offset")));
    }
}

TEST_CASE("curves and matrices of profiles give the light that LittleCMS gives") {
    for (const auto& made : tagged::all()) {
        if (made.transfer == Transfer::host) continue;
        CAPTURE(made.name);
        const Fitted fit = fitted(made.bytes, made.colours);
        REQUIRE(fit.profile);
        const auto colours = colours_to_try(made.colours);
        const auto expected = tagged::to_light(made, colours);
        double worst = 0;
        for (std::size_t i = 0; i < colours.size() / std::size_t(made.colours); ++i) {
            std::array<float, 3> light{};
            for (std::size_t c = 0; c < std::size_t(made.colours); ++c)
                light[c] = decoded(*fit.profile, c, float(colours[i * std::size_t(made.colours) + c]));
            if (fit.profile->own_primaries) kernels::tone_matrix(light.data(), fit.profile->params.to_srgb);
            for (std::size_t c = 0; c < std::size_t(made.colours); ++c)
                worst = std::max(worst, std::abs(light[c] - expected[3 * i + c]));
        }
        // LittleCMS evaluates sampled curves in 16 bits. An sRGB curve is taken as the formula if within
        // 4e-5. Primaries of files are rounded to 1/65536, sRGB's are taken as exact.
        const bool sampled = made.transfer == Transfer::table || has(made.name, "samples");
        CHECK(worst < (sampled ? 8e-5 : fit.profile->own_primaries ? 2e-5 : 5e-5));
    }
}

TEST_CASE("curves of profiles come back within 1e-5, below 0 and above 1 too") {
    for (const auto& made : tagged::all()) {
        if (made.transfer == Transfer::host) continue;
        CAPTURE(made.name);
        const Fitted fit = fitted(made.bytes, made.colours);
        REQUIRE(fit.profile);
        const Profile& p = *fit.profile;
        for (std::size_t c = 0; c < std::size_t(made.colours); ++c) {
            CAPTURE(c);
            double worst = 0, last = -INFINITY;
            for (int i = -3000; i <= 6000; ++i) {
                const float x = float(i) / 3000, light = decoded(p, c, x);
                CHECK(light >= last); // rises over all the range
                last = light;
                // Curves of 16-bit samples are flat near 0: no inverse.
                if (made.curve_step > 0 && std::abs(x) < 2 * made.curve_step) continue;
                worst = std::max(worst, double(std::abs(encoded(p, c, light) - x)));
            }
            CHECK(worst < 2e-5); // of a range of 3
        }
    }
}

TEST_CASE("every name of --assume-profile opens, fits RGB and grey, and is white at 1") {
    CHECK(profile_names().size() >= 8);
    for (const auto& name : profile_names()) {
        CAPTURE(name);
        for (const int colours : {1, 3}) {
            const Fitted fit = fit_profile(find_profile(name, "--assume-profile"), colours);
            REQUIRE(fit.profile);
            std::vector<float> white(std::size_t(colours), 1.0F);
            HostColours(*fit.profile).to_light(white);
            for (const float v : white) CHECK(v == doctest::Approx(1).epsilon(1e-4));
            float light[3] = {};
            for (std::size_t c = 0; c < std::size_t(colours); ++c) light[c] = decoded(*fit.profile, c, 1);
            if (fit.profile->own_primaries && colours == 3)
                kernels::tone_matrix(light, fit.profile->params.to_srgb);
            for (std::size_t c = 0; c < std::size_t(colours); ++c)
                CHECK(light[c] == doctest::Approx(1).epsilon(1e-4));
        }
    }
    CHECK(fit_profile(find_profile("srgb", ""), 3).profile->transfer == Transfer::srgb);
    CHECK_FALSE(fit_profile(find_profile("srgb", ""), 3).profile->own_primaries);
    CHECK(fit_profile(find_profile("linear", ""), 3).profile->transfer == Transfer::linear);
    CHECK(fit_profile(find_profile("displayp3", ""), 3).profile->own_primaries);
}

TEST_CASE("the host applies every kind of profile both ways, RGB profiles to grey pixels too") {
    for (const auto& made : tagged::all()) {
        CAPTURE(made.name);
        const Fitted fit = fitted(made.bytes, made.colours);
        REQUIRE(fit.profile);
        const auto colours = colours_to_try(made.colours);
        const auto expected = tagged::to_light(made, colours);
        std::vector<float> pixels(colours.begin(), colours.end());
        const HostColours host(*fit.profile);
        host.to_light(pixels);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            REQUIRE(std::abs(pixels[i] - expected[made.colours == 1 ? 3 * i : i]) < 2e-5);
        const std::vector<float> light = pixels;
        const auto back = tagged::from_light(made, {expected.begin(), expected.end()});
        host.from_light(pixels);
        for (std::size_t i = 0; i < pixels.size(); ++i) REQUIRE(std::abs(pixels[i] - back[i]) < 1e-3);
    }
    std::vector<float> grey{0, 0.25F, 1};
    HostColours(*fit_profile(find_profile("adobergb", ""), 1).profile).to_light(grey);
    CHECK(grey[1] == doctest::Approx(std::pow(0.25, 563 / 256.0)).epsilon(1e-3));
    CHECK(grey[2] == doctest::Approx(1).epsilon(1e-4));
}

TEST_CASE("a falling curve is left to the host, which can invert it") {
    const Fitted fit = fitted(tagged::falling_curve(), 3);
    REQUIRE(fit.profile);
    CHECK(fit.profile->transfer == Transfer::host);
    std::vector<float> pixels{0.25F, 0.5F, 0.75F};
    HostColours(*fit.profile).to_light(pixels);
    CHECK(pixels[0] == doctest::Approx(0.75).epsilon(1e-3));
    HostColours(*fit.profile).from_light(pixels);
    CHECK(pixels[0] == doctest::Approx(0.25).epsilon(1e-3));
}

TEST_CASE("--assume-profile refuses an unknown name, a file without a profile, CMYK and a link") {
    files::Folder folder;
    const auto problem = [&](const std::string& name) -> std::string {
        try {
            find_profile(name, "--assume-profile");
        } catch (const Error& error) {
            CHECK(error.kind == Exit::usage);
            return error.what();
        }
        return "";
    };
    files::write_all(folder / "text.icc", "This is no profile at all.");
    files::write_all(folder / "cmyk.icc", tagged::cmyk());
    files::write_all(folder / "link.icc", tagged::device_link());
    files::write_all(folder / "grey.icc", tagged::named("grey, gamma 2.2").bytes);
    for (const char* name : {"AdobeRGB", "adobe rgb", "Display-P3", "LINEAR_REC2020", "sRGB"})
        CHECK(problem(name).empty());
    CHECK(profile_name(*find_profile("Display P3", "")) == "Display P3");
    CHECK(has(problem("adobe"), "--assume-profile adobe: " + words(messages::unknown_profile)));
    CHECK(has(problem("adobe"), "adobergb"));
    CHECK(has(problem((folder / "text.icc").string()), words(messages::not_a_profile)));
    CHECK(has(problem((folder / "cmyk.icc").string()), "CMYK"));
    CHECK(has(problem((folder / "link.icc").string()), "not of a device"));
    CHECK(problem((folder / "grey.icc").string()).empty());
}

TEST_CASE("light put back leaves pixels that did not change bit for bit") {
    const auto& made = tagged::named("RGB by tables");
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        Pixels pixels = tagged::gradient(type, 3);
        pixels.profile = fitted(made.bytes, 3).profile;
        pixels.transfer = Transfer::host;
        const Pixels original = pixels.copy(), before = light_of(pixels);
        CHECK(before.transfer == Transfer::linear);
        put_light(pixels, before, before);
        CHECK(std::memcmp(pixels.bytes.data.get(), original.bytes.data.get(), pixels.byte_count()) == 0);
        Pixels after = before.copy();
        tagged::set_sample(after, 3 * 100, 2 * tagged::sample(after, 3 * 100));
        put_light(pixels, before, after);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < 48 * 32; ++i)
            changed += std::memcmp(pixels.bytes.data.get() + 3 * i * sample_bytes(type),
                                   original.bytes.data.get() + 3 * i * sample_bytes(type),
                                   3 * sample_bytes(type)) != 0;
        CHECK(changed == 1);
    }
}
