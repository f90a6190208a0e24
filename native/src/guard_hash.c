#include "guard.h"

/* ---- hashes, by which snapshots and records of other processes name detectors and profiles ---- */

static const uint8_t NO_KEY[LG_KEY_SIZE];

static void put_u32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t low64(const lg_digest *digest) {
  uint64_t low = 0;
  for (int i = 0; i < 8; i++) low |= (uint64_t)digest->bytes[i] << (8 * i);
  return low;
}

/* chain = H(chain, numbers): the hash of a list, item by item. */
#define LINK_MAX 16
static void add_link(lg_digest *chain, const uint32_t *numbers, size_t count) {
  uint8_t bytes[sizeof chain->bytes + 4 * LINK_MAX];
  memcpy(bytes, chain->bytes, sizeof chain->bytes);
  for (size_t i = 0; i < count; i++) put_u32(bytes + sizeof chain->bytes + 4 * i, numbers[i]);
  *chain = lg_digest_bytes(NO_KEY, bytes, sizeof chain->bytes + 4 * count);
}

/* Writes a double as two numbers; returns 2. */
static size_t put_double(uint32_t *to, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  to[0] = (uint32_t)bits;
  to[1] = (uint32_t)(bits >> 32);
  return 2;
}

/* The type and its parameters, in the order of its record. */
static void add_spec(lg_digest *chain, const lg_detector_spec *spec) {
  const lg_detector_record *record = lg__detector_records[spec->type];
  uint32_t numbers[LINK_MAX] = {(uint32_t)spec->type};
  size_t count = 1;
  for (size_t i = 0; i < record->field_count; i++) {
    if (count + 2 > LINK_MAX) { /* full */
      add_link(chain, numbers, count);
      count = 0;
    }
    const lg_field *field = &record->fields[i];
    double value = lg__field_get(field, spec);
    if (field->kind == LG_FIELD_DOUBLE || field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT)
      count += put_double(numbers + count, value);
    else
      numbers[count++] = (uint32_t)value;
  }
  add_link(chain, numbers, count);
  const uint32_t tools[] = {(uint32_t)spec->tools, (uint32_t)(spec->tools >> 32)};
  if ((record->tracks & LG_TRACK_BUDGET) != 0 && spec->tools != 0) add_link(chain, tools, 2);
}

uint64_t lg__guard_name_hash(const char *text, size_t len) {
  lg_digest digest = lg_digest_bytes(NO_KEY, text, len);
  return low64(&digest);
}

uint64_t lg__guard_detector_hash(const lg_detector_spec *spec) {
  lg_digest chain = {{0}};
  add_spec(&chain, spec);
  return low64(&chain);
}

uint64_t lg__guard_options_hash(const lg_guard *guard) {
  lg_digest chain = {{0}};
  for (uint32_t i = 0; i < guard->detector_count; i++) add_spec(&chain, &guard->detectors[i].spec);
  return low64(&chain);
}

static void add_texts(lg_digest *chain, const char *const *text, const size_t *len, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lg_digest one = lg_digest_bytes(NO_KEY, text[i], len[i]);
    uint32_t words[4];
    for (int w = 0; w < 4; w++)
      words[w] = (uint32_t)one.bytes[4 * w] | (uint32_t)one.bytes[4 * w + 1] << 8 |
                 (uint32_t)one.bytes[4 * w + 2] << 16 | (uint32_t)one.bytes[4 * w + 3] << 24;
    add_link(chain, words, 4);
  }
}

uint64_t lg__guard_profile_hash(const lg_profile *p) {
  uint32_t interval[2], wait[2];
  (void)put_double(interval, p->poll_min_interval_ms);
  (void)put_double(wait, p->poll_max_wait_ms);
  uint32_t flags = (p->exempt ? 1u : 0u) | (p->mutates ? 2u : 0u) | (p->poll ? 4u : 0u) | (p->similar ? 8u : 0u) |
                   (p->never_polls ? 16u : 0u) | (p->exact ? 32u : 0u);
  const uint32_t numbers[LINK_MAX] = {flags,
                                      interval[0],
                                      interval[1],
                                      wait[0],
                                      wait[1],
                                      p->max_repeats,
                                      p->limit,
                                      p->volatile_classes,
                                      p->failure_classes,
                                      p->ladder.warn,
                                      p->ladder.hint,
                                      p->ladder.ask,
                                      p->ladder.abort,
                                      (uint32_t)p->projection.keep_count,
                                      (uint32_t)p->projection.ignore_count};
  lg_digest chain = {{0}};
  add_link(&chain, numbers, LINK_MAX);
  const uint32_t outside[] = {(uint32_t)p->outside, (uint32_t)(p->outside >> 32)};
  if (p->outside != 0) add_link(&chain, outside, 2);
  add_texts(&chain, p->projection.keep, p->projection.keep_len, p->projection.keep_count);
  add_texts(&chain, p->projection.ignore, p->projection.ignore_len, p->projection.ignore_count);
  const uint32_t answers = (uint32_t)p->answer.ignore_count;
  if (answers != 0) add_link(&chain, &answers, 1);
  add_texts(&chain, p->answer.ignore, p->answer.ignore_len, answers);
  return low64(&chain);
}

uint32_t lg__guard_profile(const lg_guard *guard, uint64_t hash, bool *out_known) {
  for (uint32_t i = 0; i < guard->profile_count; i++) {
    if (guard->profile_hashes[i] != hash) continue;
    *out_known = true;
    return i;
  }
  *out_known = false;
  return 0;
}
