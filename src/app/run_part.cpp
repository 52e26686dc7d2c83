// Runs a part on the device, between two conversions on the host where its profile is one of tables.
#include "app/run_part.h"
#include "app/traits.h"
#include "io/light.h"
#include "model/tables.h"

namespace atrous {
namespace {

constexpr const char* origin_names[] = {"embedded", "exif", "gamma", "assumed"};
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", "host"};

} // namespace

RunReport run_part(Engine& engine, const EawSettings& settings, Pixels& pixels) {
    const DeviceTraits traits = traits_of(engine.device());
    const bool uses_light = find_row(spaces(), settings.space, "--space").uses_light;
    if (pixels.transfer != Transfer::host || !uses_light)
        return engine.run(eaw_plan(settings, pixels, traits), pixels);
    const Pixels before = light_of(pixels);
    Pixels after = before.copy();
    const RunReport report = engine.run(eaw_plan(settings, before, traits), after);
    put_light(pixels, before, after);
    return report;
}

Json profile_json(const Pixels& pixels) {
    const Profile* profile = pixels.profile.get();
    Json object;
    object["name"] = profile ? profile->name : pixels.transfer == Transfer::srgb ? "sRGB" : "scene-linear";
    object["origin"] = profile ? origin_names[int(profile->origin)] : "default";
    object["transfer"] = transfer_names[int(pixels.transfer)];
    return object;
}

} // namespace atrous
