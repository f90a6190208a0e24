/*
 * The detector with arbitrary bytes: options and a stream of operations, checked against the oracle at every push; and
 * snapshots, as three_kinds.h has them.
 */
#include "three_kinds.h"
#include "../oracle_cycle.h"

#define MAX_PUSHES 2048

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t KEY[LG_KEY_SIZE] = "fuzz_detector k";

/* ---- restore ----------------------------------------------------------------------------------------------------- */

/* Either refused, or a detector that writes the very same bytes and can be used. */
static void restore_anything(const uint8_t *bytes, size_t len) {
  lg_detector *detector = NULL;
  lg_status status = lg_detector_restore(NULL, bytes, len, &detector);
  if (status != LG_OK) {
    require(status == LG_ESNAPSHOT && detector == NULL);
    return;
  }
  const uint8_t *again;
  size_t again_len;
  require(lg_detector_snapshot(detector, &again, &again_len) == LG_OK);
  require(again_len == len && memcmp(again, bytes, len) == 0);
  lg_cycle cycle;
  require(lg_detector_push(detector, "a", 1, &cycle) == LG_OK);
  lg_detector_free(detector);
}

/* A snapshot that differs in one place, is cut or is lengthened must be refused. */
static void restore_damaged(lg_detector *detector, uint8_t how, uint8_t where, uint8_t flip) {
  const uint8_t *bytes;
  size_t len;
  require(lg_detector_snapshot(detector, &bytes, &len) == LG_OK);
  uint8_t *copy = malloc(len + 1);
  require(copy != NULL);
  memcpy(copy, bytes, len);
  copy[len] = flip;
  size_t place = ((size_t)how << 6 | where) % len;
  size_t damaged_len = len;
  if (how % 4 == 0) {
    damaged_len = place;
  } else if (how % 4 == 1) {
    damaged_len = len + 1;
  } else {
    copy[place] ^= (uint8_t)(flip == 0 ? 1 : flip);
  }
  lg_detector *restored = NULL;
  require(lg_detector_restore(NULL, copy, damaged_len, &restored) == LG_ESNAPSHOT && restored == NULL);
  free(copy);
}

/* The detector that carries on from a snapshot of this one, which is freed. */
static lg_detector *move_through_snapshot(lg_detector *detector) {
  const uint8_t *bytes;
  size_t len;
  require(lg_detector_snapshot(detector, &bytes, &len) == LG_OK);
  lg_detector *restored;
  require(lg_detector_restore(NULL, bytes, len, &restored) == LG_OK);
  uint8_t key[LG_KEY_SIZE];
  require(lg_snapshot_key(bytes, len, key) == LG_OK && memcmp(key, KEY, sizeof key) == 0);
  lg_detector_free(detector);
  return restored;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

typedef struct model {
  lg_detector_options options;
  uint32_t signatures[MAX_PUSHES];
  size_t count;
} model;

static void push(lg_detector *detector, model *m, uint8_t symbol) {
  const char text = (char)symbol;
  m->signatures[m->count++] = symbol;
  lg_cycle got;
  require(lg_detector_push(detector, &text, 1, &got) == LG_OK);
  lg_cycle want = oracle_cycle(&m->options, m->signatures, m->count);
  require(got.cycle_length == want.cycle_length && got.repeats == want.repeats);
}

static void look_back(const lg_detector *detector, const model *m, uint8_t back) {
  size_t held = m->count < m->options.window_size ? m->count : m->options.window_size;
  lg_digest got;
  lg_status status = lg_detector_at(detector, back, &got);
  require(status == (back < held ? LG_OK : LG_EINVAL));
  if (status != LG_OK) return;
  const char text = (char)m->signatures[m->count - 1 - back];
  lg_digest want = lg_digest_bytes(KEY, &text, 1);
  require(memcmp(got.bytes, want.bytes, sizeof got.bytes) == 0);
}

static void run_operations(const uint8_t *data, size_t size) {
  if (size < 4) return;
  model m = {.options = {(uint32_t)data[0] + 1, data[1] % 16u, data[1] % 16u + data[2] % 64u, data[3] % 6u}};
  lg_detector *detector = NULL;
  lg_status status = lg_detector_new(NULL, KEY, &m.options, &detector);
  require(status == (oracle_accepts(&m.options) ? LG_OK : LG_EINVAL));
  if (status != LG_OK) return;
  for (size_t i = 4; i < size && m.count < MAX_PUSHES; i++) {
    uint8_t operation = data[i];
    if (operation < 0xf0) {
      push(detector, &m, operation % 8);
    } else if (operation < 0xf2) {
      require(lg_detector_reset(detector) == LG_OK);
      m.count = 0;
    } else if (operation < 0xf8) {
      detector = move_through_snapshot(detector);
    } else if (operation < 0xfc && i + 1 < size) {
      look_back(detector, &m, data[i + 1]);
    } else if (i + 3 < size) {
      restore_damaged(detector, data[i + 1], data[i + 2], data[i + 3]);
    }
  }
  lg_detector_free(detector);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_three_kinds(data, size, run_operations, restore_anything, LG_FRAME_DETECTOR, KEY);
}
