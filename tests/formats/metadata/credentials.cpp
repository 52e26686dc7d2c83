// Content credentials (C2PA), which hold for unchanged files only: left out with a warning, from all formats that have them.
#include "formats/common/messages.h"
#include "formats/jpeg/jpeg.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// A piece of a box in APP11 (ISO 19566-5, annex D). `content` of the first one begins with its description.
std::string piece(int box, int number, const std::string& type, const std::string& content) {
    const std::string body = "JP" + number_bytes(std::uint64_t(box), 2) +
                             number_bytes(std::uint64_t(number), 4) + number_bytes(500, 4) + type + content;
    return "\xff\xeb" + number_bytes(body.size() + 2, 2) + body;
}
std::string description(const std::string& type) {
    return number_bytes(30, 4) + "jumd" + type + std::string(18, '.');
}

/// Reads a file and writes it, and checks the warning, also for a file that is replaced.
void check_left_out(const files::Folder& folder, const std::string& name) {
    CAPTURE(name);
    const auto count = [](const Messages& all) {
        return std::ranges::count_if(
            all, [](const Message& w) { return is_message(w, messages::credentials, {}); });
    };
    const ImageFile file = files::load(folder / name);
    CHECK(count(file.warnings) == 1);
    CHECK(count(file.left_out) == 1); // a copy keeps them
    CHECK(file.warnings.size() == 1);
    ReadOptions options;
    options.replaced = true;
    CHECK(count(Decoder(folder / name, options).read().warnings) == 1);
}

} // namespace

TEST_CASE("content credentials of a JPEG go with all their pieces, and other data in APP11 stay") {
    const files::Folder folder;
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg");
    const std::string others = piece(1, 1, "LCHK", "a box of JPEG XT") +
                               piece(2, 1, "jumb", description("json") + "text") +
                               piece(2, 2, "jumb", "more text") + "\xff\xeb" + number_bytes(6, 2) + "HDR_";
    const std::string own = piece(1, 1, "jumb", description("c2pa") + "claim"),
                      more = piece(1, 2, "jumb", "rest of the claim");
    files::write_all(folder / "a.jpg", plain.substr(0, 2) + own + others + more + plain.substr(2));
    check_left_out(folder, "a.jpg");
    files::resave(folder / "a.jpg", folder / "b.jpg");
    const std::string bytes = files::read_all(folder / "b.jpg");
    CHECK(bytes.find("claim") == std::string::npos);
    CHECK(bytes.find(others) != std::string::npos);
    files::write_all(folder / "a.jpg", plain.substr(0, 2) + others + plain.substr(2));
    CHECK(files::load(folder / "a.jpg").warnings.empty());
}

TEST_CASE("content credentials of PNG, WebP, TIFF and AVIF are named") {
    const files::Folder folder;
    files::write_all(folder / "a.png", files::png({2, 8, {{"caBX", "jumb"}}}));
    check_left_out(folder, "a.png");
    files::write_all(folder / "a.tif", files::tiff(2, 1, 3, 8, {{262, 2}, {52545, 7}}, {"rgbrgb"}));
    check_left_out(folder, "a.tif");
    if (can_write("a.webp")) {
        write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "a.webp", {});
        std::string webp = files::read_all(folder / "a.webp") + "C2PA" + number_bytes(4, 4, false) + "jumb";
        webp.replace(4, 4, number_bytes(webp.size() - 8, 4, false));
        files::write_all(folder / "a.webp", webp);
        check_left_out(folder, "a.webp");
    }
    if (!can_write("a.avif")) return;
    const std::string uuid = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81";
    files::write_all(folder / "a.avif",
                     files::avif_of_10_bits() + number_bytes(28, 4) + "uuid" + uuid + "jumb");
    check_left_out(folder, "a.avif");
    files::write_all(folder / "b.avif",
                     files::avif_of_10_bits() + number_bytes(28, 4) + "uuid" + std::string(16, 'x') + "jumb");
    CHECK(files::load(folder / "b.avif").warnings.empty());
}
