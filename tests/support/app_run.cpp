// Runs the program by the shell, and makes its images.
#include "support/app_run.h"
#include "base/text.h"
#include "opencl/device.h"
#include "support/schema.h"
#include "support/skip.h"
#include "support/warm.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace atrous {

std::string slurp(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

int count_of(std::string_view text, std::string_view part) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
    return count;
}

void spill(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

void check(const Ran& ran, int code, std::initializer_list<const char*> parts) {
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    for (const std::string part : parts) {
        CAPTURE(part);
        CHECK(ran.says(part));
    }
}

std::vector<Json> read_log(const fs::path& path) {
    std::ifstream in(path);
    std::vector<Json> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(parse_json(line, path.string()));
    return lines;
}

std::vector<Json> images_in(const fs::path& log) {
    std::vector<Json> lines = read_log(log);
    std::erase_if(lines, [](const Json& line) {
        const Json* settings = line.find("settings");
        return !settings || !settings->array() || settings->array()->empty();
    });
    return lines;
}

const Json* part_in(const std::vector<Json>& images) {
    REQUIRE_FALSE(images.empty());
    const Json* settings = images.back().find("settings");
    REQUIRE(settings);
    return &settings->array()->front();
}

Pixels pixels_in(const fs::path& path) { return std::move(Decoder(path).read().parts.at(0).pixels); }

Size size_of(const fs::path& path) { return Decoder(path).size(); }

std::string samples_in(const fs::path& path) {
    const Pixels pixels = pixels_in(path);
    return {reinterpret_cast<const char*>(pixels.bytes.data.get()), pixels.byte_count()};
}

Folder::Folder() {
    static std::atomic<int> count = 0;
    do { // a killed process with this number may have left a folder
        path = fs::temp_directory_path() /
               ("atrous-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    } while (!fs::create_directory(path));
}

Folder::~Folder() {
    if (doctest::is_running_in_test) check_logs(path);
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

Ran Folder::shell(std::string_view command) const {
    const fs::path out = path / ".out", err = path / ".err";
    const auto function = [](const std::string& name, const std::string& file) {
        return name + "() { '" + file + "' \"$@\"; } && ";
    };
    const std::string line = "cd '" + path.string() + "' && " + function("atrous", warm_client()) +
                             function("cold_atrous", program()) + "{ " + std::string(command) + "\n} >'" +
                             out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(out), slurp(err)};
}

Ran Folder::run(std::string_view arguments) const { return shell("atrous " + std::string(arguments)); }

void Folder::ppm(std::string_view name, int width, int height) const {
    std::mt19937 random(42);
    std::string text = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    for (int i = 0; i < width * height * 3; ++i)
        text += char(i / 3 % width * 200 / width + int(random() % 40u));
    spill(path / name, text);
}

void Folder::sequence(std::initializer_list<int> frames) const {
    for (const int frame : frames) {
        char name[32];
        std::snprintf(name, sizeof name, "in/b.%04d.ppm", frame);
        ppm(name, 20 + frame, 16);
    }
}

void Folder::image(std::string_view name, int width, int height) const {
    ppm(".source.ppm", width, height);
    fs::create_directories((path / name).parent_path());
    write_image_file(Decoder(path / ".source.ppm").read(), path / name, {true});
}

void Folder::truncated(std::string_view name, double share) const {
    image(name, 200, 150);
    fs::resize_file(path / name, std::uintmax_t(double(fs::file_size(path / name)) * share));
}

bool Folder::has(std::string_view name) const { return fs::exists(path / name); }

std::string Folder::list(std::string_view name) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path / name))
        if (!entry.is_directory()) names.push_back(fs::relative(entry.path(), path / name).string());
    std::ranges::sort(names);
    return joined(names, " ");
}

bool has_device() {
    if (!list_devices().empty()) return true;
    test::skip("there is no OpenCL device");
    return false;
}

} // namespace atrous
