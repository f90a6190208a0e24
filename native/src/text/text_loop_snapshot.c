/* The state as bytes. The places are left out: the ring gives all of them that a match can still begin from. */
#include "text/text_loop.h"

#define OPTIONS (sizeof(lg_text_loop_options) / sizeof(uint32_t))
#define NUMBERS (sizeof(lg_text_state) / sizeof(uint64_t))

lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len) {
  if (text == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_writer writer = lg__frame_begin(&text->snapshot, LG_FRAME_TEXT, text->key, 0);
  for (size_t i = 0; i < OPTIONS; i++) lg__write_u32(&writer, ((const uint32_t *)&text->options)[i]);
  for (size_t i = 0; i < NUMBERS; i++) lg__write_u64(&writer, ((const uint64_t *)&text->state)[i]);
  lg__write_bytes(&writer, text->ring, LG_TEXT_RING);
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
  const bool place = n < most && at < most && state->held <= sizeof state->hold && state->awaited < 4;
  const bool match = state->distance <= text->options.max_period && state->distance <= n && state->end <= n &&
                     (state->distance == 0 || state->length > 0);
  const bool run = state->length <= n && state->weighed >= state->length && state->weighed < most && state->start <= at;
  const bool told = state->told < LG_TEXT_MESSAGE && state->told_start <= at &&
                    (state->told == LG_TEXT_NONE || state->told_period - 1 < most);
  return place && match && run && told && state->next_message < LG_TEXT_MESSAGES;
}

lg_status lg_text_loop_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                               lg_text_loop **out_text) {
  if (out_text == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_TEXT, &frame);
  if (status != LG_OK) return status;
  lg_reader *reader = &frame.body;
  lg_text_loop_options options;
  bool zero = false; /* it would be the default: a snapshot has none */
  for (size_t i = 0; i < OPTIONS; i++) zero |= (((uint32_t *)&options)[i] = lg__read_u32(reader)) == 0;
  if (frame.options_hash != 0 || reader->failed || zero) return LG_ESNAPSHOT;

  /* Checked first, so that LG_EINVAL below can only mean that the snapshot's options are out of range. */
  lg_allocator checked;
  status = lg__allocator_init(&checked, allocator);
  if (status != LG_OK) return status;
  lg_text_loop *text;
  status = lg_text_loop_new(&checked, frame.key, &options, &text);
  if (status != LG_OK) return status == LG_EINVAL ? LG_ESNAPSHOT : status;
  for (size_t i = 0; i < NUMBERS; i++) ((uint64_t *)&text->state)[i] = lg__read_u64(reader);
  const uint8_t *ring = lg__read_bytes(reader, LG_TEXT_RING);
  if (ring == NULL || !lg__read_all(reader) || !is_sound(text)) {
    lg_text_loop_free(text);
    return LG_ESNAPSHOT;
  }
  memcpy(text->ring, ring, LG_TEXT_RING);
  const uint64_t n = text->state.now.symbol;
  uint32_t hash = 0;
  for (uint64_t i = n < LG_TEXT_RING ? 0 : n - LG_TEXT_RING; i < n; i++) {
    hash = lg__text_hash(text, hash, lg__text_symbol(text, i));
    text->place[lg__text_slot(hash)] = lg__text_tag(hash) | (uint32_t)(i & 0xffff);
  }
  *out_text = text;
  return LG_OK;
}
