// The first that says something counts.
#include "io/codec/read/file_profile.h"
#include "base/error.h"
#include "io/codec/pass_through.h"

namespace atrous {
namespace {

constexpr const char* option = "--assume-profile";

std::shared_ptr<const Profile> with_origin(Fitted fitted, Profile::Origin origin) {
    if (fitted.profile) fitted.profile->origin = origin;
    return fitted.profile;
}

std::shared_ptr<const Profile> embedded(const std::string& path, const OIIO::ParamValue& icc, int colours,
                                        std::vector<std::string>& warnings) {
    const auto opened = open_profile(icc.data(), std::size_t(icc.datasize()));
    const Fitted fitted = opened ? fit_profile(opened, colours) : Fitted{nullptr, "is damaged", false};
    const std::string name = opened ? " '" + profile_name(*opened) + "' " : " ";
    if (fitted.refused)
        throw file_error(path + ": its colour profile" + name + fitted.problem +
                         "; convert the image to RGB first");
    if (!fitted.profile)
        warnings.push_back(path + ": its colour profile" + name + fitted.problem +
                           "; it is kept, but not used, as if the image had none");
    return with_origin(fitted, Profile::Origin::embedded);
}

/// What files say of their colours without a profile: the name of one.
struct Hint {
    const char* name = nullptr;
    Profile::Origin origin = Profile::Origin::exif;
};

Hint hint(const OIIO::ImageSpec& spec, const std::string& format) {
    // A converter that copied the tags; or a RAW file, whose pixels come as sRGB whatever its camera was set
    // to.
    if (spec.format.is_floating_point() || format == "raw") return {};
    // EXIF has no number for Adobe RGB; many cameras write 2. read_metadata_of puts it for DCF's own way,
    // too.
    if (spec.get_int_attribute(colour_space_attribute) == 2) return {"adobergb", Profile::Origin::exif};
    const bool linear = format == "png" && spec.get_float_attribute("oiio:Gamma") == 1;
    return linear ? Hint{"linear", Profile::Origin::gamma} : Hint{};
}

} // namespace

Transfer transfer_of(const Profile* profile, bool floats) {
    return profile ? profile->transfer : floats ? Transfer::linear : Transfer::srgb;
}

void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats) {
    pixels.transfer = transfer_of(profile.get(), floats);
    pixels.profile = std::move(profile);
}

std::shared_ptr<const Profile> profile_of(const std::string& path, const OIIO::ImageSpec& spec,
                                          const std::string& format, int colours, const ReadOptions& options,
                                          std::vector<std::string>& warnings) {
    if (const OIIO::ParamValue* icc = spec.find_attribute("ICCProfile")) {
        if (auto profile = embedded(path, *icc, colours, warnings)) return profile;
    } else if (const Hint said = hint(spec, format); said.name) {
        return with_origin(fit_profile(find_profile(said.name, option), colours), said.origin);
    }
    if (!options.assumed) return nullptr;
    const Fitted fitted = fit_profile(options.assumed, colours);
    if (!fitted.profile)
        warnings.push_back(path + ": " + option + " '" + profile_name(*options.assumed) + "' " +
                           fitted.problem + "; it is not used");
    return with_origin(fitted, Profile::Origin::assumed);
}

} // namespace atrous
