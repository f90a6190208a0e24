#include "door.h"

#include "door_request.h"

/* ---- handles ----------------------------------------------------------------------------------------------------- */

#define INDEX_BITS 22
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
#define LAST_GENERATION (UINT32_MAX >> INDEX_BITS)
/* The table grows, up to its maximum, when fewer slots than this are free; so that a freed slot waits behind many
 * others: its generation, of which there are only about a thousand, comes round late. */
#define FREE_MIN 256u
#define INITIAL_CAPACITY (2 * FREE_MIN)

static void free_object(lg_door_slot *slot) {
  switch ((lg_door_kind)slot->kind) {
  case LG_DOOR_A_RUN: lg_run_free(slot->of.run); break;
  case LG_DOOR_A_DETECTOR: lg_detector_free(slot->of.detector); break;
  case LG_DOOR_A_TEXT: lg_text_loop_free(slot->of.text); break;
  case LG_DOOR_A_GUARD:
  case LG_DOOR_A_FREED_GUARD: lg_guard_free(slot->of.guard); break;
  case LG_DOOR_NOTHING: break;
  }
}

static void free_handles(lg_door *door) {
  for (uint32_t i = 0; i < door->capacity; i++) /* runs first, since a guard must outlive them */
    if (door->slots[i].kind == LG_DOOR_A_RUN) {
      free_object(&door->slots[i]);
      door->slots[i].kind = LG_DOOR_NOTHING;
    }
  for (uint32_t i = 0; i < door->capacity; i++) free_object(&door->slots[i]);
  lg__alloc_free(&door->allocator, door->slots, door->capacity, sizeof *door->slots);
}

static void give_back(lg_door *door, lg_door_slot *slot) {
  uint32_t index = (uint32_t)(slot - door->slots);
  slot->kind = LG_DOOR_NOTHING;
  if (door->free_count++ == 0)
    door->first_free = index;
  else
    door->slots[door->last_free].link = index;
  door->last_free = index;
}

/* Makes sure that a slot is free. LG_ENOMEM; LG_ETOOBIG past four million handles. Slots may move. */
static lg_status handles_reserve(lg_door *door) {
  if (door->free_count >= FREE_MIN) return LG_OK;
  uint32_t capacity = door->capacity == 0 ? INITIAL_CAPACITY : door->capacity * 2;
  if (capacity > INDEX_MASK + 1) return door->free_count > 0 ? LG_OK : LG_ETOOBIG;
  lg_door_slot *slots = lg__alloc_resize(&door->allocator, door->slots, door->capacity, capacity, sizeof *slots);
  if (slots == NULL) return LG_ENOMEM;
  door->slots = slots;
  for (uint32_t i = door->capacity; i < capacity; i++) {
    slots[i] = (lg_door_slot){.generation = 1};
    give_back(door, &slots[i]);
  }
  door->capacity = capacity;
  return LG_OK;
}

/* Puts what was made into the slot that was reserved, and answers with its handle. What is made of a guard is a run. */
static void say_handle(lg_door_request *request, lg_door_kind kind) {
  lg_door *door = request->door;
  uint32_t index = door->first_free;
  lg_door_slot *slot = &door->slots[index];
  door->first_free = slot->link;
  door->free_count--;
  slot->link = 0;
  slot->kind = (uint8_t)kind;
  slot->of = request->made;
  request->number = (uint32_t)slot->generation << INDEX_BITS | index;
  if (request->slot == NULL) return;
  slot->link = (uint32_t)(request->slot - door->slots);
  request->slot->link++;
}

/* NULL: the handle is stale or never existed. */
static lg_door_slot *slot_of(const lg_door *door, uint32_t handle) {
  uint32_t index = handle & INDEX_MASK;
  if (index >= door->capacity) return NULL;
  lg_door_slot *slot = &door->slots[index];
  bool there = slot->kind != LG_DOOR_NOTHING && slot->kind != LG_DOOR_A_FREED_GUARD;
  return there && slot->generation == handle >> INDEX_BITS ? slot : NULL;
}

/* Frees the slot and what is in it. A guard with runs is freed with the last of them. */
static void drop_handle(lg_door *door, lg_door_slot *slot) {
  slot->generation = slot->generation == LAST_GENERATION ? 1 : (uint16_t)(slot->generation + 1);
  if (slot->kind == LG_DOOR_A_GUARD && slot->link > 0) {
    slot->kind = LG_DOOR_A_FREED_GUARD;
    return;
  }
  free_object(slot);
  if (slot->kind == LG_DOOR_A_RUN) {
    lg_door_slot *guard = &door->slots[slot->link];
    if (--guard->link == 0 && guard->kind == LG_DOOR_A_FREED_GUARD) {
      free_object(guard);
      give_back(door, guard);
    }
  }
  give_back(door, slot);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

lg_status lg_door_new(const lg_allocator *allocator, lg_door **out_door) {
  lg_allocator memory;
  lg_status status = out_door == NULL ? LG_EINVAL : lg_allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_door *door = lg__alloc_zeroed(&memory, 1, sizeof *door);
  if (door == NULL) return LG_ENOMEM;
  door->allocator = memory;
  lg__buf_init(&door->scratch, &door->allocator);
  status = lg_workspace_new(&memory, &door->workspace);
  if (status == LG_OK)
    *out_door = door;
  else
    lg_door_free(door);
  return status;
}

void lg_door_free(lg_door *door) {
  if (door == NULL) return;
  free_handles(door);
  lg_workspace_free(door->workspace);
  lg__buf_free(&door->scratch);
  lg_allocator memory = door->allocator;
  lg__alloc_free(&memory, door, 1, sizeof *door);
}

void lg_door_share(lg_door *door, void *block, size_t size) {
  if (door == NULL) return;
  door->block = block;
  door->block_size = block == NULL ? 0 : size;
}

lg_status lg__door_reserve(lg_door_request *request, size_t len) {
  return lg__buf_reserve(&request->door->scratch, len) == LG_OK ? LG_OK : LG_ENOMEM;
}

uint8_t *lg__door_answer(lg_door_request *request, size_t len) {
  if (lg__door_reserve(request, len) != LG_OK) return NULL;
  uint8_t *answer = (uint8_t *)request->door->scratch.data;
  request->bytes = answer;
  request->len = len;
  return answer;
}

lg_status lg__door_say_copy(lg_door_request *request, const void *bytes, size_t len) {
  uint8_t *copy = lg__door_answer(request, len);
  if (copy != NULL) memcpy(copy, bytes, len);
  return copy != NULL ? LG_OK : LG_ENOMEM;
}

_Static_assert(sizeof(lg_detector_type) == sizeof(uint32_t), "an enum is a field of 32 bits");

uint8_t *lg__door_put_fields(uint8_t *at, const lg_door_field *fields, size_t count, const void *of) {
  static const uint8_t sizes[] = {[LG_PUT_F64] = 8,  [LG_PUT_U64] = 8,   [LG_PUT_U32] = 4,
                                  [LG_PUT_BOOL] = 4, [LG_PUT_FLAGS] = 4, [LG_PUT_DIGEST] = sizeof(lg_digest)};
  uint32_t flags = 0;
  for (const lg_door_field *field = fields; field < fields + count; field++) {
    const void *from = (const char *)of + field->offset;
    switch (field->kind) {
    case LG_PUT_F64: lg__store_f64(at, *(const double *)from); break;
    case LG_PUT_U64: lg__store_f64(at, (double)*(const uint64_t *)from); break;
    case LG_PUT_U32: lg__store_u32(at, *(const uint32_t *)from); break;
    case LG_PUT_BOOL: lg__store_u32(at, *(const bool *)from); break;
    case LG_PUT_FLAGS:
      flags = (field->bit == 0 ? 0 : flags) | (uint32_t) * (const bool *)from << field->bit;
      if (field->bit > 0) at -= sizes[LG_PUT_FLAGS]; /* the first bit has made room for all */
      lg__store_u32(at, flags);
      break;
    case LG_PUT_DIGEST: memcpy(at, from, sizeof(lg_digest)); break;
    }
    at += sizes[field->kind];
  }
  return at;
}

lg_status lg__door_say_fields(lg_door_request *request, const lg_door_field *fields, size_t count, size_t size,
                              const void *of) {
  uint8_t *out = lg__door_answer(request, size);
  if (out == NULL) return LG_ENOMEM;
  (void)lg__door_put_fields(out, fields, count, of);
  return LG_OK;
}

/* ---- operations on texts, which need no handle ---- */

static const char *text_of(const uint8_t *bytes) { return (const char *)bytes; }

lg_status lg__door_status(lg_door_request *request) {
  uint32_t status;
  if (!lg__door_take_u32(request, &status) || request->left > 0) return LG_EINVAL;
  const char *name = lg_status_name((lg_status)status), *message = lg_status_message((lg_status)status);
  size_t name_len = strlen(name), message_len = strlen(message);
  uint8_t *out = lg__door_answer(request, name_len + 1 + message_len);
  if (out == NULL) return LG_ENOMEM;
  memcpy(out, name, name_len);
  out[name_len] = '\n';
  memcpy(out + name_len + 1, message, message_len);
  return LG_OK;
}

lg_status lg__door_identify(lg_door_request *request) {
  uint32_t mode, kind, name_len;
  const uint8_t *key = lg__door_take(request, LG_KEY_SIZE), *name = NULL;
  if (key == NULL || !lg__door_take_choice(request, LG_COMPARED, &mode) ||
      !lg__door_take_choice(request, LG_ARGS_NONE, &kind) || !lg__door_take_u32(request, &name_len) ||
      (name = lg__door_take(request, name_len)) == NULL)
    return LG_EINVAL;
  lg_digest digest;
  lg_status status = lg_identify(request->door->workspace, key, (lg_identity_mode)mode, text_of(name), name_len,
                                 (lg_args_kind)kind, text_of(request->at), request->left, NULL, &digest);
  return status == LG_OK ? lg__door_say_copy(request, &digest, sizeof digest) : status;
}

lg_status lg__door_normalize(lg_door_request *request) {
  uint32_t classes;
  if (!lg__door_take_u32(request, &classes)) return LG_EINVAL;
  return lg_normalize_volatile(request->door->workspace, classes, text_of(request->at), request->left, &request->text,
                               &request->len);
}

lg_status lg__door_canonicalize(lg_door_request *request) {
  uint32_t mode, kind;
  if (!lg__door_take_choice(request, LG_CANONICAL, &mode) || !lg__door_take_choice(request, LG_ARGS_RAW, &kind))
    return LG_EINVAL;
  return lg_canonicalize(request->door->workspace, (lg_identity_mode)mode, (lg_args_kind)kind, text_of(request->at),
                         request->left, &request->text, &request->len);
}

lg_status lg__door_similarity(lg_door_request *request) {
  uint32_t len;
  const uint8_t *first = NULL;
  if (!lg__door_take_u32(request, &len) || (first = lg__door_take(request, len)) == NULL) return LG_EINVAL;
  return lg_similarity(request->door->workspace, text_of(first), len, text_of(request->at), request->left,
                       &request->number);
}

lg_status lg__door_snapshot_key(lg_door_request *request) {
  uint8_t key[LG_KEY_SIZE];
  lg_status status = lg_snapshot_key(request->at, request->left, key);
  return status == LG_OK ? lg__door_say_copy(request, key, sizeof key) : status;
}

/* ---- one call ---- */

typedef struct entry {
  lg_door_work *work;
  lg_door_kind takes; /* the kind of its handle; LG_DOOR_NOTHING: it takes handle 0 */
  bool has_message;   /* false: the message must be empty */
  lg_door_kind makes; /* the kind of the handle that it makes */
} entry;

static const entry entries[] = {LG_DOOR_ENTRIES};

/* Copies the answer to the block, or keeps it for LG_DOOR_FETCH when it does not fit. An answer that lies in the block
 * (text that needed no change) always fits. */
static double deliver(lg_door *door, const uint8_t *bytes, size_t len) {
  bool fits = len <= door->block_size;
  if (fits && len > 0) memmove(door->block, bytes, len);
  door->kept = fits ? NULL : bytes;
  door->kept_len = len;
  return (double)len;
}

static lg_status free_handle(lg_door *door, uint32_t handle) {
  lg_door_slot *slot = slot_of(door, handle);
  if (slot == NULL) return LG_EINVAL;
  drop_handle(door, slot);
  return LG_OK;
}

static lg_status work(lg_door_request *request, uint32_t number, uint32_t handle) {
  if (number >= sizeof entries / sizeof *entries || entries[number].work == NULL) return LG_EINVAL;
  const entry *chosen = &entries[number];
  if (!chosen->has_message && request->left > 0) return LG_EINVAL;
  bool makes = chosen->makes != LG_DOOR_NOTHING;
  lg_status status = makes ? handles_reserve(request->door) : LG_OK; /* first: slots may move */
  if (status != LG_OK) return status;
  if (chosen->takes == LG_DOOR_NOTHING) {
    if (handle != 0) return LG_EINVAL;
  } else {
    request->slot = slot_of(request->door, handle);
    if (request->slot == NULL || request->slot->kind != chosen->takes) return LG_EINVAL;
  }
  status = chosen->work(request);
  if (status == LG_OK && makes) say_handle(request, chosen->makes);
  return status;
}

double lg_door_call(lg_door *door, uint32_t operation, uint32_t handle, uint32_t length) {
  if (door == NULL || length > door->block_size) return -(double)LG_EINVAL;
  if (operation == LG_DOOR_FETCH)
    return door->kept == NULL ? -(double)LG_EINVAL : deliver(door, door->kept, door->kept_len);
  door->kept = NULL;
  if (operation == LG_DOOR_FREE) return free_handle(door, handle) == LG_OK ? 0 : -(double)LG_EINVAL;
  const uint8_t *message = door->block == NULL ? (const uint8_t *)"" : door->block;
  lg_door_request request = {.door = door, .at = message, .left = length};
  lg_status status = work(&request, operation, handle);
  if (status == LG_OK) return request.bytes == NULL ? request.number : deliver(door, request.bytes, request.len);
  door->kept = request.bytes;
  door->kept_len = request.len;
  return -(double)status;
}
