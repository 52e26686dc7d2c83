// Connects the process's watcher to the monitoring of the working thread.
#include "capi/monitor.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <mutex>

namespace atrous {
namespace {

thread_local Monitoring* current = nullptr;
thread_local bool inside = false;

bool is_cancelled() { return current && current->cancelled(); }
bool is_monitored() { return current && current->counts(); }
void tell_pieces(int pieces, int all) { current->done(pieces, all); }
void count_part(int part, int parts) {
    if (current) current->part(part, parts);
}

} // namespace

Monitoring::Monitoring(AtrousMonitor monitor, void* user) : monitor_(monitor), user_(user) {
    static std::once_flag once;
    std::call_once(once, [] { set_watcher({is_cancelled, is_monitored, tell_pieces, count_part}); });
    current = this;
}

Monitoring::~Monitoring() { current = nullptr; }

void Monitoring::step_to(double share) {
    from_ = to_;
    to_ = share;
    part(0, 1);
    tell(from_, nullptr);
    stop_if_asked();
}

void Monitoring::warn(const Message& message) { tell(told_, message.text.c_str()); }

void Monitoring::part(int number, int parts) {
    part_ = number;
    parts_ = std::max(parts, 1);
}

void Monitoring::done(int pieces, int all) {
    const double of_part = all > 0 ? double(pieces) / all : 1;
    tell(from_ + (to_ - from_) * (part_ + of_part) / parts_, nullptr);
}

void Monitoring::tell(double share, const char* message) {
    told_ = std::max(told_, share);
    if (!monitor_ || cancelled_) return;
    inside = true;
    cancelled_ = !monitor_(user_, told_, message);
    inside = false;
}

bool in_monitor() { return inside; }

} // namespace atrous
