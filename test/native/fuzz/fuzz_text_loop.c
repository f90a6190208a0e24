/*
 * The text detector with arbitrary bytes: text, pushed as a whole, in pieces, and with a snapshot in between, must give
 * the same matches and states; and snapshots, as three_kinds.h has them.
 */
#include "text/text_loop.h"
#include "three_kinds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t KEY[LG_KEY_SIZE] = "fuzz_text_loop k";

static void restore_anything(const uint8_t *bytes, size_t len) {
  lg_text_loop *text = NULL;
  const lg_status status = lg_text_loop_restore(NULL, bytes, len, &text);
  if (status != LG_OK) {
    require(status == LG_ESNAPSHOT && text == NULL);
    return;
  }
  const uint8_t *again;
  size_t again_len;
  require(lg_text_loop_snapshot(text, &again, &again_len) == LG_OK);
  require(again_len == len && memcmp(again, bytes, len) == 0);
  lg_text_match match;
  for (int i = 0; i < 100; i++)
    require(lg_text_loop_push(text, "What was there goes on. 12 \xe3\x80\x82", 30, &match) == LG_OK);
  require(lg_text_loop_end_message(text, &match) == LG_OK);
  lg_text_loop_free(text);
}

static lg_text_match push(lg_text_loop *text, const uint8_t *bytes, size_t len) {
  lg_text_match match;
  require(lg_text_loop_push(text, (const char *)bytes, len, &match) == LG_OK);
  require(match.kind == LG_TEXT_NONE || (match.repeats >= 2 && match.start <= text->state.now.at));
  return match;
}

static void require_same(lg_text_loop *a, lg_text_loop *b) {
  const uint8_t *a_bytes, *b_bytes;
  size_t a_len, b_len;
  require(lg_text_loop_snapshot(a, &a_bytes, &a_len) == LG_OK);
  require(lg_text_loop_snapshot(b, &b_bytes, &b_len) == LG_OK);
  require(a_len == b_len && memcmp(a_bytes, b_bytes, a_len) == 0);
}

static void cut_differently(const uint8_t *data, size_t size) {
  if (size < 2) return;
  const size_t step = data[0] % 64u + 1, times = data[1] + 1u;
  lg_text_loop *whole, *cut;
  const lg_text_loop_options options = {.repeats = 3, .min_length = 60};
  require(lg_text_loop_new(NULL, KEY, &options, &whole) == LG_OK);
  require(lg_text_loop_new(NULL, KEY, &options, &cut) == LG_OK);
  for (size_t i = 0; i < times; i++) { /* what is repeated may be a loop */
    const lg_text_match want = push(whole, data + 2, size - 2);
    lg_text_match got = {.kind = LG_TEXT_NONE};
    for (size_t at = 2; at < size; at += step) {
      const lg_text_match one = push(cut, data + at, size - at < step ? size - at : step);
      if (got.kind == LG_TEXT_NONE) got = one;
    }
    require((got.kind == LG_TEXT_NONE) == (want.kind == LG_TEXT_NONE)); /* a longer chunk may tell of a surer loop */
  }
  require_same(whole, cut);
  lg_text_match match;
  require(lg_text_loop_end_message(whole, &match) == LG_OK && lg_text_loop_end_message(cut, &match) == LG_OK);
  require_same(whole, cut);
  const uint8_t *bytes;
  size_t len;
  require(lg_text_loop_snapshot(whole, &bytes, &len) == LG_OK);
  lg_text_loop_free(cut);
  require(lg_text_loop_restore(NULL, bytes, len, &cut) == LG_OK);
  (void)push(whole, data + 2, size - 2);
  (void)push(cut, data + 2, size - 2);
  require_same(whole, cut);
  lg_text_loop_free(whole);
  lg_text_loop_free(cut);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_three_kinds(data, size, cut_differently, restore_anything, LG_FRAME_TEXT, KEY);
}
