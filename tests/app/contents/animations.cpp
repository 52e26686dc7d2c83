// An animated WebP through the program.
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/webp_file.h"

using namespace atrous;

TEST_CASE("an animation keeps its frames and times as WebP; other formats say what they lose") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.webp",
          files::animation(40, 24, 3,
                           {{0, 40, 40, 51, 255, 80}, {10, 20, 70, 204, 255}, {20, 20, 1000, 102, 255}}));
    const std::string command = "enhance --no-log --levels 2 a.webp -o ";
    check(run_here(folder, command + "b.webp"), 0, {});
    CHECK(files::times_of(slurp(folder.path / "b.webp")) == files::WebpTimes{{40, 70, 1000}, 3});
    CHECK(Decoder(folder.path / "b.webp").lossless());
    check(run_here(folder, command + "c.tif"), 0, {"c.tif: tiff holds no times"});
    CHECK(Decoder(folder.path / "c.tif").parts() == 3);
    check(run_here(folder, command + "d.png"), 0, {"d.png: png holds one image: 2 of 3 parts were left out"});
    CHECK(size_of(folder.path / "d.png") == Size{40, 24});
    check(run_here(folder, command + "e.webp --compression lossless --quality 80"), 0,
          {"--quality has no effect on outputs that --compression lossless loses nothing of"});
}
