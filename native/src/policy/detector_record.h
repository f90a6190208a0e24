/*
 * The detectors: each is one file of detectors/ with one record, and LG_DETECTOR_MAP of loopguard.h names them all.
 * The record has everything that the engine, the hashes of snapshots and the reader of configurations need to know
 * about a type, so no other file lists the types.
 */
#ifndef LG_DETECTOR_RECORD_H
#define LG_DETECTOR_RECORD_H

#include "state/history.h"

/* The most observations that a detector may look back on; thresholds are limited so that they need no more. */
#define LG_REACH_MAX 65536u

/* ---- parameters -------------------------------------------------------------------------------------------------- */

typedef enum lg_field_kind {
  LG_FIELD_U32,
  LG_FIELD_LIMIT,    /* an integer, or LG_NO_LIMIT: none; null in JSON */
  LG_FIELD_OPTIONAL, /* an integer, or 0: not given */
  LG_FIELD_DOUBLE,
  LG_FIELD_UNITS,  /* an integer in a double, or INFINITY: no limit; null in JSON */
  LG_FIELD_AMOUNT, /* a number, or INFINITY: the same */
  LG_FIELD_PERIOD, /* lg_period; its name in JSON */
  LG_FIELD_BOOL,   /* 0 or 1 */
  LG_FIELD_TEXTS,  /* an array of at least `min` non-empty strings. This and what follows has no place */
  LG_FIELD_LIMITS, /* an object from tool names to limits, each as LG_FIELD_LIMIT */
  LG_FIELD_OTHER   /* what its reader knows */
} lg_field_kind;

/* One option: its name in a configuration, where its value stands in a struct such as lg_detector_spec, and what it may
 * be. options.gen.h has those of detectors, policies and guards. */
typedef struct lg_field {
  const char *name;
  lg_field_kind kind;
  size_t offset;             /* LG_NO_PLACE: it is checked, and kept nowhere */
  double fallback, min, max; /* fallback: the value of an option that was left out */
  const char *at_most;       /* another option, whose value it may not exceed; NULL: none */
} lg_field;

#define LG_NO_PLACE SIZE_MAX

typedef struct lg_fields {
  const lg_field *list;
  size_t kept, count; /* the first `kept` have a place */
} lg_fields;

/* ---- records ----------------------------------------------------------------------------------------------------- */

/* What a run keeps only because some detector needs it. Bits. */
typedef enum lg_track {
  LG_TRACK_IDENTITY = 1 << 0,  /* the canonical identity of each call */
  LG_TRACK_VERBATIM = 1 << 1,  /* the verbatim one, and how often it was requested */
  LG_TRACK_TIMES = 1 << 2,     /* how often each canonical identity was requested */
  LG_TRACK_ERA = 1 << 3,       /* the era in which each canonical identity last ran */
  LG_TRACK_RUNS = 1 << 4,      /* how often each tool ran in this turn */
  LG_TRACK_INVALID = 1 << 5,   /* in how many rounds calls of each name were invalid */
  LG_TRACK_QUERIES = 1 << 6,   /* the queries of this turn */
  LG_TRACK_NEWS = 1 << 7,      /* what each call returned last, and when there was news (news.h) */
  LG_TRACK_FRESH = 1 << 8,     /* lg_observation.fresh, .changed */
  LG_TRACK_WINDOW = 1 << 9,    /* a window of signatures and its cycle scan, one for each such detector */
  LG_TRACK_SKETCHES = 1 << 10, /* how much the arguments of two calls differ (near.h) */
  LG_TRACK_BUDGET = 1 << 11,   /* an lg_budget, one for each such detector */
  LG_TRACK_SILENCE = 1 << 12,  /* lg_reply.silence */
  LG_TRACK_FAMILY = 1 << 13    /* lg_reply.family */
} lg_track;

struct lg_candidate;     /* run.h */
struct lg_sketch;        /* near.h */
struct lg_profile;       /* guard.h */
struct lg_detector_slot; /* guard.h */

/* What a detector is asked about: a requested call, or the newest observation. */
typedef struct lg_look {
  const lg_run *run;
  const struct lg_detector_slot *slot; /* the detector; NULL: a rule of profiles */
  const struct lg_profile *profile;    /* of the call */
  struct lg_candidate *candidate;      /* NULL: it is the newest observation */
  const lg_observation *newest;        /* NULL: it is a requested call */
  const lg_cycle *cycles; /* with `newest`, for find_after: what each window ends in, by lg_detector_slot.window */
} lg_look;

typedef struct lg_detector_record {
  const char *name; /* in reports and configurations */
  uint32_t tracks;  /* LG_TRACK_ bits */
  /* A rule of profiles (poll): profiles switch it on, so it cannot be added to a guard. */
  bool is_rule;
  /* Found by the host, which reports it with lg_run_detect. A snapshot cannot tell two of these apart. */
  bool by_host;
  /* With `by_host`: about the run, not about a call. Each detection is a strike, no call continues its loop, and no
   * tool's ladder applies. */
  bool of_run;
  /* Each call that it detects is a strike, so three siblings of one round are three. Else they are one. */
  bool strikes_each_call;
  /* Its findings say the verdict themselves: no ladder applies. A refusal comes before those of all other detectors,
   * wherever they stand; a warning comes after them. */
  bool gives_verdict;
  /* Of calls with different arguments it warns only where the result says something: six searches that found nothing
   * are six facts (stall). */
  bool needs_words;
  /* Results that only echo arguments are the same to it: what completes its pattern is no news (near_repeat). */
  bool echoes;
  /* It counts what ran, whatever that gave: its warnings do not wait for the result (limit, budget). */
  bool counts_runs;
  /* `repeats` counts calls: a call that continues the armed loop adds one even before it runs. Else `repeats` counts
   * equal results or whole laps, which such a call cannot add to yet: the finding is reported again as it was. */
  bool counts_calls;
  /* Any other call that runs ends the loop (repeat). Else other calls may run in between (no_progress). */
  bool is_broken;

  /* How many observations it looks back on. NULL: none. */
  uint32_t (*reach)(const lg_detector_spec *spec);
  /* Facts that it needs with these parameters only. NULL: none. */
  uint32_t (*more_tracks)(const lg_detector_spec *spec);

  /* Whether a requested call is part of a loop, asked before it runs. `out_finding` is preset with the detector, its
   * type and threshold, the tool's name as subject and loop, and cycle_length 1; it is read only when the function
   * returns true. NULL: it judges completed calls only. */
  bool (*find_before)(const lg_look *look, lg_finding *out_finding);
  /* Whether the newest observation completes its pattern. `out_finding` is preset with the detector, its type, the
   * tool's own threshold or else the detector's, and cycle_length 1; it is read only when the function returns true.
   * NULL: it judges requested calls only. */
  bool (*find_after)(const lg_look *look, lg_finding *out_finding);
  /* A call continues an armed loop if the loop's subject is the call, or its tool. Whether, besides, its arguments are
   * such. NULL: any are. */
  bool (*resembles)(const lg_run *run, const lg_finding *finding, const struct lg_sketch *sketch);
  /* Whether its loop is over: the call returned another result, or another call may have changed what it returns.
   * look->newest was just completed: it is the newest of the history, or was merged into its sibling there; there is no
   * profile. NULL: results do not end it. */
  bool (*is_over)(const lg_look *look, const lg_finding *finding);
  /* For a pattern of several calls: whether a call is the same step as `expected`. NULL: its pattern is one call. */
  bool (*is_step)(const lg_observation *expected, const lg_digest *identity, const lg_digest *name);
  /* For lg_run_explain: `why`, and what it has counted of what it fires at, of a call that is asked for where it has
   * find_before, else of the newest observation. `out` comes with cycle_length 1, `like` and `at` nowhere, the
   * threshold as for a finding, and `fires`; where that is true, what was found then overwrites what is said here.
   * Every detector has one. */
  void (*explain)(const lg_look *look, lg_explained *out);
  /* Whether it can have made this finding, which was read from a snapshot and may be forged. NULL: yes. */
  bool (*may_have_found)(const lg_detector_spec *spec, const lg_finding *finding);
} lg_detector_record;

#define XX(TYPE, name) extern const lg_detector_record lg__detector_##name;
LG_DETECTOR_MAP(XX)
#undef XX

/* By type; every type has one. */
extern const lg_detector_record *const lg__detector_records[LG_DETECTOR_TYPES];

static inline const lg_detector_record *lg__finding_record(const lg_finding *finding) {
  return lg__detector_records[finding->type];
}

/* ---- record.c: reading and writing parameters by their fields ------------------------------------------------- */

/* The type with this name, as in configurations. False: there is none. */
bool lg__detector_named(const char *name, size_t len, lg_detector_type *out_type);
lg_detector_spec lg__detector_defaults(lg_detector_type type);
/* The parameters of a type, in the order in which hashes have them, and what else its configuration may have. */
const lg_fields *lg__detector_fields(lg_detector_type type);
/* The first parameter that exceeds the one that bounds it, which `*out_bound` is; NULL: none does. */
const lg_field *lg__detector_excess(const lg_detector_spec *spec, const lg_field **out_bound);
/* The field with this name; NULL: there is none. */
const lg_field *lg__field_named(const lg_fields *fields, const char *name);
static inline bool lg__field_is_whole(const lg_field *field) {
  return field->kind != LG_FIELD_DOUBLE && field->kind != LG_FIELD_AMOUNT;
}
/* Whether its place is a double. */
static inline bool lg__field_is_double(const lg_field *field) {
  return !lg__field_is_whole(field) || field->kind == LG_FIELD_UNITS;
}
/* Whether a number is in the field's range: no NaN, and no fraction where the field is an integer. */
bool lg__field_has(const lg_field *field, double value);
/* Its value in a struct of the kind that it is of. */
double lg__field_get(const lg_field *field, const void *of);
void lg__field_set(const lg_field *field, void *of, double value);

#endif
