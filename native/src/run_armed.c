#include "run.h"

static bool is_cycle(const lg_finding *finding) { return finding->type == LG_PING_PONG || finding->type == LG_CYCLE; }

/* Whether the call is the step `later` places after the block of a cycle; that after the last is the first again. */
static bool is_step(const lg_run *run, const lg_armed *armed, uint32_t later, const lg_digest *identity,
                    const lg_digest *name) {
  uint32_t length = armed->finding.cycle_length;
  const lg_observation *expected = lg__history_at(&run->history, armed->finding.behind + length - 1 - later % length);
  if (expected == NULL) return false;
  return armed->finding.type == LG_PING_PONG ? lg__digest_equal(&expected->name, name)
                                             : lg__digest_equal(&expected->identity, identity);
}

static bool continues(const lg_run *run, const lg_armed *armed, const lg_digest *identity, const lg_digest *name) {
  const lg_finding *finding = &armed->finding;
  switch (finding->type) {
  case LG_REPEAT:
  case LG_NO_PROGRESS:
    return lg__digest_equal(&finding->subject, identity);
  case LG_STALL:
  case LG_ERROR_STREAK:
  case LG_CUSTOM:
    return lg__digest_equal(&finding->subject, name);
  case LG_PING_PONG:
  case LG_CYCLE:
    if (is_step(run, armed, armed->cursor, identity, name)) return true;
    /* the step that was just refused, tried again */
    return armed->cursor > armed->done && is_step(run, armed, armed->cursor - 1, identity, name);
  default:
    return false;
  }
}

const lg_armed *lg__armed_continued(const lg_run *run, uint32_t detector, const lg_digest *identity,
                                    const lg_digest *name) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    const lg_armed *armed = &run->loops.armed[i];
    if (armed->finding.detector == detector && continues(run, armed, identity, name)) return armed;
  }
  return NULL;
}

lg_finding lg__armed_step(const lg_armed *armed, uint32_t round) {
  lg_finding finding = armed->finding;
  /* Of cycles only whole ones are counted. What a finding says of results is true of calls that ran, no others. */
  bool of_calls = finding.type == LG_REPEAT || finding.type == LG_CUSTOM;
  /* siblings of one round take one step together */
  if (of_calls) finding.repeats += armed->seen + (armed->round != round ? 1 : 0);
  return finding;
}

void lg__armed_advance(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!continues(run, armed, identity, name)) continue;
    if (armed->round != round) armed->seen++;
    armed->round = round;
    if (is_cycle(&armed->finding) && is_step(run, armed, armed->cursor, identity, name)) armed->cursor++;
  }
}

void lg__armed_observe(lg_run *run, const lg_observation *seen) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!is_cycle(&armed->finding)) continue;
    bool own = armed->done < armed->cursor && is_step(run, armed, armed->done, &seen->identity, &seen->name);
    if (own && armed->finding.behind == 0) {
      armed->cursor--; /* the block moves on with it */
    } else {
      armed->finding.behind++;
      armed->done += own ? 1 : 0;
    }
  }
}

static bool is_breakable(lg_detector_type type) {
  return type == LG_REPEAT || type == LG_STALL || type == LG_PING_PONG || type == LG_CYCLE || type == LG_CUSTOM;
}

void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;) {
    const lg_armed *armed = &run->loops.armed[i];
    if (!is_breakable(armed->finding.type) || continues(run, armed, identity, name)) continue;
    if (armed->round == round) continue; /* a sibling completed the pattern, or goes on with it */
    lg__loops_disarm(&run->loops, i);
  }
}

/* Whether the result of `newest` is another than `loop`, the pair of `subject` and the loop's own result, says. */
static bool is_other_result(const lg_run *run, const lg_finding *finding, const lg_digest *subject,
                            const lg_observation *newest) {
  lg_digest loop = lg__pair(run, subject, &newest->result);
  lg__loop_tag(&loop, finding->detector);
  return !newest->comparable || !lg__digest_equal(&loop, &finding->loop);
}

/* Whether both have a result, and not the same one: for loops whose detector does not ask for results. */
static bool differ(const lg_observation *a, const lg_observation *b) {
  return b != NULL && a->comparable && b->comparable && !lg__same_result(a, b);
}

/*
 * Whether a loop is over: its call gave another result, or something was done meanwhile that may change what it gives.
 * The call that came back is the newest of the history, or has just been merged into its sibling there.
 */
static bool is_over(const lg_run *run, const lg_finding *finding, const lg_observation *newest) {
  bool same_call = lg__digest_equal(&finding->subject, &newest->identity);
  bool same_tool = lg__digest_equal(&finding->subject, &newest->name);
  bool done_anew = newest->fresh && !newest->failed;
  const lg_detector_spec *spec = lg__run_spec(run, finding->detector);
  switch (finding->type) {
  case LG_NO_PROGRESS:
    if (same_call) return is_other_result(run, finding, &newest->identity, newest);
    return newest->mutated || (finding->failed && spec->settled && done_anew);
  case LG_ERROR_STREAK:
    if (same_tool) return !newest->failed || is_other_result(run, finding, &newest->name, newest);
    return done_anew;
  case LG_STALL:
    return same_tool && is_other_result(run, finding, &newest->name, newest);
  case LG_REPEAT: {
    if (spec->failures_only) return same_call && !newest->failed;
    const lg_observation *before = lg__history_at(&run->history, 1); /* may be of another call of the same round */
    return same_call && differ(newest, before) && lg__digest_equal(&before->identity, &newest->identity);
  }
  case LG_CYCLE: {
    const lg_observation *last_lap = lg__history_at(&run->history, finding->cycle_length);
    if (last_lap == NULL || !lg__digest_equal(&last_lap->identity, &newest->identity)) return false;
    return spec->strong_only ? !lg__same_result(newest, last_lap) : differ(newest, last_lap);
  }
  default:
    return false;
  }
}

void lg__armed_settle(lg_run *run, const lg_observation *newest) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;)
    if (is_over(run, &run->loops.armed[i].finding, newest)) lg__loops_disarm(&run->loops, i);
}
