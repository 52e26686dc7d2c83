// Rows and tiles go to OpenImageIO's writer, whose bytes go to OutputBytes, directly or by way of a file in memory.
#include "base/error.h"
#include "base/text.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/dispatch/codecs.h"
#include "formats/write/encoding.h"
#include "formats/write/output_proxy.h"
#include "platform/heartbeat.h"
#include <OpenImageIO/filesystem.h>
#include <algorithm>
#include <vector>

namespace atrous {
namespace {

/// Bytes that no encoded file of these parts has.
std::size_t room_for(const std::vector<const Part*>& parts, const std::vector<OIIO::ImageSpec>& specs) {
    std::size_t samples = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t native = parts[i]->pass_through ? parts[i]->pass_through->native.size : 0;
        samples += std::max({parts[i]->pixels.byte_count(), native, std::size_t(specs[i].image_bytes(true))});
    }
    return samples + samples / 4 + (std::size_t(1) << 20);
}

/// True for errors of writers that succeed: TIFF without EXIF data, and, since OpenImageIO 2.5, an EXR whose
/// data window begins below 0.
bool is_harmless(const std::string& reason) {
    return reason.empty() || reason.ends_with("of the Exif data") ||
           reason.starts_with("openexr requested pixel data window");
}

class Encoder {
  public:
    explicit Encoder(EncodeJob& job)
        : job_(job), format_(job.target.format), proxy_(job.bytes), codec_(codec_named(format_.name)) {}

    void write() {
        const Heartbeats beating; // some encode all before they write a byte
        const std::vector<const Part*>& parts = job_.parts;
        job_.samples = [&](std::size_t i) { return encode_part(*parts[i], job_.target, job_.specs[i]); };
        if (with_context(job_.path.string(), [&] { return codec_.write && codec_.write(job_); })) return;
        out_ = OIIO::ImageOutput::create(format_.name);
        if (!out_) refuse_format();
        // OpenImageIO 2.4 bypasses the proxy for an EXR of several parts, and writes TIFF pages that cannot be read.
        if (parts.size() == 1 && out_->supports("ioproxy")) {
            out_->set_ioproxy(&proxy_);
            return write_single(*parts[0], job_.specs[0]);
        }
        std::vector<OIIO::ImageSpec> headers;
        for (std::size_t i = 0; i < parts.size(); ++i)
            headers.push_back(written_spec(*parts[i], job_.specs[i]));
        if (write_rows_of_parts(headers)) return;
        const MemoryFile memory(job_.scratch, room_for(parts, job_.specs));
        write_parts(memory.path(), headers);
        if (memory.is_at_limit()) throw unwritten("the encoder's file is cut (ulimit -f?)");
        job_.scratch ? memory.copy_to(job_.bytes) : job_.bytes.replace(memory.read());
    }

  private:
    [[noreturn]] void refuse_format() const {
        OIIO::geterror(); // what nobody asks for, OpenImageIO 2.5 prints at the end of the process
        throw unwritten("OpenImageIO was built without " + std::string(format_.name));
    }

    Encoded made_ready(const Part& part, const OIIO::ImageSpec& spec) {
        Encoded encoded = encode_part(part, job_.target, spec);
        keep_written(encoded, part);
        Message warning = codec_.limit ? codec_.limit(encoded) : Message();
        if (!warning.empty()) job_.warnings.push_back(std::move(warning));
        return encoded;
    }

    void write_single(const Part& part, const OIIO::ImageSpec& header) {
        const Encoded encoded = made_ready(part, header);
        if (write_rows(encoded)) return;
        require(out_->open(job_.name, encoded.spec));
        write_pixels(encoded);
        require(out_->close());
        out_.reset();
        if (!codec_.with_metadata) return;
        const std::string head = job_.bytes.head(plain_head + 2 * profile_in(encoded.spec).size());
        std::string made = codec_.with_metadata(head, job_.metadata, job_.warnings);
        if (codec_.with_hdr) made = codec_.with_hdr(std::move(made), encoded.spec, job_.metadata);
        if (made != head) job_.bytes.replace_head(head.size(), made);
    }

    /// Writes by this program's code if the library would deflate on one core.
    bool write_rows(const Encoded& encoded) {
        const int rows = codec_.header_rows && !asks_for_level() ? codec_.header_rows(encoded) : -1;
        if (rows < 0) return false;
        OIIO::ImageSpec header = encoded.spec;
        if (rows > 0) header.height = rows;
        require(out_->open(job_.name, header));
        const std::string row(std::size_t(header.scanline_bytes(true)), '\0');
        for (int y = 0; y < rows; ++y)
            require(out_->write_scanline(header.y + y, header.z, header.format, row.data()));
        require(out_->close());
        if (codec_.write_rows(encoded, job_)) return true;
        job_.bytes.replace({});
        out_ = OIIO::ImageOutput::create(format_.name);
        proxy_.seek(0);
        out_->set_ioproxy(&proxy_);
        return false;
    }

    /// The same for several parts, one after the other, in a file of their headers.
    bool write_rows_of_parts(const std::vector<OIIO::ImageSpec>& headers) {
        constexpr std::size_t most = 64; // the headers are read again for each
        const auto suits = [&](const OIIO::ImageSpec& spec) { return codec_.header_rows({spec, {}}) == 0; };
        const bool together = headers.size() > 1 && headers.size() <= most && format_.own_types;
        if (!together || !codec_.header_rows || asks_for_level() || !std::ranges::all_of(headers, suits))
            return false;
        const MemoryFile memory;
        require(out_->open(memory.path(), int(headers.size()), headers.data()));
        for (std::size_t i = 1; i < headers.size(); ++i)
            require(out_->open(memory.path(), headers[i], OIIO::ImageOutput::AppendSubimage));
        require(out_->close());
        job_.bytes.replace(memory.read());
        for (std::size_t i = 0; i < headers.size(); ++i) {
            if (codec_.write_rows(made_ready(*job_.parts[i], job_.specs[i]), job_)) continue;
            job_.bytes.replace({});
            out_ = OIIO::ImageOutput::create(format_.name);
            return false;
        }
        return true;
    }

    /// True if --compression requests a level or another compression, which only the library can do.
    bool asks_for_level() const {
        const std::string& asked = job_.target.options.compression;
        return format_has_compression(format_.name, asked) && asked != "zip";
    }

    void write_parts(const std::string& name, const std::vector<OIIO::ImageSpec>& headers) {
        const std::vector<const Part*>& parts = job_.parts;
        const bool together = parts.size() > 1 && format_.own_types; // EXR needs all headers at once
        require(together ? out_->open(name, int(headers.size()), headers.data())
                         : out_->open(name, headers[0]));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) require(out_->open(name, headers[i], OIIO::ImageOutput::AppendSubimage));
            write_pixels(made_ready(*parts[i], job_.specs[i]));
        }
        require(out_->close());
        out_.reset();
    }

    /// OpenImageIO fills an edge tile of a TIFF outside the image with any contents of its memory.
    void write_pixels(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        const Bytes& bytes = encoded.bytes();
        const bool own_tiles = spec.tile_width > 0 && !format_.own_types;
        if (!own_tiles && bytes.scratch) return write_bands(encoded);
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

    static std::size_t pixel_bytes(const Encoded& encoded) {
        return encoded.type == OIIO::TypeUnknown ? encoded.spec.pixel_bytes(true)
                                                 : encoded.type.size() * std::size_t(encoded.spec.nchannels);
    }

    /// Rows after rows, as many as the file keeps together or the scratch file's window has.
    void write_bands(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        const Bytes& bytes = encoded.bytes();
        const std::size_t row = std::size_t(spec.width) * pixel_bytes(encoded);
        const int together = rows_together(spec, codec_.reader);
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

    Error unwritten(const std::string& reason) const {
        return file_error(message(messages::cannot_be_written, reason).about(job_.path.string()));
    }

    void require(bool done) {
        std::string reason = out_->geterror();
        if (done && std::ranges::all_of(split(reason, '\n'), is_harmless)) return;
        std::ranges::replace(reason, '\n', ' ');
        out_.reset();
        if (job_.bytes.failed()) job_.bytes.finish(); // throws the system's error
        throw unwritten(reason);
    }

    EncodeJob& job_;
    const Format& format_;
    OutputProxy proxy_;
    const Codec& codec_;
    std::unique_ptr<OIIO::ImageOutput> out_{}; // before the proxy it goes
};

} // namespace

std::string jpeg_in_memory(const OIIO::ImageSpec& spec, OIIO::TypeDesc type, const Bytes& samples) {
    constexpr int longest = 65500; // of libjpeg, which ends the process beyond
    if (std::max(spec.width, spec.height) > longest) return {};
    std::vector<unsigned char> bytes;
    OIIO::Filesystem::IOVecOutput file(bytes);
    const auto out = OIIO::ImageOutput::create("jpeg");
    const bool done = out && out->set_ioproxy(&file) && out->open("a.jpg", spec) &&
                      out->write_image(type, samples.data.get()) && out->close();
    return done ? std::string(bytes.begin(), bytes.end()) : std::string();
}

void write_encoded(EncodeJob job) { Encoder(job).write(); }

} // namespace atrous
