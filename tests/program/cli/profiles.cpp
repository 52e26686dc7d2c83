// Tests colour profiles from the view of a user: --assume-profile, the lines in the log and of -v, refusals.
#include "batch/messages.h"
#include "colour/messages.h"
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tagged.h"
#include "support/messages.h"

using namespace atrous;

namespace {

const tagged::Made& adobe() { return tagged::named("Adobe RGB"); }

std::vector<double> values_of(const Pixels& pixels) {
    std::vector<double> values;
    for (std::size_t i = 0; i < pixels.byte_count() / sample_bytes(pixels.type); ++i)
        values.push_back(tagged::sample(pixels, i));
    return values;
}

} // namespace

TEST_CASE("--assume-profile gives untagged images the colours of one that embeds it; an embedded one wins") {
    if (!has_device()) return;
    const Folder folder;
    const Pixels pixels = tagged::gradient(PixelType::u16, 3);
    tagged::write(folder.path / "plain.tif", pixels, "");
    tagged::write(folder.path / "tagged.tif", pixels, adobe().bytes);
    spill(folder.path / "adobe.icc", adobe().bytes);
    REQUIRE(run_here(folder, "enhance plain.tif -o srgb/").code == 0);
    REQUIRE(run_here(folder, "enhance tagged.tif -o own/").code == 0);
    REQUIRE(run_here(folder, "enhance plain.tif tagged.tif --assume-profile adobe.icc -o file/").code == 0);
    REQUIRE(run_here(folder, "enhance plain.tif tagged.tif --assume-profile prophoto -o name/").code == 0);
    const auto result = [&](const char* name) {
        return values_of(Decoder(folder.path / name).read().parts[0].pixels);
    };
    CHECK(result("file/plain.tif") == result("own/tagged.tif"));
    CHECK(result("file/tagged.tif") == result("own/tagged.tif"));
    CHECK(result("name/tagged.tif") == result("own/tagged.tif"));
    CHECK(result("srgb/plain.tif") != result("own/tagged.tif"));
    CHECK(tagged::profile_in(folder.path / "own/tagged.tif") == adobe().bytes);
    CHECK(tagged::profile_in(folder.path / "file/plain.tif").empty());
    const std::string log = slurp(folder.path / "name/atrous-timings.jsonl");
    CHECK(log.find(R"("profile":{"name":"ProPhoto RGB","origin":"assumed","transfer":"formula"})") !=
          std::string::npos);
    CHECK(log.find(R"("profile":{"name":"Adobe RGB","origin":"embedded")") != std::string::npos);
    CHECK(run_here(folder, "enhance -v tagged.tif -o v/").says("profile: Adobe RGB, embedded, formula"));
    CHECK(run_here(folder, "enhance -v plain.tif -o v/").says("profile: sRGB, default, srgb"));
    CHECK(run_here(folder, "enhance plain.tif --assume-profile prophoto -o p.exr")
              .says(words(messages::colours_converted, "OpenEXR", "ProPhoto RGB", "linear sRGB")));
    CHECK_FALSE(prints(run_here(folder, "enhance plain.tif --assume-profile prophoto -o p.tif"),
                       line(messages::colours_converted)));
}

TEST_CASE("--assume-profile refuses a file that is no RGB or grey profile, and files of CMYK colours") {
    const Folder folder;
    const Pixels pixels = tagged::gradient(PixelType::u8, 3);
    tagged::write(folder.path / "cmyk.tif", pixels, tagged::cmyk());
    tagged::write(folder.path / "fine.tif", pixels, adobe().bytes);
    spill(folder.path / "cmyk.icc", tagged::cmyk());
    expect(run_here(folder, "enhance fine.tif --assume-profile adobe -o out/"), 2,
           {"--assume-profile adobe: " + words(messages::unknown_profile) + "srgb, linear"});
    CHECK(run_here(folder, "enhance fine.tif --assume-profile cmyk.icc -o out/").code == 2);
    CHECK(run_here(folder, "enhance fine.tif --assume-profile fine.tif -o out/")
              .says(words(messages::not_a_profile)));
    CHECK_FALSE(folder.has("out"));
    if (!has_device()) return;
    const Ran cmyk = run_here(folder, "enhance cmyk.tif fine.tif -o out/");
    check(cmyk, 1, {"is of CMYK colours, which are not supported; convert the image to RGB first"});
    CHECK(folder.has("out/fine.tif"));
    CHECK_FALSE(folder.has("out/cmyk.tif"));
    CHECK(run_here(folder, "enhance -n cmyk.tif -o out/").code == 1);
}

TEST_CASE(
    "--output-profile converts the outputs of enhance and scale, with --size and --format, and companions") {
    if (!has_device()) return;
    const Folder folder;
    tagged::write(folder.path / "a.tif", tagged::gradient(PixelType::u16, 3), adobe().bytes);
    const Ran web =
        run_here(folder, "enhance --levels 1 --size 24x24 --format jpg --output-profile displayp3 "
                         "--intent perceptual --compare a.tif -o web/");
    check(web, 0, {});
    REQUIRE(run_here(folder, "scale --factor 2 --output-profile Display-P3 --no-dither a.tif -o small.png")
                .code == 0);
    const std::string p3 = tagged::profile_in(folder.path / "web/a.jpg");
    CHECK(p3.size() > 400);
    CHECK(tagged::profile_in(folder.path / "web/a_compare.jpg") == p3);
    CHECK(tagged::profile_in(folder.path / "small.png") == p3);
    CHECK(Decoder(folder.path / "web/a.jpg").size() == Size{24, 16});
    CHECK(slurp(folder.path / "web/atrous-timings.jsonl").find(R"("output_profile":"Display P3")") !=
          std::string::npos);
}

TEST_CASE("--output-profile refuses a file that is no profile of an output, and formats that hold none") {
    const Folder folder;
    tagged::write(folder.path / "a.png", tagged::gradient(PixelType::u8, 3), "");
    struct Row {
        const char* file;
        std::string bytes;
        const char* says;
    };
    const Row rows[] = {{"cmyk.icc", tagged::cmyk(), "is of CMYK colours"},
                        {"lab.icc", tagged::of_lab_colours(), "is of Lab colours"},
                        {"link.icc", tagged::device_link(), "is of class link, not of a device"},
                        {"empty.icc", tagged::without_curves(), "lacks curves"},
                        {"way.icc", tagged::one_way(), "not back"},
                        {"long.icc", adobe().bytes + "more", "images cannot embed it"},
                        {"text.icc", "no profile", "is not an ICC profile"}};
    const auto refused = [&](const std::string& options, const std::string& says) {
        CAPTURE(options);
        expect(run_here(folder, "enhance " + options), 2, {says});
        CHECK_FALSE(folder.has("out"));
    };
    for (const Row& row : rows) {
        spill(folder.path / row.file, row.bytes);
        refused(std::string("a.png -o out/ --output-profile ") + row.file, row.says);
    }
    refused("a.png -o out/ --output-profile p3", words(messages::unknown_profile) + "srgb");
    refused("a.png -o out/ --format exr --output-profile srgb",
            "out/a.exr: " + words(messages::format_no_profile, "OpenEXR"));
    CHECK(run_here(folder, "scale --factor 2 a.png -o out/ --output-profile cmyk.icc").code == 2);
    refused("a.png -o out/ --intent absolute", "--output-profile");
    refused("a.png -o out/ --output-profile srgb --intent best", "perceptual");
}

TEST_CASE("--output-profile pq writes the light of an OpenEXR, and -n, probe and compare show it") {
    if (!has_device()) return;
    const Folder folder;
    const Pixels light = tagged::picture({48, 32}, PixelType::f32, 3,
                                         [](int x, int y, int c) { return (x + 48.0 * y) / 96 / (1 + c); });
    tagged::write(folder.path / "a.exr", light, "");
    check(run_here(folder, "enhance -q --preset neutral --output-profile pq a.exr -o a.png"), 0, {});
    const Ran probed = run_here(folder, "probe a.png"),
              planned = run_here(folder, "enhance -n a.png -o b.jpg");
    CHECK(probed.out.find("16 bits, BT.2020 PQ, peak not specified") != std::string::npos);
    CHECK(planned.out.find(
              "48x32, BT.2020 PQ, peak not specified, written as standard range with a gain map") !=
          std::string::npos);
    CHECK(
        run_here(folder, "enhance -n a.exr -o b.png --output-profile pq").out.find("written as BT.2020 PQ") !=
        std::string::npos);
    CHECK(run_here(folder, "enhance -n a.png -o b.tif").out.find("written as") == std::string::npos);
    CHECK_FALSE(prints(planned, line(messages::narrow_colours)));
    CHECK(probed.err.empty()); // denoise's hints are for renders
    CHECK(prints(run_here(folder, "enhance -n a.png -o b.webp"),
                 line(messages::tone_mapped, "sRGB", anything)));
    const Ran compared = run_here(folder, "compare --min-psnr 70 a.png a.exr");
    CHECK(compared.code == 0);
    CHECK(compared.out.find("PSNR of x/(1+x)") != std::string::npos);
    expect(run_here(folder, "scale --factor 2 --output-profile hlg a.exr -o a.tif"), 0,
           {line(messages::hdr_clipped)});
    CHECK(Decoder(folder.path / "a.tif").hdr(0) == "BT.2020 HLG, peak not specified");
    expect(run_here(folder, "enhance a.exr -o c.png"), 0,
           {line(messages::hdr_clipped, "of 1536 pixels", "sRGB", "--format jpg")});
    expect(run_here(folder, "enhance a.exr -o c.png --output-profile hdr"), 2,
           {words(messages::unknown_profile) + "srgb"});
    expect(run_here(folder, "enhance a.exr -o c.webp --output-profile pq-p3"), 2,
           {words(messages::format_no_hdr)});
}

TEST_CASE(
    "an image whose format cannot hold --output-profile fails, the others are written; if none can, it is a usage error") {
    if (!has_device()) return;
    const Folder folder;
    fs::create_directories(folder.path / "in");
    tagged::write(folder.path / "in/a.png", tagged::gradient(PixelType::u8, 3), "");
    tagged::write(folder.path / "in/b.jpg", tagged::gradient(PixelType::u8, 3), "");
    const Message refused = line(messages::profile_unsupported, "out/b.jpg", "--format png");
    expect(run_here(folder, "enhance -n in -o out --output-profile pq"), 1, {refused});
    expect(run_here(folder, "enhance in -o out --output-profile pq"), 1, {refused});
    CHECK(Decoder(folder.path / "out/a.png").hdr(0).starts_with("BT.2020 PQ"));
    CHECK_FALSE(folder.has("out/b.jpg"));
    expect(run_here(folder, "scale --factor 2 in -o small --output-profile pq"), 1,
           {line(messages::profile_unsupported, "small/b.jpg")});
    CHECK(folder.has("small/a.png"));
    expect(run_here(folder, "enhance in/b.jpg -o jpg/ --output-profile pq"), 2,
           {line(messages::profile_unsupported)});
    check(run_here(folder, "enhance -q in -o png --output-profile pq --format png"), 0, {});
    CHECK(folder.has("png/b.png"));
}
