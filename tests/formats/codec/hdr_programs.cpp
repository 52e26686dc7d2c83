// Exchanges PQ and HLG with avifenc and cjxl, and their decoders, where these are installed. heif-enc 1.15 writes no code points of PQ.
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/skip.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

bool runs(const std::string& program) {
    if (std::system(("command -v " + program + " >/dev/null").c_str()) == 0) return true;
    test::skip(program + " is not installed");
    return false;
}
void run(const files::Folder& folder, const std::string& command) {
    REQUIRE(std::system(("cd '" + folder.path.string() + "' && " + command + " >/dev/null 2>&1").c_str()) ==
            0);
}

double largest_difference(const ImageFile& a, const ImageFile& b) {
    const Pixels &p = a.parts[0].pixels, &q = b.parts[0].pixels;
    REQUIRE(p.size == q.size);
    REQUIRE(p.channels() == q.channels());
    double most = 0;
    for (std::size_t i = 0; i < std::size_t(p.size.pixels()) * std::size_t(p.channels()); ++i)
        most = std::max(most, std::abs(tagged::sample(p, i) - tagged::sample(q, i)));
    return most;
}

} // namespace

TEST_CASE("files of other encoders have their codes, code points and bits, and keep them") {
    const files::Folder folder;
    const ImageFile plain = files::picture({65, 35}, PixelType::u16, 3, [](int x, int y, int c) {
        return 0.25 + 0.006 * x + 0.005 * y - 0.03 * c;
    });
    write_image_file(plain, folder / "in.png", {});
    struct Row {
        const char *program, *options, *name;
        CodePoints points;
        int bits;
    };
    for (const auto& [program, options, name, points, bits] :
         {Row{"avifenc", "--cicp 9/16/9 -d 10 -y 420 -r limited --min 0 --max 10", "a.avif", {9, 16}, 10},
          Row{"avifenc", "--cicp 12/18/6 -d 12 -y 444 -r full --min 0 --max 10", "b.avif", {12, 18}, 12},
          Row{"avifenc", "--cicp 9/18/9 -d 8 -y 444 -r limited --min 0 --max 10", "c.avif", {9, 18}, 16},
          Row{"cjxl", "-d 0 -x color_space=RGB_D65_202_Rel_PeQ", "a.jxl", {9, 16}, 16},
          Row{"cjxl", "-q 95 -x color_space=RGB_D65_DCI_Rel_HLG", "b.jxl", {12, 18}, 16}}) {
        if (!runs(program)) continue;
        CAPTURE(name);
        run(folder, std::string(program) + " " + options + " in.png " + name);
        for (const std::string& file : {std::string(name), "again_" + std::string(name)}) {
            const ImageFile read = files::load(folder / file);
            CHECK(read.warnings.empty());
            REQUIRE(read.parts[0].pixels.profile);
            CHECK(read.parts[0].pixels.profile->points == points);
            CHECK(read.parts[0].pass_through->spec.get_int_attribute(read.format + ":bits", 16) == bits);
            CHECK(largest_difference(plain, read) < 0.02);
            if (file == name)
                write_image_file(read, folder / ("again_" + std::string(name)), {.quality = 98});
        }
    }
}

TEST_CASE("other decoders find the codes of PQ that are read here") {
    const files::Folder folder;
    ImageFile file = files::picture({65, 35}, PixelType::u16, 3, [](int x, int y, int c) {
        return 0.25 + 0.006 * x + 0.005 * y - 0.03 * c;
    });
    file.parts[0].pixels.profile = hdr_profile({9, 16}, 3);
    file.parts[0].pixels.transfer = Transfer::pq;
    for (const auto& [name, program, options] :
         {std::tuple("a.avif", "avifdec", " -d 16 "), {"a.jxl", "djxl", " "}}) {
        if (!runs(program)) continue;
        write_image_file(file, folder / name, {});
        run(folder, program + std::string(options) + name + " out.png");
        CHECK(largest_difference(files::load(folder / name), files::load(folder / "out.png")) < 0.002);
    }
}
