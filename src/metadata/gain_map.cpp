// Reads and writes numbers of gain maps as text in XMP packets and as fractions in binary blocks.
#include "metadata/gain_map.h"
#include "base/byte_order.h"
#include "image/profile.h"
#include "metadata/exif_block.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace atrous {
namespace {

constexpr const char* apple_space = "http://ns.apple.com/HDRGainMap/1.0/";
constexpr double max_stops = 32, max_offset = 8; ///< of sound files

/// The values of a name: one for all channels, or a list. Each is at most a few characters long.
std::vector<XmpSpan> values_of(const std::string& packet, const std::string& name) {
    std::vector<XmpSpan> found;
    for (std::size_t at = packet.find(name); at != std::string::npos; at = packet.find(name, at + 1))
        if (const XmpSpan value = xmp_value(packet, name, at))
            if (value.in(packet).find_first_not_of(" \t\r\n") < std::string::npos) return {value};
    const XmpSpan list = xmp_element(packet, name, 0);
    for (std::size_t at = list.first; list && found.size() < 3;) {
        const XmpSpan item = xmp_element(packet, ":li", at, list.behind);
        if (!item) break;
        const std::size_t first = packet.find('>', item.first) + 1;
        found.push_back({first, std::min(packet.find('<', first), item.behind)});
        at = item.behind;
    }
    return found;
}

/// Not a number if the text is none.
double number_of(const std::string& packet, const XmpSpan& span) {
    const std::string text = span.in(packet);
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return end == text.c_str() ? std::nan("") : number;
}

/// Names of hdrgm, and the numbers that they are, in the order of ISO 21496-1.
constexpr std::pair<const char*, double GainCurve::*> curve_rows[] = {{"GainMapMin", &GainCurve::least},
                                                                      {"GainMapMax", &GainCurve::most},
                                                                      {"Gamma", &GainCurve::gamma},
                                                                      {"OffsetSDR", &GainCurve::offset_sdr},
                                                                      {"OffsetHDR", &GainCurve::offset_hdr}};

/// Ultra HDR image format 1.1, "Gain map metadata".
std::optional<GainMapNumbers> hdrgm_numbers(const std::string& packet) {
    const std::string prefix = xmp_prefix(packet, hdrgm_space) + ":";
    const auto number = [&](const char* name, double otherwise) {
        const auto values = values_of(packet, prefix + name);
        return values.empty() ? otherwise : number_of(packet, values.front());
    };
    if (prefix == ":" || values_of(packet, prefix + "GainMapMax").empty()) return {};
    GainMapNumbers found;
    found.base_headroom = number("HDRCapacityMin", 0), found.headroom = number("HDRCapacityMax", 1);
    for (const auto& [name, member] : curve_rows) {
        const auto values = values_of(packet, prefix + name);
        for (std::size_t c = 0; c < found.curves.size() && !values.empty(); ++c)
            found.curves[c].*member = number_of(packet, values[std::min(c, values.size() - 1)]);
    }
    found.grows_below = !values_of(packet, prefix + "GainMapMin").empty();
    const auto reversed = values_of(packet, prefix + "BaseRenditionIsHDR");
    if (!reversed.empty() && packet.substr(reversed.front().first, 4) == "True")
        found.unusable = "its image is the HDR rendition";
    return found;
}

constexpr std::uint64_t several_channels = 0x80, base_primaries = 0x40, common_denominator = 8, backward = 4;

/// ISO 21496-1, C.2.2.
GainMapNumbers iso_numbers(std::string_view block) {
    GainMapNumbers found{.kind = GainMapKind::iso};
    std::size_t at = 0;
    const auto next = [&](std::size_t count) {
        at += count;
        return at <= block.size() ? number_in(block, at - count, int(count)) : 0;
    };
    if (next(2) > 0) found.unusable = "it needs a later version of ISO 21496-1";
    next(2);
    const std::uint64_t flags = next(1), common = flags & common_denominator ? next(4) : 0;
    found.own_primaries = !(flags & base_primaries);
    const auto fraction = [&](bool is_signed) {
        const auto above = std::uint32_t(next(4));
        const double below = double(common > 0 ? common : next(4));
        return (is_signed ? double(std::int32_t(above)) : double(above)) / below; // by 0 it is not sound
    };
    found.base_headroom = fraction(false), found.headroom = fraction(false);
    for (std::size_t c = 0; c < (flags & several_channels ? 3 : 1); ++c)
        for (const auto& [name, member] : curve_rows)
            found.curves[c].*member = fraction(member != &GainCurve::gamma);
    if (!(flags & several_channels)) found.curves.fill(found.curves[0]);
    if (at > block.size()) found.unusable = "its numbers (ISO 21496-1) are cut off";
    if ((flags & backward) || found.base_headroom > found.headroom)
        found.unusable = "its image is the HDR rendition";
    return found;
}

// BT.709-6, 1.2, by which Apple codes its maps.
double bt709_light(double v) { return v < 0.081 ? v / 4.5 : std::pow((v + 0.099) / 1.099, 1 / 0.45); }
double bt709_sample(double v) { return v < 0.018 ? 4.5 * v : 1.099 * std::pow(v, 0.45) - 0.099; }

/// Apple, "Applying Apple HDR effect to your photos" (2023): the headroom by maker notes 33 and 48.
double apple_stops(double brightness, double gain) {
    if (brightness < 1) return gain <= 0.01 ? -20 * gain + 1.8 : -0.101 * gain + 1.601;
    return gain <= 0.01 ? -70 * gain + 3.0 : -0.303 * gain + 2.303;
}

std::optional<GainMapNumbers> apple_numbers(const std::string& packet, const std::string& exif) {
    const std::string prefix = xmp_prefix(packet, apple_space);
    if (prefix.empty() && packet.find("aux:hdrgainmap") == std::string::npos) return {};
    GainMapNumbers found{.kind = GainMapKind::apple};
    const auto said = values_of(packet, prefix + ":HDRGainMapHeadroom");
    const auto notes = apple_maker_notes(exif);
    if (!said.empty())
        found.headroom = std::log2(number_of(packet, said.front()));
    else if (notes)
        found.headroom = std::max(apple_stops(notes->first, notes->second), 0.0);
    else
        found.unusable = "its headroom is unknown (maker notes 33 and 48)";
    found.curves.fill({0, found.headroom, 1, 0, 0});
    return found;
}

/// True for numbers that can be applied.
bool is_sound(const GainMapNumbers& numbers) {
    const auto within = [](double v, double most) { return std::abs(v) <= most; }; // false if not a number
    return within(numbers.headroom, max_stops) && within(numbers.base_headroom, max_stops) &&
           std::ranges::all_of(numbers.curves, [&](const GainCurve& c) {
               return within(c.least, max_stops) && within(c.most, max_stops) && c.least <= c.most &&
                      c.gamma > 0.01 && within(c.gamma, 10) && within(c.offset_sdr, max_offset) &&
                      within(c.offset_hdr, max_offset);
           });
}

std::string fraction_bytes(double value) {
    constexpr double below = 1 << 20;
    return number_bytes(std::uint64_t(std::llround(value * below)), 4) +
           number_bytes(std::uint64_t(below), 4);
}

std::string iso_block(const GainMapNumbers& numbers, int channels) {
    const auto flags = (channels == 3 ? several_channels : 0) | (numbers.own_primaries ? 0 : base_primaries);
    std::string block = std::string(iso_gain_map) + std::string(4, '\0') + char(flags) +
                        fraction_bytes(numbers.base_headroom) + fraction_bytes(numbers.headroom);
    for (int c = 0; c < channels; ++c)
        for (const auto& [name, member] : curve_rows)
            block += fraction_bytes(numbers.curves[std::size_t(c)].*member);
    return block;
}

} // namespace

std::string GainMapFacts::text() const {
    std::string stops = std::to_string(std::round(numbers.headroom * 10) / 10);
    stops.resize(stops.find('.') + 2);
    return gain_map_kind_name(numbers.kind) + (", " + to_string(size)) + ", " + std::to_string(channels) +
           (channels == 1 ? " channel, " : " channels, ") +
           (numbers.unusable.empty() ? "up to " + stops + " stops above white"
                                     : "unusable: " + numbers.unusable);
}

const char* gain_map_kind_name(GainMapKind kind) {
    static constexpr const char* names[] = {"Ultra HDR", "ISO 21496-1", "Apple"};
    return names[std::size_t(kind)];
}

double GainMapNumbers::gain(std::size_t channel, double sample) const {
    const GainCurve& c = curves[channel];
    if (kind == GainMapKind::apple) return std::log2(1 + (std::exp2(headroom) - 1) * bt709_light(sample));
    return c.least +
           (c.most - c.least) *
               (c.gamma == 1 ? sample : std::copysign(std::pow(std::abs(sample), 1 / c.gamma), sample));
}

double GainMapNumbers::sample(std::size_t channel, double gain) const {
    const GainCurve& c = curves[channel];
    if (kind == GainMapKind::apple) {
        const double light = (std::exp2(gain) - 1) / std::max(std::exp2(headroom) - 1, 1e-6);
        return std::copysign(bt709_sample(std::min(std::abs(light), 2.0)), light);
    }
    const double share = (gain - c.least) / std::max(c.most - c.least, 1e-6);
    return c.gamma == 1 ? share : std::copysign(std::pow(std::abs(share), c.gamma), share);
}

void GainMapNumbers::widen(std::size_t channel, double lowest, double highest) {
    GainCurve& c = curves[channel];
    if (kind == GainMapKind::apple) return; // has one range for all
    const double least = std::max(gain(channel, lowest), -max_stops);
    const double most = std::min(gain(channel, highest), max_stops);
    if (grows_below) c.least = std::min(c.least, least);
    c.most = std::max(c.most, most);
}

std::optional<GainMapNumbers> gain_map_numbers(const std::vector<MetadataBlock>& blocks,
                                               const std::string& exif) {
    std::optional<GainMapNumbers> iso, hdrgm, apple;
    for (const MetadataBlock& block : blocks) {
        if (block.is(2, iso_gain_map) && !iso)
            iso = iso_numbers(std::string_view(block.body).substr(iso_gain_map.size()));
        if (!block.is(1, xmp_magic)) continue;
        const std::string packet = block.body.substr(xmp_magic.size());
        if (!hdrgm) hdrgm = hdrgm_numbers(packet);
        if (!apple) apple = apple_numbers(packet, exif);
    }
    if (iso && hdrgm) iso->grows_below = hdrgm->grows_below;
    auto found = iso ? iso : hdrgm ? hdrgm : apple;
    if (found && found->unusable.empty() && !is_sound(*found))
        found->unusable = "its numbers are out of range";
    return found;
}

void put_gain_ranges(std::vector<MetadataBlock>& blocks, const GainMapNumbers& numbers) {
    for (MetadataBlock& block : blocks) {
        if (block.is(2, iso_gain_map) && block.body.size() > iso_gain_map.size() + 4) {
            const bool several = std::uint64_t(block.body[iso_gain_map.size() + 4]) & several_channels;
            block.body = iso_block(numbers, several ? 3 : 1);
        }
        change_behind(block.body, xmp_magic, [&](std::string& packet) {
            const std::string prefix = xmp_prefix(packet, hdrgm_space) + ":";
            for (const auto& [name, member] : {curve_rows[0], curve_rows[1]}) {
                const auto spans = prefix == ":" ? std::vector<XmpSpan>{} : values_of(packet, prefix + name);
                for (std::size_t c = spans.size(); c-- > 0;)
                    packet.replace(spans[c].first, spans[c].behind - spans[c].first,
                                   std::to_string(numbers.curves[c].*member));
            }
            return true;
        });
    }
}

std::vector<MetadataBlock> gain_map_blocks(const GainMapNumbers& numbers, int channels) {
    std::string packet =
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
        "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
        "xmlns:hdrgm=\"" +
        std::string(hdrgm_space) + "\" hdrgm:Version=\"1.0\" hdrgm:BaseRenditionIsHDR=\"False\" " +
        "hdrgm:HDRCapacityMin=\"" + std::to_string(numbers.base_headroom) + "\" hdrgm:HDRCapacityMax=\"" +
        std::to_string(numbers.headroom) + "\">";
    for (const auto& [name, member] : curve_rows) {
        packet += "<hdrgm:" + std::string(name) + "><rdf:Seq>";
        for (int c = 0; c < channels; ++c)
            packet += "<rdf:li>" + std::to_string(numbers.curves[std::size_t(c)].*member) + "</rdf:li>";
        packet += "</rdf:Seq></hdrgm:" + std::string(name) + ">";
    }
    packet += "</rdf:Description></rdf:RDF></x:xmpmeta>";
    return {{0xE1, std::string(xmp_magic) + packet}, {0xE2, iso_block(numbers, channels)}};
}

MetadataBlock gain_map_announcement() { return {0xE2, std::string(iso_gain_map) + std::string(4, '\0')}; }

} // namespace atrous
