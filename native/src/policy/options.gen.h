/* Made by scripts/build-native-tables.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef LG_OPTIONS_GEN_H
#define LG_OPTIONS_GEN_H

/* Members of lg_setup, lg_profile and lg_ladder. */
#define LG_OPTION_FIELDS \
  {"preset", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"maxRepeats", LG_FIELD_LIMIT, offsetof(lg_setup, max_repeats), 0, 0, 1000000000, NULL}, \
  {"volatile", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"shadow", LG_FIELD_BOOL, offsetof(lg_setup, shadow), 0, 0, 1, NULL}, \
  {"maxEntries", LG_FIELD_U32, offsetof(lg_setup, max_entries), 0, 1, 1073741824, NULL}, \
  {"price", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"detectors", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"budget", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"tools", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}
#define LG_PRICE_FIELDS \
  {"input", LG_FIELD_DOUBLE, LG_NO_PLACE, 0, 0, 1000000000, NULL}, \
  {"output", LG_FIELD_DOUBLE, LG_NO_PLACE, 0, 0, 1000000000, NULL}, \
  {"cached", LG_FIELD_DOUBLE, LG_NO_PLACE, 0, 0, 1000000000, NULL}
#define LG_POLICY_FIELDS \
  {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"identity", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"ignore", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"volatile", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"poll", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}, \
  {"mutates", LG_FIELD_BOOL, offsetof(lg_profile, mutates), 0, 0, 1, NULL}, \
  {"maxRepeats", LG_FIELD_U32, offsetof(lg_profile, max_repeats), 0, 1, 1000000000, NULL}, \
  {"limit", LG_FIELD_LIMIT, offsetof(lg_profile, limit), 0, 1, 1000000000, NULL}
#define LG_LADDER_FIELDS \
  {"warn", LG_FIELD_U32, offsetof(lg_ladder, warn), 0, 1, 1000000, NULL}, \
  {"hint", LG_FIELD_U32, offsetof(lg_ladder, hint), 0, 1, 1000000, NULL}, \
  {"ask", LG_FIELD_U32, offsetof(lg_ladder, ask), 0, 1, 1000000, NULL}, \
  {"abort", LG_FIELD_U32, offsetof(lg_ladder, abort), 0, 1, 1000000, NULL}
#define LG_POLL_FIELDS \
  {"minIntervalMs", LG_FIELD_DOUBLE, offsetof(lg_profile, poll_min_interval_ms), 0, 0, 9007199254740991, NULL}, \
  {"maxWaitMs", LG_FIELD_DOUBLE, offsetof(lg_profile, poll_max_wait_ms), 0, 0, 9007199254740991, NULL}

/* lg_period, in JSON. */
#define LG_PERIOD_NAMES "run", "turn", "key"

#ifdef LG_DETECTOR_FIELDS
static const lg_field LG_COUNT_FIELDS[] = {
    {"maxRepeats", LG_FIELD_LIMIT, offsetof(lg_detector_spec, threshold), 3, 0, 1000000000, NULL},
    {"canonical", LG_FIELD_BOOL, offsetof(lg_detector_spec, canonical), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_REPEAT_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 65536, NULL},
    {"failures", LG_FIELD_BOOL, offsetof(lg_detector_spec, failures_only), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_STALL_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 65536, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_PING_PONG_FIELDS[] = {
    {"cycleLength", LG_FIELD_U32, offsetof(lg_detector_spec, min_cycle_len), 2, 2, 64, NULL},
    {"repetitions", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 1024, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_CYCLE_FIELDS[] = {
    {"windowSize", LG_FIELD_U32, offsetof(lg_detector_spec, window_size), 32, 2, 65536, NULL},
    {"minCycleLen", LG_FIELD_U32, offsetof(lg_detector_spec, min_cycle_len), 1, 1, 4096, "maxCycleLen"},
    {"maxCycleLen", LG_FIELD_U32, offsetof(lg_detector_spec, max_cycle_len), 8, 1, 4096, NULL},
    {"repeats", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 65536, NULL},
    {"sameResults", LG_FIELD_BOOL, offsetof(lg_detector_spec, strong_only), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_DUPLICATE_FIELDS[] = {
    {"replay", LG_FIELD_BOOL, LG_NO_PLACE, 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_LIMIT_FIELDS[] = {
    {"default", LG_FIELD_LIMIT, offsetof(lg_detector_spec, threshold), 3, 0, 1000000000, NULL},
    {"limits", LG_FIELD_LIMITS, LG_NO_PLACE, 0, 1, 1000000000, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_SIMILAR_QUERY_FIELDS[] = {
    {"threshold", LG_FIELD_DOUBLE, offsetof(lg_detector_spec, similarity), 0.75, 0, 1, NULL},
    {"tools", LG_FIELD_TEXTS, LG_NO_PLACE, 0, 1, INFINITY, NULL},
    {"keys", LG_FIELD_TEXTS, LG_NO_PLACE, 0, 1, INFINITY, NULL},
    {"dangerousTokens", LG_FIELD_TEXTS, LG_NO_PLACE, 0, 0, INFINITY, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_NO_NEWS_FIELDS[] = {
    {"times", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 2, 1, 65535, NULL},
    {"ackTimes", LG_FIELD_U32, offsetof(lg_detector_spec, ack_threshold), 6, 1, 65535, NULL},
    {"transientTimes", LG_FIELD_U32, offsetof(lg_detector_spec, transient_threshold), 6, 1, 65535, NULL},
    {"settled", LG_FIELD_BOOL, offsetof(lg_detector_spec, settled), 0, 0, 1, NULL},
    {"maxWaitMs", LG_FIELD_DOUBLE, offsetof(lg_detector_spec, max_wait_ms), 1800000, 0, 31536000000, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_NO_PROGRESS_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 65536, "windowSize"},
    {"errorThreshold", LG_FIELD_OPTIONAL, offsetof(lg_detector_spec, error_threshold), 0, 2, 65536, "windowSize"},
    {"windowSize", LG_FIELD_U32, offsetof(lg_detector_spec, window_size), 32, 2, 65536, NULL},
    {"settled", LG_FIELD_BOOL, offsetof(lg_detector_spec, settled), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_ERROR_STREAK_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 16384, NULL},
    {"transientThreshold", LG_FIELD_U32, offsetof(lg_detector_spec, transient_threshold), 8, 2, 16384, NULL},
    {"alike", LG_FIELD_BOOL, offsetof(lg_detector_spec, alike), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_UNKNOWN_TOOL_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 1, 65536, NULL},
    {"any", LG_FIELD_OPTIONAL, offsetof(lg_detector_spec, any_threshold), 5, 1, 65536, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_TEXT_REPEAT_FIELDS[] = {
    {"minRepeats", LG_FIELD_U32, offsetof(lg_detector_spec, text.repeats), 4, 2, 1000, NULL},
    {"minLength", LG_FIELD_U32, offsetof(lg_detector_spec, text.min_length), 300, 1, 1000000, NULL},
    {"maxPeriod", LG_FIELD_U32, offsetof(lg_detector_spec, text.max_period), 4096, 1, 4096, NULL},
    {"messages", LG_FIELD_U32, offsetof(lg_detector_spec, text.messages), 3, 2, 8, NULL},
    {"atOnce", LG_FIELD_BOOL, offsetof(lg_detector_spec, at_once), 0, 0, 1, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_NEAR_REPEAT_FIELDS[] = {
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 5, 2, 16384, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_DELEGATION_FIELDS[] = {
    {"depth", LG_FIELD_U32, offsetof(lg_detector_spec, depth), 8, 1, 1000, NULL},
    {"threshold", LG_FIELD_U32, offsetof(lg_detector_spec, threshold), 3, 2, 100, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_CUSTOM_FIELDS[] = {
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_field LG_BUDGET_FIELDS[] = {
    {"calls", LG_FIELD_UNITS, offsetof(lg_detector_spec, limits[LG_UNIT_CALLS]), INFINITY, 0, 9007199254740991, NULL},
    {"tokens", LG_FIELD_UNITS, offsetof(lg_detector_spec, limits[LG_UNIT_TOKENS]), INFINITY, 0, 9007199254740991, NULL},
    {"cost", LG_FIELD_AMOUNT, offsetof(lg_detector_spec, limits[LG_UNIT_COST]), INFINITY, 0, 1000000000, NULL},
    {"seconds", LG_FIELD_AMOUNT, offsetof(lg_detector_spec, limits[LG_UNIT_SECONDS]), INFINITY, 0, 1000000000, NULL},
    {"refusals", LG_FIELD_UNITS, offsetof(lg_detector_spec, limits[LG_UNIT_REFUSALS]), INFINITY, 0, 9007199254740991, NULL},
    {"per", LG_FIELD_PERIOD, offsetof(lg_detector_spec, period), 0, 0, 2, NULL},
    {"warn", LG_FIELD_DOUBLE, offsetof(lg_detector_spec, warn_share), 0.8, 0, 1, NULL},
    {"ask", LG_FIELD_DOUBLE, offsetof(lg_detector_spec, ask_share), 0, 0, 10, NULL},
    {"abort", LG_FIELD_DOUBLE, offsetof(lg_detector_spec, abort_share), 1, 0, 10, NULL},
    {"tools", LG_FIELD_TEXTS, LG_NO_PLACE, 0, 0, INFINITY, NULL},
    {"name", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"type", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"action", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL},
    {"ladder", LG_FIELD_OTHER, LG_NO_PLACE, 0, 0, 0, NULL}};
static const lg_fields LG_DETECTOR_FIELDS[LG_DETECTOR_TYPES] = {
    [LG_COUNT] = {LG_COUNT_FIELDS, 2, 6},
    [LG_REPEAT] = {LG_REPEAT_FIELDS, 2, 6},
    [LG_STALL] = {LG_STALL_FIELDS, 1, 5},
    [LG_PING_PONG] = {LG_PING_PONG_FIELDS, 2, 6},
    [LG_CYCLE] = {LG_CYCLE_FIELDS, 5, 9},
    [LG_DUPLICATE] = {LG_DUPLICATE_FIELDS, 0, 5},
    [LG_LIMIT] = {LG_LIMIT_FIELDS, 1, 6},
    [LG_SIMILAR_QUERY] = {LG_SIMILAR_QUERY_FIELDS, 1, 8},
    [LG_NO_NEWS] = {LG_NO_NEWS_FIELDS, 5, 9},
    [LG_NO_PROGRESS] = {LG_NO_PROGRESS_FIELDS, 4, 8},
    [LG_ERROR_STREAK] = {LG_ERROR_STREAK_FIELDS, 3, 7},
    [LG_UNKNOWN_TOOL] = {LG_UNKNOWN_TOOL_FIELDS, 2, 6},
    [LG_TEXT_REPEAT] = {LG_TEXT_REPEAT_FIELDS, 5, 9},
    [LG_NEAR_REPEAT] = {LG_NEAR_REPEAT_FIELDS, 1, 5},
    [LG_DELEGATION] = {LG_DELEGATION_FIELDS, 2, 6},
    [LG_CUSTOM] = {LG_CUSTOM_FIELDS, 0, 4},
    [LG_BUDGET] = {LG_BUDGET_FIELDS, 9, 14}};
#endif

#endif
