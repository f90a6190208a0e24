/*
 * Records: one event of a run as bytes, without arguments and results.
 *
 *   +---------+------+------+-------+
 *   | version | kind | body | check |     little-endian; the check is the first half of H(all before it) under the key
 *   |    1    |  1   |  n   |   8   |     of the guard: it finds damage, and records under another key
 *   +---------+------+------+-------+
 *
 *   before, invalid   flags, signs, wait, profile hash, now, name digest, identity, [verbatim], [id],
 *                     name length (2), name, [query length (4), query], [sketch]; of invalid also the reply
 *   after             id, profile hash, reply
 *   reply             flags, ack, now, result, [words], [family]
 *   resolve           id, action, [granted]
 *   usage             input tokens, output tokens, cost, now
 *   detect            detector (4), profile hash, repeats (4), name digest, key digest, name length (2), name
 */
#include "run/run.h"

#define RECORD_VERSION 5u
#define CHECK_SIZE 8u
#define GRANTED 0x80u   /* in an action: how much is granted follows */
#define DECLARED 0x80u  /* beside an ack: lg_reply.declared */
#define NAME_MAX 65535u /* longer names are cut */

/* The kinds, by their numbers in records. */
static const struct {
  lg_event_kind kind;
  lg_step step;
} KINDS[] = {{LG_EVENT_STEP, LG_BEGIN_ROUND}, {LG_EVENT_STEP, LG_BEGIN_TURN},
             {LG_EVENT_STEP, LG_RESET},       {LG_EVENT_BEFORE, 0},
             {LG_EVENT_INVALID, 0},           {LG_EVENT_AFTER, 0},
             {LG_EVENT_RESOLVE, 0},           {LG_EVENT_DETECT, 0},
             {LG_EVENT_STEP, LG_UNTRACKED},   {LG_EVENT_STEP, LG_COMPACTED},
             {LG_EVENT_STEP, LG_END_TURN},    {LG_EVENT_USAGE, 0}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

typedef struct lg_record {
  uint8_t number; /* in KINDS */
  lg_event_kind kind;
  lg_step step;
  lg_request request;
  lg_sketch sketch;
  lg_reply reply;
  lg_digest id, name, key;
  uint64_t profile;
  uint32_t detector, repeats;
  lg_action action;
  uint32_t granted;
  lg_usage usage;
} lg_record;

/* ---- what a record is made of ------------------------------------------------------------------------------------ */

static void io_name(lg_io io, lg_request *request) {
  uint16_t len = (uint16_t)request->name_len;
  LG_IO_U16(io, &len);
  request->name_len = len;
  lg__io_text(io, &request->name, len);
}

static void io_request(lg_io io, lg_record *record) {
  lg_request *request = &record->request;
  bool query = request->query != NULL, sketch = request->sketch != NULL;
  uint8_t signs = (uint8_t)request->signs;
  LG_IO_FLAGS(io, &request->has_id, &request->has_verbatim, &query, &sketch);
  LG_IO_U8(io, &signs);
  request->signs = signs;
  LG_IO_F64(io, &request->wait_ms);
  LG_IO_U64(io, &record->profile);
  LG_IO_F64(io, &request->now_ms);
  LG_IO_DIGEST(io, &request->name_digest, &request->identity);
  if (!request->has_verbatim) request->verbatim = request->identity;
  if (request->has_verbatim) LG_IO_DIGEST(io, &request->verbatim);
  if (request->has_id) LG_IO_DIGEST(io, &request->id);
  io_name(io, request);
  if (query) {
    uint32_t len = (uint32_t)request->query_len;
    LG_IO_U32(io, &len);
    request->query_len = len;
    lg__io_text(io, &request->query, len);
    if (io.to == NULL && len > LG_QUERY_KEEP) io.from->failed = true;
  }
  if (!sketch) return;
  lg__sketch_io(io, &record->sketch);
  request->sketch = &record->sketch;
}

static void io_reply(lg_io io, lg_reply *reply) {
  bool words = reply->words != 0, silent = reply->silence != LG_SILENCE_NONE, vain = reply->silence == LG_SILENCE_VAIN;
  uint8_t ack = (uint8_t)(reply->ack | (reply->declared ? DECLARED : 0));
  LG_IO_FLAGS(io, &reply->comparable, &reply->failed, &reply->transient, &words, &reply->pending, &silent,
              &reply->refused, &vain);
  reply->silence = vain ? LG_SILENCE_VAIN : silent ? LG_SILENCE_DONE : LG_SILENCE_NONE;
  LG_IO_U8(io, &ack);
  reply->declared = (ack & DECLARED) != 0;
  ack &= DECLARED - 1;
  if (ack > LG_ACK_WORD) io.from->failed = true;
  reply->ack = (lg_ack)ack;
  LG_IO_F64(io, &reply->now_ms);
  LG_IO_DIGEST(io, &reply->result);
  if (words) LG_IO_U64(io, &reply->words);
  if (reply->failed || vain || reply->declared) LG_IO_U32(io, &reply->family, &reply->numbers);
}

/* False: there is no such record. */
static bool io_body(lg_io io, lg_record *record) {
  lg_usage *usage = &record->usage;
  uint8_t action = (uint8_t)(record->action | (record->granted != 0 ? GRANTED : 0));
  switch (record->kind) {
  case LG_EVENT_STEP: return true;
  case LG_EVENT_BEFORE: io_request(io, record); return true;
  case LG_EVENT_INVALID:
    io_request(io, record);
    io_reply(io, &record->reply);
    return true;
  case LG_EVENT_AFTER:
    LG_IO_DIGEST(io, &record->id);
    LG_IO_U64(io, &record->profile);
    io_reply(io, &record->reply);
    return true;
  case LG_EVENT_RESOLVE:
    LG_IO_DIGEST(io, &record->id);
    LG_IO_U8(io, &action);
    record->action = (lg_action)(action & (GRANTED - 1));
    if ((action & GRANTED) != 0) LG_IO_U32(io, &record->granted);
    return record->action <= LG_ABORT && record->granted <= LG_GRANTED_MAX;
  case LG_EVENT_DETECT:
    LG_IO_U32(io, &record->detector);
    LG_IO_U64(io, &record->profile);
    LG_IO_U32(io, &record->repeats);
    LG_IO_DIGEST(io, &record->name, &record->key);
    io_name(io, &record->request);
    return true;
  case LG_EVENT_USAGE:
    LG_IO_F64(io, &usage->input_tokens, &usage->output_tokens, &usage->cost, &usage->now_ms);
    return lg__is_usage(usage);
  case LG_EVENT_STOPPED: break;
  }
  return false;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* LG_EINVAL: the record is none. */
static lg_status write_record(lg_run *run, lg_record *record, const uint8_t **out_bytes, size_t *out_len) {
  lg_workspace *workspace = run->guard->workspace;
  lg__buf_swap(&workspace->snapshot, &workspace->given); /* the call's texts may be in the record before */
  lg_writer writer = {&workspace->snapshot, LG_OK};
  writer.buf->len = 0;
  uint8_t version = RECORD_VERSION;
  LG_IO_U8(lg__io_write(&writer), &version, &record->number);
  if (!io_body(lg__io_write(&writer), record)) return LG_EINVAL;
  if (writer.status != LG_OK) return writer.status;
  lg_digest check = lg_digest_bytes(run->guard->options.key, writer.buf->data, writer.buf->len);
  lg__write_bytes(&writer, check.bytes, CHECK_SIZE);
  if (writer.status != LG_OK) return writer.status;
  *out_bytes = (const uint8_t *)writer.buf->data;
  *out_len = writer.buf->len;
  return LG_OK;
}

/* An exempt call changes nothing in a run, so there is no record of it: LG_EINVAL. */
static lg_status read_call(lg_run *run, const lg_call *call, lg_record *record) {
  lg_request *request = &record->request;
  lg_status status = lg__run_read_call(run, call, request);
  if (status != LG_OK) return status;
  const lg_profile *profile = &run->guard->profiles[call->profile];
  if (profile->exempt) return LG_EINVAL;
  record->profile = run->guard->profile_hashes[call->profile];
  request->name_len = lg__cut(request->name, request->name_len, NAME_MAX);
  if (request->query_len > LG_QUERY_KEEP) request->query_len = LG_QUERY_KEEP;
  if (!profile->similar || !lg__guard_keeps(run->guard, LG_TRACK_QUERIES)) request->query = NULL;
  if (request->sketch != NULL) record->sketch = *request->sketch;
  return LG_OK;
}

static lg_status read_outcome(lg_run *run, uint32_t profile, const lg_outcome *outcome, lg_record *record) {
  lg_status status = lg__run_read_outcome(run, profile, outcome, true, &record->reply);
  if (status == LG_OK) record->profile = run->guard->profile_hashes[profile];
  return status;
}

/* What the event is made of, but for its kind. */
static lg_status read_event(lg_run *run, const lg_event *event, lg_record *record) {
  const lg_guard *guard = run->guard;
  const uint8_t *secret = guard->options.key;
  const lg_call *call = &event->call;
  lg_outcome outcome = event->outcome;
  lg_status status;
  switch (event->kind) {
  case LG_EVENT_BEFORE: return read_call(run, call, record);
  case LG_EVENT_INVALID:
    outcome.failed = true;
    status = read_call(run, call, record);
    return status == LG_OK ? read_outcome(run, call->profile, &outcome, record) : status;
  case LG_EVENT_AFTER:
  case LG_EVENT_RESOLVE:
    if (call->id == NULL) return LG_EINVAL;
    record->id = lg_digest_bytes(secret, call->id, call->id_len);
    if (event->kind == LG_EVENT_AFTER) return read_outcome(run, call->profile, &outcome, record);
    record->action = event->action;
    record->granted = event->granted;
    return (uint32_t)event->action <= LG_ABORT && event->granted <= LG_GRANTED_MAX ? LG_OK : LG_EINVAL;
  case LG_EVENT_DETECT:
    if ((call->name == NULL && call->name_len != 0) || (event->key == NULL && event->key_len != 0)) return LG_EINVAL;
    if (!lg__run_is_custom(run, event->detector) || call->profile >= guard->profile_count) return LG_EINVAL;
    record->request.name = call->name;
    record->request.name_len = lg__cut(call->name, call->name_len, NAME_MAX);
    record->name = lg_digest_bytes(secret, call->name, call->name_len);
    record->key = lg_digest_bytes(secret, event->key, event->key_len);
    record->profile = guard->profile_hashes[call->profile];
    record->detector = event->detector;
    record->repeats = event->repeats;
    return LG_OK;
  case LG_EVENT_STEP: record->step = event->step; return LG_OK;
  case LG_EVENT_USAGE: record->usage = event->usage; return lg__is_usage(&event->usage) ? LG_OK : LG_EINVAL;
  case LG_EVENT_STOPPED: break;
  }
  return LG_EINVAL;
}

lg_status lg_run_record(lg_run *run, const lg_event *event, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || event == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_record record = {.kind = event->kind};
  lg_status status = read_event(run, event, &record);
  while (record.number < KIND_COUNT &&
         (KINDS[record.number].kind != record.kind || KINDS[record.number].step != record.step))
    record.number++;
  if (status == LG_OK && record.number == KIND_COUNT) status = LG_EINVAL;
  return status == LG_OK ? write_record(run, &record, out_bytes, out_len) : status;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool read_record(const lg_guard *guard, const uint8_t *bytes, size_t len, lg_record *out) {
  if (len < 2 + CHECK_SIZE) return false;
  lg_reader reader = {bytes, len - CHECK_SIZE, false};
  uint8_t version, number;
  lg_digest check = lg_digest_bytes(guard->options.key, bytes, len - CHECK_SIZE);
  if (memcmp(check.bytes, bytes + len - CHECK_SIZE, CHECK_SIZE) != 0) return false;
  LG_IO_U8(lg__io_read(&reader), &version, &number);
  if (version != RECORD_VERSION || number >= KIND_COUNT) return false;
  *out = (lg_record){.kind = KINDS[number].kind, .step = KINDS[number].step};
  return io_body(lg__io_read(&reader), out) && lg__read_all(&reader);
}

/* ---- applying --------------------------------------------------------------------------------------------------- */

static lg_status apply_call(lg_run *run, lg_record *record, lg_verdict *out) {
  lg_ticket *slot;
  record->request.profile = lg__guard_profile(run->guard, record->profile, NULL);
  return record->kind == LG_EVENT_INVALID ? lg__run_reject(run, &record->request, &record->reply, out)
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
  lg_status status = lg__run_name(run, &record->name, record->request.name, record->request.name_len);
  if (status != LG_OK) return status;
  uint32_t profile = lg__guard_profile(run->guard, record->profile, NULL);
  lg__run_detect(run, record->detector, profile, &record->name, &record->key, record->repeats, out);
  return LG_OK;
}

static lg_status apply(lg_run *run, lg_record *record, lg_verdict *out) {
  switch (record->kind) {
  case LG_EVENT_STEP: return lg_run_step(run, record->step);
  case LG_EVENT_BEFORE:
  case LG_EVENT_INVALID: return apply_call(run, record, out);
  case LG_EVENT_AFTER: apply_after(run, record, out); return LG_OK;
  case LG_EVENT_RESOLVE: {
    lg_ticket *slot = lg__tickets_newest(&run->tickets, &record->id, false);
    if (slot != NULL) lg__run_resolve(run, slot, record->action, record->granted);
    return LG_OK;
  }
  case LG_EVENT_DETECT: return apply_detect(run, record, out);
  case LG_EVENT_USAGE: lg__run_spend(run, &record->usage, out); return LG_OK;
  case LG_EVENT_STOPPED: break;
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
  bool named = record.kind == LG_EVENT_BEFORE || record.kind == LG_EVENT_INVALID;
  *out_name = named ? record.request.name : "";
  *out_len = named ? record.request.name_len : 0;
  return LG_OK;
}
