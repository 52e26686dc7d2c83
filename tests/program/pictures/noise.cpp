// Tests --denoise auto through the program: removed noise, kept detail, messages, and other options.
#include "base/json.h"
#include "batch/log/messages.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "engine/messages.h"
#include "filters/eaw/messages.h"
#include "program/pictures/noisy.h"
#include "support/called.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace atrous;

namespace {

double decibels(double before, double after) { return 10 * std::log10(before / after); }

} // namespace

TEST_CASE("--denoise auto removes noise; -v prints it, and the log holds it") {
    if (!has_device()) return;
    const Noisy folder;
    const Ran ran = run_here(folder, "enhance -v --denoise auto a.png -o b.png --log auto.jsonl");
    check(ran, 0, {});
    CHECK(decibels(folder.error("a.png"), folder.error("b.png")) > 12);
    CHECK(ran.says("a.png: noise: strong, like ISO 12800; 1"));
    const std::vector<Json> images = images_in(folder.path / "auto.jsonl");
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

TEST_CASE("--denoise auto returns clean images bit for bit, and reports it; a JPEG of quality 95, nearly") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "clean.png", {});
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "clean.jpg", {});
    check(run_here(folder, "enhance -v --denoise auto clean.png -o b.png --log none"), 0, {"noise: none"});
    CHECK(slurp(folder.path / "b.png") == slurp(folder.path / "clean.png"));
    check(run_here(folder, "enhance --denoise auto clean.jpg -o c.png --log none"), 0,
          {"clean.jpg: noise: "});
    const Pixels before = folder.load("clean.jpg"), after = folder.load("c.png");
    double sum = 0;
    for (std::uint64_t i = 0; i < before.byte_count(); ++i)
        sum += std::pow(double(before.bytes.data[i]) - double(after.bytes.data[i]), 2);
    CHECK(sum / double(before.byte_count()) < 0.41); // 52 dB
}

TEST_CASE("each image's noise is printed without -v, and at the end the number of images without noise") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "clean.png", {});
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "two\nlines.png", {});
    const std::string run =
        "enhance --log none --existing replace --denoise auto clean.png two*.png a.png -o out ";
    const Ran ran = folder.run(run);
    expect(ran, 0,
           {"a.png: noise: strong", "clean.png: noise: none", "3 images: 3 written",
            message(messages::no_noise, 2)});
    CHECK_FALSE(ran.says("two\nlines"));
    CHECK_FALSE(folder.run(run + "-q").says("noise"));
    const Ran crashed = // the count outlives a worker
        folder.shell("export ATROUS_HARM=writing:a.png:11; atrous " + run + "-j 1");
    expect(crashed, 1, {"a.png", "2 written, 1 failed", message(messages::no_noise, 2)});
    const Ran guarded = run_here(folder, "enhance --log none --existing replace a.png clean.png -o out");
    CHECK_FALSE(guarded.says("noise")); // nobody asked for its removal
}

TEST_CASE("--noise sets the noise; its numbers are the printed ones, and its misuses are refused") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "clean.png", {});
    const std::string run = "enhance --log none --existing replace --denoise auto ";
    expect(run_here(folder, run + "--noise 3 clean.png -o b.png"), 0,
           {line(messages::noise_found, "clean.png", "noise as given", "weak", "3.0 of 255")});
    CHECK(slurp(folder.path / "b.png") != slurp(folder.path / "clean.png"));
    expect(run_here(folder, run + "--noise iso:4000 clean.png -o b.png"), 0,
           {line(messages::noise_found, "noise as given", "6.5 of 255")});
    REQUIRE(run_here(folder, run + "a.png -o found.png").code == 0);
    REQUIRE(run_here(folder, run + "--noise 3 a.png -o less.png").code == 0);
    REQUIRE(run_here(folder, run + "--noise found a.png -o same.png").code == 0);
    CHECK(folder.error("found.png") < folder.error("less.png"));
    CHECK(folder.error("less.png") < folder.error("a.png"));
    CHECK(slurp(folder.path / "same.png") == slurp(folder.path / "found.png"));
    for (const char* wrong : {"0", "-1", "101", "iso:", "iso:5", "iso:1e9"})
        expect(run_here(folder, run + "--noise " + wrong + " a.png -o b.png"), 2,
               {line(messages::noise_amount, wrong)});
    for (const char* no_file : {"ISO3200", "3,4", "nan"})
        expect(run_here(folder, run + "--noise " + no_file + " a.png -o b.png"), 2,
               {line(messages::noise_source_unusable, no_file)});
    expect(
        run_here(folder, "enhance --log none --existing replace --preset denoise --noise 3 a.png -o b.png"),
        0, {line(messages::option_unused, "--noise")});
}

TEST_CASE("both values of --denoise-strength scale the removed noise") {
    if (!has_device()) return;
    const Noisy folder;
    const auto run = [&](const std::string& options, const std::string& out) {
        check(run_here(folder, "enhance --log none --denoise auto " + options + " a.png -o " + out), 0, {});
    };
    run("--denoise-strength 0", "none.png");
    run("--denoise-strength 0.4", "some.png");
    run("--denoise-strength ,0", "luma.png");
    run("", "all.png");
    const Pixels before = folder.load("a.png"), none = folder.load("none.png");
    CHECK(std::memcmp(before.bytes.data.get(), none.bytes.data.get(), before.byte_count()) == 0);
    CHECK(folder.error("some.png") < folder.error("a.png"));
    CHECK(folder.error("all.png") < folder.error("some.png"));
    CHECK(folder.error("luma.png") < 0.8 * folder.error("a.png"));
    CHECK(folder.colour_error("luma.png") > 0.9 * folder.colour_error("a.png"));
    CHECK(folder.colour_error("all.png") < 0.2 * folder.colour_error("a.png"));
}

TEST_CASE("--denoise-detail gives lightness details back, the more the larger it is; 0 is the default") {
    if (!has_device()) return;
    const Noisy folder;
    const auto run = [&](const std::string& options, const std::string& out) {
        check(run_here(folder,
                       "enhance --denoise auto --existing replace --log log " + options + " a.png -o " + out),
              0, {});
    };
    run("", "none.png");
    run("--denoise-detail 0", "zero.png");
    run("--denoise-detail .5", "some.png");
    const std::vector<Json> images = images_in(folder.path / "log");
    const Json* const settings = part_in(images);
    REQUIRE(settings);
    CHECK(settings->find("denoise-detail")->number(0) == 0.5);
    run("--denoise-detail 1", "all.png");
    CHECK(slurp(folder.path / "zero.png") == slurp(folder.path / "none.png"));
    CHECK(folder.error("none.png") < folder.error("some.png")); // the noisy image has no texture
    CHECK(folder.error("some.png") < folder.error("all.png"));
    CHECK(folder.error("all.png") < folder.error("a.png"));
    CHECK(folder.colour_error("all.png") < 0.2 * folder.colour_error("a.png"));
}

TEST_CASE("--denoise auto goes with the search for edges, thresholds, every space, presets and regions") {
    if (!has_device()) return;
    const Noisy folder;
    for (const std::string options :
         {"--edges auto --levels 2 --luma 1.5", "--luma-threshold 1 --levels 2",
          "--space rgb --levels 2 --luma 1.2", "--space linear --levels 2", "--preset sharpen --levels 2",
          "--execution storage=half --levels 2 --execution form=direct"}) {
        CAPTURE(options);
        check(run_here(folder,
                       "enhance --log none --existing replace --denoise auto " + options + " a.png -o b.png"),
              0, {});
        CHECK(folder.error("b.png") < 0.5 * folder.error("a.png"));
    }
    CHECK(run_here(folder, "enhance --log none --denoise auto a.png -o whole.png").code == 0);
    const Ran regions =
        run_here(folder, "enhance --log none --denoise auto --max-memory ,5M a.png -o regions.png");
    check(regions, 0, {});
    CHECK(slurp(folder.path / "regions.png") == slurp(folder.path / "whole.png"));
}

TEST_CASE("--denoise auto keeps alpha, values above white and depth of bits") {
    if (!has_device()) return;
    const Noisy folder;
    write_image_file(noisy_picture(PixelType::f32, 12, Alpha::straight, 8), folder.path / "light.tif", {});
    write_image_file(noisy_picture(PixelType::u16, 12, Alpha::straight), folder.path / "deep.png", {});
    for (const std::string name : {"light.tif", "deep.png"}) {
        CAPTURE(name);
        check(run_here(folder, "enhance --log none -v --denoise auto " + name + " -o out_" + name), 0,
              {"noise: "});
        const Pixels before = folder.load(name), after = folder.load("out_" + name);
        REQUIRE(before.type == after.type);
        bool alpha_stays = true, finite = true;
        double largest = 0, changed = 0;
        for (std::size_t i = 0; i < std::size_t(noisy_size.pixels()) * 4; ++i) {
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

TEST_CASE("bayes with the search for edges or with thresholds is refused") {
    const Folder folder;
    const std::string run = "enhance a.png -o b.png --denoise bayes ";
    expect(run_here(folder, run + "--edges auto"), 2, {line(messages::bayes_edges)});
    for (const std::string list : {"luma-threshold", "chroma-threshold"})
        expect(run_here(folder, run + "--" + list + " 1"), 2, {message(messages::thresholds_twice, list)});
}
