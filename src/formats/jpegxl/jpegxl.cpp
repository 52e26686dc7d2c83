// Gives libjxl the threads of the batch, so that several files at once take no more than one of each core,
// translates colours, and takes what libjxl prints.
#include "formats/jpegxl/jpegxl.h"
#include "base/text.h"
#include "formats/common/codec.h"
#include "image/in_rows.h"
#include <atomic>
#include <cstdio>
#include <mutex>
#include <new>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

constexpr int rec709 = 1, rec2020 = 9, p3_d65 = 12, srgb_curve = 13, linear = 8, hlg = 18;

// Since version 0.9, without a pixel format, which 0.7 ignores.
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
constexpr JxlPixelFormat ignored{3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
#define ATROUS_JXL_FORMAT &ignored,
#else
#define ATROUS_JXL_FORMAT
#endif

/// The first line that libjxl printed in this thread.
thread_local std::string heard;

/// Takes what libraries print by stdio: keeps lines like "./lib/jxl/decode.cc:12: JXL_FAILURE: no box".
ssize_t take_print(void*, const char* text, std::size_t size) {
    const std::string line(text, size);
    const std::size_t file = line.find("lib/jxl/"), failure = line.find("FAILURE: ", file),
                      reason = line.find(": ", failure == std::string::npos ? file : failure);
    const bool aborts = line.find("ABORT") != std::string::npos || line.find("ASSERT") != std::string::npos ||
                        line.find("JXL_CHECK") != std::string::npos;
    if (file == std::string::npos || aborts) return std::max<ssize_t>(::write(STDERR_FILENO, text, size), 0);
    if (heard.empty() && reason != std::string::npos) heard = trimmed(line.substr(reason + 2));
    return ssize_t(size);
}

} // namespace

void listen_to_libjxl() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (FILE* const own = ::fopencookie(nullptr, "w", {nullptr, take_print, nullptr, nullptr}))
            std::setvbuf(own, nullptr, _IOLBF, BUFSIZ), stderr = own;
    });
    heard.clear();
}

std::string reason_of_libjxl() { return heard.empty() ? "" : " (libjxl: " + one_line(heard) + ")"; }

JxlParallelRetCode run_in_batch(void*, void* work, JxlParallelRunInit begin, JxlParallelRunFunction run,
                                std::uint32_t first, std::uint32_t end) {
    const std::uint32_t threads = std::max(1U, std::thread::hardware_concurrency());
    if (const JxlParallelRetCode failed = begin(work, threads)) return failed;
    std::atomic<std::uint32_t> next{first};
    const auto work_as = [&](std::uint32_t thread) {
        for (std::uint32_t i = next++; i < end; i = next++) run(work, i, thread);
    };
    if (end - first < 2) return work_as(0), 0;
    try {
        in_rows(int(threads), 1, [&](int from, int behind) {
            for (int thread = from; thread < behind; ++thread) work_as(std::uint32_t(thread));
        });
    } catch (const std::bad_alloc&) { // no exception may pass through libjxl
        return JXL_PARALLEL_RET_RUNNER_ERROR;
    }
    return 0;
}

CodePoints points_of(const JxlColorEncoding& encoding) {
    CodePoints points{0, int(encoding.transfer_function)};
    if (encoding.white_point != JXL_WHITE_POINT_D65) return points;
    const bool is_hdr = points.transfer == pq_curve || points.transfer == hlg;
    if (encoding.color_space == JXL_COLOR_SPACE_GRAY) points.primaries = is_hdr ? rec2020 : rec709;
    if (encoding.color_space != JXL_COLOR_SPACE_RGB) return points;
    if (encoding.primaries == JXL_PRIMARIES_P3) return {p3_d65, points.transfer};
    if (encoding.primaries != JXL_PRIMARIES_CUSTOM) points.primaries = int(encoding.primaries);
    return points;
}

JxlColorEncoding encoding_of(const CodePoints& points, bool grey) {
    JxlColorEncoding encoding{};
    JxlColorEncodingSetToSRGB(&encoding, grey);
    encoding.primaries = points.primaries == p3_d65 ? JXL_PRIMARIES_P3 : JxlPrimaries(points.primaries);
    encoding.transfer_function = JxlTransferFunction(points.transfer);
    return encoding;
}

std::optional<CodePoints> points_of(std::string_view profile, bool grey) {
    if (profile == srgb_profile_bytes()) return CodePoints{rec709, srgb_curve};
    for (const int primaries : {rec709, p3_d65, rec2020})
        for (const int transfer : {srgb_curve, linear, 1}) {
            const CodePoints points{primaries, transfer};
            if (profile == said_colours(points, grey ? 1 : 3).profile) return points;
        }
    return {};
}

CodePoints default_points(bool floats) { return {rec709, floats ? linear : srgb_curve}; }

std::optional<JxlColorEncoding> original_encoding(const JxlDecoder* decoder) {
    JxlColorEncoding found{};
    const bool is_encoding =
        JxlDecoderGetColorAsEncodedProfile(decoder, ATROUS_JXL_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL,
                                           &found) == JXL_DEC_SUCCESS;
    return is_encoding ? std::optional(found) : std::nullopt;
}

std::string original_profile(const JxlDecoder* decoder) {
    constexpr auto target = JXL_COLOR_PROFILE_TARGET_ORIGINAL;
    std::size_t size = 0;
    if (JxlDecoderGetICCProfileSize(decoder, ATROUS_JXL_FORMAT target, &size) != JXL_DEC_SUCCESS) return {};
    std::string profile(size, '\0');
    auto* const to = reinterpret_cast<std::uint8_t*>(profile.data());
    const bool done =
        JxlDecoderGetColorAsICCProfile(decoder, ATROUS_JXL_FORMAT target, to, size) == JXL_DEC_SUCCESS;
    return done ? profile : std::string();
}

#undef ATROUS_JXL_FORMAT

} // namespace atrous
