// Makes profiles of the rows of image/profile.h, and of files.
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "io/check/check.h"
#include "io/colour/lcms.h"
#include "io/colour/profile.h"
#include <algorithm>
#include <string_view>

namespace atrous {
namespace {

cmsCIExyY with_luminance(const double (&xy)[2]) { return {xy[0], xy[1], 1}; }

/// Without what people spell differently: "Adobe RGB" and "display-p3" are names, too.
std::string bare(const std::string& name) {
    std::string text = lower(name);
    std::erase_if(text, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    return text;
}

std::shared_ptr<const Profile::Icc> profile_in_file(const std::string& path, const std::string& option) {
    const auto refuse = [&](const std::string& why) { return usage_error(option + " " + path + ": " + why); };
    if (!is_text_file(path))
        throw refuse("is neither a file nor a known profile; known are " + joined(profile_names()));
    const std::string bytes = read_text(path).value_or("");
    if (const std::string why = check_icc(bytes); !why.empty()) throw refuse(why);
    ProfileHandle handle(cmsOpenProfileFromMem(bytes.data(), cmsUInt32Number(bytes.size())));
    if (!handle) throw refuse("is not an ICC profile; give one, or one of " + joined(profile_names()));
    const auto icc = std::make_shared<Profile::Icc>(Profile::Icc{std::move(handle), {}, bytes});
    const Fitted own = fit_profile(icc, colours_of(icc->handle.get()));
    const bool fits = own.profile || (!own.refused && fit_profile(icc, 1).profile);
    if (!fits) throw refuse(own.problem + "; give a profile of RGB or grey colours");
    return icc;
}

} // namespace

ProfileHandle make_rgb(const RgbRow& row) {
    const cmsCIExyY white = with_luminance(row.primaries[3]);
    const cmsCIExyYTRIPLE primaries = {with_luminance(row.primaries[0]), with_luminance(row.primaries[1]),
                                       with_luminance(row.primaries[2])};
    const bool has_line = row.curve[4] > 0;
    cmsToneCurve* curve = cmsBuildParametricToneCurve(nullptr, has_line ? 4 : 1, row.curve);
    cmsToneCurve* curves[3] = {curve, curve, curve};
    ProfileHandle handle(cmsCreateRGBProfile(&white, &primaries, curves));
    cmsFreeToneCurve(curve);
    return handle;
}

ProfileHandle untagged_profile(Transfer transfer) {
    const std::string_view name = transfer == Transfer::linear ? "linear" : "srgb";
    return make_rgb(*std::ranges::find(rgb_profiles(), name, &RgbRow::name));
}

ProfileHandle linear_srgb() { return untagged_profile(Transfer::linear); }

std::shared_ptr<const Profile::Icc> find_profile(const std::string& name_or_file, const std::string& option) {
    for (const RgbRow& row : rgb_profiles())
        if (bare(name_or_file) == bare(row.name)) {
            ProfileHandle handle = make_rgb(row);
            std::string bytes = bytes_of(handle.get(), row.title);
            return std::make_shared<Profile::Icc>(
                Profile::Icc{std::move(handle), row.title, std::move(bytes)});
        }
    return profile_in_file(name_or_file, option);
}

} // namespace atrous
