// Which texts Luau reads as numbers. Arithmetic, the bounds of loops and the functions of all libraries convert
// texts through one function of the machine, and that one through `strtod`. The build script puts this header
// before every file of Luau's, so that `strtod` is asked for few texts only: short ones, so that a conversion takes
// little time and no script has to pay for it, and such as every platform's `strtod` reads alike.

#pragma once

#include <cstdlib>
#include <stdlib.h>
#include <string>

// What is read: decimal numbers, and whole hexadecimal ones behind `0x`. No `inf`, no `nan`, no powers of two.
static inline bool cardable_is_number_like(const char* text)
{
    bool hexadecimal = false;
    bool fraction = false;
    for (int length = 0; text[length] != '\0'; ++length)
    {
        if (length == CARDABLE_LONGEST_NUMBER)
            return false;
        const char c = text[length];
        if (c == 'x' || c == 'X')
            hexadecimal = true;
        else if (c == '.')
            fraction = true;
        else if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '+' || c == '-' ||
                   c == ' ' || (c >= '\t' && c <= '\r')))
            return false;
    }
    return !(hexadecimal && fraction);
}

// `strtod`, for which all other texts begin with no number.
static inline double cardable_read_number(const char* text, char** end)
{
    if (cardable_is_number_like(text))
        return strtod(text, end);
    *end = const_cast<char*>(text);
    return 0.0;
}

#define strtod(text, end) cardable_read_number(text, end)
