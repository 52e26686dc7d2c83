// Implements the functions of atrous.h.
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "capi/atrous.h"
#include "capi/calls.h"
#include "capi/filter.h"
#include "capi/messages.h"
#include "capi/options.h"
#include "engine/check/kernel_check.h"
#include "opencl/device_record.h"
#include "platform/kernel_cache.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace atrous {
namespace {

/// The next number, from an address on, so that neither small numbers nor pointers to objects are handles.
void* next_handle() {
    static std::atomic<std::uintptr_t> last{reinterpret_cast<std::uintptr_t>(&last)};
    return reinterpret_cast<void*>(++last);
}

template <class T>
class Handles {
  public:
    void* add(std::shared_ptr<T> object) {
        void* const handle = next_handle();
        const std::scoped_lock guard(lock_);
        objects_[handle] = std::move(object);
        return handle;
    }
    /// Throws a usage error for an unknown handle. `what` is "filter" or "device".
    std::shared_ptr<T> find(const void* handle, const std::string& what) {
        const std::scoped_lock guard(lock_);
        const auto at = objects_.find(handle);
        if (at == objects_.end())
            throw handle ? usage_error(messages::api_handle_unknown, what)
                         : usage_error(messages::api_handle_null, what);
        return at->second;
    }
    /// A thread that uses the object keeps it until it has finished.
    void remove(const void* handle) {
        std::shared_ptr<T> last; // goes when the lock is gone
        const std::scoped_lock guard(lock_);
        const auto at = objects_.find(handle);
        if (at == objects_.end()) return;
        last = std::move(at->second);
        objects_.erase(at);
    }

  private:
    std::mutex lock_;
    std::map<const void*, std::shared_ptr<T>> objects_;
};

// Neither is destroyed before the process ends: other threads may still use the contents.
Handles<ApiDevice>& devices() {
    static auto* const all = new Handles<ApiDevice>;
    return *all;
}
Handles<ApiFilter>& filters() {
    static auto* const all = new Handles<ApiFilter>;
    return *all;
}

std::string text_of(const char* text, const char* what) {
    if (!text) throw usage_error(messages::api_text_null, what);
    return text;
}

/// Calls `work` with a filter that no other thread uses meanwhile.
template <class Work>
AtrousError on_filter(const AtrousFilter* handle, const Work& work) noexcept {
    return called([&] {
        const std::shared_ptr<ApiFilter> filter = filters().find(handle, "filter");
        const std::scoped_lock guard(filter->lock);
        work(*filter);
    });
}

const ImageRule& image_rule(const FilterKind& kind, const std::string& name) {
    std::vector<std::string> names;
    for (const ImageRule& rule : kind.images) {
        if (name == rule.name) return rule;
        names.emplace_back(rule.name);
    }
    throw usage_error(messages::api_image_unknown, kind.name, name, joined(names));
}

void check_image(const ImageRule& rule, const CallerImage& image) {
    const std::string name = rule.name;
    if (image.channels < rule.least || image.channels > rule.most)
        throw usage_error(messages::api_channels, name, image.channels,
                          std::to_string(rule.least) +
                              (rule.least == rule.most ? "" : " to " + std::to_string(rule.most)));
    if (rule.floats && !is_float(image.type)) throw usage_error(messages::api_integers, name);
    check_mapped(name, image);
}

void set_option(ApiFilter& filter, const std::string& name, const char* value) {
    check_option(filter.kind.taken(), filter.kind.table(), name, value ? value : "");
    std::erase_if(filter.given, [&](const auto& one) { return one.first == name; });
    filter.given.emplace_back(name, value ? value : "");
    filter.committed.reset();
    filter.kept = nullptr;
}

CommandLine line_of(const ApiFilter& filter) { return command_line(filter.kind.taken(), filter.given); }

const Committed& committed(const ApiFilter& filter) {
    if (!filter.committed) throw usage_error(messages::api_not_committed);
    return *filter.committed;
}

void execute(ApiFilter& filter) {
    const Committed& work = committed(filter);
    const FrameImages& images = filter.images();
    const CallerImage& from = image_of(images, "color");
    const CallerImage& output = image_of(images, "output");
    if (const Size size = work.size(images); output.size != size)
        throw usage_error(messages::api_output_size, to_string(output.size), to_string(size));
    if (output.type != from.type || output.channels != from.channels)
        throw usage_error(messages::api_output_format);
    check_mapped("color", from); // again: the caller may have unmapped it since it was set
    check_mapped("output", output);
    Monitoring monitoring(filter.monitor, filter.user);
    const std::scoped_lock guard(filter.device->lock);
    work.execute(filter, monitoring);
    monitoring.end();
}

} // namespace

} // namespace atrous

using namespace atrous;

const char* atrousVersion() { return version(); }

AtrousDevice* atrousNewDevice(const char* which) {
    AtrousDevice* made = nullptr;
    called([&] {
        set_verbosity(Verbosity::quiet);
        keep_process();
        check_kernels(CheckWatch{});
        static const KernelCache kernels(KernelCache::Use::library);
        DeviceInfo info = choose_device(which ? which : "auto", "device");
        apply_verdicts(info);
        auto device = std::make_shared<ApiDevice>(with_tuned_forms(std::move(info)));
        made = static_cast<AtrousDevice*>(devices().add(std::move(device)));
    });
    return made;
}

void atrousReleaseDevice(AtrousDevice* device) {
    called([&] { devices().remove(device); });
}

AtrousFilter* atrousNewFilter(AtrousDevice* device, const char* name) {
    AtrousFilter* made = nullptr;
    called([&] {
        auto filter = std::make_shared<ApiFilter>(devices().find(device, "device"),
                                                  filter_kind(text_of(name, "the filter's name")));
        made = static_cast<AtrousFilter*>(filters().add(std::move(filter)));
    });
    return made;
}

void atrousReleaseFilter(AtrousFilter* filter) {
    called([&] { filters().remove(filter); });
}

AtrousError atrousSetFilterImage(AtrousFilter* handle, const char* name, void* pixels, int format,
                                 size_t width, size_t height, size_t byteOffset, size_t pixelStride,
                                 size_t rowStride) {
    return on_filter(handle, [&](ApiFilter& filter) {
        const std::string image = text_of(name, "the image's name");
        const ImageRule& rule = image_rule(filter.kind, image);
        if (pixels) {
            const CallerImage made =
                caller_image(image, {pixels, format, width, height, byteOffset, pixelStride, rowStride});
            check_image(rule, made);
            filter.frames[filter.frame].insert_or_assign(image, made);
        } else if (const auto frame = filter.frames.find(filter.frame); frame != filter.frames.end()) {
            frame->second.erase(image);
            if (frame->second.empty()) filter.frames.erase(frame);
        }
        filter.committed.reset();
        if (image != "output") filter.changed.insert(filter.frame);
    });
}

AtrousError atrousSetFilterOption(AtrousFilter* handle, const char* name, const char* value) {
    return on_filter(
        handle, [&](ApiFilter& filter) { set_option(filter, text_of(name, "the option's name"), value); });
}

AtrousError atrousSetFilterFrame(AtrousFilter* handle, int number) {
    return on_filter(handle, [&](ApiFilter& filter) {
        constexpr int most = 999999999; // as in file names, so that neighbours are numbers, too
        if (number < -most || number > most) throw usage_error(messages::api_frame_number, number);
        filter.frame = number;
    });
}

AtrousError atrousSetFilterMonitor(AtrousFilter* handle, AtrousMonitor monitor, void* user) {
    return on_filter(handle, [&](ApiFilter& filter) {
        filter.monitor = monitor;
        filter.user = user;
    });
}

AtrousError atrousCommitFilter(AtrousFilter* handle) {
    return on_filter(handle, [](ApiFilter& filter) {
        filter.committed = filter.kind.commit(filter, line_of(filter));
        filter.kept = filter.committed->execute;
    });
}

AtrousError atrousGetFilterSize(AtrousFilter* handle, size_t* width, size_t* height) {
    return on_filter(handle, [&](ApiFilter& filter) {
        if (!width || !height) throw usage_error(messages::api_size_null);
        // An output that is set last changes nothing of it.
        const Committed made =
            filter.committed ? *filter.committed : filter.kind.commit(filter, line_of(filter));
        const Size size = made.size(filter.images());
        *width = size_t(size.width);
        *height = size_t(size.height);
    });
}

AtrousError atrousExecuteFilter(AtrousFilter* handle) { return on_filter(handle, execute); }
