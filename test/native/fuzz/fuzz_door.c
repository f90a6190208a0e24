/*
 * Bytes as a hostile client of the door: any operation with any handle, live, stale or invented, and any message. Each
 * block has exactly the shared size, so that the sanitizer sees accesses beyond it. A refused call must leave its block
 * unchanged. Guards, runs and detectors are freed in any order.
 */
#include <stdlib.h>
#include <string.h>

#include "door.h"

enum { HANDLES = 24, LONGEST = 512 };

typedef struct input {
  const uint8_t *at;
  size_t left;
} input;

typedef struct state {
  lg_door *door;
  uint32_t handles[HANDLES]; /* what was given, whether it still stands for something or not */
  uint32_t count;
  uint8_t kept[LONGEST]; /* the newest answer in bytes: a record, a snapshot, or anything else */
  size_t kept_len;
} state;

static uint8_t next(input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

static uint32_t next_u32(input *in) {
  uint32_t number = 0;
  for (int i = 0; i < 4; i++) number = number << 8 | next(in);
  return number;
}

static void put_u32(uint8_t *at, uint32_t number) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(number >> (8 * i));
}

static size_t put_bytes(uint8_t *out, input *in, size_t len) {
  for (size_t i = 0; i < len; i++) out[i] = next(in);
  return len;
}

/* An event that is one but for what its bytes say; now and then a length that does not fit. */
static size_t put_event(uint8_t *out, input *in) {
  static const char packed[] = "\x07\x0e\0\0\0\1\0\0\0a\3\0\0\0\0\0\0\xf0\x3f"; /* {"a":1} */
  static const char *const bodies[] = {packed, "{}", "{\"a\":[1,\"x\"]}", "[1e400", "ok", ""};
  uint8_t how = next(in);
  uint32_t flags = next(in), lengths[4];
  const char *body = bodies[how % 6];
  memset(out, 0, LG_EVENT_AT_BYTES);
  put_u32(out + LG_EVENT_AT_TAG, how / 6 % 7);
  put_u32(out + LG_EVENT_AT_FLAGS, flags);
  put_bytes(out + LG_EVENT_AT_NOW_MS, in, how % 2 == 0 ? 8 : 0);
  put_u32(out + LG_EVENT_AT_PROFILE, next(in) % 3);
  put_u32(out + LG_EVENT_AT_NUMBER, next(in) % 4 == 0 ? LG_DOOR_NO_TICKET : next(in) * 256u);
  put_u32(out + LG_EVENT_AT_AMOUNT, next(in) % 6);
  lengths[0] = next(in) % 3;
  lengths[1] = body == packed ? sizeof packed - 1 : (uint32_t)strlen(body);
  lengths[2] = (flags & LG_EVENT_FLAG_ID) != 0 ? next(in) % 3 : 0;
  lengths[3] = (flags & LG_EVENT_FLAG_TAIL) != 0 ? next(in) % 12 : 0;
  size_t len = LG_EVENT_AT_BYTES;
  for (uint32_t i = 0; i < 4; i++) {
    put_u32(out + LG_EVENT_AT_NAME_LEN + 4 * i, lengths[i]);
    if (i == 1)
      memcpy(out + len, body, lengths[1]);
    else
      put_bytes(out + len, in, lengths[i]);
    if (i == 1 && how >= 230 && lengths[1] > 0) out[len + next(in) % lengths[1]] = next(in);
    len += lengths[i];
  }
  if (how == 255) put_u32(out + LG_EVENT_AT_NAME_LEN + next(in) % 20, next_u32(in));
  return len;
}

static size_t put_configuration(uint8_t *out, input *in) {
  static const char *const texts[] = {
      "{\"detectors\":[{\"type\":\"repeat\"},{\"type\":\"cycle\"},{\"type\":\"stall\"}]}",
      "{\"detectors\":[{\"type\":\"no_news\"},{\"type\":\"custom\",\"name\":\"mine\"}]}",
      "{\"preset\":\"recommended\",\"tools\":{\"a*\":{\"poll\":true}}}",
      "{\"poll\":true,\"maxRepeats\":2,\"volatile\":[\"digits\"],\"ladder\":{\"abort\":2}}",
      "{}",
      "{\"detectors\":7}",
  };
  const char *text = texts[next(in) % 6];
  memcpy(out, text, strlen(text));
  return strlen(text);
}

/* A message for the operation, or for none. */
static size_t put_message(uint8_t *out, input *in, const state *s, uint32_t operation) {
  uint8_t how = next(in);
  if (how % 8 == 0) return put_bytes(out, in, next(in) % 64); /* nothing that the operation knows */
  size_t len = 0;
  switch (operation) {
  case LG_DOOR_GUARD: return 16 + put_configuration(out + put_bytes(out, in, 1) + 15, in);
  case LG_DOOR_TOOL: put_u32(out, next(in) % 3); return 4 + put_configuration(out + 4, in);
  case LG_DOOR_JUDGE:
  case LG_DOOR_RECORD: return put_event(out, in);
  case LG_DOOR_APPLY:
  case LG_DOOR_RECORD_NAME:
  case LG_DOOR_RESTORE:
  case LG_DOOR_TEXT_RESTORE:
  case LG_DOOR_DETECTOR_RESTORE:
  case LG_DOOR_SNAPSHOT_KEY:
    memcpy(out, s->kept, s->kept_len);
    if (how % 8 == 1 && s->kept_len > 0) out[next(in) * 7u % s->kept_len] ^= next(in);
    return s->kept_len;
  case LG_DOOR_TEXT:
  case LG_DOOR_DETECTOR:
    len = put_bytes(out, in, 16);
    for (int i = 0; i < 4; i++, len += 4) put_u32(out + len, next(in) % 20);
    return len;
  case LG_DOOR_IDENTIFY:
    len = put_bytes(out, in, 16);
    put_u32(out + len, next(in) % 3);
    put_u32(out + len + 4, next(in) % 4);
    put_u32(out + len + 8, next(in) % 5);
    return len + 12 + put_bytes(out + len + 12, in, next(in) % 64);
  case LG_DOOR_CANONICALIZE:
    put_u32(out, next(in) % 3);
    put_u32(out + 4, next(in) % 3);
    return 8 + put_bytes(out + 8, in, next(in));
  case LG_DOOR_AT:
  case LG_DOOR_ROUNDS:
  case LG_DOOR_STATUS:
  case LG_DOOR_SIMILARITY:
  case LG_DOOR_NORMALIZE:
    put_u32(out, operation == LG_DOOR_NORMALIZE ? next(in) * 5u : next(in) % 12u);
    return 4 + (operation == LG_DOOR_SIMILARITY || operation == LG_DOOR_NORMALIZE
                    ? put_bytes(out + 4, in, next(in) % 64)
                    : 0);
  case LG_DOOR_PUSH:
  case LG_DOOR_TICKET: return put_bytes(out, in, next(in) % 4);
  case LG_DOOR_TEXT_PUSH:
    len = next(in) * 2u;
    memset(out, next(in), len); /* soon enough a loop */
    return len;
  default: return 0;
  }
}

/* Which operations answer in bytes, and which with a handle. */
static int answers_bytes(uint32_t operation) {
  switch (operation) {
  case LG_DOOR_STATUS:
  case LG_DOOR_IDENTIFY:
  case LG_DOOR_CANONICALIZE:
  case LG_DOOR_NORMALIZE:
  case LG_DOOR_SNAPSHOT_KEY:
  case LG_DOOR_RECORD:
  case LG_DOOR_RECORD_NAME:
  case LG_DOOR_REPORT:
  case LG_DOOR_EXPLANATION:
  case LG_DOOR_SNAPSHOT:
  case LG_DOOR_RESTORE:
  case LG_DOOR_AT:
  case LG_DOOR_DETECTOR_SNAPSHOT:
  case LG_DOOR_TEXT_PUSH:
  case LG_DOOR_TEXT_END_MESSAGE:
  case LG_DOOR_TEXT_SNAPSHOT:
  case LG_DOOR_NEWEST: return 1;
  default: return 0;
  }
}

static int answers_handle(uint32_t operation) {
  return operation == LG_DOOR_GUARD || operation == LG_DOOR_RUN || operation == LG_DOOR_DETECTOR ||
         operation == LG_DOOR_DETECTOR_RESTORE || operation == LG_DOOR_TEXT || operation == LG_DOOR_TEXT_RESTORE;
}

/* Keeps an answer in bytes, fetched with a block that has room where the first one had none. */
static void keep(state *s, const uint8_t *block, size_t size, double answer) {
  size_t len = (size_t)answer;
  uint8_t *larger = NULL;
  if (len > size) {
    larger = malloc(len);
    if (larger == NULL) abort();
    lg_door_share(s->door, larger, len);
    if (lg_door_call(s->door, LG_DOOR_FETCH, 0, 0) != answer) abort();
    block = larger;
  }
  if (len <= LONGEST) memcpy(s->kept, block, s->kept_len = len);
  free(larger);
}

static void act(state *s, input *in) {
  uint8_t message[LONGEST + 64] = {0};
  uint32_t operation = next(in) % (LG_DOOR_NEWEST + 1), handle = 0;
  size_t len = put_message(message, in, s, operation);
  uint8_t which = next(in);
  if (which < 230 && s->count > 0) handle = s->handles[which % s->count];
  if (which >= 230 && which < 240) handle = next_u32(in);
  if (operation >= LG_DOOR_STATUS && operation <= LG_DOOR_GUARD && which < 220) handle = 0;
  if (answers_handle(operation) && operation != LG_DOOR_RUN && which < 220) handle = 0;
  size_t size = len + (which % 3 == 0 ? next(in) : 0); /* room for the answer or none */
  uint8_t *block = malloc(size + (size == 0));
  if (block == NULL) abort();
  memset(block, 0xa5, size);
  memcpy(block, message, len);
  lg_door_share(s->door, size == 0 ? NULL : block, size);
  size_t said = which == 255 ? next_u32(in) : len; /* a length that is none */
  double answer = lg_door_call(s->door, operation, handle, (uint32_t)said);
  if (!(answer >= 0 || -answer <= (double)LG_ERECORD) || answer == -(double)LG_ENOMEM) abort();
  if (answer < 0 && memcmp(block, message, len) != 0) abort();
  if (answer >= 0 && answers_bytes(operation)) keep(s, block, size, answer);
  if (answer > 0 && answers_handle(operation))
    s->handles[s->count < HANDLES ? s->count++ : which % HANDLES] = (uint32_t)answer;
  if (answer >= 0 && operation == LG_DOOR_FREE && lg_door_call(s->door, operation, handle, 0) >= 0) abort();
  lg_door_share(s->door, NULL, 0);
  free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = {data, size};
  state s = {0};
  if (lg_door_new(NULL, &s.door) != LG_OK) abort();
  while (in.left > 0) act(&s, &in);
  lg_door_free(s.door);
  return 0;
}
