// BigTIFF stays BigTIFF; Exiv2 does not know it, so the metadata that OpenImageIO does not keep are left out with a warning.
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string big(const std::vector<files::RawTag>& more, const std::vector<files::RawTag>& camera = {}) {
    return files::tiff_file(4, 2, 3, 8, 2, std::string("123456789012345678901234"), more, true, camera);
}

bool is_big(const std::filesystem::path& path) {
    const FileView file(path);
    return TiffPages(file).is_big();
}

std::string error_in_place(const std::filesystem::path& path) {
    ReadOptions replaced;
    replaced.replaced = true;
    return files::refusal([&] { Decoder(path, replaced).read(); });
}

} // namespace

TEST_CASE(
    "a BigTIFF with metadata that OpenImageIO does not keep gives a warning, and is refused if it is replaced") {
    const files::Folder folder;
    const std::vector<files::RawTag> exposure{{33434, 5, 1, files::little(1, 4) + files::little(250, 4)}};
    const std::string packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>";
    const std::string places(6 * 8, '\0');
    for (const std::string& file :
         {big({}, exposure), big({{700, 1, packet.size(), packet}}), big({{33922, 12, 6, places}})}) {
        files::write_all(folder / "a.tif", file);
        const ImageFile read = files::load(folder / "a.tif");
        REQUIRE(read.warnings.size() == 1);
        CHECK(is_message(read.warnings[0], messages::tiff_big));
        CHECK(prints(error_in_place(folder / "a.tif"), line(messages::lost_for_good)));
        write_image_file(read, folder / "b.tif", {.overwrite = true});
        CHECK(is_big(folder / "b.tif"));
        CHECK(files::same_pixels(read, files::load(folder / "b.tif")));
    }
}

TEST_CASE("a BigTIFF with a TIFF's own tags keeps them, has no damage, and may be replaced") {
    const files::Folder folder;
    files::write_all(folder / "a.tif", big({files::text_tag(315, "An Artist"), files::short_tag(274, 6)}));
    CHECK(error_in_place(folder / "a.tif").empty());
    const ImageFile file = files::load(folder / "a.tif");
    CHECK(file.warnings.empty());
    CHECK(write_image_file(file, folder / "b.tif", {}).empty());
    CHECK(is_big(folder / "b.tif"));
    CHECK(files::read_all(folder / "b.tif").find("An Artist") != std::string::npos);
    CHECK(orientation_in(files::load(folder / "b.tif").parts[0], "b.tif") == 6);
}

TEST_CASE("a BigTIFF of several pages stays one of as many") {
    const files::Folder folder;
    files::write_all(folder / "a.tif", big({}));
    ImageFile file = files::load(folder / "a.tif");
    ImageFile second = files::load(folder / "a.tif");
    file.parts.push_back(std::move(second.parts[0]));
    for (const char* name : {"b.tif", "c.tif"}) {
        write_image_file(file, folder / name, {});
        CHECK(is_big(folder / name));
        CHECK(Decoder(folder / name).parts() == 2);
        file = files::load(folder / name);
    }
}
