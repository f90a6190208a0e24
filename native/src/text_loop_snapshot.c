/*
 * The whole state as bytes: options, numbers, sketches, and the ring. The places are left out: the ring gives all of
 * them that a match can still begin from.
 */
#include "text_loop.h"

#define STATE_NUMBERS (sizeof(lg_text_state) / sizeof(uint64_t))
#define SKETCH_NUMBERS (sizeof(lg_text_sketch) / sizeof(uint64_t))

static void write_numbers(lg_writer *writer, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    memcpy(&number, (const uint8_t *)from + i * sizeof number, sizeof number);
    lg__write_u64(writer, number);
  }
}

static void read_numbers(lg_reader *reader, void *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t number = lg__read_u64(reader);
    memcpy((uint8_t *)to + i * sizeof number, &number, sizeof number);
  }
}

lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len) {
  if (text == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_writer writer = lg__frame_begin(&text->snapshot, LG_FRAME_TEXT, text->key, 0);
  lg__write_u32(&writer, text->options.repeats);
  lg__write_u32(&writer, text->options.min_length);
  lg__write_u32(&writer, text->options.max_period);
  lg__write_u32(&writer, text->options.messages);
  write_numbers(&writer, &text->state, STATE_NUMBERS);
  write_numbers(&writer, &text->message, SKETCH_NUMBERS);
  write_numbers(&writer, text->messages, LG_TEXT_MESSAGES * SKETCH_NUMBERS);
  lg__write_bytes(&writer, text->ring, LG_TEXT_RING);
  lg__write_bytes(&writer, text->width, LG_TEXT_RING);
  const lg_status status = lg__frame_finish(&writer);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)text->snapshot.data;
  *out_len = text->snapshot.len;
  return LG_OK;
}

/* Whether text can go on from here: a forged state may be wrong, but must do no harm. What is not named may be any. */
static bool is_sound(const lg_text_loop *text) {
  const lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, at = state->now.at, most = (uint64_t)1 << 40;
  const uint64_t counts[] = {n, at, state->length, state->weighed, state->score, state->fresh, text->message.first};
  bool sound = state->held <= sizeof state->hold && state->awaited < 4 && state->number <= UINT32_MAX;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) sound = sound && counts[i] < most;
  sound = sound && state->distance <= text->options.max_period && state->distance <= n && (state->number == 0 || n > 0);
  sound = sound && state->begin.symbol <= n && state->begin.at <= at && state->from <= n && state->end <= n;
  sound = sound && state->same.symbol <= n && state->same.at <= at && state->start <= at && state->told_start <= at;
  sound = sound && state->told < LG_TEXT_MESSAGE && (state->told == LG_TEXT_NONE || state->told_period - 1 < most);
  sound = sound && state->since <= n && state->next_message < LG_TEXT_MESSAGES;
  for (uint32_t i = 0; i <= LG_TEXT_MESSAGES; i++) {
    const lg_text_sketch *sketch = i < LG_TEXT_MESSAGES ? &text->messages[i] : &text->message;
    sound = sound && sketch->held <= LG_TEXT_SKETCH && sketch->begin <= at;
  }
  return sound;
}

lg_status lg_text_loop_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                               lg_text_loop **out_text) {
  if (out_text == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_TEXT, &frame);
  if (status != LG_OK) return status;
  lg_reader *reader = &frame.body;
  lg_text_loop_options options;
  options.repeats = lg__read_u32(reader);
  options.min_length = lg__read_u32(reader);
  options.max_period = lg__read_u32(reader);
  options.messages = lg__read_u32(reader);
  /* A 0 would be the default: a snapshot has none. */
  const bool zero = options.repeats == 0 || options.min_length == 0 || options.max_period == 0 || options.messages == 0;
  if (frame.options_hash != 0 || reader->failed || zero) return LG_ESNAPSHOT;

  /* Checked first, so that LG_EINVAL below can only mean that the snapshot's options are out of range. */
  lg_allocator checked;
  status = lg__allocator_init(&checked, allocator);
  if (status != LG_OK) return status;
  lg_text_loop *text;
  status = lg_text_loop_new(&checked, frame.key, &options, &text);
  if (status != LG_OK) return status == LG_EINVAL ? LG_ESNAPSHOT : status;
  read_numbers(reader, &text->state, STATE_NUMBERS);
  read_numbers(reader, &text->message, SKETCH_NUMBERS);
  read_numbers(reader, text->messages, LG_TEXT_MESSAGES * SKETCH_NUMBERS);
  const uint8_t *ring = lg__read_bytes(reader, LG_TEXT_RING), *width = lg__read_bytes(reader, LG_TEXT_RING);
  if (ring == NULL || width == NULL || !lg__read_all(reader) || !is_sound(text)) {
    lg_text_loop_free(text);
    return LG_ESNAPSHOT;
  }
  memcpy(text->ring, ring, LG_TEXT_RING);
  memcpy(text->width, width, LG_TEXT_RING);
  const uint64_t n = text->state.now.symbol;
  uint32_t hash = 0;
  for (uint64_t i = n < LG_TEXT_RING ? 0 : n - LG_TEXT_RING; i < n; i++) {
    hash = lg__text_hash(text, hash, ring[i % LG_TEXT_RING]);
    text->place[lg__text_slot(hash)] = lg__text_tag(hash) | (uint32_t)(i & 0xffff);
  }
  *out_text = text;
  return LG_OK;
}
