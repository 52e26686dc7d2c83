// Tests independent frames on several devices: they run at once, are reported in job order, and fail separately.
#include "batch/device_checks.h"
#include "batch/shot.h"
#include "engine/region_runs.h"
#include <condition_variable>

using namespace atrous;
using namespace shot;

namespace {

/// A batch that copies as many frames at once as there are devices.
struct Copies final : BatchOf {
    std::function<void(std::size_t)> on_process = [](std::size_t) {};
    std::array<std::atomic<bool>, 4> in_use{}; ///< by device

    Copies(const Shot& of, std::size_t count) : BatchOf(of) { resources.devices.resize(count); }
    FrameMemory estimate(Frame&) override { return {.host = 1000, .shared = 500}; }
    void process(const Window& window, std::size_t device) override {
        CHECK_FALSE(in_use.at(device).exchange(true));
        Frame& frame = window.frame();
        const auto job = std::ranges::find(shot.jobs, frame.job().input(), &Job::input);
        const auto leave = [&](void*) { in_use[device] = false; };
        const std::unique_ptr<Copies, decltype(leave)> lasts(this, leave);
        on_process(std::size_t(job - shot.jobs.begin()));
        frame.results = std::move(frame.files);
    }
    void check(const std::set<std::size_t>& failed) const {
        REQUIRE(records.size() == shot.jobs.size());
        for (std::size_t i = 0; i < records.size(); ++i) {
            CAPTURE(i);
            CHECK(records[i].job.input() == shot.jobs[i].input());
            CHECK((records[i].status == Status::ok) == !failed.contains(i));
            if (!failed.contains(i)) CHECK(shot.largest_error(i, 0) < 1e-7);
        }
    }
};

/// A place where frames wait for others that are processed at once. oneTBB does not promise that a thread
/// wakes while others block, so they wait for a limited time, and one meeting of all is enough.
class Meeting {
  public:
    explicit Meeting(int all) : all_(all) {}
    void wait() {
        using namespace std::chrono_literals;
        std::unique_lock guard(lock_);
        met_ = ++now_ == all_ || met_;
        changed_.notify_all();
        changed_.wait_for(guard, 2s, [&] { return met_; });
        --now_;
    }
    bool was_there() const { return met_; }

  private:
    int all_, now_ = 0;
    bool met_ = false;
    std::mutex lock_;
    std::condition_variable changed_;
};

DeviceInfo device_of(DeviceInfo::Type type, int index) {
    DeviceInfo device;
    device.type = type;
    device.index = index;
    return device;
}

} // namespace

TEST_CASE("several devices process as many frames at once, and frames are reported in their order") {
    for (const int count : {2, 4}) {
        Shot shot;
        shot.make();
        Copies copies(shot, std::size_t(count));
        Meeting together(count);
        copies.on_process = [&](std::size_t) { together.wait(); };
        CHECK(copies.run() == Exit::ok);
        CHECK(together.was_there());
        copies.check({});
    }
}

TEST_CASE("several devices without memory for two frames process one after the other") {
    Shot shot;
    shot.make();
    Copies copies(shot, 4);
    copies.batch.options.memory = 1;
    std::atomic<int> now = 0, most = 0;
    copies.on_process = [&](std::size_t) {
        most = std::max(most.load(), ++now);
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // time for others to arrive
        --now;
    };
    CHECK(copies.run() == Exit::ok);
    copies.check({});
    CHECK(most == 1);
}

TEST_CASE("of frames on several devices, each fails without the others") {
    Shot shot;
    shot.faults[3] = Fault::text;
    shot.faults[11] = Fault::in_write;
    shot.make();
    Copies copies(shot, 3);
    copies.on_process = [](std::size_t i) {
        if (i == 7) throw file_error("cannot be processed");
    };
    CHECK(copies.run() == Exit::some_failed);
    copies.check({3, 7, 11});
}

TEST_CASE("two devices that fail at once end the batch with the error of one") {
    Shot shot;
    shot.make();
    Copies copies(shot, 2);
    copies.batch.options.jobs = 2; // no other frame is in progress
    Meeting together(2);
    copies.on_process = [&](std::size_t i) {
        together.wait();
        throw Error(Exit::internal, "device of frame " + std::to_string(i));
    };
    std::string reason;
    try {
        copies.run();
    } catch (const Error& error) {
        reason = error.what();
    }
    CHECK(reason.starts_with("device of frame "));
    CHECK(std::ranges::none_of(copies.records, [](const FrameRecord& r) { return r.status == Status::ok; }));
}

TEST_CASE(
    "a GPU is listed twice, unless the user lists it several times, and no device more often than there are images") {
    const auto listed = [](DeviceInfo::Type type, std::initializer_list<int> indexes, std::size_t most) {
        std::vector<DeviceInfo> devices;
        for (const int index : indexes) devices.push_back(device_of(type, index));
        share_devices(devices, most);
        std::vector<int> found;
        for (const DeviceInfo& device : devices) {
            found.push_back(device.index);
            CHECK(device.at_once == int(std::ranges::count(devices, device.index, &DeviceInfo::index)));
        }
        return found;
    };
    using Indexes = std::vector<int>;
    constexpr auto gpu = DeviceInfo::Type::gpu, cpu = DeviceInfo::Type::cpu;
    CHECK(listed(gpu, {2}, 9) == Indexes{2, 2});
    CHECK(listed(gpu, {2}, 1) == Indexes{2});
    CHECK(listed(gpu, {2}, 0) == Indexes{2});
    CHECK(listed(gpu, {0, 1}, 9) == Indexes{0, 1, 0, 1});
    CHECK(listed(gpu, {0, 1}, 3) == Indexes{0, 1, 0});
    CHECK(listed(gpu, {0, 0, 0}, 9) == Indexes{0, 0, 0});
    CHECK(listed(gpu, {0, 0, 1}, 2) == Indexes{0, 1});
    CHECK(listed(gpu, {0, 0, 1}, 3) == Indexes{0, 1, 0});
    CHECK(listed(cpu, {0}, 9) == Indexes{0});
    CHECK(listed(cpu, {0, 0}, 9) == Indexes{0, 0});
    CHECK(listed(cpu, {0, 0}, 1) == Indexes{0});
}

TEST_CASE("images that share a device share its memory") {
    DeviceInfo device = device_of(DeviceInfo::Type::gpu, 0);
    device.memory = 1 << 30;
    const MemoryLimits whole = limits_of_device(device, 0), allowed = limits_of_device(device, 1 << 20);
    device.at_once = 2;
    CHECK(limits_of_device(device, 0).whole == whole.whole / 2);
    CHECK(limits_of_device(device, 1 << 20).region == allowed.region / 2);
}
