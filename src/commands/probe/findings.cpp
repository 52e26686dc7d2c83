// Checks samples by a table of findings. Findings with statistics of guides or vectors have separate files.
#include "commands/probe/findings.h"
#include "base/text.h"
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
                            std::string(role.name) + " has " + std::to_string(nan) +
                                " samples that are NaN and " + std::to_string(infinite) + " infinite ones; " +
                                (beauty ? "denoise replaces them" : "leave it out if there are many"),
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
            findings.push_back(
                {std::string("constant-") + role.name,
                 std::string(role.name) + " is the same everywhere and guides nothing: was it rendered?",
                 option_of(role.name, "none")});
    }
}

void check_there(const Look& look, Findings& findings) {
    std::vector<std::string> absent;
    for (const RolePlanes& role : role_planes)
        if (role.feature && (look.*role.planes).empty()) absent.emplace_back(role.name);
    if (look.pairs.empty() && !look.positions) absent.emplace_back("motion");
    if (absent.empty()) return;
    findings.push_back({"missing-roles",
                        "no layer is " + joined(absent, ", ") + "; render it, or name it where a layer is",
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
    findings.push_back(
        {"albedo-above-1",
         std::to_string(above) + " samples of albedo are above 1, up to " + significant(double(most)) +
             ": lamps, whose light some renderers store there; denoise mixes them with nothing "
             "darker, else name a layer of surface colours",
         option_of("albedo", "NAME")});
}

void findings_in_known(const Look& look, Findings& findings) {
    if (look.samples == 0)
        findings.push_back({"samples-unknown",
                            "the file does not say how many samples a pixel has; denoise would assume 8",
                            "--samples N"});
}

void check_encoding(const Look& look, Findings& findings) {
    if (!look.linear)
        findings.push_back(
            {"display-encoded",
             "the picture is encoded for display (integers, or a curve); denoise takes linear light "
             "alone: render floats, or use 'atrous enhance --denoise auto'",
             ""});
}

constexpr std::array finders{check_encoding, check_finite, check_constant, check_albedo, check_normals,
                             check_depth,    check_noise,  check_vectors,  check_there,  findings_in_known};

} // namespace

std::vector<Finding> findings_in(const Look& look) {
    Findings findings;
    for (const auto find : finders) find(look, findings);
    return findings;
}

} // namespace atrous
