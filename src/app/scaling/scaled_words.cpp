// Parts that were scaled, in words and as JSON.
#include "app/scaling/scaled_words.h"
#include "app/cli/setting_rows.h"
#include "app/run/region_runs.h"

namespace atrous {
namespace {

ScaleAccessChoice access_of(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device) {
    return scale_access(request.settings, part.across, device);
}

} // namespace

Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device) {
    const ScaleAccessChoice access = access_of(request, part, device);
    Json object = json_of(scale_rows(), request.settings);
    object["factor"] = part.factor;
    object["to"] = to_string(part.to);
    object["decoded_by"] = part.reduced;
    object["access"] = access.row.name;
    object["conflict_degree"] = access.degree;
    object["reason"] = access.reason;
    if (part.report.regions.count() > 1) object["regions"] = regions_json(part.report.regions);
    return object;
}

std::string scaled_words(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                         const std::string& more) {
    const ScaleAccessChoice access = access_of(request, part, device);
    return "by " + part.factor + " to " + to_string(part.to) + more + "; rows are read by access " +
           access.row.name + ": " + access.reason;
}

std::string replaced_words(const std::string& name, std::uint64_t samples) {
    return name + ": " + std::to_string(samples) + " samples were NaN or infinite and are replaced";
}

} // namespace atrous
