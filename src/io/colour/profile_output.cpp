// Profiles that outputs embed: those of rows and files, and of their greys.
#include "base/error.h"
#include "io/colour/lcms.h"
#include "io/colour/profile.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

struct FreeText {
    void operator()(cmsMLU* text) const { cmsMLUfree(text); }
};

void put_text(cmsHPROFILE profile, cmsTagSignature tag, const std::string& text) {
    const std::unique_ptr<cmsMLU, FreeText> written(cmsMLUalloc(nullptr, 1));
    cmsMLUsetASCII(written.get(), "en", "US", text.c_str());
    cmsWriteTag(profile, tag, written.get());
}

std::uint32_t said_length(const std::string& profile) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(profile[i]);
    return length;
}

/// Greys on the tone curve of an RGB profile that kernels or the host can apply to grey pixels.
std::shared_ptr<const Profile::Icc> grey_of(const Profile::Icc& rgb) {
    const auto* curve = static_cast<const cmsToneCurve*>(cmsReadTag(rgb.handle.get(), cmsSigGreenTRCTag));
    if (!curve) return nullptr;
    ProfileHandle handle(cmsCreateGrayProfile(cmsD50_xyY(), curve));
    const std::string name = "greys of " + profile_name(rgb);
    std::string bytes = bytes_of(handle.get(), name);
    return std::make_shared<Profile::Icc>(Profile::Icc{std::move(handle), name, std::move(bytes)});
}

OutputProfile output_profile(const std::shared_ptr<const Profile::Icc>& icc, int colours) {
    Fitted fitted = fit_profile(icc, colours);
    if (!fitted.profile) return {nullptr, {}, fitted.problem};
    if (colours_of(icc->handle.get()) == colours) return {fitted.profile, icc->bytes, {}};
    const auto grey = grey_of(*icc);
    return {fit_profile(grey, colours).profile, grey->bytes, {}};
}

} // namespace

std::string bytes_of(cmsHPROFILE made, const std::string& title) {
    constexpr std::size_t date_at = 24;
    constexpr unsigned char date[12] = {0x07, 0xEA, 0,
                                        1,    0,    1}; // 2026-01-01: LittleCMS has the time of the run
    put_text(made, cmsSigProfileDescriptionTag, title);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(made, nullptr, &size);
    std::string bytes(size, '\0');
    if (size == 0 || !cmsSaveProfileToMem(made, bytes.data(), &size))
        throw Error(Exit::internal, "profile " + title + " cannot be made");
    std::ranges::copy(date, bytes.begin() + date_at);
    return bytes;
}

std::shared_ptr<const OutputColours> output_colours(const std::string& name_or_file, Intent intent,
                                                    const std::string& option) {
    const auto icc = find_profile(name_or_file, option);
    if (said_length(icc->bytes) != icc->bytes.size())
        throw usage_error(option + " " + name_or_file + ": is a profile of " +
                          std::to_string(said_length(icc->bytes)) + " bytes in a file of " +
                          std::to_string(icc->bytes.size()) + "; pictures cannot embed it");
    OutputColours colours{output_profile(icc, 3), output_profile(icc, 1), intent, profile_name(*icc)};
    colours.is_srgb = colours.rgb.profile &&
                      same_colours(colours.rgb.profile.get(), Transfer::srgb, nullptr, Transfer::srgb);
    return std::make_shared<const OutputColours>(std::move(colours));
}

bool same_colours(const Profile* a, Transfer a_transfer, const Profile* b, Transfer b_transfer) {
    constexpr float rounded = 3e-4F; // primaries to four digits
    const Transfer transfers[] = {a ? a->transfer : a_transfer, b ? b->transfer : b_transfer};
    if (transfers[0] != transfers[1] || transfers[0] > Transfer::linear) return false;
    const auto entry = [](const Profile* profile, std::size_t i) {
        return profile && profile->own_primaries ? profile->params.to_srgb[i] : i % 4 == 0 ? 1.0F : 0.0F;
    };
    for (std::size_t i = 0; i < 9; ++i)
        if (std::abs(entry(a, i) - entry(b, i)) > rounded) return false;
    return true;
}

} // namespace atrous
