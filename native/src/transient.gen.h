/* Made by scripts/build-native-tables.mjs from lib/text/outcome-text.ts. Not to be edited. */
/* clang-format off */
#ifndef LG_TRANSIENT_GEN_H
#define LG_TRANSIENT_GEN_H

/* Looked for in that many UTF-16 units of a text, in any case. */
#define LG_TRANSIENT_MAX 400u
static const lg_literal LG_TRANSIENT[] = {
    {.text = "ratelimit", .word_before = true, .not_before = {"\":", "\\\":", "-remaining", "-reset"}},
    {.text = "rate limit", .word_before = true, .not_before = {"\":", "\\\":", "-remaining", "-reset"}},
    {.text = "rate-limit", .word_before = true, .not_before = {"\":", "\\\":", "-remaining", "-reset"}},
    {.text = "too many requests"},
    {.text = "timed out"},
    {.text = "timed-out"},
    {.text = "timeout", .word_before = true, .word_after = true, .not_before = {" is not", " was not"}},
    {.text = "time-out", .word_before = true, .word_after = true, .not_before = {" is not", " was not"}},
    {.text = "overloaded", .word_before = true, .word_after = true},
    {.text = "temporarily unavailable"},
    {.text = "failed to connect"},
    {.text = "unable to connect"},
    {.text = "could not connect"},
    {.text = "couldn't connect"},
    {.text = "cannot connect"},
    {.text = "can't connect"},
    {.text = "service unavailable"},
    {.text = "bad gateway"},
    {.text = "internal server error"},
    {.text = "try again later"},
    {.text = "connection refused"},
    {.text = "connection reset"},
    {.text = "econnreset"},
    {.text = "econnrefused"},
    {.text = "etimedout"},
    {.text = "429", .word_before = true, .word_after = true},
    {.text = "502", .word_before = true, .word_after = true},
    {.text = "503", .word_before = true, .word_after = true},
    {.text = "504", .word_before = true, .word_after = true},
};

#endif
