/* A guard: options, detectors, profiles, and the workspace that its runs share. */
#ifndef LG_GUARD_H
#define LG_GUARD_H

#include "memory/memory.h"
#include "policy/detector_record.h"
#include "state/table.h"

/* A list of copied texts in one buffer, with an index: of whole texts by their digests, and of those that are globs. */
typedef struct lg_texts {
  lg_buf bytes;
  lg_buf ends;    /* size_t[]: where each text ends in `bytes` */
  lg_buf globs;   /* uint32_t[]: the texts that are globs, each once */
  lg_table index; /* the first of equal texts: `count` is its index */
} lg_texts;

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator);
void lg__texts_free(lg_texts *texts);
static inline size_t lg__texts_count(const lg_texts *texts) { return texts->ends.len / sizeof(size_t); }
static inline size_t lg__texts_globs(const lg_texts *texts) { return texts->globs.len / sizeof(uint32_t); }
/* Adds a copy. LG_ENOMEM, LG_ETOOBIG: nothing changed. O(len), now and then O(texts). */
LG_NODISCARD lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len);
/* The text with this index, which must exist. Valid until the next text is added. */
const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len);
/* The index of the text that equals `name`, else of the first one that matches it as a glob. False: there is none.
 * O(len) + O(globs) matches. */
bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index);

/* How the calls of one tool, or of a group of tools, are judged. All zero is the default; set what differs. */
typedef struct lg_profile {
  bool exempt;      /* always allowed, never counted */
  bool mutates;     /* its success may change what other calls return: they may be repeated after it */
  bool poll;        /* judged by time, not by count */
  bool never_polls; /* never judged by time, whatever shows that it waits */
  bool similar;     /* similar_query compares its queries */
  double poll_min_interval_ms, poll_max_wait_ms; /* `poll`: the pause between two calls, and how long one result may
                                                    last; 0: no such rule */
  uint32_t max_repeats; /* count, repeat, stall, no_progress, no_news, error_streak, near_repeat: own threshold; 0: the
                           detector's */
  uint32_t limit;       /* limit: own limit; LG_NO_LIMIT: none; 0: the detector's default */
  uint32_t volatile_classes; /* lg_volatile bits: spans that are replaced before results are compared */
  uint32_t failure_classes;  /* the same for the errors of failures */
  lg_ladder ladder;          /* all 0: the detector's or the guard's */
  uint64_t outside;          /* bits by the index of a budget: its calls do not count for it */
  lg_projection projection;  /* copied */
  bool exact;                /* the arguments count as they are, also those that only say something about the call */
  /* Copied; only its `ignore`: members that are left out of results, and of errors, before these are compared: by name
   * at any depth, in JSON text and in strings of it too; by JSON pointer at one place, in values and texts that are
   * JSON. */
  lg_projection answer;
} lg_profile;

/* A policy: one member of `tools`. */
typedef struct lg_tool_policy {
  uint32_t profile; /* its number, without the limits and similar tools of the detectors */
  bool limited;     /* the policy has a limit of its own */
  bool retryable;   /* its calls are never counted */
} lg_tool_policy;

/* What names or globs of tools are mapped to. */
typedef enum lg_tool_map_of {
  LG_TOOL_POLICIES, /* lg_tool_policy */
  LG_TOOL_LIMITS,   /* uint32_t */
  LG_TOOL_SIMILAR,  /* bool: the tools whose queries are compared */
  LG_TOOL_BUDGETS,  /* uint64_t: the budgets that the tool counts for, a bit by their index; each name is there once */
  LG_TOOL_MAPS      /* how many there are */
} lg_tool_map_of;

typedef struct lg_tool_map {
  lg_texts names;
  lg_buf values; /* one for each name or glob */
} lg_tool_map;

/* From a tool's name to its profile: the `tools` of a configuration, and the tools that its detectors name. */
typedef struct lg_tools {
  lg_tool_map maps[LG_TOOL_MAPS];
  uint64_t limiting; /* all bits of the budgets */
} lg_tools;

void lg__tools_init(lg_tools *tools, const lg_allocator *allocator);
void lg__tools_free(lg_tools *tools);
size_t lg__tools_globs(const lg_tools *tools);
bool lg__tools_none(const lg_tools *tools);
/* Adds a value, which is copied, under a name or glob. LG_ENOMEM, LG_ETOOBIG: nothing changed. */
LG_NODISCARD lg_status lg__tools_add(lg_tools *tools, lg_tool_map_of of, const char *name, size_t len,
                                     const void *value);
/* The tool's value. NULL: it has none. */
const void *lg__tools_find(const lg_tools *tools, lg_tool_map_of of, const char *name, size_t len);
/* Adds a tool, by name or glob, to those of the budget with this index. LG_ENOMEM, LG_ETOOBIG: nothing changed. */
LG_NODISCARD lg_status lg__tools_add_budget(lg_tools *tools, const char *name, size_t len, uint32_t detector);
/* lg_profile.outside: the budgets that have tools, and this is none of them. `name` NULL: no tool. O(globs). */
uint64_t lg__tools_outside(const lg_tools *tools, const char *name, size_t len);
/* What the detectors' options say of the tool. `limited`: its policy has a limit, which stays. */
void lg__tools_complete(const lg_tools *tools, const char *name, size_t len, bool limited, lg_profile *profile);

typedef struct lg_detector_slot {
  lg_detector_spec spec;
  const lg_detector_record *record;
  uint32_t window; /* LG_TRACK_WINDOW: index into lg_run.windows */
  uint32_t budget; /* LG_TRACK_BUDGET: index into lg_run.budgets */
} lg_detector_slot;

/* The tool's own threshold, else the detector's. */
static inline uint32_t lg__own_threshold(const lg_look *look) {
  return look->profile->max_repeats != 0 ? look->profile->max_repeats : look->slot->spec.threshold;
}

struct lg_guard {
  lg_allocator allocator;
  lg_guard_options options;
  lg_workspace *workspace;
  lg_detector_slot *detectors;
  uint32_t detector_count;
  lg_profile *profiles;     /* [0] is the default; the guard owns the texts of projections */
  uint64_t *profile_hashes; /* in the same block */
  uint32_t profile_count, profile_capacity;
  lg_tools tools; /* the `tools` of lg_guard_configure */
  lg_texts detector_names;
  uint32_t window_count;              /* detectors with LG_TRACK_WINDOW */
  uint32_t budget_count;              /* detectors with LG_TRACK_BUDGET */
  uint32_t history_size;              /* the most observations that any detector looks back on */
  uint32_t tracks;                    /* LG_TRACK_ bits of all detectors */
  uint64_t looks_before, looks_after; /* the detectors with find_before, with find_after: a bit by their index */
};

/* Makes a guard without detectors, which is freed with lg_guard_free. LG_EINVAL: the allocator lacks a function.
 * LG_ENOMEM. */
LG_NODISCARD lg_status lg__guard_new(const lg_allocator *allocator, const lg_guard_options *options,
                                     lg_guard **out_guard);
/* Adds a detector whose parameters are in their ranges and go together, before the guard has a run. `name` NULL: its
 * type's. The detectors judge a call in the order in which they were added, and the first that detects a loop decides.
 * There is room for LG_DETECTORS_MAX. LG_ENOMEM: the guard is only good to be freed. */
LG_NODISCARD lg_status lg__guard_add_detector(lg_guard *guard, const lg_detector_spec *spec, const char *name);
/* Adds a copy of a profile that is possible, or puts it in place of the default. LG_ENOMEM. LG_ETOOBIG: more than
 * 32,768 profiles. */
LG_NODISCARD lg_status lg__guard_add_profile(lg_guard *guard, const lg_profile *profile, bool replace_default,
                                             uint32_t *out_profile);

static inline lg_detector_options lg__window_options(const lg_detector_spec *spec) {
  return (lg_detector_options){spec->window_size, spec->min_cycle_len, spec->max_cycle_len, spec->threshold};
}

/* Whether some detector needs one of these (LG_TRACK_ bits). */
static inline bool lg__guard_keeps(const lg_guard *guard, lg_track tracks) { return (guard->tracks & tracks) != 0; }

/* Whether calls with this profile do not count for the budget at this place. */
static inline bool lg__is_outside(const lg_profile *profile, uint32_t detector) {
  return (profile->outside >> detector & 1u) != 0;
}

static inline bool lg__ladder_empty(const lg_ladder *ladder) {
  return (ladder->warn | ladder->hint | ladder->ask | ladder->abort) == 0;
}

/* The ladder in force: the profile's, else the detector's, else the guard's. `spec` NULL: the poll rule. */
const lg_ladder *lg__guard_ladder(const lg_guard *guard, const lg_detector_spec *spec, const lg_profile *profile);
#define LG_IS_GRANTED(strikes) ((strikes) > INT32_MAX) /* see lg_loop */
/* The most severe step that `strikes` reach; LG_ALLOW below all of them. */
lg_action lg__ladder_action(const lg_ladder *ladder, uint32_t strikes);
/* A hash of the detectors and their parameters, in order: with the same hash, a snapshot means the same. */
uint64_t lg__guard_options_hash(const lg_guard *guard);
uint64_t lg__guard_detector_hash(const lg_detector_spec *spec);
uint64_t lg__guard_profile_hash(const lg_profile *profile);
/* The number of the profile with this hash, or 0 and `*out_known` (which may be NULL) false: the default profile.
 * O(profiles). */
uint32_t lg__guard_profile(const lg_guard *guard, uint64_t hash, bool *out_known);

#endif
