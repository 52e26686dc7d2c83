// Makes sidecars as darktable writes them.
#pragma once
#include <array>
#include <cstring>
#include <string>

namespace atrous::test {

/// Control values of the contrast equalizer, 6 per curve from coarse to fine: luma, chroma, edges, luma
/// threshold, chroma threshold.
using Controls = std::array<std::array<float, 6>, 5>;

inline std::array<float, 6> flat(float value) { return {value, value, value, value, value, value}; }

/// The value of every control k, 0 to 5.
template <class Function>
std::array<float, 6> ramp(Function value) {
    std::array<float, 6> out;
    for (int k = 0; k < 6; ++k) out[std::size_t(k)] = float(value(k));
    return out;
}

/// The packed parameters: version 2 (248 bytes), or version 1 without the mix at the end.
inline std::string equalizer_hex(const Controls& y, float mix = 1, int version = 2) {
    Controls x;
    for (auto& curve : x)
        for (std::size_t k = 0; k < 6; ++k) curve[k] = float(double(k) / 5);
    std::string bytes(248, '\0');
    const int octaves = 7;
    std::memcpy(&bytes[0], &octaves, 4);
    std::memcpy(&bytes[4], x.data(), 120);
    std::memcpy(&bytes[124], y.data(), 120);
    std::memcpy(&bytes[244], &mix, 4);
    if (version == 1) bytes.resize(244);
    std::string hex;
    for (const unsigned char byte : bytes) {
        hex += "0123456789abcdef"[byte / 16];
        hex += "0123456789abcdef"[byte % 16];
    }
    return hex;
}

/// An entry of a history. `more` are further attributes.
inline std::string history_entry(const std::string& params, int num = 0,
                                 const std::string& more = "darktable:enabled=\"1\"",
                                 const std::string& version = "2", const std::string& operation = "atrous") {
    return "     <rdf:li\n      darktable:num=\"" + std::to_string(num) + "\"\n      darktable:operation=\"" +
           operation + "\"\n      " + more + "\n      darktable:modversion=\"" + version +
           "\"\n      darktable:params=\"" + params + "\"\n      darktable:multi_name=\"\"/>\n";
}

/// A sidecar with these entries, of which the first `end` are active.
inline std::string sidecar(const std::string& entries, int end = 1) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"XMP Core 4.4.0-Exiv2\">\n"
           " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
           "  <rdf:Description rdf:about=\"\"\n    xmlns:darktable=\"http://darktable.sf.net/\"\n"
           "   darktable:xmp_version=\"5\"\n   darktable:raw_params=\"0\"\n"
           "   darktable:auto_presets_applied=\"1\"\n   darktable:iop_order_version=\"4\"\n"
           "   darktable:history_end=\"" +
           std::to_string(end) + "\">\n   <darktable:history>\n    <rdf:Seq>\n" + entries +
           "    </rdf:Seq>\n   </darktable:history>\n  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n";
}

} // namespace atrous::test
