// Counts decoded and encoded pixels, selects the frames to process in bands, and limits the memory of their
// plans.
#include "batch/pipeline/frame_memory.h"
#include "base/error.h"
#include "base/size.h"
#include "batch/pipeline/messages.h"
#include "engine/region_runs.h"
#include "formats/dispatch/capabilities.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <chrono>

namespace atrous {
namespace {

/// The folder, or the nearest one above it that there is: it is made when its first output is whole.
fs::path existing(fs::path folder) {
    std::error_code ec;
    while (!folder.empty() && !fs::is_directory(folder, ec)) folder = folder.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// Returns the reason why the frame cannot be processed in bands, or an empty text.
std::string reason_whole(const Batch& batch, const Frame& frame) {
    if (!batch.command.needs.whole_only.empty()) return batch.command.needs.whole_only;
    for (const Decoder& decoder : frame.opened)
        if (std::string reason = decoder.whole_only(); !reason.empty()) return reason;
    for (const RoleFile& output : frame.job().outputs)
        if (!writes_bands(output.named()))
            return "the format of " + output.path.filename().string() + " is written as a whole";
    return {};
}

std::string size_of(const Frame& frame) {
    return frame.job().input().string() + ": " + to_string(frame.record.size);
}

/// Returns text for the frames around it in its window, for example 4, or nothing if there are none.
std::string window_text(const Batch& batch) {
    return batch.command.needs.reach > 0
               ? " and those of up to " + std::to_string(2 * batch.command.needs.reach) + " frames around it"
               : "";
}

Error too_large(const Batch& batch, const Frame& frame, std::uint64_t needed, const std::string& reason) {
    return memory_error(messages::memory_limit, size_of(frame), format_bytes(needed), window_text(batch),
                        format_bytes(batch.options.memory), reason);
}

/// Bytes of a frame's pixels, as read and in all other copies.
std::uint64_t pixel_bytes(const Batch& batch, const Frame& frame) {
    return frame.decoded_bytes + (batch.command.needs.copies - 1) * frame.result_bytes;
}

/// Bytes of these, and of the frames around it.
std::uint64_t window_bytes(const Batch& batch, const Frame& frame) {
    return pixel_bytes(batch, frame) + 2 * std::uint64_t(batch.command.needs.reach) * frame.decoded_bytes;
}

/// Bytes of the HDR rendition of an image with a gain map, which may be filtered, too: colours and alpha in floats.
std::uint64_t twin_bytes(const Batch& batch, const Frame& frame) {
    const WriteOptions& write = batch.options.write;
    const bool becomes_hdr = write.colours && is_hdr(*write.colours);
    std::uint64_t most = 0;
    if ((becomes_hdr || holds_gain_map(write, format_name(frame.job().named_output()))) &&
        frame.opened.front().gain_map())
        for (const Decoder::ColourPart& part : frame.opened.front().colour_parts())
            most = std::max(most, 4 * sizeof(float) * std::uint64_t(part.size.pixels()));
    return most;
}

/// Throws if memory or disk do not suffice.
void put_into_bands(const Batch& batch, Frame& frame) {
    const std::uint64_t decoded = frame.decoded_bytes,
                        disk = pixel_bytes(batch, frame) + twin_bytes(batch, frame);
    auto scratch = std::make_shared<Scratch>();
    scratch->folder = existing(frame.job().output().parent_path());
    constexpr std::uint64_t parts = 32, least = 64 << 10,
                            most = 16 << 20; // several bands are in progress at once
    scratch->window = std::size_t(std::clamp(batch.options.memory / parts, least, most));
    for (const RoleFile& output : frame.job().outputs)
        if (changes_in_memory(output.named())) scratch->spare = std::size_t(batch.options.memory / 2);
    std::uint64_t bands = 3 * scratch->window + scratch->spare;
    for (const Decoder& decoder : frame.opened) bands += decoder.band_bytes();
    if (bands > std::max(batch.options.memory, min_memory))
        throw too_large(batch, frame, decoded, "its rows or tiles need " + format_bytes(bands));
    if (const std::uint64_t room = free_bytes(scratch->folder); room < disk)
        throw file_error(messages::scratch_full, size_of(frame), format_bytes(disk), scratch->folder,
                         format_bytes(room));
    frame.decoded_bytes = frame.result_bytes = bands;
    frame.disk_bytes = disk;
    frame.scratch = std::move(scratch);
}

/// Refuses frames that this machine cannot hold, or whose window it cannot hold.
void check_memory(const Batch& batch, const Frame& frame) {
    const std::uint64_t needed = window_bytes(batch, frame);
    if (needed <= physical_memory()) return;
    const bool could = batch.options.memory == 0 && reason_whole(batch, frame).empty();
    throw memory_error(messages::memory_machine, size_of(frame), format_bytes(needed), window_text(batch),
                       format_bytes(physical_memory()),
                       could ? "; use --max-memory to process it in bands" : "");
}

/// Processes a frame in bands if its `own` bytes, which include the frames around it, and the result of its
/// regions exceed --max-memory. A plan without regions takes more than such a result.
void bound_memory(const Batch& batch, Frame& frame, std::uint64_t own) {
    const std::uint64_t allowed = batch.options.memory;
    if (allowed == 0 || own + frame.decoded_bytes <= allowed) return;
    const std::string reason = reason_whole(batch, frame);
    if (reason.empty()) return put_into_bands(batch, frame);
    if (own > std::max(allowed, min_memory)) throw too_large(batch, frame, own, reason);
}

/// Bytes for the gain map of an output that is a JPEG of light above white: the light, what the file shows, sums, samples, copies.
std::uint64_t map_bytes(const Batch& batch, const Frame& frame, const RoleFile& output) {
    constexpr std::uint64_t pixel = 40;
    if (!holds_gain_map(batch.options.write, format_name(output.named()))) return 0;
    std::uint64_t most = 0;
    for (const Decoder::ColourPart& part : frame.opened.front().colour_parts())
        if (is_float(part.type) || is_hdr(part.transfer))
            most = std::max(most, pixel * std::uint64_t(part.size.pixels()));
    return most;
}

/// Returns the bytes of a frame's pixels during processing, with `outputs` encoded files.
std::uint64_t own_memory(const Batch& batch, const Frame& frame, std::size_t outputs) {
    std::uint64_t head = 0;
    for (const RoleFile& output : frame.job().outputs) head = std::max(head, head_memory(output.named()));
    if (frame.scratch) return frame.decoded_bytes + outputs * (frame.scratch->window + head);
    // An output of several parts is in memory as a whole.
    const bool in_parts = std::ranges::any_of(frame.opened, [](const Decoder& d) { return d.parts() > 1; });
    std::uint64_t most = in_parts ? frame.result_bytes : 0;
    const Decoder& first = frame.opened.front();
    for (const RoleFile& output : frame.job().outputs)
        most = std::max(most, map_bytes(batch, frame, output) +
                                  encoding_memory(frame.result_bytes, output.named()) +
                                  encoder_memory(frame.result_bytes / first.parts(), first.lossless(),
                                                 output.named(), batch.options.write));
    return pixel_bytes(batch, frame) + outputs * most;
}

/// Returns the bytes of images that are padded to their display windows, and of these once more, converted.
std::uint64_t display_bytes(const Batch& batch, const Frame& frame) {
    const Decoder& decoder = frame.opened.front();
    double growth = 0, colours = 0, most = 0; // a header may have any numbers
    for (const Decoder::ColourPart& part : decoder.colour_parts()) {
        const ImageWindow place = batch.command.result_place(decoder.place(part.index));
        if (!is_windowed(place)) continue;
        const double pixels = double(place.display.width) * place.display.height;
        growth = std::max(growth, pixels / double(std::max<std::int64_t>(part.size.pixels(), 1)));
        colours = std::max(colours, pixels * 4 * double(sample_bytes(part.type)));
    }
    for (const RoleFile& output : frame.job().outputs)
        if (shows_display(decoder.format(), output.named()))
            most = std::max(most, format_by_name(output.named())->any_channels
                                      ? growth * double(frame.decoded_bytes)
                                      : colours);
    return std::uint64_t(std::min(2 * most, 1e18));
}

} // namespace

MemoryLimits limits_of(const Batch& batch, const Frame& frame) {
    const std::vector<DeviceInfo>& devices = batch.resources.devices;
    const DeviceInfo& device = devices.front(); // the others are like it
    MemoryLimits limits = limits_of_device(device, batch.options.device_memory);
    if (!device.is_cpu() && !frame.scratch) return limits;
    const std::uint64_t files = frame.scratch ? frame.decoded_bytes : window_bytes(batch, frame);
    // The memory in addition to files for images computed in regions.
    const std::uint64_t copy = frame.scratch                      ? 0
                               : batch.command.needs.keeps_window ? files
                                                                  : frame.decoded_bytes;
    const auto left_of = [](std::uint64_t memory, std::uint64_t taken) {
        return memory > taken ? memory - taken : 0;
    };
    const std::uint64_t machine = left_of(physical_memory(), files);
    limits.allowed_whole = std::min(limits.allowed_whole, machine);
    limits.allowed_region = std::min(limits.allowed_region, left_of(machine, copy));
    const std::uint64_t budget = left_of(budget_of(batch.options.memory) / devices.size(), files);
    limits.whole = std::min(budget, limits.allowed_whole);
    // Smaller regions cost more time than the memory is worth.
    limits.region = std::min(std::max(left_of(budget, copy), min_memory), limits.allowed_region);
    return limits;
}

std::uint64_t fit_memory(const Batch& batch, Frame& frame, std::size_t outputs) {
    FileCommand& command = batch.command;
    const std::string name = frame.job().input().string();
    for (const Decoder& decoder : frame.opened) frame.decoded_bytes += decoder.decoded_bytes();
    if (command.deepens(frame)) frame.decoded_bytes *= 2;
    frame.result_bytes =
        std::max({frame.decoded_bytes, with_context(name, [&] { return command.result_bytes(frame); }),
                  with_context(name, [&] { return display_bytes(batch, frame); })});
    const std::uint64_t around = 2 * std::uint64_t(command.needs.reach) * frame.decoded_bytes;
    bound_memory(batch, frame, own_memory(batch, frame, outputs) + around);
    check_memory(batch, frame);
    frame.limits = limits_of(batch, frame);
    frame.work = command.new_work();
    frame.memory = with_context(name, [&] { return command.estimate(frame); });
    return own_memory(batch, frame, outputs) + frame.memory.host;
}

Pixels stand_in(const Decoder::ColourPart& part) {
    Pixels pixels;
    pixels.size = part.size;
    pixels.type = part.type;
    if (part.transfer == Transfer::linear) pixels.transfer = part.transfer; // takes as much
    const auto count = std::uint64_t(std::max<std::int64_t>(part.size.pixels(), 1));
    pixels.alpha = part.bytes / count > 3 * sample_bytes(part.type) ? Alpha::straight : Alpha::none;
    return pixels;
}

std::uint64_t budget_of(std::uint64_t max_memory) {
    return max_memory > 0 ? max_memory : physical_memory() / 2;
}

Reservation MemoryBudget::acquire(std::uint64_t own, std::uint64_t shared, bool (*cancelled)(), bool alone) {
    using namespace std::chrono_literals;
    std::unique_lock guard(lock_);
    const auto fits = [&] {
        if (holders_ < window_) return true;
        return !alone && alone_ == 0 && used_ + own + std::max(shared_, shared) <= limit_;
    };
    while (!fits()) {
        if (cancelled()) return nullptr;
        released_.wait_for(guard, 100ms); // signals do not wake this thread, so check again
    }
    used_ += own;
    shared_ = std::max(shared_, shared);
    ++holders_;
    if (alone) ++alone_;
    report_granted(used_ + shared_);
    return {this, [own, alone](MemoryBudget* budget) { budget->release(own, alone); }};
}

void MemoryBudget::release(std::uint64_t own, bool alone) {
    {
        const std::lock_guard guard(lock_);
        used_ -= own;
        --holders_;
        if (alone) --alone_;
    }
    released_.notify_all();
}

} // namespace atrous
