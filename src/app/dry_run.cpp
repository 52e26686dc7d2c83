// Plans every job without running it; hides how memory is counted before an image is decoded.
#include "app/dry_run.h"
#include "app/traits.h"
#include "base/log.h"
#include "base/size.h"
#include "base/table.h"
#include "io/codec.h"
#include <iostream>

namespace atrous {
namespace {

/// A stand-in for the pixels, whose type the header does not say: levels and planes depend on the size alone.
Pixels stand_in(Size size) {
    Pixels pixels;
    pixels.size = size;
    return pixels;
}

EawSettings settings_of(const EnhanceOptions& options, const DeviceInfo& device, Size size) {
    return resolve(settings_for(options, ""), stand_in(size), traits_of(device));
}

/// One row of the table; false when the job would fail.
bool add_job(const EnhanceOptions& options, const DeviceInfo& device, const Job& job, Table& table) {
    std::error_code bad;
    const bool there = !options.batch.write.overwrite && std::filesystem::exists(job.output, bad);
    if (there && options.batch.skip_existing) {
        table.add({job.input.string(), job.output.string(), "skipped", "", ""});
        return true;
    }
    try {
        const Decoder decoder(job.input, options.batch.read);
        check_format(job.output);
        if (there) throw file_error(job.output.string() + ": exists already; --overwrite replaces it");
        const Size size = decoder.size();
        const std::uint64_t memory = decoder.decoded_bytes() + device_bytes(options, device, decoder);
        table.add({job.input.string(), job.output.string(), to_string(size),
                   std::to_string(settings_of(options, device, size).levels), format_bytes(memory)});
        return true;
    } catch (const Error& error) {
        log_error(error.what());
        table.add({job.input.string(), job.output.string(), "would fail", "", ""});
        return false;
    }
}

} // namespace

std::uint64_t device_bytes(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder) {
    const Size size = decoder.size();
    const Plan plan = eaw_plan(settings_of(options, device, size), stand_in(size), traits_of(device));
    return plan.bytes() + 2 * decoder.decoded_bytes(); // the file's pixels go in and come back
}

std::uint64_t host_bytes(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder) {
    return device.type == DeviceInfo::Type::cpu ? device_bytes(options, device, decoder) : 0;
}

Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    Table table;
    table.add({"input", "output", "size", "levels", "memory"});
    bool fine = true;
    for (const auto& job : plan.jobs) fine &= add_job(options, device, job, table);
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

} // namespace atrous
