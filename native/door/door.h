/*
 * The one entry to the core for a client that shares memory with it: JavaScript, over Node-API or in WebAssembly.
 *
 * Client and core share one block of memory. The client writes a message at the start of the block and calls
 * lg_door_call with an operation, a handle and the message's length. What it returns:
 *
 *  - 0 or more: the answer. An operation that answers in bytes returns their length, and has written them to the start
 *    of the block. If they do not fit there, the block is unchanged: share a larger one and call LG_DOOR_FETCH next,
 *    which gives the same bytes again. Any other operation discards them.
 *  - below 0: minus an lg_status. Nothing changed, the block neither.
 *
 * Messages are little-endian, need no alignment and are not trusted: nothing is read beyond their length, and malformed
 * ones get LG_EINVAL or a status of the core. Messages and answers below have no gaps; `...` is the rest of the
 * message, of any length. scripts/build-door-layout.mjs makes lib/core/layout.gen.ts from this file.
 */
#ifndef LG_DOOR_H
#define LG_DOOR_H

#include "answers.gen.h"
#include "loopguard.h"

/* What a call does: message -> answer. "(guard)" and the like name the handle that it takes; others take handle 0. */
typedef enum lg_door_operation {
  /* Answers the bytes of the operation before: those that did not fit into the block, or the reason for its negative
     number. LG_EINVAL: there are none. */
  LG_DOOR_FETCH = 0,
  /* Frees the guard, run, detector or text detector of the handle; the handle is stale from then on. A guard's memory
     is kept until its runs are freed too. -> 0 */
  LG_DOOR_FREE = 1,
  /* u32 status -> bytes: lg_status_name, a line feed, lg_status_message */
  LG_DOOR_STATUS = 2,

  /* u8[16] key, u32 lg_identity_mode, u32 lg_args_kind, u32 length of the name, name, arguments...
     -> 16 bytes: digest */
  LG_DOOR_IDENTIFY = 3,
  /* u32 lg_identity_mode, u32 lg_args_kind (packed or raw), arguments... -> bytes: JSON text */
  LG_DOOR_CANONICALIZE = 4,
  /* u32 lg_volatile bits, text... -> bytes: text, as lg_normalize_volatile */
  LG_DOOR_NORMALIZE = 5,
  /* u32 length of the first text, first text, second text... -> the ratio */
  LG_DOOR_SIMILARITY = 6,
  /* snapshot... -> 16 bytes: the key in it */
  LG_DOOR_SNAPSHOT_KEY = 7,

  /* u8[16] key, configuration (JSON text)... -> handle of a guard. When the configuration is wrong, LG_DOOR_FETCH
     answers why: one English sentence. */
  LG_DOOR_GUARD = 8,
  /* (guard) u32 0, the name of a tool... -> policy * 2^17 + similar * 2^16 + profile: lg_tool
     (guard) u32 1, policy (JSON text)... -> 0: as lg_guard_configure_tool. When the policy is wrong: as above. */
  LG_DOOR_TOOL = 9,
  /* (guard) nothing -> handle of a run */
  LG_DOOR_RUN = 10,

  /* (run) event -> packed verdict: ticket * 16 + detected * 8 + lg_action, with LG_DOOR_NO_TICKET when no outcome is
     expected; 0 for resolve and step */
  LG_DOOR_JUDGE = 11,
  /* (run) event -> bytes: a record of it; the run stays as it is */
  LG_DOOR_RECORD = 12,
  /* (run) record... -> applied verdict: through * 32 + known * 16 + detected * 8 + lg_action. Through: no outcome is
     expected. Known: as in lg_verdict. */
  LG_DOOR_APPLY = 13,
  /* (run) record... -> bytes: the tool's name in a record of before or invalid, else no bytes */
  LG_DOOR_RECORD_NAME = 14,
  /* (run) id... -> ticket * 2 + judged: the ticket of the call with this id, or LG_DOOR_NO_TICKET; judged: in this
     round */
  LG_DOOR_TICKET = 15,
  /* (run) nothing -> bytes: lg_door_report_at. LG_EINVAL when there is none. */
  LG_DOOR_REPORT = 16,
  /* (run) nothing -> bytes */
  LG_DOOR_SNAPSHOT = 17,
  /* (run) snapshot... -> bytes: lg_door_restored_at */
  LG_DOOR_RESTORE = 18,
  /* (run) nothing -> turn ended * 2 + rounds are explicit; u32 (0, 1) -> 0: sets whether rounds are explicit */
  LG_DOOR_ROUNDS = 19,

  /* u8[16] key, u32 window size, u32 shortest cycle, u32 longest cycle, u32 repeats -> handle of a detector */
  LG_DOOR_DETECTOR = 20,
  /* snapshot of a detector... -> handle of a detector */
  LG_DOOR_DETECTOR_RESTORE = 21,
  /* (detector) signature... -> 0: no cycle; else cycle length * 2^20 + repeats, both at most 65,536 */
  LG_DOOR_PUSH = 22,
  /* (detector) u32 how many places before the newest -> 16 bytes: digest */
  LG_DOOR_AT = 23,
  /* (detector) nothing -> 0: every signature is forgotten */
  LG_DOOR_FORGET = 24,
  /* (detector) nothing -> bytes */
  LG_DOOR_DETECTOR_SNAPSHOT = 25,

  /* (run) nothing -> 0: the run keeps explanations from now on */
  LG_DOOR_EXPLAIN = 26,
  /* (run) nothing -> bytes: lg_door_explanation_at. LG_EINVAL when it keeps none. */
  LG_DOOR_EXPLANATION = 27,

  /* u8[16] key, u32 repeats, u32 shortest length, u32 longest period, u32 messages (0: the default) -> handle of a text
     detector */
  LG_DOOR_TEXT = 28,
  /* snapshot of a text detector... -> handle of a text detector */
  LG_DOOR_TEXT_RESTORE = 29,
  /* (text) text... -> bytes: none, or lg_door_match_at */
  LG_DOOR_TEXT_PUSH = 30,
  /* (text) nothing -> the same */
  LG_DOOR_TEXT_END_MESSAGE = 31,
  /* (text) nothing -> 0: all text is forgotten */
  LG_DOOR_TEXT_FORGET = 32,
  /* (text) nothing -> bytes */
  LG_DOOR_TEXT_SNAPSHOT = 33,

  /* (run) nothing -> bytes: lg_door_newest_at */
  LG_DOOR_NEWEST = 34
} lg_door_operation;

/* LG_NO_TICKET in answers and events, so that a packed verdict stays below 2^32. (Events may have LG_NO_TICKET too.) */
#define LG_DOOR_NO_TICKET 0x0fffffffu

/* An event of a run, for LG_DOOR_JUDGE and LG_DOOR_RECORD: a head of fixed size, then the bytes of name, body, id and
 * tail, whose lengths add up to the rest of the message. All four texts may be there for any tag, an lg_event_kind.
 * What it does not need is skipped, in the head too. The length of an id or tail whose flag is not set must be 0.
 *
 *   before    name, body: arguments, id, tail: query, profile, now
 *   after     body: result, tail: error, failed, transient, now; judged: number is the ticket; recorded: id, profile
 *   invalid   name, body: arguments, id, tail: error, profile, now. A failure, whatever the flags say.
 *   resolve   amount: lg_action, profile: what is granted; judged: number is the ticket; recorded: id
 *   detect    number: the detector, name: the tool, body: key, amount: repeats; recorded: profile
 *   step      number: lg_step
 *   stopped   tail: words, number: 1 for again. Only judged.
 *   usage     body: f64 input tokens, f64 output tokens, f64 cost; now
 */

/* Offsets of the head's fields: u32 each, but for the time. */
typedef enum lg_door_event_at {
  LG_EVENT_AT_TAG = 0,
  LG_EVENT_AT_FLAGS = 4,
  LG_EVENT_AT_NOW_MS = 8, /* f64 */
  LG_EVENT_AT_PROFILE = 16,
  LG_EVENT_AT_NUMBER = 20,
  LG_EVENT_AT_AMOUNT = 24,
  LG_EVENT_AT_NAME_LEN = 28,
  LG_EVENT_AT_BODY_LEN = 32,
  LG_EVENT_AT_ID_LEN = 36,
  LG_EVENT_AT_TAIL_LEN = 40,
  LG_EVENT_AT_ZERO = 44, /* always 0 */
  LG_EVENT_AT_BYTES = 48 /* where the bytes begin */
} lg_door_event_at;

/* Bits of an event's flags; all others are 0. */
typedef enum lg_door_event_flag {
  LG_EVENT_FLAG_ARGS_KIND = 1,   /* lg_args_kind, times this: bits 0 and 1 */
  LG_EVENT_FLAG_RESULT_KIND = 4, /* lg_result_kind, times this: bits 2 and 3 */
  LG_EVENT_FLAG_ID = 16,         /* there is an id, which may be empty */
  LG_EVENT_FLAG_TAIL = 32,       /* there is a query or an error, which may be empty */
  LG_EVENT_FLAG_FAILED = 64,
  LG_EVENT_FLAG_TRANSIENT = 128,
  LG_EVENT_FLAG_REFUSED = 256
} lg_door_event_flag;

/* Offsets in one step of a report, from the step's start. */
typedef enum lg_door_step_at {
  LG_STEP_AT_SIGNATURE = 0, /* u8[16] */
  LG_STEP_AT_NAME_LEN = 16,
  LG_STEP_AT_NAME = 20 /* the name's bytes; the next step begins after them */
} lg_door_step_at;

/* One instance of the core: a workspace, and the guards, runs and detectors behind its handles. To be used on one
 * thread at a time; distinct doors may be used on distinct threads. A handle is a number above 0 that holds a
 * generation: a freed one, or one of another kind than the operation takes, gives LG_EINVAL. */
typedef struct lg_door lg_door;

/* Makes a door without a block. `allocator` is copied; NULL is the C library's. Free it with lg_door_free. LG_EINVAL:
 * `out_door` is NULL, or a function of the allocator is. LG_ENOMEM. O(1). */
LG_NODISCARD lg_status lg_door_new(const lg_allocator *allocator, lg_door **out_door);
/* Frees the door and all guards, runs and detectors behind its handles, but not the block. NULL: does nothing. */
void lg_door_free(lg_door *door);
/* Sets the block for the calls that follow. The caller keeps owning it; it is read and written only during such a call.
 * NULL: no block, so that only operations without a message work. NULL for `door`: does nothing. O(1). */
void lg_door_share(lg_door *door, void *block, size_t size);
/* Runs one operation; the top of this file says what it returns. -LG_EINVAL for an unknown operation, a NULL door, a
 * `length` beyond the block, or a message that does not fit the operation's comment. The door itself allocates only for
 * new handles, and for answers that are longer than all before them. */
double lg_door_call(lg_door *door, uint32_t operation, uint32_t handle, uint32_t length);

#endif
