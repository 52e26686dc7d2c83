// Runs the filters "enhance" and "scale", which make one image of one, in the memory of the output if
// possible.
#include "base/error.h"
#include "capi/filter.h"
#include "capi/messages.h"
#include "capi/options.h"
#include "cli/preset.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include "engine/scaling/request.h"
#include <optional>

namespace atrous {
namespace {

/// True if the filter may work in the output's memory.
bool may_lend(const CallerImage& from, const CallerImage& to) {
    const auto address = reinterpret_cast<std::uintptr_t>(to.first);
    if (to.size != from.size || !to.is_packed() || address % sample_bytes(to.type) != 0) return false;
    const bool same = from.first == to.first && from.is_packed();
    return same || !overlap(from, to);
}

/// Pixels of that image's shape and meaning, without samples.
Pixels described(const CallerImage& image, const ColourOptions& colours) {
    Pixels pixels{image.size, image.type, image.colours(), Alpha::none, Transfer::srgb, {}};
    set_colours(colours, image.has_alpha(), pixels);
    return pixels;
}

/// Runs `work` on the pixels of the chosen frame's "color", which become the pixels of "output". If rows have
/// gaps, or the output lies across the input, samples are copied through a buffer.
void on_picture(const ApiFilter& filter, const ColourOptions& colours,
                const std::function<void(Pixels&)>& work) {
    const CallerImage &from = image_of(filter.images(), "color"), &to = image_of(filter.images(), "output");
    Pixels pixels = described(from, colours);
    pixels.bytes = may_lend(from, to) ? Bytes(std::span(to.first, to.extent())) : Bytes(pixels.byte_count());
    if (pixels.bytes.data.get() != from.first) gather(from, pixels.bytes.data.get());
    work(pixels);
    if (pixels.size != to.size)
        throw internal_error(messages::api_result_size, to_string(pixels.size), to_string(to.size));
    if (pixels.bytes.data.get() != to.first) scatter(pixels.bytes.data.get(), to);
}

/// Warns of samples that were not finite. `filled` counts the samples among them that fill_areas() replaced.
void warn_of_replaced(Monitoring& monitoring, std::uint64_t samples, std::uint64_t filled) {
    if (samples > 0) monitoring.warn(message(messages::api_samples_replaced, samples, filled_words(filled)));
}

/// The settings of one call.
struct EnhanceCall {
    EnhanceSettings settings;
    ColourOptions colours;
    MemoryLimits limits;
};

EnhanceSettings enhance_settings(const CommandLine& line) {
    EnhanceSettings settings;
    if (const std::string* names = line.find("preset")) settings.preset_names = stacked_names(*names);
    if (const std::string* noise = line.find("noise"); noise && *noise != "found")
        settings.noise = noise_deviation(*noise);
    settings.preset = named_preset(line, settings);
    take_settings(line, settings);
    return settings;
}

/// Runs the wavelets. If the check finds a form wrong, the next form takes its place.
std::uint64_t run_wavelets(const EnhanceCall& call, Engine& engine, const std::optional<NoiseFound>& noise,
                           Monitoring& monitoring, Pixels& pixels) {
    for (DeviceTraits traits = traits_of(engine.device());;) {
        const EawResolved settings =
            guarded(settings_of(call.settings.settings, pixels, traits), noise, pixels, traits);
        try {
            return filter_samples(engine, EawFilter(settings, traits), pixels, call.limits).replaced;
        } catch (const Error& error) {
            if (error.message.id != messages::kernel_wrong.id) throw;
            monitoring.warn(error.message);
            traits.wrong_forms.push_back(std::string("eaw/") + settings.how.form->name);
        }
    }
}

void enhance(const EnhanceCall& call, Engine& engine, Monitoring& monitoring, Pixels& pixels) {
    const DeviceTraits traits = traits_of(engine.device());
    const std::uint64_t filled = fill_areas(pixels);
    std::uint64_t replaced = filled;
    const EawResolved asked = settings_of(call.settings.settings, pixels, traits);
    const bool finds = uses_noise(asked.asked), removes = removes_noise(asked.asked);
    monitoring.step_to(finds ? 0.2 : 0);
    std::optional<NoiseFound> noise;
    if (finds) noise = find_noise(pixels, call.settings.noise);
    const EawResolved settings = guarded(asked, noise, pixels, traits);
    monitoring.step_to(removes ? 0.6 : finds ? 0.2 : 0);
    if (needs_noise_filter(settings, noise))
        replaced +=
            filter_samples(engine, NoiseFilter(settings, noise->noise, traits), pixels, call.limits).replaced;
    monitoring.step_to(1);
    replaced += run_wavelets(call, engine, noise, monitoring, pixels);
    warn_of_replaced(monitoring, replaced, filled);
}

PartGeometry geometry_for(const ScaleRequest& request, Size size) {
    ImageWindow place;
    place.size = place.display = size;
    return geometry_of(request, place);
}

} // namespace

Committed commit_enhance(const ApiFilter& filter, const CommandLine& line) {
    EnhanceCall call{enhance_settings(line), colour_options(line), filter.limits(line)};
    check_settings(call.settings, filter.traits());
    for (const auto& [number, images] : filter.frames)
        if (images.contains("color"))
            settings_of(call.settings.settings, described(image_of(images, "color"), call.colours),
                        filter.traits());
    return {[](const FrameImages& images) { return image_of(images, "color").size; },
            [call](ApiFilter& of, Monitoring& monitoring) {
                on_picture(of, call.colours,
                           [&](Pixels& pixels) { enhance(call, of.device->engine, monitoring, pixels); });
            }};
}

Committed commit_scale(const ApiFilter& filter, const CommandLine& line) {
    const auto asked = read_scale_request(line);
    if (!asked) throw usage_error(messages::api_no_scale);
    const ScaleRequest& request = *asked;
    const ColourOptions colours = colour_options(line);
    const MemoryLimits limits = filter.limits(line);
    for (const auto& [number, images] : filter.frames)
        if (images.contains("color")) described(image_of(images, "color"), colours);
    return {[request](const FrameImages& images) {
                return geometry_for(request, image_of(images, "color").size).scale.place.size;
            },
            [=](ApiFilter& of, Monitoring& monitoring) {
                on_picture(of, colours, [&](Pixels& pixels) {
                    const PartGeometry to = geometry_for(request, pixels.size);
                    monitoring.step_to(1);
                    if (to.geometry.same()) return;
                    const ScaleFilter scaling(resolve(request.settings), to.geometry, of.traits());
                    const std::uint64_t filled = fill_areas(pixels);
                    warn_of_replaced(
                        monitoring,
                        filled + filter_samples(of.device->engine, scaling, pixels, limits).replaced, filled);
                });
            }};
}

} // namespace atrous
