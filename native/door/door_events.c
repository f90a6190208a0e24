/* The operations on events of a run: judging them, making records of them, and applying records. */
#include "door_request.h"

#define KIND_MASK 3u
#define EVENT_FLAGS (2u * LG_EVENT_FLAG_REFUSED - 1) /* it is the last one, and no bit is free */

/* The next of the event's texts. read_event has checked that the message holds all four. */
static size_t next_text(lg_door_request *request, const uint8_t *len_at, bool there, const char **out_text) {
  size_t len = lg__load_u32(len_at);
  const uint8_t *bytes = lg__door_take(request, len);
  *out_text = there ? (const char *)bytes : NULL;
  return len;
}

/* The texts of an event, in order: where each of them stands in the call and in the outcome. */
static bool read_texts(lg_door_request *request, const uint8_t *head, uint32_t flags, lg_event *out) {
  bool has_id = (flags & LG_EVENT_FLAG_ID) != 0, has_tail = (flags & LG_EVENT_FLAG_TAIL) != 0;
  lg_call *call = &out->call;
  lg_outcome *outcome = &out->outcome;
  call->name_len = next_text(request, head + LG_EVENT_AT_NAME_LEN, true, &call->name);
  call->args_len = next_text(request, head + LG_EVENT_AT_BODY_LEN, true, &call->args);
  call->id_len = next_text(request, head + LG_EVENT_AT_ID_LEN, has_id, &call->id);
  outcome->error_len = next_text(request, head + LG_EVENT_AT_TAIL_LEN, has_tail, &outcome->error);
  out->key = outcome->result = call->args;
  out->key_len = outcome->result_len = call->args_len;
  if (out->kind == LG_EVENT_BEFORE) {
    call->query = outcome->error;
    call->query_len = outcome->error_len;
  }
  return (has_id || call->id_len == 0) && (has_tail || outcome->error_len == 0);
}

/* The event in the message; `detector` is its number, whatever that is for its kind. False: it is none. */
static bool read_event(lg_door_request *request, lg_event *out) {
  const uint8_t *head = lg__door_take(request, LG_EVENT_AT_BYTES), *body;
  if (head == NULL || lg__load_u32(head + LG_EVENT_AT_ZERO) != 0) return false;
  uint64_t bytes = 0;
  for (size_t at = LG_EVENT_AT_NAME_LEN; at <= LG_EVENT_AT_TAIL_LEN; at += 4) bytes += lg__load_u32(head + at);
  if (bytes != request->left) return false;
  uint32_t tag = lg__load_u32(head + LG_EVENT_AT_TAG), flags = lg__load_u32(head + LG_EVENT_AT_FLAGS);
  uint32_t profile = lg__load_u32(head + LG_EVENT_AT_PROFILE), number = lg__load_u32(head + LG_EVENT_AT_NUMBER);
  uint32_t amount = lg__load_u32(head + LG_EVENT_AT_AMOUNT);
  double now_ms = lg__load_f64(head + LG_EVENT_AT_NOW_MS);
  bool answers = tag != LG_EVENT_INVALID; /* else it is a failure and no more */
  *out = (lg_event){.kind = (lg_event_kind)tag,
                    .call = {.args_kind = (lg_args_kind)(flags & KIND_MASK), .profile = profile, .now_ms = now_ms},
                    .outcome = {.result_kind = answers ? (lg_result_kind)(flags / LG_EVENT_FLAG_RESULT_KIND & KIND_MASK)
                                                       : LG_RESULT_NONE,
                                .failed = (flags & LG_EVENT_FLAG_FAILED) != 0,
                                .transient = answers && (flags & LG_EVENT_FLAG_TRANSIENT) != 0,
                                .refused = answers && (flags & LG_EVENT_FLAG_REFUSED) != 0,
                                .now_ms = now_ms},
                    .action = (lg_action)amount,
                    .granted = profile,
                    .detector = number,
                    .repeats = amount,
                    .step = (lg_step)number};
  if (!read_texts(request, head, flags, out)) return false;
  if ((flags & ~EVENT_FLAGS) != 0 || (flags & KIND_MASK) > LG_ARGS_NONE) return false;
  if (tag != LG_EVENT_USAGE) return true;
  body = (const uint8_t *)out->key;
  if (out->key_len != 3 * sizeof(double)) return false;
  out->usage = (lg_usage){lg__load_f64(body), lg__load_f64(body + 8), lg__load_f64(body + 16), now_ms};
  return true;
}

/* ---- judging ---- */

static uint32_t core_ticket(uint32_t ticket) { return ticket == LG_DOOR_NO_TICKET ? LG_NO_TICKET : ticket; }

static double door_ticket(uint32_t ticket) { return ticket == LG_NO_TICKET ? LG_DOOR_NO_TICKET : ticket; }

lg_status lg__door_judge(lg_door_request *request) {
  lg_event event;
  if (!read_event(request, &event)) return LG_EINVAL;
  lg_run *run = request->slot->of.run;
  const lg_event *e = &event;
  const lg_call *call = &e->call;
  uint32_t number = e->detector;
  lg_verdict verdict;
  lg_status status = LG_EINVAL;
  switch (e->kind) {
  case LG_EVENT_BEFORE: status = lg_run_before(run, call, &verdict); break;
  case LG_EVENT_AFTER: status = lg_run_after(run, core_ticket(number), &e->outcome, &verdict); break;
  case LG_EVENT_INVALID: status = lg_run_invalid(run, call, &e->outcome, &verdict); break;
  case LG_EVENT_DETECT:
    status = lg_run_detect(run, number, call->name, call->name_len, e->key, e->key_len, e->repeats, &verdict);
    break;
  case LG_EVENT_USAGE: status = lg_run_usage(run, &e->usage, &verdict); break;
  case LG_EVENT_RESOLVE: return lg_run_resolve(run, core_ticket(number), e->action, e->granted);
  case LG_EVENT_STEP: return lg_run_step(run, e->step);
  case LG_EVENT_STOPPED:
    if (number > 1) return LG_EINVAL;
    status = lg_run_stopped(run, number == 1, e->outcome.error, e->outcome.error_len, &verdict);
    break;
  }
  if (status == LG_OK)
    request->number = door_ticket(verdict.ticket) * 16 + (verdict.detected ? 8 : 0) + (double)verdict.action;
  return status;
}

lg_status lg__door_ticket(lg_door_request *request) {
  uint32_t ticket;
  bool judged;
  lg_status status = lg_run_ticket(request->slot->of.run, (const char *)request->at, request->left, &ticket, &judged);
  if (status == LG_OK) request->number = door_ticket(ticket) * 2 + (judged ? 1 : 0);
  return status;
}

/* ---- records ---- */

lg_status lg__door_record(lg_door_request *request) {
  lg_event event;
  if (!read_event(request, &event)) return LG_EINVAL;
  return lg_run_record(request->slot->of.run, &event, &request->bytes, &request->len);
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
  return lg_run_record_name(request->slot->of.run, request->at, request->left, &request->text, &request->len);
}

/* ---- detectors: lg_detector, LoopDetector in JavaScript ---------------------------------------------------------- */

#define CYCLE_LENGTH_UNIT 1048576.0 /* see LG_DOOR_PUSH */

lg_status lg__door_detector(lg_door_request *request) {
  uint32_t numbers[4] = {0};
  const uint8_t *key = lg__door_take_options(request, numbers, 4);
  const lg_detector_options options = {numbers[0], numbers[1], numbers[2], numbers[3]};
  return lg_detector_new(&request->door->allocator, key, &options, &request->made.detector);
}

lg_status lg__door_detector_restore(lg_door_request *request) {
  return lg_detector_restore(&request->door->allocator, request->at, request->left, &request->made.detector);
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

/* ---- loops in text: lg_text_loop, TextLoopDetector in JavaScript ------------------------------------------------- */

lg_status lg__door_text(lg_door_request *request) {
  uint32_t numbers[4] = {0};
  const uint8_t *key = lg__door_take_options(request, numbers, 4);
  const lg_text_loop_options options = {numbers[0], numbers[1], numbers[2], numbers[3]};
  return lg_text_loop_new(&request->door->allocator, key, &options, &request->made.text);
}

lg_status lg__door_text_restore(lg_door_request *request) {
  return lg_text_loop_restore(&request->door->allocator, request->at, request->left, &request->made.text);
}

/* Adds the message's text, or ends the message that the model writes. Room for the answer is made first: with LG_ENOMEM
 * nothing must have happened. */
static lg_status add_text(lg_door_request *request, bool ends) {
  static const lg_door_field fields[] = {LG_MATCH_FIELDS};
  lg_text_loop *text = request->slot->of.text;
  lg_text_match match;
  lg_status status = lg__door_reserve(request, LG_MATCH_AT_END);
  if (status != LG_OK) return status;
  status = ends ? lg_text_loop_end_message(text, &match)
                : lg_text_loop_push(text, (const char *)request->at, request->left, &match);
  if (status != LG_OK || match.kind == LG_TEXT_NONE) return status;
  return lg__door_say_fields(request, fields, LG_DOOR_COUNT(fields), LG_MATCH_AT_END, &match);
}

lg_status lg__door_text_push(lg_door_request *request) { return add_text(request, false); }

lg_status lg__door_text_end_message(lg_door_request *request) { return add_text(request, true); }

lg_status lg__door_text_forget(lg_door_request *request) { return lg_text_loop_reset(request->slot->of.text); }
