// Makes the images by OpenImageIO.
#include "support/files/layouts.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>
#include <random>
#include <stdexcept>

namespace layouts {
namespace {

using namespace atrous;

OIIO::ImageSpec spec_of(const Layout& layout, Size size) {
    constexpr OIIO::TypeDesc::BASETYPE types[] = {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16,
                                                  OIIO::TypeDesc::HALF, OIIO::TypeDesc::FLOAT};
    const OIIO::TypeDesc type = types[int(layout.type)];
    OIIO::ImageSpec spec(size.width, size.height, int(layout.channels.size()), type);
    spec.channelnames = layout.channels;
    if (!layout.single.empty())
        for (const std::string& channel : layout.channels)
            spec.channelformats.push_back(std::ranges::count(layout.single, channel) > 0 ? OIIO::TypeFloat
                                                                                         : type);
    spec.tile_width = spec.tile_height = layout.tile;
    if (!layout.compression.empty()) spec["compression"] = layout.compression;
    if (layout.strip > 0) spec["tiff:RowsPerStrip"] = layout.strip;
    return spec;
}

void require(bool done, const std::filesystem::path& path) {
    if (!done) throw std::runtime_error(path.string() + " not written");
}

} // namespace

const std::vector<Layout>& all() {
    using enum PixelType;
    static const std::vector<std::string> layers = {"R", "G",        "B",        "A",
                                                    "Z", "albedo.R", "albedo.G", "albedo.B"};
    static const std::vector<Layout> rows = {
        {"strips-8.tif", u8, "zip", 0, 32},
        {"strips-16.tif", u16, "lzw", 0, 7},
        {"strips-float.tif", f32, "none", 0, 64},
        {"one-strip.tif", u8, "zip", 0, 1 << 16},
        {"tiles-16.tif", u16, "zip", 64},
        {"grey.tif", u8, "zip", 0, 16, {"Y"}},
        {"8.png", u8},
        {"16.png", u16},
        {"alpha.png", u8, "", 0, 0, {"R", "G", "B", "A"}},
        {"a.jpg", u8},
        {"none.exr", f16, "none"},
        {"zips.exr", f16, "zips"},
        {"zip.exr", f32, "zip"},
        {"piz.exr", f16, "piz"},
        {"dwab.exr", f16, "dwab"},
        {"tiles.exr", f16, "zip", 64},
        {"layers.exr", f16, "zip", 0, 0, layers, {"Z"}},
        {"layers-tiles.exr", f16, "piz", 32, 0, layers, {"Z"}},
        {"parts.exr", f16, "zip", 0, 0, {"R", "G", "B"}, {}, 2},
    };
    return rows;
}

void write(const std::filesystem::path& folder, const Layout& layout, Size size) {
    const std::filesystem::path path = folder / layout.name;
    const std::size_t channels = layout.channels.size();
    std::mt19937 random(7);
    std::vector<float> samples(std::size_t(size.pixels()) * channels);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = float(i / channels % std::size_t(size.width)) / float(2 * size.width) +
                     float(random() % 256) / 1024;
    std::vector<OIIO::ImageSpec> specs(std::size_t(layout.parts), spec_of(layout, size));
    for (std::size_t i = 0; i < specs.size() && layout.parts > 1; ++i)
        specs[i]["oiio:subimagename"] = "part" + std::to_string(i);
    const auto out = OIIO::ImageOutput::create(path.string());
    require(out && (layout.parts > 1 ? out->open(path.string(), layout.parts, specs.data())
                                     : out->open(path.string(), specs.front())),
            path);
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (i > 0) require(out->open(path.string(), specs[i], OIIO::ImageOutput::AppendSubimage), path);
        require(out->write_image(OIIO::TypeFloat, samples.data()), path);
    }
    require(out->close(), path);
}

} // namespace layouts
