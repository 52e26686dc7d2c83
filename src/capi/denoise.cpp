// Runs the filter "denoise" on renders, each with the existing frames of the window around it.
#include "base/error.h"
#include "capi/filter.h"
#include "capi/messages.h"
#include "cli/setting_rows.h"
#include "engine/denoise/light_planes.h"
#include "engine/denoise/neighbours.h"
#include "engine/denoise/pilot_check.h"
#include "engine/denoise/render.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include "renders/table.h"
#include <map>
#include <set>
#include <utility>

namespace atrous {
namespace {

/// What outlives the execution of a frame, for the next one.
struct ApiShot {
    ApiShot(Engine& engine, const RenderSettings& its_settings) : settings(its_settings), device(engine) {}

    RenderSettings settings;
    MotionConvention motion{};
    MemoryLimits limits{};
    SvgfDevice device;
    std::map<int, PreparedPicture> prepared{};
    ShotState past{};
    std::set<std::string> warned{};
    std::optional<int> last{}; ///< the frame that was filtered last

    void forget() {
        prepared.clear();
        past = ShotState();
    }
};

/// A role that is read as it is.
struct GuideRow {
    const char* image;
    std::vector<float> RenderPlanes::*planes;
    int count;
};
constexpr GuideRow guide_rows[] = {{"albedo", &RenderPlanes::albedo, 3},
                                   {"normal", &RenderPlanes::normal, 3},
                                   {"depth", &RenderPlanes::depth, 1},
                                   {"emission", &RenderPlanes::emission, 3}};

MotionConvention motion_stored(const CommandLine& line) {
    AovRow row{AovRole::motion, {}};
    row.motion.up = false;
    for (const auto& [name, words] : line.given)
        if (name == "motion-stored")
            for (const AovChange& change : read_aov_words(AovRole::motion, words, "--motion-stored"))
                change(row);
    if (row.premultiplied) throw usage_error(messages::api_premultiplied);
    return row.motion;
}

void read_vectors(const FrameImages& images, const MotionConvention& stored, RenderPlanes& picture) {
    using enum MotionConvention::To;
    const auto read = [&](const char* name, std::vector<float>& planes) {
        if (!images.contains(name)) return;
        planes = planes_of(image_of(images, name), 2);
        motion_to_pixels(planes, stored, picture.size, {});
    };
    read("motion", stored.to == next ? picture.next : picture.previous);
    read("motion-next", picture.next);
}

/// Grey has the same value in all three.
std::vector<float> variance_of(const CallerImage& image) {
    if (image.channels == 3) return planes_of(image, 3);
    std::vector<float> planes = planes_of(image, 1);
    const std::vector<float> one = planes;
    for (int copy = 0; copy < 2; ++copy) planes.insert(planes.end(), one.begin(), one.end());
    return planes;
}

Render render_of(const FrameImages& images, const ApiShot& shot) {
    const CallerImage& color = image_of(images, "color");
    Render render{};
    RenderPlanes& planes = render.planes;
    planes.size = render.place.size = render.place.display = color.size;
    planes.beauty = planes_of(color, 3);
    for (const GuideRow& row : guide_rows)
        if (images.contains(row.image))
            planes.*row.planes = planes_of(image_of(images, row.image), row.count);
    read_vectors(images, shot.motion, planes);
    if (images.contains("variance")) planes.variance = variance_of(image_of(images, "variance"));
    if (color.has_alpha()) render.alpha = planes_of(color, 1, 3);
    preprocess(shot.settings, render);
    if (images.contains("pilot")) {
        planes.pilot = planes_of(image_of(images, "pilot"), 3);
        check_pilot(render);
    }
    render.finds_motion = is_temporal(shot.settings.filter);
    return render;
}

void warn_once(ApiShot& shot, Monitoring& monitoring, const std::string& text) {
    if (shot.warned.insert(text).second) monitoring.warn(text);
}

/// Prepares the image. If the check finds a form wrong, the next form takes its place.
PreparedPicture in_right_form(ApiShot& shot, const ShotFrame& frame, Render& render, Monitoring& monitoring) {
    for (DeviceTraits& traits = shot.device.plans.device;;) {
        const SvgfResolved settings =
            resolve(settings_for(render, shot.settings), traits, render.planes.size);
        try {
            return prepare_picture(shot.device, settings, frame, shot.past, render, shot.limits);
        } catch (const Error& error) {
            if (error.message.id != messages::kernel_wrong.id) throw;
            monitoring.warn(error.message);
            traits.wrong_forms.push_back(std::string("svgf/") + settings.how.form->name);
        }
    }
}

void prepare(ApiShot& shot, int number, const FrameImages& images, Monitoring& monitoring) {
    for (const auto& [name, image] : images)
        if (name != "output") check_mapped(name, image);
    Render render = render_of(images, shot);
    const ShotFrame frame{1, number, "frame " + std::to_string(number)};
    for (const RoleFlaw& flaw : render.notes.not_finite)
        if (shot.warned.insert("not finite " + flaw.role).second)
            monitoring.warn(frame.name + ": " + flaw.text.text);
    for (const Message& doubt : render.notes.pilot)
        if (shot.warned.insert(doubt.id).second) monitoring.warn(frame.name + ": " + doubt.text);
    for (const RoleFlaw& flaw : render.notes.flat) warn_once(shot, monitoring, flaw.text.text);
    estimate_motion(frame, shot.past, render);
    if (!shot.settings.samples_given) measure_samples(render);
    const PreparedPicture& made =
        shot.prepared.emplace(number, in_right_form(shot, frame, render, monitoring)).first->second;
    if (made.frame.replaced > 0)
        monitoring.warn(message(messages::api_light_replaced, frame.name, made.frame.replaced,
                                filled_words(render.filled)));
}

/// Prepares frames again whose images changed since the last execution, with all data made from them. After
/// the removal of a whole frame, a history keeps its data, and a window continues without the frame. Returns
/// true if a history ended.
bool forget_changed(ApiShot& shot, ApiFilter& filter) {
    const std::set<int> changed = std::exchange(filter.changed, {});
    const bool again = std::ranges::any_of(changed, [&](int number) {
        return shot.prepared.contains(number) &&
               (!shot.settings.filter.recursive || filter.frames.contains(number));
    });
    if (again) shot.forget();
    return again;
}

/// A history goes from frame to frame: if earlier frames are filtered later, or again, the result differs.
/// `ended` is from forget_changed().
void warn_of_order(const ApiShot& shot, const ApiFilter& filter, bool ended, Monitoring& monitoring) {
    const int number = filter.frame;
    if (!shot.settings.filter.recursive || (shot.last == number - 1 && !ended)) return;
    const auto before = filter.frames.find(number - 1);
    const bool skips = before != filter.frames.end() && before->second.contains("color");
    const bool again = shot.last == number && shot.prepared.contains(number);
    if (again || (!ended && !skips && (!shot.last || *shot.last < number))) return;
    monitoring.warn(message(messages::api_frame_order, number,
                            !shot.last             ? "first"
                            : *shot.last == number ? "again, with other images"
                            : ended                ? "after one before it got other images"
                                                   : "after frame " + std::to_string(*shot.last)));
}

/// Prepares the existing frames of the window, one after the other, from its begin if a frame came late.
void prepare_window(ApiShot& shot, const ApiFilter& filter, Monitoring& monitoring) {
    const int reach = shot.settings.filter.reach, first = filter.frame - reach, last = filter.frame + reach;
    std::vector<int> there;
    for (int number = first; number <= last; ++number)
        if (const auto at = filter.frames.find(number);
            at != filter.frames.end() && at->second.contains("color"))
            there.push_back(number);
    const auto is_late = [&](int number) {
        return !shot.prepared.contains(number) && shot.prepared.upper_bound(number) != shot.prepared.end();
    };
    if (std::ranges::any_of(there, is_late)) shot.forget();
    shot.prepared.erase(shot.prepared.begin(), shot.prepared.lower_bound(first));
    for (const int number : there)
        if (!shot.prepared.contains(number)) prepare(shot, number, filter.frames.at(number), monitoring);
}

Neighbours neighbours_of(ApiShot& shot, int number, Monitoring& monitoring) {
    return neighbours_in(
        shot.settings.filter.reach,
        [&](int k) {
            const auto at = shot.prepared.find(number + k);
            return at == shot.prepared.end() ? nullptr : &at->second;
        },
        [&](int k, const std::string& reason) {
            warn_once(shot, monitoring,
                      "frame " + std::to_string(number + k) + ", next to frame " + std::to_string(number) +
                          ", " + reason + ": such frames count as missing for each other");
        });
}

/// A copy of the input in the output: alpha, and the whole image if there is nothing to filter.
void copy_color(const CallerImage& color, const CallerImage& output) {
    if (color.first == output.first && color.pixel == output.pixel && color.row == output.row) return;
    std::vector<std::byte> samples(color.row_bytes() * std::size_t(color.size.height));
    gather(color, samples.data());
    scatter(samples.data(), output);
}

void filter_window(ApiShot& shot, const ApiFilter& filter, Monitoring& monitoring) {
    const PreparedPicture& picture = shot.prepared.at(filter.frame);
    SvgfPicture result =
        filter_picture(shot.device, neighbours_of(shot, filter.frame, monitoring), shot.limits).result;
    const CallerImage &color = image_of(filter.images(), "color"),
                      &output = image_of(filter.images(), "output");
    copy_color(color, output);
    if (picture.alpha_filtered)
        put_planes(
            take_alpha(picture, picture.settings.asked.samples, picture.frame.roles.emission, result.planes),
            1, output, 3);
    put_planes(result.planes, 3, output);
}

void check_sizes(const FrameImages& images) {
    if (!images.contains("color")) return;
    const Size size = image_of(images, "color").size;
    for (const auto& [name, image] : images)
        if (image.size != size)
            throw usage_error(messages::api_size_differs, name, to_string(image.size), to_string(size));
}

} // namespace

Committed commit_denoise(const ApiFilter& filter, const CommandLine& line) {
    for (const auto& [number, images] : filter.frames) check_sizes(images);
    const auto size = [](const FrameImages& images) { return image_of(images, "color").size; };
    if (filter.kept) return {size, filter.kept}; // with the known frames
    RenderSettings settings = render_settings(line);
    choose_window(settings.samples_given ? settings.filter.samples : 0, settings);
    const auto shot = std::make_shared<ApiShot>(filter.device->engine, settings);
    resolve(shot->settings.filter, filter.traits());
    shot->motion = motion_stored(line);
    shot->limits = filter.limits(line);
    const auto execute = [shot](ApiFilter& of, Monitoring& monitoring) {
        const bool ended = forget_changed(*shot, of);
        monitoring.step_to(0.4);
        if (shot->settings.filter.is_neutral())
            return copy_color(image_of(of.images(), "color"), image_of(of.images(), "output"));
        warn_of_order(*shot, of, ended, monitoring);
        prepare_window(*shot, of, monitoring);
        shot->last = of.frame;
        monitoring.step_to(1);
        filter_window(*shot, of, monitoring);
    };
    return {size, execute};
}

} // namespace atrous
