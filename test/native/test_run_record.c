/* A run driven by records has the same verdicts and the same state as one driven directly. */
#include <stdio.h>
#include <stdlib.h>

#include "random64.h"
#include "run_driver.h"
#include "records.h"
#include "run/run.h"

enum { TYPES = LG_POLL };

static driver drive_all(uint64_t *seed, bool shadow, uint32_t *custom) {
  lg_detector_spec specs[TYPES + 2];
  size_t count = 0;
  if (random_below(seed, 4) != 0) {
    specs[count] = spec(LG_NO_NEWS, 2);
    specs[count].ack_threshold = 3;
    specs[count].transient_threshold = 3;
    specs[count].max_wait_ms = 900;
    specs[count++].settled = random_below(seed, 2) == 0;
  }
  for (int type = 0; type < TYPES; type++) {
    if (random_below(seed, 3) == 0) continue;
    specs[count] = spec((lg_detector_type)type, type == LG_LIMIT ? 12 : 2 + random_below(seed, 3));
    specs[count++].canonical = random_below(seed, 2) == 0;
  }
  const uint32_t at_custom = (uint32_t)count;
  specs[count++] = spec(LG_CUSTOM, 0);
  driver d = drive_with(NULL, specs, count, (lg_ladder){.warn = 1, .hint = 2, .ask = 3, .abort = 9}, shadow);
  lg_profile profiles[] = {{.similar = true},
                           {.mutates = true, .volatile_classes = LG_VOLATILE_DIGITS},
                           {.poll = true, .poll_min_interval_ms = 20, .poll_max_wait_ms = 200}};
  uint32_t number;
  for (size_t i = 0; i < 3; i++) CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profiles[i], false, &number), LG_OK);
  *custom = at_custom;
  return d;
}

/* One random event, drawn once for both runs. */
typedef struct event {
  uint32_t what, action, custom;
  lg_call call;
  lg_outcome outcome;
  uint32_t id_number, target_number;
  char name[8], args[24], id[16], query[16], result[16], target[16];
} event;

static void draw(event *e, uint64_t *seed, uint32_t ids, uint32_t custom) {
  *e = (event){.what = random_below(seed, 24), .action = random_below(seed, 5), .custom = custom};
  static const char *const names[] = {"a_bash", "b_wait", "c", "d_think"}, *const results[] = {"r0", "r1", "ok", "r0"};
  snprintf(e->name, sizeof e->name, "%s", names[random_below(seed, 4)]);
  snprintf(e->args, sizeof e->args, "{\"command\":\"%s\"}", random_below(seed, 8) == 0 ? "sleep 1" : "ls");
  e->id_number = random_below(seed, 8) == 0 && ids > 0 ? ids - 1 : ids;
  e->target_number = ids == 0 ? 0 : ids - 1 - random_below(seed, ids < 4 ? ids : 4);
  snprintf(e->id, sizeof e->id, "%u", (unsigned)e->id_number);
  snprintf(e->target, sizeof e->target, "%u", (unsigned)e->target_number);
  snprintf(e->query, sizeof e->query, "\nword%u", (unsigned)random_below(seed, 3));
  snprintf(e->result, sizeof e->result, "%s", results[random_below(seed, 4)]);
  e->call = (lg_call){.name = e->name,
                      .name_len = strlen(e->name),
                      .args_kind = LG_ARGS_RAW,
                      .args = e->args,
                      .args_len = strlen(e->args),
                      .id = e->id,
                      .id_len = strlen(e->id),
                      .query = e->query,
                      .query_len = strlen(e->query),
                      .profile = (uint32_t)(e->name[0] - 'a'),
                      .now_ms = 15.0 * random_below(seed, 40)};
  static const lg_result_kind kinds[] = {LG_RESULT_NONE, LG_RESULT_JSON, LG_RESULT_TEXT};
  uint32_t kind = random_below(seed, 10);
  bool failed = random_below(seed, 4) == 0;
  e->outcome = (lg_outcome){.result_kind = kinds[kind > 2 ? 2 : kind],
                            .result = e->result,
                            .result_len = 2,
                            .failed = failed,
                            .transient = failed && random_below(seed, 2) == 0,
                            .refused = failed && random_below(seed, 4) == 0,
                            .error = failed ? "e" : NULL,
                            .error_len = 1,
                            .now_ms = e->call.now_ms};
}

/* Every ticket that was given, with the number in the id of its call. */
typedef struct given {
  uint32_t ids[256], tickets[256], count;
  char names[256]; /* by id */
} given;

static lg_verdict ask(driver *d, const event *e, given *g) {
  lg_verdict verdict = {LG_ALLOW, false, LG_NO_TICKET, false};
  lg_status status = e->what < 12 ? lg_run_before(d->run, &e->call, &verdict)
                                  : lg_run_invalid(d->run, &e->call, &e->outcome, &verdict);
  CHECK_EQ_INT(status, LG_OK);
  if (verdict.known || verdict.ticket == LG_NO_TICKET) return verdict;
  g->ids[g->count] = e->id_number;
  g->tickets[g->count++] = verdict.ticket;
  return verdict;
}

static lg_verdict directly(driver *d, const event *e, given *g) {
  lg_verdict verdict = {LG_ALLOW, false, LG_NO_TICKET, false};
  if (e->what == 0 && e->action == 0) {
    CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_TURN), LG_OK);
  } else if (e->what == 1 && e->action == 0) {
    CHECK_EQ_INT(lg_run_step(d->run, LG_UNTRACKED), LG_OK);
  } else if (e->what == 1 && e->action == 1) {
    CHECK_EQ_INT(lg_run_step(d->run, LG_COMPACTED), LG_OK);
  } else if (e->what < 3) {
    CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  } else if (e->what <= 12) {
    verdict = ask(d, e, g);
  } else if (e->what == 13) {
    CHECK_EQ_INT(lg_run_detect(d->run, e->custom, "a", 1, e->result, 2, 4, &verdict), LG_OK);
  } else {
    /* the newest call with this id that there is, or that waits */
    for (uint32_t i = g->count; i-- > 0;) {
      if (g->ids[i] != e->target_number || lg__tickets_get(&d->run->tickets, g->tickets[i]) == NULL) continue;
      if (e->what < 16) {
        CHECK_EQ_INT(lg_run_resolve(d->run, g->tickets[i], (lg_action)e->action, e->target_number % 3), LG_OK);
        break;
      } else {
        CHECK_EQ_INT(lg_run_after(d->run, g->tickets[i], &e->outcome, &verdict), LG_OK);
        if (verdict.ticket != LG_NO_TICKET) break;
      }
    }
  }
  return verdict;
}

static lg_status record(driver *d, const event *e, uint32_t profile, const uint8_t **bytes, size_t *len) {
  lg_step step = e->what == 0 && e->action == 0   ? LG_BEGIN_TURN
                 : e->what == 1 && e->action == 0 ? LG_UNTRACKED
                 : e->what == 1 && e->action == 1 ? LG_COMPACTED
                                                  : LG_BEGIN_ROUND;
  if (e->what < 3) return record_step(d->run, step, bytes, len);
  if (e->what < 12) return record_before(d->run, &e->call, bytes, len);
  if (e->what == 12) return record_invalid(d->run, &e->call, &e->outcome, bytes, len);
  if (e->what == 13) return record_detect(d->run, e->custom, profile, "a", 1, e->result, 2, 4, bytes, len);
  size_t id_len = strlen(e->target);
  if (e->what < 16)
    return record_resolve(d->run, e->target, id_len, (lg_action)e->action, e->target_number % 3, bytes, len);
  return record_after(d->run, e->target, id_len, profile, &e->outcome, bytes, len);
}

static void check_same_state(driver *a, driver *b) {
  const uint8_t *bytes;
  size_t len, len_b;
  CHECK_EQ_INT(lg_run_snapshot(a->run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_snapshot(b->run, &bytes, &len_b), LG_OK);
  CHECK_EQ_STR((const char *)bytes, len_b, (const char *)copy, len);
  free(copy);
}

/* Replaces the state of `d` by its restored snapshot. */
static void pass_on(driver *d) {
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d->run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_restore(d->run, copy, len, NULL), LG_OK);
  free(copy);
}

LG_TEST(a_run_is_what_its_records_make_it) {
  size_t detected = 0, by_news = 0;
  for (uint64_t seed = 1; seed <= 1500; seed++) {
    uint64_t random = seed, same = seed;
    bool shadow = seed % 5 == 0;
    uint32_t custom, ids = 0;
    driver d = drive_all(&random, shadow, &custom), e = drive_all(&same, shadow, &custom);
    given g = {.count = 0};
    for (int i = 0; i < 120; i++) {
      event ev;
      draw(&ev, &random, ids, custom);
      bool asks = ev.what >= 3 && ev.what <= 12;
      if (asks && ev.id_number == ids) g.names[ids++] = ev.name[0];
      if (asks && g.names[ev.id_number] != ev.name[0]) continue; /* an id is of one call */
      if (ids == 0 && ev.what >= 13) continue;
      uint32_t profile = ev.what >= 14 ? (uint32_t)(g.names[ev.target_number] - 'a') : d.run->last_profile;
      lg_verdict want = directly(&d, &ev, &g), got;
      const uint8_t *bytes;
      size_t len;
      CHECK_EQ_INT(record(&e, &ev, profile, &bytes, &len), LG_OK);
      uint8_t *copy = malloc(len);
      memcpy(copy, bytes, len);
      CHECK_EQ_INT(lg_run_apply(e.run, copy, len, &got), LG_OK);
      free(copy);
      CHECK_EQ_INT(got.action, want.action);
      CHECK_EQ_INT(got.detected, want.detected);
      CHECK_EQ_INT(got.known, want.known);
      CHECK_EQ_INT(got.ticket == LG_NO_TICKET, want.ticket == LG_NO_TICKET);
      if (want.detected) {
        detected++;
        CHECK_EQ_INT(report(&e)->strikes, report(&d)->strikes);
        CHECK_EQ_INT(report(&e)->detector, report(&d)->detector);
        CHECK_EQ_INT(report(&e)->repeats, report(&d)->repeats);
        CHECK(report(&e)->waited_ms == report(&d)->waited_ms);
        by_news += report(&d)->type == LG_NO_NEWS;
      }
      if (i % 10 == 9) check_same_state(&d, &e);
      if (seed % 2 == 0 && i % 25 == 24) pass_on(&e);
    }
    check_same_state(&d, &e);
    stop(&d);
    stop(&e);
  }
  CHECK(detected > 1000);
  CHECK(by_news > 20);
}

LG_TEST(what_is_no_record_changes_nothing) {
  uint64_t seed = 3;
  uint32_t custom;
  driver d = drive_all(&seed, false, &custom);
  before_id(&d, "a", "{}", "1");
  const uint8_t *bytes;
  size_t len;
  lg_call call = call_of(&d, "a", "{}", "2");
  call.profile = 1;
  CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  memcpy(copy, bytes, len);
  driver same = {.guard = d.guard};
  CHECK_EQ_INT(lg_run_new(d.guard, &same.run), LG_OK);
  lg_verdict verdict = {LG_ABORT, true, 7, true};
  for (size_t i = 0; i < len; i++) {
    for (int bit = 0; bit < 8; bit++) {
      copy[i] ^= (uint8_t)(1 << bit);
      CHECK_EQ_INT(lg_run_apply(same.run, copy, len, &verdict), LG_ERECORD);
      copy[i] ^= (uint8_t)(1 << bit);
    }
    CHECK_EQ_INT(lg_run_apply(same.run, copy, i, &verdict), LG_ERECORD);
  }
  CHECK_EQ_INT(verdict.ticket, 7);
  driver fresh = {.guard = d.guard};
  CHECK_EQ_INT(lg_run_new(d.guard, &fresh.run), LG_OK);
  check_same_state(&same, &fresh);
  CHECK_EQ_INT(lg_run_apply(same.run, copy, len, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_ALLOW);
  lg_run_free(fresh.run);
  lg_run_free(same.run);
  free(copy);
  stop(&d);
}

LG_TEST(a_record_of_another_key_is_none) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_guard_options options = {.key = {42}, .max_entries = 10, .ladder = HINT};
  lg_guard *other;
  lg_run *run;
  CHECK_EQ_INT(lg__guard_new(NULL, &options, &other), LG_OK);
  CHECK_EQ_INT(lg_run_new(other, &run), LG_OK);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(record_step(d.run, LG_RESET, &bytes, &len), LG_OK);
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_apply(run, bytes, len, &verdict), LG_ERECORD);
  const char *name;
  CHECK_EQ_INT(lg_run_record_name(run, bytes, len, &name, &len), LG_ERECORD);
  lg_run_free(run);
  lg_guard_free(other);
  stop(&d);
}

LG_TEST(a_record_names_its_tool) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_call call = call_of(&d, "read", "{}", "1");
  const uint8_t *bytes;
  size_t len, name_len;
  const char *name;
  CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_record_name(d.run, bytes, len, &name, &name_len), LG_OK);
  CHECK_EQ_STR(name, name_len, "read", 4);
  CHECK_EQ_INT(record_step(d.run, LG_BEGIN_ROUND, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_record_name(d.run, bytes, len, &name, &name_len), LG_OK);
  CHECK_EQ_INT(name_len, 0);
  stop(&d);
}

LG_TEST(wrong_arguments_make_no_record) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  const uint8_t *bytes;
  size_t len;
  lg_outcome outcome = result_of(&d, "r");
  lg_call call = call_of(&d, "f", "{}", "1");
  CHECK_EQ_INT(record_before(NULL, &call, &bytes, &len), LG_EINVAL);
  CHECK_EQ_INT(record_after(d.run, NULL, 0, 0, &outcome, &bytes, &len), LG_EINVAL);
  CHECK_EQ_INT(record_after(d.run, "1", 1, 9, &outcome, &bytes, &len), LG_EINVAL);
  CHECK_EQ_INT(record_resolve(d.run, "1", 1, (lg_action)9, 0, &bytes, &len), LG_EINVAL);
  CHECK_EQ_INT(record_detect(d.run, 0, 0, "f", 1, "k", 1, 1, &bytes, &len), LG_EINVAL); /* not custom */
  CHECK_EQ_INT(record_step(d.run, (lg_step)7, &bytes, &len), LG_EINVAL);
  call.profile = 3;
  CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_EINVAL);
  lg_profile exempt = {.exempt = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &exempt, false, &call.profile), LG_OK);
  CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_EINVAL);
  stop(&d);
}
