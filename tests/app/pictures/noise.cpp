// --denoise auto and best through the program: what goes, what stays, what is said, and what it goes with.
#include "base/json.h"
#include "support/app_run.h"
#include "support/called.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <span>

using namespace atrous;

namespace {

constexpr Size size{400, 304};

/// Slow colours and shapes with hard edges, 0 to 1.
double scene(int x, int y, int c) {
    const bool inside = (x / 71 + y / 53) % 3 == 0;
    return 0.3 + 0.25 * std::sin(0.011 * x + 0.8 * c) * std::cos(0.009 * y) + (inside ? 0.25 - 0.05 * c : 0);
}

/// The scene with white noise of that deviation, in steps of 8 bits; floats are light and reach `peak`.
ImageFile picture(PixelType type, double sigma, Alpha alpha = Alpha::none, double peak = 1) {
    ImageFile file;
    file.parts.resize(1);
    Pixels& p = file.parts[0].pixels;
    p.size = size, p.type = type, p.alpha = alpha;
    if (is_float(type)) p.transfer = Transfer::linear;
    p.bytes = Bytes(p.byte_count());
    std::mt19937 random(5);
    std::normal_distribution<double> one;
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int c = 0; c < p.channels(); ++c, ++i) {
                double v = c < 3 ? scene(x, y, c) + sigma / 255 * one(random) : (x + y) % 5 == 0 ? 0.5 : 1;
                if (type == PixelType::f32 && c < 3) v = peak * std::pow(std::max(v, 0.0), 2.2);
                v = is_float(type) ? v : std::clamp(v, 0.0, 1.0);
                if (type == PixelType::u8) p.bytes.data[i] = std::byte(std::lround(255 * v));
                if (type == PixelType::u16)
                    reinterpret_cast<std::uint16_t*>(p.bytes.data.get())[i] =
                        std::uint16_t(std::lround(65535 * v));
                if (type == PixelType::f32) reinterpret_cast<float*>(p.bytes.data.get())[i] = float(v);
            }
    return file;
}

/// A folder with a noisy picture a.png.
struct Noisy : Folder {
    explicit Noisy(double sigma = 12) { write_image_file(picture(PixelType::u8, sigma), path / "a.png", {}); }
    Pixels load(const std::string& name) const {
        return std::move(Decoder(path / name).read().parts[0].pixels);
    }
    /// Mean squared difference of a picture of 8 bits from the scene; of its differences of red and blue.
    double error(const std::string& name) const {
        return sum(name, [](const double* d) { return d[0] * d[0] + d[1] * d[1] + d[2] * d[2]; });
    }
    double colour_error(const std::string& name) const {
        return sum(name, [](const double* d) { return (d[0] - d[2]) * (d[0] - d[2]); });
    }

  private:
    template <class Term>
    double sum(const std::string& name, Term term) const {
        const Pixels p = load(name);
        double total = 0;
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                double d[3];
                for (int c = 0; c < 3; ++c) d[c] = double(p.at(x, y)[c]) - 255 * scene(x, y, c);
                total += term(d);
            }
        return total / double(size.pixels());
    }
};

double decibels(double before, double after) { return 10 * std::log10(before / after); }

} // namespace

TEST_CASE("--denoise auto and best remove noise; -v says what it was, and the log holds it") {
    if (!has_device()) return;
    const Noisy folder;
    for (const std::string how : {"auto", "best"}) {
        CAPTURE(how);
        const Ran ran = run_here(folder, "enhance -v --denoise " + how +
                                             " a.png -o b.png --overwrite --log " + how + ".jsonl");
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
        CHECK(decibels(folder.error("a.png"), folder.error("b.png")) > 12);
        CHECK(ran.says("a.png: noise: strong, like ISO 12800; 1"));
        const std::vector<Json> images = images_in(folder.path / (how + ".jsonl"));
        REQUIRE(images.size() == 1);
        const Json& record = images.front();
        CHECK(record.find("denoise_ms")->number(0) > 0);
        const Json* noise = record.find("settings")->array()->front().find("noise");
        REQUIRE(noise);
        CHECK_FALSE(*noise->find("clean")->boolean());
        CHECK(noise->find("trust")->number(0) > 0.9);
        CHECK(noise->find("deviation")->array()->size() == 3);
        CHECK(noise->find("curve")->array()->front().array()->size() == 9);
    }
}

TEST_CASE("--denoise auto gives clean pictures back bit for bit, and says so") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(picture(PixelType::u8, 0), folder.path / "clean.jpg", {});
    const Ran ran = folder.run("enhance -v --denoise auto clean.jpg -o b.jpg --no-log");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    CHECK(ran.says("noise: none"));
    CHECK(slurp(folder.path / "b.jpg") == slurp(folder.path / "clean.jpg"));
}

TEST_CASE("--denoise-strength and --chroma-denoise scale what is removed") {
    if (!has_device()) return;
    const Noisy folder;
    const auto run = [&](const std::string& options, const std::string& out) {
        const Ran ran = run_here(folder, "enhance --no-log --denoise auto " + options + " a.png -o " + out);
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
    };
    run("--denoise-strength 0", "none.png");
    run("--denoise-strength 0.4", "some.png");
    run("--chroma-denoise 0", "luma.png");
    run("", "all.png");
    const Pixels before = folder.load("a.png"), none = folder.load("none.png");
    CHECK(std::memcmp(before.bytes.data.get(), none.bytes.data.get(), before.byte_count()) == 0);
    CHECK(folder.error("some.png") < folder.error("a.png"));
    CHECK(folder.error("all.png") < folder.error("some.png"));
    CHECK(folder.error("luma.png") < 0.8 * folder.error("a.png"));
    CHECK(folder.colour_error("luma.png") > 0.9 * folder.colour_error("a.png"));
    CHECK(folder.colour_error("all.png") < 0.2 * folder.colour_error("a.png"));
}

TEST_CASE("--denoise auto goes with the search for edges, thresholds, every space, presets and regions") {
    if (!has_device()) return;
    const Noisy folder;
    for (const std::string options :
         {"--edges auto --levels 2 --luma 1.5", "--luma-threshold 1 --levels 2",
          "--space rgb --levels 2 --luma 1.2", "--space linear --levels 2", "--preset sharpen --levels 2",
          "--storage half --levels 2 --form direct"}) {
        CAPTURE(options);
        const Ran ran =
            run_here(folder, "enhance --no-log --overwrite --denoise auto " + options + " a.png -o b.png");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK(folder.error("b.png") < 0.5 * folder.error("a.png"));
    }
    CHECK(run_here(folder, "enhance --no-log --denoise auto a.png -o whole.png").code == 0);
    const Ran regions =
        run_here(folder, "enhance --no-log --denoise auto --device-memory 5M a.png -o regions.png");
    CAPTURE(regions.err);
    CHECK(regions.code == 0);
    CHECK(slurp(folder.path / "regions.png") == slurp(folder.path / "whole.png"));
}

TEST_CASE("--denoise auto keeps alpha, values above white and depth of bits") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(picture(PixelType::f32, 12, Alpha::straight, 8), folder.path / "light.tif", {});
    write_image_file(picture(PixelType::u16, 12, Alpha::straight), folder.path / "deep.png", {});
    for (const std::string name : {"light.tif", "deep.png"}) {
        CAPTURE(name);
        const Ran ran = run_here(folder, "enhance --no-log -v --denoise auto " + name + " -o out_" + name);
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
        CHECK(ran.says("noise: "));
        const Pixels before = folder.load(name), after = folder.load("out_" + name);
        REQUIRE(before.type == after.type);
        bool alpha_stays = true, finite = true;
        double largest = 0, changed = 0;
        for (std::size_t i = 0; i < std::size_t(size.pixels()) * 4; ++i) {
            const std::size_t bytes = sample_bytes(before.type);
            const bool same = std::memcmp(before.bytes.data.get() + i * bytes,
                                          after.bytes.data.get() + i * bytes, bytes) == 0;
            if (i % 4 == 3)
                alpha_stays &= same;
            else
                changed += !same;
            if (before.type != PixelType::f32) continue;
            float value;
            std::memcpy(&value, after.bytes.data.get() + i * bytes, bytes);
            finite &= std::isfinite(value);
            largest = std::max(largest, double(value));
        }
        CHECK(alpha_stays);
        CHECK(finite);
        CHECK(changed > 1000);
        if (before.type == PixelType::f32) CHECK(largest > 4);
    }
}

namespace {

/// A block of 16 x 16 pixels.
struct Block {
    double detail; ///< deviation of its samples
    int left, top;
};

/// Calls work(of) for all samples of blocks, of(pixels) being that of a picture.
template <class Work>
void for_samples(std::span<const Block> blocks, Work work) {
    for (const Block& block : blocks)
        for (int y = 0; y < 16; ++y)
            for (int i = 0; i < 16 * 3; ++i)
                work([&](const Pixels& pixels) { return double(pixels.at(block.left, block.top + y)[i]); });
}

/// The blocks of a picture, the flattest first.
std::vector<Block> blocks_of(const Pixels& pixels) {
    std::vector<Block> blocks;
    for (int y = 0; y + 16 <= size.height; y += 16)
        for (int x = 0; x + 16 <= size.width; x += 16) {
            Block block{0, x, y};
            double sum = 0, squares = 0;
            for_samples({&block, 1},
                        [&](const auto& of) { sum += of(pixels), squares += of(pixels) * of(pixels); });
            block.detail = std::sqrt(squares / 768 - sum / 768 * (sum / 768));
            blocks.push_back(block);
        }
    std::ranges::sort(blocks, {}, &Block::detail);
    return blocks;
}

/// How much more a picture differs from its clean one in deviation after a filter than before: 1 where noise stayed.
double growth(std::span<const Block> blocks, const Pixels& noisy, const Pixels& clean,
              const Pixels& noisy_after, const Pixels& clean_after) {
    double before = 0, after = 0;
    for_samples(blocks, [&](const auto& of) {
        before += std::pow(of(noisy) - of(clean), 2);
        after += std::pow(of(noisy_after) - of(clean_after), 2);
    });
    return std::sqrt(after / before);
}

/// The share of the change of the clean picture that a noisy one got: the first's projection on it.
double kept(std::span<const Block> blocks, const Pixels& noisy, const Pixels& clean,
            const Pixels& noisy_after, const Pixels& clean_after) {
    double both = 0, wanted = 0;
    for_samples(blocks, [&](const auto& of) {
        const double change = of(clean_after) - of(clean);
        both += change * (of(noisy_after) - of(noisy));
        wanted += change * change;
    });
    return both / wanted;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return a.byte_count() == b.byte_count() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE(
    "--noise-guard 1, the default: noise grows by a twentieth at most, what is no noise is amplified as before") {
    if (!has_device()) return;
    const Noisy folder(5); // more would hide the details
    write_image_file(picture(PixelType::u8, 0), folder.path / "clean.png", {});
    const auto run = [&](const std::string& options, const std::string& in, const std::string& out) {
        const Ran ran = run_here(folder, "enhance -v --luma 1.8 --overwrite " + options + " " + in + " -o " +
                                             out + " --log log.jsonl");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        return ran;
    };
    const Ran ran = run("", "a.png", "guarded.png"); // the default
    CHECK(ran.says("a.png: noise: "));
    CHECK_FALSE(ran.says("noise: none"));
    CHECK_FALSE(ran.says("no effect"));
    CHECK_FALSE(
        images_in(folder.path / "log.jsonl").back().find("settings")->array()->front().find("noise") ==
        nullptr);
    run("--noise-guard 0", "a.png", "plain.png");
    run("", "clean.png", "clean_guarded.png");
    run("--noise-guard 0", "clean.png", "clean_plain.png");
    const Pixels clean = folder.load("clean.png"), noisy = folder.load("a.png"),
                 after = folder.load("clean_plain.png");
    CHECK(same_bytes(folder.load("clean_guarded.png"), after));
    const Pixels guarded = folder.load("guarded.png"), plain = folder.load("plain.png");
    const std::vector<Block> blocks = blocks_of(clean); // as tests/photos.py does
    const auto flat = std::span(blocks).first(blocks.size() / 5),
               rich = std::span(blocks).last(blocks.size() / 5);
    CHECK(growth(flat, noisy, clean, plain, after) > 1.3);
    CHECK(growth(flat, noisy, clean, guarded, after) < 1.05);
    CHECK(kept(rich, noisy, clean, guarded, after) > 0.98 * kept(rich, noisy, clean, plain, after));
    run("--device-memory 5M", "a.png", "regions.png");
    CHECK(same_bytes(folder.load("regions.png"), guarded));
    run("--crop 400x100+0+150", "a.png", "crop.png");
    CHECK(std::memcmp(folder.load("crop.png").at(0, 0), guarded.at(0, 150), 400 * 3 * 100) == 0);
    for (const char* way : {"--schedule dilated --form direct", "--synthesis stored"}) {
        CAPTURE(way);
        run(way, "a.png", "way.png");
        CHECK(growth(blocks, noisy, clean, folder.load("way.png"), guarded) <
              0.01); // samples that are rounded otherwise
    }
}

TEST_CASE("--noise-guard says where it does nothing: without boosts, with thresholds, with --denoise") {
    if (!has_device()) return;
    const Noisy folder;
    for (const std::string options : {"--luma-threshold 1", "--luma 0.5,1 --chroma 1", "--preset denoise",
                                      "--amount -1", "--denoise auto --luma 1.5"}) {
        CAPTURE(options);
        const Ran off = run_here(folder, "enhance --no-log --overwrite --levels 2 " + options +
                                             " --noise-guard 0 a.png -o off.png"),
                  on = run_here(folder, "enhance --no-log --overwrite --levels 2 " + options +
                                            " --noise-guard 1 a.png -o on.png");
        CAPTURE(on.err);
        CHECK(on.code == 0);
        CHECK(on.says("--noise-guard has no effect without gains above 1"));
        CHECK(slurp(folder.path / "on.png") == slurp(folder.path / "off.png"));
    }
}

TEST_CASE("refused: strengths out of range, bayes with the search for edges or with thresholds") {
    const Folder folder;
    check(run_here(folder, "enhance a.png -o b.png --denoise-strength 3"), 2,
          {"--denoise-strength", "0 to 2"});
    check(run_here(folder, "enhance a.png -o b.png --noise-guard 2.1"), 2, {"--noise-guard", "0 to 2"});
    check(run_here(folder, "enhance a.png -o b.png --chroma-denoise -1"), 2, {"--chroma-denoise", "0 to 2"});
    check(run_here(folder, "enhance a.png -o b.png --denoise bayes --edges auto"), 2,
          {"--denoise bayes", "auto or best"});
    check(run_here(folder, "enhance a.png -o b.png --denoise bayes --luma-threshold 1"), 2,
          {"--denoise bayes", "--luma-threshold"});
}
