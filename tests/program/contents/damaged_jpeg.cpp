// Tests JPEGs that are damaged before their image or between its scans: a warning, or a refusal.
#include "formats/jpeg/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tagged.h"
#include "support/messages.h"

using namespace atrous;
using namespace std::string_literals;

namespace {

constexpr const char* run = "enhance --preset neutral --log none ";

} // namespace

TEST_CASE(
    "a JPEG whose profile lacks a part, or whose segments do not follow each other, counts as damaged") {
    if (!has_device()) return;
    const Folder folder;
    const std::string profile = tagged::named("Display P3").bytes, magic("ICC_PROFILE\0", 12);
    tagged::write(folder.path / "a.jpg", tagged::gradient(PixelType::u8, 3), "");
    const std::string jpeg = slurp(folder.path / "a.jpg");
    const auto part = [&](int number, int of, const std::string& bytes) {
        const std::string body = magic + char(number) + char(of) + bytes;
        return std::string("\xff\xe2") + char((body.size() + 2) >> 8) + char((body.size() + 2) & 255) + body;
    };
    const auto check_bad = [&](const std::string& parts, const std::string& says) {
        constexpr std::size_t after_jfif = 20;
        spill(folder.path / "bad.jpg", jpeg.substr(0, after_jfif) + parts + jpeg.substr(after_jfif));
        expect(run_here(folder, run + "--existing replace bad.jpg -o o.jpg"s), 0, {"bad.jpg: " + says});
        expect(run_here(folder, run + "--in-place bad.jpg"s), 1, {"bad.jpg: " + says});
    };
    check_bad(part(1, 2, profile.substr(0, 200)), words(messages::jpeg_profile_parts, 1, 2));
    check_bad(part(1, 3, profile.substr(0, 200)) + part(3, 3, profile.substr(300)),
              words(messages::jpeg_profile_parts, 2, 3));
    check_bad("garbage", words(messages::jpeg_segments));
    spill(folder.path / "good.jpg", jpeg.substr(0, 2) + part(1, 2, profile.substr(0, 200)) +
                                        part(2, 2, profile.substr(200)) + jpeg.substr(2));
    const Ran good = run_here(folder, run + "--in-place good.jpg"s);
    check(good, 0, {});
    CHECK_FALSE(good.says("warning"));
}

TEST_CASE(
    "bytes between the scans of a JPEG, and scans in a wrong order, are damage; bytes before them give a warning") {
    if (!has_device()) return;
    const Folder folder;
    tagged::write(folder.path / "a.jpg", tagged::gradient(PixelType::u8, 3), "", "jpeg:progressive", 1);
    const std::string jpeg = slurp(folder.path / "a.jpg");
    const std::size_t first = jpeg.find("\xff\xda"), next = jpeg.find("\xff\xc4", first),
                      scan = jpeg.find("\xff\xda", next);
    REQUIRE(scan != std::string::npos);
    spill(folder.path / "between.jpg", jpeg.substr(0, next) + std::string(200, 'x') + jpeg.substr(next));
    std::string order = jpeg;
    const std::size_t after_components = scan + 5 + 2 * std::size_t(jpeg[scan + 4]);
    order[after_components + 2] = 0x21; // refines a bit of no earlier scan
    spill(folder.path / "order.jpg", order);
    spill(folder.path / "before.jpg", jpeg.substr(0, 20) + "xxx" + jpeg.substr(20));
    for (const char* name : {"between.jpg", "order.jpg"}) {
        expect(run_here(folder, run + std::string(name) + " -o o.png"), 1,
               {line(messages::jpeg_damaged, name)});
    }
    expect(run_here(folder, run + "before.jpg -o o.png"s), 0,
           {"before.jpg: " + words(messages::jpeg_segments)});
}
