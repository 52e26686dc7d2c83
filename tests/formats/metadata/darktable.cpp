// Tests sidecars of darktable: supported contents, and each possible omission.
#include "base/error.h"
#include "commands/enhance/darktable_xmp.h"
#include "commands/enhance/messages.h"
#include "support/files/io_files.h"
#include "support/files/sidecar.h"
#include "support/messages.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <fstream>

using namespace atrous;
using namespace atrous::test;
using files::Folder;

namespace {

const Controls some{{{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}, flat(0.5f), flat(0.25f), flat(0), flat(0.125f)}};

std::filesystem::path written(const Folder& folder, const std::string& text) {
    const auto path = folder.path / "a.jpg.xmp";
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::string fault(const std::string& text) {
    const Folder folder;
    const auto path = written(folder, text);
    try {
        read_darktable_xmp(path);
    } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(message.find(path.string()) == 0);
        return message.substr(path.string().size());
    }
    return "no fault";
}

DarktableEqualizer read(const std::string& text) {
    const Folder folder;
    return read_darktable_xmp(written(folder, text));
}

} // namespace

TEST_CASE("a sidecar's curves and mix, as hexadecimal digits, versions 1 and 2") {
    const auto two = read(sidecar(history_entry(equalizer_hex(some, 0.5f))));
    CHECK(two.y == some);
    CHECK(two.x[3][5] == 1);
    CHECK(two.mix == 0.5f);
    CHECK(two.warnings.empty());
    const auto one =
        read(sidecar(history_entry(equalizer_hex(some, 9, 1), 0, "darktable:enabled=\"1\"", "1")));
    CHECK(one.y == some);
    CHECK(one.mix == 1);
}

TEST_CASE("a sidecar's parameters as darktable's window compresses them") {
    // "denoise & sharpen", packed with zlib and base64 by Python.
    const std::string packed =
        "gz03eNpjZ4CAs2d87M6eOWM3a6akPZBtz8DQYE8HcfvVq7jsQ0NFgWwFIFsLyDYFi5OIGTo7OGw7OzpsgXYAaQ47oFl2U"
        "HvBYkB77UBuANoLwvYAm61J5g==";
    const auto equalizer = read(sidecar(history_entry(packed)));
    for (std::size_t k = 0; k < 6; ++k) {
        CHECK(equalizer.y[DarktableEqualizer::luma][k] == doctest::Approx(0.5 + 0.25 * double(k) / 6));
        CHECK(equalizer.y[DarktableEqualizer::edges][k] == 0.5f);
        CHECK(equalizer.y[DarktableEqualizer::chroma_threshold][k] == doctest::Approx(0.3 * double(k) / 6));
        CHECK(equalizer.x[DarktableEqualizer::chroma][k] == doctest::Approx(double(k) / 5));
    }
    CHECK(equalizer.mix == 1);
}

TEST_CASE("the last entry of the history counts, and undone entries do not") {
    Controls other = some;
    other[0] = flat(0.9f);
    const std::string first = history_entry(equalizer_hex(some)),
                      second = history_entry(equalizer_hex(other), 1),
                      off = history_entry(equalizer_hex(other), 1, "darktable:enabled=\"0\"");
    CHECK(read(sidecar(first + second, 2)).y == other);
    CHECK(read(sidecar(first + second, 1)).y == some);
    CHECK(prints(fault(sidecar(first + off, 2)), line(messages::sidecar_switched_off)));
    const std::string instance =
        history_entry(equalizer_hex(other), 1, "darktable:enabled=\"1\" darktable:multi_priority=\"1\"");
    const auto two = read(sidecar(first + instance, 2));
    CHECK(two.y == other);
    REQUIRE(two.warnings.size() == 1);
    CHECK(is_message(two.warnings[0], messages::sidecar_several, anything, 2));
}

TEST_CASE("blending is left out with a warning") {
    const std::string none = "darktable:blendop_params=\"gz11eJxjYGBgkGAAgRNODGiAEV0AJ2iwh+CRyscOAAdeGQQ=\"";
    CHECK(read(sidecar(history_entry(equalizer_hex(some), 0, "darktable:enabled=\"1\" " + none)))
              .warnings.empty());
    const std::string masked = "darktable:blendop_params=\"0300000018000000\"";
    const auto warnings =
        read(sidecar(history_entry(equalizer_hex(some), 0, "darktable:enabled=\"1\" " + masked))).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].id == messages::sidecar_blending.id);
}

TEST_CASE("a sidecar that cannot be used is refused with the reason") {
    const std::string good = equalizer_hex(some);
    CHECK(prints(fault("not XML"), line(messages::sidecar_no_xml)));
    CHECK(prints(fault("<a/>"), line(messages::sidecar_no_history)));
    CHECK(prints(fault(sidecar("")), line(messages::sidecar_no_equalizer)));
    CHECK(prints(fault(sidecar(history_entry(good, 0, "darktable:enabled=\"1\"", "2", "exposure"))),
                 line(messages::sidecar_no_equalizer)));
    CHECK(fault(sidecar(history_entry(good, 0, "darktable:enabled=\"1\"", "7")))
              .find("has version '7'; versions 1 and 2") != std::string::npos);
    CHECK(fault(sidecar(history_entry(good.substr(0, 200)))).find("have 100 bytes, version 2 has 248") !=
          std::string::npos);
    CHECK(fault(sidecar(history_entry(good.substr(0, 487) + "x"))).find("have 0 bytes") != std::string::npos);
    for (const char* broken : {"gz", "gz03", "gz03eNpj", "gz03!!!!", "gz03eNpjZ4CAs2d87M6eOWM3a6akPZB="}) {
        CAPTURE(broken);
        CHECK(fault(sidecar(history_entry(broken))).find("have 0 bytes") != std::string::npos);
    }
    const std::string path = nowhere() + "/a.xmp";
    CHECK_THROWS_WITH_AS(read_darktable_xmp(path), doctest::Contains((path + ": cannot be read").c_str()),
                         Error);
}
