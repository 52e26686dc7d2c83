// Converts the messages of a worker to bytes in a pipe and back.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace atrous {

enum class MessageKind : std::uint8_t {
    begun,
    ready,
    step,
    commit,
    result,
    finding,
    output,
    printed,
    device_lost,
    check,
    ended
};

/// One message. Its kind determines the meaning of `value` and `text`.
struct WorkerMessage {
    MessageKind kind{};
    std::uint64_t job = 0;
    std::int64_t value = 0;
    std::string text{};
};

/// Writes the message whole, or not at all if there is no reader.
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
