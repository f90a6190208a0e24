/*
 * The detectors: each is one file of this folder with one record, and LG_DETECTOR_MAP of loopguard.h names them all.
 * Whatever the engine, a hash or a reader of configurations wants to know of a type, it finds in the record; nobody
 * else lists types.
 */
#ifndef LG_DETECTORS_H
#define LG_DETECTORS_H

#include "../history.h"
#include "../loops.h"

/* More observations than this are not looked back on, whatever a threshold asks for. */
#define LG_REACH_MAX 65536u
/* How often something may happen, as long as it is limited. */
#define LG_LIMIT_MAX 1000000000u

/* ---- parameters -------------------------------------------------------------------------------------------------- */

typedef enum lg_field_kind {
  LG_FIELD_U32,
  LG_FIELD_LIMIT,    /* an integer, or LG_NO_LIMIT: none; null in JSON */
  LG_FIELD_OPTIONAL, /* an integer, or 0: not given */
  LG_FIELD_DOUBLE,
  LG_FIELD_BOOL /* 0 or 1 */
} lg_field_kind;

/* One parameter of a detector: its name in a configuration, where it stands in lg_detector_spec, and what it may be. */
typedef struct lg_field {
  const char *name;
  lg_field_kind kind;
  size_t offset;
  double fallback, min, max; /* fallback: the value of a parameter that was left out */
} lg_field;

#define LG_FIELD(kind, name, member, fallback, min, max)                                                               \
  { name, LG_FIELD_##kind, offsetof(lg_detector_spec, member), fallback, min, max }
#define LG_FLAG(name, member) LG_FIELD(BOOL, name, member, 0, 0, 1)
/* `.fields` and `.field_count` of a record. */
#define LG_FIELDS(list) .fields = (list), .field_count = sizeof(list) / sizeof((list)[0])

/* ---- records ----------------------------------------------------------------------------------------------------- */

/* What a run keeps because some detector goes by it. Bits. */
typedef enum lg_fact {
  LG_FACT_IDENTITY = 1 << 0, /* the canonical identity of each call */
  LG_FACT_VERBATIM = 1 << 1, /* the verbatim one, and how often it was asked for */
  LG_FACT_TIMES = 1 << 2,    /* how often each canonical identity was asked for */
  LG_FACT_ERA = 1 << 3,      /* when each canonical identity last ran */
  LG_FACT_RUNS = 1 << 4,     /* how often each tool ran in this turn */
  LG_FACT_INVALID = 1 << 5,  /* in how many rounds a name came to nothing */
  LG_FACT_QUERIES = 1 << 6,  /* the queries of this turn */
  LG_FACT_NEWS = 1 << 7,     /* what each call gave last, and what was news (news.h) */
  LG_FACT_FRESH = 1 << 8,    /* which observations are of calls that were new */
  LG_FACT_WINDOW = 1 << 9    /* a window of signatures and its cycle scan, one for each such detector */
} lg_fact;

struct lg_asked;         /* run.h */
struct lg_detector_slot; /* guard.h */

typedef struct lg_detector_record {
  const char *name; /* as reports and configurations have it */
  const lg_field *fields;
  size_t field_count;
  uint32_t facts; /* LG_FACT_ bits */
  /* A rule of profiles: in force by itself, so no guard is given it. */
  bool is_rule;
  /* Found by the host, which says so with lg_run_detect; all of them look the same to a snapshot. */
  bool by_host;
  /* Each call that it finds is a strike, siblings of one round too; else these take one step together. */
  bool strikes_each_call;
  /* What it says of repetitions is true of calls that were asked for: those that go on with the loop count too. Else it
   * speaks of results or whole cycles, and says again what it found. */
  bool counts_calls;
  /* A call that is not a step of the loop breaks it; else others may run in between. */
  bool is_broken;

  /* What ranges alone do not say. LG_EINVAL. NULL: nothing. */
  lg_status (*check)(const lg_detector_spec *spec);
  /* How many observations it looks back on. NULL: none. */
  uint32_t (*reach)(const lg_detector_spec *spec);
  /* Facts that only some parameters ask for. NULL: none. */
  uint32_t (*more_facts)(const lg_detector_spec *spec);

  /*
   * Whether it has something against a call that is asked for. `out_finding` comes with the detector, its type and
   * threshold, the name as subject and loop, and cycle_length 1; what it holds without `*out_found` is never read.
   * NULL: it never has.
   */
  lg_status (*find_before)(const lg_run *run, const lg_detector_spec *spec, struct lg_asked *asked,
                           lg_finding *out_finding, bool *out_found);
  /*
   * Whether the newest observation completes its pattern. `out_finding` comes with the detector, its type and
   * cycle_length 1, and stays so unless something is found. `cycles`: what the windows say, by lg_detector_slot.window.
   * NULL: it does not act there.
   */
  bool (*find_after)(const lg_run *run, const struct lg_detector_slot *slot, const lg_profile *profile,
                     const lg_cycle *cycles, lg_finding *out_finding);
  /* Whether a call goes on with its armed loop, which is one call or one tool. NULL: as is_step says, or it arms none.
   */
  bool (*continues)(const lg_finding *finding, const lg_digest *identity, const lg_digest *name);
  /*
   * Whether its loop is over: its call gave another result, or something was done meanwhile that may change what it
   * gives. `newest` came back just now: it is the newest of the history, or was merged into its sibling there. NULL:
   * only another call breaks it.
   */
  bool (*is_over)(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                  const lg_observation *newest);
  /* Of a pattern of several calls: whether a call is the step that `expected` was. NULL: its pattern is one call. */
  bool (*is_step)(const lg_observation *expected, const lg_digest *identity, const lg_digest *name);
  /*
   * For lg_run_explain: `why`, and what it has counted of what it fires at, of a call that is asked for where it has
   * find_before, else of the newest observation (`asked` NULL). `out` comes with cycle_length 1, `like` and `at`
   * nowhere, and `fires`; where that is true, what was found then overwrites what is said here. Every detector has one.
   */
  void (*explain)(const lg_run *run, const struct lg_detector_slot *slot, const struct lg_asked *asked,
                  const lg_profile *profile, lg_explained *out);
  /* Whether a finding that claims to be its own, out of a snapshot, can be. NULL: any. */
  bool (*may_have_found)(const lg_detector_spec *spec, const lg_finding *finding);
} lg_detector_record;

#define XX(TYPE, name) extern const lg_detector_record lg__detector_##name;
LG_DETECTOR_MAP(XX)
#undef XX

/* By type; every type has one. */
extern const lg_detector_record *const lg__detector_records[LG_DETECTOR_TYPES];

/* The record of the detector that found it. */
static inline const lg_detector_record *lg__finding_record(const lg_finding *finding) {
  return lg__detector_records[finding->type];
}

/* ---- detectors.c: what fields are good for ----------------------------------------------------------------------- */

/* The type with this name, as configurations have it. False: there is none. */
bool lg__detector_named(const char *name, size_t len, lg_detector_type *out_type);
/* A detector of this type with nothing but defaults. */
lg_detector_spec lg__detector_defaults(lg_detector_type type);
/* Whether a guard can have it: every parameter in its range, and all of them together possible. LG_EINVAL. */
LG_NODISCARD lg_status lg__detector_check(const lg_detector_spec *spec);
/* Whether the field may have this value; of a field of integers only integers, and NaN never. */
bool lg__field_allows(const lg_field *field, double value);
double lg__field_get(const lg_field *field, const lg_detector_spec *spec);
/* `value` is one that the field allows. */
void lg__field_set(const lg_field *field, lg_detector_spec *spec, double value);

#endif
