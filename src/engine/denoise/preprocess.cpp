// Preprocesses a render in a fixed order: coverage changes the albedo by which fireflies are measured and
// lights are divided. The test for sky equals the one in kernels/svgf/enter.cl.
#include "engine/denoise/coverage.h"
#include "engine/denoise/light_planes.h"
#include "engine/denoise/render.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include "renders/render_noise.h"
#include "svgf/params.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

constexpr double weights[] = {.2126, .7152, .0722};
constexpr double min_albedo = .01;

double luma_at(const std::vector<float>& planes, std::size_t pixels, std::size_t i) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += weights[c] * double(planes[c * pixels + i]);
    return std::isfinite(sum) ? sum : 0;
}

/// Luma of the light that surfaces get.
std::vector<double> lit(const RenderPlanes& picture) {
    const auto pixels = picture.pixels();
    std::vector<double> luma(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double own = picture.emission.empty() ? 0 : luma_at(picture.emission, pixels, i);
        const double albedo = picture.albedo.empty() ? 1 : luma_at(picture.albedo, pixels, i);
        luma[i] = std::max(luma_at(picture.beauty, pixels, i) - own, 0.0) / std::max(albedo, min_albedo);
    }
    return luma;
}

/// Mean of the neighbours of a pixel without the brightest one.
double mean_around(const std::vector<double>& luma, Size size, std::size_t i) {
    double sum = 0, most = 0;
    int count = 0;
    around(size, i, [&](std::size_t at) {
        if (at == i) return;
        sum += luma[at];
        most = std::max(most, luma[at]);
        ++count;
    });
    return count > 1 ? (sum - most) / (count - 1) : sum;
}

void scale_pixel(std::vector<float>& planes, std::size_t pixels, std::size_t i, float factor) {
    for (std::size_t at = i; at < planes.size(); at += pixels) planes[at] *= factor;
}

/// Scales beauty, emission and lights of bright pixels (fireflies) down to a limit. The limit is `factor` times the
/// larger of two means: the 3x3 neighbours without the brightest, and the image, in which a pixel counts at most `factor` times
/// the median of pixels with light. It applies to the luma without
/// emission, divided by the luma of the albedo (at least 0.01). Samples that are not finite are skipped and stay.
/// Returns the number of changed pixels. Runs before gathering, so that no window spreads a firefly. This is a
/// heuristic, like `clamp` in renderers: it removes light, so it is off by default.
std::size_t clamp_fireflies(RenderPlanes& picture, double factor) {
    const std::vector<double> luma = lit(picture);
    std::vector<double> positive = luma;
    std::erase_if(positive, [](double one) { return !(one > 0); });
    const auto middle = positive.begin() + std::ptrdiff_t(positive.size() / 2);
    std::ranges::nth_element(positive, middle);
    double mean = 0;
    for (const double one : positive) mean += std::min(one, factor * *middle) / double(luma.size());
    std::size_t clamped = 0;
    for (std::size_t i = 0; i < luma.size(); ++i) {
        const double limit = factor * std::max(mean_around(luma, picture.size, i), mean);
        if (!(luma[i] > limit)) continue;
        for (auto* planes : {&picture.beauty, &picture.emission, &picture.lights})
            scale_pixel(*planes, luma.size(), i, float(limit / luma[i]));
        ++clamped;
    }
    return clamped;
}

/// The brightest light of scenes in physical units is the disc of the sun, 1.6e9 cd/m². Larger samples are
/// damage.
constexpr float brightest_possible = 1e10F;
/// Negative lobes of a pixel filter are smaller than the light around them. A sample that is darker than the
/// brightest light by this factor is damage.
constexpr float max_negative = 100;

/// Makes damaged samples infinite, because a finite one would spread over its surroundings. Infinite ones are
/// replaced.
void mark_damage(std::vector<float>& light) {
    float brightest = 0;
    for (float& v : light)
        if (std::abs(v) > brightest_possible)
            v = std::copysign(std::numeric_limits<float>::infinity(), v);
        else
            brightest = std::max(brightest, v);
    for (float& v : light)
        if (brightest > 0 && v < -max_negative * brightest) v = -std::numeric_limits<float>::infinity();
}

constexpr std::size_t min_pixels = 64; ///< an image reported as flat

bool is_flat(const std::vector<float>& planes, std::size_t pixels) {
    for (auto from = planes.begin(); from != planes.end(); from += std::ptrdiff_t(pixels))
        if (!std::all_of(from, from + std::ptrdiff_t(pixels), [&](float v) { return v == *from; }))
            return false;
    return !planes.empty();
}

bool has_depth(const std::vector<float>& depth) { return std::ranges::any_of(depth, is_surface); }

bool has_normals(const std::vector<float>& planes) {
    const std::size_t pixels = planes.size() / 3;
    for (std::size_t i = 0; i < pixels; ++i) {
        const float x = planes[i], y = planes[pixels + i], z = planes[2 * pixels + i];
        if (x * x + y * y + z * z >= SVGF_MIN_NORMAL2) return true;
    }
    return false;
}

void leave_out(Render& render, std::vector<float>& planes, const std::string& role,
               RowFor<std::string> flaw) {
    planes.clear();
    std::erase_if(render.roles, [&](const RoleLayer& layer) { return layer.role == role; });
    render.notes.flat.push_back({role, message<std::string>(flaw, role)});
}

/// Consequences of a role that is not finite, in some samples or in all.
struct NotFiniteRow {
    const char* role;
    std::vector<float> RenderPlanes::*planes;
    const char* some; ///< null: a few vectors may be none
    const char* all;
    bool infinite = false; ///< infinity is a valid sample of depth
};
constexpr const char *misleads = "which mislead the filter",
                     *guides_nothing = "so it does not guide the filter";
constexpr NotFiniteRow not_finite_rows[] = {
    {"albedo", &RenderPlanes::albedo, misleads, guides_nothing},
    {"normal", &RenderPlanes::normal, misleads, guides_nothing},
    {"depth", &RenderPlanes::depth, misleads, guides_nothing, true},
    {"emission", &RenderPlanes::emission, "which are estimated from neighbouring pixels",
     "so it counts as none"},
    {"variance", &RenderPlanes::variance, "where nothing counts as noise", "so nothing counts as noise"},
    {"motion", &RenderPlanes::previous, nullptr, guides_nothing},
    {"motion", &RenderPlanes::next, nullptr, guides_nothing}};

void find_not_finite(Render& render) {
    for (const NotFiniteRow& row : not_finite_rows) {
        const std::vector<float>& planes = render.planes.*row.planes;
        const auto bad = std::size_t(std::ranges::count_if(
            planes, [&](float v) { return row.infinite ? std::isnan(v) : !std::isfinite(v); }));
        const bool all = bad == planes.size();
        if (bad == 0 || (!row.some && !all)) continue;
        render.notes.not_finite.push_back(
            {row.role, message(messages::guide_not_finite, row.role, all ? "only" : std::to_string(bad),
                               row.infinite ? "NaN" : "NaN or infinite", all ? row.all : row.some)});
    }
}

bool is_zero(const std::vector<float>& planes) {
    return std::ranges::all_of(planes, [](float v) { return v == 0; });
}

} // namespace

void find_flat_roles(Render& render) {
    find_not_finite(render);
    RenderPlanes& planes = render.planes;
    if (planes.pixels() < min_pixels) return;
    const bool depth = has_depth(planes.depth), normals = has_normals(planes.normal);
    if (!depth && normals && !planes.depth.empty())
        leave_out(render, planes.depth, "depth", messages::guide_all_sky);
    if (depth && !normals && !planes.normal.empty())
        leave_out(render, planes.normal, "normal", messages::guide_directionless);
    for (const auto& [name, role] :
         {std::pair{"albedo", &planes.albedo}, {"normal", &planes.normal}, {"depth", &planes.depth}})
        if (is_flat(*role, planes.pixels()))
            render.notes.flat.push_back({name, message(messages::guide_flat, name)});
}

void preprocess(const RenderSettings& settings, Render& render) {
    RenderPlanes& planes = render.planes;
    const std::vector<float>& alpha = render.alpha;
    for (auto* light : {&planes.beauty, &planes.lights}) {
        mark_damage(*light);
        render.filled += fill_areas(*light, planes.size);
    }
    find_flat_roles(render);
    render.solid = solid_pixels(planes.size, alpha);
    render.still = render.has_vectors() && is_zero(planes.previous) && is_zero(planes.next);
    find_coverage(render, alpha, settings.filter_alpha);
    if (!settings.filter_alpha) cover_albedo(render, alpha);
    cover_depth(planes, alpha);
    if (settings.clamp_fireflies > 0) render.clamped = clamp_fireflies(planes, settings.clamp_fireflies);
    if (settings.filter_alpha) add_alpha(render, alpha);
    add_divisor(render);
    if (!settings.filter_alpha && !settings.filter.halves) render.alpha = {};
}

} // namespace atrous
