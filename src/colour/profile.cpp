// Opens profiles and decides what applies them: a curve and a matrix on the device, or LittleCMS on the host.
#include "colour/profile.h"
#include "colour/lcms.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

using Matrix = std::array<double, 9>;

/// Columns are the XYZ of red, green and blue. Empty if the profile has none.
bool read_primaries(cmsHPROFILE handle, Matrix& m) {
    constexpr cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto* xyz = static_cast<const cmsCIEXYZ*>(cmsReadTag(handle, tags[i]));
        if (!xyz) return false;
        m[i] = xyz->X, m[3 + i] = xyz->Y, m[6 + i] = xyz->Z;
    }
    return true;
}

double minor(const Matrix& m, std::size_t r, std::size_t c) {
    const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
}

double determinant(const Matrix& m) {
    return m[0] * minor(m, 0, 0) + m[1] * minor(m, 0, 1) + m[2] * minor(m, 0, 2);
}

Matrix inverse(const Matrix& m) {
    Matrix out;
    const double scale = 1 / determinant(m);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) out[3 * r + c] = scale * minor(m, c, r);
    return out;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t k = 0; k < 3; ++k) out[3 * r + c] += a[3 * r + k] * b[3 * k + c];
    return out;
}

bool is_identity(const Matrix& m) {
    for (std::size_t i = 0; i < 9; ++i)
        if (std::abs(m[i] - (i % 4 == 0 ? 1 : 0)) > 3e-4) return false; // primaries rounded to four digits
    return true;
}

const cmsToneCurve* curve(cmsHPROFILE handle, cmsTagSignature tag) {
    return static_cast<const cmsToneCurve*>(cmsReadTag(handle, tag));
}

/// Tables from colours to the connection space (A2B), or back.
bool has_table(cmsHPROFILE handle, bool back) {
    return back ? cmsIsTag(handle, cmsSigBToA0Tag) || cmsIsTag(handle, cmsSigBToA1Tag)
                : cmsIsTag(handle, cmsSigAToB0Tag) || cmsIsTag(handle, cmsSigAToB1Tag);
}

/// Curves and matrix of an RGB profile. False if it lacks them, or they have no inverse.
bool set_rgb(Profile& profile, cmsHPROFILE handle) {
    const std::array curves{curve(handle, cmsSigRedTRCTag), curve(handle, cmsSigGreenTRCTag),
                            curve(handle, cmsSigBlueTRCTag)};
    return cmsGetPCS(handle) == cmsSigXYZData &&
           std::ranges::all_of(curves, [](const auto* c) { return c != nullptr; }) &&
           set_matrices(profile, handle) && set_curves(profile, curves);
}

/// Sets the curve of a grey profile, or of an RGB profile for grey pixels if its curves are equal.
bool set_grey(Profile& profile, cmsHPROFILE handle, bool rgb) {
    const cmsToneCurve* one = curve(handle, rgb ? cmsSigGreenTRCTag : cmsSigGrayTRCTag);
    if (!one || cmsGetPCS(handle) != cmsSigXYZData || !set_curves(profile, {one, one, one})) return false;
    if (!rgb) return true;
    for (const auto tag : {cmsSigRedTRCTag, cmsSigBlueTRCTag}) {
        const cmsToneCurve* other = curve(handle, tag);
        if (!other) return false;
        for (float x = 0; x <= 1; x += 1 / 64.0F)
            if (std::abs(cmsEvalToneCurveFloat(one, x) - cmsEvalToneCurveFloat(other, x)) > 1e-4F)
                return false;
    }
    return true;
}

std::string signature_text(cmsUInt32Number signature) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) text += char((signature >> shift) & 0xff);
    text.erase(text.find_last_not_of(' ') + 1);
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

/// True if the host can go both ways: a transform may fail although the tags are there.
bool host_can(const Profile& profile) {
    try {
        const HostColours both(profile);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace

bool set_matrices(Profile& profile, cmsHPROFILE handle) {
    Matrix own, light;
    if (!read_primaries(handle, own) || !read_primaries(linear_srgb().get(), light)) return false;
    if (!(std::abs(determinant(own)) > 1e-4)) return false;
    const Matrix to = product(inverse(light), own), from = inverse(to);
    profile.own_primaries = !is_identity(to);
    for (std::size_t i = 0; i < 9; ++i) {
        profile.params.to_srgb[i] = float(to[i]);
        profile.params.from_srgb[i] = float(from[i]);
    }
    return true;
}

std::shared_ptr<const Profile::Icc> open_profile(const void* bytes, std::size_t size) {
    if (size > 0xffffffffU) return nullptr;
    ProfileHandle handle(cmsOpenProfileFromMem(bytes, cmsUInt32Number(size)));
    if (!handle) return nullptr;
    return std::make_shared<Profile::Icc>(Profile::Icc{std::move(handle), {}});
}

std::string profile_name(const Profile::Icc& icc) {
    if (!icc.name.empty()) return icc.name;
    std::array<char, 256> text{};
    cmsGetProfileInfoASCII(icc.handle.get(), cmsInfoDescription, "en", "US", text.data(), text.size());
    std::string name(text.data());
    for (char& c : name)
        if (c < ' ' || c > '~') c = '?';
    return name.empty() ? "unnamed" : name;
}

Fitted fit_profile(std::shared_ptr<const Profile::Icc> icc, int colours) {
    const cmsHPROFILE handle = icc->handle.get();
    const auto unfit = [](std::string problem) { return Fitted{nullptr, std::move(problem), false}; };
    const cmsProfileClassSignature kind = cmsGetDeviceClass(handle);
    for (const auto other : {cmsSigLinkClass, cmsSigAbstractClass, cmsSigNamedColorClass})
        if (kind == other) return unfit("is of class " + signature_text(kind) + ", not of a device");
    const cmsColorSpaceSignature space = cmsGetColorSpace(handle);
    if (space != cmsSigRgbData && space != cmsSigGrayData)
        return {nullptr, "is of " + signature_text(space) + " colours, which are not supported", true};
    const bool rgb = space == cmsSigRgbData;
    if (!rgb && colours == 3) return unfit("is of grey colours, the image is not");
    if (Fitted hdr = fit_hdr(*icc, colours); hdr.profile || hdr.refused) return hdr;

    auto profile = std::make_shared<Profile>();
    profile->name = profile_name(*icc);
    profile->colours = colours;
    profile->icc = std::move(icc);
    const bool tables = has_table(handle, false) && has_table(handle, true);
    if (!tables && (rgb && colours == 3 ? set_rgb(*profile, handle) : set_grey(*profile, handle, rgb)))
        return {std::move(profile), {}, false};
    if (rgb && colours == 1)
        return unfit("is of RGB colours whose greys have no curve of their own, the image is grey");
    if (has_table(handle, false) && !tables)
        return unfit("leads only from the image's colours, not back to them");
    profile->transfer = Transfer::host;
    if (!host_can(*profile)) return unfit("is damaged, or lacks curves and primaries");
    return {std::move(profile), {}, false};
}

} // namespace atrous
