/*
 * The whole state as bytes: options, then the parts of lg_text_loop in their order. What repeats itself (the second
 * half of the rings, the symbols' random numbers, which the key gives) is left out.
 */
#include "text_loop.h"

/* ---- writing ---- */

static void write_all(lg_writer *writer, const uint32_t *numbers, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) lg__write_u32(writer, numbers[i]);
}

static void write_counts(lg_writer *writer, const lg_text_counts *counts) {
  lg__write_u64(writer, counts->letters_and_words);
  lg__write_u32(writer, counts->wide);
  lg__write_u32(writer, counts->more_blank);
  lg__write_u32(writer, counts->numbers);
  lg__write_u32(writer, counts->digits);
}

static void write_place(lg_writer *writer, const lg_text_place *place) {
  lg__write_u64(writer, place->all);
  lg__write_u32(writer, place->index);
}

static void write_cursor(lg_writer *writer, const lg_text_cursor *cursor) {
  lg__write_u64(writer, cursor->at);
  lg__write_u64(writer, cursor->rolling);
  lg__write_u64(writer, cursor->all);
  lg__write_u32(writer, cursor->index);
  lg__write_u32(writer, cursor->least);
  lg__write_u32(writer, cursor->places);
  lg__write_u32(writer, cursor->last);
  lg__write_u32(writer, cursor->run);
  lg__write_u32(writer, cursor->beyond);
  lg__write_u32(writer, cursor->astral);
  lg__write_u32(writer, cursor->awaited);
  write_counts(writer, &cursor->counts);
}

static void write_periods(lg_writer *writer, const lg_text_periods *periods) {
  lg__write_u32(writer, periods->next);
  write_all(writer, periods->digest, LG_TEXT_LENGTHS);
  write_all(writer, periods->at, LG_TEXT_LENGTHS);
  write_all(writer, periods->since, LG_TEXT_LENGTHS);
  lg__write_u32(writer, periods->newest_counts);
  for (uint32_t i = 0; i < LG_TEXT_COUNTS; i++) write_counts(writer, &periods->counts[i]);
}

static void write_lines(lg_writer *writer, const lg_text_lines *lines) {
  lg__write_u32(writer, lines->next);
  write_all(writer, lines->digest, LG_TEXT_LINES_HELD);
  write_all(writer, lines->at, LG_TEXT_LINES_HELD);
  lg__write_u64(writer, lines->begin);
  write_counts(writer, &lines->counts);
  lg__write_u64(writer, lines->rise);
  lg__write_u32(writer, lines->again);
  lg__write_u32(writer, lines->distances);
}

static void write_sketch(lg_writer *writer, const lg_text_sketch *sketch) {
  lg__write_u64(writer, sketch->begin);
  lg__write_u32(writer, sketch->length);
  lg__write_u32(writer, sketch->told);
  lg__write_u32(writer, sketch->held);
  write_all(writer, sketch->digest, LG_TEXT_SKETCH);
}

lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len) {
  if (text == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg__text_spread_new(&text->periods);
  lg_writer writer = lg__frame_begin(&text->snapshot, LG_FRAME_TEXT, text->key, 0);
  lg__write_u32(&writer, text->options.repeats);
  lg__write_u32(&writer, text->options.min_length);
  lg__write_u32(&writer, text->options.max_period);
  lg__write_u32(&writer, text->options.messages);
  write_place(&writer, &text->chunk);
  write_place(&writer, &text->line);
  write_cursor(&writer, &text->cursor);
  lg__write_bytes(&writer, text->recent, LG_TEXT_WINDOW);
  write_periods(&writer, &text->periods);
  write_lines(&writer, &text->lines);
  write_sketch(&writer, &text->message);
  for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) write_sketch(&writer, &text->messages[i]);
  lg__write_u32(&writer, text->next_message);
  lg__write_u64(&writer, text->told);
  lg_status status = lg__frame_finish(&writer);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)text->snapshot.data;
  *out_len = text->snapshot.len;
  return LG_OK;
}

/* ---- reading ---- */

static void read_all(lg_reader *reader, uint32_t *numbers, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) numbers[i] = lg__read_u32(reader);
}

/* A number below `limit`, which is an index or a size. */
static uint32_t read_below(lg_reader *reader, uint32_t limit) {
  const uint32_t number = lg__read_u32(reader);
  if (number < limit) return number;
  reader->failed = true;
  return 0;
}

static void read_counts(lg_reader *reader, lg_text_counts *counts) {
  counts->letters_and_words = lg__read_u64(reader);
  counts->wide = lg__read_u32(reader);
  counts->more_blank = lg__read_u32(reader);
  counts->numbers = lg__read_u32(reader);
  counts->digits = lg__read_u32(reader);
}

static void read_place(lg_reader *reader, lg_text_place *place) {
  place->all = lg__read_u64(reader);
  place->index = lg__read_u32(reader);
}

static void read_cursor(lg_reader *reader, lg_text_cursor *cursor) {
  cursor->at = lg__read_u64(reader);
  cursor->rolling = lg__read_u64(reader);
  cursor->all = lg__read_u64(reader);
  cursor->index = lg__read_u32(reader);
  cursor->least = read_below(reader, 256);
  cursor->places = read_below(reader, LG_TEXT_WINDOW + 1);
  cursor->last = lg__read_u32(reader);
  if (!lg__text_is_class(cursor->last)) reader->failed = true;
  cursor->run = lg__read_u32(reader);
  cursor->beyond = lg__read_u32(reader);
  cursor->astral = lg__read_u32(reader);
  cursor->awaited = read_below(reader, 4);
  read_counts(reader, &cursor->counts);
}

static void read_periods(lg_reader *reader, lg_text_periods *periods) {
  periods->next = read_below(reader, LG_TEXT_LENGTHS);
  read_all(reader, periods->digest, LG_TEXT_LENGTHS);
  read_all(reader, periods->at, LG_TEXT_LENGTHS);
  memcpy(periods->digest + LG_TEXT_LENGTHS, periods->digest, LG_TEXT_LENGTHS * sizeof *periods->digest);
  memcpy(periods->at + LG_TEXT_LENGTHS, periods->at, LG_TEXT_LENGTHS * sizeof *periods->at);
  for (uint32_t i = 0; i < LG_TEXT_LENGTHS; i++) periods->tag[i] = lg__text_tag(periods->digest[i]);
  read_all(reader, periods->since, LG_TEXT_LENGTHS);
  periods->newest_counts = read_below(reader, LG_TEXT_COUNTS);
  for (uint32_t i = 0; i < LG_TEXT_COUNTS; i++) read_counts(reader, &periods->counts[i]);
}

static void read_lines(lg_reader *reader, lg_text_lines *lines) {
  lines->next = read_below(reader, LG_TEXT_LINES_HELD);
  read_all(reader, lines->digest, LG_TEXT_LINES_HELD);
  read_all(reader, lines->at, LG_TEXT_LINES_HELD);
  for (uint32_t i = 0; i < LG_TEXT_LINES_HELD; i++) lines->tag[i] = lg__text_tag(lines->digest[i]);
  lines->begin = lg__read_u64(reader);
  read_counts(reader, &lines->counts);
  lines->rise = lg__read_u64(reader);
  lines->again = lg__read_u32(reader);
  lines->distances = lg__read_u32(reader);
}

static void read_sketch(lg_reader *reader, lg_text_sketch *sketch) {
  sketch->begin = lg__read_u64(reader);
  sketch->length = lg__read_u32(reader);
  sketch->told = read_below(reader, 2);
  sketch->held = read_below(reader, LG_TEXT_SKETCH + 1);
  read_all(reader, sketch->digest, LG_TEXT_SKETCH);
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
  read_place(reader, &text->chunk);
  read_place(reader, &text->line);
  read_cursor(reader, &text->cursor);
  const uint8_t *recent = lg__read_bytes(reader, LG_TEXT_WINDOW);
  if (recent != NULL) memcpy(text->recent, recent, LG_TEXT_WINDOW);
  read_periods(reader, &text->periods);
  read_lines(reader, &text->lines);
  read_sketch(reader, &text->message);
  for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) read_sketch(reader, &text->messages[i]);
  text->next_message = read_below(reader, LG_TEXT_MESSAGES);
  text->told = lg__read_u64(reader);
  if (!lg__read_all(reader)) {
    lg_text_loop_free(text);
    return LG_ESNAPSHOT;
  }
  *out_text = text;
  return LG_OK;
}
