// Tests small formats that other readers show with wrong alpha, orientation or light: correct results, or a warning.
#include "complaints/small_files.h"
#include "formats/bmp/messages.h"
#include "formats/common/messages.h"
#include "formats/dpx/messages.h"
#include "formats/hdr/messages.h"
#include "formats/targa/messages.h"
#include "support/messages.h"
#include <sstream>

using namespace atrous;
using namespace atrous::test;

TEST_CASE("a BMP of 32 bits without alpha is opaque") {
    if (!has_device()) return;
    const Folder folder;
    std::string rgb, rgba;
    for (int i = 0; i < area; ++i) rgb += "\x1e\x14\x0a"s, rgba += "\x1e\x14\x0a\x50"s;
    CHECK(png_of(folder, "old.bmp", bmp_bytes({})) == rgb);
    CHECK(png_of(folder, "masks.bmp", bmp_bytes({.compression = 3})) == rgb);
    CHECK(png_of(folder, "v4.bmp", bmp_bytes({.compression = 3, .header = 108, .pixel = {10, 20, 30, 80}})) ==
          rgb);
    CHECK(png_of(folder, "alpha4.bmp",
                 bmp_bytes({.compression = 3,
                            .header = 108,
                            .masks = {0xff0000, 0xff00, 0xff, 0xff000000},
                            .pixel = {10, 20, 30, 80}})) == rgba);
    CHECK(png_of(folder, "alpha.bmp", bmp_bytes({.pixel = {10, 20, 30, 80}})) ==
          rgba); // as many programs write it
    check_refused(
        {{"order.bmp", bmp_bytes({.compression = 3, .masks = {0xff, 0xff00, 0xff0000, 0}}),
          words(messages::bmp_order)},
         {"png.bmp", bmp_bytes({.compression = 5}), words(messages::sample_storage, 32, 5)},
         {"cut.bmp", bmp_bytes({.bits = 24, .compression = 1}), words(messages::sample_storage, 24, 1)}});
}

TEST_CASE("an image that is transparent everywhere and has colours gets a warning") {
    if (!has_device()) return;
    const Folder folder;
    std::string colours, black(area * 4, '\0');
    for (int i = 0; i < area; ++i) colours += {10, 20, 30, 0};
    std::string visible = colours;
    visible.back() = 1;
    const std::string warning = words(messages::all_transparent);
    Ran ran;
    png_of(folder, "colours.tga", targa_bytes({.kind = 2, .bits = 32, .colours = 0, .samples = colours}),
           &ran);
    CHECK(ran.says(warning));
    for (const std::string& samples : {black, visible}) {
        png_of(folder, "quiet.tga", targa_bytes({.kind = 2, .bits = 32, .colours = 0, .samples = samples}),
               &ran);
        CHECK_FALSE(ran.says(warning));
    }
    const std::string grey(area, 'g');
    check_refused(
        {{"grey24.tga", targa_bytes({.kind = 3, .bits = 24, .colours = 0, .samples = grey + grey + grey}),
          words(messages::sample_storage, 24, 3)},
         {"rgb8.tga", targa_bytes({.kind = 2, .colours = 0, .samples = grey}),
          words(messages::sample_storage, 8, 2)},
         {"rows.tga", targa_bytes({.kind = 3, .colours = 0, .layout = 0x60, .samples = grey}),
          words(messages::targa_rows)}});
}

TEST_CASE("the orientation of a Radiance file or DPX is kept in the output") {
    if (!has_device()) return;
    const Folder folder;
    // Orientations of a Radiance file, with EXIF's numbers and DPX's own (SMPTE 268M, table 2).
    const char* const orders[] = {"-Y 8 +X 8", "-Y 8 -X 8", "+Y 8 -X 8", "+Y 8 +X 8",
                                  "+X 8 -Y 8", "-X 8 -Y 8", "-X 8 +Y 8", "+X 8 +Y 8"};
    const int of_dpx[] = {0, 1, 3, 2, 4, 5, 7, 6};
    for (int i = 0; i < 8; ++i) {
        const std::string name = "in/" + std::to_string(i + 1);
        spill(folder.path / (name + "-r.hdr"), hdr_bytes("", orders[i]));
        spill(folder.path / (name + "-d.dpx"),
              dpx_bytes({.bits = 8, .packing = 0, .orientation = of_dpx[i]}));
    }
    for (const char* const format : {"png", "webp", "tif", "dpx"}) {
        CAPTURE(format);
        const Ran ran = run_here(folder, plain_run + "in -o '{stem}.{ext}' --format "s + format);
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK_FALSE(prints(ran, line(messages::orientation_lost)));
    }
    const Ran tool =
        folder.shell("exiftool -n -q -if '$Orientation' -p '$FileName $Orientation' *.png *.webp *.tif");
    std::istringstream words(tool.out);
    int seen = 0;
    for (std::string name, turn; words >> name >> turn; ++seen) CHECK(name.substr(0, 1) == turn);
    CHECK(seen >= 3 * 16 - 4); // a PNG or WebP that is not turned may omit the tag
    for (int i = 0; i < 8; ++i)
        for (const char* const from : {"-r.dpx", "-d.dpx"}) {
            const std::string head = slurp(folder.path / (std::to_string(i + 1) + from)).substr(768, 2);
            CHECK(head[0] + head[1] == of_dpx[i]); // in either byte order
        }
    check(run_here(folder, plain_run + "in/6-r.hdr -o b.hdr"s), 0,
          {"orientation (viewers will show the image turned)"});
}

TEST_CASE("exposure, aspect and primaries of a Radiance file that are not applied get a warning") {
    if (!has_device()) return;
    const Folder folder;
    struct HeadRow {
        const char* line;
        std::string said;
    };
    for (const HeadRow& row : {HeadRow{"EXPOSURE=4", words(messages::hdr_line, "EXPOSURE=4")},
                               {"PIXASPECT= 2", words(messages::hdr_line, "PIXASPECT= 2")},
                               {"PRIMARIES= .7 .3 .2 .7 .1 .1 .3 .3",
                                words(messages::hdr_line, "PRIMARIES= .7 .3 .2 .7 .1 .1 .3 .3")},
                               {"EXPOSURE= 1.000000e+00\nVIEW= -vtv", ""}}) {
        CAPTURE(row.line);
        Ran ran;
        png_of(folder, "a.hdr", hdr_bytes(row.line + "\n"s), &ran);
        CHECK(ran.says(words(messages::hdr_line)) == !row.said.empty());
        CHECK(ran.says(row.said));
    }
}

TEST_CASE("a DPX of linear light is read as linear; a logarithmic one gets a warning") {
    if (!has_device()) return;
    const Folder folder;
    constexpr int linear = 2, logarithmic = 3, density = 1, video = 6;
    spill(folder.path / "linear.dpx", dpx_bytes({.bits = 16, .packing = 0, .transfer = linear}));
    spill(folder.path / "video.dpx", dpx_bytes({.bits = 16, .packing = 0, .transfer = video}));
    check(run_here(folder, plain_run + "linear.dpx --output-profile srgb -o linear.png"s), 0, {});
    check(run_here(folder, plain_run + "video.dpx --output-profile srgb -o video.png"s), 0, {});
    const auto sample = [&](const char* name) {
        return int(std::uint8_t(samples_in(folder.path / name)[1]));
    };
    CHECK(sample("video.png") == 0x40);
    CHECK(sample("linear.png") == 137); // sRGB's curve at a quarter
    const Ran same = run_here(folder, plain_run + "linear.dpx -o same.dpx"s);
    CHECK(same.code == 0);
    CHECK_FALSE(same.says("warning"));
    CHECK(samples_in(folder.path / "same.dpx") == samples_in(folder.path / "linear.dpx"));
    CHECK(slurp(folder.path / "same.dpx")[801] == linear);
    for (const int transfer : {logarithmic, density}) {
        Ran ran;
        png_of(folder, "log.dpx", dpx_bytes({.transfer = transfer}), &ran);
        CHECK(ran.says(words(messages::dpx_logarithmic)));
        CHECK_FALSE(
            run_here(folder, plain_run + "log.dpx --assume-profile linear -o l.tif --existing replace"s)
                .says("logarithmic"));
    }
}
