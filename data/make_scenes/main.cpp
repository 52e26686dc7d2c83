// Renders shots of three frames with noise, and clean halves of the last two, for tests and comparisons of denoisers.
#include "trace.h"
#include <OpenImageIO/imageio.h>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

using namespace atrous::scenes;

namespace {

const char* const usage =
    "usage: make-scenes FOLDER [WIDTH [REFERENCE [NAME]...]]\n"
    "Renders scenes (all, or those named) of WIDTH [80] pixels, 3/5 as high: FOLDER/NAME/SAMPLES/NAME.000F.exr, frames 1 to 3 at\n"
    "4, 32 and 128 samples with the layers of Cycles, and frames 2 and 3 at REFERENCE [512] samples with seeds apart, refA and refB.\n";

struct Job {
    int frame, width, height, samples, seed;
};

// Planes of a frame in the order of these names.
const char* const names[] = {"Combined.R",
                             "Combined.G",
                             "Combined.B",
                             "Combined.A",
                             "Denoising Albedo.R",
                             "Denoising Albedo.G",
                             "Denoising Albedo.B",
                             "Normal.X",
                             "Normal.Y",
                             "Normal.Z",
                             "Depth.Z",
                             "Vector.X",
                             "Vector.Y",
                             "Vector.Z",
                             "Vector.W"};
constexpr std::size_t channels = std::size(names), depth = 10;

using Values = std::array<double, channels>;

/// Returns the means of the samples of a pixel. Vectors are as in Cycles: X, Y position before - now, Z, W now - after, rows up.
Values pixel(const World& world, const Job& job, int x, int y) {
    Random random(x, y, job.seed * 64 + job.frame);
    const auto width = float(job.width), middle_x = 0.5f * width, middle_y = 0.5f * float(job.height);
    Values sum{};
    for (int i = 0; i < job.samples; ++i) {
        const float dx = 0.75f * (random.next() + random.next() - 1),
                    dy = 0.75f * (random.next() + random.next() - 1);
        const Ray ray = ray_through(world.cameras[1], (float(x) + 0.5f + dx - middle_x) / width,
                                    (float(y) + 0.5f + dy - middle_y) / width, random);
        const Sample s = trace(world, ray, random);
        const float all[] = {s.light.x,
                             s.light.y,
                             s.light.z,
                             1,
                             s.albedo.x,
                             s.albedo.y,
                             s.albedo.z,
                             s.normal.x,
                             s.normal.y,
                             s.normal.z,
                             0,
                             -s.before.u * width,
                             s.before.v * width,
                             -s.after.u * width,
                             s.after.v * width};
        for (std::size_t c = 0; c < channels; ++c) sum[c] += double(all[c]) / job.samples;
    }
    const Camera& camera = world.cameras[1];
    const Camera pinhole{camera.eye, camera.target, camera.zoom, 0, camera.focus};
    sum[depth] = depth_of(world, ray_through(pinhole, (float(x) + 0.5f - middle_x) / width,
                                             (float(y) + 0.5f - middle_y) / width, random));
    return sum;
}

std::vector<float> render(const World& world, const Job& job) {
    std::vector<float> values(std::size_t(job.width * job.height) * channels);
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int y = next++; y < job.height; y = next++)
            for (int x = 0; x < job.width; ++x) {
                const Values sum = pixel(world, job, x, y);
                std::copy(sum.begin(), sum.end(), values.begin() + (y * job.width + x) * int(channels));
            }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        threads.emplace_back(work);
    threads.clear();
    return values;
}

/// Writes half floats, but depth in full. Keeps 7 bits of the guides, which makes small files, and only R, G, B of a reference.
void write(const std::string& path, const Job& job, std::vector<float> values, bool reference) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    OIIO::ImageSpec spec(job.width, job.height, reference ? 3 : int(channels), OIIO::TypeHalf);
    spec.channelnames.clear();
    for (int c = 0; c < spec.nchannels; ++c) {
        spec.channelnames.push_back(reference ? std::string(1, "RGB"[c])
                                              : std::string("ViewLayer.") + names[c]);
        if (!reference) spec.channelformats.push_back(c == int(depth) ? OIIO::TypeFloat : OIIO::TypeHalf);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const std::size_t c = i % channels; c > 3 && c != depth) {
            int exponent = 0;
            const float part = std::frexp(values[i], &exponent);
            values[i] = std::abs(values[i]) < 1e-3f ? 0 : std::ldexp(std::round(part * 256) / 256, exponent);
        }
    spec.attribute("compression", "zip");
    spec.attribute("cycles.ViewLayer.samples", std::to_string(job.samples));
    const auto file = OIIO::ImageOutput::create(path);
    const auto stride = OIIO::stride_t(channels * sizeof(float));
    if (!file || !file->open(path, spec) || !file->write_image(OIIO::TypeFloat, values.data(), stride) ||
        !file->close())
        throw std::runtime_error(path + ": " + (file ? file->geterror() : OIIO::geterror()));
    std::printf("%s\n", path.c_str());
}

void shot(const std::string& folder, const SceneRow& row, int width, int reference) {
    for (int frame = 1; frame <= 3; ++frame) {
        const World world = row.make(frame);
        const std::string file = std::string("/") + row.name + ".000" + std::to_string(frame) + ".exr";
        const auto make = [&](const std::string& name, int samples, int seed, bool half) {
            const Job job{frame, width, width * 3 / 5, samples, seed};
            write(folder + "/" + row.name + "/" + name + file, job, render(world, job), half);
        };
        for (const int samples : {4, 32, 128}) make(std::to_string(samples), samples, samples, false);
        if (frame == 1) continue;
        make("refA", reference, 1001, true);
        make("refB", reference, 1002, true);
    }
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2 || arguments[1][0] == '-') return std::fputs(usage, stderr), 2;
    try {
        for (const SceneRow& row : scene_rows) {
            bool wanted = count <= 4;
            for (int i = 4; i < count; ++i) wanted = wanted || std::string(arguments[i]) == row.name;
            if (wanted)
                shot(arguments[1], row, count > 2 ? std::stoi(arguments[2]) : 80,
                     count > 3 ? std::stoi(arguments[3]) : 512);
        }
    } catch (const std::exception& error) {
        return std::fprintf(stderr, "make-scenes: %s\n", error.what()), 1;
    }
}
