// Tests that wrong calls are refused with a message, and never crash.
#include "batch/messages.h"
#include "capi/library.h"
#include "capi/messages.h"
#include "cli/messages.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <limits>
#include <thread>

using namespace atrous;
using namespace atrous::test;

namespace {

std::vector<std::uint8_t> some_pixels(int count = 3 * 40 * 30) {
    return std::vector<std::uint8_t>(std::size_t(count), 90);
}

AtrousError set_color(AtrousFilter* filter, void* pixels, int format = ATROUS_UINT8_3, std::size_t width = 40,
                      std::size_t height = 30, std::size_t offset = 0, std::size_t pixel = 0,
                      std::size_t row = 0) {
    return atrousSetFilterImage(filter, "color", pixels, format, width, height, offset, pixel, row);
}

} // namespace

TEST_CASE("null handles and handles of released objects are errors") {
    if (!api_device()) return;
    CHECK_FALSE(atrousNewFilter(nullptr, "enhance"));
    refused(ATROUS_ERROR_INVALID, {"device", "null"});
    AtrousFilter* const filter = atrousNewFilter(api_device(), "enhance");
    atrousReleaseFilter(filter);
    refused(atrousExecuteFilter(filter), {line(messages::api_handle_unknown, "filter")});
    refused(atrousCommitFilter(nullptr), {line(messages::api_handle_null, "filter")});
    atrousReleaseFilter(filter);
    atrousReleaseDevice(nullptr);
    CHECK(atrousGetError(nullptr) == ATROUS_OK);
}

TEST_CASE("devices and filters that there are not are errors") {
    CHECK_FALSE(atrousNewDevice("no such device"));
    const std::string text = error_of(ATROUS_ERROR_NO_DEVICE);
    CHECK(text.find("no such device") != std::string::npos);
    if (!api_device()) return;
    CHECK_FALSE(atrousNewFilter(api_device(), "enhanse"));
    refused(ATROUS_ERROR_INVALID, {line(messages::api_filter_unknown, "enhanse", "enhance")});
    CHECK_FALSE(atrousNewFilter(api_device(), nullptr));
    refused(ATROUS_ERROR_INVALID, {"null"});
}

TEST_CASE("options that are unknown, about files, or of a wrong value are errors") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    const auto set = [&](const char* name, const char* value) {
        return atrousSetFilterOption(filter.get(), name, value);
    };
    refused(set("lumma", "2"), {line(messages::option_unknown, "--lumma", "--luma")});
    refused(set("output", "a.png"), {"--output is about files"});
    refused(set("size", "20x20"), {"--size: enhance keeps the size here; the filter scale changes it"});
    refused(set("crop", "20x20+0+0"), {"--crop: set the image to the part's pixels instead"});
    refused(set("levels", "99"), {"--levels: 99", "1 to"});
    refused(set("levels", nullptr), {line(messages::value_missing, "--levels")});
    refused(set(nullptr, "2"), {line(messages::api_text_null, "option's name")});
    refused(set("", "2"), {line(messages::option_unknown)});
    refused(set("--preset", "sharpen"), {line(messages::api_option_dashes, "--preset")});
    refused(set("preset", "sharpn"), {line(messages::preset_unknown, "sharpen")});
    refused(set("preset", "sharpen + "), {line(messages::preset_unknown)});
    done(set("preset", "sharpen + clarity"));
    done(set("luma", "99"));
    refused(atrousCommitFilter(filter.get()), {"luma", "0 to 10"});
    done(set("luma", "2"));
    done(atrousCommitFilter(filter.get()));
}

TEST_CASE("lighting AOVs and roles of a file are refused as options of the library, with the reason") {
    if (!api_device()) return;
    const Filter filter = api_filter("denoise");
    refused(atrousSetFilterOption(filter.get(), "light", "auto"),
            {"--light: lighting AOVs belong to a file"});
    refused(atrousSetFilterOption(filter.get(), "role", "albedo=A"), {"--role: the name"});
}

TEST_CASE("images whose format, size or strides cannot be are errors") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    auto pixels = some_pixels();
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    AtrousFilter* const f = filter.get();
    for (const int format : {0, -1, 5, 16, 53, 65, 1000000, std::numeric_limits<int>::min()})
        refused(set_color(f, pixels.data(), format), {line(messages::api_format, "color")});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 0, 30),
            {line(messages::api_size_invalid, "0", "30")});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 40, most),
            {line(messages::api_size_invalid, "65535")});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 2),
            {line(messages::api_pixels_overlap, "2 bytes")});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, 119),
            {line(messages::api_rows_overlap, "119 bytes")});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, most / 2),
            {line(messages::api_rows_too_far)});
    refused(set_color(f, pixels.data(), ATROUS_UINT8_3, 40, 30, most), {line(messages::api_rows_too_far)});
    refused(set_color(f, reinterpret_cast<void*>(8)), {line(messages::api_not_mapped)});
    refused(atrousSetFilterImage(f, "colour", pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, 0),
            {line(messages::api_image_unknown, "colour", "color, output")});
    refused(atrousSetFilterImage(f, nullptr, pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, 0), {"null"});
}

TEST_CASE("filters that lack an image, a commit or the output's size are not executed") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    AtrousFilter* const f = filter.get();
    auto pixels = some_pixels();
    refused(atrousExecuteFilter(f), {line(messages::api_not_committed)});
    done(atrousCommitFilter(f));
    refused(atrousExecuteFilter(f), {line(messages::api_frame_empty, "0")});
    done(set_color(f, pixels.data()));
    refused(atrousExecuteFilter(f), {line(messages::api_not_committed)});
    done(atrousCommitFilter(f));
    refused(atrousExecuteFilter(f), {message(messages::api_image_missing, "output")});
    const auto output = [&](AtrousFormat format, std::size_t width) {
        done(atrousSetFilterImage(f, "output", pixels.data(), format, width, 30, 0, 0, 0));
        done(atrousCommitFilter(f));
        return atrousExecuteFilter(f);
    };
    refused(output(ATROUS_UINT8_3, 39), {"output", "39x30", "40x30"});
    refused(output(ATROUS_UINT8, 40), {line(messages::api_output_format)});
    std::size_t width = 0;
    refused(atrousGetFilterSize(f, &width, nullptr), {"null"});
    for (const int number : {std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 1000000000})
        refused(atrousSetFilterFrame(f, number), {std::to_string(number).c_str(), "at most 9 digits"});
    refused(atrousSetFilterFrame(f, 7), {}, ATROUS_OK);
    refused(atrousExecuteFilter(f), {line(messages::api_frame_empty, "7")});
}

TEST_CASE("a profile of tables and an invalid profile are errors with the reason") {
    if (!api_device()) return;
    const Folder folder;
    const Filter filter = api_filter("enhance");
    auto pixels = some_pixels();
    done(set_color(filter.get(), pixels.data()));
    done(atrousSetFilterImage(filter.get(), "output", pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, 0));
    const auto run = [&](const std::string& bytes) {
        const fs::path path = folder.path / "a.icc";
        spill(path, bytes);
        if (const AtrousError error =
                atrousSetFilterOption(filter.get(), "assume-profile", path.string().c_str()))
            return error;
        if (const AtrousError error = atrousCommitFilter(filter.get())) return error;
        return atrousExecuteFilter(filter.get());
    };
    refused(run(tagged::named("RGB by tables").bytes), {line(messages::api_profile_tables)});
    refused(run(tagged::cmyk()), {"--assume-profile", "CMYK"});
    refused(run("none"), {"--assume-profile"});
}

TEST_CASE("scale refuses a missing size and an invalid factor") {
    if (!api_device()) return;
    const Filter filter = api_filter("scale");
    refused(atrousCommitFilter(filter.get()), {line(messages::api_no_scale)});
    done(atrousSetFilterOption(filter.get(), "factor", "65"));
    refused(atrousCommitFilter(filter.get()), {"--factor: ", "'65'"});
}

TEST_CASE("an error belongs to its thread, and is returned once") {
    CHECK(atrousCommitFilter(nullptr) == ATROUS_ERROR_INVALID);
    std::thread([] { CHECK(atrousGetError(nullptr) == ATROUS_OK); }).join();
    CHECK(atrousGetError(nullptr) == ATROUS_ERROR_INVALID);
    CHECK(atrousGetError(nullptr) == ATROUS_OK);
}

TEST_CASE("an image that reaches over half of all addresses is no memory, wherever it starts") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    auto pixels = some_pixels();
    constexpr std::size_t half = std::size_t(1) << 63;
    for (const std::size_t offset : {half, half - 100, half + 100, 0 - std::size_t(4096)})
        refused(set_color(filter.get(), pixels.data(), ATROUS_UINT8_3, 40, 30, offset),
                {line(messages::api_rows_too_far, "color")});
    refused(set_color(filter.get(), pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, half / 29),
            {line(messages::api_rows_too_far, "color")});
}
