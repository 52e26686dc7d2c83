// Reads and writes metadata with Exiv2, one file at a time, since its XMP toolkit and its log are global. Exiv2 is under
// GPL-2.0-or-later, these sources under Apache-2.0, which GPL-3.0 takes in and GPL-2.0 does not: a binary built with Exiv2 is
// distributed under the terms of GPL-3.0 (or later), a binary built with -DATROUS_EXIV2=OFF under Apache-2.0.
#include "metadata/exiv2.h"
#include "metadata/exif_block.h"
#include "metadata/messages.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <mutex>
#include <utility>
#if ATROUS_EXIV2
#include <exiv2/exiv2.hpp>
#endif

namespace atrous {
#if ATROUS_EXIV2
namespace {

/// The first complaint of the call that runs.
std::string& complaint() {
    static std::string text;
    return text;
}
void keep_first(int, const char* message) {
    if (complaint().empty()) complaint() = message;
}

std::mutex& toolkit() {
    static std::mutex lock;
    return lock;
}

/// One use of Exiv2 at a time, its log empty.
class Session {
  public:
    Session() : guard_(toolkit()) {
        static const bool prepared = [] {
            Exiv2::XmpParser::initialize();
#if !EXIV2_TEST_VERSION(0, 28, 0)
            Exiv2::enableBMFF(true); // HEIC and CR3, which newer versions read by default
#endif
            Exiv2::LogMsg::setLevel(Exiv2::LogMsg::error);
            Exiv2::LogMsg::setHandler(keep_first);
            return true;
        }();
        complaint() = prepared ? "" : complaint();
    }
    /// The messages of the log in one line.
    static std::string last_problem() {
        std::string text = complaint();
        std::ranges::replace(text, '\n', ' ');
        while (text.ends_with(' ')) text.pop_back();
        return text;
    }

  private:
    std::lock_guard<std::mutex> guard_;
};

// Exiv2 0.28 has other buffers than 0.27.
#if EXIV2_TEST_VERSION(0, 28, 0)
std::string text_of(const Exiv2::DataBuf& buffer) { return {buffer.c_str(), buffer.size()}; }
const Exiv2::DataBuf& icc_of(const Exiv2::Image& image) { return image.iccProfile(); }
#else
std::string text_of(const Exiv2::DataBuf& buffer) {
    return {reinterpret_cast<const char*>(buffer.pData_), std::size_t(buffer.size_)};
}
const Exiv2::DataBuf& icc_of(Exiv2::Image& image) { return *image.iccProfile(); }
#endif
auto bytes_of(const std::string& text) { return reinterpret_cast<const Exiv2::byte*>(text.data()); }

/// The groups and tags of EXIF data that describe an image, not how a file stores it.
void keep_facts(Exiv2::ExifData& exif) {
    Exiv2::ExifThumb(exif).erase();
    for (auto at = exif.begin(); at != exif.end();)
        at = describes_storage(at->groupName(), at->tag()) ? exif.erase(at) : std::next(at);
}

std::string block_of(Exiv2::ExifData exif, Exiv2::ByteOrder order) {
    Exiv2::Blob blob;
    Exiv2::ExifParser::encode(blob, order == Exiv2::invalidByteOrder ? Exiv2::littleEndian : order, exif);
    return {blob.begin(), blob.end()};
}

Exiv2::ByteOrder decode(Exiv2::ExifData& exif, const std::string& block) {
    return Exiv2::ExifParser::decode(exif, bytes_of(block), std::uint32_t(block.size()));
}

/// Exiv2 silently leaves out long entries if a block would be longer than a JPEG can hold.
bool lacks_long_tags(const std::string& block, const Exiv2::ExifData& exif) {
    constexpr long longest_that_is_kept = 1024;
    Exiv2::ExifData left;
    decode(left, block);
    return std::ranges::any_of(exif, [&](const Exiv2::Exifdatum& tag) {
        return long(tag.size()) > longest_that_is_kept &&
               left.findKey(Exiv2::ExifKey(tag.key())) == left.end();
    });
}

std::string exif_block(Exiv2::ExifData exif, Exiv2::ByteOrder order, Messages& warnings) {
    keep_facts(exif);
    if (exif.empty()) return {};
    std::string block = block_of(exif, order);
    if (lacks_long_tags(block, exif)) warnings.push_back(message(messages::exif_too_long));
    return block;
}

std::string bytes_of_tag(const Exiv2::ExifData& exif, const char* key) {
    const auto found = exif.findKey(Exiv2::ExifKey(key));
    if (found == exif.end()) return {};
    std::string bytes(std::size_t(found->size()), '\0');
    found->copy(reinterpret_cast<Exiv2::byte*>(bytes.data()), Exiv2::invalidByteOrder);
    return bytes;
}

/// The packet as it is in the file. Image's own getter, which is not const, rewrites it.
std::string packet_of(Exiv2::Image& image) {
    const std::string packet = std::as_const(image).xmpPacket();
    if (!packet.empty()) return packet;
    const std::string tag = bytes_of_tag(image.exifData(), "Exif.Image.XMLPacket"); // a TIFF's
    return tag.empty() ? image.xmpPacket() : tag;
}

Metadata read(Exiv2::Image& image) {
    Metadata found;
    image.readMetadata();
    found.photoshop = bytes_of_tag(image.exifData(), "Exif.Image.ImageResources");
    found.thumbnail = !text_of(Exiv2::ExifThumbC(image.exifData()).copy()).empty();
    found.exif = exif_block(image.exifData(), image.byteOrder(), found.warnings);
    found.xmp = packet_of(image);
    if (!image.iptcData().empty()) found.iptc = text_of(Exiv2::IptcParser::encode(image.iptcData()));
    found.comment = image.comment();
    if (image.iccProfileDefined()) found.profile = text_of(icc_of(image));
    return found;
}

/// Reads the file that `open` opens, as far as possible.
template <class Open>
Metadata read_safely(Open open) {
    const Session session;
    Metadata found;
    try {
        const auto image = open();
        found = read(*image);
        found.problem = Session::last_problem();
    } catch (const std::exception& error) {
        found.problem = error.what();
    }
    return found;
}

void add_bytes(Exiv2::ExifData& exif, const char* key, const std::string& bytes) {
    const Exiv2::DataValue value(bytes_of(bytes), long(bytes.size()), Exiv2::invalidByteOrder,
                                 Exiv2::unsignedByte);
    exif.add(Exiv2::ExifKey(key), &value);
}

/// A TIFF holds the image resources in one tag, and IPTC data in another. If there are resources, Exiv2
/// writes IPTC data only if their tag exists.
void add_photoshop(Exiv2::ExifData& exif, const Metadata& metadata) {
    std::string resources = metadata.photoshop;
    remove_resources(resources, photoshop_thumbnails);
    remove_resources(resources, photoshop_iptc);
    if (resources.empty()) return;
    add_bytes(exif, "Exif.Image.ImageResources", resources);
    if (!metadata.iptc.empty()) add_bytes(exif, "Exif.Image.IPTCNAA", metadata.iptc);
}

/// Puts the blocks into the encoded file. Throws Exiv2's errors: a block is too long or damaged.
std::string put(const std::string& encoded, const Metadata& metadata) {
    const auto image = Exiv2::ImageFactory::open(bytes_of(encoded), long(encoded.size()));
    image->readMetadata();
    const bool in_tags = image->imageType() == Exiv2::ImageType::tiff;
    Exiv2::ExifData exif;
    if (!metadata.exif.empty()) image->setByteOrder(decode(exif, metadata.exif));
    if (in_tags) {
        keep_facts(exif);
        add_photoshop(exif, metadata);
        const Exiv2::ExifKey description("Exif.Image.ImageDescription");
        if (!metadata.comment.empty() && exif.findKey(description) == exif.end())
            exif[description.key()] = metadata.comment;
    }
    if (image->imageType() == Exiv2::ImageType::jpeg &&
        lacks_long_tags(block_of(exif, image->byteOrder()), exif))
        throw std::runtime_error("a JPEG holds 64 KiB of EXIF data");
    // It would be a text of a PNG, which few viewers read.
    if (image->imageType() != Exiv2::ImageType::png) image->setExifData(exif);
    if (!metadata.iptc.empty()) {
        Exiv2::IptcData iptc;
        Exiv2::IptcParser::decode(iptc, bytes_of(metadata.iptc), std::uint32_t(metadata.iptc.size()));
        image->setIptcData(iptc);
    }
    if (!metadata.xmp.empty()) {
        image->setXmpPacket(metadata.xmp);
        image->xmpData().setPacket(metadata.xmp);
        image->xmpData().usePacket(true);
        image->writeXmpFromPacket(true);
    }
    if (!metadata.comment.empty() && !in_tags) image->setComment(metadata.comment);
    image->writeMetadata();
    Exiv2::BasicIo& io = image->io();
    if (io.open() != 0) throw std::runtime_error("no memory");
    std::string out(std::size_t(io.size()), '\0');
    io.read(reinterpret_cast<Exiv2::byte*>(out.data()), long(out.size()));
    return out;
}

std::string without_maker_note(const std::string& block) {
    Exiv2::ExifData exif;
    const auto order = decode(exif, block);
    for (auto at = exif.begin(); at != exif.end();) {
        const bool maker = std::string_view(at->ifdName()) == "Makernote" || at->tag() == 0x927C;
        at = maker ? exif.erase(at) : std::next(at);
    }
    return block_of(exif, order);
}

/// Metadata to leave out, row after row, until the rest can be written.
struct MetadataFallback {
    const char* what;
    void (*apply)(Metadata&);
};
constexpr MetadataFallback metadata_fallbacks[] = {
    {"", [](Metadata&) {}},
    {"maker note", [](Metadata& m) { m.exif = without_maker_note(m.exif); }},
    {"XMP", [](Metadata& m) { m.xmp.clear(); }},
    {"EXIF", [](Metadata& m) { m.exif.clear(); }},
    {"EXIF and XMP", [](Metadata& m) { m.exif.clear(), m.xmp.clear(); }},
    {"all", [](Metadata& m) { m.exif.clear(), m.xmp.clear(), m.iptc.clear(), m.comment.clear(); }},
};

} // namespace

bool has_metadata_library() { return true; }

/// From an absolute path: names like "http:x" are addresses to Exiv2.
Metadata read_by_exiv2(const std::filesystem::path& path) {
    return read_safely(
        [&] { return Exiv2::ImageFactory::open(std::filesystem::absolute(file_of(path)).string()); });
}

Metadata read_by_exiv2(const std::string& bytes) {
    return read_safely([&] { return Exiv2::ImageFactory::open(bytes_of(bytes), long(bytes.size())); });
}

std::string with_metadata(std::string encoded, const Metadata& metadata, Messages& warnings) {
    const Session session;
    std::string reason;
    for (const MetadataFallback& fallback : metadata_fallbacks) {
        try {
            Metadata rest = metadata;
            fallback.apply(rest);
            std::string out = put(encoded, rest);
            if (*fallback.what)
                warnings.push_back(message(messages::metadata_dropped, fallback.what, reason));
            return out;
        } catch (const std::exception& error) {
            if (reason.empty()) reason = error.what();
        }
    }
    warnings.push_back(message(messages::metadata_dropped, "all", reason));
    return encoded;
}

#else // only data from JPEG to JPEG and from PNG to PNG are copied

bool has_metadata_library() { return false; }
Metadata read_by_exiv2(const std::filesystem::path&) { return {}; }
Metadata read_by_exiv2(const std::string&) { return {}; }
std::string with_metadata(std::string encoded, const Metadata&, Messages&) { return encoded; }

#endif

} // namespace atrous
