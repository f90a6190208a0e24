#include "run.h"

/* Whether the call is the step `later` places after the block of a cycle, modulo its length: after a-b-c it is a for 0,
 * b for 1, a again for 3. */
static bool is_step(const lg_run *run, const lg_armed *armed, uint32_t later, const lg_digest *identity,
                    const lg_digest *name) {
  uint32_t length = armed->finding.cycle_length;
  const lg_observation *expected = lg__history_at(&run->history, armed->finding.behind + length - 1 - later % length);
  return expected != NULL && lg__finding_record(&armed->finding)->is_step(expected, identity, name);
}

static bool is_cycle(const lg_armed *armed) { return lg__finding_record(&armed->finding)->is_step != NULL; }

/* `sketch` NULL: the call's arguments do not matter, or nothing is known of them. */
static bool continues(const lg_run *run, const lg_armed *armed, const lg_digest *identity, const lg_digest *name,
                      const lg_sketch *sketch) {
  if (is_cycle(armed)) {
    if (is_step(run, armed, armed->cursor, identity, name)) return true;
    /* the step that was just refused, tried again */
    return armed->cursor > armed->done && is_step(run, armed, armed->cursor - 1, identity, name);
  }
  const lg_detector_record *record = lg__finding_record(&armed->finding);
  if (record->continues == NULL || !record->continues(&armed->finding, identity, name)) return false;
  return record->resembles == NULL || (sketch != NULL && record->resembles(run, &armed->finding, sketch));
}

static bool is_continued(const lg_run *run, const lg_armed *armed, const lg_request *request) {
  return continues(run, armed, &request->identity, &request->name_digest, request->sketch);
}

const lg_armed *lg__armed_continued(const lg_run *run, uint32_t detector, const lg_request *request) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    const lg_armed *armed = &run->loops.armed[i];
    if (armed->finding.detector == detector && is_continued(run, armed, request)) return armed;
  }
  return NULL;
}

lg_finding lg__armed_step(const lg_armed *armed, uint32_t round) {
  lg_finding finding = armed->finding;
  finding.span = 0; /* it was true of the call that armed the loop */
  /* Else `repeats` counts whole laps or equal results, and this call has not run yet. */
  bool of_calls = lg__finding_record(&finding)->counts_calls;
  /* siblings of one round take one step together */
  if (of_calls) finding.repeats += armed->seen + (armed->round != round ? 1 : 0);
  return finding;
}

void lg__armed_advance(lg_run *run, const lg_request *request, uint32_t round) {
  const lg_digest *identity = &request->identity, *name = &request->name_digest;
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!is_continued(run, armed, request)) continue;
    if (armed->round != round) armed->seen++;
    armed->round = round;
    if (is_cycle(armed) && is_step(run, armed, armed->cursor, identity, name)) armed->cursor++;
  }
}

void lg__armed_observe(lg_run *run, const lg_observation *seen) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!is_cycle(armed)) continue;
    bool own = armed->done < armed->cursor && is_step(run, armed, armed->done, &seen->identity, &seen->name);
    if (own && armed->finding.behind == 0) {
      armed->cursor--; /* the block now ends in this observation */
    } else {
      armed->finding.behind++;
      armed->done += own ? 1 : 0;
    }
  }
}

void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;) {
    const lg_armed *armed = &run->loops.armed[i];
    if (!lg__finding_record(&armed->finding)->is_broken || continues(run, armed, identity, name, NULL)) continue;
    if (armed->round == round)
      continue; /* a sibling completed or continued the pattern: order within a round is chance */
    lg__loops_disarm(&run->loops, i);
  }
}

static bool is_over(const lg_run *run, const lg_finding *finding, const lg_observation *newest) {
  const lg_detector_record *record = lg__finding_record(finding);
  return record->is_over != NULL && record->is_over(run, lg__run_spec(run, finding->detector), finding, newest);
}

void lg__armed_settle(lg_run *run, const lg_observation *newest) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;)
    if (is_over(run, &run->loops.armed[i].finding, newest)) lg__loops_disarm(&run->loops, i);
}
