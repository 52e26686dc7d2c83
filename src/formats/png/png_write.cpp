// Deflates the rows of a PNG on all cores: libpng deflates on one core, with zlib, and does not accept compressed rows. A file of one
// row that libpng writes has all chunks of the whole image, except the chunks of samples.
#include "files/deflate.h"
#include "files/file_view.h"
#include "files/inflate.h"
#include "formats/common/codec.h"
#include "formats/png/messages.h"
#include "formats/png/png.h"
#include "image/profile.h"
#include "metadata/exiv2.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t magic_bytes = 8, chunk_frame_bytes = 12; // of a chunk: length, name, checksum
/// The places of the header chunk's fields in the file.
constexpr std::size_t ihdr_at = 8, width_at = 16, height_at = 20, depth_at = 24, interlace_at = 28,
                      after_ihdr = 33;

/// Rows are compressed in independent pieces of about this size: larger pieces gain nothing.
constexpr std::size_t piece_bytes = std::size_t(1) << 20;

/// Colour types of PNG by channels: grey, grey and alpha, RGB, RGB and alpha.
int colour_type(int channels) {
    static constexpr int types[] = {0, 4, 2, 6};
    return channels >= 1 && channels <= 4 ? types[channels - 1] : -1;
}

// Rows before compression: a filter, then the filtered samples.
/// A byte, and the bytes of the pixels on the left, above, and above on the left.
struct Near {
    const std::uint8_t *x, *a, *b, *c;
};

/// A filter's bytes of a row, and the sum that it is chosen by. Written so that compilers make vectors of it.
template <class Guess>
std::size_t filtered(const Near& near, std::size_t count, std::uint8_t* to, Guess guess) {
    constexpr std::size_t block = 256; // whose sum fits into 16 bits
    std::size_t sum = 0;
    for (std::size_t from = 0; from < count; from += block) {
        std::uint16_t part = 0;
        const std::size_t end = std::min(from + block, count);
        for (std::size_t i = from; i < end; ++i) {
            const auto left = std::uint8_t(near.x[i] - guess(near.a[i], near.b[i], near.c[i]));
            to[i] = left;
            part = std::uint16_t(part + (left < 128 ? left : 256 - left));
        }
        sum += part;
    }
    return sum;
}

/// The nearest of a, b and c to a + b - c.
inline std::uint8_t paeth(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
    const auto to_a = short(std::abs(short(b - c))), to_b = short(std::abs(short(a - c))),
               to_c = short(std::abs(short(a + b - 2 * c)));
    const std::uint8_t b_or_c = to_b <= to_c ? b : c;
    return to_a <= to_b && to_a <= to_c ? a : b_or_c;
}

/// Filters rows one after the other. Chooses among the five filters as libpng does, by the least sum of absolute values of the
/// filtered bytes, taken as signed (PNG, section 12.8).
class PngFilter {
  public:
    explicit PngFilter(const Raster& raster);
    /// Appends the rows from `first` up to the end row, which is excluded.
    void append(std::string& to, int first, int behind);

  private:
    void load(std::vector<std::uint8_t>& row, int y) const;

    const Raster& raster_;
    std::vector<std::uint8_t> now_, above_; ///< led by a pixel of zeros
    std::array<std::vector<std::uint8_t>, 5> left_;
};

PngFilter::PngFilter(const Raster& raster)
    : raster_(raster), now_(raster.pixel() + raster.row()), above_(now_.size()) {
    for (auto& bytes : left_) bytes.resize(raster.row());
}

/// Samples of 16 bits are big-endian. Above the first row are zeros.
void PngFilter::load(std::vector<std::uint8_t>& row, int y) const {
    std::uint8_t* const to = row.data() + raster_.pixel();
    if (y < 0) return void(std::fill(row.begin(), row.end(), std::uint8_t(0)));
    std::memcpy(to, raster_.row_at(y), raster_.row());
    if (raster_.sample == 2)
        for (std::size_t i = 0; i < raster_.row(); i += 2) std::swap(to[i], to[i + 1]);
}

void PngFilter::append(std::string& to, int first, int behind) {
    const std::size_t pixel = raster_.pixel(), row = raster_.row();
    load(now_, first - 1);
    for (int y = first; y < behind; ++y) {
        above_.swap(now_);
        load(now_, y);
        const Near near{now_.data() + pixel, now_.data(), above_.data() + pixel, above_.data()};
        using Byte = std::uint8_t;
        const std::size_t sums[] = {
            filtered(near, row, left_[0].data(), [](Byte, Byte, Byte) { return Byte(0); }),
            filtered(near, row, left_[1].data(), [](Byte a, Byte, Byte) { return a; }),
            filtered(near, row, left_[2].data(), [](Byte, Byte b, Byte) { return b; }),
            filtered(near, row, left_[3].data(), [](Byte a, Byte b, Byte) { return Byte((a + b) >> 1); }),
            filtered(near, row, left_[4].data(), [](Byte a, Byte b, Byte c) { return paeth(a, b, c); })};
        const auto best = std::size_t(std::ranges::min_element(sums) - std::begin(sums));
        to += char(best);
        to.append(reinterpret_cast<const char*>(left_[best].data()), row);
    }
}

/// A file of one row that OpenImageIO writes, with all chunks before and after the samples.
struct PngFrame {
    std::string before, behind;
};

/// Nothing if its pixels are not the image's.
std::optional<PngFrame> png_frame(const std::string& png, const Raster& raster) {
    if (png.size() < after_ihdr) return {};
    const auto byte = [&](std::size_t at) { return int(number_in(png, at, 1)); };
    const bool fits = number_in(png, width_at, 4) == std::uint64_t(raster.size.width) &&
                      number_in(png, height_at, 4) == 1 && byte(depth_at) == int(8 * raster.sample) &&
                      byte(depth_at + 1) == colour_type(raster.channels) && byte(interlace_at) == 0;
    std::size_t first = 0, behind = 0;
    for (std::size_t at = magic_bytes; at + chunk_frame_bytes <= png.size();) {
        const std::size_t next = at + chunk_frame_bytes + std::size_t(number_in(png, at, 4));
        if (std::string_view(png).substr(at + 4, 4) == "IDAT"sv) {
            if (first == 0) first = at;
            behind = next;
        }
        at = next;
    }
    if (!fits || first == 0 || behind > png.size()) return {};
    return PngFrame{png.substr(0, first), png.substr(behind)};
}

/// The whole file: the frame, its header of the image's height, around the image's rows.
void write_png(const PngFrame& frame, const Raster& raster, OutputBytes& bytes) {
    constexpr std::string_view name = "IHDR"sv;
    const std::size_t data = ihdr_at + 4 + name.size();
    std::string header = frame.before.substr(data, after_ihdr - 4 - data);
    header.replace(height_at - data, 4, number_bytes(std::uint64_t(raster.size.height), 4));
    std::string before = frame.before;
    before.replace(ihdr_at, after_ihdr - ihdr_at, png_chunk(name, header));
    bytes.replace(std::move(before));

    const std::size_t row = raster.row() + 1; // with its filter
    const int rows = int(std::clamp<std::size_t>(piece_bytes / row, 1, std::size_t(raster.size.height)));
    const Pieces pieces{rows, 1};
    const std::size_t last = pieces.count(raster) - 1;
    const auto maker = [&]() -> MakePiece {
        return [&, deflater = std::make_shared<Deflater>(),
                filter = std::make_shared<PngFilter>(raster)](std::size_t i) {
            const int first = int(i) * rows, behind = std::min(first + rows, raster.size.height);
            std::string filtered;
            filtered.reserve(std::size_t(behind - first) * row);
            filter->append(filtered, first, behind);
            return Piece{deflater->piece(filtered), adler_of(filtered)};
        };
    };
    std::uint32_t adler = adler_of({});
    write_pieces(raster, pieces, maker, bytes, [&](std::size_t i, const Piece& piece) {
        const int first = int(i) * rows, behind = std::min(first + rows, raster.size.height);
        adler = adler_of_both(adler, piece.check, std::size_t(behind - first) * row);
        std::string packed = i == 0 ? std::string(zlib_head) + piece.bytes : piece.bytes;
        if (i == last) packed.append(last_piece) += number_bytes(adler, 4);
        const std::string whole = png_chunk("IDAT", packed);
        bytes.put(whole.data(), whole.size(), bytes.size());
    });
    bytes.put(frame.behind.data(), frame.behind.size(), bytes.size());
}

int header_rows(const Encoded& encoded) {
    constexpr int max_rows = 65535; // libpng has its own limits
    const OIIO::ImageSpec& spec = encoded.spec;
    const bool straight = spec.alpha_channel < 0 || spec.get_int_attribute("oiio:UnassociatedAlpha");
    return straight && spec.height <= max_rows && raster_of(encoded) ? 1 : -1;
}

/// Puts in own chunks, or chunks that Exiv2 makes of other metadata for a PNG without samples.
std::string with_chunks(std::string head, const Metadata& found, Messages& warnings) {
    const bool own = found.format == png_format.name;
    head = with_png_facts(head, found.own, own);
    if (own || !found.own.empty() || found.empty() || !has_metadata_library()) return head;
    std::size_t samples = magic_bytes; // where they begin
    while (samples + chunk_frame_bytes <= head.size() && head.compare(samples + 4, 4, "IDAT") != 0)
        samples += chunk_frame_bytes + std::size_t(number_in(head, samples, 4));
    samples = std::min(samples, head.size());
    Metadata rest = found;
    rest.exif.clear();
    const std::string end = png_chunk("IEND", "");
    std::string made = with_metadata(head.substr(0, samples) + end, rest, warnings);
    made.resize(made.size() - end.size());
    if (!found.exif.empty()) add_png_chunks(made, {{"eXIf", found.exif}});
    return made + head.substr(samples);
}

std::string with_hdr(std::string head, const OIIO::ImageSpec& spec, const Metadata& found) {
    add_png_chunks(head, hdr_chunks(spec, found.own));
    return head;
}

bool write_rows(const Encoded& encoded, const EncodeJob& job) {
    const std::optional<Raster> raster = raster_of(encoded);
    auto frame = png_frame(job.bytes.take(), *raster);
    if (!frame) return false;
    frame->before =
        with_hdr(with_chunks(frame->before, job.metadata, job.warnings), encoded.spec, job.metadata);
    write_png(*frame, *raster, job.bytes);
    return true;
}

/// Keeps only the colours.
void make_neutral(Metadata& found) {
    std::erase_if(found.own, [](const MetadataChunk& chunk) { return !is_png_colour(chunk.name); });
}

/// Removes facts that are no longer true of colours that are converted.
void adapt(Metadata& found, const Part& part, const WriteOptions& options) {
    if (!options.colours || part.pixels.size.pixels() == 0) return;
    const bool has_same = has_colours(part, part.pixels, *options.colours);
    std::erase_if(found.own, [](const MetadataChunk& chunk) { return is_png_colour(chunk.name); });
    const auto is_background = [](const MetadataChunk& chunk) { return chunk.name == "bKGD"; };
    if (!has_same && std::erase_if(found.own, is_background) > 0)
        found.warnings.push_back(message(messages::background_lost));
}

/// Texts, except texts that hold other metadata, with OpenImageIO's attributes; background and time.
OwnFacts own_facts(const std::vector<MetadataChunk>& chunks) {
    static const std::map<std::string, std::string> renamed = {
        {"Author", "Artist"}, {"Description", "ImageDescription"}, {"Title", "DocumentName"}};
    OwnFacts found;
    std::set<std::string> seen;
    for (const MetadataChunk& chunk : chunks) {
        const bool is_text = chunk.name.ends_with("Xt");
        found.metadata |= is_text || chunk.name == "eXIf";
        if (chunk.name == "bKGD") found.facts.push_back({"background (bKGD)"});
        if (chunk.name == "tIME") found.facts.push_back({"time (tIME)", "DateTime"});
        const std::string keyword = is_text ? chunk.body.substr(0, chunk.body.find('\0')) : "";
        if (is_text && keyword != "XML:com.adobe.xmp" && !keyword.starts_with("Raw profile type") &&
            seen.insert(keyword).second)
            found.texts.push_back({keyword, renamed.contains(keyword) ? renamed.at(keyword) : keyword});
    }
    return found;
}

Message profile_refusal(const std::string& icc, bool grey) {
    const std::string reason = png_refusal(icc, grey);
    return reason.empty() ? Message() : message(messages::png_profile_refused, reason);
}

} // namespace

const Codec png_codec{.format = png_format,
                      .reader = png_reader,
                      .profile_refusal = profile_refusal,
                      .loses_exif = true,
                      .header_rows = header_rows,
                      .write_rows = write_rows,
                      .with_metadata = with_chunks,
                      .with_hdr = with_hdr,
                      .own_facts = own_facts,
                      .make_neutral = make_neutral,
                      .adapt = adapt,
                      .add_exif = [](Metadata& found) {
                          found.own.insert(found.own.begin(), {"eXIf", found.exif});
                      }};

} // namespace atrous
