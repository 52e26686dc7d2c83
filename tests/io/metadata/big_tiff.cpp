// BigTIFF stays BigTIFF, and has the metadata that it had: made byte by byte, with EXIF, GPS, XMP, IPTC and Photoshop's resources.
#include "io/metadata/big_tiff.h"
#include "io/bytes/tiff_pages.h"
#include "io/metadata/exif_block.h"
#include "io/metadata/metadata.h"
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
    const Metadata before = read_metadata(folder / "a.tif", tiff),
                   after = read_metadata(folder / "b.tif", tiff);
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
}

TEST_CASE("directories of a BigTIFF that lead to themselves, or say what the file does not hold, end") {
    const files::Folder folder;
    const std::string whole = big(exposure);
    for (std::size_t at = 16; at + 8 < whole.size(); at += 3)
        for (const char value : {'\x10', '\xff'}) {
            std::string file = whole;
            file[at] = value;
            const FileView view = FileView::of(file);
            std::vector<std::string> warnings;
            CHECK(tags_of_big_tiff(view, warnings).size() < std::size_t(1) << 20);
        }
    std::string own(16 + 8 + 4096 * 20, '\0'); // 4096 directories below, each of them this one
    const auto put = [&](std::size_t at, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) own[at + std::size_t(i)] = char(value >> (8 * i));
    };
    own.replace(0, 8, std::string("II\x2b\0\x08\0\0\0", 8));
    put(8, 16, 8), put(16, 4096, 8);
    for (std::size_t at = 24; at < own.size(); at += 20)
        put(at, 0x8769, 2), put(at + 2, 16, 2), put(at + 4, 1, 8), put(at + 12, 16, 8);
    std::vector<std::string> said;
    CHECK(tags_of_big_tiff(FileView::of(own), said).size() < 1000);
    const FileView cut = FileView::of(whole.substr(0, 40));
    std::vector<std::string> warnings;
    CHECK(tags_of_big_tiff(cut, warnings).size() < 100);
}
