/* The operations on events of a run: judging them, making records of them, and applying records. */
#include "door_request.h"

#define KIND_MASK 3u
#define EVENT_FLAGS                                                                                                    \
  (KIND_MASK * LG_EVENT_FLAG_ARGS_KIND | KIND_MASK * LG_EVENT_FLAG_RESULT_KIND | (uint32_t)LG_EVENT_FLAG_ID |          \
   (uint32_t)LG_EVENT_FLAG_TAIL | (uint32_t)LG_EVENT_FLAG_FAILED | (uint32_t)LG_EVENT_FLAG_TRANSIENT)

typedef struct text {
  const char *bytes; /* NULL: there is none */
  uint32_t len;
} text;

typedef struct event {
  uint32_t tag, flags, profile, number, amount;
  double now_ms;
  text name, body, id, tail;
} event;

/* The next of the event's texts. read_event has checked that the message holds all four. */
static text next_text(lg_door_request *request, const uint8_t *len_at, bool there) {
  text t = {NULL, lg__door_u32_at(len_at)};
  const uint8_t *bytes = lg__door_take(request, t.len);
  if (there) t.bytes = (const char *)bytes;
  return t;
}

static bool read_event(lg_door_request *request, event *out) {
  const uint8_t *head = lg__door_take(request, LG_EVENT_AT_BYTES);
  if (head == NULL || lg__door_u32_at(head + LG_EVENT_AT_ZERO) != 0) return false;
  uint64_t bytes = 0;
  for (size_t at = LG_EVENT_AT_NAME_LEN; at <= LG_EVENT_AT_TAIL_LEN; at += 4) bytes += lg__door_u32_at(head + at);
  if (bytes != request->left) return false;
  *out = (event){.tag = lg__door_u32_at(head + LG_EVENT_AT_TAG),
                 .flags = lg__door_u32_at(head + LG_EVENT_AT_FLAGS),
                 .profile = lg__door_u32_at(head + LG_EVENT_AT_PROFILE),
                 .number = lg__door_u32_at(head + LG_EVENT_AT_NUMBER),
                 .amount = lg__door_u32_at(head + LG_EVENT_AT_AMOUNT),
                 .now_ms = lg__door_f64_at(head + LG_EVENT_AT_NOW_MS)};
  out->name = next_text(request, head + LG_EVENT_AT_NAME_LEN, true);
  out->body = next_text(request, head + LG_EVENT_AT_BODY_LEN, true);
  out->id = next_text(request, head + LG_EVENT_AT_ID_LEN, (out->flags & LG_EVENT_FLAG_ID) != 0);
  out->tail = next_text(request, head + LG_EVENT_AT_TAIL_LEN, (out->flags & LG_EVENT_FLAG_TAIL) != 0);
  bool known = (out->flags & ~EVENT_FLAGS) == 0 && (out->flags & KIND_MASK) <= LG_ARGS_NONE;
  return known && (out->id.bytes != NULL || out->id.len == 0) && (out->tail.bytes != NULL || out->tail.len == 0);
}

static lg_call call_of(const event *e) {
  lg_call call = {.name = e->name.bytes,
                  .name_len = e->name.len,
                  .args_kind = (lg_args_kind)(e->flags & KIND_MASK),
                  .args = e->body.bytes,
                  .args_len = e->body.len,
                  .id = e->id.bytes,
                  .id_len = e->id.len,
                  .profile = e->profile,
                  .now_ms = e->now_ms};
  if (e->tag != LG_EVENT_BEFORE) return call;
  call.query = e->tail.bytes;
  call.query_len = e->tail.len;
  return call;
}

static lg_outcome outcome_of(const event *e) {
  if (e->tag == LG_EVENT_INVALID)
    return (lg_outcome){.failed = true, .error = e->tail.bytes, .error_len = e->tail.len, .now_ms = e->now_ms};
  return (lg_outcome){.result_kind = (lg_result_kind)(e->flags / LG_EVENT_FLAG_RESULT_KIND & KIND_MASK),
                      .result = e->body.bytes,
                      .result_len = e->body.len,
                      .failed = (e->flags & LG_EVENT_FLAG_FAILED) != 0,
                      .transient = (e->flags & LG_EVENT_FLAG_TRANSIENT) != 0,
                      .error = e->tail.bytes,
                      .error_len = e->tail.len,
                      .now_ms = e->now_ms};
}

/* False: the body is not three numbers. */
static bool usage_of(const event *e, lg_usage *out) {
  const uint8_t *body = (const uint8_t *)e->body.bytes;
  if (e->body.len != 3 * sizeof(double)) return false;
  *out = (lg_usage){lg__door_f64_at(body), lg__door_f64_at(body + 8), lg__door_f64_at(body + 16), e->now_ms};
  return true;
}

/* ---- judging ---- */

static uint32_t core_ticket(uint32_t ticket) { return ticket == LG_DOOR_NO_TICKET ? LG_NO_TICKET : ticket; }

static double door_ticket(uint32_t ticket) { return ticket == LG_NO_TICKET ? LG_DOOR_NO_TICKET : ticket; }

static lg_status take_step(lg_run *run, uint32_t step) {
  switch (step) {
  case LG_BEGIN_ROUND: return lg_run_begin_round(run);
  case LG_BEGIN_TURN: return lg_run_begin_turn(run);
  case LG_RESET: return lg_run_reset(run);
  case LG_UNSEEN: return lg_run_unseen(run);
  case LG_COMPACTED: return lg_run_compacted(run);
  case LG_END_TURN: return lg_run_end_turn(run);
  default: return LG_EINVAL;
  }
}

lg_status lg__door_judge(lg_door_request *request) {
  event e;
  if (!read_event(request, &e)) return LG_EINVAL;
  lg_run *run = request->slot->of.run;
  lg_call call = call_of(&e);
  lg_outcome outcome = outcome_of(&e);
  lg_usage usage;
  lg_verdict verdict;
  lg_status status;
  switch (e.tag) {
  case LG_EVENT_BEFORE: status = lg_run_before(run, &call, &verdict); break;
  case LG_EVENT_AFTER: status = lg_run_after(run, core_ticket(e.number), &outcome, &verdict); break;
  case LG_EVENT_INVALID: status = lg_run_invalid(run, &call, &outcome, &verdict); break;
  case LG_EVENT_DETECT:
    status = lg_run_detect(run, e.number, e.name.bytes, e.name.len, e.body.bytes, e.body.len, e.amount, &verdict);
    break;
  case LG_EVENT_USAGE: status = usage_of(&e, &usage) ? lg_run_usage(run, &usage, &verdict) : LG_EINVAL; break;
  case LG_EVENT_RESOLVE: return lg_run_resolve(run, core_ticket(e.number), (lg_action)e.amount, e.profile);
  case LG_EVENT_STEP: return take_step(run, e.number);
  case LG_EVENT_STOPPED:
    if (e.number > 1) return LG_EINVAL;
    status = lg_run_stopped(run, e.number == 1, e.tail.bytes, e.tail.len, &verdict);
    break;
  default: return LG_EINVAL;
  }
  if (status == LG_OK)
    request->number = door_ticket(verdict.ticket) * 16 + (verdict.detected ? 8 : 0) + (double)verdict.action;
  return status;
}

lg_status lg__door_ticket(lg_door_request *request) {
  uint32_t ticket;
  lg_status status = lg_run_ticket(request->slot->of.run, (const char *)request->at, request->left, &ticket);
  bool judged = false;
  if (status == LG_OK) status = lg_run_judged(request->slot->of.run, (const char *)request->at, request->left, &judged);
  if (status == LG_OK) request->number = door_ticket(ticket) * 2 + (judged ? 1 : 0);
  return status;
}

/* ---- records ---- */

lg_status lg__door_record(lg_door_request *request) {
  event e;
  if (!read_event(request, &e)) return LG_EINVAL;
  lg_run *run = request->slot->of.run;
  lg_call call = call_of(&e);
  lg_outcome outcome = outcome_of(&e);
  lg_usage usage;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  lg_status status;
  switch (e.tag) {
  case LG_EVENT_BEFORE: status = lg_run_record_before(run, &call, &bytes, &len); break;
  case LG_EVENT_AFTER:
    status = lg_run_record_after(run, e.id.bytes, e.id.len, e.profile, &outcome, &bytes, &len);
    break;
  case LG_EVENT_INVALID: status = lg_run_record_invalid(run, &call, &outcome, &bytes, &len); break;
  case LG_EVENT_RESOLVE:
    status = lg_run_record_resolve(run, e.id.bytes, e.id.len, (lg_action)e.amount, e.profile, &bytes, &len);
    break;
  case LG_EVENT_DETECT:
    status = lg_run_record_detect(run, e.number, e.profile, e.name.bytes, e.name.len, e.body.bytes, e.body.len,
                                  e.amount, &bytes, &len);
    break;
  case LG_EVENT_USAGE:
    status = usage_of(&e, &usage) ? lg_run_record_usage(run, &usage, &bytes, &len) : LG_EINVAL;
    break;
  case LG_EVENT_STEP: status = lg_run_record_step(run, (lg_step)e.number, &bytes, &len); break;
  default: status = LG_EINVAL;
  }
  return status == LG_OK ? lg__door_say(request, bytes, len) : status;
}

lg_status lg__door_apply(lg_door_request *request) {
  lg_verdict verdict;
  lg_status status = lg_run_apply(request->slot->of.run, request->at, request->left, &verdict);
  if (status == LG_OK)
    request->number = (verdict.ticket == LG_NO_TICKET ? 32 : 0) + (verdict.known ? 16 : 0) +
                      (verdict.detected ? 8 : 0) + (double)verdict.action;
  return status;
}

lg_status lg__door_record_name(lg_door_request *request) {
  const char *name;
  size_t len;
  lg_status status = lg_run_record_name(request->slot->of.run, request->at, request->left, &name, &len);
  return status == LG_OK ? lg__door_say(request, name, len) : status;
}

/* ---- detectors --------------------------------------------------------------------------------------------------- */

/* The operations on detectors (lg_detector, LoopDetector in JavaScript). */
#define CYCLE_LENGTH_UNIT 1048576.0 /* see LG_DOOR_PUSH */

lg_status lg__door_detector(lg_door_request *request) {
  uint32_t numbers[4] = {0};
  const uint8_t *key = lg__door_take_options(request, numbers, 4);
  const lg_detector_options options = {numbers[0], numbers[1], numbers[2], numbers[3]};
  lg_detector *detector;
  lg_status status = lg_detector_new(&request->door->allocator, key, &options, &detector);
  if (status == LG_OK) (void)lg__door_say_handle(request, LG_DOOR_A_DETECTOR, detector);
  return status;
}

lg_status lg__door_detector_restore(lg_door_request *request) {
  lg_detector *detector;
  lg_status status = lg_detector_restore(&request->door->allocator, request->at, request->left, &detector);
  if (status == LG_OK) (void)lg__door_say_handle(request, LG_DOOR_A_DETECTOR, detector);
  return status;
}

lg_status lg__door_push(lg_door_request *request) {
  lg_cycle cycle;
  lg_status status = lg_detector_push(request->slot->of.detector, (const char *)request->at, request->left, &cycle);
  if (status == LG_OK && cycle.cycle_length > 0)
    request->number = cycle.cycle_length * CYCLE_LENGTH_UNIT + cycle.repeats;
  return status;
}

lg_status lg__door_at(lg_door_request *request) {
  uint32_t back;
  if (!lg__door_take_u32(request, &back) || request->left > 0) return LG_EINVAL;
  lg_digest digest;
  lg_status status = lg_detector_at(request->slot->of.detector, back, &digest);
  return status == LG_OK ? lg__door_say_copy(request, &digest, sizeof digest) : status;
}

lg_status lg__door_forget(lg_door_request *request) { return lg_detector_reset(request->slot->of.detector); }

/* ---- loops in text ----------------------------------------------------------------------------------------------- */

/* The operations on text detectors (lg_text_loop, TextLoopDetector in JavaScript). */
static lg_status say_match(lg_door_request *request, const lg_text_match *match) {
  if (match->kind == LG_TEXT_NONE) return LG_OK;
  uint8_t *out = lg__door_scratch(request->door, LG_MATCH_AT_END);
  if (out == NULL) return LG_ENOMEM;
  lg__door_put_f64(out + LG_MATCH_AT_START, (double)match->start);
  lg__door_put_u32(out + LG_MATCH_AT_KIND, match->kind);
  lg__door_put_u32(out + LG_MATCH_AT_PERIOD, match->period);
  lg__door_put_u32(out + LG_MATCH_AT_REPEATS, match->repeats);
  lg__door_put_u32(out + LG_MATCH_AT_SURE, match->sure);
  return lg__door_say(request, out, LG_MATCH_AT_END);
}

lg_status lg__door_text(lg_door_request *request) {
  uint32_t numbers[4] = {0};
  const uint8_t *key = lg__door_take_options(request, numbers, 4);
  const lg_text_loop_options options = {numbers[0], numbers[1], numbers[2], numbers[3]};
  lg_text_loop *loop;
  lg_status status = lg_text_loop_new(&request->door->allocator, key, &options, &loop);
  if (status == LG_OK) (void)lg__door_say_handle(request, LG_DOOR_A_TEXT, loop);
  return status;
}

lg_status lg__door_text_restore(lg_door_request *request) {
  lg_text_loop *loop;
  lg_status status = lg_text_loop_restore(&request->door->allocator, request->at, request->left, &loop);
  if (status == LG_OK) (void)lg__door_say_handle(request, LG_DOOR_A_TEXT, loop);
  return status;
}

/* The scratch is asked for first: with LG_ENOMEM the text must not have been added. */
lg_status lg__door_text_push(lg_door_request *request) {
  if (lg__door_scratch(request->door, LG_MATCH_AT_END) == NULL) return LG_ENOMEM;
  lg_text_match match;
  lg_status status = lg_text_loop_push(request->slot->of.text, (const char *)request->at, request->left, &match);
  return status == LG_OK ? say_match(request, &match) : status;
}

lg_status lg__door_text_end_message(lg_door_request *request) {
  if (lg__door_scratch(request->door, LG_MATCH_AT_END) == NULL) return LG_ENOMEM;
  lg_text_match match;
  lg_status status = lg_text_loop_end_message(request->slot->of.text, &match);
  return status == LG_OK ? say_match(request, &match) : status;
}

lg_status lg__door_text_forget(lg_door_request *request) { return lg_text_loop_reset(request->slot->of.text); }
