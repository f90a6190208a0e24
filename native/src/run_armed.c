#include "run.h"

static bool is_cycle(const lg_finding *finding) {
  return finding->type == LG_PING_PONG || finding->type == LG_CYCLE;
}

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
    if (armed->finding.detector == detector && continues(run, armed, identity, name))
      return armed;
  }
  return NULL;
}

lg_finding lg__armed_step(const lg_armed *armed, uint32_t round) {
  lg_finding finding = armed->finding;
  /* siblings of one round take one step together; of a cycle only whole ones are counted */
  if (!is_cycle(&finding)) finding.repeats += armed->seen + (armed->round != round ? 1 : 0);
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

void lg__armed_settle(lg_run *run, const lg_observation *newest) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;) {
    const lg_finding *finding = &run->loops.armed[i].finding;
    const lg_digest *subject;
    if (finding->type == LG_NO_PROGRESS) {
      if (newest->mutated && !lg__digest_equal(&finding->subject, &newest->identity)) {
        lg__loops_disarm(&run->loops, i);
        continue;
      }
      subject = &newest->identity;
    } else if (finding->type == LG_ERROR_STREAK) {
      subject = &newest->name;
    } else {
      continue;
    }
    if (!lg__digest_equal(&finding->subject, subject)) continue;
    lg_digest loop = lg__pair(run, subject, &newest->result);
    lg__loop_tag(&loop, finding->detector);
    bool same = newest->comparable && lg__digest_equal(&loop, &finding->loop) &&
                (finding->type == LG_NO_PROGRESS || newest->failed);
    if (!same) lg__loops_disarm(&run->loops, i);
  }
}
