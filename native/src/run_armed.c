#include "run.h"

/* Whether the call is the step `cursor` places after the newest observation of a cycle. */
static bool is_step(const lg_run *run, const lg_finding *finding, uint32_t cursor, const lg_digest *identity,
                    const lg_digest *name) {
  uint32_t length = finding->cycle_length;
  const lg_observation *expected = lg__history_at(&run->history, length - 1 - cursor % length);
  if (expected == NULL) return false;
  return finding->type == LG_PING_PONG ? lg__digest_equal(&expected->name, name)
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
    if (is_step(run, finding, armed->cursor, identity, name)) return true;
    /* the step that was just refused, tried again */
    return armed->cursor > 0 && is_step(run, finding, armed->cursor - 1, identity, name);
  default:
    return false;
  }
}

lg_armed *lg__armed_continued(const lg_run *run, uint32_t detector, const lg_digest *identity, const lg_digest *name) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    const lg_armed *armed = &run->loops.armed[i];
    if (armed->finding.detector == detector && continues(run, armed, identity, name))
      return (lg_armed *)(uintptr_t)armed;
  }
  return NULL;
}

lg_finding lg__armed_step(const lg_armed *armed, uint32_t round) {
  lg_finding finding = armed->finding;
  bool whole_cycles = finding.type == LG_PING_PONG || finding.type == LG_CYCLE;
  /* siblings of one round take one step together */
  if (!whole_cycles) finding.repeats += armed->seen + (armed->seen == 0 || armed->round != round ? 1 : 0);
  return finding;
}

void lg__armed_advance(const lg_run *run, lg_armed *armed, const lg_digest *identity, const lg_digest *name,
                       uint32_t round) {
  if (armed->seen == 0 || armed->round != round) armed->seen++;
  armed->round = round;
  if (armed->finding.type != LG_PING_PONG && armed->finding.type != LG_CYCLE) return;
  if (!is_step(run, &armed->finding, armed->cursor, identity, name)) return;
  uint32_t length = armed->finding.cycle_length;
  armed->cursor = armed->cursor + 1 < 2 * length ? armed->cursor + 1 : armed->cursor + 1 - length; /* never back to 0 */
}

static bool is_breakable(lg_detector_type type) {
  return type == LG_REPEAT || type == LG_STALL || type == LG_PING_PONG || type == LG_CYCLE || type == LG_CUSTOM;
}

void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;) {
    const lg_armed *armed = &run->loops.armed[i];
    if (!is_breakable(armed->finding.type) || continues(run, armed, identity, name)) continue;
    if (armed->seen != 0 && armed->round == round) continue; /* a sibling goes on with the pattern */
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
