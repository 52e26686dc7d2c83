// Names of origins and transfers.
#include "app/tell/profile_json.h"

namespace atrous {
namespace {

constexpr const char* origin_names[] = {"embedded", "exif", "gamma", "assumed"};
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", "host"};

} // namespace

Json profile_json(const Pixels& pixels) {
    const Profile* profile = pixels.profile.get();
    Json object;
    object["name"] = profile ? profile->name : pixels.transfer == Transfer::srgb ? "sRGB" : "scene-linear";
    object["origin"] = profile ? origin_names[int(profile->origin)] : "default";
    object["transfer"] = transfer_names[int(pixels.transfer)];
    return object;
}

} // namespace atrous
