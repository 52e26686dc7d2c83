// BigTIFF stays BigTIFF, and has the metadata that it had: made byte by byte, with EXIF, GPS, XMP, IPTC and Photoshop's resources.
#include "formats/tiff/big_tiff.h"
#include "formats/dispatch/metadata.h"
#include "formats/tiff/tiff_pages.h"
#include "metadata/exif_block.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/skip.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

const std::string packet =
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
    "xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\" photoshop:City=\"Wien\"/></rdf:RDF></x:xmpmeta>";
const std::string iptc("\x1c\x02\x19\0\3key", 8);

std::string big(const std::vector<files::RawTag>& camera, const std::vector<files::RawTag>& more = {}) {
    std::vector<files::RawTag> tags{files::text_tag(271, "Maker"),
                                    files::text_tag(315, "An Artist"),
                                    files::short_tag(274, 6),
                                    {700, 1, packet.size(), packet},
                                    {33723, 7, iptc.size(), iptc}};
    tags.insert(tags.end(), more.begin(), more.end());
    return files::tiff_file(4, 2, 3, 8, 2, std::string("123456789012345678901234"), tags, true, camera);
}
const std::vector<files::RawTag> exposure{{33434, 5, 1, files::little(1, 4) + files::little(250, 4)}};

bool is_big(const std::filesystem::path& path) { return is_big_tiff(files::read_all(path).substr(0, 4)); }

} // namespace

TEST_CASE("a BigTIFF stays one, with the facts that it had, and nothing is said of damage") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    files::write_all(folder / "a.tif", big(exposure));
    const ImageFile file = files::load(folder / "a.tif");
    CHECK(file.warnings.empty());
    CHECK(write_image_file(file, folder / "b.tif", {}).empty());
    REQUIRE(is_big(folder / "b.tif"));
    CHECK(files::same_pixels(file, files::load(folder / "b.tif")));
    const Format& tiff = *format_named("tiff");
    const auto facts_of = [&](const char* name) {
        return read_metadata(folder / name, tiff, tags_of_big_tiff(FileView(folder / name)).tiff);
    };
    const Metadata before = facts_of("a.tif"), after = facts_of("b.tif");
    CHECK(after.exif == before.exif);
    CHECK(after.exif.find("An Artist") != std::string::npos);
    CHECK(after.exif.find(files::little(250, 4)) != std::string::npos);
    CHECK(orientation_of(after.exif) == 6);
    CHECK(after.xmp == packet);
    CHECK(after.iptc == iptc);
    // Into other formats, too.
    CHECK(write_image_file(file, folder / "c.jpg", {}).empty());
    CHECK(files::read_all(folder / "c.jpg").find("An Artist") != std::string::npos);
    CHECK(files::read_all(folder / "c.jpg").find("City=\"Wien\"") != std::string::npos);
    ReadOptions replaced;
    replaced.replaced = true;
    CHECK_NOTHROW(Decoder(folder / "a.tif", replaced).read());
}

TEST_CASE("a BigTIFF without any facts is not damaged, and may be replaced") {
    const files::Folder folder;
    files::write_all(folder / "a.tif", files::tiff_file(4, 2, 1, 8, 1, "12345678", {}, true));
    ReadOptions replaced;
    replaced.replaced = true;
    CHECK(Decoder(folder / "a.tif", replaced).read().warnings.empty());
}

TEST_CASE("a BigTIFF of several pages stays one of as many") {
    const files::Folder folder;
    ImageFile file = files::picture({9, 7}, PixelType::u16, 3, Alpha::none);
    files::write_all(folder / "a.tif", big({}));
    file = files::load(folder / "a.tif");
    ImageFile second = files::load(folder / "a.tif");
    file.parts.push_back(std::move(second.parts[0]));
    write_image_file(file, folder / "b.tif", {});
    CHECK(is_big(folder / "b.tif"));
    CHECK(Decoder(folder / "b.tif").parts() == 2);
    files::resave(folder / "b.tif", folder / "c.tif");
    CHECK(is_big(folder / "c.tif"));
    CHECK(Decoder(folder / "c.tif").parts() == 2);
}

TEST_CASE("the maker note of a BigTIFF, which may hold places in it, is left out with a word") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    std::vector<files::RawTag> camera = exposure;
    camera.push_back(files::bytes_tag(0x927C, "NOMAKER with more than eight bytes"));
    files::write_all(folder / "a.tif", big(camera));
    const ImageFile file = files::load(folder / "a.tif");
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0].find("maker note of a BigTIFF") != std::string::npos);
    CHECK_FALSE(has_maker_note(file.metadata->exif));
    ReadOptions replaced;
    replaced.replaced = true;
    CHECK(files::refusal([&] { Decoder(folder / "a.tif", replaced); }).find("would lose it for good") !=
          std::string::npos);
}

TEST_CASE("numbers of 8 bytes in a BigTIFF become such of 4, or are left out with a word, never cut") {
    constexpr int long8 = 16, slong8 = 17, ifd8 = 18, ifd = 13, tag = 42033;
    struct Row {
        int type, bytes;
        std::int64_t value;
        const char* said; ///< empty: it is kept
    };
    const Row rows[] = {{long8, 8, 0xffffffff, ""},
                        {long8, 8, 0x100000000, "has numbers of more than 32 bits"},
                        {slong8, 8, -2, ""},
                        {slong8, 8, -0x80000001LL, "has numbers of more than 32 bits"},
                        {slong8, 8, 0x80000000LL, "has numbers of more than 32 bits"},
                        {ifd8, 8, 24, "leads to a directory that is not read"},
                        {ifd, 4, 24, "leads to a directory that is not read"}};
    for (const Row& row : rows) {
        CAPTURE(row.type);
        CAPTURE(row.value);
        const std::string number = files::little(std::uint64_t(row.value), row.bytes);
        std::vector<files::RawTag> camera = exposure;
        camera.push_back({tag, row.type, 1, number});
        const BigTiffTags tags = tags_of_big_tiff(FileView::of(big(camera)));
        const bool kept =
            tags.tiff.find(files::little(tag, 2) + files::little(row.type == slong8 ? 9 : 4, 2) +
                           files::little(1, 4) + number.substr(0, 4)) != std::string::npos;
        CHECK(kept == !*row.said);
        CHECK(kept == (tags.tiff.find(files::little(tag, 2)) != std::string::npos));
        REQUIRE(tags.left_out.size() == (kept ? 0U : 1U));
        if (!kept) CHECK(tags.left_out[0].find(row.said) != std::string::npos);
    }
}

TEST_CASE("a big-endian BigTIFF leads to EXIF by numbers of 4 bytes as by such of 8") {
    const auto number = [](std::uint64_t value, int bytes) { return number_bytes(value, bytes); };
    for (const int bytes : {4, 8}) {
        CAPTURE(bytes);
        const std::uint64_t below = 16 + 8 + 20 + 8;
        const std::string pointer = number(below, bytes) + std::string(std::size_t(8 - bytes), '\0');
        const std::string file = std::string("MM\0+\0\x08\0\0", 8) + number(16, 8) + number(1, 8) +
                                 number(0x8769, 2) + number(bytes == 4 ? 4 : 18, 2) + number(1, 8) + pointer +
                                 number(0, 8) + number(1, 8) + number(33434, 2) + number(5, 2) +
                                 number(1, 8) + number(1, 4) + number(250, 4) + number(0, 8);
        const BigTiffTags tags = tags_of_big_tiff(FileView::of(file));
        CHECK(tags.left_out.empty());
        CHECK(tags.tiff.find(files::little(1, 4) + files::little(250, 4)) != std::string::npos);
    }
}

TEST_CASE("directories of a BigTIFF that lead to themselves, or say what the file does not hold, end") {
    const files::Folder folder;
    const std::string whole = big(exposure);
    for (std::size_t at = 16; at + 8 < whole.size(); at += 3)
        for (const char value : {'\x10', '\xff'}) {
            std::string file = whole;
            file[at] = value;
            const FileView view = FileView::of(file);
            CHECK(tags_of_big_tiff(view).tiff.size() < std::size_t(1) << 20);
        }
    std::string own(16 + 8 + 4096 * 20, '\0'); // 4096 directories below, each of them this one
    const auto put = [&](std::size_t at, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) own[at + std::size_t(i)] = char(value >> (8 * i));
    };
    own.replace(0, 8, std::string("II\x2b\0\x08\0\0\0", 8));
    put(8, 16, 8), put(16, 4096, 8);
    for (std::size_t at = 24; at < own.size(); at += 20)
        put(at, 0x8769, 2), put(at + 2, 16, 2), put(at + 4, 1, 8), put(at + 12, 16, 8);
    CHECK(tags_of_big_tiff(FileView::of(own)).tiff.size() < 1000);
    const FileView cut = FileView::of(whole.substr(0, 40));
    CHECK(tags_of_big_tiff(cut).tiff.size() < 100);
}
