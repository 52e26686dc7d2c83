// Makes profiles by LittleCMS, and files by OpenImageIO.
#include "support/files/tagged.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <lcms2.h>
#include <stdexcept>

namespace tagged {

using namespace atrous;

namespace {

constexpr cmsCIExyY d65{0.3127, 0.3290, 1};

std::string saved(cmsHPROFILE profile, const std::string& name = "") {
    if (!name.empty()) {
        cmsMLU* text = cmsMLUalloc(nullptr, 1);
        cmsMLUsetASCII(text, "en", "US", name.c_str());
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, text);
        cmsMLUfree(text);
    }
    cmsUInt32Number size = 0;
    if (!cmsSaveProfileToMem(profile, nullptr, &size)) throw std::runtime_error("profile not saved");
    std::string bytes(size, '\0');
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

using Curve = std::function<double(double)>;

cmsToneCurve* curve(int type, std::vector<double> p) {
    return cmsBuildParametricToneCurve(nullptr, type, p.data());
}
cmsToneCurve* sampled(int count, const Curve& y) {
    std::vector<cmsUInt16Number> table;
    for (int i = 0; i < count; ++i)
        table.push_back(cmsUInt16Number(std::lround(65535 * y(double(i) / (count - 1)))));
    return cmsBuildTabulatedToneCurve16(nullptr, cmsUInt32Number(count), table.data());
}
Curve gamma(double g) {
    return [g](double x) { return std::pow(x, g); };
}
double srgb_curve(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

struct Primaries {
    double x[3], y[3];
};
constexpr Primaries rec709{{0.64, 0.30, 0.15}, {0.33, 0.60, 0.06}},
    adobe{{0.64, 0.21, 0.15}, {0.33, 0.71, 0.06}}, p3{{0.680, 0.265, 0.150}, {0.320, 0.690, 0.060}},
    prophoto{{0.7347, 0.1596, 0.0366}, {0.2653, 0.8404, 0.0001}};

cmsHPROFILE rgb(const Primaries& p, std::vector<cmsToneCurve*> curves, const cmsCIExyY& white = d65) {
    const cmsCIExyYTRIPLE primaries{{p.x[0], p.y[0], 1}, {p.x[1], p.y[1], 1}, {p.x[2], p.y[2], 1}};
    curves.resize(3, curves[0]);
    const cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves.data());
    for (std::size_t i = 0; i < 3; ++i)
        if (i == 0 || curves[i] != curves[0]) cmsFreeToneCurve(curves[i]);
    return profile;
}
cmsHPROFILE grey(cmsToneCurve* tone) {
    const cmsHPROFILE profile = cmsCreateGrayProfile(cmsD50_xyY(), tone);
    cmsFreeToneCurve(tone);
    return profile;
}

/// Nodes in doubles, since LittleCMS's own 16-bit arithmetic is coarser than the tables. Lab as version 2
/// encodes it.
cmsInt32Number sample_to_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void* transform) {
    const double colour[3] = {in[0] / 65535.0, in[1] / 65535.0, in[2] / 65535.0};
    cmsCIELab lab;
    cmsDoTransform(transform, colour, &lab, 1);
    cmsFloat2LabEncodedV2(out, &lab);
    return 1;
}
cmsInt32Number sample_from_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void* transform) {
    cmsCIELab lab;
    double colour[3];
    cmsLabEncoded2FloatV2(&lab, in);
    cmsDoTransform(transform, &lab, colour, 1);
    for (int c = 0; c < 3; ++c)
        out[c] = cmsUInt16Number(std::lround(std::clamp(colour[c], 0.0, 1.0) * 65535));
    return 1;
}

/// 16-bit tables between RGB and Lab, sampled from a profile of curves.
void add_table(cmsHPROFILE profile, cmsTagSignature tag, cmsSAMPLER16 sampler, cmsHTRANSFORM transform,
               unsigned points, unsigned channels = 3) {
    cmsPipeline* pipeline = cmsPipelineAlloc(nullptr, channels, 3);
    cmsStage* stage = cmsStageAllocCLut16bit(nullptr, points, channels, 3, nullptr);
    cmsStageSampleCLut16bit(stage, sampler, transform, 0);
    cmsPipelineInsertStage(pipeline, cmsAT_END, stage);
    cmsWriteTag(profile, tag, pipeline);
    cmsPipelineFree(pipeline);
    cmsDeleteTransform(transform);
}

cmsHPROFILE placeholder(cmsProfileClassSignature kind, cmsColorSpaceSignature colours) {
    const cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 2.1); // tables of type lut16, with the Lab of version 2
    cmsSetDeviceClass(profile, kind);
    cmsSetColorSpace(profile, colours);
    cmsSetPCS(profile, cmsSigLabData);
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ());
    return profile;
}

cmsHPROFILE tables(bool back) {
    const cmsHPROFILE profile = placeholder(cmsSigInputClass, cmsSigRgbData);
    const cmsHPROFILE model = rgb(adobe, {curve(1, {2.4})}), lab = cmsCreateLab4Profile(nullptr);
    const auto from_to = [](cmsHPROFILE from, cmsUInt32Number in, cmsHPROFILE to, cmsUInt32Number out) {
        return cmsCreateTransform(from, in, to, out, INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE);
    };
    add_table(profile, cmsSigAToB0Tag, sample_to_lab, from_to(model, TYPE_RGB_DBL, lab, TYPE_Lab_DBL), 33);
    if (back)
        add_table(profile, cmsSigBToA0Tag, sample_from_lab, from_to(lab, TYPE_Lab_DBL, model, TYPE_RGB_DBL),
                  65);
    cmsCloseProfile(model);
    cmsCloseProfile(lab);
    return profile;
}

/// Converts inks to the colours of the model, and these to Lab.
cmsInt32Number inks_to_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void* transform) {
    cmsUInt16Number rgb[3];
    for (int c = 0; c < 3; ++c)
        rgb[c] = cmsUInt16Number(std::lround((65535.0 - in[c]) * (65535.0 - in[3]) / 65535.0));
    return sample_to_lab(rgb, out, transform);
}

Made made(const std::string& name, cmsHPROFILE profile, int colours, Transfer transfer,
          double curve_step = 0) {
    return {name, saved(profile, name), colours, transfer, curve_step};
}

std::vector<double> transformed(cmsHPROFILE from, cmsUInt32Number in, cmsHPROFILE to, cmsUInt32Number out,
                                const std::vector<double>& values, std::size_t in_count,
                                std::size_t out_count) {
    const cmsHTRANSFORM transform = cmsCreateTransform(from, in, to, out, INTENT_RELATIVE_COLORIMETRIC,
                                                       cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE);
    const std::size_t count = values.size() / in_count;
    std::vector<double> result(count * out_count);
    cmsDoTransform(transform, values.data(), result.data(), cmsUInt32Number(count));
    cmsDeleteTransform(transform);
    cmsCloseProfile(from);
    cmsCloseProfile(to);
    return result;
}

cmsHPROFILE opened(const Made& m) {
    return cmsOpenProfileFromMem(m.bytes.data(), cmsUInt32Number(m.bytes.size()));
}
cmsHPROFILE light() { return rgb(rec709, {curve(1, {1.0})}); }
cmsUInt32Number type_of(const Made& m) {
    constexpr cmsUInt32Number grey_double =
        FLOAT_SH(1) | COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(0);
    return m.colours == 1 ? grey_double : TYPE_RGB_DBL;
}

} // namespace

const std::vector<Made>& all() {
    using enum Transfer;
    constexpr cmsCIExyY d50{0.3457, 0.3585, 1};
    static const std::vector<Made> rows = {
        made("sRGB by formula", rgb(rec709, {curve(4, {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045})}),
             3, srgb),
        made("sRGB by 1024 samples", rgb(rec709, {sampled(1024, srgb_curve)}), 3, srgb),
        made("linear sRGB", rgb(rec709, {curve(1, {1.0})}), 3, linear),
        made("Adobe RGB", rgb(adobe, {curve(1, {563 / 256.0})}), 3, formula),
        made("Display P3", rgb(p3, {curve(4, {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045})}), 3, srgb),
        made("ProPhoto", rgb(prophoto, {curve(1, {1.8})}, d50), 3, formula),
        made("linear P3", rgb(p3, {curve(1, {1.0})}), 3, linear),
        made("offset by formula", rgb(rec709, {curve(5, {2.2, 0.9, 0.08, 0.3, 0.06, 0.01, 0.001})}), 3,
             formula),
        made("CIE 122 and IEC 61966-3",
             rgb(adobe, {curve(2, {2.0, 0.9, 0.1}), curve(3, {2.0, 0.9, 0.1, 0.01}), curve(1, {1.5})}), 3,
             formula),
        made("gamma 2.2 by 256 samples", rgb(adobe, {sampled(256, gamma(2.2))}), 3, table, 1 / 255.0),
        made("three curves of samples",
             rgb(p3, {sampled(1024, gamma(1.8)), sampled(300, gamma(2.4)), curve(1, {2.0})}), 3, table,
             1 / 255.0),
        made("RGB by tables", tables(true), 3, host, 1 / 32.0),
        made("grey, gamma 2.2", grey(curve(1, {2.2})), 1, formula),
        made("grey, 64 samples", grey(sampled(64, gamma(1.6))), 1, table, 1 / 63.0),
    };
    return rows;
}

const Made& named(const char* name) {
    for (const Made& row : all())
        if (row.name == name) return row;
    throw std::runtime_error(std::string("no profile ") + name);
}

std::string cmyk() { return saved(placeholder(cmsSigOutputClass, cmsSigCmykData), "four inks"); }
std::string press() {
    const cmsHPROFILE profile = placeholder(cmsSigOutputClass, cmsSigCmykData);
    const cmsHPROFILE model = rgb(adobe, {curve(1, {2.4})}), lab = cmsCreateLab4Profile(nullptr);
    add_table(profile, cmsSigAToB0Tag, inks_to_lab,
              cmsCreateTransform(model, TYPE_RGB_DBL, lab, TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC,
                                 cmsFLAGS_NOOPTIMIZE),
              9, 4);
    cmsCloseProfile(model);
    cmsCloseProfile(lab);
    return saved(profile, "a press");
}
std::string of_lab_colours() {
    return saved(placeholder(cmsSigColorSpaceClass, cmsSigLabData), "Lab itself");
}
std::string device_link() { return saved(placeholder(cmsSigLinkClass, cmsSigRgbData), "a link"); }
std::string without_curves() {
    return saved(placeholder(cmsSigDisplayClass, cmsSigRgbData), "nothing in it");
}
std::string one_way() { return saved(tables(false), "one way"); }
std::string falling_curve() {
    return saved(rgb(rec709, {sampled(256, [](double x) { return 1 - x; })}), "negative");
}

std::vector<double> to_light(const Made& m, const std::vector<double>& colours) {
    return transformed(opened(m), type_of(m), light(), TYPE_RGB_DBL, colours, std::size_t(m.colours), 3);
}
std::vector<double> from_light(const Made& m, const std::vector<double>& values) {
    return transformed(light(), TYPE_RGB_DBL, opened(m), type_of(m), values, 3, std::size_t(m.colours));
}
std::vector<double> to_lab(const std::vector<double>& values) {
    return transformed(light(), TYPE_RGB_DBL, cmsCreateLab4Profile(nullptr), TYPE_Lab_DBL, values, 3, 3);
}

void write(const std::filesystem::path& path, const Pixels& pixels, const std::string& icc,
           const std::string& attribute, int value) {
    constexpr OIIO::TypeDesc::BASETYPE types[] = {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16,
                                                  OIIO::TypeDesc::HALF, OIIO::TypeDesc::FLOAT};
    OIIO::ImageSpec spec(pixels.size.width, pixels.size.height, pixels.channels(), types[int(pixels.type)]);
    if (pixels.alpha != Alpha::none) spec.alpha_channel = pixels.colours;
    if (pixels.alpha == Alpha::straight) spec["oiio:UnassociatedAlpha"] = 1;
    if (!icc.empty())
        spec.attribute("ICCProfile", OIIO::TypeDesc(OIIO::TypeDesc::UINT8, int(icc.size())), icc.data());
    if (!attribute.empty()) spec.attribute(attribute, value);
    if (path.extension() == ".jpg") spec["Compression"] = "jpeg:100";
    if (path.extension() == ".webp") spec["Compression"] = "lossless";
    const auto out = OIIO::ImageOutput::create(path.string());
    if (!out || !out->open(path.string(), spec) || !out->write_image(spec.format, pixels.bytes.data.get()) ||
        !out->close())
        throw std::runtime_error(path.string() + " not written");
}

void write_depth(const std::filesystem::path& path, Size size) {
    OIIO::ImageSpec spec(size.width, size.height, 1, OIIO::TypeDesc::FLOAT);
    spec.channelnames = {"Z"};
    const std::vector<float> depths(std::size_t(size.pixels()), 2.0f);
    const auto out = OIIO::ImageOutput::create(path.string());
    if (!out || !out->open(path.string(), spec) || !out->write_image(spec.format, depths.data()) ||
        !out->close())
        throw std::runtime_error(path.string() + " not written");
}

std::string profile_in(const std::filesystem::path& path) {
    const auto in = OIIO::ImageInput::open(path.string());
    const OIIO::ParamValue* icc = in ? in->spec().find_attribute("ICCProfile") : nullptr;
    return icc ? std::string(static_cast<const char*>(icc->data()), std::size_t(icc->datasize())) : "";
}

Pixels gradient(PixelType type, int colours) {
    return picture({48, 32}, type, colours,
                   [](int x, int y, int c) { return std::fmod(0.05 + x / 60.0 + c * y / 64.0, 1.0); });
}

namespace {

template <class T>
T loaded(const Pixels& p, std::size_t i) {
    T value;
    std::memcpy(&value, p.bytes.data.get() + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void store(Pixels& p, std::size_t i, T value) {
    std::memcpy(p.bytes.data.get() + i * sizeof(T), &value, sizeof(T));
}

} // namespace

double sample(const Pixels& p, std::size_t i) {
    switch (p.type) {
    case PixelType::u8:
        return loaded<std::uint8_t>(p, i) / 255.0;
    case PixelType::u16:
        return loaded<std::uint16_t>(p, i) / 65535.0;
    case PixelType::f16:
        return double(loaded<_Float16>(p, i)); // the compiler's own conversion, to the nearest even one
    default:
        return double(loaded<float>(p, i));
    }
}

void set_sample(Pixels& p, std::size_t i, double value) {
    const double share = std::clamp(value, 0.0, 1.0);
    switch (p.type) {
    case PixelType::u8:
        return store(p, i, std::uint8_t(std::lround(share * 255)));
    case PixelType::u16:
        return store(p, i, std::uint16_t(std::lround(share * 65535)));
    case PixelType::f16:
        return store(p, i, static_cast<_Float16>(value));
    default:
        return store(p, i, float(value));
    }
}

Pixels picture(Size size, PixelType type, int colours, const Samples& value, Alpha alpha) {
    Pixels p{size, type, colours, alpha, is_float(type) ? Transfer::linear : Transfer::srgb, {}};
    p.bytes = Bytes(p.byte_count());
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int c = 0; c < p.channels(); ++c) set_sample(p, i++, value(x, y, c));
    return p;
}

} // namespace tagged
