/* A guard and a run in a few words, for the tests of the engine. */
#ifndef RUN_DRIVER_H
#define RUN_DRIVER_H

#include <string.h>

#include "lg_test.h"
#include "policy/guard.h"

typedef struct driver {
  lg_guard *guard;
  lg_run *run;
  lg_verdict last;
  double now_ms;
  uint32_t profile;
} driver;

static inline lg_detector_spec spec(lg_detector_type type, uint32_t threshold) {
  lg_detector_spec s = {.type = type, .threshold = threshold};
  s.window_size = 32;
  s.min_cycle_len = type == LG_PING_PONG ? 2 : 1;
  s.max_cycle_len = type == LG_PING_PONG ? 2 : 8;
  s.transient_threshold = 8;
  s.similarity = 0.75;
  s.text = (lg_text_loop_options){4, 300, 4096, 3};
  s.depth = 8;
  return s;
}

static inline driver drive_with(const lg_allocator *allocator, const lg_detector_spec *specs, size_t count,
                                lg_ladder ladder, bool shadow) {
  driver d = {0};
  lg_guard_options options = {.key = {1, 2, 3}, .max_entries = 1000, .ladder = ladder, .shadow = shadow};
  CHECK_EQ_INT(lg__guard_new(allocator, &options, &d.guard), LG_OK);
  for (size_t i = 0; i < count; i++) CHECK_EQ_INT(lg__guard_add_detector(d.guard, &specs[i], NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  return d;
}

static inline driver drive(lg_detector_spec one, lg_ladder ladder) { return drive_with(NULL, &one, 1, ladder, false); }

static inline void stop(driver *d) {
  lg_run_free(d->run);
  lg_guard_free(d->guard);
}

static inline lg_call call_of(const driver *d, const char *name, const char *args, const char *id) {
  lg_call call = {.name = name, .name_len = strlen(name), .args = args, .args_len = strlen(args)};
  call.args_kind = LG_ARGS_RAW;
  call.id = id;
  call.id_len = id == NULL ? 0 : strlen(id);
  call.profile = d->profile;
  call.now_ms = d->now_ms;
  return call;
}

static inline lg_outcome result_of(const driver *d, const char *text) {
  lg_outcome outcome = {.result_kind = text == NULL ? LG_RESULT_NONE : LG_RESULT_TEXT, .result = text};
  outcome.result_len = text == NULL ? 0 : strlen(text);
  outcome.now_ms = d->now_ms;
  return outcome;
}

static inline lg_outcome error_of(const driver *d, const char *text) {
  lg_outcome outcome = {.failed = true, .error = text, .error_len = strlen(text), .now_ms = d->now_ms};
  return outcome;
}

static inline lg_action before_id(driver *d, const char *name, const char *args, const char *id) {
  lg_call call = call_of(d, name, args, id);
  CHECK_EQ_INT(lg_run_before(d->run, &call, &d->last), LG_OK);
  return d->last.action;
}

static inline lg_action before(driver *d, const char *name, const char *args) { return before_id(d, name, args, NULL); }

static inline lg_action after(driver *d, uint32_t ticket, lg_outcome outcome) {
  CHECK_EQ_INT(lg_run_after(d->run, ticket, &outcome, &d->last), LG_OK);
  return d->last.action;
}

/* before, and after when it may run: the stronger of both verdicts. */
static inline lg_action act(driver *d, const char *name, const char *args, lg_outcome outcome) {
  lg_action asked = before(d, name, args);
  if (asked > LG_WARN) return asked;
  lg_action done = after(d, d->last.ticket, outcome);
  return done > asked ? done : asked;
}

static inline lg_action act_text(driver *d, const char *name, const char *args, const char *result) {
  return act(d, name, args, result_of(d, result));
}

static inline const lg_report *report(const driver *d) {
  static const lg_report none;
  const lg_report *r = &none;
  CHECK_EQ_INT(lg_run_report(d->run, &r), LG_OK);
  return r;
}

static const lg_ladder HINT = {.hint = 1};
static const lg_ladder STAIRS = {.warn = 1, .hint = 2, .abort = 4};

#endif
