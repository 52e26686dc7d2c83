// Netpbm's ppm(5) and pgm(5): big-endian samples, or numbers as text; most is white.
#include "base/error.h"
#include "formats/common/codec.h"
#include "formats/pnm/pnm.h"
#include "platform/heartbeat.h"
#include <cstring>

namespace atrous {
namespace {

constexpr std::uint32_t full = 65535;

Error cut(const std::filesystem::path& path, std::uint64_t row) {
    return file_error(path.string() + ": truncated or damaged: its row " + std::to_string(row + 1) +
                      " is not whole");
}

std::uint16_t scaled(std::uint32_t sample, std::uint32_t most) {
    return std::uint16_t((std::uint64_t(std::min(sample, most)) * full + most / 2) / most);
}

/// OpenImageIO 2.4 writes the bytes of 16-bit samples in the other order.
void write_wide_pnm(const Raster& raster, OutputBytes& bytes) {
    const std::string head = std::string(raster.channels == 1 ? "P5" : "P6") + "\n" +
                             std::to_string(raster.size.width) + " " + std::to_string(raster.size.height) +
                             "\n" + std::to_string(full) + "\n";
    bytes.put(head.data(), head.size(), 0);
    std::string row(raster.row(), '\0');
    const int together = band_rows(raster.bytes, raster.size.height);
    for (int y = 0; y < raster.size.height; ++y) {
        const std::byte* const from = raster.row_at(y);
        for (std::size_t i = 0; i < row.size(); i += 2) {
            std::uint16_t sample = 0;
            std::memcpy(&sample, from + i, sizeof sample);
            row[i] = char(sample >> 8), row[i + 1] = char(sample & 255);
        }
        bytes.put(row.data(), row.size(), bytes.size());
        if ((y + 1) % together == 0) raster.bytes.let_go();
    }
}

bool write_wide(const EncodeJob& job) {
    if (job.specs[0].format != OIIO::TypeUInt16) return false;
    const Encoded encoded = job.samples(0);
    write_wide_pnm(raster_of(encoded).value(), job.bytes);
    return true;
}

} // namespace

bool read_wide_pnm(const std::filesystem::path& path, Size size, int channels, Bytes& to) {
    const FileView file(path);
    const auto header = pnm_header(file);
    if (!header || header->sample_bytes() < 2 || header->width != std::uint64_t(size.width) ||
        header->height != std::uint64_t(size.height) || header->channels() != std::uint64_t(channels))
        return false;
    const std::size_t count = std::size_t(header->width * header->channels());
    const std::uint64_t row = count * sizeof(std::uint16_t);
    const bool again = to.size < row * header->height;
    PnmNumbers numbers(file, header->samples);
    std::vector<std::uint16_t> samples(count);
    const auto together = std::uint64_t(band_rows(to, size.height));
    for (std::uint64_t y = 0; y < header->height; ++y) {
        const std::string bytes = header->is_text() ? "" : file.bytes(header->samples + y * row, row);
        if (!header->is_text() && bytes.size() < row) throw cut(path, y);
        for (std::size_t i = 0; i < count; ++i) {
            const auto text = header->is_text() ? numbers.next() : std::nullopt;
            if (header->is_text() && !text) throw cut(path, y);
            samples[i] = scaled(text ? *text : std::uint32_t(number_in(bytes, 2 * i, 2)), header->most);
        }
        std::memcpy(to.data.get() + (again ? 0 : y * row), samples.data(), std::size_t(row));
        if ((y + 1) % together == 0) to.let_go();
        heartbeat();
    }
    return true;
}

extern const Codec pnm_codec{.name = "pnm", .write = write_wide};

} // namespace atrous
