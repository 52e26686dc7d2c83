// Checks samples by a table of findings. Findings with statistics of guides or vectors have separate files.
#include "commands/probe/findings.h"
#include "base/text.h"
#include "commands/probe/messages.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t few = 16; ///< too few pixels for a finding

struct RolePlanes {
    const char* name;
    std::vector<float> Look::*planes;
    bool feature; ///< useless if it is constant
};
constexpr RolePlanes role_planes[] = {
    {"beauty", &Look::beauty, false},     {"albedo", &Look::albedo, true},
    {"normal", &Look::normal, true},      {"depth", &Look::depth, true},
    {"variance", &Look::variance, false}, {"emission", &Look::emission, false}};

std::string option_of(const char* role, const char* value) {
    return std::string("--role ") + role + "=" + value;
}

void check_finite(const Look& look, Findings& findings) {
    for (const RolePlanes& role : role_planes) {
        const auto& planes = look.*role.planes;
        const auto nan = std::ranges::count_if(planes, [](float v) { return std::isnan(v); });
        const auto infinite = std::ranges::count_if(planes, [](float v) { return std::isinf(v); });
        const bool sky = role.planes == &Look::depth;
        if (nan + (sky ? 0 : infinite) == 0) continue;
        const bool beauty = role.planes == &Look::beauty;
        findings.push_back({std::string("not-finite-") + role.name,
                            message(messages::probe_not_finite, role.name, nan, infinite,
                                    beauty ? "denoise replaces them" : "leave it out if there are many"),
                            beauty ? "" : option_of(role.name, "none")});
    }
}

void check_constant(const Look& look, Findings& findings) {
    for (const RolePlanes& role : role_planes) {
        const auto& planes = look.*role.planes;
        if (!role.feature || planes.empty() || look.pixels() < few) continue;
        bool constant = true;
        for (std::size_t from = 0; from < planes.size() && constant; from += look.pixels())
            constant = std::all_of(planes.begin() + std::ptrdiff_t(from),
                                   planes.begin() + std::ptrdiff_t(from + look.pixels()),
                                   [first = planes[from]](float v) { return v == first; });
        if (constant)
            findings.push_back({std::string("constant-") + role.name,
                                message(messages::probe_constant, role.name), option_of(role.name, "none")});
    }
}

void check_there(const Look& look, Findings& findings) {
    std::vector<std::string> absent;
    for (const RolePlanes& role : role_planes)
        if (role.feature && (look.*role.planes).empty()) absent.emplace_back(role.name);
    if (look.pairs.empty() && !look.positions) absent.emplace_back("motion");
    if (absent.empty()) return;
    findings.push_back({"missing-roles", message(messages::roles_missing, joined(absent)),
                        option_of(absent.front().c_str(), "NAME")});
}

void check_albedo(const Look& look, Findings& findings) {
    constexpr float limit = 1.002F; // half's rounding near 1
    const auto above =
        std::ranges::count_if(look.albedo, [](float v) { return std::isfinite(v) && v > limit; });
    if (above == 0) return;
    float most = 0;
    for (const float v : look.albedo)
        if (std::isfinite(v)) most = std::max(most, v);
    findings.push_back({"albedo-above-1", message(messages::albedo_above_1, above, significant(double(most))),
                        option_of("albedo", "NAME")});
}

void check_samples(const Look& look, Findings& findings) {
    if (look.samples == 0)
        findings.push_back({"samples-unknown", message(messages::samples_unknown), "--samples N"});
}

constexpr std::array render_finders{check_constant, check_albedo,  check_normals, check_depth,
                                    check_noise,    check_vectors, check_there,   check_samples};

} // namespace

std::vector<Finding> findings_in(const Look& look) {
    Findings findings;
    if (look.hdr) return findings; // which are of renders
    check_finite(look, findings);
    if (!look.linear)
        findings.push_back({"display-encoded", message(messages::display_encoded), ""});
    else
        for (const auto find : render_finders) find(look, findings);
    return findings;
}

} // namespace atrous
