// Crops and scales gain maps like their images, and takes the HDR rendition instead of an image. Maps are scaled as
// plain numbers, logarithms of ratios, by the filter of the images.
#include "base/error.h"
#include "batch/pipeline/filter_pixels.h"
#include "batch/scaling/scale_file.h"
#include "engine/region_runs.h"
#include "formats/common/file_format.h"
#include "formats/jpeg/messages.h"
#include "formats/write/gain_map.h"
#include "formats/write/resize.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// The maximum number in one file. Further maps are left out with a warning.
constexpr int max_maps = 4;

/// Returns an axis of a map of `map` pixels over an image's axis, fitted to the shown part of the image. It
/// is not enlarged, except for parts smaller than one of its pixels.
ScaleAxis map_axis(int map, int picture, const ShownAxis& shown) {
    constexpr double min_factor = 0.25;
    const double from = shown.from * map / picture, length = shown.length * map / picture;
    const int most = std::max(1, int(std::ceil(length - 1e-6))); // rounding aside
    const int out = std::clamp(int(std::lround(double(shown.pixels) * map / picture)), 1, most);
    double factor = std::max(length / out, min_factor);
    if (std::abs(factor - std::round(factor)) < 1e-9) factor = std::round(factor);
    return {map, out, factor, from + (length - out * factor) / 2};
}

/// Keeps only the pixels that the copy depends on, and returns their geometry.
ScaleGeometry cut_to_source(const ScaleResolved& settings, const ScaleGeometry& geometry, Pixels& pixels) {
    const Rect source = scale_source(settings, geometry, {0, 0, geometry.out().width, geometry.out().height});
    pixels = cut(pixels, source);
    ScaleGeometry of = geometry;
    of.x.in = source.width, of.x.origin -= source.x;
    of.y.in = source.height, of.y.origin -= source.y;
    return of;
}

/// Scales a map that does not fit the image unchanged, or sets the reason if it cannot be read or encoded.
void follow(Engine& engine, const AppendedFile& of, const ScratchPtr& scratch, AppendedItem& item,
            const MemoryLimits& limits) {
    std::optional<ImageFile> map;
    try {
        map = read_gain_map(of, item, scratch);
    } catch (const Error& error) {
        item.refused = error.what();
        return;
    }
    const double factor = move_gain_map(engine, of, *map, limits);
    constexpr double least = 1.05; // less is a rest of a crop
    if (factor > 0) make_gain_map(*map, factor > least ? smaller_map_quality : 0, item);
}

} // namespace

bool keeps_gain_map(const WriteOptions& options, const Job& job) {
    return !job.outputs.empty() && holds_gain_map(options, format_name(options.named(job.output())));
}

bool becomes_hdr(const WriteOptions& options) {
    return options.colours && is_hdr(*options.colours) && options.gain_maps != GainMaps::drop;
}

bool take_hdr_rendition(const WriteOptions& options, Frame& frame) {
    const auto reason = becomes_hdr(options) ? put_hdr_rendition(frame.files.front()) : std::nullopt;
    if (reason && !reason->empty())
        frame.record.warnings.push_back(message(messages::gain_map_unusable, frame.job().input(), *reason));
    return reason && reason->empty();
}

double move_gain_map(Engine& engine, const AppendedFile& of, ImageFile& map, const MemoryLimits& limits) {
    Part& part = map.parts.front();
    const ImageWindow place = part_place(part);
    const ScaleGeometry geometry{map_axis(place.size.width, of.size.width, of.x),
                                 map_axis(place.size.height, of.size.height, of.y)};
    if (geometry.same()) return 0;
    Pixels& pixels = part.pixels;
    const Transfer transfer = pixels.transfer;
    const auto profile = pixels.profile;
    pixels.transfer = Transfer::linear, pixels.profile = nullptr; // not light, whatever a profile specifies
    const ScaleResolved settings = resolve(ScaleSettings{});
    const ScaleGeometry of_part = cut_to_source(settings, geometry, pixels);
    filter_pixels(engine, ScaleFilter(settings, of_part, traits_of(engine.device())), pixels, limits);
    pixels.transfer = transfer, pixels.profile = profile;
    PartScale scale{place, geometry.x.factor, geometry.y.factor, {}, {}, place.size};
    scale.place.size = scale.place.display = geometry.out();
    resize_part(part, scale, {});
    resize_metadata(map, scale);
    return std::max(geometry.x.factor, geometry.y.factor);
}

void follow_with_gain_maps(Engine& engine, const WriteOptions& options, Frame& frame) {
    if (frame.results.empty() || !keeps_gain_map(options, frame.job())) return;
    ImageFile& file = frame.results.front();
    if (!file.appended || !file.appended->moved) return;
    AppendedFile of = *file.appended;
    int maps = 0;
    for (AppendedItem& item : of.found.items) {
        if (item.kind != AppendedKind::gain_map || !item.refused.empty()) continue;
        if (++maps > max_maps)
            item.refused = "the file has more than " + std::to_string(max_maps);
        else
            with_context(frame.job().input().string() + ": gain map", [&] {
                follow(engine, of, file.parts.front().pixels.bytes.scratch, item, frame.limits);
            });
    }
    of.followed = true;
    file.appended = std::make_shared<const AppendedFile>(std::move(of));
}

} // namespace atrous
