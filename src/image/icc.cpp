// The tag table of an ICC profile (ICC.1:2010, 7.3) and the texts that OpenImageIO 2.4 takes out of it without a look at
// their sizes. What it does not take apart, a profile without the signature or of another length, is left to LittleCMS.
#include "image/icc.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

constexpr std::size_t icc_head = 128, tag_bytes = 12;

/// Big-endian, of 32 bits.
std::uint64_t number_at(std::string_view profile, std::uint64_t at) {
    std::uint64_t number = 0;
    for (const char c : profile.substr(std::min(std::size_t(at), profile.size()), 4))
        number = number << 8 | static_cast<unsigned char>(c);
    return number;
}

/// Whether texts in several languages (10.13) lie in the profile; offsets count from the tag.
bool has_bad_texts(std::string_view profile, std::uint64_t offset, std::uint64_t size) {
    if (size < 16) return true;
    const std::uint64_t records = number_at(profile, offset + 8);
    if (records > (profile.size() - offset - 16) / 12) return true;
    for (std::uint64_t i = 0; i < records; ++i) {
        const std::uint64_t at = offset + 16 + i * 12;
        if (offset + number_at(profile, at + 4) + number_at(profile, at + 8) > profile.size()) return true;
    }
    return false;
}

/// Whether the contents of a tag that lies in the profile do not.
bool has_bad_contents(std::string_view profile, std::uint64_t offset, std::uint64_t size) {
    const std::string_view type = profile.substr(std::size_t(offset), 4);
    if (type == "text") return size < 8;
    if (type == "desc") return size < 12 || number_at(profile, offset + 8) > size - 12;
    return type == "mluc" && has_bad_texts(profile, offset, size);
}

std::string damaged(const std::string& how) {
    return "its ICC profile is damaged (" + how + "); exiftool -icc_profile:all= FILE takes it out";
}

std::string name_of(std::string_view tag) {
    std::string shown(tag);
    std::ranges::replace_if(
        shown, [](char c) { return c < ' ' || c > '~'; }, '?');
    return "tag '" + shown + "'";
}

} // namespace

bool has_bad_icc_table(std::string_view profile) {
    if (profile.size() < icc_head + 4) return true;
    const std::uint64_t tags = number_at(profile, icc_head);
    if (tags > (profile.size() - icc_head - 4) / tag_bytes) return true;
    for (std::uint64_t at = icc_head + 4; at < icc_head + 4 + tags * tag_bytes; at += tag_bytes) {
        const std::uint64_t offset = number_at(profile, at + 4), size = number_at(profile, at + 8);
        if (offset > profile.size() || size > profile.size() - offset) return true;
    }
    return false;
}

std::string png_refusal(std::string_view profile, bool grey) {
    if (has_bad_icc_table(profile)) return "table of tags";
    bool aligned = true;
    for (std::uint64_t i = 0; i < number_at(profile, icc_head); ++i)
        aligned &= number_at(profile, icc_head + 8 + i * tag_bytes) % 4 == 0;
    const auto has = [&](std::size_t at, std::string_view values) {
        return values.find(profile.substr(at, 4)) != std::string_view::npos;
    };
    constexpr std::string_view d50("\0\0\xf6\xd6\0\1\0\0\0\0\xd3\x2d", 12);
    const std::pair<bool, const char*> rules[] = {
        {number_at(profile, 0) == profile.size() && (profile[8] < 4 || profile.size() % 4 == 0), "length"},
        {has(12, "scnr mntr prtr spac"), "class"},
        {has(16, grey ? "GRAY" : "RGB "), "colours"},
        {has(20, "XYZ  Lab "), "connection space"},
        {has(36, "acsp"), "signature"},
        {number_at(profile, 64) < 4, "rendering intent"},
        {profile.substr(68, 12) == d50, "illuminant"},
        {aligned, "table of tags"}};
    for (const auto& [kept, what] : rules)
        if (!kept) return what;
    return {};
}

std::string check_icc(std::string_view profile) {
    if (profile.size() > most_profile_bytes)
        return "its ICC profile has more than " + std::to_string(most_profile_bytes >> 20) +
               " MiB; at most that are read";
    if (profile.size() < icc_head + 4 || profile.substr(36, 4) != "acsp" ||
        number_at(profile, 0) != profile.size())
        return {};
    const std::uint64_t tags = number_at(profile, icc_head);
    const std::string in_all = "in its " + std::to_string(profile.size()) + " bytes";
    if (tags > (profile.size() - icc_head - 4) / tag_bytes)
        return damaged(std::to_string(tags) + " tags do not lie " + in_all);
    for (std::uint64_t i = 0; i < tags; ++i) {
        const std::size_t at = icc_head + 4 + std::size_t(i) * tag_bytes;
        const std::string name = name_of(profile.substr(at, 4));
        const std::uint64_t offset = number_at(profile, at + 4), size = number_at(profile, at + 8);
        if (offset > profile.size() - 4 || size > profile.size() - offset)
            return damaged(name + " of " + std::to_string(size) + " bytes at " + std::to_string(offset) +
                           " does not lie " + in_all);
        if (has_bad_contents(profile, offset, size))
            return damaged(name + " of " + std::to_string(size) + " bytes does not hold its text");
    }
    return {};
}

} // namespace atrous
