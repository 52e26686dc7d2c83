// Tests `atrous scale --fast` as a user runs it: reduction in the decoder changes neither sizes nor metadata.
#include "engine/messages.h"
#include "engine/scaling/request.h"
#include "formats/jpeg/jpeg.h"
#include "formats/write/resize.h"
#include "support/app_run.h"
#include "support/called.h"
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

TEST_CASE("scale --fast: the decoder leaves a factor of 2 or more along both axes for the lowpass") {
    const std::pair<Size, int> rows[] = {{{3, 3}, 1},   {{4, 4}, 2},   {{7, 7}, 2},   {{8, 8}, 4},
                                         {{15, 15}, 4}, {{16, 16}, 8}, {{64, 64}, 8}, {{16, 4}, 2}};
    ImageWindow place;
    place.size = place.display = {323, 197};
    for (const auto& [factor, decoded_by] : rows) {
        ScaleRequest request;
        request.factor = factor;
        CHECK(reduction_for(request, place, jpeg_reductions) == decoded_by);
    }
}

TEST_CASE("scale --fast: sizes and images as without it; -v, the log and -n name the decoder's share") {
    if (!has_device()) return;
    const Folder folder;
    slope_jpeg(folder.path / "a.jpg", {323, 197});
    const std::pair<const char*, int> rows[] = {
        {"--factor 3", 1}, {"--factor 16x4", 2}, {"--size 50x50", 2}, {"--factor 8", 4}};
    for (const auto& [options, decoded_by] : rows) {
        CAPTURE(options);
        const std::string run = std::string("scale -v --existing replace ") + options + " a.jpg";
        check(run_here(folder, run + " --log none -o plain.png"), 0, {});
        const Ran ran = run_here(folder, run + " --log log.jsonl --fast -o fast.png"),
                  dry = run_here(folder, run + " -n --fast -o c.png");
        check(ran, 0, {});
        CHECK(size_of(folder.path / "fast.png") == size_of(folder.path / "plain.png"));
        const std::string fast = samples_in(folder.path / "fast.png"),
                          plain = samples_in(folder.path / "plain.png");
        int worst = 0;
        for (std::size_t i = 0; i < plain.size(); ++i)
            worst = std::max(worst, std::abs(int(static_cast<unsigned char>(fast[i])) -
                                             int(static_cast<unsigned char>(plain[i]))));
        CHECK(worst <= 3);
        const std::string times = std::to_string(decoded_by);
        CHECK(ran.says("of which its decoder did " + times) == (decoded_by > 1));
        CHECK(ran.says("the factor is below 4") == (decoded_by == 1));
        CHECK((dry.out.find(times + " decoded") != std::string::npos) == (decoded_by > 1));
        CHECK(part_in(images_in(folder.path / "log.jsonl"))->find("decoded_by")->number(0) == decoded_by);
    }
}

TEST_CASE(
    "scale --fast: metadata, orientation and regions as without it; files other than JPEGs do not change") {
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
        REQUIRE(run_here(folder, "scale --log none --existing replace " + options + " a.jpg -o b.jpg").code ==
                0);
        REQUIRE(run_here(folder, "scale --log none --existing replace --fast " + options + " a.jpg -o c.jpg")
                    .code == 0);
        CHECK(size_of(folder.path / "c.jpg") == Size{12, 8});
        CHECK(head("b.jpg") == head("c.jpg"));
    }
    slope_jpeg(folder.path / "large.jpg", {1200, 900});
    REQUIRE(run_here(folder, "scale --log none --fast --factor 4 large.jpg -o whole.png").code == 0);
    const Ran regions =
        run_here(folder, "scale -v --log none --fast --factor 4 --max-memory ,900K large.jpg -o regions.png");
    REQUIRE(regions.code == 0);
    CHECK(samples_in(folder.path / "whole.png") == samples_in(folder.path / "regions.png"));
    REQUIRE(
        run_here(folder, "scale --log none --fast --max-memory 64K --factor 4 large.jpg -o bands.png").code ==
        0);
    CHECK(samples_in(folder.path / "whole.png") == samples_in(folder.path / "bands.png"));
    folder.image("d.png", 64, 48);
    REQUIRE(run_here(folder, "scale --log none --factor 8 d.png -o e.png").code == 0);
    const Ran png = run_here(folder, "scale -v --log none --fast --factor 8 d.png -o f.png");
    CHECK(png.says("--fast has no effect, it is no JPEG"));
    CHECK(slurp(folder.path / "e.png") == slurp(folder.path / "f.png"));
    folder.truncated("cut.jpg");
    check(run_here(folder, "scale --fast --factor 8 --log none cut.jpg -o g.jpg"), 1, {"cut.jpg", "damaged"});
    CHECK_FALSE(folder.has("g.jpg"));
}
