// The messages of a worker, as bytes in a pipe.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace atrous {

enum class MessageKind : std::uint8_t {
    begun,
    further,
    ready,
    step,
    commit,
    result,
    finding,
    output,
    printed,
    device_lost,
    ended
};

/// One message; what `value` and `text` are depends on its kind.
struct WorkerMessage {
    MessageKind kind{};
    std::uint64_t job = 0;
    std::int64_t value = 0;
    std::string text{};
};

/// Writes it whole, or not at all where nobody reads.
void send(int pipe, const WorkerMessage& message);

/// Bytes that arrive in pieces, as messages.
class MessageReader {
  public:
    void add(const char* bytes, std::size_t count) { bytes_.append(bytes, count); }
    /// The next one that is whole.
    std::optional<WorkerMessage> next();

  private:
    std::string bytes_;
    std::size_t at_ = 0;
};

} // namespace atrous
