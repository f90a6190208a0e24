/*
 * Records: one event of a run as bytes, without arguments and results.
 *
 *   +---------+------+------+-------+
 *   | version | kind | body | check |     little-endian; the check is the first half of H(all before it) under the key
 *   |    1    |  1   |  n   |   8   |     of the guard: it finds damage, and records under another key
 *   +---------+------+------+-------+
 *
 *   before, invalid   flags, signs, wait, profile hash, now, name digest, identity, [verbatim], [id], name length (2),
 * name, [query length (4), query], [sketch], [reply] after             id, profile hash, reply              reply
 * flags, ack, now, result, [words] resolve           id, action usage             input tokens, output tokens, cost,
 * now detect            detector (4), profile hash, repeats (4), name digest, key digest, name length (2), name
 */
#include "memory/bytes.h"

#include "run/run.h"

#define RECORD_VERSION 4u
#define CHECK_SIZE 8u
#define NAME_MAX 65535u /* longer names are cut */

typedef enum lg_kind {
  KIND_BEGIN_ROUND = 0, /* these three as lg_step */
  KIND_BEGIN_TURN,
  KIND_RESET,
  KIND_BEFORE,
  KIND_INVALID,
  KIND_AFTER,
  KIND_RESOLVE,
  KIND_DETECT,
  KIND_UNSEEN, /* this, too */
  KIND_COMPACTED,
  KIND_END_TURN,
  KIND_USAGE,
} lg_kind;

enum { HAS_ID = 1, HAS_VERBATIM = 2, HAS_QUERY = 4, HAS_SKETCH = 8 };
enum { COMPARABLE = 1, FAILED = 2, TRANSIENT = 4, HAS_WORDS = 8, PENDING = 16, SILENT = 32 };

typedef struct lg_record {
  lg_kind kind;
  lg_request request;
  lg_sketch sketch;
  lg_reply reply;
  lg_digest id, name, key;
  uint64_t profile;
  uint32_t detector, repeats;
  lg_action action;
  lg_usage usage;
} lg_record;

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static lg_writer begin(lg_run *run, lg_kind kind) {
  lg_workspace *workspace = run->guard->workspace;
  lg__buf_swap(&workspace->snapshot, &workspace->given); /* the call's texts may be in the record before */
  lg_writer writer = {&workspace->snapshot, LG_OK};
  writer.buf->len = 0;
  lg__write_u8(&writer, RECORD_VERSION);
  lg__write_u8(&writer, (uint8_t)kind);
  return writer;
}

static lg_status finish(lg_run *run, lg_writer *writer, const uint8_t **out_bytes, size_t *out_len) {
  if (writer->status != LG_OK) return writer->status;
  lg_digest check = lg_digest_bytes(run->guard->options.key, writer->buf->data, writer->buf->len);
  lg__write_bytes(writer, check.bytes, CHECK_SIZE);
  if (writer->status != LG_OK) return writer->status;
  *out_bytes = (const uint8_t *)writer->buf->data;
  *out_len = writer->buf->len;
  return LG_OK;
}

static void write_name(lg_writer *w, const char *name, size_t len) {
  len = lg__name_cut(name, len, NAME_MAX);
  lg__write_u16(w, (uint16_t)len);
  lg__write_bytes(w, name, len);
}

static void write_request(lg_writer *w, const lg_run *run, const lg_request *request) {
  const lg_profile *profile = &run->guard->profiles[request->profile];
  bool query = request->query != NULL && profile->similar && lg__guard_keeps(run->guard, LG_TRACK_QUERIES);
  lg__write_u8(w, (uint8_t)((request->has_id ? HAS_ID : 0) | (request->has_verbatim ? HAS_VERBATIM : 0) |
                            (query ? HAS_QUERY : 0) | (request->sketch != NULL ? HAS_SKETCH : 0)));
  lg__write_u8(w, (uint8_t)request->signs);
  lg__write_f64(w, request->wait_ms);
  lg__write_u64(w, run->guard->profile_hashes[request->profile]);
  lg__write_f64(w, request->now_ms);
  lg__write_digest(w, &request->name_digest);
  lg__write_digest(w, &request->identity);
  if (request->has_verbatim) lg__write_digest(w, &request->verbatim);
  if (request->has_id) lg__write_digest(w, &request->id);
  write_name(w, request->name, request->name_len);
  size_t len = request->query_len < LG_QUERY_KEEP ? request->query_len : LG_QUERY_KEEP;
  if (query) lg__write_u32(w, (uint32_t)len);
  if (query) lg__write_bytes(w, request->query, len);
  if (request->sketch != NULL) lg__sketch_write(w, request->sketch);
}

static void write_reply(lg_writer *w, const lg_reply *reply) {
  lg__write_u8(w, (uint8_t)((reply->comparable ? COMPARABLE : 0) | (reply->failed ? FAILED : 0) |
                            (reply->transient ? TRANSIENT : 0) | (reply->words != 0 ? HAS_WORDS : 0) |
                            (reply->pending ? PENDING : 0) | (reply->silent ? SILENT : 0)));
  lg__write_u8(w, (uint8_t)reply->ack);
  lg__write_f64(w, reply->now_ms);
  lg__write_digest(w, &reply->result);
  if (reply->words != 0) lg__write_u64(w, reply->words);
}

lg_status lg_run_record_step(lg_run *run, lg_step step, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  if ((uint32_t)step > LG_END_TURN) return LG_EINVAL;
  lg_kind kind = step < LG_UNSEEN ? (lg_kind)step : (lg_kind)(KIND_UNSEEN + (uint32_t)step - LG_UNSEEN);
  lg_writer writer = begin(run, kind);
  return finish(run, &writer, out_bytes, out_len);
}

/* An exempt call changes nothing in a run, so there is no record of it: LG_EINVAL. */
static lg_status read_call(lg_run *run, const lg_call *call, lg_request *out) {
  lg_status status = lg__run_read_call(run, call, out);
  return status == LG_OK && run->guard->profiles[call->profile].exempt ? LG_EINVAL : status;
}

lg_status lg_run_record_before(lg_run *run, const lg_call *call, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || call == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_request request;
  lg_status status = read_call(run, call, &request);
  if (status != LG_OK) return status;
  lg_writer writer = begin(run, KIND_BEFORE);
  write_request(&writer, run, &request);
  return finish(run, &writer, out_bytes, out_len);
}

lg_status lg_run_record_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome, const uint8_t **out_bytes,
                                size_t *out_len) {
  if (run == NULL || call == NULL || outcome == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_outcome failure = *outcome;
  failure.failed = true;
  lg_request request;
  lg_reply reply;
  lg_status status = read_call(run, call, &request);
  if (status == LG_OK) status = lg__run_read_outcome(run, call->profile, &failure, &reply);
  if (status != LG_OK) return status;
  lg_writer writer = begin(run, KIND_INVALID);
  write_request(&writer, run, &request);
  write_reply(&writer, &reply);
  return finish(run, &writer, out_bytes, out_len);
}

lg_status lg_run_record_after(lg_run *run, const char *id, size_t id_len, uint32_t profile, const lg_outcome *outcome,
                              const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || id == NULL || outcome == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_reply reply;
  lg_status status = lg__run_read_outcome(run, profile, outcome, &reply);
  if (status != LG_OK) return status;
  lg_digest digest = lg_digest_bytes(run->guard->options.key, id, id_len);
  lg_writer writer = begin(run, KIND_AFTER);
  lg__write_digest(&writer, &digest);
  lg__write_u64(&writer, run->guard->profile_hashes[profile]);
  write_reply(&writer, &reply);
  return finish(run, &writer, out_bytes, out_len);
}

lg_status lg_run_record_resolve(lg_run *run, const char *id, size_t id_len, lg_action action, const uint8_t **out_bytes,
                                size_t *out_len) {
  if (run == NULL || id == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  if ((uint32_t)action > LG_ABORT) return LG_EINVAL;
  lg_digest digest = lg_digest_bytes(run->guard->options.key, id, id_len);
  lg_writer writer = begin(run, KIND_RESOLVE);
  lg__write_digest(&writer, &digest);
  lg__write_u8(&writer, (uint8_t)action);
  return finish(run, &writer, out_bytes, out_len);
}

lg_status lg_run_record_detect(lg_run *run, uint32_t detector, uint32_t profile, const char *name, size_t name_len,
                               const char *key, size_t key_len, uint32_t repeats, const uint8_t **out_bytes,
                               size_t *out_len) {
  if (run == NULL || out_bytes == NULL || out_len == NULL || (name == NULL && name_len != 0) ||
      (key == NULL && key_len != 0))
    return LG_EINVAL;
  if (!lg__run_is_custom(run, detector) || profile >= run->guard->profile_count) return LG_EINVAL;
  const uint8_t *secret = run->guard->options.key;
  lg_digest name_digest = lg_digest_bytes(secret, name, name_len), key_digest = lg_digest_bytes(secret, key, key_len);
  lg_writer writer = begin(run, KIND_DETECT);
  lg__write_u32(&writer, detector);
  lg__write_u64(&writer, run->guard->profile_hashes[profile]);
  lg__write_u32(&writer, repeats);
  lg__write_digest(&writer, &name_digest);
  lg__write_digest(&writer, &key_digest);
  write_name(&writer, name, name_len);
  return finish(run, &writer, out_bytes, out_len);
}

lg_status lg_run_record_usage(lg_run *run, const lg_usage *usage, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || usage == NULL || out_bytes == NULL || out_len == NULL || !lg__is_usage(usage)) return LG_EINVAL;
  lg_writer writer = begin(run, KIND_USAGE);
  lg__write_f64(&writer, usage->input_tokens);
  lg__write_f64(&writer, usage->output_tokens);
  lg__write_f64(&writer, usage->cost);
  lg__write_f64(&writer, usage->now_ms);
  return finish(run, &writer, out_bytes, out_len);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static void read_name(lg_reader *r, lg_request *out) {
  out->name_len = lg__read_u16(r);
  out->name = (const char *)lg__read_bytes(r, out->name_len);
}

static void read_request(lg_reader *r, lg_record *out) {
  lg_request *request = &out->request;
  uint8_t flags = lg__read_u8(r);
  request->signs = lg__read_u8(r);
  request->wait_ms = lg__read_f64(r);
  out->profile = lg__read_u64(r);
  request->now_ms = lg__read_f64(r);
  request->name_digest = lg__read_digest(r);
  request->identity = lg__read_digest(r);
  request->has_verbatim = (flags & HAS_VERBATIM) != 0;
  request->verbatim = request->has_verbatim ? lg__read_digest(r) : request->identity;
  request->has_id = (flags & HAS_ID) != 0;
  if (request->has_id) request->id = lg__read_digest(r);
  read_name(r, request);
  if ((flags & HAS_QUERY) != 0) {
    request->query_len = lg__read_u32(r);
    request->query = (const char *)lg__read_bytes(r, request->query_len);
    if (request->query_len > LG_QUERY_KEEP) r->failed = true;
  }
  if ((flags & HAS_SKETCH) == 0) return;
  lg__sketch_read(r, &out->sketch);
  request->sketch = &out->sketch;
}

static void read_reply(lg_reader *r, lg_reply *out) {
  uint8_t flags = lg__read_u8(r);
  out->comparable = (flags & COMPARABLE) != 0;
  out->failed = (flags & FAILED) != 0;
  out->transient = (flags & TRANSIENT) != 0;
  out->pending = (flags & PENDING) != 0;
  out->silent = (flags & SILENT) != 0;
  uint8_t ack = lg__read_u8(r);
  if (ack > LG_ACK_WORD) r->failed = true;
  out->ack = (lg_ack)ack;
  out->now_ms = lg__read_f64(r);
  out->result = lg__read_digest(r);
  if ((flags & HAS_WORDS) != 0) out->words = lg__read_u64(r);
}

static bool read_record(const lg_guard *guard, const uint8_t *bytes, size_t len, lg_record *out) {
  if (len < 2 + CHECK_SIZE) return false;
  lg_reader reader = {bytes, len - CHECK_SIZE, false}, *r = &reader;
  lg_digest check = lg_digest_bytes(guard->options.key, bytes, len - CHECK_SIZE);
  if (memcmp(check.bytes, bytes + len - CHECK_SIZE, CHECK_SIZE) != 0) return false;
  if (lg__read_u8(r) != RECORD_VERSION) return false;
  *out = (lg_record){.kind = (lg_kind)lg__read_u8(r)};
  switch (out->kind) {
  case KIND_BEGIN_ROUND:
  case KIND_BEGIN_TURN:
  case KIND_RESET:
  case KIND_UNSEEN:
  case KIND_COMPACTED:
  case KIND_END_TURN:
    break;
  case KIND_BEFORE:
    read_request(r, out);
    break;
  case KIND_INVALID:
    read_request(r, out);
    read_reply(r, &out->reply);
    break;
  case KIND_AFTER:
    out->id = lg__read_digest(r);
    out->profile = lg__read_u64(r);
    read_reply(r, &out->reply);
    break;
  case KIND_RESOLVE:
    out->id = lg__read_digest(r);
    out->action = (lg_action)lg__read_u8(r);
    if ((uint32_t)out->action > LG_ABORT) return false;
    break;
  case KIND_DETECT:
    out->detector = lg__read_u32(r);
    out->profile = lg__read_u64(r);
    out->repeats = lg__read_u32(r);
    out->name = lg__read_digest(r);
    out->key = lg__read_digest(r);
    read_name(r, &out->request);
    break;
  case KIND_USAGE:
    out->usage.input_tokens = lg__read_f64(r);
    out->usage.output_tokens = lg__read_f64(r);
    out->usage.cost = lg__read_f64(r);
    out->usage.now_ms = lg__read_f64(r);
    if (!lg__is_usage(&out->usage)) return false;
    break;
  default:
    return false;
  }
  return lg__read_all(r);
}

/* ---- applying --------------------------------------------------------------------------------------------------- */

static lg_status apply_call(lg_run *run, lg_record *record, lg_verdict *out) {
  bool known;
  lg_ticket *slot;
  record->request.profile = lg__guard_profile(run->guard, record->profile, &known);
  return record->kind == KIND_INVALID ? lg__run_reject(run, &record->request, &record->reply, out)
                                      : lg__run_judge(run, &record->request, false, out, &slot);
}

static void apply_after(lg_run *run, const lg_record *record, lg_verdict *out) {
  lg_ticket *slot = lg__tickets_newest(&run->tickets, &record->id, true);
  if (slot == NULL) return;
  bool known;
  uint32_t profile = lg__guard_profile(run->guard, record->profile, &known);
  if (known) slot->profile = profile;
  lg__run_complete(run, slot, &record->reply, false, out);
}

static lg_status apply_detect(lg_run *run, const lg_record *record, lg_verdict *out) {
  if (!lg__run_is_custom(run, record->detector)) return LG_OK; /* from a worker with other detectors */
  bool known;
  lg_status status = lg__run_name(run, &record->name, record->request.name, record->request.name_len);
  if (status != LG_OK) return status;
  uint32_t profile = lg__guard_profile(run->guard, record->profile, &known);
  lg__run_detect(run, record->detector, profile, &record->name, &record->key, record->repeats, out);
  return LG_OK;
}

static lg_status apply(lg_run *run, lg_record *record, lg_verdict *out) {
  switch (record->kind) {
  case KIND_BEGIN_ROUND:
    return lg_run_begin_round(run);
  case KIND_BEGIN_TURN:
    return lg_run_begin_turn(run);
  case KIND_RESET:
    return lg_run_reset(run);
  case KIND_UNSEEN:
    return lg_run_unseen(run);
  case KIND_COMPACTED:
    return lg_run_compacted(run);
  case KIND_END_TURN:
    return lg_run_end_turn(run);
  case KIND_BEFORE:
  case KIND_INVALID:
    return apply_call(run, record, out);
  case KIND_AFTER:
    apply_after(run, record, out);
    return LG_OK;
  case KIND_RESOLVE: {
    lg_ticket *slot = lg__tickets_newest(&run->tickets, &record->id, false);
    if (slot != NULL) lg__run_resolve(run, slot, record->action);
    return LG_OK;
  }
  case KIND_DETECT:
    return apply_detect(run, record, out);
  case KIND_USAGE:
    lg__run_spend(run, &record->usage, out);
    return LG_OK;
  }
  return LG_ERECORD;
}

lg_status lg_run_apply(lg_run *run, const uint8_t *bytes, size_t len, lg_verdict *out_verdict) {
  if (run == NULL || bytes == NULL || out_verdict == NULL) return LG_EINVAL;
  lg_record record;
  if (!read_record(run->guard, bytes, len, &record)) return LG_ERECORD;
  lg_verdict verdict = LG_NOTHING;
  lg_status status = apply(run, &record, &verdict);
  if (status == LG_OK) *out_verdict = verdict;
  return status;
}

lg_status lg_run_record_name(const lg_run *run, const uint8_t *bytes, size_t len, const char **out_name,
                             size_t *out_len) {
  if (run == NULL || bytes == NULL || out_name == NULL || out_len == NULL) return LG_EINVAL;
  lg_record record;
  if (!read_record(run->guard, bytes, len, &record)) return LG_ERECORD;
  bool named = record.kind == KIND_BEFORE || record.kind == KIND_INVALID;
  *out_name = named ? record.request.name : "";
  *out_len = named ? record.request.name_len : 0;
  return LG_OK;
}
