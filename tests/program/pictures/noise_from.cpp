// --noise: the noise of one image for all, and its description.
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "commands/enhance/noise.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <cmath>
#include <random>

using namespace atrous;

namespace {

/// A slope with white noise of that deviation, in steps of 8 bits.
void write_noisy(const fs::path& path, double sigma, unsigned seed, int colours = 3) {
    ImageFile file;
    file.parts.resize(1);
    Pixels& p = file.parts[0].pixels;
    p.size = {256, 208};
    p.colours = colours;
    p.bytes = Bytes(p.byte_count());
    std::mt19937 random(seed);
    std::normal_distribution<double> one;
    std::size_t i = 0;
    for (int y = 0; y < p.size.height; ++y)
        for (int x = 0; x < p.size.width; ++x)
            for (int c = 0; c < colours; ++c, ++i)
                p.bytes.data[i] =
                    std::byte(std::lround(60 + x / 4.0 + y / 5.0 + 8 * c + sigma * one(random)));
    write_image_file(file, path, {});
}

/// Description of each image's noise in the log.
std::vector<std::string> noises(const fs::path& log) {
    std::vector<std::string> all;
    for (const Json& image : images_in(log))
        all.push_back(image.find("settings")->array()->front().find("noise")->dump());
    return all;
}

} // namespace

TEST_CASE("--noise FILE: all images have the noise of one file; for that file, nothing changes") {
    if (!has_device()) return;
    const Folder folder;
    fs::create_directories(folder.path / "in");
    write_noisy(folder.path / "in/a.png", 9, 1);
    write_noisy(folder.path / "in/b.png", 6, 2);
    write_noisy(folder.path / "clean.png", 0, 3);
    const std::string options = "enhance -v --existing replace --denoise auto in ";
    REQUIRE(run_here(folder, options + "-o each").code == 0);
    expect(run_here(folder, options + "-o all --noise in/a.png"), 0,
           {message(messages::noise_found, "--noise in/a.png", anything), "strong, like ISO 6400"});
    const auto each = noises(folder.path / "each/atrous-timings.jsonl"),
               all = noises(folder.path / "all/atrous-timings.jsonl");
    CHECK(each[0] != each[1]);
    CHECK(all == std::vector{each[0], each[0]});
    CHECK(slurp(folder.path / "all/a.png") == slurp(folder.path / "each/a.png"));
    CHECK(slurp(folder.path / "all/b.png") != slurp(folder.path / "each/b.png"));
    REQUIRE(run_here(folder, options + "-o again --noise each").code == 0);
    CHECK(slurp(folder.path / "again/b.png") == slurp(folder.path / "each/b.png"));
    REQUIRE(run_here(folder, options + "-o none --noise clean.png").code == 0);
    CHECK(samples_in(folder.path / "none/a.png") == samples_in(folder.path / "in/a.png"));
    CHECK(samples_in(folder.path / "all/a.png") != samples_in(folder.path / "in/a.png"));
    const std::string guard = "enhance --log none --existing replace in/a.png -o ";
    REQUIRE(run_here(folder, guard + "own.png").code == 0);
    REQUIRE(run_here(folder, guard + "from.png --noise in/a.png").code == 0);
    CHECK(slurp(folder.path / "own.png") == slurp(folder.path / "from.png"));
}

TEST_CASE("--noise refuses files that are no images or are replaced, of other colours, and wrong first:N") {
    if (!has_device()) return;
    const Folder folder;
    write_noisy(folder.path / "a.png", 9, 1);
    write_noisy(folder.path / "grey.png", 9, 1, 1);
    spill(folder.path / "text.png", "no picture");
    const auto refused = [&](const std::string& options, int code, const Message& reason) {
        CAPTURE(options);
        expect(run_here(folder, "enhance --log none --denoise auto " + options), code, {reason});
    };
    for (const char* wrong : {"first:0", "first:x", "first:1.5", "first:100", "first:", "first:-2"})
        refused(std::string("a.png -o b.png --noise ") + wrong, 2,
                line(messages::noise_first_wrong, wrong, "99"));
    for (const std::string file : {"none.png", "text.png"})
        refused("a.png -o b.png --noise a.png --noise " + file, 2,
                line(messages::noise_source_unusable, file));
    for (const char* of : {"a.png", "first:2"})
        refused(std::string("--in-place a.png --noise ") + of, 2,
                line(messages::noise_source_replaced, "a.png"));
    refused("grey.png -o b.png --noise a.png", 1, line(messages::noise_source_differs, "grey.png", "a.png"));
    refused("a.png -o b.png --noise a.png --noise grey.png", 1,
            line(messages::noise_sources_differ, "--noise a.png and 1 more", "grey.png"));
    for (const char* more : {"--noise first:2 --noise a.png", "--noise a.png --noise first:2",
                             "--noise first:2 --noise first:3"})
        refused(std::string("a.png -o b.png ") + more, 2, line(messages::noise_first_and_others));
    refused("--noise first:2 --chunk 0/2 a.png -o out/", 2, line(messages::noise_first_of_chunk, "first:2"));
    CHECK_FALSE(folder.has("b.png"));
    expect(run_here(folder, "enhance --log none --preset clarity --levels 1 a.png -o b.png --noise a.png"), 0,
           {message(messages::option_unused, "--noise", "--denoise auto or --noise-guard")});
}

TEST_CASE("--noise first:N and several files: all images have their mean") {
    if (!has_device()) return;
    const Folder folder;
    fs::create_directories(folder.path / "in");
    for (const unsigned seed : {1U, 2U, 3U})
        write_noisy(folder.path / "in" / (std::to_string(seed) + ".png"), 9, seed);
    write_noisy(folder.path / "clean.png", 0, 3);
    const std::string options = "enhance -v --existing replace --denoise auto in ";
    const Ran first = run_here(folder, options + "-o first --noise first:2");
    expect(first, 0, {message(messages::noise_of_several, "--noise first:2", 2, 2, anything)});
    CHECK(first.says("strong, like ISO 6400"));
    const auto said = noises(folder.path / "first/atrous-timings.jsonl");
    CHECK(said == std::vector{said[0], said[0], said[0]});
    CHECK(has_text(said[0], "\"frames\":2"));
    const Ran named = run_here(folder, options + "-o named --noise in/1.png --noise in/2.png");
    expect(named, 0, {message(messages::noise_of_several, "--noise in/1.png and 1 more", 2, 2, anything)});
    CHECK(noises(folder.path / "named/atrous-timings.jsonl") == said);
    CHECK(slurp(folder.path / "named/3.png") == slurp(folder.path / "first/3.png"));
    const Ran some = run_here(folder, options + "-o some --noise clean.png --noise in/1.png");
    expect(some, 0, {message(messages::noise_of_several, anything, 1, 2, anything)});
    REQUIRE(run_here(folder, options + "-o one --noise each --noise first:1").code == 0);
    CHECK(noises(folder.path / "one/atrous-timings.jsonl") ==
          noises(folder.path / "some/atrous-timings.jsonl"));
    const Ran few = run_here(folder, options + "-o few --noise first:8");
    expect(few, 0,
           {line(messages::noise_first_few, "W_NOISE_FIRST_FEW", "--noise first:8"),
            message(messages::noise_of_several, anything, 3, 3, anything)});
    const Ran piped =
        folder.shell("ls -d in/* | atrous enhance -v --log none --denoise auto --files-from - -o piped "
                     "--noise first:3");
    expect(piped, 0, {message(messages::noise_of_several, anything, 3, 3, anything)});
}

TEST_CASE(
    "noise in words: stronger noise is never like a lower ISO, coarse noise is named, less than a step has no ISO") {
    NoiseFound found(3);
    found.rule = NoiseRule::measured;
    const auto words = [&](double deviation, double coarser) {
        found.measured = deviation;
        for (auto& plane : found.deviation) plane = {deviation, coarser * deviation, deviation, deviation};
        return noise_text(found);
    };
    int last = 0;
    for (double sigma = 1; sigma < 40; sigma *= 1.07) {
        const std::string text = words(sigma, 2.5);
        const int iso = std::stoi(text.substr(text.find("ISO ") + 4));
        CHECK(iso >= last);
        CHECK_FALSE(has_text(text, "coarse"));
        last = iso;
    }
    CHECK(last == 51200);
    CHECK(words(6, 3) == "noise: strong, like ISO 3200; coarse; 6.0 of 255");
    CHECK(words(0.9, 1) == "noise: below 1 of 255");
    CHECK(noise_text(NoiseFound(3)) == "noise: none");
}
