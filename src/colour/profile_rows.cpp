// Makes profiles from the rows of image/profile.h and from files, also as outputs embed them, and the profiles of their greys.
#include "base/byte_order.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "colour/lcms.h"
#include "colour/messages.h"
#include "colour/profile.h"
#include "image/profile.h"
#include <algorithm>
#include <cmath>
#include <string_view>

namespace atrous {
namespace {

cmsCIExyY with_luminance(const double (&xy)[2]) { return {xy[0], xy[1], 1}; }

/// The name without differences of writing: "Adobe RGB" and "display-p3" are names, too.
std::string bare(const std::string& name) {
    std::string text = lower(name);
    std::erase_if(text, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    return text;
}

/// Colours of high dynamic range, only of outputs.
struct HdrRow {
    const char* name;
    CodePoints points;
};
constexpr HdrRow hdr_rows[] = {
    {"pq", {rec2020, pq_point}}, {"hlg", {rec2020, hlg_point}}, {"pq-p3", {p3, pq_point}}};

std::string known_names(const std::string& option) {
    std::vector<std::string> names = profile_names();
    if (option == "--output-profile")
        for (const HdrRow& row : hdr_rows) names.emplace_back(row.name);
    return joined(names);
}

std::shared_ptr<const Profile::Icc> profile_in_file(const std::string& path, const std::string& option) {
    const auto refuse = [&](const Message& reason) { return usage_error(reason.about(option + " " + path)); };
    if (!is_text_file(path)) throw refuse(message(messages::unknown_profile, known_names(option)));
    const std::string bytes = read_text(path).value_or("");
    if (const Message reason = check_icc(bytes); !reason.empty()) throw refuse(reason);
    ProfileHandle handle(cmsOpenProfileFromMem(bytes.data(), cmsUInt32Number(bytes.size())));
    if (!handle) throw refuse(message(messages::not_a_profile, known_names(option)));
    const auto icc = std::make_shared<Profile::Icc>(Profile::Icc{std::move(handle), {}, bytes});
    const Fitted own = fit_profile(icc, colours_of(icc->handle.get()));
    const bool fits = own.profile || (!own.refused && fit_profile(icc, 1).profile);
    if (!fits) throw refuse(message(messages::profile_unusable, own.problem));
    return icc;
}

void put_text(cmsHPROFILE profile, cmsTagSignature tag, const std::string& text) {
    const Held<cmsMLU, cmsMLUfree> written(cmsMLUalloc(nullptr, 1));
    cmsMLUsetASCII(written.get(), "en", "US", text.c_str());
    cmsWriteTag(profile, tag, written.get());
}

std::shared_ptr<const Profile::Icc> with_bytes(ProfileHandle made, const std::string& name) {
    std::string bytes = bytes_of(made.get(), name);
    return std::make_shared<Profile::Icc>(Profile::Icc{std::move(made), name, std::move(bytes)});
}

/// Greys on the tone curve of an RGB profile that kernels or the host can apply to grey pixels.
std::shared_ptr<const Profile::Icc> grey_of(const Profile::Icc& rgb) {
    const auto* curve = static_cast<const cmsToneCurve*>(cmsReadTag(rgb.handle.get(), cmsSigGreenTRCTag));
    if (!curve) return nullptr;
    return with_bytes(ProfileHandle(cmsCreateGrayProfile(cmsD50_xyY(), curve)),
                      "greys of " + profile_name(rgb));
}

CurveHandle make_curve(const RgbRow& row) {
    const bool has_line = row.curve[4] > 0;
    return CurveHandle(cmsBuildParametricToneCurve(nullptr, has_line ? 4 : 1, row.curve));
}

OutputProfile output_profile(const std::shared_ptr<const Profile::Icc>& icc, int colours) {
    Fitted fitted = fit_profile(icc, colours);
    if (!fitted.profile) return {nullptr, {}, fitted.problem};
    if (colours_of(icc->handle.get()) == colours) return {fitted.profile, icc->bytes, {}};
    const auto grey = grey_of(*icc);
    return {fit_profile(grey, colours).profile, grey->bytes, {}};
}

} // namespace

ProfileHandle make_rgb(const RgbRow& row, cmsToneCurve* curve) {
    const cmsCIExyY white = with_luminance(row.primaries[3]);
    const cmsCIExyYTRIPLE primaries = {with_luminance(row.primaries[0]), with_luminance(row.primaries[1]),
                                       with_luminance(row.primaries[2])};
    cmsToneCurve* curves[3] = {curve, curve, curve};
    return ProfileHandle(cmsCreateRGBProfile(&white, &primaries, curves));
}

ProfileHandle make_rgb(const RgbRow& row) { return make_rgb(row, make_curve(row).get()); }

ProfileHandle make_grey(const RgbRow& row) {
    return ProfileHandle(cmsCreateGrayProfile(cmsD50_xyY(), make_curve(row).get()));
}

ProfileHandle untagged_profile(Transfer transfer) {
    const std::string_view name = transfer == Transfer::linear ? "linear" : "srgb";
    return make_rgb(*std::ranges::find(rgb_profiles(), name, &RgbRow::name));
}

ProfileHandle linear_srgb() { return untagged_profile(Transfer::linear); }

std::shared_ptr<const Profile::Icc> find_profile(const std::string& name_or_file, const std::string& option) {
    for (const RgbRow& row : rgb_profiles())
        if (bare(name_or_file) == bare(row.name)) return with_bytes(make_rgb(row), row.title);
    return profile_in_file(name_or_file, option);
}

std::string bytes_of(cmsHPROFILE made, const std::string& title) {
    constexpr std::size_t date_at = 24;
    constexpr unsigned char date[12] = {0x07, 0xEA, 0,
                                        1,    0,    1}; // 2026-01-01: LittleCMS has the time of the run
    put_text(made, cmsSigProfileDescriptionTag, title);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(made, nullptr, &size);
    std::string bytes(size, '\0');
    if (size == 0 || !cmsSaveProfileToMem(made, bytes.data(), &size))
        throw internal_error(messages::profile_internal, title, "made");
    std::ranges::copy(date, bytes.begin() + date_at);
    return bytes;
}

std::shared_ptr<const OutputColours> output_colours(const std::string& name_or_file, Intent intent,
                                                    const std::string& option) {
    for (const HdrRow& row : hdr_rows)
        if (bare(name_or_file) == bare(row.name)) {
            const auto rgb = hdr_profile(row.points, 3), grey = hdr_profile(row.points, 1);
            return std::make_shared<const OutputColours>(
                OutputColours{{rgb, {}, {}}, {grey, {}, {}}, intent, rgb->name});
        }
    const auto icc = find_profile(name_or_file, option);
    if (const std::uint64_t length = number_in(icc->bytes, 0, 4); length != icc->bytes.size())
        throw usage_error(
            message(messages::profile_length, length, icc->bytes.size()).about(option + " " + name_or_file));
    OutputColours colours{output_profile(icc, 3), output_profile(icc, 1), intent, profile_name(*icc)};
    colours.is_srgb = colours.rgb.profile &&
                      same_colours(colours.rgb.profile.get(), Transfer::srgb, nullptr, Transfer::srgb);
    return std::make_shared<const OutputColours>(std::move(colours));
}

bool same_colours(const Profile* a, Transfer a_transfer, const Profile* b, Transfer b_transfer) {
    constexpr float rounded = 3e-4F; // primaries to four digits
    const Transfer transfers[] = {a ? a->transfer : a_transfer, b ? b->transfer : b_transfer};
    if (is_hdr(transfers[0]) && is_hdr(transfers[1])) return a->points == b->points;
    if (transfers[0] != transfers[1] || transfers[0] > Transfer::linear) return false;
    const auto entry = [](const Profile* profile, std::size_t i) {
        return profile && profile->own_primaries ? profile->params.to_srgb[i] : i % 4 == 0 ? 1.0F : 0.0F;
    };
    for (std::size_t i = 0; i < 9; ++i)
        if (std::abs(entry(a, i) - entry(b, i)) > rounded) return false;
    return true;
}

} // namespace atrous
