/*
 * loopguard: keeps LLM agents out of tool-call loops. The C core, complete in itself.
 *
 *   text of a call --> identity (digest) --> run state --> verdict
 *
 * Conventions, for every function below unless its comment says otherwise:
 *  - status + out-parameter: `out_*` is written only when LG_OK is returned; a failed call changes nothing.
 *  - bytes are (const char *s, size_t len); they need no terminator and are borrowed for the call only.
 *  - text is UTF-8, generalised (WTF-8): a lone surrogate is its three-byte form, U+0000 is the byte 0.
 *  - NULL for a handle gives LG_EINVAL; `lg_*_free(NULL)` does nothing.
 *  - threads: no mutable state is shared between handles. Distinct guards may be used on distinct threads; one guard,
 *    and the runs made from it, must not be used on two threads at once.
 *  - nothing aborts, prints, or reads the environment, the clock or the locale.
 */
#ifndef LOOPGUARD_H
#define LOOPGUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- status --------------------------------------------------------------------------------------------------- */

/* The one table of errors: enum, lg_status_name and lg_status_message are all made from it. */
#define LG_STATUS_MAP(XX)                                                                  \
  XX(OK, "no error")                                                                       \
  XX(ENOMEM, "out of memory")                                                              \
  XX(EINVAL, "invalid argument")                                                           \
  XX(EJSON, "the text is not JSON")                                                        \
  XX(ETOOBIG, "the input is larger than loopguard handles")                                \
  XX(ESNAPSHOT, "the bytes are not a loopguard snapshot, or are damaged")                  \
  XX(ERECORD, "the bytes are not a record under the guard's key, or are damaged")

typedef enum lg_status {
#define XX(name, message) LG_##name,
  LG_STATUS_MAP(XX)
#undef XX
} lg_status;

#if defined(__GNUC__)
#define LG_NODISCARD __attribute__((warn_unused_result))
#else
#define LG_NODISCARD
#endif

/* "LG_ENOMEM" and the like. Constant, not to be freed. Any thread. O(1). */
const char *lg_status_name(lg_status status);
/* One English clause without a full stop. Constant, not to be freed. Any thread. O(1). */
const char *lg_status_message(lg_status status);

/* ---- memory --------------------------------------------------------------------------------------------------- */

/*
 * Where a handle gets its memory. All three functions are required. `old_size` is the size asked for before. A failed
 * call returns NULL and leaves `ptr` as it was. The struct is copied into the handle; `ctx` must outlive the handle.
 */
typedef struct lg_allocator {
  void *(*malloc)(void *ctx, size_t size);
  void *(*realloc)(void *ctx, void *ptr, size_t old_size, size_t size);
  void (*free)(void *ctx, void *ptr, size_t size);
  void *ctx;
} lg_allocator;

/* ---- digests and identities ------------------------------------------------------------------------------------ */

#define LG_KEY_SIZE 16

/* 128 bits of keyed fingerprint: SipHash-1-3-128, bytes as in the reference's output. */
typedef struct lg_digest {
  uint8_t bytes[16];
} lg_digest;

/* What the bytes of the arguments are. */
typedef enum lg_args_kind {
  LG_ARGS_PACKED = 0, /* a value in packed form (docs/identity.md), members as JSON.stringify lists them */
  LG_ARGS_RAW = 1,    /* any text, such as JSON that a model sent: how it is written does not matter */
  LG_ARGS_NONE = 2    /* no arguments at all (undefined); the bytes are ignored */
} lg_args_kind;

typedef enum lg_identity_mode {
  LG_VERBATIM = 0, /* `${name}::${JSON.stringify(arguments)}`: key order counts */
  LG_CANONICAL = 1 /* RFC 8785: keys sorted by UTF-16 code unit at every depth */
} lg_identity_mode;

/* Buffers that identities are worked out in; reused from call to call, so that a warm one allocates nothing. */
typedef struct lg_workspace lg_workspace;

/*
 * Makes a workspace. `allocator` NULL is the C library's. Freed with lg_workspace_free.
 * LG_ENOMEM. O(1).
 */
LG_NODISCARD lg_status lg_workspace_new(const lg_allocator *allocator, lg_workspace **out_workspace);
void lg_workspace_free(lg_workspace *workspace);

/*
 * The arguments as JSON text: RFC 8785 (LG_CANONICAL), or as JSON.stringify(JSON.parse(text)) would write it
 * (LG_VERBATIM). Numbers are written as ECMAScript writes their value; a number of a text at or beyond 2^53 whose digits
 * a double cannot hold keeps its digits. Of duplicate keys the last counts. U+0000 and lone surrogates are kept.
 * `*out_text` points into the workspace and holds until its next use.
 * LG_EINVAL: LG_ARGS_NONE, malformed packed bytes. LG_EJSON: raw text that is not JSON by RFC 8259, or invalid UTF-8.
 * LG_ENOMEM. LG_ETOOBIG beyond 1 GiB, also of a buffer on the way.
 * O(n) time and memory for any nesting depth, plus the sorting of keys.
 */
LG_NODISCARD lg_status lg_canonicalize(lg_workspace *workspace, lg_identity_mode mode, lg_args_kind kind,
                                       const char *args, size_t args_len, const char **out_text, size_t *out_len);

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

/*
 * The value that a JSON text says, in packed form (docs/identity.md), members as JSON.stringify lists them. RFC 8259 to
 * the letter; strings may also hold lone surrogates, raw or escaped. `*out_packed` points into the workspace and holds
 * until its next use. LG_EJSON, LG_ENOMEM, LG_ETOOBIG as for lg_canonicalize. O(n), one pass, without recursion.
 */
LG_NODISCARD lg_status lg_json_read(lg_workspace *workspace, const char *text, size_t len, const uint8_t **out_packed,
                                    size_t *out_len);

typedef enum lg_value_type {
  LG_VALUE_NULL = 0,
  LG_VALUE_FALSE,
  LG_VALUE_TRUE,
  LG_VALUE_NUMBER,
  LG_VALUE_DIGITS, /* a number that no double holds: lg_value_text has its digits */
  LG_VALUE_STRING,
  LG_VALUE_ARRAY,
  LG_VALUE_OBJECT,
  LG_VALUE_NONE /* there is no value */
} lg_value_type;

/*
 * A place in packed bytes: one value. Borrowed; nothing to free. Any bytes may be given to the functions below, NULL
 * included: where they are no packed value there is no value. Any thread. O(1) unless said otherwise.
 */
typedef struct lg_value {
  const uint8_t *bytes; /* NULL: none */
  size_t len;           /* of this value, all that is in it included */
} lg_value;

/* The value at the front of `bytes`. */
lg_value lg_value_at(const uint8_t *bytes, size_t len);
lg_value_type lg_value_kind(lg_value value);
/* The text of a string (WTF-8), or the digits of LG_VALUE_DIGITS. False: it is neither. */
bool lg_value_text(lg_value value, const char **out_text, size_t *out_len);
/* The number of LG_VALUE_NUMBER. False: it is none. */
bool lg_value_number(lg_value value, double *out_number);

/* The items of an array or the members of an object, from the first on. */
typedef struct lg_values {
  const char *key; /* of a member; NULL in an array */
  size_t key_len;
  lg_value value;
  bool object;
  const uint8_t *at, *end; /* what is left */
} lg_values;

/* Before the first; of any other value, and of none, there is nothing to come. */
lg_values lg_value_begin(lg_value value);
/* Goes on to the next. False: there is none. */
bool lg_value_next(lg_values *values);
/* The member of an object with this key, of several the last; none when there is none. O(members). */
lg_value lg_value_member(lg_value object, const char *key, size_t key_len);

/* ---- identity of a call ------------------------------------------------------------------------------------------ */

/* Tokens that a JSON pointer may have. */
#define LG_POINTER_MAX 127

/* The members of the arguments that make the identity: names of top-level members, or JSON pointers (RFC 6901) of up to
 * LG_POINTER_MAX tokens (LG_ETOOBIG beyond). */
typedef struct lg_projection {
  const char *const *keep; /* only these; when none is present, everything */
  const size_t *keep_len;
  size_t keep_count; /* 0: everything */
  const char *const *ignore; /* all but these */
  const size_t *ignore_len;
  size_t ignore_count;
} lg_projection;

/*
 * The digest of one call: H(tag, length of name, name, H(packed arguments)) under `key`; equal exactly when the
 * identities are. The tag keeps verbatim, canonical, absent and unparsable arguments apart, so no name or text can
 * imitate another call. Raw text that is not JSON is taken by its bytes, in both modes. `projection` NULL or empty: all
 * arguments count. LG_EINVAL also for malformed packed bytes, as far as they are read: all of them in canonical mode and
 * with a projection, none else. LG_ENOMEM, LG_ETOOBIG. O(n), and the sorting of keys.
 */
LG_NODISCARD lg_status lg_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                                   const char *name, size_t name_len, lg_args_kind kind, const char *args,
                                   size_t args_len, const lg_projection *projection, lg_digest *out_digest);

/* H(bytes) under `key`. Never fails. Any thread. O(n). */
lg_digest lg_digest_bytes(const uint8_t key[LG_KEY_SIZE], const void *bytes, size_t len);

/*
 * Whether the text of a failure says that it passes by itself: a rate limit, a timeout, a server's own fault. Its first
 * 400 UTF-16 units are read, in any case of letters. NULL: false. Any thread. O(1).
 */
bool lg_is_transient(const char *text, size_t len);

/* ---- volatile spans -------------------------------------------------------------------------------------------- */

/*
 * Spans of a result that change from call to call without being news. A set of bits.
 *
 * A span begins and ends where a word does: the digits of "utf8", "v1.2.3" or "max_retry3" are none but for DIGITS.
 * Words are ASCII letters, digits, _ and letters up to U+07FF; an escape of JSON (\n) and a terminal sequence end one.
 * Numbers on their own (a port, an exit code, an HTTP status, a count) are spans of no class but DIGITS.
 */
typedef enum lg_volatile {
  /*
   * 2024-05-16 and 2024/05/16; with a clock behind T or a space, a fraction and a zone; 20240516T110530Z; 11:05:30,
   * 9:05:30.123 PM; with the name of a month and a clock: Tue, 03 Jun 2008 11:05:30 GMT, 03/Jun/2008:11:05:30 +0000,
   * Jun  3 11:05, Tue Jun  3 11:05:30 UTC 2008; numbers of 10 or 13 digits that begin with 1 (seconds, milliseconds
   * since 1970). Not 11:05 alone: it may be a line and a column.
   */
  LG_VOLATILE_TIMESTAMPS = 1u << 0,
  /*
   * A number with ns, us, ms, s, m, h, their long forms from nsec to hours, or several in falling order: 1.25s, 12 ms,
   * 1m 23s, 3 minutes. m attached only. Not $5m, 5m/s, gpt-4s, 1990s.
   */
  LG_VOLATILE_DURATIONS = 1u << 1,
  LG_VOLATILE_UUIDS = 1u << 2, /* 8-4-4-4-12 hexadecimal digits, also between _ */
  /*
   * 8 to 128 hexadecimal digits with a digit and a letter among them; 0x and 6 to 128 of them. Not colours (#1a2b3c4d),
   * nor the status codes of Windows (0x80070005, 0xC0000005).
   */
  LG_VOLATILE_HEX_IDS = 1u << 3,
  /*
   * The number, of up to 10 digits, behind attempt, retry, try, iteration, iter, step, round, trial, line or cell, as in
   * "attempt 3", "step: #4" or "line":12; of #12; of In [5]:, Out[5]: and Cell In[5]. Not "pass 12": so test runners count.
   */
  LG_VOLATILE_COUNTERS = 1u << 4,
  LG_VOLATILE_PIDS = 1u << 5, /* likewise pid, ppid, tid and thread; Thread-7; (node:1234) */
  /*
   * Whole paths below /tmp, /var/tmp, /var/folders and these in /private; below Temp of a Windows drive, of its
   * Windows folder or of a user's AppData\Local, with \, / or JSON's \\.
   */
  LG_VOLATILE_TEMP_PATHS = 1u << 6,
  LG_VOLATILE_ANSI = 1u << 7,   /* terminal escape sequences (ECMA-48), raw or with \u001b: dropped */
  LG_VOLATILE_DIGITS = 1u << 8, /* every run of decimal digits: the preset's coarse rule */
  LG_VOLATILE_SPACE = 1u << 9   /* runs of ASCII white space are one space, none at the ends */
} lg_volatile;

#define LG_VOLATILE_ALL ((1u << 10) - 1) /* every class */

/*
 * `text` with the spans of `classes` replaced by one byte each, 0x01 to 0x08 by class, which JSON text never has; a
 * byte of the text that is one of these, or 0x10, gets a 0x10 before it. So texts that differ outside of the spans, or
 * have spans of other classes, stay different.
 * `*out_text` points into the workspace and holds until its next use; when nothing was replaced it points into `text`.
 * LG_EINVAL: bits that are no class. LG_ENOMEM. LG_ETOOBIG near 1 GiB. One pass, O(n).
 */
LG_NODISCARD lg_status lg_normalize_volatile(lg_workspace *workspace, uint32_t classes, const char *text, size_t len,
                                             const char **out_text, size_t *out_len);

/* ---- similarity ------------------------------------------------------------------------------------------------- */

/* More code points of a text than this are not compared. */
#define LG_SIMILARITY_MAX 4096

/*
 * Ratcliff and Obershelp's ratio, exactly as Python's difflib.SequenceMatcher(None, a, b).ratio() over code points, its
 * popularity heuristic for 200 and more included; each text is cut at LG_SIMILARITY_MAX code points first.
 * Source: Ratcliff and Metzener, Dr. Dobb's Journal, July 1988; CPython Lib/difflib.py.
 * LG_ENOMEM. O(n*m) for each of the at most min(n, m) blocks that match, with n, m <= LG_SIMILARITY_MAX; microseconds
 * for queries, about 0.1 s for the worst that could be found.
 */
LG_NODISCARD lg_status lg_similarity(lg_workspace *workspace, const char *a, size_t a_len, const char *b, size_t b_len,
                                     double *out_ratio);

/* ---- LoopDetector: a sliding window of signatures and its cycle scan ---------------------------------------------- */

typedef struct lg_detector lg_detector;

typedef struct lg_detector_options {
  uint32_t window_size;   /* 1 to 65,536 */
  uint32_t min_cycle_len; /* 1 to max_cycle_len */
  uint32_t max_cycle_len; /* to 4,096; min_cycle_len * repeats <= window_size */
  uint32_t repeats;       /* 2 and more */
} lg_detector_options;

typedef struct lg_cycle {
  uint32_t cycle_length; /* 0: no cycle */
  uint32_t repeats;      /* whole repetitions at the tail of the window */
} lg_cycle;

/*
 * Makes a detector; memory for the whole window is taken here and nowhere later. Freed with lg_detector_free.
 * LG_EINVAL outside the ranges above. LG_ENOMEM.
 */
LG_NODISCARD lg_status lg_detector_new(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                       const lg_detector_options *options, lg_detector **out_detector);
void lg_detector_free(lg_detector *detector);

/*
 * Adds one signature and says whether the window now ends in a cycle; the smallest length is reported.
 * For each length L the number of trailing positions that equal the one L before is carried along, so a push costs
 * O(max_cycle_len), whatever the window's size. No allocation.
 */
LG_NODISCARD lg_status lg_detector_push(lg_detector *detector, const char *signature, size_t len, lg_cycle *out_cycle);
/* The digest of the signature `back` places before the newest. LG_EINVAL when the window does not hold it. O(1). */
LG_NODISCARD lg_status lg_detector_at(const lg_detector *detector, uint32_t back, lg_digest *out_digest);
/* Forgets every signature. */
LG_NODISCARD lg_status lg_detector_reset(lg_detector *detector);

/* ---- guard: what to detect and what to do about it ------------------------------------------------------------------ */

typedef struct lg_guard lg_guard;
typedef struct lg_run lg_run;

typedef enum lg_action { LG_ALLOW = 0, LG_WARN, LG_HINT, LG_ASK, LG_ABORT } lg_action;

/* Strikes at which each rung starts; 0: no such rung. The highest rung reached wins; below all of them: LG_ALLOW. */
typedef struct lg_ladder {
  uint32_t warn, hint, ask, abort;
} lg_ladder;

/* The one list of detectors, XX(TYPE, name): each name is a file of src/detectors. A new one comes last, since the numbers
 * are in snapshots. */
#define LG_DETECTOR_MAP(XX)                                                              \
  XX(COUNT, count)                                                                       \
  XX(REPEAT, repeat)                                                                     \
  XX(STALL, stall)                                                                       \
  XX(PING_PONG, ping_pong)                                                               \
  XX(CYCLE, cycle)                                                                       \
  XX(DUPLICATE, duplicate)                                                               \
  XX(SIMILAR_QUERY, similar_query)                                                       \
  XX(LIMIT, limit)                                                                       \
  XX(NO_PROGRESS, no_progress)                                                           \
  XX(ERROR_STREAK, error_streak)                                                         \
  XX(UNKNOWN_TOOL, unknown_tool)                                                         \
  XX(POLL, poll)                                                                         \
  XX(CUSTOM, custom)                                                                     \
  XX(NO_NEWS, no_news)

typedef enum lg_detector_type {
#define XX(TYPE, name) LG_##TYPE,
  LG_DETECTOR_MAP(XX)
#undef XX
  LG_DETECTOR_TYPES /* how many there are */
} lg_detector_type;

/* One detector. Fields that a type does not name are ignored; what the others may be, its file in src/detectors says. */
typedef struct lg_detector_spec {
  lg_detector_type type;
  uint32_t threshold; /* count: maxRepeats; limit: the default limit; ping_pong, cycle: repetitions; no_news: equal
                         results in a row; else observations */
  uint32_t min_cycle_len, max_cycle_len; /* cycle; ping_pong: both are its cycle length */
  uint32_t window_size;                  /* cycle, no_progress */
  uint32_t transient_threshold;          /* error_streak, no_news: for rate limits, timeouts and 5xx */
  uint32_t error_threshold;              /* no_progress: for calls that fail; 0: threshold */
  uint32_t ack_threshold;                /* no_news: for bare acknowledgements */
  double similarity;                     /* similar_query: ratio from which two queries are similar */
  double poll_after_ms;  /* no_news: a call that was last asked for this long ago is judged by time; 0: never */
  double max_wait_ms;    /* no_news: for how long such a call may give one result; 0: for ever */
  bool canonical;                        /* count: by canonical instead of verbatim identity */
  bool settled;     /* no_progress: repetitions count only while nothing new was called in between.
                       no_news: only while nothing was news between them; else one more is asked for, or a lap of
                       `threshold` + 1 calls or more without news */
  bool strong_only; /* cycle: only when the results repeat too */
  bool failures_only; /* repeat: only calls that fail, whatever their errors say */
  lg_ladder ladder;                      /* all 0: the guard's */
} lg_detector_spec;

#define LG_NO_LIMIT UINT32_MAX

/* How one tool, or a group of tools, is treated. Zero it, then set what differs. */
typedef struct lg_profile {
  bool exempt;        /* never looked at */
  bool mutates;       /* its success starts a new streak for the calls it can change */
  bool poll;          /* judged by time, not by count */
  bool similar;       /* similar_query looks at its queries */
  double poll_min_interval_ms, poll_max_wait_ms; /* 0: none */
  uint32_t max_repeats; /* count, repeat, stall, no_progress, no_news, error_streak: own threshold; 0: the detector's */
  uint32_t limit;          /* limit: own limit; LG_NO_LIMIT: none; 0: the detector's default */
  uint32_t volatile_classes; /* lg_volatile bits, replaced before a result is compared */
  uint32_t failure_classes;  /* the same for what failures say */
  lg_ladder ladder;          /* all 0: the detector's or the guard's */
  lg_projection projection;  /* copied */
} lg_profile;

typedef struct lg_guard_options {
  uint8_t key[LG_KEY_SIZE]; /* from a random source, so that nobody can aim collisions */
  size_t max_entries;       /* bound of each run's count table; least recently used out; at least 1 */
  lg_ladder ladder;
  bool shadow; /* verdicts are reported, but every call counts as run, and `after` says what it completes all the same */
} lg_guard_options;

/* Makes a guard without detectors. Freed with lg_guard_free once its runs are. LG_EINVAL, LG_ENOMEM. */
LG_NODISCARD lg_status lg_guard_new(const lg_allocator *allocator, const lg_guard_options *options,
                                    lg_guard **out_guard);
/* Frees the guard; its runs must have been freed before. */
void lg_guard_free(lg_guard *guard);
/*
 * Adds a detector; they are asked in the order they were added. Only before the first run. LG_EINVAL: a value outside of
 * its range, values that make no sense together, LG_POLL (a rule of profiles), or past 64 detectors. LG_ENOMEM. O(1).
 */
LG_NODISCARD lg_status lg_guard_add_detector(lg_guard *guard, const lg_detector_spec *spec);
/*
 * Adds a profile; profile 0 (all defaults) is there from the start. `*out_profile` is the number to give in lg_call.
 * Texts are copied. At any time. LG_EINVAL: bits that are no class, times below 0 or NaN. LG_ENOMEM. LG_ETOOBIG: past
 * 32,768 profiles, and for a pointer of more than LG_POINTER_MAX tokens.
 */
LG_NODISCARD lg_status lg_guard_add_profile(lg_guard *guard, const lg_profile *profile, uint32_t *out_profile);
/* Makes `profile` the one with number 0. Errors as above. */
LG_NODISCARD lg_status lg_guard_set_default_profile(lg_guard *guard, const lg_profile *profile);

/* ---- configuration: a guard from one JSON text ----------------------------------------------------------------------- */

#define LG_CONFIG_MESSAGE_SIZE 512

/* What is wrong with a configuration. */
typedef struct lg_config_error {
  /* An English sentence, UTF-8, ended by NUL and cut where it is too long: which member, what it must be, what it is.
   * `Option "detectors[0].times" must be an integer from 1 to 65,535, got 0 (number)`. Empty: nothing is wrong. */
  char message[LG_CONFIG_MESSAGE_SIZE];
} lg_config_error;

/*
 * Makes a guard of what JavaScript users give to `new LoopGuard`, as one JSON text; `{}` is the recommended preset:
 *
 *   {"preset": "strict", "maxRepeats": 3, "maxEntries": 10000, "shadow": false, "action": "hint",
 *    "ladder": {"warn": 1, "hint": 2, "ask": 3, "abort": 5},
 *    "detectors": [{"type": "no_news", "name": "mine", "times": 2, "settled": true, "ladder": {"hint": 1}}, ...],
 *    "tools": {"read_*": {"poll": {"minIntervalMs": 500, "maxWaitMs": 60000}, "mutates": false, "retryable": false,
 *              "maxRepeats": 3, "limit": 5, "identity": ["path"], "ignore": ["/meta/time"],
 *              "volatile": ["timestamps"], "action": "warn", "ladder": {...}}, "shell": false},
 *    "volatile": ["timestamps", ...] or {"results": [...], "failures": [...]}}
 *
 * All members may be left out, but for a detector's type; docs/api has what they mean. A host that gives profiles itself
 * leaves out `tools`, the `limits` of limit and the `tools` of similar_query, which are in its profiles.
 * Not all of them go together: maxRepeats is there instead of preset and detectors. `null` for a limit or maxRepeats of
 * count is none. What takes a function in JavaScript is not here; a detector of type "custom" is one that the host finds,
 * see lg_run_detect, and the queries of similar_query are the host's to make, see lg_call. Of duplicate keys the last
 * counts. A tool's profile is asked for with lg_guard_tool_profile.
 *
 * `key` as in lg_guard_options. `out_error` may be NULL; its message is empty unless the status is LG_EINVAL or LG_EJSON
 * and the text is to blame. Freed with lg_guard_free. While the text is read, some memory comes from the C library
 * instead of `allocator`.
 * LG_EJSON: the text is not JSON. LG_EINVAL: something in it is unknown, of a wrong type or out of range. LG_ENOMEM,
 * LG_ETOOBIG. O(len) + O(names of tools squared).
 */
LG_NODISCARD lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                          const char *text, size_t len, lg_guard **out_guard,
                                          lg_config_error *out_error);
/*
 * Adds a profile that is given as one JSON text, of which all members may be left out:
 *
 *   {"exempt": false, "mutates": true, "poll": {"minIntervalMs": 0, "maxWaitMs": 600000}, "similar": false,
 *    "maxRepeats": 3, "limit": null, "volatile": ["uuids"], "failures": ["digits"],
 *    "ladder": {"hint": 1, "abort": 5}, "keep": ["path"], "ignore": ["/meta/time"]}
 *
 * `"poll": true` is `{}`; `null` for the limit is none. `replace_default`: it takes the place of profile 0, and
 * `*out_profile` is 0. At any time. Errors, memory and cost as above, and those of lg_guard_add_profile.
 */
LG_NODISCARD lg_status lg_guard_configure_profile(lg_guard *guard, const char *text, size_t len, bool replace_default,
                                                  uint32_t *out_profile, lg_config_error *out_error);
/*
 * The profile of the calls of this tool, under the policies that lg_guard_configure was given: that of its exact name,
 * else of the first glob that matches (`*` is any run of characters, `?` one UTF-16 code unit), else the default one.
 * Likewise its limit under the detector `limit`, and whether similar_query looks at it. A tool that is `false` or
 * retryable has an exempt profile. A combination that is new adds a profile: at most policies x limits x 2 in all,
 * however many names there are. 0 in a guard that was made by lg_guard_new.
 * LG_EINVAL, LG_ENOMEM, LG_ETOOBIG as lg_guard_add_profile. O(policies), and for a glob O(length of both, multiplied).
 */
LG_NODISCARD lg_status lg_guard_tool_profile(lg_guard *guard, const char *name, size_t name_len,
                                             uint32_t *out_profile);
/* The options of a guard. `*out_options` holds until it is freed. O(1). */
LG_NODISCARD lg_status lg_guard_settings(const lg_guard *guard, const lg_guard_options **out_options);
/*
 * The detector with this index and its name, that of its type where it was given none; both hold until the guard gets
 * another detector or is freed. LG_EINVAL: there is none. O(index).
 */
LG_NODISCARD lg_status lg_guard_detector(const lg_guard *guard, uint32_t detector, const lg_detector_spec **out_spec,
                                         const char **out_name, size_t *out_name_len);
/*
 * The ladder that a detection leads up, for a call of this profile: the profile's own, else the detector's, else the
 * guard's. `detector` as in lg_report: the number of detectors means the poll rule. LG_EINVAL: there is no such
 * detector or profile. O(1).
 */
LG_NODISCARD lg_status lg_guard_ladder(const lg_guard *guard, uint32_t detector, uint32_t profile,
                                       lg_ladder *out_ladder);

/* ---- run: the state of one agent run --------------------------------------------------------------------------------- */

typedef struct lg_call {
  const char *name;
  size_t name_len;
  lg_args_kind args_kind;
  const char *args;
  size_t args_len;
  const char *id; /* NULL: none. The same id twice in one round is one call */
  size_t id_len;
  const char *query; /* NULL: none. For similar_query: "<sorted destructive words>\n<normalised query>" */
  size_t query_len;
  uint32_t profile;
  double now_ms; /* any clock, the same for all calls of a run; read for polls and no_news. One that stands still or
                    has run backwards makes no poll too soon, and no call a poll */
} lg_call;

typedef enum lg_result_kind {
  LG_RESULT_NONE = 0,  /* no result to compare; equal to no other */
  LG_RESULT_TEXT = 1,  /* a text */
  LG_RESULT_JSON = 2,  /* a value, as JSON.stringify writes it */
  LG_RESULT_PACKED = 3 /* the same value in packed form */
} lg_result_kind;

/* The time of a final answer (-DBL_MAX, and all before it): from then on its call is judged as any other, until it gives an
 * answer that is not final. */
#define LG_FINAL_MS (-1.7976931348623157e308)

typedef struct lg_outcome {
  lg_result_kind result_kind;
  const char *result;
  size_t result_len;
  bool failed;
  bool transient;    /* rate limit, timeout, 5xx */
  const char *error; /* what makes two failures "the same": status and title, or the error's text */
  size_t error_len;
  double now_ms; /* when it came back; read for polls. LG_FINAL_MS: the poll's answer cannot change any more */
} lg_outcome;

#define LG_NO_TICKET UINT32_MAX

typedef struct lg_verdict {
  lg_action action;
  bool detected;   /* a report is there, see lg_run_report */
  uint32_t ticket; /* pairs `after` with this call; LG_NO_TICKET when nothing is to come */
  bool known;      /* `before`, `invalid`: the id was judged in this round already, and nothing has changed */
} lg_verdict;

/* Makes a run of `guard`, which must outlive it. Freed with lg_run_free. LG_ENOMEM. */
LG_NODISCARD lg_status lg_run_new(lg_guard *guard, lg_run **out_run);
void lg_run_free(lg_run *run);
/* The guard that it is a run of. O(1). */
LG_NODISCARD lg_status lg_run_guard(const lg_run *run, lg_guard **out_guard);

/*
 * Judges a call that the model asked for, before it runs. An id that was judged in this round gets the same verdict and
 * changes nothing. LG_EINVAL (no such profile), LG_ENOMEM, LG_ETOOBIG. O(text) + O(detectors), and for a query up to 256
 * times lg_similarity; no allocation once warm, but for the query that is kept.
 */
LG_NODISCARD lg_status lg_run_before(lg_run *run, const lg_call *call, lg_verdict *out_verdict);
/*
 * Takes what came back for the call with `ticket` and judges the pattern that it completes. A call with LG_ASK ran if it
 * has an outcome. A ticket that is unknown, refused or finished changes nothing and gives LG_ALLOW with LG_NO_TICKET.
 * LG_ENOMEM. O(result) + O(observations that each detector looks back on), at most 65,536 for each.
 */
LG_NODISCARD lg_status lg_run_after(lg_run *run, uint32_t ticket, const lg_outcome *outcome, lg_verdict *out_verdict);
/* The ticket of the call with this id in the current round, else one that waits for its outcome; else LG_NO_TICKET. */
LG_NODISCARD lg_status lg_run_ticket(const lg_run *run, const char *id, size_t id_len, uint32_t *out_ticket);
/*
 * A call that never reaches a tool: a name that no tool has, or arguments that never parse. Counts as called and failed.
 * `outcome->error` is the reason. As lg_run_before for errors and cost.
 */
LG_NODISCARD lg_status lg_run_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome,
                                      lg_verdict *out_verdict);
/*
 * What the host did with a call after all: with LG_ALLOW or LG_WARN it ran. A call that is through stays as it is.
 * LG_EINVAL: no such ticket, no such action. O(calls under way).
 */
LG_NODISCARD lg_status lg_run_resolve(lg_run *run, uint32_t ticket, lg_action action);
/*
 * A detection made outside (a custom detector), for the call just given to lg_run_after: armed and struck like our own.
 * `detector` is the index of an LG_CUSTOM detector; `key` is what makes two detections the same loop. LG_EINVAL.
 */
LG_NODISCARD lg_status lg_run_detect(lg_run *run, uint32_t detector, const char *name, size_t name_len,
                                     const char *key, size_t key_len, uint32_t repeats, lg_verdict *out_verdict);
/* The calls that follow are one model response. Until the first use of this, a call that comes after one that is through
 * (finished or refused) starts a round by itself. */
LG_NODISCARD lg_status lg_run_begin_round(lg_run *run);
/* Whether rounds are only those that lg_run_begin_round begins, as they are from its first use on. LG_EINVAL. O(1). */
LG_NODISCARD lg_status lg_run_explicit_rounds(const lg_run *run, bool *out_explicit);
/* Sets that: for a run that was led through a recorded history, and goes on with a host that has rounds or has none. */
LG_NODISCARD lg_status lg_run_set_explicit_rounds(lg_run *run, bool explicit_rounds);
/* A user spoke: streaks, windows, strikes, duplicates, queries and limits start afresh; counts stay. It is news. */
LG_NODISCARD lg_status lg_run_begin_turn(lg_run *run);
/* Something happened that the run is not told of, such as a call that nobody counts: for no_news it is news. O(1). */
LG_NODISCARD lg_status lg_run_unseen(lg_run *run);
/* Forgets everything. */
LG_NODISCARD lg_status lg_run_reset(lg_run *run);

#define LG_PATTERN_MAX 64

/* What was detected by the last call of lg_run_before, _after, _invalid or _detect whose verdict says `detected`. */
typedef struct lg_report {
  uint32_t detector; /* index in order of lg_guard_add_detector; the poll rule is the number of detectors */
  lg_detector_type type;
  uint32_t repeats;
  uint32_t threshold;
  uint32_t cycle_length;
  uint32_t strikes;
  bool strong;           /* evidence: same call and same result */
  bool transient;        /* the newest result is a failure that passes by itself: a rate limit, a timeout */
  bool again;            /* a sibling of the round was struck for this already: `strikes` is as it was */
  lg_digest fingerprint; /* of the loop's newest call; canonical, unless all the guard does is count verbatim */
  uint32_t pattern_count; /* at most LG_PATTERN_MAX, oldest first; 0 where a pattern is just the call */
  struct {
    const char *name;
    size_t name_len;
    lg_digest signature;
  } pattern[LG_PATTERN_MAX];
  double wait_ms; /* polls: how long to wait before the next; 0: does not apply */
  double waited_ms; /* polls, no_news: for how long the result has been the same; 0: does not apply */
} lg_report;

/* The last report. Names point into the run and hold until its next call. LG_EINVAL when there is none. O(1). */
LG_NODISCARD lg_status lg_run_report(const lg_run *run, const lg_report **out_report);
/*
 * The last report as one JSON text, for people and logs:
 *
 *   {"detector": "no_news", "type": "no_news", "toolName": "read", "repeats": 3, "threshold": 2, "cycleLength": 1,
 *    "pattern": ["read"], "evidence": "strong", "strikes": 1, "again": false, "transient": false,
 *    "fingerprint": "32 hex digits", "waitMs": 0, "waitedMs": 0}
 *
 * `detector` is the name that the configuration gave it. Of a cycle each step of the pattern ends in # and eight hex
 * digits that stand for its arguments. What is not UTF-8 in a name, and U+0000, is U+FFFD. `*out_text`, of `*out_len`
 * bytes and a NUL, points into the guard's workspace and holds until the next record, report or snapshot of any of its
 * runs. LG_EINVAL: NULL, or there is no report. LG_ENOMEM. O(pattern).
 */
LG_NODISCARD lg_status lg_run_report_json(lg_run *run, const char **out_text, size_t *out_len);

/* ---- explanations: why each detector fired or kept silent ------------------------------------------------------------ */

/* Detectors that a guard may have. */
#define LG_DETECTORS_MAX 64u

/* What a detector says of a call: what it counted, or what kept it from counting. */
typedef enum lg_why {
  LG_WHY_UNASKED = 0,     /* it has not looked at this call */
  LG_WHY_COUNTED,         /* the same came before, `count` times with this call; fewer than it fires at, or it fires */
  LG_WHY_FIRST,           /* nothing like it came before */
  LG_WHY_GOES_ON,         /* the call goes on with a loop that it found earlier */
  LG_WHY_NOT_ARMED,       /* it looks at calls that came back, and this call goes on with no loop that it has found */
  LG_WHY_POLL,            /* the call is judged by time, not by count */
  LG_WHY_NO_RESULT,       /* there is no result to compare */
  LG_WHY_ROUND,           /* the calls of one round count once */
  LG_WHY_NOT_FAILED,      /* it counts failures, and the call succeeded */
  LG_WHY_OTHER_RESULT,    /* the one at `at` gave another result */
  LG_WHY_OTHER_CALL,      /* the one at `at` is another call, of another tool, or no failure */
  LG_WHY_CHANGE,          /* the one at `at` may have changed what the call gives: its tool mutates */
  LG_WHY_NEW_CALL,        /* the one at `at` was a new call: what it did may be the progress, or the repair */
  LG_WHY_TOO_FAR,         /* others are there, further back than it looks */
  LG_WHY_NO_PATTERN,      /* the last calls do not repeat a block */
  LG_WHY_ONE_TOOL,        /* the last calls are of one tool, so tools do not take turns */
  LG_WHY_NEWS,            /* something was news since the call last ran */
  LG_WHY_NEWS_BETWEEN,    /* there are enough equal results, but something was news between them */
  LG_WHY_TRANSIENT,       /* more results are asked for: these are failures that pass by themselves */
  LG_WHY_ACK,             /* ... bare acknowledgements */
  LG_WHY_CHANGED,         /* ... of a call that has given different results */
  LG_WHY_WAITS,           /* judged by time: the call waits itself */
  LG_WHY_BEHIND_WAIT,     /* ... it comes behind a wait */
  LG_WHY_LATE,            /* ... it comes `since_ms` after it was last asked for */
  LG_WHY_CLOCK_SET_BACK,  /* ... nobody can say how long ago it was asked for */
  LG_WHY_NO_LIMIT,        /* nothing limits this tool */
  LG_WHY_NO_QUERY,        /* the call has no query to compare */
  LG_WHY_REACHED_TOOL,    /* the call was valid */
  LG_WHY_BY_HOST          /* the host looks for it, see lg_run_detect */
} lg_why;

/* No observation. */
#define LG_NOWHERE UINT32_MAX

/*
 * What one detector makes of one call. Observations are told by how many places they lie before the newest, 0 being that
 * itself; of a call that is asked for the newest is the last that came back before it.
 */
typedef struct lg_explained {
  lg_why why;
  bool fires;            /* it found a loop. The verdict is that of the first that does, in their order */
  bool strong;           /* the evidence, as in lg_report */
  bool sibling;          /* no_news: an equal call of the round was let through, so this is none of its repetitions */
  uint32_t count;        /* what it counted, this call included; no_news: equal results before this call */
  uint32_t threshold;    /* what it fires at */
  uint32_t cycle_length; /* 1: its pattern is no block of calls */
  uint32_t steps;        /* cycle: how many steps of a further block there are */
  uint32_t like;         /* the newest earlier observation that the call is like; of similar_query: the ticket of the
                            call. LG_NOWHERE: there is none, or the detector does not say */
  uint32_t at;           /* the observation that `why` is about, or LG_NOWHERE */
  double since_ms;       /* LG_WHY_LATE */
  double waited_ms;      /* judged by time: for how long the results have been the same */
} lg_explained;

/* What became of the call. */
typedef enum lg_seen {
  LG_SEEN_NOT = 0,         /* nothing: its profile is exempt, or its id was judged in this round already; or there was none */
  LG_SEEN_ASKED,           /* it was asked for */
  LG_SEEN_COMPLETED,       /* it came back, and is the newest observation */
  LG_SEEN_SIBLING,         /* it came back, and is one observation with an equal call of its round */
  LG_SEEN_SIBLING_DIFFERS, /* the same, but their results differ */
  LG_SEEN_POLL             /* it came back, and is judged by time: no observation */
} lg_seen;

/* Why a call that came back was news for no_news. */
typedef enum lg_news_why {
  LG_NEWS_WHY_NOT = 0,    /* it was none, or no detector asks for news */
  LG_NEWS_WHY_RESULT,     /* it gave a result that it had not given before */
  LG_NEWS_WHY_CHANGE,     /* its tool mutates, and it succeeded */
  LG_NEWS_WHY_NO_RESULT,  /* what it gave cannot be compared */
  LG_NEWS_WHY_FORGOTTEN,  /* it made room for others meanwhile */
  LG_NEWS_WHY_TURN        /* it was asked for before a user spoke */
} lg_news_why;

/* Why each detector fired or kept silent about one call. */
typedef struct lg_explanation {
  lg_seen seen;
  lg_news_why news;
  uint32_t ticket;             /* of the call; LG_NO_TICKET for LG_SEEN_NOT */
  bool poll;                   /* its profile has it judged by time, and its last answer was not final */
  bool waits;                  /* it came back and had waited: no_news judges what comes behind it by time */
  lg_digest identity;          /* canonical, unless all the guard does is count verbatim */
  lg_digest verbatim;          /* the same as `identity` unless some detector goes by it */
  uint32_t sibling;            /* LG_SEEN_SIBLING: the observation that it is one with, else LG_NOWHERE */
  uint32_t count;              /* detectors of the guard */
  lg_explained detectors[LG_DETECTORS_MAX]; /* in the order of lg_guard_add_detector */
} lg_explanation;

/*
 * From now on, or with `on` false no more, the run keeps why each detector fired or kept silent: lg_run_explanation. It
 * stays so through resets and restored snapshots, is in no snapshot, and has no part in any verdict. As long as it is on,
 * lg_run_before, _invalid and _after ask every detector, also those behind the first that fires; off, which is how a run
 * begins, it costs nothing. LG_EINVAL: NULL. LG_ENOMEM: it is as it was. O(1), and one allocation, which the run owns.
 * Any thread, as for every function of the run.
 */
LG_NODISCARD lg_status lg_run_explain(lg_run *run, bool on);
/*
 * The explanation of the last call that lg_run_before, _invalid, _after or a record of theirs was about. What looks at
 * calls before they run speaks when one is asked for, the others when it is back; until then they say LG_WHY_GOES_ON or
 * LG_WHY_NOT_ARMED. After both, without another call between, both are there. `*out` points into the run and holds until
 * its next call. LG_EINVAL: NULL, or it is not on. O(1).
 */
LG_NODISCARD lg_status lg_run_explanation(const lg_run *run, const lg_explanation **out_explanation);

/* ---- snapshots --------------------------------------------------------------------------------------------------------- */

/*
 * The state as bytes: magic, version, key, hash of the options, body, checksum; little-endian everywhere, the same from
 * every build of this core. Digests, names and counts only, never arguments or results (queries excepted, where
 * similar_query is on). `*out_bytes` points into the guard's workspace and holds until the next record or snapshot of
 * any of its runs. LG_EINVAL, LG_ENOMEM. O(state).
 */
LG_NODISCARD lg_status lg_run_snapshot(lg_run *run, const uint8_t **out_bytes, size_t *out_len);
/*
 * Puts a run into the state of a snapshot of a guard with the same key; it has no report then. LG_EINVAL (NULL),
 * LG_ESNAPSHOT (damaged, of another version, or under another key), LG_ENOMEM. O(len).
 */
LG_NODISCARD lg_status lg_run_restore(lg_run *run, const uint8_t *bytes, size_t len);

/* What a restored run has of its snapshot, and what it has not, because the guard has other detectors or profiles. */
typedef struct lg_restore_report {
  uint32_t version;      /* of the format that was read */
  bool same_options;     /* the same detectors in the same order */
  uint32_t loops;        /* loops with strikes, of detectors that are gone */
  uint32_t armed;        /* patterns that the next call might have gone on with, of detectors that are gone */
  uint32_t detections;   /* what was said of calls under way, by detectors that are gone */
  uint32_t observations; /* completed calls beyond what the detectors look back on */
  uint32_t counts;       /* entries beyond max_entries, least recently used first */
  uint32_t profiles;     /* calls under way whose profile the guard does not have: they now have the default one */
} lg_restore_report;

/*
 * lg_run_restore that also says what it dropped; `out_report` may be NULL. A detector is the same when its type and
 * parameters are, wherever it stands; ladders may differ. Custom detectors are the same only where all detectors are.
 */
LG_NODISCARD lg_status lg_run_restore_report(lg_run *run, const uint8_t *bytes, size_t len,
                                             lg_restore_report *out_report);
/* The key that a snapshot of either kind carries, so that a guard can be made for it. LG_EINVAL, LG_ESNAPSHOT. O(len). */
LG_NODISCARD lg_status lg_snapshot_key(const uint8_t *bytes, size_t len, uint8_t out_key[LG_KEY_SIZE]);
/* The same for a detector; restore makes a new one, options included. Freed with lg_detector_free. */
LG_NODISCARD lg_status lg_detector_snapshot(lg_detector *detector, const uint8_t **out_bytes, size_t *out_len);
LG_NODISCARD lg_status lg_detector_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                                           lg_detector **out_detector);

/* ---- records: events of a run as bytes -------------------------------------------------------------------------- */

/*
 * What happened in a run, for those who keep the same run elsewhere. A record holds digests, names and queries as a
 * snapshot does, no arguments and no results; it is made under the guard's key and can be applied to any run of a guard
 * with that key. A run is what its records make it: applied in one order they give one state and one series of
 * verdicts, in every process and from every build.
 *
 * Calls are told apart by their ids, since tickets belong to one process: give every call one, unique where the model's
 * is not. Profiles are told apart by what is in them, not by their numbers; a guard that lacks one uses its default
 * profile.
 *
 * The functions that make a record leave the run as it is. `*out_bytes` points into the guard's workspace and holds
 * until the next record or snapshot of any of its runs. LG_EINVAL, LG_ENOMEM; LG_ETOOBIG where the call itself gives
 * that.
 */
LG_NODISCARD lg_status lg_run_record_before(lg_run *run, const lg_call *call, const uint8_t **out_bytes,
                                            size_t *out_len);
LG_NODISCARD lg_status lg_run_record_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome,
                                             const uint8_t **out_bytes, size_t *out_len);
/* `profile` is that of the call. The newest call with this id that waits for an outcome is meant. */
LG_NODISCARD lg_status lg_run_record_after(lg_run *run, const char *id, size_t id_len, uint32_t profile,
                                           const lg_outcome *outcome, const uint8_t **out_bytes, size_t *out_len);
/* The newest call with this id is meant. */
LG_NODISCARD lg_status lg_run_record_resolve(lg_run *run, const char *id, size_t id_len, lg_action action,
                                             const uint8_t **out_bytes, size_t *out_len);
/* `profile` is that of the call which the detection is of. */
LG_NODISCARD lg_status lg_run_record_detect(lg_run *run, uint32_t detector, uint32_t profile, const char *name,
                                            size_t name_len, const char *key, size_t key_len, uint32_t repeats,
                                            const uint8_t **out_bytes, size_t *out_len);

typedef enum lg_step { LG_BEGIN_ROUND = 0, LG_BEGIN_TURN, LG_RESET, LG_UNSEEN } lg_step;

/* lg_run_begin_round, lg_run_begin_turn, lg_run_reset, lg_run_unseen. */
LG_NODISCARD lg_status lg_run_record_step(lg_run *run, lg_step step, const uint8_t **out_bytes, size_t *out_len);

/*
 * Does what the record says: the effect and the verdict are those of the direct call. One that means a call which the
 * run does not know changes nothing and gives LG_ALLOW with LG_NO_TICKET, as does every step. LG_ERECORD: cut, damaged,
 * of another version or under another key; nothing changed. LG_ENOMEM. O(detectors).
 */
LG_NODISCARD lg_status lg_run_apply(lg_run *run, const uint8_t *record, size_t len, lg_verdict *out_verdict);
/*
 * The name of the tool that a record of _before or _invalid is of, so that its profile can be added before the record
 * is applied; empty for any other. Borrowed from `record`. LG_ERECORD as above. O(len).
 */
LG_NODISCARD lg_status lg_run_record_name(const lg_run *run, const uint8_t *record, size_t len, const char **out_name,
                                          size_t *out_len);

#ifdef __cplusplus
}
#endif

#endif
