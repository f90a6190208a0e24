/* Made by scripts/build-native-tables.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef LG_PRESETS_GEN_H
#define LG_PRESETS_GEN_H

/* Of guards that are not told how many entries they may have. */
#define LG_MAX_ENTRIES 10000u
/* Of guards with detectors and without a ladder, of those with maxRepeats, and of duplicate with replay. */
#define LG_DEFAULT_LADDER {.warn = 1, .hint = 2, .abort = 5}
#define LG_SHORTHAND_LADDER {.hint = 1, .abort = 4}
#define LG_REPLAY_LADDER {.hint = 1, .abort = 5}
/* Of polls that do not say for how long they may give one result. */
#define LG_POLL_MAX_WAIT_MS 600000.0

/* What is not told goes by this one. */
#define LG_PRESET_DEFAULT "recommended"
static const struct {
  const char *name, *json;
} LG_PRESETS[] = {
    {"recommended", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":5},\"ackTimes\":6,\"transientTimes\":6,\"pollAfterMs\":4500,\""
        "maxWaitMs\":600000},{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":3,\""
        "ladder\":{\"hint\":1,\"abort\":5}},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"thr"
        "eshold\":3,\"windowSize\":6,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\":3,\"se"
        "ttled\":false},{\"name\":\"repeat\",\"type\":\"repeat\",\"threshold\":3,\"failures\":true,\""
        "ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"error_streak\",\"type\":\"error_streak\",\""
        "threshold\":4,\"transientThreshold\":10,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\""
        "stall\",\"type\":\"stall\",\"threshold\":6,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\""
        ":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":3},\"atOnce\":fa"
        "lse,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\":{\"wa"
        "rn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\",\"uu"
        "ids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\"],\"failures\":[\"ti"
        "mestamps\",\"durations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\","
        "\"space\",\"digits\"]},\"shadow\":false}"},
    {"strict", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":3},\"ackTimes\":6,\"transientTimes\":6,\"pollAfterMs\":4500,\""
        "maxWaitMs\":600000},{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":2,\""
        "ladder\":{\"hint\":1,\"abort\":3}},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"thr"
        "eshold\":2,\"settled\":true,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\":2,\"wi"
        "ndowSize\":32},{\"name\":\"error_streak\",\"type\":\"error_streak\",\"threshold\":3,\"trans"
        "ientThreshold\":6,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"stall\",\"type\":\"sta"
        "ll\",\"threshold\":4,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"repeat\",\"type\":\""
        "repeat\",\"threshold\":5,\"ladder\":{\"warn\":1,\"abort\":100},\"failures\":false},{\"name\""
        ":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":2},\"atOnce\":tr"
        "ue,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\":{\"war"
        "n\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\",\"uui"
        "ds\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\"],\"failures\":[\"tim"
        "estamps\",\"durations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\""
        "space\",\"digits\"]},\"shadow\":false}"},
    {"lenient", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":4,\"settled\":true,\"l"
        "adder\":{\"warn\":1,\"hint\":3,\"abort\":12},\"ackTimes\":6,\"transientTimes\":6,\"pollAfte"
        "rMs\":4500,\"maxWaitMs\":600000},{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"thr"
        "eshold\":5,\"ladder\":{\"warn\":1,\"hint\":3,\"abort\":10}},{\"name\":\"error_streak\",\"ty"
        "pe\":\"error_streak\",\"threshold\":8,\"transientThreshold\":20,\"ladder\":{\"warn\":1,\"ab"
        "ort\":100}},{\"name\":\"stall\",\"type\":\"stall\",\"threshold\":12,\"ladder\":{\"warn\":1,"
        "\"abort\":100}},{\"name\":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"warn\":1,\""
        "hint\":2,\"abort\":6},\"atOnce\":false,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":409"
        "6,\"messages\":3}],\"ladder\":{\"warn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\""
        ":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"a"
        "nsi\",\"space\"],\"failures\":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"counters"
        "\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"digits\"]},\"shadow\":false}"},
    {"observe", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":5},\"ackTimes\":6,\"transientTimes\":6,\"pollAfterMs\":4500,\""
        "maxWaitMs\":600000},{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":3,\""
        "ladder\":{\"hint\":1,\"abort\":5}},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"thr"
        "eshold\":3,\"windowSize\":6,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\":3,\"se"
        "ttled\":false},{\"name\":\"repeat\",\"type\":\"repeat\",\"threshold\":3,\"failures\":true,\""
        "ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"error_streak\",\"type\":\"error_streak\",\""
        "threshold\":4,\"transientThreshold\":10,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\""
        "stall\",\"type\":\"stall\",\"threshold\":6,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\""
        ":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":3},\"atOnce\":fa"
        "lse,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\":{\"wa"
        "rn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\",\"uu"
        "ids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\"],\"failures\":[\"ti"
        "mestamps\",\"durations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\","
        "\"space\",\"digits\"]},\"shadow\":true}"},
};

/* The classes of volatile spans, by bit. */
static const char *const LG_VOLATILE_NAMES[] = {"timestamps", "durations", "uuids", "hexIds", "counters", "pids", "tempPaths", "ansi", "digits", "space"};

#endif
