/* The same calls through the door and directly to the core give the same answers. */
#include "door_driver.h"
#include "random64.h"
#include "records.h"

static const char CONFIGURATION[] =
    "{\"detectors\":[{\"type\":\"repeat\"},{\"type\":\"no_progress\"},{\"type\":\"ping_pong\"},{\"type\":\"limit\","
    "\"default\":9},{\"type\":\"custom\",\"name\":\"mine\"},{\"type\":\"unknown_tool\"},{\"type\":\"delegation\"}],"
    "\"volatile\":[\"digits\"]}";
#define CUSTOM 4u
#define DELEGATION 6u

typedef struct both {
  door_driver d;
  double door_run;
  lg_guard *guard;
  lg_run *run;
} both;

static both begin(void) {
  both b = {.d = open_door(NULL)};
  b.door_run = ask(&b.d, LG_DOOR_RUN, ask_guard(&b.d, CONFIGURATION));
  CHECK(b.door_run > 0);
  CHECK_EQ_INT(lg_guard_configure(NULL, door_key, CONFIGURATION, strlen(CONFIGURATION), &b.guard, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(b.guard, &b.run), LG_OK);
  return b;
}

static void end(both *b) {
  lg_run_free(b->run);
  lg_guard_free(b->guard);
  close_door(&b->d);
}

static size_t length(const char *text) { return text == NULL ? 0 : strlen(text); }

static lg_call call_of(const door_event *e) {
  lg_call call = {.name = e->name, .name_len = length(e->name), .args_kind = (lg_args_kind)(e->flags & 3)};
  call.args = e->body == NULL ? "" : e->body;
  call.args_len = body_len_of(e);
  call.id = e->id;
  call.id_len = length(e->id);
  if (e->tag == LG_EVENT_BEFORE) call.query = e->tail, call.query_len = length(e->tail);
  call.profile = e->profile;
  call.now_ms = e->now_ms;
  return call;
}

static lg_outcome outcome_of(const door_event *e) {
  lg_outcome outcome = {.failed = true, .error = e->tail, .error_len = length(e->tail), .now_ms = e->now_ms};
  if (e->tag == LG_EVENT_INVALID) return outcome;
  outcome.failed = (e->flags & LG_EVENT_FLAG_FAILED) != 0;
  outcome.transient = (e->flags & LG_EVENT_FLAG_TRANSIENT) != 0;
  outcome.result_kind = (lg_result_kind)(e->flags / LG_EVENT_FLAG_RESULT_KIND & 3);
  outcome.result = e->body == NULL ? "" : e->body;
  outcome.result_len = body_len_of(e);
  return outcome;
}

static double direct(both *b, const door_event *e) {
  lg_call call = call_of(e);
  lg_outcome outcome = outcome_of(e);
  lg_verdict verdict = {.ticket = LG_NO_TICKET};
  uint32_t ticket = e->number == LG_DOOR_NO_TICKET ? LG_NO_TICKET : e->number;
  lg_status status = LG_EINVAL;
  switch (e->tag) {
  case LG_EVENT_BEFORE: status = lg_run_before(b->run, &call, &verdict); break;
  case LG_EVENT_AFTER: status = lg_run_after(b->run, ticket, &outcome, &verdict); break;
  case LG_EVENT_INVALID: status = lg_run_invalid(b->run, &call, &outcome, &verdict); break;
  case LG_EVENT_DETECT:
    status = lg_run_detect(b->run, e->number, e->name, length(e->name), e->body, body_len_of(e), e->amount, &verdict);
    break;
  case LG_EVENT_STOPPED:
    if (e->number < 2) status = lg_run_stopped(b->run, e->number == 1, e->tail, length(e->tail), &verdict);
    break;
  case LG_EVENT_RESOLVE: return -(double)lg_run_resolve(b->run, ticket, (lg_action)e->amount, e->profile);
  default: return -(double)lg_run_step(b->run, (lg_step)e->number);
  }
  if (status != LG_OK) return -(double)status;
  double answer = verdict.ticket == LG_NO_TICKET ? LG_DOOR_NO_TICKET : verdict.ticket;
  return answer * 16 + (verdict.detected ? 8 : 0) + (double)verdict.action;
}

static lg_status recorded(both *b, const door_event *e, const uint8_t **bytes, size_t *len) {
  lg_call call = call_of(e);
  lg_outcome outcome = outcome_of(e);
  switch (e->tag) {
  case LG_EVENT_BEFORE: return record_before(b->run, &call, bytes, len);
  case LG_EVENT_AFTER: return record_after(b->run, e->id, length(e->id), e->profile, &outcome, bytes, len);
  case LG_EVENT_INVALID: return record_invalid(b->run, &call, &outcome, bytes, len);
  case LG_EVENT_DETECT:
    return record_detect(b->run, e->number, e->profile, e->name, length(e->name), e->body, body_len_of(e), e->amount,
                         bytes, len);
  case LG_EVENT_RESOLVE:
    return record_resolve(b->run, e->id, length(e->id), (lg_action)e->amount, e->profile, bytes, len);
  case LG_EVENT_STOPPED: return LG_EINVAL;
  default: return record_step(b->run, (lg_step)e->number, bytes, len);
  }
}

/* {"a":1} in packed form, and what is none. */
static const char PACKED[] = "\x07\x0e\0\0\0\1\0\0\0a\3\0\0\0\0\0\0\xf0\x3f";
static const char NOT_PACKED[] = "\x07\xff\0\0\0\1";

static door_event random_event(uint64_t *seed, double now_ms, const double *tickets) {
  static const char *const names[] = {"read", "write", "search", ""};
  static const char *const bodies[] = {"{\"a\":1}", "{\"a\":2}", "not JSON", ""};
  static const char *const ids[] = {NULL, NULL, "id", "other", ""};
  static const char *const tails[] = {NULL, "429 Too Many Requests", "not found"};
  door_event e = {.tag = random_below(seed, 7), .now_ms = now_ms, .name = names[random_below(seed, 4)]};
  e.body = bodies[random_below(seed, 4)];
  e.id = ids[random_below(seed, 5)];
  e.tail = tails[random_below(seed, 3)];
  e.flags = random_below(seed, 3) + LG_EVENT_FLAG_RESULT_KIND * random_below(seed, 4);
  if (random_below(seed, 3) == 0) e.body = PACKED, e.body_len = sizeof PACKED - 1;
  if (random_below(seed, 30) == 0) e.body = NOT_PACKED, e.body_len = sizeof NOT_PACKED - 1;
  if (random_below(seed, 4) == 0) e.flags |= LG_EVENT_FLAG_FAILED;
  if (random_below(seed, 8) == 0) e.flags |= LG_EVENT_FLAG_TRANSIENT;
  if (e.tag == LG_EVENT_AFTER || e.tag == LG_EVENT_RESOLVE) e.number = (uint32_t)tickets[random_below(seed, 4)];
  if (e.tag == LG_EVENT_RESOLVE) e.amount = random_below(seed, LG_ABORT + 2);
  if (e.tag == LG_EVENT_STEP)
    e.number =
        random_below(seed, 20) == 0 ? LG_BEGIN_TURN : random_below(seed, 2) * (LG_UNTRACKED + random_below(seed, 2));
  if (e.tag == LG_EVENT_STOPPED) e.number = random_below(seed, 20) == 0 ? 2 : random_below(seed, 4) != 0;
  if (e.tag == LG_EVENT_DETECT) e.number = CUSTOM + random_below(seed, 8) / 7, e.amount = random_below(seed, 5);
  if (e.tag == LG_EVENT_DETECT && random_below(seed, 3) == 0) e.number = DELEGATION;
  if (e.tag == LG_EVENT_RESOLVE || e.tag == LG_EVENT_STEP) e.name = e.body = NULL, e.body_len = 0;
  if (e.tag == LG_EVENT_AFTER) e.name = NULL;
  return e;
}

static void same_bytes(both *b, double answer, lg_status status, const uint8_t *bytes, size_t len) {
  CHECK_EQ_INT(answer, status == LG_OK ? (double)len : -(double)status);
  if (status == LG_OK) CHECK(answer == (double)len && memcmp(b->d.block, bytes, len) == 0);
}

static void same_newest(both *b) {
  lg_newest newest;
  CHECK_EQ_INT(ask(&b->d, LG_DOOR_NEWEST, b->door_run), LG_NEWEST_AT_END);
  CHECK_EQ_INT(lg_run_newest(b->run, &newest), LG_OK);
  CHECK(memcmp(b->d.block + LG_NEWEST_AT_PAIR, &newest.pair, sizeof newest.pair) == 0);
  CHECK_EQ_INT(u32_at(&b->d, LG_NEWEST_AT_FLAGS),
               (newest.comparable ? 1 : 0) + (newest.mutated ? 2 : 0) + (newest.thought ? 4 : 0));
}

static void same_report(both *b) {
  door_driver *d = &b->d;
  const lg_report *report;
  double len = ask(d, LG_DOOR_REPORT, b->door_run);
  lg_status status = lg_run_report(b->run, &report);
  CHECK_EQ_INT(len < 0 ? -len : LG_OK, status);
  if (len < 0 || status != LG_OK) return;
  CHECK(f64_at(d, LG_REPORT_AT_WAIT_MS) == report->wait_ms && f64_at(d, LG_REPORT_AT_WAITED_MS) == report->waited_ms);
  const uint32_t numbers[] = {report->detector,  (uint32_t)report->type, report->repeats,
                              report->threshold, report->cycle_length,   report->strikes};
  for (size_t i = 0; i < 6; i++) CHECK_EQ_INT(u32_at(d, LG_REPORT_AT_DETECTOR + 4 * i), numbers[i]);
  CHECK_EQ_INT(u32_at(d, LG_REPORT_AT_FLAGS), report->strong * 1 + report->transient * 2 + report->again * 4 +
                                                  report->mild * 8 + report->failed * 16 + report->held * 32);
  CHECK_EQ_INT(u32_at(d, LG_REPORT_AT_SPAN), report->span);
  CHECK_EQ_INT(u32_at(d, LG_REPORT_AT_STEP_COUNT), report->pattern_count);
  CHECK(memcmp(d->block + LG_REPORT_AT_FINGERPRINT, &report->fingerprint, 16) == 0);
  size_t at = LG_REPORT_AT_STEPS;
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    CHECK(memcmp(d->block + at + LG_STEP_AT_SIGNATURE, &report->pattern[i].signature, 16) == 0);
    uint32_t name_len = u32_at(d, at + LG_STEP_AT_NAME_LEN);
    CHECK_EQ_STR((char *)d->block + at + LG_STEP_AT_NAME, name_len, report->pattern[i].name,
                 report->pattern[i].name_len);
    at += LG_STEP_AT_NAME + name_len;
  }
  CHECK_EQ_INT(at, len);
}

static void same_explanation(both *b) {
  door_driver *d = &b->d;
  const lg_explanation *said;
  double len = ask(d, LG_DOOR_EXPLANATION, b->door_run);
  CHECK_EQ_INT(lg_run_explanation(b->run, &said), LG_OK);
  CHECK_EQ_INT(len, LG_EXPLANATION_AT_DETECTORS + said->count * LG_EXPLAINED_AT_END);
  const uint32_t head[] = {said->seen,    said->news,   said->poll * 1u + said->waits * 2u,
                           said->sibling, said->ticket, said->count};
  for (size_t i = 0; i < 6; i++) CHECK_EQ_INT(u32_at(d, LG_EXPLANATION_AT_SEEN + 4 * i), head[i]);
  CHECK(memcmp(d->block + LG_EXPLANATION_AT_IDENTITY, &said->identity, 16) == 0);
  CHECK(memcmp(d->block + LG_EXPLANATION_AT_VERBATIM, &said->verbatim, 16) == 0);
  for (uint32_t i = 0; i < said->count; i++) {
    const lg_explained *one = &said->detectors[i];
    size_t at = LG_EXPLANATION_AT_DETECTORS + i * LG_EXPLAINED_AT_END;
    CHECK(f64_at(d, at) == one->since_ms && f64_at(d, at + LG_EXPLAINED_AT_WAITED_MS) == one->waited_ms);
    const uint32_t numbers[] = {one->why,          one->fires * 1u + one->strong * 2u + one->sibling * 4u,
                                one->count,        one->threshold,
                                one->cycle_length, one->steps,
                                one->like,         one->at};
    for (size_t n = 0; n < 8; n++) CHECK_EQ_INT(u32_at(d, at + LG_EXPLAINED_AT_WHY + 4 * n), numbers[n]);
  }
}

LG_TEST(a_run_explains_itself_only_when_it_is_told_to) {
  both b = begin();
  door_driver *d = &b.d;
  CHECK_EQ_INT(ask(d, LG_DOOR_EXPLANATION, b.door_run), -LG_EINVAL);
  put_u32(d, 1);
  CHECK_EQ_INT(ask(d, LG_DOOR_EXPLAIN, b.door_run), -LG_EINVAL);
  CHECK_EQ_INT(ask(d, LG_DOOR_EXPLANATION, b.door_run), -LG_EINVAL);
  CHECK_EQ_INT(ask(d, LG_DOOR_EXPLAIN, b.door_run), 0);
  CHECK(ask(d, LG_DOOR_EXPLANATION, b.door_run) > 0);
  CHECK_EQ_INT(ask(d, LG_DOOR_EXPLAIN, b.door_run), 0);
  end(&b);
}

LG_TEST(a_life_through_the_door_is_the_same_life) {
  uint64_t seed = 13;
  for (int life = 0; life < 40; life++) {
    both b = begin();
    share_block(&b.d, 1 << 16);
    CHECK_EQ_INT(ask(&b.d, LG_DOOR_EXPLAIN, b.door_run), 0);
    CHECK_EQ_INT(lg_run_explain(b.run), LG_OK);
    double tickets[4] = {LG_DOOR_NO_TICKET, LG_DOOR_NO_TICKET, LG_DOOR_NO_TICKET, 4294967295.0};
    size_t detections = 0;
    for (int i = 0; i < 200; i++) {
      door_event e = random_event(&seed, i * 100.0, tickets);
      const uint8_t *bytes = NULL;
      size_t len = 0;
      put_event(&b.d, &e);
      double record = ask(&b.d, LG_DOOR_RECORD, b.door_run);
      lg_status status = recorded(&b, &e, &bytes, &len);
      same_bytes(&b, record, status, bytes, len);
      double verdict = judge(&b.d, b.door_run, e);
      CHECK_EQ_INT(verdict, direct(&b, &e));
      if (verdict >= 0 && e.tag == LG_EVENT_BEFORE) tickets[i % 3] = ticket_of(verdict);
      if (verdict >= 0 && e.tag <= LG_EVENT_INVALID && detected_in(verdict)) detections++;
      same_report(&b);
      same_newest(&b);
      same_explanation(&b);
    }
    CHECK(detections > 0);
    double len = ask(&b.d, LG_DOOR_SNAPSHOT, b.door_run);
    const uint8_t *bytes;
    size_t direct_len;
    CHECK_EQ_INT(lg_run_snapshot(b.run, &bytes, &direct_len), LG_OK);
    same_bytes(&b, len, LG_OK, bytes, direct_len);
    end(&b);
  }
}

LG_TEST(records_are_applied_and_name_their_tool) {
  both b = begin();
  door_driver *d = &b.d;
  double other = ask(d, LG_DOOR_RUN, ask_guard(d, CONFIGURATION));
  for (int i = 0; i < 4; i++) {
    const door_event before = {.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_RAW, .name = "read", .body = "{}", .id = "id"};
    put_event(d, &before);
    double len = ask(d, LG_DOOR_RECORD, b.door_run);
    CHECK(len > 0);
    uint8_t record[512];
    memcpy(record, d->block, (size_t)len);
    d->len = (size_t)len;
    double name_len = ask(d, LG_DOOR_RECORD_NAME, other);
    CHECK_EQ_STR((char *)d->block, (size_t)name_len, "read", 4);
    put_bytes(d, record, (size_t)len);
    double verdict = ask(d, LG_DOOR_APPLY, other);
    CHECK_EQ_INT(verdict, i == 0 ? 0 : 16); /* the same id in the same round is the same call: known */
    put_bytes(d, record, (size_t)len - 1);
    CHECK_EQ_INT(ask(d, LG_DOOR_APPLY, other), -LG_ERECORD);
  }
  put_text(d, "id");
  double ticket = ask(d, LG_DOOR_TICKET, other);
  CHECK(ticket >= 0 && ticket < 2.0 * LG_DOOR_NO_TICKET);
  CHECK_EQ_INT((int)ticket % 2, 1); /* of this round */
  put_text(d, "none");
  CHECK_EQ_INT(ask(d, LG_DOOR_TICKET, other), 2.0 * LG_DOOR_NO_TICKET);
  put_event(d, &(door_event){.tag = LG_EVENT_STEP, .number = LG_RESET});
  d->len = (size_t)ask(d, LG_DOOR_RECORD, b.door_run);
  CHECK_EQ_INT(ask(d, LG_DOOR_APPLY, other), 32); /* a step: nothing is to come */
  end(&b);
}

LG_TEST(a_restored_run_says_what_it_has_not) {
  both b = begin();
  door_driver *d = &b.d;
  for (int i = 0; i < 3; i++) {
    double verdict =
        judge(d, b.door_run, (door_event){.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_RAW, .name = "read", .body = "{}"});
    CHECK(judge(d, b.door_run, (door_event){.tag = LG_EVENT_AFTER, .number = ticket_of(verdict)}) >= 0);
  }
  double len = ask(d, LG_DOOR_SNAPSHOT, b.door_run);
  uint8_t snapshot[4096];
  CHECK(len > 0 && (size_t)len < sizeof snapshot);
  memcpy(snapshot, d->block, (size_t)len);
  double other = ask(d, LG_DOOR_RUN, ask_guard(d, "{\"detectors\":[{\"type\":\"stall\"}]}"));
  put_bytes(d, snapshot, (size_t)len);
  CHECK_EQ_INT(ask(d, LG_DOOR_RESTORE, other), LG_RESTORED_AT_END);
  lg_guard *guard;
  lg_run *run;
  lg_restore_report report;
  CHECK_EQ_INT(lg_guard_configure(NULL, door_key, "{\"detectors\":[{\"type\":\"stall\"}]}", 32, &guard, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  CHECK_EQ_INT(lg_run_restore(run, snapshot, (size_t)len, &report), LG_OK);
  const uint32_t numbers[] = {report.version,    report.same_options, report.loops,  report.armed,
                              report.detections, report.observations, report.counts, report.profiles};
  for (size_t i = 0; i < 8; i++) CHECK_EQ_INT(u32_at(d, 4 * i), numbers[i]);
  lg_run_free(run);
  lg_guard_free(guard);
  put_bytes(d, snapshot, (size_t)len - 1);
  CHECK_EQ_INT(ask(d, LG_DOOR_RESTORE, other), -LG_ESNAPSHOT);
  end(&b);
}

LG_TEST(rounds_are_read_and_set) {
  both b = begin();
  door_driver *d = &b.d;
  CHECK_EQ_INT(ask(d, LG_DOOR_ROUNDS, b.door_run), 0);
  put_u32(d, 1);
  CHECK_EQ_INT(ask(d, LG_DOOR_ROUNDS, b.door_run), 0);
  CHECK_EQ_INT(ask(d, LG_DOOR_ROUNDS, b.door_run), 1);
  put_u32(d, 2);
  CHECK_EQ_INT(ask(d, LG_DOOR_ROUNDS, b.door_run), -LG_EINVAL);
  end(&b);
}
