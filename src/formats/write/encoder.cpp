// Rows and tiles go to OpenImageIO's writer, whose bytes go to OutputBytes, directly or by way of a file in memory.
#include "formats/write/encoder.h"
#include "base/error.h"
#include "formats/common/library.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/compression.h"
#include "formats/dispatch/rows.h"
#include "formats/exr/exr_rows.h"
#include "formats/heif/heif_read.h"
#include "formats/heif/heif_write.h"
#include "formats/png/chunks.h"
#include "formats/png/png_rows.h"
#include "formats/pnm/pnm_samples.h"
#include "formats/tiff/tiff_strips.h"
#include "formats/webp/webp_write.h"
#include "formats/write/dwa_limit.h"
#include "formats/write/heif_coding.h"
#include "formats/write/new_metadata.h"
#include "formats/write/output_proxy.h"
#include "formats/write/part_samples.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace atrous {
namespace {

using namespace std::string_view_literals;

/// Bytes that no encoded file of these parts has.
std::size_t room_for(const std::vector<const Part*>& parts, const std::vector<OIIO::ImageSpec>& specs) {
    std::size_t samples = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t native = parts[i]->pass_through ? parts[i]->pass_through->native.size : 0;
        samples += std::max({parts[i]->pixels.byte_count(), native, std::size_t(specs[i].image_bytes(true))});
    }
    return samples + samples / 4 + (std::size_t(1) << 20);
}

/// Of "webp:80" or "lossless".
WebpCoding webp_coding(const std::string& compression) {
    WebpCoding coding{compression == "lossless"};
    if (const int level = compression_level(compression); level > 0) coding.quality = level;
    return coding;
}

/// The samples of a pixel where they are of the file's types; else nothing.
std::vector<ExrSample> exr_samples(const Encoded& encoded) {
    const std::vector<OIIO::TypeDesc> types = channel_types(encoded.spec);
    const auto other = [&](OIIO::TypeDesc type) { return type != encoded.type; };
    if (encoded.type != OIIO::TypeUnknown && std::ranges::any_of(types, other)) return {};
    const std::vector<std::size_t> offsets = channel_offsets(types);
    std::vector<ExrSample> samples;
    for (std::size_t i = 0; i < types.size(); ++i)
        samples.push_back({encoded.spec.channelnames[i], types[i].c_str(), offsets[i], types[i].size()});
    return samples;
}

class Encoder {
  public:
    Encoder(const Writing& writing, OutputBytes& bytes)
        : path_(writing.path), name_(writing.name), target_(writing.target), metadata_(writing.metadata),
          scratch_(writing.scratch), warnings_(writing.warnings), bytes_(bytes), proxy_(bytes),
          out_(OIIO::ImageOutput::create(writing.target.format.name)) {}

    void write(const std::vector<const Part*>& parts, const std::vector<OIIO::ImageSpec>& specs) {
        const Heartbeats beating; // some encode all before they write a byte
        if (target_.format.name == "webp"sv) return write_webp(parts, specs);
        if (is_heif(target_.format)) return write_heif(*parts[0], specs[0]);
        // Of several parts OpenImageIO 2.4 writes an EXR past the proxy, and TIFF pages that cannot be read.
        if (parts.size() == 1 && out_->supports("ioproxy")) {
            out_->set_ioproxy(&proxy_);
            return write_single(*parts[0], specs[0]);
        }
        const MemoryFile memory(scratch_, room_for(parts, specs));
        write_parts(memory.path(), parts, specs);
        const bool heif = target_.format.name == "heif"sv;
        if (scratch_ && !memory.is_at_limit()) return memory.copy_to(bytes_);
        std::string whole = memory.read();
        if (heif ? !is_whole_heif(whole) : memory.is_at_limit())
            throw file_error(path_.string() +
                             ": cannot be written: what the encoder made is cut (ulimit -f?)");
        if (heif) mend_heif_exif(whole);
        bytes_.replace(std::move(whole));
    }

  private:
    /// By libwebp, a picture or the frames of an animation.
    void write_webp(const std::vector<const Part*>& parts, const std::vector<OIIO::ImageSpec>& specs) {
        std::vector<WebpFrame> frames;
        with_context(path_.string(), [&] {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const Encoded encoded = encode_part(*parts[i], target_, specs[i]);
                const std::string own(specs[i].get_string_attribute("compression"));
                frames.push_back({webp_of(raster_of(encoded).value(), webp_coding(own)),
                                  specs[i].get_int_attribute(duration_attribute)});
            }
            const Size size{specs[0].width, specs[0].height};
            std::string file =
                frames.size() == 1
                    ? std::move(frames[0].file)
                    : webp_animation(frames, size, specs[0].get_int_attribute(loops_attribute));
            if (specs[0].nchannels == 4) say_webp_alpha(file);
            bytes_.replace(std::move(file));
        });
    }

    void write_heif(const Part& part, const OIIO::ImageSpec& spec) {
        with_context(path_.string(), [&] {
            const Encoded encoded = encode_part(part, target_, spec);
            bytes_.replace(heif_of(raster_of(encoded).value(), heif_coding(part, target_, spec, metadata_)));
        });
    }

    Encoded made_ready(const Part& part, const OIIO::ImageSpec& spec) {
        Encoded encoded = encode_part(part, target_, spec);
        keep_written(encoded, part);
        if (std::string warning = limit_for_dwa(encoded); !warning.empty()) warnings_.push_back(warning);
        return encoded;
    }

    /// By this program's own hand where the library would deflate on one core.
    void write_single(const Part& part, const OIIO::ImageSpec& header) {
        const Encoded encoded = made_ready(part, header);
        const std::optional<Raster> raster = raster_of(encoded);
        if (target_.format.name == "pnm"sv && encoded.spec.format == OIIO::TypeUInt16)
            return write_wide_pnm(raster.value(), bytes_);
        const bool done =
            !asks_for_level() &&
            ((raster && (write_as_tiff(encoded.spec, *raster) || write_as_png(encoded.spec, *raster))) ||
             write_as_exr(encoded));
        if (done) return;
        require(out_->open(name_, encoded.spec));
        write_pixels(encoded);
        require(out_->close());
        out_.reset();
        if (!is_png(target_.format)) return;
        const std::string head = bytes_.head(most_head);
        bytes_.replace_head(head.size(), with_png_facts(head, metadata_.png));
    }

    /// Whether --compression says more than that this format is deflated: the library knows levels.
    bool asks_for_level() const {
        const std::string& asked = target_.options.compression;
        return format_has_compression(target_.format.name, asked) && asked != "zip";
    }

    /// Whether the format, its compression and the header that comes of it allow it; else nothing is in the output.
    bool write_as_tiff(const OIIO::ImageSpec& spec, const Raster& raster) {
        if (target_.format.name != "tiff"sv || spec.get_string_attribute("compression") != "zip")
            return false;
        require(out_->open(name_, spec));
        require(out_->close());
        const auto directory = TiffDirectory::of(bytes_);
        const auto layout = directory ? deflated_layout(*directory, raster) : std::nullopt;
        if (!layout) return begin_again();
        write_strips(*directory, *layout, raster, bytes_);
        return true;
    }

    /// The same.
    bool write_as_png(const OIIO::ImageSpec& spec, const Raster& raster) {
        const bool straight = spec.alpha_channel < 0 || spec.get_int_attribute("oiio:UnassociatedAlpha");
        if (target_.format.name != "png"sv || !straight || spec.height > most_png_rows) return false;
        OIIO::ImageSpec one_row = spec;
        one_row.height = 1;
        require(out_->open(name_, one_row));
        const std::string row(raster.row(), '\0');
        require(out_->write_scanline(spec.y, spec.z, spec.format, row.data()));
        require(out_->close());
        auto frame = png_frame(bytes_.take(), raster);
        if (!frame) return begin_again();
        frame->before = with_png_facts(frame->before, metadata_.png);
        write_png(*frame, raster, bytes_);
        return true;
    }

    /// The same.
    bool write_as_exr(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        if (target_.format.name != "openexr"sv || spec.tile_width > 0 ||
            !std::string(spec.get_string_attribute("compression")).starts_with("zip"))
            return false;
        require(out_->open(name_, spec));
        require(out_->close());
        const auto layout = zipped_layout(bytes_, {spec.width, spec.height}, exr_samples(encoded));
        if (!layout) return begin_again();
        write_blocks(*layout, {encoded.bytes(), {spec.width, spec.height}, int(spec.pixel_bytes(true)), 1},
                     bytes_);
        return true;
    }

    /// After a header that is of no use; false.
    bool begin_again() {
        bytes_.replace({});
        out_ = OIIO::ImageOutput::create(target_.format.name);
        proxy_.seek(0);
        out_->set_ioproxy(&proxy_);
        return false;
    }

    void write_parts(const std::string& name, const std::vector<const Part*>& parts,
                     const std::vector<OIIO::ImageSpec>& specs) {
        const bool together = parts.size() > 1 && target_.format.own_types; // EXR wants all headers at once
        std::vector<OIIO::ImageSpec> headers;
        for (std::size_t i = 0; i < parts.size(); ++i) headers.push_back(written_spec(*parts[i], specs[i]));
        require(together ? out_->open(name, int(headers.size()), headers.data())
                         : out_->open(name, headers[0]));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) require(out_->open(name, headers[i], OIIO::ImageOutput::AppendSubimage));
            write_pixels(made_ready(*parts[i], specs[i]));
        }
        require(out_->close());
        out_.reset();
    }

    /// OpenImageIO fills what an edge tile of a TIFF has beyond the picture with whatever its memory held.
    void write_pixels(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        const Bytes& bytes = encoded.bytes();
        const bool own_tiles = spec.tile_width > 0 && !target_.format.own_types;
        if (!own_tiles && bytes.scratch) return write_bands(encoded);
        if (target_.format.name == "heif"sv) return write_wide_rows(encoded);
        if (!own_tiles) return require(out_->write_image(encoded.type, bytes.data.get()));
        const Size tile{spec.tile_width, spec.tile_height}, size{spec.width, spec.height};
        for (int y = 0; y < size.height; y += tile.height) {
            for (int x = 0; x < size.width; x += tile.width) {
                const Bytes padded = padded_tile(bytes.data.get(), pixel_bytes(encoded), size, tile, x, y);
                require(out_->write_tile(spec.x + x, spec.y + y, spec.z, encoded.type, padded.data.get()));
            }
            bytes.let_go();
        }
    }

    /// OpenImageIO 2.4 takes as many bytes for a row of a HEIF as rows of libheif are apart, which is more than a row has.
    void write_wide_rows(const Encoded& encoded) {
        constexpr std::size_t beyond = 4096; // rows are a multiple of 64 pixels apart
        const OIIO::ImageSpec& spec = encoded.spec;
        const std::size_t row = std::size_t(spec.width) * pixel_bytes(encoded);
        std::vector<std::byte> wide(row + beyond);
        for (int y = 0; y < spec.height; ++y) {
            std::memcpy(wide.data(), encoded.bytes().data.get() + std::size_t(y) * row, row);
            require(out_->write_scanline(spec.y + y, spec.z, encoded.type, wide.data()));
        }
    }

    static std::size_t pixel_bytes(const Encoded& encoded) {
        return encoded.type == OIIO::TypeUnknown ? encoded.spec.pixel_bytes(true)
                                                 : encoded.type.size() * std::size_t(encoded.spec.nchannels);
    }

    /// Rows after rows, as many as the file keeps together or the scratch file's window has.
    void write_bands(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        const Bytes& bytes = encoded.bytes();
        const std::size_t row = std::size_t(spec.width) * pixel_bytes(encoded);
        const int together = rows_together(spec, target_.format.name);
        const int rows = together * std::max(int(bytes.scratch->window / row) / together, 1);
        for (int y = 0; y < spec.height; y += rows) {
            const int top = spec.y + y, end = spec.y + std::min(y + rows, spec.height);
            const std::byte* const at = bytes.data.get() + std::size_t(y) * row;
            require(spec.tile_width > 0 ? out_->write_tiles(spec.x, spec.x + spec.width, top, end, spec.z,
                                                            spec.z + 1, encoded.type, at)
                                        : out_->write_scanlines(top, end, spec.z, encoded.type, at));
            bytes.let_go();
        }
    }

    void require(bool done) {
        std::string reason = out_->geterror();
        // The TIFF writer says this of every file without EXIF data, and succeeds.
        const bool harmless = reason.empty() || reason.ends_with("of the Exif data");
        if (done && harmless) return;
        std::ranges::replace(reason, '\n', ' ');
        out_.reset();
        if (bytes_.failed()) bytes_.finish(); // throws what the system said
        throw file_error(path_.string() + ": cannot be written: " + reason);
    }

    const std::filesystem::path& path_;
    const std::string& name_;
    const Target& target_;
    const Metadata& metadata_;
    const ScratchPtr& scratch_;
    std::vector<std::string>& warnings_;
    OutputBytes& bytes_;
    OutputProxy proxy_;
    std::unique_ptr<OIIO::ImageOutput> out_; // before the proxy it goes
};

} // namespace

void write_encoded(const Writing& writing, const std::vector<const Part*>& parts,
                   const std::vector<OIIO::ImageSpec>& specs, OutputBytes& bytes) {
    Encoder(writing, bytes).write(parts, specs);
}

} // namespace atrous
