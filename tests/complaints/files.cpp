// Tests against complaints of users of other tools: input and output files.
#include "support/app_run.h"
#include "support/called.h"
#include <cstring>

using namespace atrous;

TEST_CASE("colours under alpha 0 are lost") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 48, 32);
    ImageFile file = Decoder(folder.path / "a.png").read();
    Pixels& pixels = file.parts.at(0).pixels;
    Pixels rgba;
    rgba.size = pixels.size;
    rgba.alpha = Alpha::straight;
    rgba.bytes = Bytes(rgba.byte_count());
    for (std::size_t i = 0; i < std::size_t(rgba.size.pixels()); ++i) {
        std::memcpy(rgba.bytes.data.get() + 4 * i, pixels.bytes.data.get() + 3 * i, 3);
        rgba.bytes.data[4 * i + 3] = std::byte(i % 3 == 0 ? 0 : i % 3 == 1 ? 128 : 255);
    }
    pixels = std::move(rgba);
    write_image_file(file, folder.path / "alpha.png", {});
    REQUIRE(run_here(folder, "enhance --preset neutral alpha.png -o same.png").code == 0);
    REQUIRE(run_here(folder, "enhance --preset clarity alpha.png -o more.png").code == 0);
    const ImageFile same = Decoder(folder.path / "same.png").read(),
                    more = Decoder(folder.path / "more.png").read();
    const std::byte *before = pixels.bytes.data.get(), *after = more.parts.at(0).pixels.bytes.data.get();
    REQUIRE(more.parts[0].pixels.byte_count() == pixels.byte_count());
    CHECK(std::memcmp(same.parts.at(0).pixels.bytes.data.get(), before, pixels.byte_count()) == 0);
    int hidden = 0; // colours under alpha 0, which are filtered like other colours
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()); ++i) {
        REQUIRE(after[4 * i + 3] == before[4 * i + 3]);
        hidden += before[4 * i + 3] == std::byte(0) && std::memcmp(after + 4 * i, before + 4 * i, 3) != 0 &&
                  (after[4 * i] != std::byte(0) || before[4 * i] == std::byte(0));
    }
    CHECK(hidden > 0);
}

TEST_CASE("an output over the source is interrupted or killed at any time") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("source.ppm", 500, 400);
    REQUIRE(run_here(folder, "enhance --log none source.ppm -o result.ppm").code == 0);
    const std::string before = slurp(folder.path / "source.ppm"), after = slurp(folder.path / "result.ppm");
    REQUIRE(before != after);
    for (const std::string signal : {"INT", "KILL"})
        for (const char* wait : {"0.1", "0.2", "0.4"}) {
            CAPTURE(signal);
            CAPTURE(wait);
            fs::create_directories(folder.path / "work");
            spill(folder.path / "work/a.ppm", before);
            folder.shell("'" + program() +
                         "' enhance --existing replace --log none work/a.ppm -o work/a.ppm & pid=$!\n"
                         "sleep " +
                         std::string(wait) + "; kill -" + signal + " $pid; wait $pid");
            const std::string left = slurp(folder.path / "work/a.ppm");
            CHECK((left == before || left == after));
            if (signal == "INT") CHECK(folder.list("work") == "a.ppm");
            fs::remove_all(folder.path / "work");
        }
}
