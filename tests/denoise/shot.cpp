// Computes the scene in closed form and its layers by name, and writes files of them.
#include "denoise/shot.h"
#include "cli/tables.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace denoise_test {
namespace {

using files::ExrPart;
using files::ExrType;
using Vec = std::array<double, 3>;

// Pixels from frame to frame, x right, y down.
constexpr double ground_motion[] = {-1.5, 0.5}, ball_motion[] = {2, 0.5};
constexpr double radius = 7;

/// The object at a pixel.
struct Seen {
    enum { sky, ground, ball } what;
    Vec albedo, normal;
    double depth, light;
};

Seen see(int x, int y, int frame) {
    const double dx = x - (12 + ball_motion[0] * frame), dy = y - (18 + ball_motion[1] * frame);
    if (const double square = dx * dx + dy * dy; square < radius * radius) {
        const double up = std::sqrt(radius * radius - square);
        return {Seen::ball,
                {0.8, 0.3, 0.2},
                {dx / radius, -dy / radius, up / radius},
                5 - up / radius,
                0.4 + 0.6 * up / radius};
    }
    const double u = x - ground_motion[0] * frame, v = y - ground_motion[1] * frame;
    if (v < 6) return {Seen::sky, {}, {}, 1e10, 0};
    const double tile = 0.5 + 0.3 * std::sin(0.7 * u) * std::sin(0.5 * v);
    return {Seen::ground,
            {tile, 0.6 * tile, 0.9 - tile},
            {0, 0.6, 0.8},
            12 - 0.05 * v,
            1 + 0.5 * std::sin(0.1 * u)};
}

/// Random number of a pixel, 0 to 1. `noise`: frame, and seed times 32.
double random_at(int x, int y, int noise, int which) {
    const auto seed = std::uint32_t(((noise * 8 + which) * 1024 + y) * 1024 + x);
    return double(files::noise(files::noise(seed)) & 0xffff) / 65535;
}

/// All objects of a frame's pixels, row by row.
std::vector<Seen> seen_in(int frame, Size size, int left = 0, int top = 0) {
    std::vector<Seen> seen;
    seen.reserve(std::size_t(size.pixels()));
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) seen.push_back(see(left + x, top + y, frame));
    return seen;
}

/// Factors of the light of the first two layers of light.
using Noise = std::array<double, 2>;
constexpr Noise no_noise{1, 1};

/// Noise of a render with few samples.
Noise noise_at(int x, int y, int frame, int seed) {
    const int noise = frame + 32 * seed;
    return {2 * random_at(x, y, noise, 0), 2 * random_at(x, y, noise, 1)};
}

/// `light`: index in light_names().
float light_of(const Seen& seen, std::size_t light, std::size_t c, const Noise& noise) {
    if (seen.what == Seen::sky) return light == 2 ? 0.05F : 0;
    if (light == 0) return float(seen.albedo[c] * seen.light * noise[0]);
    if (light == 1) return float(0.1 * seen.light * noise[1]);
    return 0.02F;
}

float beauty_of(const Seen& seen, std::size_t c, const Noise& noise) {
    float sum = 0;
    for (std::size_t light = 0; light < light_names().size(); ++light) sum += light_of(seen, light, c, noise);
    return sum;
}

/// Cycles: X, Y position before - now, Z, W now - position after, rows up.
double vector_of(const Seen& seen, char component) {
    if (seen.what == Seen::sky) return 0;
    const double* motion = seen.what == Seen::ball ? ball_motion : ground_motion;
    if (component == 'X' || component == 'Z') return -motion[0];
    return motion[1];
}

/// A sample of Cryptomatte: the bits of a name, which may be the bits of a NaN.
float matte_of(int x, int y) {
    const std::uint32_t bits = x == 3 ? 0x7fc01234U : files::noise(std::uint32_t(y * 77 + x));
    float value;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

struct LayerRow {
    const char* name;
    const char* components;
    ExrType type;
};
constexpr LayerRow layers[] = {
    {"Combined", "RGBA", ExrType::single},       {"Denoising Albedo", "RGB", ExrType::half},
    {"Normal", "XYZ", ExrType::single},          {"Depth", "Z", ExrType::single},
    {"Vector", "XYZW", ExrType::single},         {"Combined_fill", "RGB", ExrType::single},
    {"Combined_key", "RGB", ExrType::single},    {"Emit", "RGB", ExrType::single},
    {"CryptoObject00", "RGBA", ExrType::single}, {"IndexOB", "X", ExrType::half},
    {"Shadow Catcher", "RGB", ExrType::half},    {"Mist", "Z", ExrType::half},
    {"ObjectID", "Y", ExrType::uint32},
};

/// The sample of a channel in a pixel.
using Sampler = std::function<float(const Seen&, int x, int y)>;

Sampler light_sampler(const std::string& layer, std::size_t c, int frame, int seed) {
    if (layer == "Combined")
        return
            [=](const Seen& seen, int x, int y) { return beauty_of(seen, c, noise_at(x, y, frame, seed)); };
    const auto light = std::size_t(std::ranges::find(light_names(), layer) - light_names().begin());
    return
        [=](const Seen& seen, int x, int y) { return light_of(seen, light, c, noise_at(x, y, frame, seed)); };
}

Sampler data_sampler(const std::string& layer, char component, int frame) {
    const std::size_t rgb = std::string("RGB").find(component), xyz = std::string("XYZ").find(component);
    if (layer == "Combined") // its alpha
        return [](const Seen& seen, int, int) { return seen.what == Seen::sky ? 0.25F : 1; };
    if (layer == "Denoising Albedo")
        return [=](const Seen& seen, int, int) { return float(seen.albedo[rgb]); };
    if (layer == "Normal") return [=](const Seen& seen, int, int) { return float(seen.normal[xyz]); };
    if (layer == "Depth") return [](const Seen& seen, int, int) { return float(seen.depth); };
    if (layer == "Vector")
        return [=](const Seen& seen, int, int) { return float(vector_of(seen, component)); };
    if (layer == "CryptoObject00") return [](const Seen&, int x, int y) { return matte_of(x, y); };
    return [=](const Seen&, int x, int y) {
        return float(files::noise(std::uint32_t(x + 100 * y + frame)) % 1000) / 4;
    };
}

/// Samples of a channel, row by row.
std::vector<float> samples_of(const Look& look, const std::vector<Seen>& seen, const std::string& layer,
                              char component, int frame) {
    const bool is_light =
        component != 'A' && (layer == "Combined" || std::ranges::count(light_names(), layer) > 0);
    const Sampler sampler = look.zero.contains(layer) ? [](const Seen&, int, int) { return 0.0F; }
                            : is_light
                                ? light_sampler(layer, std::string("RGB").find(component), frame, look.seed)
                                : data_sampler(layer, component, frame);
    const auto is_bad = [&](int x, int y) {
        const int pixel = y * look.size.width + x;
        return is_light && !look.zero.contains(layer) && pixel < 7 * look.bad && pixel % 7 == 0;
    };
    std::vector<float> samples(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const int x = int(i) % look.size.width, y = int(i) / look.size.width;
        samples[i] = is_bad(look.left + x, look.top + y) ? std::numeric_limits<float>::quiet_NaN()
                                                         : sampler(seen[i], look.left + x, look.top + y);
        if (look.spoil) samples[i] = look.spoil(layer, component, x, y, samples[i]);
    }
    return samples;
}

/// A part with one layer, or with all layers. The first part has the file's metadata.
ExrPart part_of(const std::string& name, const Look& look) {
    ExrPart part{name, {}};
    part.width = look.size.width;
    part.height = look.size.height;
    part.x = look.left;
    part.y = look.top;
    const Size display = look.display == Size{} ? look.size : look.display;
    part.display_width = display.width;
    part.display_height = display.height;
    return part;
}

void add_attributes(ExrPart& part, const Look& look) {
    part.attributes = {{"cryptomatte/1/name", "string", "ViewLayer.CryptoObject"},
                       {"studio:take", "string", "seven"},
                       {"studio:lens", "float", std::string("\0\0\x0c\x42", 4)}};
    if (look.samples.empty())
        part.attributes.push_back({"BlenderMultiChannel", "string", "1"});
    else
        part.attributes.push_back({"cycles.ViewLayer.samples", "string", look.samples});
}

} // namespace

const std::vector<std::string>& light_names() {
    static const std::vector<std::string> names{"Combined_fill", "Combined_key", "Emit"};
    return names;
}

std::string frame_exr(int number, const Look& look) {
    const std::vector<Seen> seen = seen_in(number, look.size, look.left, look.top);
    std::vector<ExrPart> parts;
    for (const LayerRow& layer : layers) {
        const std::string name = layer.name, full = "ViewLayer." + name;
        if (look.without.contains(name)) continue;
        if (look.several || parts.empty()) parts.push_back(part_of(full, look));
        for (const char component : std::string(layer.components))
            if (component != 'A' || look.alpha)
                parts.back().channels.push_back({(look.several ? "" : full + ".") + component, layer.type, 1,
                                                 samples_of(look, seen, name, component, number)});
    }
    for (ExrPart& part : parts) std::ranges::sort(part.channels, {}, &files::ExrChannel::name);
    add_attributes(parts.front(), look);
    return files::exr(parts);
}

std::vector<float> truth(int number, Size size) {
    const std::vector<Seen> seen = seen_in(number, size);
    std::vector<float> planes;
    for (std::size_t c = 0; c < 3; ++c)
        for (const Seen& pixel : seen) planes.push_back(beauty_of(pixel, c, no_noise));
    return planes;
}

std::string name_of(int frame) {
    const std::string digits = std::to_string(frame);
    return "s." + std::string(4 - digits.size(), '0') + digits + ".exr";
}

Shot::Shot(int last, const Look& look, int first) {
    for (int n = first; n <= last; ++n) spill(path / "in" / name_of(n), frame_exr(n, look));
}

Ran denoise(const Folder& folder, const std::string& arguments) {
    const bool logs = arguments.find("--log") != std::string::npos;
    return called(run_denoise, folder, (logs ? "" : "--log none ") + arguments);
}

void denoise_well(const Folder& folder, const std::string& arguments) {
    const Ran ran = denoise(folder, arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    CHECK_FALSE(ran.says("warning"));
    REQUIRE(ran.code == 0);
}

void check_same_frames(const Folder& folder, const std::string& a, const std::string& b, int first,
                       int last) {
    for (int n = first; n <= last; ++n) {
        CAPTURE(n);
        CHECK((slurp(folder.path / a / name_of(n)) == slurp(folder.path / b / name_of(n))));
    }
}

std::vector<float> sum_of_lights(const std::vector<ExrPartBytes>& parts) {
    std::vector<float> sum;
    for (const std::string& light : light_names()) {
        const std::vector<float> planes = planes_of(parts, light);
        sum.resize(planes.size());
        std::ranges::transform(sum, planes, sum.begin(), std::plus());
    }
    return sum;
}

std::vector<ExrPartBytes> parts_of(const Folder& folder, const std::string& name) {
    return read_exr(slurp(folder.path / name));
}

std::vector<float> planes_of(const std::vector<ExrPartBytes>& parts, const std::string& layer) {
    std::vector<float> planes;
    for (const char* component : {".R", ".G", ".B"}) {
        const auto plane = parts.front().floats("ViewLayer." + layer + component);
        planes.insert(planes.end(), plane.begin(), plane.end());
    }
    return planes;
}

double rms(const std::vector<float>& a, const std::vector<float>& b) {
    REQUIRE(a.size() == b.size());
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum / double(a.size()));
}

} // namespace denoise_test
