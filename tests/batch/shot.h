// Makes small shots on disk for a filter that is the mean of a window, and computes expected results by a naive loop.
#pragma once
#include "batch/pipeline/batch.h"
#include "support/app_run.h"
#include "support/files/tagged.h"
#include <array>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>

namespace shot {

using namespace atrous;

constexpr Size size{6, 5};
constexpr int pixels = 30;

/// Faults of a frame.
enum class Fault { none, missing, text, truncated, in_prepare, in_process, in_write };
constexpr bool has_source(Fault fault) {
    return fault == Fault::none || fault == Fault::in_process || fault == Fault::in_write;
}

inline double value(std::size_t frame, int pixel) {
    return double((frame * 7919 + std::size_t(pixel) * 104729) % 1000) / 1000;
}

inline ImageFile picture_of(const std::vector<double>& values) {
    ImageFile file;
    file.parts.emplace_back().pixels = tagged::picture(
        size, PixelType::f32, 1, [&](int x, int y, int) { return values[std::size_t(y * size.width + x)]; });
    return file;
}

inline std::vector<double> values_of(const ImageFile& file) {
    std::vector<double> values;
    for (std::size_t i = 0; i < pixels; ++i) values.push_back(tagged::sample(file.parts.at(0).pixels, i));
    return values;
}

/// Twenty frames of two shots: numbers 1 to 12 without 5, then 1 to 9. Written again by each `make`.
struct Shot {
    Folder folder{};
    std::vector<Job> jobs{};
    std::array<Fault, 20> faults{};

    Shot() {
        for (int number = 1; number <= 12; ++number)
            if (number != 5) add(0, number);
        for (int number = 1; number <= 9; ++number) add(1, number);
        REQUIRE(jobs.size() == faults.size());
    }
    void add(int shot, int number) {
        const std::string name = std::to_string(shot) + "_" + std::to_string(number) + ".tif";
        jobs.push_back({{{folder.path / "in" / name}}, {{folder.path / "out" / name}}, shot, number});
    }

    void make() const {
        fs::remove_all(folder.path / "in");
        fs::remove_all(folder.path / "out");
        fs::create_directories(folder.path / "out");
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            const fs::path& path = jobs[i].input();
            const std::string& bytes = encoded()[i];
            if (faults[i] == Fault::text)
                spill(path, "text");
            else if (faults[i] != Fault::missing)
                spill(path, faults[i] == Fault::truncated ? bytes.substr(0, bytes.size() - 20) : bytes);
            if (faults[i] == Fault::in_write)
                fs::create_directories(jobs[i].output()); // a folder of that name
        }
    }

    /// The result of a frame by a naive loop over all jobs.
    std::vector<double> expected(std::size_t frame, int reach) const {
        std::vector<double> mean(pixels, 0.0);
        for (int i = 0; i < pixels; ++i) {
            double sum = 0, count = 0;
            for (std::size_t other = 0; other < jobs.size(); ++other)
                if (jobs[other].shot == jobs[frame].shot && has_source(faults[other]) &&
                    std::abs(jobs[other].number - jobs[frame].number) <= reach) {
                    sum += double(float(value(other, i)));
                    ++count;
                }
            mean[std::size_t(i)] = sum / count;
        }
        return mean;
    }
    /// Largest difference of an output from its expected value.
    double largest_error(std::size_t frame, int reach) const {
        const auto found = values_of(Decoder(jobs[frame].output()).read()), wanted = expected(frame, reach);
        double largest = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
            largest = std::max(largest, std::abs(found[i] - wanted[i]));
        return largest;
    }

  private:
    /// The bytes of the inputs, encoded once.
    static const std::vector<std::string>& encoded() {
        static const std::vector<std::string> all = [] {
            const Folder folder;
            std::vector<std::string> files;
            for (std::size_t i = 0; i < 20; ++i) {
                std::vector<double> values;
                for (int p = 0; p < pixels; ++p) values.push_back(value(i, p));
                write_image_file(picture_of(values), folder.path / "a.tif", {true});
                files.push_back(slurp(folder.path / "a.tif"));
            }
            return files;
        }();
        return all;
    }
};

/// A command with its own batch, whose frames run one at a time if memory is short.
struct BatchOf : FileCommandOf<std::vector<double>> {
    explicit BatchOf(const Shot& of, int reach = 0, bool in_order = false)
        : FileCommandOf({.name = "test",
                         .reach = reach,
                         .around = reach,
                         .in_order = in_order,
                         .whole_only = "this is a test"}),
          shot(of) {
        batch.options.write.overwrite = true;
        batch.done = [this](const FrameRecord& record) { records.push_back(record); };
    }
    void describe(Json&) const override {}
    std::uint64_t add_cells(Frame&, std::vector<std::string>&) override { return 0; }
    Exit run() { return run_batch(batch); }

    const Shot& shot;
    const OutputPlan outputs{};
    RunResources resources{outputs};
    Batch batch{*this, resources, shot.jobs};
    std::vector<FrameRecord> records{};
};

/// A batch of the mean, and its records.
struct Mean final : BatchOf {
    explicit Mean(const Shot& of, int reach) : BatchOf(of, reach, true) {}
    FrameMemory estimate(Frame& frame) override {
        ++opened[index(frame)];
        ++open_calls;
        return {.host = 1000, .shared = 500};
    }
    std::size_t index(const Frame& frame) const {
        for (std::size_t i = 0; i < shot.jobs.size(); ++i)
            if (shot.jobs[i].input() == frame.job().input()) return i;
        FAIL("a frame of no job");
        return 0;
    }
    void prepare(Frame& frame) override {
        const std::size_t i = index(frame);
        ++prepared[i];
        if (on_prepare) on_prepare(i);
        fs::remove(frame.job().input()); // so that it cannot be read again
        if (shot.faults[i] == Fault::in_prepare) throw file_error("cannot be prepared");
        data_of(frame) = values_of(frame.files.at(0));
    }
    void process(const Window& window, std::size_t) override {
        const std::size_t i = index(window.frame());
        ++processed[i];
        if (on_process) on_process(i);
        if (shot.faults[i] == Fault::in_process) throw file_error("cannot be processed");
        std::vector<double> mean(pixels, 0.0);
        double count = 0;
        for (int offset = -window.reach(); offset <= window.reach(); ++offset)
            if (const Frame* frame = window.at(offset)) {
                const std::vector<double>& values = data_of(*frame);
                for (std::size_t p = 0; p < mean.size(); ++p) mean[p] += values[p];
                ++count;
            }
        for (double& sum : mean) sum /= count;
        window.frame().results.push_back(picture_of(mean));
    }

    std::array<int, 20> opened{}, prepared{}, processed{};
    std::atomic<int> open_calls = 0;
    std::function<void(std::size_t)> on_prepare{}, on_process{}; ///< called first
};

} // namespace shot
