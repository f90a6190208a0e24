/*
 * One call of lg_door_call in progress. An operation reads its message from the front and sets its answer: a number, or
 * bytes. It never writes to the block, since the message is there: door.c copies the answer to it afterwards.
 */
#ifndef LG_DOOR_REQUEST_H
#define LG_DOOR_REQUEST_H

#include "door.h"
#include "memory/snapshot_bytes.h"

/* Handles: the numbers by which a client names its guards, runs and detectors. A handle is the index of a slot and the
 * slot's generation, which changes whenever the slot is freed, so that a stale handle is recognised. Free slots are
 * reused first freed, first taken, and at least 256 of them wait: so a freed handle's number comes back only after some
 * 250,000 further frees, however many handles are in use (up to four million). */
typedef enum lg_door_kind {
  LG_DOOR_NOTHING = 0, /* a free slot */
  LG_DOOR_A_GUARD,
  LG_DOOR_A_RUN,
  LG_DOOR_A_DETECTOR,
  LG_DOOR_A_TEXT,
  LG_DOOR_A_FREED_GUARD /* the client freed it, but not all of its runs yet */
} lg_door_kind;

typedef union lg_door_object {
  lg_guard *guard;
  lg_run *run;
  lg_detector *detector;
  lg_text_loop *text;
} lg_door_object;

typedef struct lg_door_slot {
  lg_door_object of;
  uint32_t link; /* a run: index of its guard's slot; a guard: number of its runs; a free slot: the next free one */
  uint16_t generation; /* 1 and more */
  uint8_t kind;        /* lg_door_kind */
} lg_door_slot;

struct lg_door {
  lg_allocator allocator;
  lg_workspace *workspace; /* for operations without a handle */
  lg_door_slot *slots;
  uint32_t capacity, free_count;  /* of slots */
  uint32_t first_free, last_free; /* ends of the queue of free slots; undefined when free_count is 0 */
  uint8_t *block;
  size_t block_size;
  const uint8_t *kept; /* the answer of LG_DOOR_FETCH; NULL: none */
  size_t kept_len;
  lg_buf scratch; /* for answers that no handle holds */
};

typedef struct lg_door_request {
  lg_door *door;
  lg_door_slot *slot; /* of the operation's handle; NULL: it takes none */
  const uint8_t *at;  /* the rest of the message */
  size_t left;
  lg_door_object made; /* by an operation that makes a handle, which is the answer */
  double number;       /* the answer, unless there are bytes */
  /* Bytes or text, NULL: none. With a status other than LG_OK: the reason, for LG_DOOR_FETCH, which must not be in the
   * block. They must hold until the next operation. */
  union {
    const uint8_t *bytes;
    const char *text;
  };
  size_t len; /* of the bytes */
} lg_door_request;

/* One operation of door.h. LG_EINVAL for a malformed message; else what the core returns. */
typedef lg_status lg_door_work(lg_door_request *request);
lg_door_work LG_DOOR_WORKS;

/* ---- the message ---- */

/* The next `len` bytes; NULL when there are fewer. */
static inline const uint8_t *lg__door_take(lg_door_request *request, size_t len) {
  if (len > request->left) return NULL;
  const uint8_t *bytes = request->at;
  request->at += len;
  request->left -= len;
  return bytes;
}

/* The next u32. False: the message ends before. */
static inline bool lg__door_take_u32(lg_door_request *request, uint32_t *out) {
  const uint8_t *bytes = lg__door_take(request, 4);
  if (bytes == NULL) return false;
  *out = lg__load_u32(bytes);
  return true;
}

/* The key and `count` u32 that are a whole message; NULL: it is another. */
static inline const uint8_t *lg__door_take_options(lg_door_request *request, uint32_t *out, size_t count) {
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE);
  if (key == NULL || request->left != 4 * count) return NULL;
  for (size_t i = 0; i < count; i++) (void)lg__door_take_u32(request, &out[i]);
  return key;
}

/* The next u32. False: it is missing or above `max`. */
static inline bool lg__door_take_choice(lg_door_request *request, uint32_t max, uint32_t *out) {
  return lg__door_take_u32(request, out) && *out <= max;
}

/* ---- the answer ---- */

/* Makes sure of room for an answer of `len` bytes. LG_ENOMEM. */
LG_NODISCARD lg_status lg__door_reserve(lg_door_request *request, size_t len);
/* `len` bytes that are the answer, to be filled. NULL: out of memory. */
uint8_t *lg__door_answer(lg_door_request *request, size_t len);
/* Answers with a copy of the bytes. LG_ENOMEM. */
LG_NODISCARD lg_status lg__door_say_copy(lg_door_request *request, const void *bytes, size_t len);

/* Fields of an answer, as answers.json lists them: a kind, the bit of a flag, and where they stand in their struct. */
typedef struct lg_door_field {
  enum { LG_PUT_F64, LG_PUT_U64, LG_PUT_U32, LG_PUT_BOOL, LG_PUT_FLAGS, LG_PUT_DIGEST } kind;
  unsigned bit;
  size_t offset;
} lg_door_field;

#define LG_DOOR_COUNT(list) (sizeof(list) / sizeof *(list))
/* Writes the fields of the struct, one after the other, and gives where they end. */
uint8_t *lg__door_put_fields(uint8_t *at, const lg_door_field *fields, size_t count, const void *of);
/* The same as the whole answer, of `size` bytes. LG_ENOMEM. */
LG_NODISCARD lg_status lg__door_say_fields(lg_door_request *request, const lg_door_field *fields, size_t count,
                                           size_t size, const void *of);

#endif
