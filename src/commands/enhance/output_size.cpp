// Scales and sharpens results. Scaled images have lost their finest contrast to the lowpass, and one level of
// the wavelet restores the requested share of it.
#include "base/log.h"
#include "batch/pipeline/filter_pixels.h"
#include "commands/enhance/crop.h"
#include "commands/enhance/enhance.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include "formats/jpeg/appended.h"
#include "opencl/device.h"

namespace atrous {
namespace {

/// Settings that sharpen only lightness, without edge weights, since edges are to be sharpened, and clip no
/// further pixels.
EawSettings sharpening(double amount) {
    EawSettings settings;
    settings.levels = 1;
    settings.radius = 1;
    settings.luma.values = {1 + amount};
    settings.edges.values = {0};
    settings.protect_tones = 1;
    return settings;
}

/// Sharpens a part, and adds the times to the part's times.
void sharpen(Engine& engine, double amount, ImageFile& file, const MemoryLimits& limits, ScaledPart& scaled) {
    const bool wraps = part_place(file.parts[scaled.index]).wraps;
    for (const PictureRef& picture : pictures_of(file.parts[scaled.index])) {
        Pixels& pixels = picture.pixels;
        const DeviceTraits traits = traits_of(engine.device());
        const EawResolved settings = resolve(sharpening(amount), pixels, traits);
        const Rect all{0, 0, pixels.size.width, pixels.size.height};
        const CropWindow window = crop_window(all, settings, pixels, wraps);
        const MissingSamples missing(pixels, missing_value(file.parts[scaled.index]));
        if (wraps) pixels = cut(pixels, window.outer);
        add_times(scaled.report.times,
                  filter_pixels(engine, EawFilter(settings, traits), pixels, limits).times);
        if (wraps) pixels = cut(pixels, window.inner);
        missing.put_back(pixels, {{all.width, all.width}, {all.height, all.height}});
    }
}

} // namespace

void fit_results(const OutputSize& size, Engine& engine, Frame& frame, PhotographPlan& plan) {
    if (!size.asked() || frame.results.empty()) return;
    std::vector<ScalePlan> planned;
    for (PicturePlan& picture : plan.pictures)
        if (picture.size) planned.push_back(*std::move(picture.size));
    FrameRecord& record = frame.record;
    ImageFile& file = frame.results.front();
    const std::string input = record.job.input().string();
    const DeviceTraits traits = traits_of(engine.device());
    note_light(file);
    auto parts =
        with_context(input, [&] { return scale_file(engine, *size.fit, file, frame.limits, planned); });
    if (parts.empty()) return;
    frame.unchanged = false;
    for (ScaledPart& part : parts) {
        if (size.sharpen > 0)
            with_context(input, [&] { sharpen(engine, size.sharpen, file, frame.limits, part); });
        const auto replaced = part.report.all_replaced();
        if (replaced > 0) record.warnings.push_back(replaced_samples(input, part.report));
        log_verbose(message(messages::scaled, input, scaled_text(*size.fit, part, traits)));
        Json described =
            Json::Object{{"scale", scaled_json(*size.fit, part, traits)}, {"sharpen-output", size.sharpen}};
        record.parts.push_back({part.from, std::move(described), std::move(part.report.times), replaced});
    }
}

} // namespace atrous
