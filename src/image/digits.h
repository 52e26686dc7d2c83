// Digits of 5x7 dots, for numbers in pictures.
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace atrous {

constexpr int digit_width = 5, digit_height = 7, digit_step = 6; ///< in dots

/// A character's rows from the top; the leftmost dot is bit 4. Null: there is none of it.
struct Digit {
    char character;
    std::array<std::uint8_t, digit_height> rows;
};
const Digit* find_digit(char character);

/// Calls dot(x, y) for every dot of the text, its left top at 0,0.
template <class Dot>
void draw_digits(const std::string& text, Dot dot) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (const Digit* digit = find_digit(text[i]))
            for (int y = 0; y < digit_height; ++y)
                for (int x = 0; x < digit_width; ++x)
                    if (digit->rows[std::size_t(y)] >> (digit_width - 1 - x) & 1)
                        dot(int(i) * digit_step + x, y);
}

} // namespace atrous
