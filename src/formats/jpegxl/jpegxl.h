// Shares what reading and writing JPEG XL need of libjxl: threads, colours, and functions whose parameters
// differ between the versions 0.7 and 0.11.
#pragma once
#include "base/held.h"
#include "formats/common/pass_through.h"
#include "image/profile.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// Attributes of a JPEG XL: bits of its samples, if they are 9 to 15, the light of 1 in candela per square
/// metre, and 1 if it is compressed without loss.
constexpr const char* jxl_bits = jxl_bits_attribute;
constexpr const char* jxl_intensity = "jpegxl:intensity";
constexpr const char* jxl_lossless = "jpegxl:lossless";

constexpr int pq_curve = 16; ///< of ITU-T H.273

/// Floats that hold all finite half floats as normal numbers.
constexpr std::uint32_t wide_half_bits = 17, wide_half_exponent = 6;

constexpr float half_most = 65504;
constexpr std::uint16_t half_exponent = 0x7C00;
inline bool is_finite(std::uint16_t half) { return (half & half_exponent) != half_exponent; }
/// The nearest finite half float, and 0 for what is not a number.
inline float clamped(float v) { return std::isnan(v) ? 0 : std::clamp(v, -half_most, half_most); }
inline std::uint16_t clamped(std::uint16_t half) {
    constexpr std::uint16_t sign = 0x8000;
    if (is_finite(half)) return half;
    return (half | sign) == (half_exponent | sign) ? std::uint16_t(half - 1) : std::uint16_t(0);
}

/// Keeps what libjxl 0.7 and 0.11 print about damage from the standard error. There is no option against it.
void listen_to_libjxl();
/// The first reason that it had in this thread since, in brackets, or empty.
std::string reason_of_libjxl();

/// Runs pieces of libjxl's work in the caller's thread and in idle threads of the batch (a
/// JxlParallelRunner).
JxlParallelRetCode run_in_batch(void*, void* work, JxlParallelRunInit begin, JxlParallelRunFunction run,
                                std::uint32_t first, std::uint32_t end);

/// The colours of an encoding by the numbers of ITU-T H.273, as far as they have numbers (0: none).
CodePoints points_of(const JxlColorEncoding& encoding);
/// The encoding of colours that points_of() can name.
JxlColorEncoding encoding_of(const CodePoints& points, bool grey);
/// The colours whose profile this is, byte for byte, or nothing if it is none that this program makes.
std::optional<CodePoints> points_of(std::string_view profile, bool grey);
/// The colours of samples without a profile.
CodePoints default_points(bool floats);

/// The encoding of the colours of a file, or nothing if it has a profile instead.
std::optional<JxlColorEncoding> original_encoding(const JxlDecoder* decoder);
/// The profile of a file, which libjxl makes of an encoding, or empty if there is none.
std::string original_profile(const JxlDecoder* decoder);

} // namespace atrous
