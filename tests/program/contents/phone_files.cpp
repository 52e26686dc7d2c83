// Tests data that phones append to a JPEG, through the program.
#include "formats/common/messages.h"
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/phone_file.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// "a.jpg" with a gain map, a preview and a video.
struct PhoneFolder : Folder {
    files::Phone phone;
    PhoneFolder() {
        image("a.jpg", 96, 64);
        const std::string jpeg = slurp(path / "a.jpg");
        image("small.jpg", 24, 16);
        phone.gain_map = files::gain_map_of(slurp(path / "small.jpg"));
        phone.preview = slurp(path / "small.jpg");
        phone.video = files::video_of(2000);
        spill(path / "a.jpg", files::phone_file(jpeg, phone));
    }
    Ran done(const std::string& arguments) const {
        const Ran ran = arguments.starts_with("scale") ? run(arguments) : run_here(*this, arguments);
        check(ran, 0, {});
        return ran;
    }
};

bool has_gain_map(const std::string& bytes) {
    return bytes.find("hdrgm") != std::string::npos || bytes.find("21496") != std::string::npos;
}

} // namespace

TEST_CASE("a phone's photograph keeps gain map and video, in place and through a pipe, with all settings") {
    if (!has_device()) return;
    const PhoneFolder folder;
    const std::string mild = "enhance --log none --levels 2 --luma 1.02 a.jpg ";
    CHECK(folder.done(mild + "-o b.jpg").err.empty());
    const std::string bytes = slurp(folder.path / "b.jpg");
    CHECK(bytes.ends_with("\xff\xd9" + folder.phone.video));
    const auto pictures = files::mpf_pictures(bytes);
    REQUIRE(pictures.size() == 3);
    CHECK(bytes.substr(pictures[1].at, pictures[1].size).starts_with("\xff\xd8"));
    CHECK(has_gain_map(bytes.substr(pictures[1].at, pictures[1].size)));
    CHECK(bytes.substr(pictures[2].at, pictures[2].size) != folder.phone.preview);
    CHECK(folder.shell("atrous " + mild + "-o - --format jpg > c.jpg").code == 0);
    CHECK(slurp(folder.path / "c.jpg") == bytes);
    const std::string strong = "enhance --log none --levels 4 --luma 8 a.jpg ";
    CHECK_FALSE(prints(folder.done(strong + "-o d.jpg"), line(messages::appended_lost)));
    CHECK(has_gain_map(slurp(folder.path / "d.jpg")));
    CHECK_FALSE(prints(folder.done(strong + "--gain-map auto -o e.jpg"), line(messages::appended_lost)));
    CHECK(has_gain_map(slurp(folder.path / "e.jpg")));
    const std::string before = slurp(folder.path / "a.jpg");
    std::string unusable = before; // a map without its largest gain, which cannot be made again
    unusable.replace(unusable.find("GainMapMax"), 10, "GainMapMaX");
    spill(folder.path / "a.jpg", unusable);
    expect(run_here(folder, strong + "--gain-map auto -o g.jpg"), 0,
           {line(messages::gain_map_unusable, "numbers are missing"),
            line(messages::appended_lost, "gain map", "10 %")});
    expect(run_here(folder, strong + "--gain-map auto --in-place"), 1,
           {line(messages::lost_for_good, "gain map")});
    spill(folder.path / "a.jpg", before);
    folder.done(mild + "--in-place -n"); // which reads no samples
    folder.done(mild + "--in-place");
    CHECK(slurp(folder.path / "a.jpg") == bytes);
    CHECK(folder.done("enhance --log none --preset neutral a.jpg -o f.jpg").err.empty());
    CHECK(slurp(folder.path / "f.jpg") == bytes);
}

TEST_CASE("the second view of an MPO is not lost in place: the same size keeps it, another size is refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg", 96, 64);
    files::Phone camera;
    camera.view = slurp(folder.path / "a.jpg");
    spill(folder.path / "in/a.mpo", files::phone_file(camera.view, camera));
    const std::string before = slurp(folder.path / "in/a.mpo");
    expect(run_here(folder, "scale --factor 2 --log none --in-place in"), 1,
           {line(messages::lost_for_good, "further image")});
    CHECK(slurp(folder.path / "in/a.mpo") == before);
    CHECK(run_here(folder, "enhance --log none --levels 2 --luma 2 --in-place in").code == 0);
    const std::string after = slurp(folder.path / "in/a.mpo");
    CHECK(after != before);
    CHECK(after.ends_with(camera.view));
    REQUIRE(files::mpf_pictures(after).size() == 2);
    CHECK(files::mpf_pictures(after)[1].size == camera.view.size());
}
