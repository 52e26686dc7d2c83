// Reads numbers from the bytes by its own searches. Only the library decodes samples.
#include "support/files/ultra_hdr.h"
#include "formats/jpeg/jpeg.h"
#include "support/files/io_files.h"
#include "support/files/phone_file.h"
#include "support/files/tagged.h"
#include <algorithm>
#include <cmath>
#include <functional>

namespace files {
namespace {

using namespace atrous;

constexpr double offset = 1.0 / 64, max_stops = 3;

double to_light(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double to_code(double v) { return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }
/// Light that an ordinary display shows: highlights rolled off.
double tone(double light) { return light * (1 + light / 36) / (1 + light); }

/// A JPEG of quality 100 if it is progressive, otherwise 92.
std::string jpeg_of(Size size, int colours, bool progressive,
                    const std::function<double(int, int, int)>& code) {
    const ImageFile file = picture(size, PixelType::u8, colours,
                                   [&](int x, int y, int c) { return std::clamp(code(x, y, c), 0.0, 1.0); });
    const Folder folder;
    if (progressive)
        tagged::write(folder / "a.jpg", file.parts.front().pixels, "", "jpeg:progressive", 1);
    else
        write_image_file(file, folder / "a.jpg", {.quality = 92});
    return read_all(folder / "a.jpg");
}

std::string map_segment(char marker, const std::string& body) {
    return std::string("\xff") + marker + number_bytes(std::int64_t(body.size()) + 2, 2) + body;
}

constexpr std::string_view iso_name("urn:iso:std:iso:ts:21496:-1\0", 28);

/// ISO 21496-1, C.2.2: versions, flags, headrooms, and of each channel least, most, gamma and both offsets, as fractions.
std::string iso_block(int channels) {
    constexpr std::int64_t unit = 1 << 16;
    const auto fraction = [&](double v) {
        return number_bytes(std::llround(v * unit), 4) + number_bytes(unit, 4);
    };
    std::string out = std::string(iso_name) + number_bytes(0, 2) + number_bytes(0, 2) +
                      number_bytes(channels == 3 ? 0xC0 : 0x40, 1);
    out += fraction(0) + fraction(max_stops);
    for (int c = 0; c < channels; ++c)
        out += fraction(0) + fraction(max_stops) + fraction(1) + fraction(offset) + fraction(offset);
    return out;
}

std::string map_xmp(bool elements) {
    const std::pair<const char*, double> numbers[] = {{"GainMapMin", 0},
                                                      {"GainMapMax", max_stops},
                                                      {"Gamma", 1},
                                                      {"OffsetSDR", offset},
                                                      {"OffsetHDR", offset},
                                                      {"HDRCapacityMin", 0},
                                                      {"HDRCapacityMax", max_stops}};
    std::string attributes, inner;
    const std::string prefix = elements ? "g" : "hdrgm";
    for (const auto& [name, value] : numbers)
        if (elements)
            inner += "<g:" + std::string(name) + ">" + std::to_string(value) + "</g:" + name + ">";
        else
            attributes += " hdrgm:" + std::string(name) + "=\"" + std::to_string(value) + "\"";
    return std::string("http://ns.adobe.com/xap/1.0/\0", 29) +
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
           "<rdf:Description xmlns:" +
           prefix + "=\"http://ns.adobe.com/hdr-gain-map/1.0/\" " + prefix + ":Version=\"1.0\"" + attributes +
           ">" + inner + "</rdf:Description></rdf:RDF></x:xmpmeta>";
}

double gain_at(const Light& light, int x, int y, int c) {
    const double v = double(light.at(x, y)[c]);
    return std::log2((v + offset) / (tone(v) + offset));
}

/// The number after a name and '="' or '>'. NaN if there is none.
double number_behind(const std::string& text, const std::string& name, std::size_t from = 0) {
    for (const std::string& sign : {std::string("=\""), std::string(">")}) {
        const std::size_t at = text.find(name + sign, from);
        if (at != std::string::npos)
            return std::strtod(text.c_str() + at + name.size() + sign.size(), nullptr);
    }
    return NAN;
}

Pixels pixels_of(const std::string& jpeg, JpegHeader& header) {
    const Folder folder;
    write_all(folder / "a.jpg", jpeg);
    header = read_jpeg_header(folder / "a.jpg").value_or(JpegHeader{});
    return std::move(load(folder / "a.jpg").parts.front().pixels);
}

/// The map at a place of the image (0 to 1), between its pixels.
double map_at(const Pixels& map, double across, double down, int c) {
    const double x = std::clamp(across * map.size.width - 0.5, 0.0, map.size.width - 1.0);
    const double y = std::clamp(down * map.size.height - 0.5, 0.0, map.size.height - 1.0);
    const int x0 = int(x), y0 = int(y);
    const int x1 = std::min(x0 + 1, map.size.width - 1), y1 = std::min(y0 + 1, map.size.height - 1);
    const auto v = [&](int i, int j) { return double(map.at(i, j)[map.colours == 1 ? 0 : c]); };
    const double fx = x - x0, fy = y - y0;
    return ((v(x0, y0) * (1 - fx) + v(x1, y0) * fx) * (1 - fy) +
            (v(x0, y1) * (1 - fx) + v(x1, y1) * fx) * fy) /
           255;
}

/// A fraction of ISO 21496-1: four bytes with a sign by four without.
double fraction_at(const std::string& bytes, std::size_t at) {
    return double(std::int32_t(number_in(bytes, at, 4))) / double(number_in(bytes, at + 4, 4));
}

/// First contradiction in the containers, or empty.
std::string problem_of(const std::string& bytes, const std::vector<MpfPicture>& table, double& least,
                       double& most) {
    if (table.size() != 2) return "MPF names " + std::to_string(table.size()) + " pictures";
    const std::string map = bytes.substr(table[1].at, table[1].size);
    if (table[0].size > table[1].at || bytes.substr(table[0].size - 2, 2) != "\xff\xd9")
        return "first picture's end";
    if (!map.starts_with("\xff\xd8") || !map.ends_with("\xff\xd9")) return "MPF's place of the map";
    const std::size_t item = bytes.find("GainMap", bytes.find("Directory"));
    if (number_behind(bytes, "Length", item) != double(table[1].size)) return "XMP's length of the map";
    const std::size_t iso = map.find(iso_name);
    if (bytes.find(iso_name) > table[1].at || iso == std::string::npos) return "ISO 21496-1 is missing";
    const std::size_t range_at = iso + iso_name.size() + 5 + 16; // after both headrooms
    least = fraction_at(map, range_at), most = fraction_at(map, range_at + 8);
    const auto differs = [&](const char* name, double value) {
        return std::abs(number_behind(map, name) - value) > 2e-6;
    };
    if (differs("GainMapMin", least) || differs("GainMapMax", most))
        return "hdrgm and ISO 21496-1 name other ranges";
    if (least > 0 || most < max_stops || number_behind(map, "OffsetSDR") != offset) return "the range shrank";
    return "";
}

} // namespace

Light scene(Size size) {
    Light light{size, std::vector<float>(std::size_t(size.pixels()) * 3)};
    const double unit = std::min(size.width, size.height);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double u = x / unit, v = y / unit;
            const double waves = 0.5 + 0.3 * std::sin(9 * u + 4 * v) + 0.15 * std::sin(31 * u - 17 * v);
            const double away = std::hypot(u - 0.75, v - 0.35);
            const double disc = 7 / (1 + std::exp(30 * (away - 0.15)));
            for (int c = 0; c < 3; ++c)
                light.at(x, y)[c] =
                    float(waves * (0.2 + 0.6 * v) * (1 + 0.2 * (c - 1)) + disc * (1 - 0.1 * c));
        }
    return light;
}

std::string ultra_hdr(const Light& light, const UltraHdr& how) {
    const std::string picture = jpeg_of(light.size, 3, how.progressive, [&](int x, int y, int c) {
        return to_code(tone(double(light.at(x, y)[c])));
    });
    const Size size{light.size.width / how.times, light.size.height / how.times};
    const auto mean_gain = [&](int x, int y, int c) {
        double sum = 0;
        for (int j = 0; j < how.times; ++j)
            for (int i = 0; i < how.times; ++i)
                sum += gain_at(light, x * how.times + i, y * how.times + j, how.map_colours == 1 ? 1 : c);
        return sum / (how.times * how.times * max_stops);
    };
    const std::string map = jpeg_of(size, how.map_colours, how.progressive, mean_gain);
    Phone phone;
    phone.gain_map = map.substr(0, 2) + map_segment('\xe1', map_xmp(how.elements)) +
                     map_segment('\xe2', iso_block(how.map_colours)) + map.substr(2);
    phone.elements = how.elements;
    phone.video = how.video;
    return phone_file(how.orientation == 1 ? picture : jpeg_with_orientation(picture, how.orientation),
                      phone);
}

HdrFile read_hdr(const std::string& bytes) {
    HdrFile file;
    const std::vector<MpfPicture> table = mpf_pictures(bytes);
    double least = 0, most = 0;
    file.problem = problem_of(bytes, table, least, most);
    if (!file.problem.empty()) return file;
    JpegHeader header;
    const Pixels picture = pixels_of(bytes.substr(0, table[0].size), header);
    const Pixels map = pixels_of(bytes.substr(table[1].at, table[1].size), header);
    file.map = map.size, file.map_colours = map.colours;
    file.map_quality = header.quality, file.map_progressive = header.progressive;
    file.sdr = file.hdr = {picture.size, std::vector<float>(std::size_t(picture.size.pixels()) * 3)};
    for (int y = 0; y < picture.size.height; ++y)
        for (int x = 0; x < picture.size.width; ++x)
            for (int c = 0; c < 3; ++c) {
                const double sdr = to_light(double(picture.at(x, y)[c]) / 255);
                const double gain = least + (most - least) * map_at(map, (x + 0.5) / picture.size.width,
                                                                    (y + 0.5) / picture.size.height, c);
                file.sdr.at(x, y)[c] = float(sdr);
                file.hdr.at(x, y)[c] = float((sdr + offset) * std::exp2(gain) - offset);
            }
    return file;
}

Light part_of(const Light& light, int x, int y, Size size) {
    Light part{size, {}};
    for (int row = y; row < y + size.height; ++row)
        part.values.insert(part.values.end(), light.at(x, row), light.at(x, row) + size.width * 3);
    return part;
}

Light shrunk(const Light& light, int times) {
    const Size size{light.size.width / times, light.size.height / times};
    Light small{size, std::vector<float>(std::size_t(size.pixels()) * 3)};
    for (int y = 0; y < size.height * times; ++y)
        for (int x = 0; x < size.width * times; ++x)
            for (int c = 0; c < 3; ++c)
                small.at(x / times, y / times)[c] += light.at(x, y)[c] / float(times * times);
    return small;
}

double psnr(const Light& light, const Light& reference) {
    if (light.values.size() != reference.values.size()) return -INFINITY;
    double sum = 0;
    for (std::size_t i = 0; i < light.values.size(); ++i) {
        const double difference = double(light.values[i]) - double(reference.values[i]);
        sum += difference * difference;
    }
    const double peak = double(*std::ranges::max_element(reference.values));
    return 10 * std::log10(peak * peak * double(light.values.size()) / sum);
}

std::string apple_exif(double brightness, double gain, bool both) {
    const auto n = [](std::uint64_t value, int bytes) { return number_bytes(value, bytes); };
    const auto fraction = [&](double v) {
        return n(std::uint64_t(std::llround(v * 1e6)), 4) + n(1000000, 4);
    };
    const std::string note = std::string("Apple iOS\0\0\1MM", 14) + n(both ? 2 : 1, 2) + n(33, 2) + n(10, 2) +
                             n(1, 4) + n(44, 4) + n(48, 2) + n(10, 2) + n(1, 4) + n(52, 4) + n(0, 4) +
                             fraction(brightness) + fraction(gain);
    return "MM" + n(42, 2) + n(8, 4) + n(1, 2) + n(0x8769, 2) + n(4, 2) + n(1, 4) + n(26, 4) + n(0, 4) +
           n(1, 2) + n(0x927C, 2) + n(7, 2) + n(note.size(), 4) + n(44, 4) + n(0, 4) + note;
}

} // namespace files
