// Encodes an image file to a temporary file and renames it; hides how OpenImageIO appends parts and reports
// errors.
#include "base/beat.h"
#include "base/error.h"
#include "io/atomic_file.h"
#include "io/codec/output_proxy.h"
#include "io/codec/tiles.h"
#include "io/codec/written.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

const Format& format_to_write(const std::filesystem::path& path) {
    if (can_write(path)) return *format_named(format_of_extension(path));
    throw file_error(path.string() + ": '" + path.extension().string() +
                     "' is no image format that can be written; use for example .png, .tif, .jpg or .exr");
}

/// The parts that the format can hold.
std::vector<const Part*> parts_to_write(const ImageFile& file, const Format& format,
                                        std::vector<std::string>& warnings) {
    std::vector<const Part*> parts;
    for (const Part& part : file.parts) parts.push_back(&part);
    if (parts.size() <= 1 || format.parts) return parts;
    const auto colour =
        std::ranges::find_if(parts, [](const Part* p) { return p->pixels.size.pixels() > 0; });
    warnings.push_back(std::string(format.name) + " holds one image: " + std::to_string(parts.size() - 1) +
                       " of " + std::to_string(parts.size()) + " parts were left out");
    return {colour == parts.end() ? parts.front() : *colour};
}

/// OpenImageIO 2.4 writes the head of a HEIF's big-endian EXIF data in the other byte order, so that libheif
/// looks for it elsewhere and other programs find nothing.
void mend_heif_exif(std::string& bytes) {
    constexpr auto wrong = "Exif\0\0MM*\0"sv, right = "\0\0\0\6Exif\0\0MM\0*"sv;
    const std::size_t at = bytes.find(wrong);
    if (at != std::string::npos && at >= 4) bytes.replace(at - 4, right.size(), right);
}

/// A DPX header names its file (SMPTE 268M, field 3): OpenImageIO put the temporary name there.
void mend_dpx_name(OutputBytes& bytes, const std::filesystem::path& path) {
    constexpr std::size_t at = 36, length = 100;
    if (bytes.size() < at + length) return;
    std::string name = path.filename().string().substr(0, length - 1);
    name.resize(length, '\0');
    bytes.put(name.data(), length, at);
}

class Writer {
  public:
    Writer(const std::filesystem::path& path, const Target& target, OutputBytes& bytes)
        : path_(path), target_(target), bytes_(bytes), proxy_(bytes),
          out_(OIIO::ImageOutput::create(target.format.name)) {}

    /// `name`: of the file that the bytes are for.
    void write(const std::string& name, const std::vector<const Part*>& parts,
               const std::vector<OIIO::ImageSpec>& specs) {
        const Beating beating; // some encode all before they write a byte
        // Of several parts OpenImageIO 2.4 writes an EXR past the proxy, and TIFF pages that cannot be read.
        if (parts.size() == 1 && out_->supports("ioproxy")) {
            out_->set_ioproxy(&proxy_);
            return write_parts(name, parts, specs);
        }
        const MemoryFile memory;
        write_parts(memory.path(), parts, specs);
        std::string whole = memory.read();
        const bool heif = target_.format.name == "heif"sv;
        if (heif ? !is_whole_heif(whole) : memory.is_at_limit())
            throw file_error(path_.string() +
                             ": cannot be written: what the encoder made is cut (ulimit -f?)");
        if (heif) mend_heif_exif(whole);
        bytes_.replace(std::move(whole));
    }

  private:
    void write_parts(const std::string& name, const std::vector<const Part*>& parts,
                     const std::vector<OIIO::ImageSpec>& specs) {
        const bool together = parts.size() > 1 && target_.format.own_types; // EXR wants all headers at once
        std::vector<OIIO::ImageSpec> headers;
        for (std::size_t i = 0; i < parts.size(); ++i) headers.push_back(written_spec(*parts[i], specs[i]));
        require(together ? out_->open(name, int(headers.size()), headers.data())
                         : out_->open(name, headers[0]));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) require(out_->open(name, headers[i], OIIO::ImageOutput::AppendSubimage));
            Encoded encoded = encode_part(*parts[i], target_, specs[i]);
            keep_written(encoded, *parts[i]);
            write_pixels(encoded);
        }
        require(out_->close());
        out_.reset();
    }

    /// OpenImageIO fills what an edge tile of a TIFF has beyond the picture with whatever its memory held.
    void write_pixels(const Encoded& encoded) {
        const OIIO::ImageSpec& spec = encoded.spec;
        if (spec.tile_width == 0 || target_.format.own_types)
            return require(out_->write_image(encoded.type, encoded.data));
        const std::size_t pixel = encoded.type == OIIO::TypeUnknown
                                      ? spec.pixel_bytes(true)
                                      : encoded.type.size() * std::size_t(spec.nchannels);
        const Size tile{spec.tile_width, spec.tile_height}, size{spec.width, spec.height};
        for (int y = 0; y < size.height; y += tile.height)
            for (int x = 0; x < size.width; x += tile.width) {
                const Bytes padded = padded_tile(encoded.data, pixel, size, tile, x, y);
                require(out_->write_tile(spec.x + x, spec.y + y, spec.z, encoded.type, padded.data.get()));
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
    const Target& target_;
    OutputBytes& bytes_;
    OutputProxy proxy_;
    std::unique_ptr<OIIO::ImageOutput> out_; // before the proxy it goes
};

} // namespace

EncodedFile encode_image_file(const ImageFile& file, const std::filesystem::path& path,
                              const WriteOptions& options) {
    prepare_library();
    const Format& format = format_to_write(path);
    std::vector<std::string> warnings;
    const std::vector<const Part*> parts = parts_to_write(file, format, warnings);
    if (parts.empty()) throw file_error(path.string() + ": there is no picture to write");
    std::vector<OIIO::ImageSpec> specs;
    const Metadata metadata = metadata_to_write(file, *parts[0], format, options, warnings);
    const bool follow = can_add(metadata, format, parts);
    if (!follow && !metadata.empty() && format.place != ExifPlace::none && !options.strip && parts.size() > 1)
        warnings.push_back("a file of several pages: of the metadata only what OpenImageIO knows is kept");
    const Target target{format, options, follow, !metadata.exif.empty(),
                        follow && !format.profile && !metadata.profile.empty()};
    for (const Part* part : parts) specs.push_back(output_spec(*part, target, warnings));

    auto encoded = std::make_unique<AtomicFile>(path, options.overwrite);
    OutputBytes bytes(*encoded);
    Writer(path, target, bytes).write(encoded->temporary().string(), parts, specs);
    if (format.name == "dpx"sv) mend_dpx_name(bytes, path);
    if (target.metadata_follow) bytes.replace(with_all_metadata(bytes.take(), metadata, format, warnings));
    bytes.finish();

    std::vector<std::string> unique;
    for (const std::string& warning : warnings)
        if (std::ranges::find(unique, warning) == unique.end()) unique.push_back(warning);
    for (std::string& warning : unique) warning = path.string() + ": " + warning;
    const FileShape shape{{specs[0].width, specs[0].height}, specs[0].nchannels, specs.size()};
    return {std::move(encoded), shape, std::move(unique)};
}

std::vector<std::string> write_image_file(const ImageFile& file, const std::filesystem::path& path,
                                          const WriteOptions& options) {
    EncodedFile encoded = encode_image_file(file, path, options);
    encoded.file->commit();
    return std::move(encoded.warnings);
}

bool loses_by_writing(const ImageFile& file, const std::filesystem::path& path, const WriteOptions& options) {
    return file.format == "jpeg" && format_of_extension(path) == "jpeg" && options.quality == 0 &&
           options.subsampling.empty() && !options.strip;
}

FileShape shape_as_read(const ImageFile& file) {
    const OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    return {{spec.width, spec.height}, spec.nchannels, file.parts.size()};
}

EncodedFile copied_file(const ImageFile& file, const std::filesystem::path& from,
                        const std::filesystem::path& to, const WriteOptions& options) {
    EncodedFile copy{std::make_unique<AtomicFile>(to, options.overwrite), shape_as_read(file), {}};
    const std::string bytes = read_all(from);
    copy.file->write(bytes.data(), bytes.size());
    return copy;
}

int orientation_in(const Part& part, const std::filesystem::path& path) {
    const Format* format = format_named(format_of_extension(path));
    const bool says = format && (format->orientation || format->place != ExifPlace::none);
    const int orientation =
        says && part.pass_through ? part.pass_through->spec.get_int_attribute("Orientation", 1) : 1;
    return orientation >= 1 && orientation <= 8 ? orientation : 1; // cameras write 0, damaged files anything
}

std::string compression_of(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options) {
    const Format* format = format_named(format_of_extension(path));
    if (!format || file.parts.empty()) return {};
    std::vector<std::string> ignored;
    const OIIO::ImageSpec spec = output_spec(file.parts[0], {*format, options, false, false}, ignored);
    const std::string subsampling(spec.get_string_attribute(subsampling_attribute));
    return std::string(spec.get_string_attribute("compression")) + (subsampling.empty() ? "" : " ") +
           subsampling + (spec.get_int_attribute(progressive_attribute) ? " progressive" : "");
}

} // namespace atrous
