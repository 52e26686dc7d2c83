// Runs the program as a user would, in a folder of its own, on images made here.
#pragma once
#include "base/json.h"
#include "formats/read/decoder.h"
#include "formats/write/output_file.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path);
inline bool has_text(std::string_view text, std::string_view part) {
    return text.find(part) != std::string::npos;
}
/// Number of occurrences of `part` in a text.
int count_of(std::string_view text, std::string_view part);
/// Writes a file, and creates its folders.
void spill(const fs::path& path, const std::string& text);

/// Results of a run.
struct Ran {
    int code = -1;
    std::string out, err;
    bool says(std::string_view part) const { return err.find(part) != std::string::npos; }
};

/// Checks the exit code, and that stderr holds all parts.
void check(const Ran& ran, int code, std::initializer_list<const char*> parts);

/// The objects of a timing log, or of another file with an object per line.
std::vector<Json> read_log(const fs::path& path);
/// Objects of filtered images in a log.
std::vector<Json> images_in(const fs::path& log);
/// The settings of the last image's first part.
const Json* part_in(const std::vector<Json>& images);

/// Pixels, size and samples of the first image in a file.
Pixels pixels_in(const fs::path& path);
Size size_of(const fs::path& path);
std::string samples_in(const fs::path& path);

/// A folder that is removed after the test. Before, the logs of runs in it are checked against their schema
/// (support/schema.h).
struct Folder {
    fs::path path;
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    /// Runs a shell command line in the folder. In it, `atrous` is the program, forked from a process with loaded
    /// libraries (support/warm.h). `cold_atrous` is its file, for tests of its start, limits or signals.
    Ran shell(std::string_view command) const;
    Ran run(std::string_view arguments) const;

    /// Noise on a ramp as binary PPM.
    void ppm(std::string_view name, int width = 40, int height = 30) const;
    /// Frames of a sequence, each another image: "in/b.0001.ppm".
    void sequence(std::initializer_list<int> frames) const;
    /// Makes an image in the format of the name's extension.
    void image(std::string_view name, int width = 40, int height = 30) const;
    /// Makes an image and cuts it to the first part of its bytes.
    void truncated(std::string_view name, double share = 0.6) const;
    bool has(std::string_view name) const;
    /// Names in a sub-folder, sorted, hidden ones too.
    std::string list(std::string_view name) const;
};

/// Returns false and reports a skip if there is no OpenCL device.
bool has_device();

} // namespace atrous
