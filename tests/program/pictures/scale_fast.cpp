// Tests `atrous scale --fast` as a user runs it: reduction in the decoder changes neither sizes nor metadata.
#include "engine/messages.h"
#include "formats/jpeg/jpeg.h"
#include "formats/write/resize.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <algorithm>

using namespace atrous;

namespace {

/// A JPEG of slow slopes, in which nothing aliases.
void slope_jpeg(const fs::path& path, Size size) {
    ImageFile file;
    Pixels& pixels = file.parts.emplace_back().pixels;
    pixels.size = size;
    pixels.type = PixelType::u8;
    pixels.transfer = Transfer::srgb;
    pixels.bytes = Bytes(pixels.byte_count());
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int c = 0; c < 3; ++c)
                pixels.at(x, y)[c] = std::byte(40 + 100 * x / size.width + 80 * y / size.height + 10 * c);
    write_image_file(file, path, {true, 95, "4:2:0"});
}

} // namespace

TEST_CASE(
    "scale --fast: the decoder does what leaves 2 for the lowpass; sizes and pictures are those without it") {
    if (!has_device()) return;
    const Folder folder;
    slope_jpeg(folder.path / "a.jpg", {323, 197});
    struct Row {
        const char* options;
        int decoded_by;
    };
    for (const Row& row : {Row{"--factor 3", 1},
                           {"--factor 4", 2},
                           {"--factor 7", 2},
                           {"--factor 8", 4},
                           {"--factor 15", 4},
                           {"--factor 16", 8},
                           {"--factor 64", 8},
                           {"--factor 16x4", 2},
                           {"--size 50x50", 2},
                           {"--size 400x400", 1}}) {
        CAPTURE(row.options);
        const std::string options = std::string("scale -v --existing replace ") + row.options + " a.jpg";
        REQUIRE(folder.run_unoptimised(options + " --log none -o plain.png").code == 0);
        const Ran ran = folder.run_unoptimised(options + " --log log.jsonl --fast -o fast.png");
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
        CHECK(size_of(folder.path / "fast.png") == size_of(folder.path / "plain.png"));
        const std::string fast = samples_in(folder.path / "fast.png");
        const std::string plain = samples_in(folder.path / "plain.png");
        int worst = 0;
        for (std::size_t i = 0; i < plain.size(); ++i)
            worst = std::max(worst, std::abs(int(static_cast<unsigned char>(fast[i])) -
                                             int(static_cast<unsigned char>(plain[i]))));
        CHECK(worst <= 3);
        const std::string did = "of which its decoder did " + std::to_string(row.decoded_by);
        CHECK(ran.says(did) == (row.decoded_by > 1));
        if (row.options != std::string("--size 400x400")) {
            CHECK(ran.says("the factor is below 4") == (row.decoded_by == 1));
            const std::vector<Json> images = images_in(folder.path / "log.jsonl");
            CHECK(part_in(images)->find("decoded_by")->number(0) == row.decoded_by);
        }
        const Ran dry = folder.run(std::string("scale -n --fast a.jpg -o c.png ") + row.options);
        CHECK((dry.out.find(std::to_string(row.decoded_by) + " decoded") != std::string::npos) ==
              (row.decoded_by > 1));
        fs::remove(folder.path / "log.jsonl");
    }
}

TEST_CASE(
    "scale --fast: metadata, orientation and regions as without it; what is no JPEG is not changed by it") {
    if (!has_device()) return;
    const Folder folder;
    fs::copy(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "a.jpg"); // 48x32, orientation 6
    const auto head = [&](const char* name) {
        const ImageFile file = Decoder(folder.path / name).read();
        const auto header = read_jpeg_header(folder.path / name);
        REQUIRE(header);
        std::string all;
        for (const JpegSegment& segment : header->segments)
            if (!segment.body.starts_with("Exif")) all += segment.body; // whose thumbnail shows other pixels
        return all + to_string(part_place(file.parts.front()).size) +
               std::to_string(part_place(file.parts.front()).orientation);
    };
    for (const std::string options : {"--factor 4", "--size 8x1000"}) {
        REQUIRE(folder.run_unoptimised("scale --log none --existing replace " + options + " a.jpg -o b.jpg")
                    .code == 0);
        REQUIRE(
            folder
                .run_unoptimised("scale --log none --existing replace --fast " + options + " a.jpg -o c.jpg")
                .code == 0);
        CHECK(size_of(folder.path / "c.jpg") == Size{12, 8});
        CHECK(head("b.jpg") == head("c.jpg"));
    }
    slope_jpeg(folder.path / "large.jpg", {1200, 900});
    REQUIRE(folder.run_unoptimised("scale --log none --fast --factor 4 large.jpg -o whole.png").code == 0);
    const Ran regions = folder.run_unoptimised(
        "scale -v --log none --fast --factor 4 --max-memory ,900K large.jpg -o regions.png");
    REQUIRE(regions.code == 0);
    CHECK(samples_in(folder.path / "whole.png") == samples_in(folder.path / "regions.png"));
    REQUIRE(
        folder.run_unoptimised("scale --log none --fast --max-memory 64K --factor 4 large.jpg -o bands.png")
            .code == 0);
    CHECK(samples_in(folder.path / "whole.png") == samples_in(folder.path / "bands.png"));
    folder.image("d.png", 64, 48);
    REQUIRE(folder.run_unoptimised("scale --log none --factor 8 d.png -o e.png").code == 0);
    const Ran png = folder.run_unoptimised("scale -v --log none --fast --factor 8 d.png -o f.png");
    CHECK(png.says("--fast has no effect, it is no JPEG"));
    CHECK(slurp(folder.path / "e.png") == slurp(folder.path / "f.png"));
    folder.truncated("cut.jpg");
    check(folder.run_unoptimised("scale --fast --factor 8 --log none cut.jpg -o g.jpg"), 1,
          {"cut.jpg", "damaged"});
    CHECK_FALSE(folder.has("g.jpg"));
}
