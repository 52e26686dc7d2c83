// For the tests of the program: runs it as a user would, in a folder of its own, on images made here.
#pragma once
#include "base/text.h"
#include "gpu/device.h"
#include "io/codec/codec.h"
#include "support/paths.h"
#include "support/skip.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace atrous {

namespace fs = std::filesystem;

inline std::string slurp(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline void spill(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// What the program did.
struct Ran {
    int code = -1;
    std::string out, err;
    bool says(const std::string& part) const { return err.find(part) != std::string::npos; }
};

/// A folder that goes away with the test.
struct Folder {
    fs::path path;
    Folder() {
        static std::atomic<int> count = 0;
        path = fs::temp_directory_path() /
               ("atrous-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
        fs::create_directories(path);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }

    /// Runs a shell command line in the folder; `atrous` in it is the program.
    Ran shell(const std::string& command) const {
        const fs::path out = path / ".out", err = path / ".err";
        const std::string line = "cd '" + path.string() + "' && atrous() { '" + program() +
                                 "' \"$@\"; } && { " + command + "\n} >'" + out.string() + "' 2>'" +
                                 err.string() + "'";
        const int status = std::system(line.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(out), slurp(err)};
    }
    Ran run(const std::string& arguments) const { return shell("atrous " + arguments); }

    /// Noise on a ramp as binary PPM.
    void ppm(const std::string& name, int width = 40, int height = 30) const {
        std::mt19937 random(42);
        std::string text = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
        for (int i = 0; i < width * height * 3; ++i)
            text += char(i / 3 % width * 200 / width + int(random() % 40u));
        spill(path / name, text);
    }
    /// The same in the format that the name asks for.
    void image(const std::string& name, int width = 40, int height = 30) const {
        ppm(".source.ppm", width, height);
        fs::create_directories((path / name).parent_path());
        write_image_file(Decoder(path / ".source.ppm").read(), path / name, {true});
    }
    /// An image of which only the first part of the bytes is left.
    void truncated(const std::string& name, double share = 0.6) const {
        image(name, 200, 150);
        fs::resize_file(path / name, std::uintmax_t(double(fs::file_size(path / name)) * share));
    }
    bool has(const std::string& name) const { return fs::exists(path / name); }
    /// Names in a sub-folder, sorted, hidden ones too.
    std::string list(const std::string& name) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(path / name))
            if (!entry.is_directory()) names.push_back(fs::relative(entry.path(), path / name).string());
        std::ranges::sort(names);
        return joined(names, " ");
    }
};

/// False, and a line that says so, where no OpenCL device exists.
inline bool has_device() {
    if (!list_devices().empty()) return true;
    test::skip("there is no OpenCL device");
    return false;
}

} // namespace atrous
