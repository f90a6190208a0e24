/*
 * stop_loop, a rule of every guard with no_news: the agent wants to end its turn, is sent back (by a stop hook, or a
 * check of the host's), and wants to end again, without any news in between.
 *
 *   says "done"   sent back   says "done"   sent back   says "done"   sent back   says "done"
 *   first stop                sent back 1               2                         3: found
 */
#include "run/run.h"

/* Sent back so often with the same words; or with any words: an agent may try several wordings until a check that reads
 * its last message is content. */
enum { SAME_WORDS = 3, ANY_WORDS = 6 };

static uint16_t one_more(uint16_t count) { return count == UINT16_MAX ? count : (uint16_t)(count + 1); }

lg_status lg_run_stopped(lg_run *run, bool again, const char *words, size_t len, lg_verdict *out_verdict) {
  static const char name[] = "Stop";
  if (run == NULL || out_verdict == NULL || (words == NULL && len != 0)) return LG_EINVAL;
  const lg_guard *guard = run->guard;
  if (!lg__guard_keeps(guard, LG_TRACK_NEWS)) {
    *out_verdict = LG_NOTHING;
    return LG_OK;
  }
  lg_outcome message = {
      .result_kind = words == NULL ? LG_RESULT_NONE : LG_RESULT_TEXT, .result = words, .result_len = len};
  lg_reply reply;
  lg_digest subject = lg_digest_bytes(guard->options.key, name, sizeof name - 1);
  lg_status status = lg__run_read_outcome(run, 0, &message, false, &reply);
  if (status == LG_OK) status = lg__run_name(run, &subject, name, sizeof name - 1);
  if (status != LG_OK) return status;
  *out_verdict = LG_NOTHING;

  lg_stops *stops = &run->stops;
  lg_finding finding = {.detector = guard->detector_count, .type = LG_STOP_LOOP, .cycle_length = 1};
  finding.subject = finding.loop = subject;
  lg__loop_tag(&finding.loop, finding.detector);
  bool goes_on = again && run->news.last_news <= stops->at;
  bool same = goes_on && reply.comparable && stops->has_words &&
              memcmp(stops->words, reply.result.bytes, sizeof stops->words) == 0;
  stops->count = goes_on ? one_more(stops->count) : 0;
  stops->same = same ? one_more(stops->same) : 0;
  stops->at = run->news.clock;
  stops->has_words = reply.comparable;
  memcpy(stops->words, reply.result.bytes, sizeof stops->words);
  if (!goes_on) lg__loops_forgive(&run->loops, &finding.loop);
  if (stops->same < SAME_WORDS && stops->count < ANY_WORDS) return LG_OK;
  finding.strong = stops->same >= SAME_WORDS;
  finding.repeats = finding.strong ? stops->same : stops->count;
  finding.threshold = finding.strong ? SAME_WORDS : ANY_WORDS;
  uint32_t strikes = lg__loops_strike(&run->loops, &finding, run->round, false);
  out_verdict->action = lg__ladder_action(lg__guard_ladder(guard, NULL, &guard->profiles[0]), strikes);
  out_verdict->detected = true;
  lg__report(run, &finding, strikes, &finding.subject, &finding.subject, false);
  return LG_OK;
}

const lg_detector_record lg__detector_stop_loop = {.name = "stop_loop", .is_rule = true};
