/* The other side of the door: writes messages to a block of its own, as JavaScript does. */
#ifndef DOOR_DRIVER_H
#define DOOR_DRIVER_H

#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "lg_test.h"

typedef struct door_driver {
  lg_door *door;
  uint8_t *block;
  size_t size, len; /* of the block; of the message so far */
} door_driver;

static const uint8_t door_key[LG_KEY_SIZE] = {1, 2, 3, 4};

/* A block of exactly that size, so that the sanitizer sees each byte beyond it. What was in it stays, as far as it
 * fits. */
static inline void share_block(door_driver *d, size_t size) {
  uint8_t *block = malloc(size > 0 ? size : 1);
  if (block == NULL) abort();
  if (d->block != NULL) memcpy(block, d->block, size < d->size ? size : d->size);
  free(d->block);
  d->block = block;
  d->size = size;
  lg_door_share(d->door, size > 0 ? block : NULL, size);
}

static inline door_driver open_door(const lg_allocator *allocator) {
  door_driver d = {0};
  if (lg_door_new(allocator, &d.door) == LG_OK) share_block(&d, 4096);
  return d;
}

static inline void close_door(door_driver *d) {
  lg_door_free(d->door);
  free(d->block);
  *d = (door_driver){0};
}

static inline void put_bytes(door_driver *d, const void *bytes, size_t len) {
  if (len > d->size - d->len) abort();
  if (len > 0) memcpy(d->block + d->len, bytes, len);
  d->len += len;
}

static inline void put_text(door_driver *d, const char *text) { put_bytes(d, text, strlen(text)); }

static inline void put_u32(door_driver *d, uint32_t number) {
  for (int i = 0; i < 4; i++) {
    uint8_t byte = (uint8_t)(number >> (8 * i));
    put_bytes(d, &byte, 1);
  }
}

static inline uint32_t u32_at(const door_driver *d, size_t at) {
  const uint8_t *b = d->block + at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline double f64_at(const door_driver *d, size_t at) {
  uint64_t bits = (uint64_t)u32_at(d, at + 4) << 32 | u32_at(d, at);
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

/* The call with the message written so far. */
static inline double ask(door_driver *d, uint32_t operation, double handle) {
  size_t len = d->len;
  d->len = 0;
  return lg_door_call(d->door, operation, handle < 0 ? UINT32_MAX : (uint32_t)handle, (uint32_t)len);
}

static inline double ask_guard(door_driver *d, const char *configuration) {
  put_bytes(d, door_key, sizeof door_key);
  put_text(d, configuration);
  return ask(d, LG_DOOR_GUARD, 0);
}

/* An event with its texts; NULL: not there. `body_len` is for bodies that have a NUL in them. */
typedef struct door_event {
  uint32_t tag, flags, profile, number, amount;
  double now_ms;
  const char *name, *body, *id, *tail;
  size_t body_len;
} door_event;

static inline size_t body_len_of(const door_event *e) {
  return e->body == NULL ? 0 : e->body_len > 0 ? e->body_len : strlen(e->body);
}

static inline void put_event(door_driver *d, const door_event *e) {
  const char *texts[] = {e->name, e->body, e->id, e->tail};
  uint32_t flags = e->flags | (e->id != NULL ? LG_EVENT_FLAG_ID : 0u) | (e->tail != NULL ? LG_EVENT_FLAG_TAIL : 0u);
  uint64_t now;
  memcpy(&now, &e->now_ms, sizeof now);
  put_u32(d, e->tag);
  put_u32(d, flags);
  put_u32(d, (uint32_t)now);
  put_u32(d, (uint32_t)(now >> 32));
  put_u32(d, e->profile);
  put_u32(d, e->number);
  put_u32(d, e->amount);
  size_t lens[4];
  for (int i = 0; i < 4; i++) {
    lens[i] = i == 1 ? body_len_of(e) : texts[i] == NULL ? 0 : strlen(texts[i]);
    put_u32(d, (uint32_t)lens[i]);
  }
  put_u32(d, 0);
  for (int i = 0; i < 4; i++) put_bytes(d, texts[i], lens[i]);
}

static inline double judge(door_driver *d, double run, door_event event) {
  put_event(d, &event);
  return ask(d, LG_DOOR_JUDGE, run);
}

/* Parts of a packed verdict. */
static inline uint32_t ticket_of(double packed) { return (uint32_t)(packed / 16); }
static inline lg_action action_of(double packed) { return (lg_action)((uint64_t)packed % 8); }
static inline bool detected_in(double packed) { return (uint64_t)packed / 8 % 2 == 1; }

#define CHECK_ANSWER(want, len)                                                                                        \
  CHECK_EQ_STR((const char *)d.block, (size_t)(len) <= d.size ? (size_t)(len) : 0, (want), strlen(want))

#endif
