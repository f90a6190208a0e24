/* Made by scripts/build-native-tables.mjs from lib/rules. Not to be edited. */
/* clang-format off */
#ifndef SCAN_TRAITS_GEN_H
#define SCAN_TRAITS_GEN_H

typedef struct scan_traits {
  bool of_one_call; /* it compares calls with their arguments, not tools */
  bool digests_steps; /* the steps of its patterns tell calls of one tool apart */
  bool judges_news; /* it depends on everything that happens in a run, and fires only before a call runs */
  bool by_time; /* it depends on time alone, which records may lack */
} scan_traits;

static const scan_traits SCAN_TRAITS[LG_DETECTOR_TYPES] = {
    [LG_COUNT] = {.of_one_call = true},
    [LG_REPEAT] = {.of_one_call = true},
    [LG_CYCLE] = {.digests_steps = true},
    [LG_DUPLICATE] = {.of_one_call = true},
    [LG_NO_PROGRESS] = {.of_one_call = true},
    [LG_POLL] = {.by_time = true},
    [LG_NO_NEWS] = {.of_one_call = true, .judges_news = true},
};

/* Whether the detector finds nothing in calls of which no outcome is recorded. */
static inline bool scan_needs_outcomes(const lg_detector_spec *spec) {
  switch (spec->type) {
  case LG_REPEAT: return spec->failures_only;
  case LG_STALL: return true;
  case LG_CYCLE: return spec->strong_only;
  case LG_NO_NEWS: return spec->threshold > 1;
  case LG_NO_PROGRESS: return true;
  case LG_ERROR_STREAK: return true;
  case LG_UNKNOWN_TOOL: return true;
  case LG_TEXT_REPEAT: return true;
  case LG_DELEGATION: return true;
  default: return false;
  }
}

#endif
