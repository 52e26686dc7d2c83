// The sections are header, colour table, resources, layers, merged picture. Layers of 16 and 32 bits lie in a block of their own
// behind those of 8 bits, which then are none.
#include "formats/psd/psd_merged.h"
#include "formats/psd/psd.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace atrous {
namespace {

/// A layer of 0 x 0 pixels without channels.
std::string empty_layer() {
    constexpr int bounds = 16, channels = 2, mask_ranges_and_name = 12;
    return std::string(bounds + channels, '\0') + "8BIMnorm" + std::string(4, '\0') +
           number_bytes(mask_ranges_and_name, 4) + std::string(mask_ranges_and_name, '\0');
}

} // namespace

MergedPsd::MergedPsd(const std::filesystem::path& path) : IOProxy(path.string(), Read), file_(path) {
    constexpr std::uint64_t channels_at = 12, mode_at = 24;
    const PsdSection layers = psd_sections(file_).back();
    const int bytes = layers.length_bytes;
    const std::uint64_t inside = layers.inside();
    begin_ = layers.begin;
    end_ = std::min(layers.end(), file_.size());
    channels_ = int(file_.number(channels_at, 2));
    mode_ = int(file_.number(mode_at, 2));
    const int count = end_ > inside ? find_count(inside, bytes) : 0;
    layers_ = std::abs(count);
    const std::string layer = number_bytes(0xffff, 2) + empty_layer(); // -1 layers
    const std::string info =
        count < 0 ? number_bytes(layer.size(), bytes) + layer + std::string(4, '\0') : "";
    instead_ = number_bytes(info.size(), bytes) + info;
}

/// The number of layers, below 0 where the merged picture has transparency.
int MergedPsd::find_count(std::uint64_t at, int bytes) const {
    const std::uint64_t first = file_.number(at, bytes);
    if (first > 0) return std::int16_t(file_.number(at + std::uint64_t(bytes), 2));
    at += std::uint64_t(bytes);
    at += 4 + file_.number(at, 4); // the mask of all
    while (at + 12 < end_) {
        const std::string mark = file_.bytes(at, 4), key = file_.bytes(at + 4, 4);
        if (mark != "8BIM" && mark != "8B64") return 0;
        // Of the keys that a PSB gives 8 bytes those that come before layers.
        const bool wide =
            bytes == 8 && (key == "LMsk" || key == "Lr16" || key == "Lr32" || key == "Layr" ||
                           key == "Mt16" || key == "Mt32" || key == "Mtrn" || key == "Alph" ||
                           key == "FMsk" || key == "lnk2" || key == "FEid" || key == "FXid" || key == "PxSD");
        const int length_bytes = wide ? 8 : 4;
        const std::uint64_t length = file_.number(at + 8, length_bytes);
        at += 8 + std::uint64_t(length_bytes);
        if (key == "Lr16" || key == "Lr32") return std::int16_t(file_.number(at, 2));
        if (at > end_ || length > end_ - at) return 0;
        at += (length + 3) / 4 * 4;
    }
    return 0;
}

std::size_t MergedPsd::read(void* to, std::size_t count) {
    const std::size_t done = pread(to, count, m_pos);
    m_pos += std::int64_t(done);
    return done;
}

std::size_t MergedPsd::pread(void* to, std::size_t count, std::int64_t at) {
    std::size_t done = 0;
    while (at >= 0 && done < count) {
        const std::uint64_t from = std::uint64_t(at) + done, behind = begin_ + instead_.size();
        const std::uint64_t left = count - done;
        std::string piece;
        if (from < begin_)
            piece = file_.bytes(from, std::min(left, begin_ - from));
        else if (from < behind)
            piece = instead_.substr(std::size_t(from - begin_), std::size_t(left));
        else
            piece = file_.bytes(from - behind + end_, left);
        if (piece.empty()) break;
        std::memcpy(static_cast<char*>(to) + done, piece.data(), piece.size());
        done += piece.size();
    }
    return done;
}

} // namespace atrous
