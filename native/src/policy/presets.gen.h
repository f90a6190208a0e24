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
/* Of the limit of a policy where no detector reads it. */
#define LG_POLICY_LIMIT_LADDER {.hint = 1, .abort = 5}

/* What is not told goes by this one. */
#define LG_PRESET_DEFAULT "recommended"
static const struct {
  const char *name, *json;
} LG_PRESETS[] = {
    {"recommended", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":5},\"ackTimes\":6,\"transientTimes\":6,\"maxWaitMs\":1800000}"
        ",{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":3,\"ladder\":{\"hint\":"
        "1,\"abort\":5},\"any\":5},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"threshold\":"
        "3,\"windowSize\":6,\"settled\":true,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\""
        ":3},{\"name\":\"repeat\",\"type\":\"repeat\",\"threshold\":3,\"failures\":true,\"ladder\":{"
        "\"warn\":1,\"abort\":100}},{\"name\":\"error_streak\",\"type\":\"error_streak\",\"threshold"
        "\":4,\"transientThreshold\":10,\"alike\":true,\"ladder\":{\"warn\":1,\"abort\":100}},{\"nam"
        "e\":\"stall\",\"type\":\"stall\",\"threshold\":6,\"ladder\":{\"warn\":1,\"abort\":100}},{\""
        "name\":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":3},\"atOnc"
        "e\":false,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\""
        ":{\"warn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\""
        ",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\""
        "frames\",\"unlessAll\"],\"failures\":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"c"
        "ounters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\"frames\",\"digits\"]},\""
        "shadow\":false}"},
    {"strict", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":3},\"ackTimes\":6,\"transientTimes\":6,\"maxWaitMs\":1800000}"
        ",{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":2,\"ladder\":{\"hint\":"
        "1,\"abort\":3},\"any\":5},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"threshold\":"
        "2,\"settled\":true,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\":2,\"windowSize\""
        ":32},{\"name\":\"error_streak\",\"type\":\"error_streak\",\"threshold\":3,\"transientThresh"
        "old\":6,\"alike\":true,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"stall\",\"type\":"
        "\"stall\",\"threshold\":4,\"ladder\":{\"warn\":1,\"abort\":100}},{\"name\":\"repeat\",\"typ"
        "e\":\"repeat\",\"threshold\":5,\"ladder\":{\"warn\":1,\"abort\":100},\"failures\":false},{\""
        "name\":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":2},\"atOnc"
        "e\":true,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\":"
        "{\"warn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\""
        ",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\""
        "frames\",\"unlessAll\"],\"failures\":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"c"
        "ounters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\"frames\",\"digits\"]},\""
        "shadow\":false}"},
    {"lenient", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":4,\"settled\":true,\"l"
        "adder\":{\"warn\":1,\"hint\":3,\"abort\":12},\"ackTimes\":6,\"transientTimes\":6,\"maxWaitM"
        "s\":1800000},{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":5,\"ladder\""
        ":{\"warn\":1,\"hint\":3,\"abort\":10},\"any\":5},{\"name\":\"error_streak\",\"type\":\"erro"
        "r_streak\",\"threshold\":8,\"transientThreshold\":20,\"alike\":true,\"ladder\":{\"warn\":1,"
        "\"abort\":100}},{\"name\":\"stall\",\"type\":\"stall\",\"threshold\":12,\"ladder\":{\"warn\""
        ":1,\"abort\":100}},{\"name\":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"warn\":"
        "1,\"hint\":2,\"abort\":6},\"atOnce\":false,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\""
        ":4096,\"messages\":3}],\"ladder\":{\"warn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"resul"
        "ts\":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\""
        ",\"ansi\",\"space\",\"envelope\",\"frames\",\"unlessAll\"],\"failures\":[\"timestamps\",\"d"
        "urations\",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"en"
        "velope\",\"frames\",\"digits\"]},\"shadow\":false}"},
    {"observe", "{\"detectors\":[{\"name\":\"no_news\",\"type\":\"no_news\",\"times\":2,\"settled\":true,\"l"
        "adder\":{\"hint\":1,\"abort\":5},\"ackTimes\":6,\"transientTimes\":6,\"maxWaitMs\":1800000}"
        ",{\"name\":\"unknown_tool\",\"type\":\"unknown_tool\",\"threshold\":3,\"ladder\":{\"hint\":"
        "1,\"abort\":5},\"any\":5},{\"name\":\"no_progress\",\"type\":\"no_progress\",\"threshold\":"
        "3,\"windowSize\":6,\"settled\":true,\"ladder\":{\"warn\":1,\"abort\":100},\"errorThreshold\""
        ":3},{\"name\":\"repeat\",\"type\":\"repeat\",\"threshold\":3,\"failures\":true,\"ladder\":{"
        "\"warn\":1,\"abort\":100}},{\"name\":\"error_streak\",\"type\":\"error_streak\",\"threshold"
        "\":4,\"transientThreshold\":10,\"alike\":true,\"ladder\":{\"warn\":1,\"abort\":100}},{\"nam"
        "e\":\"stall\",\"type\":\"stall\",\"threshold\":6,\"ladder\":{\"warn\":1,\"abort\":100}},{\""
        "name\":\"text_repeat\",\"type\":\"text_repeat\",\"ladder\":{\"hint\":1,\"abort\":3},\"atOnc"
        "e\":false,\"minRepeats\":4,\"minLength\":300,\"maxPeriod\":4096,\"messages\":3}],\"ladder\""
        ":{\"warn\":1,\"hint\":2,\"abort\":5},\"volatile\":{\"results\":[\"timestamps\",\"durations\""
        ",\"uuids\",\"hexIds\",\"counters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\""
        "frames\",\"unlessAll\"],\"failures\":[\"timestamps\",\"durations\",\"uuids\",\"hexIds\",\"c"
        "ounters\",\"pids\",\"tempPaths\",\"ansi\",\"space\",\"envelope\",\"frames\",\"digits\"]},\""
        "shadow\":true}"},
};

/* The classes of volatile spans, by bit. */
static const char *const LG_VOLATILE_NAMES[] = {"timestamps", "durations", "uuids", "hexIds", "counters", "pids", "tempPaths", "ansi", "digits", "space", "envelope", "frames", "unlessAll"};

#endif
