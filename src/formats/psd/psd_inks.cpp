// Adobe Photoshop File Formats Specification, image data: how it is compressed, of PackBits the lengths of all rows, then one plane
// behind the other.
#include "formats/psd/psd_inks.h"
#include "base/error.h"
#include "formats/psd/psd.h"
#include "platform/heartbeat.h"
#include <vector>

namespace atrous {
namespace {

constexpr std::uint64_t four_inks = 4;

/// Bytes of which as many as needed become `row`; false where they are not.
bool unpack(std::string_view packed, std::string& row) {
    std::size_t at = 0, done = 0;
    while (done < row.size() && at < packed.size()) {
        const int head = static_cast<signed char>(packed[at++]);
        if (head == -128) continue;
        const bool repeats = head < 0;
        const auto count = std::size_t(repeats ? 1 - head : head + 1), taken = repeats ? 1 : count;
        if (count > row.size() - done || taken > packed.size() - at) return false;
        for (std::size_t i = 0; i < count; ++i) row[done + i] = packed[at + (repeats ? 0 : i)];
        done += count, at += taken;
    }
    return done == row.size();
}

/// Where the rows of the planes lie.
class Planes {
  public:
    explicit Planes(const FileView& file) : file_(file) {
        const PsdSection layers = psd_sections(file).back();
        packed_ = file.number(layers.end(), 2) == 1;
        first_ = layers.end() + 2;
        if (packed_) find_rows(std::uint64_t(layers.length_bytes) / 2); // 2 bytes, of a PSB 4
    }
    std::uint64_t channels() const { return file_.number(12, 2); }
    Size size() const { return {int(file_.number(18, 4)), int(file_.number(14, 4))}; }
    std::size_t sample_bytes() const { return std::size_t(file_.number(22, 2) / 8); }

    /// False where the file has not all of it.
    bool read(std::uint64_t plane, std::uint64_t y, std::string& row) const {
        const std::uint64_t i = plane * std::uint64_t(size().height) + y;
        if (packed_)
            return i + 1 < places_.size() &&
                   unpack(file_.bytes(places_[i], places_[i + 1] - places_[i]), row);
        const std::string bytes = file_.bytes(first_ + i * row.size(), row.size());
        if (bytes.size() < row.size()) return false;
        row = bytes;
        return true;
    }

  private:
    void find_rows(std::uint64_t length_bytes) {
        const auto height = std::uint64_t(size().height);
        const std::uint64_t rows = channels() * height;
        if (!file_.has(first_, rows * length_bytes)) return;
        const std::string lengths = file_.bytes(first_, four_inks * height * length_bytes);
        places_.push_back(first_ + rows * length_bytes);
        for (std::size_t at = 0; at < lengths.size(); at += length_bytes)
            places_.push_back(places_.back() + number_in(lengths, at, int(length_bytes)));
    }

    const FileView& file_;
    bool packed_ = false;
    std::uint64_t first_ = 0;
    std::vector<std::uint64_t>
        places_{}; ///< of packed rows, and where the last one ends; empty: the file has no lengths
};

} // namespace

void read_psd_inks(const std::filesystem::path& path, Size size, Bytes& to) {
    const FileView file(path);
    const Planes planes(file);
    const std::size_t sample = planes.sample_bytes();
    if (planes.size() != size || planes.channels() < four_inks || sample < 1 || sample > 2)
        throw file_error(path.string() + ": changed while it was read");
    const auto width = std::size_t(size.width), pixel = sample * four_inks;
    const bool again = to.size < width * pixel * std::size_t(size.height);
    const int together = band_rows(to, size.height);
    std::string row(width * sample, '\0');
    for (int y = 0; y < size.height; ++y) {
        std::byte* const at = to.data.get() + (again ? 0 : std::size_t(y) * width * pixel);
        for (std::size_t c = 0; c < four_inks; ++c) {
            if (!planes.read(c, std::uint64_t(y), row))
                throw file_error(path.string() + ": truncated or damaged: row " + std::to_string(y + 1) +
                                 " of its picture is not whole");
            for (std::size_t x = 0; x < width; ++x)
                for (std::size_t i = 0; i < sample; ++i) // big-endian
                    at[x * pixel + c * sample + i] = std::byte(row[x * sample + sample - 1 - i]);
        }
        if ((y + 1) % together == 0) to.let_go();
        heartbeat();
    }
}

} // namespace atrous
