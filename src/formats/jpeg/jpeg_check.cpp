// Checks the marker segments of a JPEG in front of its first scan (ITU-T T.81, B.1.1): profile, XMP, and a
// size that the file's bytes can hold.
#include "files/file_view.h"
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/messages.h"
#include "image/profile.h"
#include "metadata/xmp_text.h"
#include <map>
#include <set>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto icc_magic = "ICC_PROFILE\0"sv;
/// Pixels per byte of a file. A block of 64 takes a bit and more in the sparsest scans. This is 16 times less.
constexpr std::uint64_t max_pixels_per_byte = 64 * 8 * 16;

Message check_frame(const FileView& file, std::uint64_t at) {
    const std::uint64_t height = file.number(at + 1, 2), width = file.number(at + 3, 2);
    if (width * height / max_pixels_per_byte <= file.size()) return {};
    return message(messages::jpeg_size, width, height, file.size());
}

/// The parts of a profile by number (from 1), with the count that each part specifies, and in the order of
/// the file. Phones of Xiaomi number all parts 1 of 1, and others begin with 0.
struct ProfileParts {
    std::map<int, std::string> bytes;
    std::set<int> counts;
    std::string in_order;

    void add(const std::string& segment) {
        const auto byte = [&](std::size_t at) { return int(number_in(segment, at, 1)); };
        bytes.emplace(byte(icc_magic.size()), segment.substr(icc_magic.size() + 2));
        counts.insert(byte(icc_magic.size() + 1));
        if (in_order.size() <= max_profile_bytes) in_order += segment.substr(icc_magic.size() + 2);
    }
    /// Empty if it is incomplete: parts are missing, and its length is not the length in its header.
    std::string whole() const {
        std::string all;
        for (const auto& [number, part] : bytes) all += part;
        for (const std::string& found : {all, in_order})
            if (found.size() >= 4 && number_in(found, 0, 4) == found.size()) return found;
        const int parts = int(bytes.size());
        const bool complete =
            counts == std::set{parts} && bytes.begin()->first == 1 && bytes.rbegin()->first == parts;
        return complete ? all : std::string();
    }
};

/// True if a segment is a part of a profile.
bool has_profile(int marker, const std::string& body) {
    return marker == 0xE2 && body.starts_with(icc_magic) && body.size() >= icc_magic.size() + 2;
}

/// Collects the profile from the segments before the first scan. `at`: end of the consecutive segments, or 0 if they reach the scan.
ProfileParts profile_parts(const FileView& file, std::uint64_t& at) {
    ProfileParts profile;
    at = 2;
    while (const auto found = next_jpeg_marker(file, at)) {
        if (found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) {
            at = 0;
            break;
        }
        const std::string body = found->marker == 0xE2 ? file.bytes(found->body, found->size) : "";
        if (has_profile(found->marker, body)) profile.add(body);
    }
    return profile;
}

/// The coefficients of all blocks, 16 bits each (ITU-T T.81, B.2.2: components, and their sampling).
std::uint64_t coefficients(const FileView& file, std::uint64_t frame) {
    constexpr std::uint64_t block = 64 * sizeof(std::int16_t);
    const std::uint64_t height = file.number(frame + 1, 2), width = file.number(frame + 3, 2),
                        count = file.number(frame + 5, 1);
    const auto sampling = [&](std::uint64_t component) {
        return file.number(frame + 6 + 3 * component + 1, 1);
    };
    std::uint64_t across = 1, down = 1, bytes = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        across = std::max(across, sampling(i) >> 4);
        down = std::max(down, sampling(i) & 15);
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t step_x = 8 * across, step_y = 8 * down;
        bytes += (width * (sampling(i) >> 4) + step_x - 1) / step_x *
                 ((height * (sampling(i) & 15) + step_y - 1) / step_y) * block;
    }
    return bytes;
}

} // namespace

std::string profile_of_jpeg(const FileView& file) {
    std::uint64_t at = 0;
    return profile_parts(file, at).whole();
}

Message check_jpeg(const FileView& file) {
    Message reason;
    for (std::uint64_t at = 2; reason.empty();) {
        const auto found = next_jpeg_marker(file, at);
        if (!found || found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) break;
        const int marker = found->marker;
        if (is_jpeg_frame(marker)) reason = check_frame(file, found->body);
        if (marker == 0xE1) {
            const std::string bytes = file.bytes(found->body, found->size);
            if (bytes.starts_with(xmp_magic))
                reason = check_xmp(std::string_view(bytes).substr(xmp_magic.size()));
        }
    }
    return reason.empty() ? check_icc(profile_of_jpeg(file)) : reason;
}

Damage damage_in_jpeg(const FileView& file) {
    std::uint64_t at = 0;
    const ProfileParts profile = profile_parts(file, at);
    Damage damage;
    if (at > 0) damage.lost.add(message(messages::jpeg_segments, at));
    if (!profile.bytes.empty() && profile.whole().empty())
        damage.lost.add(
            message(messages::jpeg_profile_parts, profile.bytes.size(), *profile.counts.rbegin()));
    return damage;
}

std::uint64_t jpeg_opening_bytes(const FileView& file) {
    std::uint64_t frame = 0;
    bool progressive = false;
    for (std::uint64_t at = 2; const auto found = next_jpeg_marker(file, at);) {
        const int marker = found->marker;
        if (marker == jpeg_end_marker) return 0;
        if (marker == jpeg_scan_marker) {
            const bool in_parts = progressive || file.number(found->body, 1) < file.number(frame + 5, 1);
            return frame > 0 && in_parts ? coefficients(file, frame) : 0;
        }
        if (!is_jpeg_frame(marker)) continue;
        frame = found->body;
        progressive = (marker & 3) == 2;
    }
    return 0;
}

} // namespace atrous
