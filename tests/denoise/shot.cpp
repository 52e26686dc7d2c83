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

/// Light of a layer. `noisy`: with the noise of a render with few samples.
double light_of(const Seen& seen, const std::string& layer, std::size_t c,
                const std::array<double, 2>& random, bool noisy) {
    if (seen.what == Seen::sky) return layer == "Emit" ? 0.05 : 0;
    if (layer == "Combined_fill") return seen.albedo[c] * seen.light * (noisy ? 2 * random[0] : 1);
    if (layer == "Combined_key") return 0.1 * seen.light * (noisy ? 2 * random[1] : 1);
    return 0.02; // Emit
}

float beauty_of(int x, int y, int frame, std::size_t c, bool noisy, int seed = 0) {
    const int noise = frame + 32 * seed;
    const std::array<double, 2> random{random_at(x, y, noise, 0), random_at(x, y, noise, 1)};
    float sum = 0;
    for (const std::string& layer : light_names())
        sum += float(light_of(see(x, y, frame), layer, c, random, noisy));
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

float light_sample(const std::string& layer, char component, int x, int y, int frame, int seed) {
    const std::size_t c = std::string("RGB").find(component);
    const int noise = frame + 32 * seed;
    if (layer == "Combined") return beauty_of(x, y, frame, c, true, seed);
    const std::array<double, 2> random{random_at(x, y, noise, 0), random_at(x, y, noise, 1)};
    return float(light_of(see(x, y, frame), layer, c, random, true));
}

float sample_of(const Look& look, const std::string& layer, char component, int x, int y, int frame) {
    if (look.zero.contains(layer)) return 0;
    const Seen seen = see(x, y, frame);
    const bool light = layer == "Combined" || std::ranges::find(light_names(), layer) != light_names().end();
    if (light && component != 'A' && y * look.size.width + x < 7 * look.bad &&
        (y * look.size.width + x) % 7 == 0)
        return std::numeric_limits<float>::quiet_NaN();
    if (layer == "Combined" && component == 'A') return seen.what == Seen::sky ? 0.25F : 1;
    if (light) return light_sample(layer, component, x, y, frame, look.seed);
    if (layer == "Denoising Albedo") return float(seen.albedo[std::string("RGB").find(component)]);
    if (layer == "Normal") return float(seen.normal[std::string("XYZ").find(component)]);
    if (layer == "Depth") return float(seen.depth);
    if (layer == "Vector") return float(vector_of(seen, component));
    if (layer == "CryptoObject00") return matte_of(x, y);
    return float(files::noise(std::uint32_t(x + 100 * y + frame)) % 1000) / 4;
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
    std::vector<ExrPart> parts;
    for (const LayerRow& layer : layers) {
        const std::string name = layer.name, full = "ViewLayer." + name;
        if (look.without.contains(name)) continue;
        if (look.several || parts.empty()) parts.push_back(part_of(full, look));
        for (const char component : std::string(layer.components))
            if (component != 'A' || look.alpha)
                parts.back().channels.push_back({(look.several ? "" : full + ".") + component, layer.type});
        parts.back().sample = [=](const std::string& channel, int x, int y) {
            const std::string path = look.several ? full + "." + channel : channel;
            const std::size_t dot = path.rfind('.'), begin = path.find('.') + 1;
            const std::string own = path.substr(begin, dot - begin);
            const float sample = sample_of(look, own, path.back(), look.left + x, look.top + y, number);
            return look.spoil ? look.spoil(own, path.back(), x, y, sample) : sample;
        };
    }
    for (ExrPart& part : parts) std::ranges::sort(part.channels, {}, &files::ExrChannel::name);
    add_attributes(parts.front(), look);
    return files::exr(parts);
}

std::vector<float> truth(int number, Size size) {
    std::vector<float> planes;
    for (std::size_t c = 0; c < 3; ++c)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) planes.push_back(beauty_of(x, y, number, c, false));
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
