// Sizes and colours in XMP: names of two namespaces, each with a prefix that the packet declares.
#include "io/metadata/xmp_size.h"
#include "base/text.h"
#include "io/metadata/xmp_text.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

namespace atrous {
namespace {

/// A property: the number that it becomes, or what it is divided by.
struct Property {
    const char* name;
    int size; ///< 0: it is divided
    double factor;
};

/// "72", "720000/10000", divided; the text where it is no number above 0.
std::string divided(const std::string& text, double factor) {
    double numbers[2] = {0, 1};
    const char* at = text.data();
    const char* end = at + text.size();
    for (int i = 0; i < 2 && at < end; ++i) {
        const auto [next, bad] = std::from_chars(at, end, numbers[i]);
        if (bad != std::errc{} || (next != end && (i == 1 || *next != '/'))) return text;
        at = next + 1;
    }
    const double value = numbers[0] / numbers[1] / factor;
    constexpr double below = 10000, most = 2e5; // numbers of 32 bits
    if (!(value > 0) || value > most) return text;
    return decimal(std::round(value * below)) + "/" + decimal(below);
}

/// Puts changed(value) in place of each value of the name.
template <class Changed>
void change_values(std::string& packet, const std::string& name, Changed changed) {
    std::string out;
    std::size_t done = 0; // in one pass: a packet may have a name some 100,000 times
    for (std::size_t at = packet.find(name); at != std::string::npos;
         at = packet.find(name, std::max(at + 1, done))) {
        const XmpSpan value = xmp_value(packet, name, at);
        if (!value) continue;
        out.append(packet, done, value.first - done);
        out += changed(packet.substr(value.first, value.behind - value.first));
        done = value.behind;
    }
    if (done > 0) packet = out.append(packet, done);
}

void change(std::string& packet, const std::string& name, const Property& property) {
    change_values(packet, name, [&](const std::string& old) {
        if (old.find_first_of("0123456789") == std::string::npos) return old;
        return property.size > 0 ? std::to_string(property.size) : divided(old, property.factor);
    });
}

} // namespace

void rescale_xmp(std::string& packet, const ExifScale& scale) {
    const double x = scale.factor_x, y = scale.factor_y;
    const Property tiff[] = {{"ImageWidth", scale.width, 1},
                             {"ImageLength", scale.height, 1},
                             {"XResolution", 0, x},
                             {"YResolution", 0, y}};
    const Property exif[] = {{"PixelXDimension", scale.width, 1},
                             {"PixelYDimension", scale.height, 1},
                             {"FocalPlaneXResolution", 0, x},
                             {"FocalPlaneYResolution", 0, y}};
    const auto all = [&](const char* address, std::span<const Property> properties) {
        const std::string prefix = xmp_prefix(packet, address);
        for (const Property& property : properties)
            if (!prefix.empty()) change(packet, prefix + ":" + property.name, property);
    };
    all("http://ns.adobe.com/tiff/1.0/", tiff);
    all("http://ns.adobe.com/exif/1.0/", exif);
}

void say_profile(std::string& packet, const std::string& name, bool is_srgb) {
    std::string plain = name;
    std::erase_if(plain, [](char c) { return std::string_view("<>&\"'").find(c) != std::string_view::npos; });
    const std::string exif = xmp_prefix(packet, "http://ns.adobe.com/exif/1.0/");
    const std::string photoshop = xmp_prefix(packet, "http://ns.adobe.com/photoshop/1.0/");
    const auto say = [&](const std::string& prefix, const char* property, const std::string& text) {
        if (!prefix.empty())
            change_values(packet, prefix + ":" + property, [&](const std::string&) { return text; });
    };
    say(exif, "ColorSpace", is_srgb ? "1" : "65535");
    say(photoshop, "ICCProfile", plain);
}

} // namespace atrous
