/*
 * loopguard: keeps LLM agents out of tool-call loops. The C core; it needs nothing but the C library.
 *
 *   text of a call --> identity (digest) --> run state --> verdict
 *
 * A host that guards an agent needs lg_guard_configure, then for each run of the agent lg_run_new, and around each call
 * lg_run_before and lg_run_after; docs/c-library.md has an example. The sections, each with what it needs above it:
 *
 *   status, memory, digests, JSON, identity of a call
 *   volatile spans, similarity, LoopDetector, loops in text (of use by themselves)
 *   guard, configuration, run, explanations, snapshots, records
 *
 * Conventions, for every function below unless its comment says otherwise:
 *  - Functions that can fail return a status and write `out_*` only with LG_OK. A failed call changes nothing.
 *  - Bytes are a pointer and a length; they need no terminator and are borrowed for the call only. NULL with a length
 *    gives LG_EINVAL.
 *  - Text is WTF-8: UTF-8 in which a lone surrogate has its three-byte form. U+0000 is the byte 0.
 *  - NULL for a handle or an out-parameter gives LG_EINVAL; `lg_*_free(NULL)` does nothing.
 *  - What a function returned last may be given to the next call of the same handle: the name of a report, the spec of
 *    a detector, the output of a workspace, a record. It is valid until the end of that call at least, and no longer
 *    unless the comment says so. What points into a workspace is valid until its next use; records, reports as JSON and
 *    snapshots of runs until the next of these of any run of the guard.
 *  - A NULL lg_allocator is the C library's. One with a NULL function gives LG_EINVAL.
 *  - Threads: handles share no mutable state. Distinct ones may be used on distinct threads, but a guard and its runs,
 *    like any one handle, must not be used on two threads at once.
 *  - Nothing aborts, prints, or reads the environment or the clock, and the locale changes no result.
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

/* All statuses, XX(name, message): lg_status, lg_status_name and lg_status_message are made from this list. */
#define LG_STATUS_MAP(XX)                                                                                              \
  XX(OK, "no error")                                                                                                   \
  XX(ENOMEM, "out of memory")                                                                                          \
  XX(EINVAL, "invalid argument")                                                                                       \
  XX(EJSON, "the text is not JSON")                                                                                    \
  XX(ETOOBIG, "the input is larger than loopguard handles")                                                            \
  XX(ESNAPSHOT, "the bytes are not a loopguard snapshot, or are damaged")                                              \
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

/* "LG_ENOMEM", for example. A constant: not to be freed. Any thread. O(1). */
const char *lg_status_name(lg_status status);
/* One English clause without a full stop. A constant: not to be freed. Any thread. O(1). */
const char *lg_status_message(lg_status status);

/* ---- memory --------------------------------------------------------------------------------------------------- */

/* Where a handle gets its memory. All three functions are required. The `old_size` of realloc and the `size` of free
 * are what was requested for `ptr`. On failure malloc and realloc return NULL, and `ptr` stays valid. The struct is
 * copied into the handle; `ctx` must outlive the handle. */
typedef struct lg_allocator {
  void *(*malloc)(void *ctx, size_t size);
  void *(*realloc)(void *ctx, void *ptr, size_t old_size, size_t size);
  void (*free)(void *ctx, void *ptr, size_t size);
  void *ctx;
} lg_allocator;

/* A copy of `from`, or the C library's for NULL. LG_EINVAL: a function of it is NULL. Any thread. O(1). */
LG_NODISCARD lg_status lg_allocator_init(lg_allocator *out_allocator, const lg_allocator *from);

/* ---- digests and identities ------------------------------------------------------------------------------------ */

#define LG_KEY_SIZE 16

/* A keyed fingerprint of 128 bits: the output of SipHash-1-3-128. */
typedef struct lg_digest {
  uint8_t bytes[16];
} lg_digest;

/* How the arguments of a call are given. */
typedef enum lg_args_kind {
  LG_ARGS_PACKED = 0, /* a value in packed form (docs/identity.md), members as JSON.stringify lists them */
  LG_ARGS_RAW = 1,    /* text, such as the JSON that a model sent; {"a":1} and { "a": 1.0 } are the same arguments */
  LG_ARGS_NONE = 2    /* no arguments (undefined); the bytes are ignored */
} lg_args_kind;

typedef enum lg_identity_mode {
  LG_VERBATIM = 0,  /* `${name}::${JSON.stringify(arguments)}`: key order counts */
  LG_CANONICAL = 1, /* RFC 8785: keys sorted by UTF-16 code unit at every depth */
  LG_COMPARED = 2   /* canonical, without the members that only say something about the call (docs/identity.md), unless
                       the projection keeps members: what a run compares */
} lg_identity_mode;

/* Reusable buffers: once they have grown to the size of the texts, calls with this workspace allocate nothing. Buffers
 * above 1 MiB are freed after the call, but for the one that holds its output. */
typedef struct lg_workspace lg_workspace;

/* Makes a workspace. Free it with lg_workspace_free. LG_ENOMEM. O(1). */
LG_NODISCARD lg_status lg_workspace_new(const lg_allocator *allocator, lg_workspace **out_workspace);
void lg_workspace_free(lg_workspace *workspace);

/* Writes the arguments as JSON text: by RFC 8785 (LG_CANONICAL), or as JSON.stringify(JSON.parse(text)) would
 * (LG_VERBATIM). Numbers are written as ECMAScript writes them, but those of 2^53 and more that a double cannot hold
 * exactly keep all their digits: 9007199254740993 stays as it is. The last of duplicate keys counts. U+0000 and lone
 * surrogates are kept. `*out_text` points into the workspace.
 * LG_EINVAL: LG_ARGS_NONE, or malformed packed bytes, text in them that is not WTF-8 included. LG_EJSON: raw text that
 * is not JSON by RFC 8259 or not WTF-8. LG_ENOMEM. LG_ETOOBIG: the text or an intermediate form is larger than 1 GiB.
 * O(n) time and memory plus the sorting of keys, for any nesting depth and without recursion. */
LG_NODISCARD lg_status lg_canonicalize(lg_workspace *workspace, lg_identity_mode mode, lg_args_kind kind,
                                       const char *args, size_t args_len, const char **out_text, size_t *out_len);

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

/* Parses a JSON text into packed form (docs/identity.md), members as JSON.stringify lists them. Strict RFC 8259, but
 * strings may also hold lone surrogates, raw or escaped. `*out_packed` points into the workspace. LG_EJSON, LG_ENOMEM,
 * LG_ETOOBIG as for lg_canonicalize. O(n), plus the sorting of members that are not yet in order. Without recursion. */
LG_NODISCARD lg_status lg_json_read(lg_workspace *workspace, const char *text, size_t len, const uint8_t **out_packed,
                                    size_t *out_len);

typedef enum lg_value_type {
  LG_VALUE_NULL = 0,
  LG_VALUE_FALSE,
  LG_VALUE_TRUE,
  LG_VALUE_NUMBER,
  LG_VALUE_DIGITS, /* a number that a double cannot hold: lg_value_text gives its digits */
  LG_VALUE_STRING,
  LG_VALUE_ARRAY,
  LG_VALUE_OBJECT,
  LG_VALUE_NONE /* there is no value */
} lg_value_type;

/* One value within packed bytes, which are borrowed: nothing to free. The functions below take any bytes, NULL
 * included; bytes that are not a packed value give LG_VALUE_NONE. Any thread. O(1) unless said otherwise. */
typedef struct lg_value {
  const uint8_t *bytes; /* NULL: LG_VALUE_NONE */
  size_t len;           /* of this value and everything in it */
} lg_value;

/* The value that `bytes` begins with. */
lg_value lg_value_at(const uint8_t *bytes, size_t len);
lg_value_type lg_value_kind(lg_value value);
/* The text of a string (WTF-8 in what lg_json_read gives), or the digits of LG_VALUE_DIGITS; borrowed. False: the value
 * is neither, or an output is NULL. */
bool lg_value_text(lg_value value, const char **out_text, size_t *out_len);
/* The number of LG_VALUE_NUMBER; of LG_VALUE_DIGITS the nearest double, which may be infinite. False: the value is
 * neither, or the output is NULL. O(digits). */
bool lg_value_number(lg_value value, double *out_number);

/* An iterator over the items of an array or the members of an object. */
typedef struct lg_values {
  const char *key; /* of the current member; NULL in an array */
  size_t key_len;
  lg_value value; /* the current item or the current member's value */
  bool object;
  const uint8_t *at, *end; /* the values still to come */
} lg_values;

/* Starts before the first item. Any value but an array or object has no items. */
lg_values lg_value_begin(lg_value value);
/* Moves to the next item. False: there are no more, or NULL. */
bool lg_value_next(lg_values *values);
/* The object's member with this key, the last if there are several. LG_VALUE_NONE: there is no such member, or the key
 * is NULL with a length. O(members). */
lg_value lg_value_member(lg_value object, const char *key, size_t key_len);

/* ---- identity of a call ------------------------------------------------------------------------------------------ */

/* The most tokens of a JSON pointer. */
#define LG_POINTER_MAX 127
/* The most texts of each list of a projection. */
#define LG_PROJECTION_MAX 256

/* The members of the arguments that make the identity: names of top-level members, or JSON pointers (RFC 6901). Up to
 * LG_PROJECTION_MAX in each list, of up to LG_POINTER_MAX tokens (LG_ETOOBIG beyond). NULL with a count or a length:
 * LG_EINVAL. */
typedef struct lg_projection {
  const char *const *keep; /* only these members; a call that has none of them keeps all of its members */
  const size_t *keep_len;
  size_t keep_count;         /* 0: all members */
  const char *const *ignore; /* these members never count */
  const size_t *ignore_len;
  size_t ignore_count;
} lg_projection;

/* The digest of one call: H(tag, length of name, name, H(packed arguments)) under `key`. Two calls have one digest when
 * they have one identity. The tag keeps verbatim, canonical, absent and unparsable arguments apart. Raw text that is
 * not JSON counts byte by byte, in both modes. `projection` NULL or empty: all arguments count. LG_EINVAL: malformed
 * packed bytes, which are not checked in verbatim mode without a projection; the texts in them never are. LG_ENOMEM,
 * LG_ETOOBIG. O(n), plus the sorting of keys, and for each text of the projection O(members and items beside its path).
 */
LG_NODISCARD lg_status lg_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                                   const char *name, size_t name_len, lg_args_kind kind, const char *args,
                                   size_t args_len, const lg_projection *projection, lg_digest *out_digest);

/* H(bytes) under `key`: SipHash-1-3-128. `key` NULL: 16 bytes of zero. `bytes` NULL: nothing, whatever `len` says.
 * Never fails. Any thread. O(n). */
lg_digest lg_digest_bytes(const uint8_t key[LG_KEY_SIZE], const void *bytes, size_t len);

/* Whether the text of a failure says that it passes by itself: a rate limit, a timeout, a server error. Only its first
 * 400 UTF-16 units are read, at most 1,600 bytes whatever they are; case does not matter. NULL: false. Any thread.
 * O(1). */
bool lg_is_transient(const char *text, size_t len);

/* ---- volatile spans -------------------------------------------------------------------------------------------- */

/* Parts of a result that change from call to call without being news. A set of bits.
 *
 * A span begins and ends where a word does, so the digits of "utf8", "v1.2.3" and "max_retry3" belong to DIGITS only.
 * Words are ASCII letters, digits, _ and letters up to U+07FF; an escape of JSON (\n) or a terminal sequence ends one.
 * Numbers on their own (a server's port, an exit code, an HTTP status, a count) belong to DIGITS only too. */
typedef enum lg_volatile {
  /* Dates: 2024-05-16, 2024/05/16; also with a clock after T or a space, a fraction and a zone; 20240516T110530Z;
   * 20240516_110530, 2026-11-27T22_00_10_100Z and 2026.11.27/22.00.10, as in names of files.
   * Clocks: 11:05:30, 9:05:30.123 PM; not 11:05 alone, which may be a line and a column.
   * Months by name with a clock: Tue, 03 Jun 2008 11:05:30 GMT; 03/Jun/2008:11:05:30 +0000; Jun  3 11:05;
   * Tue Jun  3 11:05:30 UTC 2008.
   * Epochs: numbers of 10, 13 or 16 digits that begin with 1 (seconds, milliseconds or microseconds since 1970).
   * The lines of curl's progress meter, as many as there are. */
  LG_VOLATILE_TIMESTAMPS = 1u << 0,
  /* A number with ns, us, ms, s, m, h or their long forms (nsec, minutes, hours), or several of them from the largest
   * unit down: 1.25s, 12 ms, 1m 23s, 3 minutes, 1,5 Sekunden, and with pytest's clock behind it: 72s (0:01:12). "5m"
   * but not "5 m", which may be metres. Not $5m, 5m/s, gpt-4s, 1990s. */
  LG_VOLATILE_DURATIONS = 1u << 1,
  LG_VOLATILE_UUIDS = 1u << 2, /* 8-4-4-4-12 hexadecimal digits, also between _ */
  /* 8 to 128 hexadecimal digits, also between _, among them a digit and a letter; or 0x and 6 to 128 of them, and 6
   * behind @, as in Java's Foo@1b2c3d. Not colours (#1a2b3c4d) and not the status codes of Windows (0x80070005,
   * 0xC0000005). Other ids: 14 to 128 letters and digits behind req_, resp_, msg_, chatcmpl-, cmpl-, fp_, call_ or
   * toolu_; 16 and more that mix three runs of digits with letters, or digits, capitals and small letters, as no name
   * does; parts of an id around an epoch, among them a letter: #18.cb871b6.1773480413.0bc7476. */
  LG_VOLATILE_HEX_IDS = 1u << 3,
  /* The number, of up to 10 digits, after attempt, retry, try, iteration, iter, step, round, trial, seed, line or cell,
   * as in "attempt 3", "step: #4" or "line":12; that of #12; that of In [5]:, Out[5]: and Cell In[5]. Not "pass 12",
   * which is how test runners count progress. */
  LG_VOLATILE_COUNTERS = 1u << 4,
  /* After pid, tid, lwp, thread, exec, goroutine, daemon; Thread-7; (node:1234); ==1234==; cart[1234]: behind
   * a time that was left out. In a text of a failure also ports that clients get, 32768 to 65535, where they show as
   * such: 203.0.113.7 port 40000, 10.0.0.7:54321->10.0.0.5:443. */
  LG_VOLATILE_PIDS = 1u << 5,
  /* Whole paths below /tmp, /var/tmp and /var/folders, also with /private before them; on Windows below C:\Temp,
   * C:\Windows\Temp and AppData\Local\Temp of a user, with \, / or JSON's \\. */
  LG_VOLATILE_TEMP_PATHS = 1u << 6,
  LG_VOLATILE_ANSI = 1u << 7,   /* terminal escape sequences (ECMA-48), raw or with \u001b: left out */
  LG_VOLATILE_DIGITS = 1u << 8, /* every run of decimal digits */
  LG_VOLATILE_SPACE = 1u << 9,  /* runs of ASCII white space are one space, none at the ends */
  /* The values of members that say something about an answer, not in it: durations, clocks, ids of requests and traces,
   * usage, rate limits, headers of transport ("took": 5, "requestId": "7F3A", "usage": {...}), in JSON at any depth,
   * JSON in strings too; ids and durations also behind labels in texts (Request ID: 7F3A), and rates (7.5 MB/s). They
   * stay where there is nothing else. docs/identity.md has the list. */
  LG_VOLATILE_ENVELOPE = 1u << 10,
  LG_VOLATILE_FRAMES = 1u << 11, /* the lines that hosts put above and below a command's output: left out */
  /* Not a class: it spares the text whose times and ids may be all that it says. Where fewer than 40 letters are left
   * beside the spans (names of members and frames do not count), only ANSI, SPACE, ENVELOPE, FRAMES, durations that
   * were measured for the answer (in 1.25s), times of logs, and ids of processes and requests are left out; with 8
   * letters and a word such as "error" or "not", UUIDS, HEX_IDS, clients' ports and clocks with seconds are, too. Days
   * and full minutes stay where no logger put them before its message. */
  LG_VOLATILE_UNLESS_ALL = 1u << 12
} lg_volatile;

#define LG_VOLATILE_ALL ((1u << 13) - 1) /* every class, and UNLESS_ALL */

/* Replaces each span of `classes` in `text` by one byte, 0x01 to 0x08 by class, 0x0e for a value of the envelope. Where
 * the text itself has such a byte or a 0x10, a 0x10 is written before it. So texts stay different when they differ
 * outside of spans, or in the classes of their spans.
 * `*out_text` points into the workspace, or, when nothing was replaced, into `text`. LG_EINVAL: a bit that is no class.
 * LG_ENOMEM. LG_ETOOBIG: the result could be longer than 1 GiB. O(n). */
LG_NODISCARD lg_status lg_normalize_volatile(lg_workspace *workspace, uint32_t classes, const char *text, size_t len,
                                             const char **out_text, size_t *out_len);

/* ---- similarity ------------------------------------------------------------------------------------------------- */

/* Only this many code points of each text are compared. */
#define LG_SIMILARITY_MAX 4096

/* Ratcliff and Obershelp's ratio of two texts, 0 to 1: what Python's difflib.SequenceMatcher(None, a, b).ratio() gives
 * for their code points, each text cut at LG_SIMILARITY_MAX, its heuristic for popular elements (from 200 on) included.
 * Source: Ratcliff and Metzener, Dr. Dobb's Journal, July 1988; CPython Lib/difflib.py.
 * LG_ENOMEM. O(n*m) for each of at most min(n, m) matching blocks: microseconds for search queries, about 0.1 s for the
 * worst texts that we found. */
LG_NODISCARD lg_status lg_similarity(lg_workspace *workspace, const char *a, size_t a_len, const char *b, size_t b_len,
                                     double *out_ratio);

/* ---- LoopDetector: a sliding window of signatures and its cycle scan -------------------------------------------- */

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

/* Makes a detector with memory for its whole window; after that only lg_detector_snapshot allocates. Free it with
 * lg_detector_free. LG_EINVAL: an option is out of range. LG_ENOMEM. O(window_size). */
LG_NODISCARD lg_status lg_detector_new(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                       const lg_detector_options *options, lg_detector **out_detector);
void lg_detector_free(lg_detector *detector);

/* Adds one signature and reports the cycle that the window now ends in, if any; of several, the shortest. For a, b, a,
 * b, a, b with `repeats` 3 that is a cycle of length 2. Allocates nothing. O(max_cycle_len), whatever the window. */
LG_NODISCARD lg_status lg_detector_push(lg_detector *detector, const char *signature, size_t len, lg_cycle *out_cycle);
/* The digest of the signature `back` places before the newest. LG_EINVAL: the window does not reach back so far. O(1).
 */
LG_NODISCARD lg_status lg_detector_at(const lg_detector *detector, uint32_t back, lg_digest *out_digest);
/* Forgets every signature. */
LG_NODISCARD lg_status lg_detector_reset(lg_detector *detector);

/* ---- loops in text --------------------------------------------------------------------------------------------- */

/* Finds loops in text while it streams: what a model writes or thinks. It compares the text with its last 8,192
 * symbols, and keeps about 32 KB; a snapshot has those symbols, so keep it as you keep the text. Characters are UTF-16
 * units. Runs of white space, and numbers outside of words, equal any other: "1. Retry" and "12.  Retry" repeat. */
typedef struct lg_text_loop lg_text_loop;

/* What the options may be, which JavaScript takes from here. */
typedef enum lg_text_limit {
  LG_TEXT_REPEATS_MIN = 2,
  LG_TEXT_REPEATS_DEFAULT = 4,
  LG_TEXT_REPEATS_MAX = 1000,
  LG_TEXT_LENGTH_MIN = 1,
  LG_TEXT_LENGTH_DEFAULT = 300,
  LG_TEXT_LENGTH_MAX = 1000000,
  LG_TEXT_PERIOD_MIN = 1,
  LG_TEXT_PERIOD_DEFAULT = 4096,
  LG_TEXT_PERIOD_MAX = 4096,
  LG_TEXT_MESSAGES_MIN = 2,
  LG_TEXT_MESSAGES_DEFAULT = 3,
  LG_TEXT_MESSAGES_MAX = 8
} lg_text_limit;

/* Each is in its range of lg_text_limit, or 0: the default. */
typedef struct lg_text_loop_options {
  uint32_t repeats;    /* a block must come more often than so in a row, twice as often where it is short prose */
  uint32_t min_length; /* and cover so many characters; the same */
  uint32_t max_period; /* longer blocks are not found, in characters */
  uint32_t messages;   /* so many messages must be alike, among the last LG_TEXT_MESSAGES_MAX + 1 */
} lg_text_loop_options;

typedef enum lg_text_kind {
  LG_TEXT_NONE = 0,
  LG_TEXT_PERIOD, /* the text repeats one block */
  LG_TEXT_MOSAIC, /* the text consists of pieces that came before: sentences in any order, a word that changes */
  LG_TEXT_MESSAGE /* a message is like earlier ones */
} lg_text_kind;

typedef struct lg_text_match {
  lg_text_kind kind;
  uint32_t period;  /* characters from one occurrence to the next; a mean for LG_TEXT_MOSAIC and LG_TEXT_MESSAGE */
  uint32_t repeats; /* occurrences so far */
  uint64_t start;   /* characters before the first of them */
  bool sure;        /* it is so long that nobody can have asked for it */
} lg_text_match;

/* Makes a detector; after that only lg_text_loop_snapshot allocates. `options` NULL: the defaults. Free it with
 * lg_text_loop_free. LG_EINVAL: an option is out of range. LG_ENOMEM. O(1). */
LG_NODISCARD lg_status lg_text_loop_new(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                        const lg_text_loop_options *options, lg_text_loop **out_text);
void lg_text_loop_free(lg_text_loop *text);

/* Adds text, which may be cut anywhere, also within a character, which changes nothing in the state. The first loop
 * that is sure within it is reported, else the first; LG_TEXT_NONE: there is none. A loop is reported when it has
 * lasted long enough, once more when it is sure, and not again while it goes on. Allocates nothing. O(len). */
LG_NODISCARD lg_status lg_text_loop_push(lg_text_loop *text, const char *chunk, size_t len, lg_text_match *out_match);
/* The message is over: compares it with earlier ones and reports as lg_text_loop_push does. O(1). */
LG_NODISCARD lg_status lg_text_loop_end_message(lg_text_loop *text, lg_text_match *out_match);
/* Forgets all text. O(1). */
LG_NODISCARD lg_status lg_text_loop_reset(lg_text_loop *text);
/* The state as bytes, valid until the next snapshot of this detector. LG_ENOMEM. O(1). */
LG_NODISCARD lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len);
/* Makes a detector with the options and the state of a snapshot. Free it with lg_text_loop_free. LG_ESNAPSHOT: damaged,
 * or NULL. LG_ENOMEM. O(len). */
LG_NODISCARD lg_status lg_text_loop_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                                            lg_text_loop **out_text);

/* ---- guard: what to detect and what to do about it -------------------------------------------------------------- */

typedef struct lg_guard lg_guard;
typedef struct lg_run lg_run;

typedef enum lg_action { LG_ALLOW = 0, LG_WARN, LG_HINT, LG_ASK, LG_ABORT } lg_action;

/* Strikes at which each step starts; 0: no such step. The most severe one reached wins; below all of them: LG_ALLOW. */
typedef struct lg_ladder {
  uint32_t warn, hint, ask, abort;
} lg_ladder;

/* All detector types, XX(TYPE, name): each name is a file in src/detectors. A new one goes to the end, since snapshots
 * hold the numbers. */
#define LG_DETECTOR_MAP(XX)                                                                                            \
  XX(COUNT, count)                                                                                                     \
  XX(REPEAT, repeat)                                                                                                   \
  XX(STALL, stall)                                                                                                     \
  XX(PING_PONG, ping_pong)                                                                                             \
  XX(CYCLE, cycle)                                                                                                     \
  XX(DUPLICATE, duplicate)                                                                                             \
  XX(SIMILAR_QUERY, similar_query)                                                                                     \
  XX(LIMIT, limit)                                                                                                     \
  XX(NO_PROGRESS, no_progress)                                                                                         \
  XX(ERROR_STREAK, error_streak)                                                                                       \
  XX(UNKNOWN_TOOL, unknown_tool)                                                                                       \
  XX(POLL, poll)                                                                                                       \
  XX(CUSTOM, custom)                                                                                                   \
  XX(NO_NEWS, no_news)                                                                                                 \
  XX(TEXT_REPEAT, text_repeat)                                                                                         \
  XX(STOP_LOOP, stop_loop)                                                                                             \
  XX(NEAR_REPEAT, near_repeat)                                                                                         \
  XX(BUDGET, budget)                                                                                                   \
  XX(DELEGATION, delegation)

typedef enum lg_detector_type {
#define XX(TYPE, name) LG_##TYPE,
  LG_DETECTOR_MAP(XX)
#undef XX
      LG_DETECTOR_TYPES /* how many there are */
} lg_detector_type;

/* What a budget counts. */
typedef enum lg_unit {
  LG_UNIT_NONE = 0,
  LG_UNIT_CALLS,    /* calls that ran */
  LG_UNIT_TOKENS,   /* of lg_run_usage */
  LG_UNIT_COST,     /* of lg_run_usage */
  LG_UNIT_SECONDS,  /* since the first event of the period */
  LG_UNIT_REFUSALS, /* verdicts LG_HINT, LG_ASK and LG_ABORT on calls */
  LG_UNITS          /* how many there are */
} lg_unit;

/* How long a budget counts. */
typedef enum lg_period {
  LG_PERIOD_RUN = 0, /* until LG_RESET */
  LG_PERIOD_TURN,    /* until LG_BEGIN_TURN */
  LG_PERIOD_KEY      /* as long as the run lives: LG_RESET leaves it */
} lg_period;

/* One detector, as lg_guard_detector gives it. Fields whose comment does not name the type are not used. */
typedef struct lg_detector_spec {
  lg_detector_type type;
  uint32_t threshold; /* count: maxRepeats; limit: the default limit; ping_pong, cycle: repetitions; no_news: equal
                         results in a row; repeat, stall, no_progress, error_streak: observations; unknown_tool,
                         near_repeat: rounds */
  uint32_t min_cycle_len, max_cycle_len; /* cycle; ping_pong: both are its cycle length */
  uint32_t window_size;                  /* cycle, no_progress */
  uint32_t transient_threshold;          /* error_streak, no_news: for rate limits, timeouts and 5xx */
  uint32_t error_threshold;              /* no_progress: for calls that fail; 0: threshold */
  uint32_t any_threshold;                /* unknown_tool: rounds in a row, whatever the names; 0: none */
  uint32_t ack_threshold;                /* no_news: for bare acknowledgements */
  uint32_t depth;                        /* delegation: how many runs deep */
  double similarity;                     /* similar_query: ratio from which two queries are similar */
  double max_wait_ms;                    /* no_news: for how long a poll may return the same; 0: without limit */
  bool canonical;                        /* count: by canonical instead of verbatim identity */
  bool settled;       /* no_progress: those of a success count only if the last two have nothing new between them.
                         no_news: equal results count only without news between them. If there was news, one more
                         is needed, or a lap of `threshold` + 1 calls without news */
  bool strong_only;   /* cycle: only when the results repeat too */
  bool failures_only; /* repeat: only calls that fail, with any errors */
  bool alike;         /* error_streak: failures of one kind are one error */
  lg_text_loop_options text; /* text_repeat */
  bool at_once;              /* text_repeat: acts on loops that are not sure yet */
  double limits[LG_UNITS];   /* budget: by lg_unit; INFINITY: no limit */
  uint32_t period;           /* budget: lg_period */
  uint64_t tools;            /* budget: a hash of its tools, by which snapshots know it; 0: every tool */
  double warn_share, ask_share,
      abort_share;  /* budget: the shares of a limit at which its steps start; 0: no such step */
  lg_ladder ladder; /* all 0: the guard's. Not for budget, which counts no strikes */
} lg_detector_spec;

#define LG_NO_LIMIT UINT32_MAX

typedef struct lg_guard_options {
  uint8_t key[LG_KEY_SIZE]; /* from a random source, so that nobody can choose texts whose digests collide */
  size_t max_entries; /* the most entries of each of a run's tables, 1 to 2^30; the least recently used go first */
  lg_ladder ladder;
  bool shadow; /* only observe: verdicts are reported, but every call counts as run, and `after` reports every pattern
                  that a call completes, also one that `before` has reported */
} lg_guard_options;

/* Frees the guard; its runs must have been freed before. */
void lg_guard_free(lg_guard *guard);

/* ---- configuration: a guard from one JSON text ------------------------------------------------------------------ */

#define LG_CONFIG_MESSAGE_SIZE 512
/* The most UTF-16 units of a glob, and the most globs of a configuration. */
#define LG_GLOB_UNITS_MAX 256
#define LG_GLOBS_MAX 256

/* What is wrong with a configuration. */
typedef struct lg_config_error {
  /* An English sentence in UTF-8, ended by NUL, cut if it is too long: which member, what it must be, what it is.
   * `Option "detectors[0].times" must be an integer from 1 to 65,535, got 0 (number)`. Empty: no error of the text. */
  char message[LG_CONFIG_MESSAGE_SIZE];
} lg_config_error;

/* Makes a guard from the options of `new LoopGuard` in JavaScript (docs/api.md), as one JSON text; `{}` is the
 * recommended preset, and docs/c-library.md has an example.
 *
 * A detector has a `type`, and a `name` if that is not to be its type's; all other members are optional. maxRepeats
 * replaces preset and detectors, so it cannot be combined with them. `null` for a limit means none. The last of
 * duplicate keys counts. What is a function in JavaScript does not exist here: the host reports what a detector of type
 * "custom" finds with lg_run_detect, and writes the queries for similar_query into lg_call. A host that makes its own
 * profiles leaves out `tools`, `limits` and the `tools` of similar_query.
 *
 * `out_error` may be NULL; its message is set only with LG_EINVAL or LG_EJSON, when the text is wrong. Free the guard
 * with lg_guard_free. Parsing takes some memory from the C library, not from `allocator`, and returns it. LG_EJSON: the
 * text is not JSON. LG_EINVAL: an option is unknown, of a wrong type or out of range. LG_ENOMEM, LG_ETOOBIG. O(len),
 * plus for each name of a tool a comparison with each glob, and O(profiles) for each that has a profile of its own. */
LG_NODISCARD lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE],
                                          const char *text, size_t len, lg_guard **out_guard,
                                          lg_config_error *out_error);
/* Adds a policy, at any time, as if it was the last of `tools`: {"<name or glob>": policy}. One with the same name
 * stays. Numbers that lg_guard_tool gave before stay valid, and are those without this policy. All else as for
 * lg_guard_configure. LG_ETOOBIG: also more than 32,768 profiles. */
LG_NODISCARD lg_status lg_guard_configure_tool(lg_guard *guard, const char *text, size_t len,
                                               lg_config_error *out_error);

typedef struct lg_tool {
  uint32_t profile; /* how its calls are judged: a number for lg_call; 0: that of tools without a policy */
  uint32_t policy;  /* 1 + the place of its policy among `tools`; 0: it has none */
  bool similar;     /* similar_query compares its queries */
} lg_tool;
/* The profile of a tool under the `tools` of lg_guard_configure: that of its exact name, else of the first glob that
 * matches (`*` is any run of characters, `?` one UTF-16 unit), else the default. The `limits` of limit and the `tools`
 * of similar_query are looked up likewise, and are part of it. A tool that is `false` or retryable has an exempt one. A
 * new combination adds a profile: at most policies x limits x 2 in all. LG_ENOMEM, LG_ETOOBIG. O(name_len), plus a
 * comparison with each glob where no name is equal, and O(profiles). */
LG_NODISCARD lg_status lg_guard_tool(lg_guard *guard, const char *name, size_t name_len, lg_tool *out_tool);
/* Its `profile` only. */
LG_NODISCARD lg_status lg_guard_tool_profile(lg_guard *guard, const char *name, size_t name_len, uint32_t *out_profile);
/* The options of a guard; borrowed until the guard is freed. O(1). */
LG_NODISCARD lg_status lg_guard_settings(const lg_guard *guard, const lg_guard_options **out_options);
/* The detector with this index and its name (its type's, if the configuration has none for it); both are borrowed until
 * the guard is freed. LG_EINVAL: there is no such detector. O(index). */
LG_NODISCARD lg_status lg_guard_detector(const lg_guard *guard, uint32_t detector, const lg_detector_spec **out_spec,
                                         const char **out_name, size_t *out_name_len);
/* The ladder in force for detections of this detector (as in lg_report) on calls with this profile. LG_EINVAL: there is
 * no such detector or profile. O(1). */
LG_NODISCARD lg_status lg_guard_ladder(const lg_guard *guard, uint32_t detector, uint32_t profile,
                                       lg_ladder *out_ladder);

/* ---- run: the state of one agent run ---------------------------------------------------------------------------- */

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
  uint32_t profile; /* a number of lg_guard_tool; 0: the default */
  double now_ms; /* any clock, the same for all calls and outcomes of a run; read for polls and no_news. NaN: there is
                    none. If it was set back since a call's last time, its poll is not too soon */
} lg_call;

typedef enum lg_result_kind {
  LG_RESULT_NONE = 0,  /* no result to compare: different from every other */
  LG_RESULT_TEXT = 1,  /* a text */
  LG_RESULT_JSON = 2,  /* a value, as JSON.stringify writes it */
  LG_RESULT_PACKED = 3 /* the same value in packed form */
} lg_result_kind;

/* lg_outcome.now_ms of a poll's final answer (as is any time below it): the call is no longer a poll but judged as any
 * other, until it returns an answer that is not final. */
#define LG_FINAL_MS (-1.7976931348623157e308)

typedef struct lg_outcome {
  lg_result_kind result_kind;
  const char *result;
  size_t result_len;
  bool failed;
  bool transient;    /* a failure that passes by itself: rate limit, timeout, 5xx */
  bool refused;      /* another guard, nearer to the tool, refused the call: a failure, but never news */
  const char *error; /* failures are compared by this text: status and title, or the error's message */
  size_t error_len;
  double now_ms; /* when the call returned; read for polls and no_news. NaN, or before the request: nobody knows.
                    LG_FINAL_MS: the poll's answer will not change any more */
} lg_outcome;

#define LG_NO_TICKET UINT32_MAX

typedef struct lg_verdict {
  lg_action action;
  bool detected;   /* lg_run_report has the report of a detection */
  uint32_t ticket; /* the call's number for lg_run_after and lg_run_resolve; LG_NO_TICKET: no outcome is expected
                      (of an exempt call, an unknown ticket, lg_run_detect) */
  bool known;      /* `before`, `invalid`: the id was judged in this round already, and nothing has changed */
} lg_verdict;

/* Makes a run of `guard`, which must outlive it and fixes its detectors. Free it with lg_run_free. LG_ENOMEM. O(memory
 * of history and windows). */
LG_NODISCARD lg_status lg_run_new(lg_guard *guard, lg_run **out_run);
void lg_run_free(lg_run *run);
/* The run's guard, which is not the caller's to free. O(1). */
LG_NODISCARD lg_status lg_run_guard(const lg_run *run, lg_guard **out_guard);

/* Judges a requested call before it runs. LG_WARN with a report that is `held`: no warning is to be given yet;
 * lg_run_after says whether the result is news. An id that was judged in this round gets the same verdict again and
 * changes nothing. LG_EINVAL: no such profile, or malformed packed arguments. LG_ENOMEM, LG_ETOOBIG. O(text) +
 * O(detectors), and for a query up to 256 times lg_similarity. Allocates nothing once warm, but for the query that is
 * kept, and for texts above 1 MiB. */
LG_NODISCARD lg_status lg_run_before(lg_run *run, const lg_call *call, lg_verdict *out_verdict);
/* Takes the outcome of the call with `ticket` and judges the pattern that it completes. The verdict is of that pattern,
 * or of what lg_run_before had found, whichever is more severe or has the stronger evidence. LG_ALLOW with a detection:
 * no warning is to be given, because the result is news, or weak evidence goes on: it is warned of at its first strike,
 * then when they are three, and whenever they have doubled. Of a call whose verdict was LG_ASK it means that a human
 * agreed; unless it is a failure, the call is then no strike, as lg_run_resolve says. A ticket that is unknown, refused
 * or finished changes nothing and gives LG_ALLOW with LG_NO_TICKET. LG_EINVAL: a malformed packed result. LG_ENOMEM,
 * LG_ETOOBIG. O(result) + O(observations that each detector looks back on), at most 65,536. */
LG_NODISCARD lg_status lg_run_after(lg_run *run, uint32_t ticket, const lg_outcome *outcome, lg_verdict *out_verdict);
/* The ticket of the call with this id in the current round; if there is none, or it is finished, of the newest call
 * with this id that waits for its outcome. LG_NO_TICKET: there is no such call. `*out_judged`, which may be NULL: a
 * call with this id was judged in the round that a call made now would belong to, so lg_run_before would give the same
 * verdict again and change nothing. O(1): at most 256 calls are looked at. */
LG_NODISCARD lg_status lg_run_ticket(const lg_run *run, const char *id, size_t id_len, uint32_t *out_ticket,
                                     bool *out_judged);
/* Judges a call that never reaches a tool, because no tool has its name or its arguments do not parse. It counts as
 * requested and failed, with `outcome->error` as the error. One that lg_run_before let run, under the same id, is
 * judged anew as if it had not been asked, and its ticket is stale. Errors and cost as for lg_run_before and
 * lg_run_after. */
LG_NODISCARD lg_status lg_run_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome,
                                      lg_verdict *out_verdict);
/* What the host did with a call in spite of its verdict: LG_ALLOW and LG_WARN mean that it runs, all others that it
 * does not. A finished call stays as it is. `granted` (0 to LG_GRANTED_MAX) is not 0 where a human let it run: the call
 * is then no strike of its loop, whose next `granted` - 1 strikes are allowed, but for what a budget aborts and polls
 * that come too soon; the ladder begins anew after them. An unknown ticket changes nothing. LG_EINVAL: no such action
 * or grant. O(1): at most 256 calls are looked at. */
LG_NODISCARD lg_status lg_run_resolve(lg_run *run, uint32_t ticket, lg_action action, uint32_t granted);
#define LG_GRANTED_MAX 0x80000000u /* the loop is asked about no more */
/* Reports a detection of the host's. For LG_CUSTOM it is about the call that was just given to lg_run_after: it counts
 * strikes and continues like any other. For LG_TEXT_REPEAT it is about what the model wrote, for LG_DELEGATION about an
 * agent that is to work: each is a strike, and no call continues it. Two detections with the same `key` are the same
 * loop. LG_EINVAL: `detector` is none of these. LG_ENOMEM, LG_ETOOBIG. O(name + key). */
LG_NODISCARD lg_status lg_run_detect(lg_run *run, uint32_t detector, const char *name, size_t name_len, const char *key,
                                     size_t key_len, uint32_t repeats, lg_verdict *out_verdict);

/* What one model response has used. Amounts are finite and not negative. */
typedef struct lg_usage {
  double input_tokens, output_tokens;
  double cost;   /* in any currency, the same for all of a run */
  double now_ms; /* as in lg_call; NaN: not known */
} lg_usage;

/* Adds to what the budgets of the run have used and judges them: LG_ABORT when tokens, cost or time of one are used up,
 * LG_WARN when a share is passed for the first time, each with a report of no tool, else LG_ALLOW; always with
 * LG_NO_TICKET. LG_EINVAL: an amount is negative or not finite. Allocates nothing. O(budgets). */
LG_NODISCARD lg_status lg_run_usage(lg_run *run, const lg_usage *usage, lg_verdict *out_verdict);

/* What the host says of a run beside its calls. */
typedef enum lg_step {
  /* The calls that follow are of one model response. Until this is first used, a call after one that finished or was
   * refused starts a round by itself. */
  LG_BEGIN_ROUND = 0,
  /* The user sent a message. Streaks, windows, strikes, duplicates, queries, limits and budgets of LG_PERIOD_TURN start
   * anew; counts stay. It is news for no_news. */
  LG_BEGIN_TURN,
  /* The run is as a new one, but for budgets of LG_PERIOD_KEY. O(state). */
  LG_RESET,
  /* Something happened that the run does not see, such as a call that is not counted: for no_news it is news. */
  LG_UNTRACKED,
  /* The context was compacted: the model lost what it read. With no_news, the next repetition of each call that has
   * returned is judged as its first request (but for count, limit and unknown_tool), and if it gives the same result it
   * is no repetition for any detector; calls whose profile mutates are judged as ever. This holds only if anything was
   * news since the compaction before, so that one who compacts and reads the same again and again is found. */
  LG_COMPACTED,
  /* The host should have ended the turn after LG_ABORT, but cannot: notes that until the next turn, so that it can
   * refuse every further call. Judging is as before. */
  LG_END_TURN
} lg_step;

/* Takes the step. LG_EINVAL: there is no such step. O(1), but for LG_RESET. */
LG_NODISCARD lg_status lg_run_step(lg_run *run, lg_step step);
/* Whether only LG_BEGIN_ROUND starts rounds, as it does from its first use on, and whether LG_END_TURN came in this
 * turn. Either may be NULL. O(1). */
LG_NODISCARD lg_status lg_run_rounds(const lg_run *run, bool *out_explicit, bool *out_turn_ended);
/* Sets the first of these, for a run that replayed a recorded history with rounds and continues with a host that does
 * not mark them, or the other way round. O(1). */
LG_NODISCARD lg_status lg_run_set_explicit_rounds(lg_run *run, bool explicit_rounds);
/* The agent wants to end its turn. `again`: it did before in this turn, and was sent back, by a stop hook for example.
 * `words`: its last message, compared as results of the default profile are; NULL: unknown. Detects (LG_STOP_LOOP) an
 * agent that is sent back again and again without news in between: three times with the same words, or six times. Each
 * further time is a strike, by the guard's ladder. LG_WARN: tell the user. LG_HINT and above: end the turn, whatever
 * sends the agent back. LG_ALLOW with LG_NO_TICKET: it may end, or be sent back; always so without no_news, which knows
 * what is news. There is no record of it. LG_EINVAL, LG_ENOMEM, LG_ETOOBIG. O(len). */
LG_NODISCARD lg_status lg_run_stopped(lg_run *run, bool again, const char *words, size_t len, lg_verdict *out_verdict);

/* What the call that was completed last returned, for a host that compares runs with each other. */
typedef struct lg_newest {
  lg_digest pair;  /* of the call and what it returned: the same in every run under one key */
  bool comparable; /* false: what it returned is unknown, and `pair` says nothing */
  bool mutated;    /* a tool that changes things succeeded */
  bool thought;    /* a tool for thinking aloud: what it returns is never news. Known only in a guard with no_news */
} lg_newest;

/* Of the last lg_run_after, or lg_run_apply of such a record, in this process; all zero before the first. O(1). */
LG_NODISCARD lg_status lg_run_newest(const lg_run *run, lg_newest *out_newest);

#define LG_PATTERN_MAX 64

/* The detection of the last lg_run_before, _after, _invalid, _detect, _usage or _apply whose verdict says `detected`.
 */
typedef struct lg_report {
  uint32_t detector; /* index, as for lg_guard_detector; the number of detectors is the poll rule */
  const char *name;  /* the detector's, as lg_guard_detector gives it; NULL: of a rule, which has none */
  size_t name_len;
  lg_detector_type type;
  uint32_t repeats;
  uint32_t threshold;
  uint32_t cycle_length;
  uint32_t strikes;
  uint32_t span;         /* rounds since the first call that `repeats` counts, both included; 0: not known */
  uint32_t differing;    /* near_repeat: the most arguments in which two of the calls differ; error_streak with `alike`:
                            failures with another text than the newest */
  bool strong;           /* evidence: same call and same result */
  bool transient;        /* the newest result is a failure that passes by itself: a rate limit, a timeout */
  bool again;            /* a sibling of the round was a strike of this loop already: this call adds none */
  bool mild;             /* at most a warning, whatever the ladder says: lg_run_resolve should not refuse the call */
  bool failed;           /* the newest result is a failure; of LG_REPEAT: all are */
  bool held;             /* LG_WARN of lg_run_before: it waits for the result; of lg_run_after: it has waited; of
                            lg_run_invalid: the failure has shown it, and the call is through */
  lg_digest fingerprint; /* identity of the loop's newest call, verbatim where no detector needs canonical
                           ones; for a detection of lg_run_detect, the digest of its key */
  uint32_t pattern_count; /* steps of the pattern, oldest first: one for a loop of one call, at most LG_PATTERN_MAX */
  struct {
    const char *name; /* of its tool: its first 256 bytes, cut between characters */
    size_t name_len;  /* 0: no tool, or the run has seen more than 176 names since */
    lg_digest signature;
  } pattern[LG_PATTERN_MAX];
  double wait_ms;   /* polls: how long to wait before the next; 0: does not apply */
  double waited_ms; /* polls, no_news: for how long the result has been the same; 0: does not apply */
  lg_unit unit;     /* budget: what is limited; LG_UNIT_NONE: does not apply, nor do the next three */
  lg_period period;
  double used, limit; /* in this unit. `repeats` and `threshold` are these numbers, rounded up */
} lg_report;

/* The last report. It and its names belong to the run, and are valid until the end of the next call that is given the
 * run. It stays the last one until the next detection, LG_RESET or lg_run_restore. LG_EINVAL: there is no report.
 * O(pattern). */
LG_NODISCARD lg_status lg_run_report(lg_run *run, const lg_report **out_report);
/* The last report as one JSON text, for people and logs:
 *
 *   {"detector": "no_news", "type": "no_news", "toolName": "read", "repeats": 3, "threshold": 2, "cycleLength": 1,
 *    "pattern": ["read"], "evidence": "strong", "strikes": 1, "again": false, "transient": false,
 *    "fingerprint": "32 hex digits", "waitMs": 0, "waitedMs": 0}
 *
 * `detector` is the detector's name in the configuration. A step of a cycle's pattern ends in # and eight hex digits,
 * which tell calls of one tool apart. What is not UTF-8 in a name, and U+0000, is written as U+FFFD; a number beyond
 * the largest double as that. A budget's report has `of`, `per`, `used` and `limit` too. A NUL stands behind the
 * `*out_len` bytes. LG_EINVAL: there is no report. LG_ENOMEM. O(pattern). */
LG_NODISCARD lg_status lg_run_report_json(lg_run *run, const char **out_text, size_t *out_len);

/* ---- explanations: why each detector fired or did not ----------------------------------------------------------- */

/* The most detectors that a guard can have. */
#define LG_DETECTORS_MAX 64u

/* Why a detector reached its count for a call, or what stopped its count. `at` is lg_explained.at. */
typedef enum lg_why {
  LG_WHY_UNASKED = 0,  /* it has not examined this call */
  LG_WHY_COUNTED,      /* it counted `count` matching calls, this one included */
  LG_WHY_FIRST,        /* no matching call came before */
  LG_WHY_GOES_ON,      /* the call continues a loop that was found earlier */
  LG_WHY_NOT_ARMED,    /* it examines completed calls, and the call continues no loop that was found earlier */
  LG_WHY_POLL,         /* the call is a poll, and polls are judged by elapsed time */
  LG_WHY_NO_RESULT,    /* there is no result to compare */
  LG_WHY_ROUND,        /* all calls of one round count as one */
  LG_WHY_NOT_FAILED,   /* it counts failures, and the call succeeded */
  LG_WHY_OTHER_RESULT, /* the call at `at` has a different result */
  LG_WHY_OTHER_CALL,   /* the call at `at` does not match: another call, another tool, or no failure */
  LG_WHY_CHANGE,       /* the call at `at` may have changed the result: its tool mutates */
  LG_WHY_NEW_CALL,     /* the call at `at` was new, or its result: it may be the progress, or the repair */
  LG_WHY_TOO_FAR,      /* earlier matching calls are outside its window */
  LG_WHY_NO_PATTERN,   /* the last calls do not repeat a block */
  LG_WHY_ONE_TOOL,     /* the last calls use one tool only, so tools do not alternate */
  LG_WHY_NEWS,         /* there was news since the call last ran */
  LG_WHY_NEWS_BETWEEN, /* enough results were equal, but there was news between them */
  LG_WHY_TRANSIENT,    /* the threshold is higher: these failures are transient */
  LG_WHY_ACK,          /* ... these results are bare acknowledgements ("ok") */
  LG_WHY_CHANGED,      /* ... the call has given different results before */
  LG_WHY_WAITS,        /* judged by elapsed time: the call itself waits (sleep) */
  LG_WHY_BEHIND_WAIT,  /* ... a call that waits came right before it */
  LG_WHY_IDLE,         /* ... the agent paused for `since_ms` before it */
  LG_WHY_NOT_YET,      /* ... its last answer says "not yet" */
  LG_WHY_NO_LIMIT,     /* the tool has no limit */
  LG_WHY_NO_QUERY,     /* the call has no query to compare */
  LG_WHY_REACHED_TOOL, /* the call was valid */
  LG_WHY_COMPACTED,    /* the context was compacted since the call last returned */
  LG_WHY_BY_HOST,      /* the host runs this detector, see lg_run_detect */
  LG_WHY_IDENTICAL     /* near_repeat: all calls that it counted are equal, which is for other detectors to judge */
} lg_why;

/* In place of an observation: there is none. */
#define LG_NOWHERE UINT32_MAX

/* What one detector found about one call. An observation is given by its distance from the newest one: 0 is the newest
 * itself, 1 the one before. For a call that has not run yet, the newest is the last completed call before it. */
typedef struct lg_explained {
  lg_why why;
  bool fires;            /* it found a loop. The first detector that fires, in their order, decides the verdict */
  bool strong;           /* the evidence, as in lg_report */
  bool sibling;          /* no_news: an equal call of this round was allowed, so this one is allowed too */
  uint32_t count;        /* what it counted, this call included; no_news: equal results before this call */
  uint32_t threshold;    /* the count at which it fires */
  uint32_t cycle_length; /* calls in the repeated block; 1 for all other patterns */
  uint32_t steps;        /* cycle: calls of the block that were repeated after its last full repetition */
  uint32_t like;         /* the newest earlier observation that matches the call; similar_query: the ticket of the
                            matching call. LG_NOWHERE: there is none, or the detector does not track it */
  uint32_t at;           /* the observation that `why` refers to, or LG_NOWHERE */
  double since_ms;       /* LG_WHY_IDLE: for how long the agent paused */
  double waited_ms;      /* judged by elapsed time: for how long the results have been equal */
} lg_explained;

/* What the run recorded of the call. */
typedef enum lg_seen {
  LG_SEEN_NOT = 0,         /* nothing: its profile is exempt, its id was judged in this round already, or no call yet */
  LG_SEEN_ASKED,           /* the request; it has not completed */
  LG_SEEN_COMPLETED,       /* it completed, and is the newest observation */
  LG_SEEN_SIBLING,         /* it completed, and shares the observation of an equal call of its round */
  LG_SEEN_SIBLING_DIFFERS, /* the same, but the two results differ */
  LG_SEEN_POLL             /* it completed, and is judged by elapsed time: not an observation */
} lg_seen;

/* Why a completed call was news for no_news. */
typedef enum lg_news_why {
  LG_NEWS_WHY_NOT = 0,   /* it was not news, or no detector tracks news */
  LG_NEWS_WHY_RESULT,    /* its result was new */
  LG_NEWS_WHY_CHANGE,    /* its tool mutates, and it succeeded */
  LG_NEWS_WHY_NO_RESULT, /* its result cannot be compared */
  LG_NEWS_WHY_FORGOTTEN, /* its earlier results were dropped to bound the memory */
  LG_NEWS_WHY_TURN       /* it was requested before the user's last message */
} lg_news_why;

/* Why each detector fired or did not, for one call. */
typedef struct lg_explanation {
  lg_seen seen;
  lg_news_why news;
  uint32_t ticket;    /* of the call; LG_NO_TICKET for LG_SEEN_NOT */
  bool poll;          /* its profile makes it a poll, and its last answer was not final */
  bool waits;         /* it completed, and it waits (sleep): no_news judges the next call by elapsed time */
  lg_digest identity; /* canonical; verbatim if the guard only counts verbatim calls */
  lg_digest verbatim; /* equal to `identity` unless some detector uses the verbatim identity */
  uint32_t sibling;   /* LG_SEEN_SIBLING: the observation that it shares, else LG_NOWHERE */
  uint32_t count;     /* number of detectors of the guard */
  lg_explained detectors[LG_DETECTORS_MAX]; /* by their indexes */
} lg_explanation;

/* Switches explanations on for the rest of the run; without them they cost nothing. From now on lg_run_before,
 * lg_run_invalid and lg_run_after ask every detector, also those behind the first one that fires; verdicts stay the
 * same. The switch survives LG_RESET and restored snapshots, and is part of no snapshot. Allocates once; the run
 * owns the memory. LG_ENOMEM. O(1). */
LG_NODISCARD lg_status lg_run_explain(lg_run *run);
/* The explanation of the last call that the run was given. Detectors that judge requests are explained after
 * lg_run_before, all others after lg_run_after; until then they say LG_WHY_GOES_ON or LG_WHY_NOT_ARMED. `*out` is valid
 * until the next call of a function on the run. LG_EINVAL: explanations are off. O(1). */
LG_NODISCARD lg_status lg_run_explanation(const lg_run *run, const lg_explanation **out_explanation);

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* The state of a run as bytes, little-endian on every machine and the same from every build. It holds digests, names
 * and counts, never arguments or results; only with similar_query it also holds queries. LG_ENOMEM. LG_ETOOBIG: more
 * than 1 GiB. O(state). */
LG_NODISCARD lg_status lg_run_snapshot(lg_run *run, const uint8_t **out_bytes, size_t *out_len);
/* What lg_run_restore read, and how much it had to drop because the guard has other detectors or profiles. */
typedef struct lg_restore_report {
  uint32_t version;      /* of the snapshot's format */
  bool same_options;     /* the guard has the same detectors in the same order: no loop or detection was dropped */
  uint32_t loops;        /* loops with strikes, of detectors that the guard does not have */
  uint32_t armed;        /* armed loops of such detectors: the next call can no longer continue them */
  uint32_t detections;   /* detections of such detectors for calls without an outcome */
  uint32_t observations; /* completed calls, the oldest ones, that no detector looks back on */
  uint32_t counts;       /* entries of tables beyond max_entries, the least recently used ones */
  uint32_t profiles;     /* calls without an outcome whose profile the guard does not have: they get the default */
} lg_restore_report;

/* Puts a run into the state of a snapshot from a guard with the same key. It has no report then. `out_report` may be
 * NULL. Detectors are the same when their types and parameters are, whatever their places and ladders. Custom detectors
 * look all alike, so theirs are kept only when the guard has the same detectors in the same order. What a budget has
 * used stays when its limits or shares were changed, if it is the only one of its period, tools and limited units that
 * was. LG_ESNAPSHOT: damaged, of another version, or under another key. LG_ENOMEM. O(len) + the cost of lg_run_new, and
 * O(profiles) for each call without an outcome, of which there are 256 at most. */
LG_NODISCARD lg_status lg_run_restore(lg_run *run, const uint8_t *bytes, size_t len, lg_restore_report *out_report);
/* The key in a snapshot of a run or a detector, to make a guard for it. LG_ESNAPSHOT: damaged, or NULL. Any thread.
 * O(len). */
LG_NODISCARD lg_status lg_snapshot_key(const uint8_t *bytes, size_t len, uint8_t out_key[LG_KEY_SIZE]);
/* The state of a detector as bytes, valid until its next snapshot. LG_ENOMEM. O(window_size). */
LG_NODISCARD lg_status lg_detector_snapshot(lg_detector *detector, const uint8_t **out_bytes, size_t *out_len);
/* Makes a detector with the options and signatures of a snapshot. Free it with lg_detector_free. LG_ESNAPSHOT: damaged,
 * or NULL. LG_ENOMEM. O(len). */
LG_NODISCARD lg_status lg_detector_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                                           lg_detector **out_detector);

/* ---- records: events of a run as bytes -------------------------------------------------------------------------- */

/* One event of a run as bytes, so that several processes can keep the same run; like a snapshot, without arguments and
 * results. It can be applied to any run of a guard with the same key: the same records in the same order give the same
 * state and the same verdicts, in every process and from every build.
 *
 * Records name calls by their ids, since tickets differ from process to process: give every call an id that is unique
 * in its run. They name profiles by their contents; a guard without such a profile uses its default.
 *
 * Making a record does not change the run. */
typedef enum lg_event_kind {
  LG_EVENT_BEFORE = 0, /* lg_run_before: call */
  LG_EVENT_AFTER,      /* lg_run_after of the newest call with this id that waits for its outcome: id and profile of
                          call; outcome */
  LG_EVENT_INVALID,    /* lg_run_invalid: call, outcome */
  LG_EVENT_RESOLVE,    /* lg_run_resolve of the newest call with this id: id of call; action, granted */
  LG_EVENT_DETECT,     /* lg_run_detect: name and profile of the call that it is about; detector, key, repeats */
  LG_EVENT_STEP,       /* lg_run_step: step */
  LG_EVENT_STOPPED,    /* lg_run_stopped, of which there is no record */
  LG_EVENT_USAGE       /* lg_run_usage: usage */
} lg_event_kind;

/* An event, as the function of its kind takes it. */
typedef struct lg_event {
  lg_event_kind kind;
  lg_call call;
  lg_outcome outcome;
  lg_usage usage;
  lg_action action;
  uint32_t granted, detector, repeats;
  const char *key;
  size_t key_len;
  lg_step step;
} lg_event;

/* Errors and cost are those of reading the texts: LG_EINVAL, also for an exempt profile of a call that is asked for or
 * invalid, LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg_run_record(lg_run *run, const lg_event *event, const uint8_t **out_bytes, size_t *out_len);

/* Applies a record: the effect and the verdict are those of the direct call. LG_ALLOW with LG_NO_TICKET for steps and
 * resolve, and for a record whose call the run does not know, which changes nothing. LG_ERECORD: cut, damaged, of
 * another version or under another key. LG_ENOMEM. The cost is that of the direct call without its texts. */
LG_NODISCARD lg_status lg_run_apply(lg_run *run, const uint8_t *record, size_t len, lg_verdict *out_verdict);
/* The tool's name, or its first 65,535 bytes, in a record of LG_EVENT_BEFORE or _INVALID, so that the tool's profile
 * can be added before the record is applied; empty for other records. Borrowed from `record`. LG_ERECORD as above.
 * O(len). */
LG_NODISCARD lg_status lg_run_record_name(const lg_run *run, const uint8_t *record, size_t len, const char **out_name,
                                          size_t *out_len);

#ifdef __cplusplus
}
#endif

#endif
