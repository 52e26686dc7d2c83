// Maps that cannot be applied stay as they are, by the rule for changed light.
#include "commands/enhance/hdr_twin.h"
#include "batch/pipeline/filter_pixels.h"
#include "batch/scaling/scale_file.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/region_runs.h"
#include "formats/jpeg/messages.h"
#include "formats/write/gain_map.h"
#include "graph/tables.h"
#include <algorithm>

namespace atrous {
namespace {

template <class Change>
void change_item(ImageFile& file, std::size_t item, Change change) {
    AppendedFile changed = *file.appended;
    change(changed, changed.found.items[item]);
    file.appended = std::make_shared<const AppendedFile>(std::move(changed));
}

/// The distance of the pixels of the rendition that are computed. A whole image has one or more for each sample of the map on both
/// axes. With a distance of 4, maps of a quarter size are 1.05 instead of 0.87 % off (boosts of 1.4). A part may have none for some samples,
/// and border mirror reflects in the order of the layout: all are computed.
int spacing_for(Size map, Size image, Size part, const BorderRule& border) {
    if (part != image || !border.exact) return 1;
    const int most = std::min(image.width / map.width, image.height / map.height);
    return most >= 2 ? 2 : 1;
}

} // namespace

EawResolved hdr_settings(const SettingsBySpace& settings, const Pixels& pixels, const DeviceTraits& device) {
    const Space& space = settings.any.space ? *settings.any.space : find_row(spaces(), "ictcp", "space");
    EawSettings own = settings.of.at(&space);
    own.space = &space;
    return resolve(own, pixels, device);
}

Pixels hdr_shape(const Pixels& pixels, int map_channels) {
    const int colours = map_channels == 1 ? 1 : pixels.colours;
    return {pixels.size, PixelType::f32, colours, Alpha::none, Transfer::linear, {}};
}

std::optional<GainMapFacts> twin_map(const EnhanceOptions& options, const Frame& frame) {
    if (!keeps_gain_map(options.batch.write, frame.job())) return {};
    const auto map = frame.opened.front().gain_map();
    return map && map->numbers.unusable.empty() ? map : std::nullopt;
}

std::optional<HdrTwin> hdr_twin(const EnhanceOptions& options, Frame& frame, const Pixels& pixels,
                                const BorderRule& border) {
    ImageFile& file = frame.files.front();
    auto found = keeps_gain_map(options.batch.write, frame.job()) ? usable_gain_map(file) : std::nullopt;
    if (!found) return {};
    if (!found->damage.empty()) {
        change_item(file, found->item,
                    [&](AppendedFile&, AppendedItem& map) { map.refused = found->reason; });
        return {};
    }
    if (!found->reason.empty()) {
        frame.record.warnings.push_back(
            message(messages::gain_map_unusable, frame.job().input(), found->reason));
        return {};
    }
    HdrTwin twin{found->item, std::move(found->file), std::move(found->map), {}};
    const Pixels& samples = twin.map.samples;
    twin.grid.spacing = spacing_for(samples.size, file.appended->size, pixels.size, border);
    twin.pixels =
        hdr_rendition(pixels, file.appended->size, twin.map, samples.colours == 1, twin.grid.spacing);
    return twin;
}

RunReport filter_twin(const EnhanceOptions& options, NoiseSource& source, Engine& engine,
                      const MemoryLimits& limits, HdrTwin& twin) {
    const DeviceTraits traits = traits_of(engine.device());
    Pixels& pixels = twin.pixels;
    const EawResolved asked = hdr_settings(options.settings, pixels, traits);
    const auto noise = uses_noise(asked.asked) ? std::optional(source.of_rendition(pixels)) : std::nullopt;
    FilterReport first;
    if (needs_noise_filter(asked, noise))
        first = filter_pixels(engine, NoiseFilter(asked, noise->noise, traits), pixels, limits);
    EawResolved settings = guarded(asked, noise, pixels, traits);
    settings.spacing = twin.grid.spacing;
    if (settings.spacing > 1 && settings.how.form->vectors) // where it saves work
        settings.how.order = &find_row(orders(), "subdivision", "order");
    FilterReport report = filter_pixels(engine, EawFilter(settings, traits), pixels, limits);
    add_times(report.times, first.times);
    return report.times;
}

void put_new_map(Engine& engine, const Rect& inner, Frame& frame, HdrTwin twin) {
    ImageFile& file = frame.files.front();
    const Pixels& image = file.parts.front().pixels;
    twin.grid.left = inner.x - twin.grid.spacing / 2, twin.grid.top = inner.y - twin.grid.spacing / 2;
    move_gain_map(engine, *file.appended, twin.file, frame.limits);
    Part& part = twin.file.parts.front();
    twin.map.samples = std::move(part.pixels);
    GainMap fitted = fitted_gain_map(image, twin.pixels, twin.map, twin.grid);
    part.pixels = std::move(fitted.samples);
    Metadata metadata = *twin.file.metadata;
    put_gain_ranges(metadata.own, fitted.numbers);
    twin.file.metadata = std::make_shared<const Metadata>(std::move(metadata));
    change_item(file, twin.item, [&](AppendedFile& of, AppendedItem& map) {
        for (AppendedItem& item : of.found.items)
            if (item.kind == AppendedKind::gain_map && &item != &map)
                item.refused = "only the first map is made for the new image";
        make_gain_map(twin.file, fitted_map_quality, map);
        of.size = image.size, of.filtered = true;
        of.x = {0, double(image.size.width), image.size.width};
        of.y = {0, double(image.size.height), image.size.height};
    });
}

} // namespace atrous
