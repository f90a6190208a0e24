#include "news_bytes.h"

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_key(lg_writer *w, const lg_table_entry *entry) {
  lg__write_bytes(w, entry->key.bytes, sizeof entry->key.bytes);
}

void lg__news_write(lg_writer *w, const lg_news *news) {
  lg__write_u32(w, news->clock);
  lg__write_u32(w, news->last_news);
  lg__write_u32(w, news->waited_at);
  lg__write_u32(w, news->wait.at);
  lg__write_u32(w, news->wait.asked);
  lg__write_u32(w, news->wait.need);
  lg__write_u32(w, news->returned);
  lg__write_u8(w, news->pause_count);
  lg__write_u8(w, news->next_pause);
  for (uint32_t i = 0; i < news->pause_count; i++) lg__write_u32(w, news->pauses[i]);
  lg__write_u32(w, news->turn_at);
  lg__write_u32(w, news->round_at);
  lg__write_u32(w, news->compacted_at);
  lg__write_u32(w, news->lost_at);
  lg__write_u8(w, (uint8_t)((news->has_origin ? 1 : 0) | (news->partial ? 2 : 0)));
  lg__write_f64(w, news->origin_ms);
  lg__write_u32(w, (uint32_t)news->calls.count);
  for (uint32_t at = news->calls.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->calls, at)->next) {
    const lg_news_call *call = (const lg_news_call *)(const void *)lg__table_at(&news->calls, at);
    write_key(w, &call->entry);
    lg__write_bytes(w, call->result, sizeof call->result);
    lg__write_u32(w, call->at);
    lg__write_u32(w, call->requested);
    lg__write_u32(w, call->since);
    lg__write_u16(w, call->in_a_row);
    lg__write_u16(w, call->hasty);
    lg__write_u8(w, call->still);
    lg__write_u8(w, call->flags);
  }
  lg__write_u32(w, (uint32_t)news->past.count);
  for (uint32_t at = news->past.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->past, at)->next)
    write_key(w, lg__table_at(&news->past, at));
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum { CALL_SIZE = 42, PAST_SIZE = 16 };

/* How many entries of `size` bytes follow, and how many of these, the oldest, the table has no room for. */
static uint32_t read_entries(lg_reader *r, size_t size, const lg_table *table, uint32_t *io_beyond,
                             uint32_t *out_skip) {
  uint32_t count = lg__read_u32(r);
  if (count > r->left / size) r->failed = true;
  if (r->failed) count = 0;
  *out_skip = count > table->max_entries ? count - (uint32_t)table->max_entries : 0;
  *io_beyond += *out_skip;
  return count;
}

static lg_news_call read_call(lg_reader *r) {
  lg_news_call call = {.entry = {.key = lg__read_digest(r)}};
  const uint8_t *result = lg__read_bytes(r, sizeof call.result);
  if (result != NULL) memcpy(call.result, result, sizeof call.result);
  call.at = lg__read_u32(r);
  call.requested = lg__read_u32(r);
  call.since = lg__read_u32(r);
  call.in_a_row = lg__read_u16(r);
  call.hasty = lg__read_u16(r);
  call.still = lg__read_u8(r);
  call.flags = lg__read_u8(r);
  return call;
}

lg_status lg__news_read(lg_reader *r, lg_news *news, uint32_t *io_beyond) {
  news->clock = lg__read_u32(r);
  news->last_news = lg__read_u32(r);
  news->waited_at = lg__read_u32(r);
  news->wait = (lg_news_wait){.at = lg__read_u32(r)};
  news->wait.asked = lg__read_u32(r);
  news->wait.need = lg__read_u32(r);
  news->returned = lg__read_u32(r);
  news->pause_count = lg__read_u8(r);
  news->next_pause = lg__read_u8(r);
  /* a ring that is not full has its next place behind its last */
  if (news->pause_count > LG_PAUSES || news->next_pause >= LG_PAUSES ||
      (news->pause_count < LG_PAUSES && news->next_pause != news->pause_count))
    return LG_ESNAPSHOT;
  for (uint32_t i = 0; i < news->pause_count; i++) news->pauses[i] = lg__read_u32(r);
  news->turn_at = lg__read_u32(r);
  news->round_at = lg__read_u32(r);
  news->compacted_at = lg__read_u32(r);
  news->lost_at = lg__read_u32(r);
  uint8_t flags = lg__read_u8(r);
  news->has_origin = (flags & 1) != 0;
  news->partial = (flags & 2) != 0;
  news->origin_ms = lg__read_f64(r);
  if (news->last_news > news->clock || news->waited_at > news->clock || news->wait.at > news->clock ||
      news->round_at > news->clock || news->turn_at > news->clock || news->compacted_at > news->clock ||
      news->lost_at > news->compacted_at)
    return LG_ESNAPSHOT;
  if (news->has_origin && news->origin_ms - news->origin_ms != 0) return LG_ESNAPSHOT; /* infinite, or no number */
  uint32_t skip, count = read_entries(r, CALL_SIZE, &news->calls, io_beyond, &skip);
  for (uint32_t i = 0; i < count; i++) {
    lg_news_call read = read_call(r), *call;
    if (read.at > news->clock || read.hasty > read.in_a_row || read.still > read.hasty) return LG_ESNAPSHOT;
    if (i < skip) continue;
    lg_status status = lg__news_touch(news, &read.entry.key, &call);
    if (status != LG_OK) return status;
    read.entry = call->entry;
    *call = read;
  }
  if (skip != 0) news->partial = true;
  count = read_entries(r, PAST_SIZE, &news->past, io_beyond, &skip);
  for (uint32_t i = 0; i < count; i++) {
    lg_digest key = lg__read_digest(r);
    if (i < skip) continue;
    lg_table_entry *entry;
    lg_status status = lg__table_touch(&news->past, &key, &entry);
    if (status != LG_OK) return status;
  }
  return r->failed ? LG_ESNAPSHOT : LG_OK;
}
