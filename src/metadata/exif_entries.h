// Entries of the directories of an EXIF block, read and changed in place.
#pragma once
#include "base/byte_order.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace atrous {

constexpr std::uint32_t entry_bytes = 12;
constexpr std::uint32_t interoperability_directory = 0xA005;
constexpr std::uint32_t resolution_x = 0x11A, resolution_y = 0x11B, resolution_unit = 0x128;
constexpr std::uint32_t type_short = 3, type_rational = 5, type_double = 12;

/// Numbers of the block in its own byte order, or 0 outside of it.
struct ExifReader {
    const std::string& block;
    bool big = block.starts_with("MM");

    std::uint32_t number(std::size_t at, std::size_t bytes) const {
        return at + bytes > block.size() ? 0 : std::uint32_t(number_in(block, at, int(bytes), big));
    }
    /// The place of the next directory's offset, or nothing if the directory leaves the block.
    std::optional<std::size_t> next_link(std::size_t directory) const {
        const std::size_t link = directory + 2 + entry_bytes * std::size_t(number(directory, 2));
        if (directory < 8 || link + 4 > block.size()) return {};
        return link;
    }
    /// The place of the four bytes of a tag's value, or of its offset, or 0 if there is no such tag.
    std::size_t place_of(std::size_t directory, std::uint32_t tag) const {
        for (std::size_t i = 0; directory >= 8 && i < number(directory, 2); ++i) {
            const std::size_t entry = directory + 2 + entry_bytes * i;
            if (number(entry, 2) == tag && entry + entry_bytes <= block.size()) return entry + 8;
        }
        return 0;
    }
    std::uint32_t value_of(std::size_t directory, std::uint32_t tag) const {
        const std::size_t place = place_of(directory, tag);
        return place == 0 ? 0 : number(place, 4);
    }
    /// Returns a value of two bytes, which lies at the beginning of the entry's four.
    int short_of(std::size_t directory, std::uint32_t tag) const {
        const std::uint32_t value = value_of(directory, tag);
        return int(big ? value >> 16 : value & 0xFFFF);
    }
    double rational_of(std::size_t directory, std::uint32_t tag) const {
        const std::size_t at = value_of(directory, tag);
        const double below = at < 8 ? 0 : number(at + 4, 4);
        return below > 0 ? number(at, 4) / below : 0;
    }
};

/// Changes numbers of the block in its own byte order.
struct ExifWriter {
    std::string& block;
    bool big = block.starts_with("MM");

    void put(std::size_t at, std::size_t bytes, std::uint32_t value) const {
        for (std::size_t i = 0; i < bytes && at + i < block.size(); ++i)
            block[at + i] = char(value >> 8 * (big ? bytes - 1 - i : i));
    }
    /// A tag's whole number, which has two bytes or four, if there is such a tag.
    void put_number(std::size_t directory, std::uint32_t tag, std::uint32_t value) const {
        const ExifReader reader{block};
        const std::size_t place = reader.place_of(directory, tag);
        if (place == 0) return;
        const bool is_short = reader.number(place - 6, 2) == type_short;
        put(place, 4, 0);
        put(place, is_short ? 2 : 4, value);
    }
    /// A rational number above 0, with six decimal places at most.
    void put_rational(std::size_t at, double value) const {
        if (!(value > 0) || value > 4e9 || at < 8) return;
        std::uint32_t below = 1;
        while (below < 1000000 && value * below != std::floor(value * below) && value * below * 10 < 4e9)
            below *= 10;
        put(at, 4, std::uint32_t(std::lround(value * below)));
        put(at + 4, 4, below);
    }
    /// Takes an entry out of its directory, which becomes shorter. Nothing else moves.
    void remove(std::size_t directory, std::uint32_t tag) const {
        const ExifReader reader{block};
        const std::size_t place = reader.place_of(directory, tag);
        const auto link = reader.next_link(directory);
        if (place == 0 || !link) return;
        put(directory, 2, reader.number(directory, 2) - 1);
        block.erase(place - 8, entry_bytes);
        block.insert(*link + 4 - entry_bytes, entry_bytes, '\0');
    }
};

} // namespace atrous
