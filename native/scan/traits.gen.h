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

#endif
