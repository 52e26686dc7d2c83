// Checks and reads Netpbm's ppm(5), pgm(5) and pbm(5): big-endian samples, or numbers as text. The largest
// number is white. A comment ends with its line, and may stand between all numbers of the header.
#include "base/error.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/common/codec.h"
#include "formats/pnm/messages.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

/// Whole numbers in text, between blanks and comments.
class PnmNumbers {
  public:
    PnmNumbers(const FileView& file, std::uint64_t at) : file_(file), at_(at) {}
    /// Nothing if none follows, or one above 9 digits.
    std::optional<std::uint32_t> next();
    /// Position after the last number.
    std::uint64_t at() const { return at_; }
    /// Comments so far, a line each.
    const std::string& comments() const { return comments_; }

  private:
    bool is_blank();
    const FileView& file_;
    std::uint64_t at_;
    std::string comments_{};
};

struct PnmHeader {
    int kind;                    ///< 1 to 6: bits, greys, colours as text, then the same as bytes
    std::uint64_t width, height; ///< pixels
    std::uint32_t most;          ///< the sample that is white
    std::uint64_t samples;       ///< beginning of the samples
    bool is_text() const { return kind < 4; }
    std::uint64_t channels() const { return kind % 3 == 0 ? 3 : 1; }
    std::uint64_t sample_bytes() const { return most > 255 ? 2 : 1; }
    /// Bytes of all samples in a binary file.
    std::uint64_t bytes() const {
        return (kind == 4 ? (width + 7) / 8 : width * channels() * sample_bytes()) * height;
    }
};

/// Passes over one blank, or a comment.
bool PnmNumbers::is_blank() {
    if (!file_.has(at_, 1)) return false;
    const auto byte = [&] { return char(file_.number(at_, 1)); };
    if (byte() == '#') {
        std::string text;
        while (file_.has(++at_, 1) && byte() != '\n' && byte() != '\r') text += byte();
        comments_ += (comments_.empty() ? "" : "\n") + trimmed(text);
    } else if (byte() != ' ' && (byte() < '\t' || byte() > '\r'))
        return false;
    else
        ++at_;
    return true;
}

std::optional<std::uint32_t> PnmNumbers::next() {
    constexpr int max_digits = 9;
    while (is_blank()) {}
    std::uint32_t value = 0;
    int digits = 0;
    for (; file_.has(at_, 1); ++at_, ++digits) {
        const std::uint64_t digit = file_.number(at_, 1) - '0';
        if (digit > 9) break;
        if (digits == max_digits) return {};
        value = value * 10 + std::uint32_t(digit);
    }
    return digits > 0 ? std::optional(value) : std::nullopt;
}

/// Nothing if the file is no PNM of whole numbers.
std::optional<PnmHeader> pnm_header(const FileView& file) {
    constexpr std::uint32_t max_sample = 65535;
    const int kind = int(file.number(1, 1)) - '0';
    if (file.number(0, 1) != 'P' || kind < 1 || kind > 6) return {};
    PnmNumbers numbers(file, 2);
    const auto width = numbers.next(), height = numbers.next();
    const bool bits = kind == 1 || kind == 4;
    const auto most = bits ? std::optional<std::uint32_t>(1) : numbers.next();
    if (!width || !height || !most || *most < 1 || *most > max_sample) return {};
    return PnmHeader{kind, *width, *height, *most, numbers.at() + 1};
}

/// OpenImageIO 2.4 shows white for all samples if the largest is 0 or has more than 16 bits.
Message check_pnm(const FileView& file) {
    const bool floats = (file.number(1, 1) | 0x20) == 'f';
    return floats || pnm_header(file) ? Message() : message(messages::pnm_header_damaged);
}

Damage damage_in_pnm(const FileView& file) {
    Damage found;
    const auto header = pnm_header(file);
    if (!header || header->is_text()) return found;
    const std::uint64_t end = header->samples + header->bytes();
    if (end < file.size() && file.number(end, 1) == 'P') found.unread.add(message(messages::pnm_pictures));
    return found;
}

/// OpenImageIO 2.4 ignores comments: of the header, and in a file of text anywhere. Other formats have one as an
/// attribute.
void read_comments(const OpenFile& open, ImageFile& file, Metadata& found) {
    const FileView view(open.path);
    const std::uint64_t kind = view.number(1, 1);
    PnmNumbers numbers(view, 2);
    for (int i = kind == '4' ? 1 : 0; (i < 3 || kind < '4') && numbers.next(); ++i) {}
    found.comment = numbers.comments();
    if (!found.comment.empty()) file.parts.front().pass_through->spec["ImageDescription"] = found.comment;
}

/// Puts the comment after the first bytes, "P6" and a line end.
std::string with_comment(std::string head, const Metadata& found, Messages&) {
    std::string lines;
    if (!found.comment.empty())
        for (const std::string& line : split(found.comment, '\n')) lines += "# " + line + "\n";
    std::ranges::replace(lines, '\r', ' ');
    return head.insert(std::min<std::size_t>(3, head.size()), lines);
}

/// The end of binary samples that no further image follows.
std::uint64_t end_of_pnm(const FileView& file) {
    const auto header = pnm_header(file);
    const std::uint64_t end = header && !header->is_text() ? header->samples + header->bytes() : 0;
    return file.number(end, 1) == 'P' ? 0 : end;
}

/// OpenImageIO's reader of PPM and its kin takes the whole file into memory.
std::uint64_t file_bytes(const FileView& file) { return file.size(); }

constexpr std::uint32_t full = 65535;

Error cut(const std::filesystem::path& path, std::uint64_t row) {
    return file_error(message(messages::pnm_cut, row + 1).about(path.string()));
}

std::uint16_t scaled(std::uint32_t sample, std::uint32_t most) {
    return std::uint16_t((std::uint64_t(std::min(sample, most)) * full + most / 2) / most);
}

/// OpenImageIO 2.4 writes the bytes of 16-bit samples in the other order.
void write_wide_pnm(const Raster& raster, const EncodeJob& job) {
    OutputBytes& bytes = job.bytes;
    const std::string head = with_comment(
        std::string(raster.channels == 1 ? "P5" : "P6") + "\n" + std::to_string(raster.size.width) + " " +
            std::to_string(raster.size.height) + "\n" + std::to_string(full) + "\n",
        job.metadata, job.warnings);
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
    write_wide_pnm(raster_of(encoded).value(), job);
    return true;
}

/// OpenImageIO 2.4 reads some samples of 16 bits one too low. These are scaled so that 65535 is white, row
/// after row. If `to` is smaller than the image, each row replaces the row before it.
bool read_wide(OpenFile& open, int, const OIIO::ImageSpec& spec, Bytes& to) {
    if (spec.format != OIIO::TypeUInt16) return false;
    const FileView file(open.path);
    const auto header = pnm_header(file);
    if (!header || header->sample_bytes() < 2 || header->width != std::uint64_t(spec.width) ||
        header->height != std::uint64_t(spec.height) || header->channels() != std::uint64_t(spec.nchannels))
        return false;
    const std::size_t count = std::size_t(header->width * header->channels());
    const std::uint64_t row = count * sizeof(std::uint16_t);
    const bool again = to.size < row * header->height;
    PnmNumbers numbers(file, header->samples);
    std::vector<std::uint16_t> samples(count);
    const auto together = std::uint64_t(band_rows(to, spec.height));
    for (std::uint64_t y = 0; y < header->height; ++y) {
        const std::string bytes = header->is_text() ? "" : file.bytes(header->samples + y * row, row);
        if (!header->is_text() && bytes.size() < row) throw cut(open.path, y);
        for (std::size_t i = 0; i < count; ++i) {
            const auto text = header->is_text() ? numbers.next() : std::nullopt;
            if (header->is_text() && !text) throw cut(open.path, y);
            samples[i] = scaled(text ? *text : std::uint32_t(number_in(bytes, 2 * i, 2)), header->most);
        }
        std::memcpy(to.data.get() + (again ? 0 : y * row), samples.data(), std::size_t(row));
        if ((y + 1) % together == 0) to.let_go();
        heartbeat();
    }
    return true;
}

} // namespace

const Codec pnm_codec{.format = pnm_format,
                      .reader = {.check = check_pnm,
                                 .damage = damage_in_pnm,
                                 .end = end_of_pnm,
                                 .opening_bytes = file_bytes,
                                 .read = read_wide,
                                 .read_metadata = read_comments},
                      .write = write_wide,
                      .with_metadata = with_comment};

} // namespace atrous
