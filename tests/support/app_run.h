// For the tests of the program: runs it as a user would, in a folder of its own, on images made here.
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
#include <vector>

namespace atrous {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path);
/// Writes a file, and the folders that lead to it.
void spill(const fs::path& path, const std::string& text);

/// What the program did.
struct Ran {
    int code = -1;
    std::string out, err;
    bool says(const std::string& part) const { return err.find(part) != std::string::npos; }
};

/// Checks the exit code, and that stderr holds all parts.
void check(const Ran& ran, int code, std::initializer_list<const char*> parts);

/// The objects of a timing log, or of another file with one in each line.
std::vector<Json> read_log(const fs::path& path);
/// Those of images that were filtered.
std::vector<Json> images_in(const fs::path& log);
/// The settings of the last image's first part.
const Json* part_in(const std::vector<Json>& images);

/// Of an image file: the size, and the samples of its first picture.
Size size_of(const fs::path& path);
std::string samples_in(const fs::path& path);

/// A folder that goes away with the test. The logs of runs in it are checked against their schema before (support/schema.h).
struct Folder {
    fs::path path;
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    /// Runs a shell command line in the folder; `atrous` in it is the program, forked from a process that has its
    /// libraries (support/warm.h); `cold_atrous` is its file, for what is about its start, limits or signals.
    Ran shell(const std::string& command) const;
    Ran run(const std::string& arguments) const { return shell("atrous " + arguments); }
    /// The same with kernels that are not optimised: on small pictures they take longer to compile than to run.
    Ran run_unoptimised(const std::string& arguments) const;

    /// Noise on a ramp as binary PPM.
    void ppm(const std::string& name, int width = 40, int height = 30) const;
    /// Frames of a sequence, each another picture: "in/b.0001.ppm".
    void sequence(std::initializer_list<int> frames) const;
    /// An image in the format that the name asks for.
    void image(const std::string& name, int width = 40, int height = 30) const;
    /// An image of which only the first part of the bytes is left.
    void truncated(const std::string& name, double share = 0.6) const;
    bool has(const std::string& name) const { return fs::exists(path / name); }
    /// Names in a sub-folder, sorted, hidden ones too.
    std::string list(const std::string& name) const;
};

/// False, and a line that says so, where no OpenCL device exists.
bool has_device();

} // namespace atrous
