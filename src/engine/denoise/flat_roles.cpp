// What is sky is as kernels/svgf/enter.cl has it.
#include "engine/denoise/flat_roles.h"
#include "svgf/params.h"
#include <algorithm>
#include <cmath>
#include <string>

namespace atrous {
namespace {

constexpr std::size_t fewest = 64; ///< pixels of which it is told

bool is_flat(const std::vector<float>& planes, std::size_t pixels) {
    for (auto from = planes.begin(); from != planes.end(); from += std::ptrdiff_t(pixels))
        if (!std::all_of(from, from + std::ptrdiff_t(pixels), [&](float v) { return v == *from; }))
            return false;
    return !planes.empty();
}

bool has_depth(const std::vector<float>& depth) {
    return std::ranges::any_of(depth, [](float z) { return z > 0 && z < SVGF_FAR; });
}

bool has_normals(const std::vector<float>& planes) {
    const std::size_t pixels = planes.size() / 3;
    for (std::size_t i = 0; i < pixels; ++i) {
        const float x = planes[i], y = planes[pixels + i], z = planes[2 * pixels + i];
        if (x * x + y * y + z * z >= SVGF_LEAST_NORMAL2) return true;
    }
    return false;
}

/// `why`: what is wrong with it.
void leave_out(RenderPicture& picture, std::vector<float>& planes, const std::string& role, const char* why) {
    planes.clear();
    std::erase_if(picture.roles, [&](const RoleLayer& layer) { return layer.role == role; });
    picture.left_out.push_back(role);
    picture.flat.push_back({role, std::string(why) + ": it is left out"});
}

/// What a role that is not finite leads to: where some samples are, and where all are.
struct NotFiniteRow {
    const char* role;
    std::vector<float> RenderPicture::*planes;
    const char* some; ///< null: of vectors a few may be none
    const char* all;
    bool infinite = false; ///< of depth infinity is a sample as others
};
constexpr const char *misleads = "guides wrongly there", *guides_nothing = "guides nothing";
constexpr NotFiniteRow not_finite_rows[] = {
    {"albedo", &RenderPicture::albedo, misleads, guides_nothing},
    {"normal", &RenderPicture::normal, misleads, guides_nothing},
    {"depth", &RenderPicture::depth, misleads, guides_nothing, true},
    {"emission", &RenderPicture::emission, "is guessed there from the pixels beside", "counts as none"},
    {"variance", &RenderPicture::variance, "says there that nothing is noise", "says that nothing is noise"},
    {"motion", &RenderPicture::previous, nullptr, guides_nothing},
    {"motion", &RenderPicture::next, nullptr, guides_nothing}};

void find_not_finite(RenderPicture& picture) {
    for (const NotFiniteRow& row : not_finite_rows) {
        const std::vector<float>& planes = picture.*row.planes;
        const auto bad = std::size_t(std::ranges::count_if(
            planes, [&](float v) { return row.infinite ? std::isnan(v) : !std::isfinite(v); }));
        const bool all = bad == planes.size();
        if (bad == 0 || (!row.some && !all)) continue;
        const std::string are =
            row.infinite ? " samples that are NaN, and " : " samples that are NaN or infinite, and ";
        picture.not_finite.push_back(
            {row.role, "has " + (all ? "only" + are + row.all : std::to_string(bad) + are + row.some)});
    }
}

} // namespace

void find_flat_roles(RenderPicture& picture) {
    find_not_finite(picture);
    const auto pixels = std::size_t(picture.size.pixels());
    if (pixels < fewest) return;
    const bool depth = has_depth(picture.depth), normals = has_normals(picture.normal);
    if (!depth && normals && !picture.depth.empty())
        leave_out(picture, picture.depth, "depth",
                  "is that of the sky everywhere, where normals are surfaces'");
    if (depth && !normals && !picture.normal.empty())
        leave_out(picture, picture.normal, "normal", "has no direction anywhere, where depth is surfaces'");
    for (const auto& [name, planes] :
         {std::pair{"albedo", &picture.albedo}, {"normal", &picture.normal}, {"depth", &picture.depth}})
        if (is_flat(*planes, pixels))
            picture.flat.push_back({name, "is the same everywhere and guides nothing"});
}

} // namespace atrous
