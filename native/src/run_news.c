/* no_news: a call is in a loop when it gave one result again and again, and nothing in the run has been news since. */
#include "run.h"

/* A poll that is judged by time is asked for this often at least before it has lasted too long. */
#define POLLS_MIN 10u

/* The detector whose clock decides what a poll is: the first no_news of the guard. */
static const lg_detector_spec *first_spec(const lg_run *run) {
  for (uint32_t i = 0; i < run->guard->detector_count; i++)
    if (run->guard->detectors[i].spec.type == LG_NO_NEWS) return &run->guard->detectors[i].spec;
  return NULL;
}

bool lg__news_is_poll(const lg_run *run, const lg_request *request, const lg_news_call *known) {
  const lg_news *news = &run->news;
  if (known->in_a_row == 0) return false;
  if ((request->signs & LG_SIGN_WAIT) != 0 || news->last_wait > known->at) return true;
  const lg_detector_spec *spec = first_spec(run);
  if (spec == NULL || spec->poll_after_ms <= 0) return false;
  uint32_t now = lg__news_time(news, request->now_ms);
  /* set back, a clock says nothing of how long ago that was: it may have been long enough */
  if (known->asked != LG_NEWS_TIMELESS && now < known->asked) return true;
  return lg__news_elapsed_ms(known->asked, now) >= spec->poll_after_ms;
}

/* How many equal results in a row are asked for. */
static uint32_t runs_wanted(const lg_detector_spec *spec, uint32_t times, const lg_news_call *known) {
  uint32_t wanted = times;
  if ((known->flags & LG_NEWS_TRANSIENT) != 0) {
    if (spec->transient_threshold > wanted) wanted = spec->transient_threshold;
  } else if ((known->flags & LG_NEWS_ACK) != 0) {
    if (spec->ack_threshold > wanted) wanted = spec->ack_threshold;
  } else if (spec->settled && (known->flags & (LG_NEWS_SILENT | LG_NEWS_CHANGED)) != 0) {
    wanted++;
  }
  return wanted;
}

/*
 * `settled`: the equal results must have come without news between them too, since a call that is made again after
 * news is a fresh look. Else one more of them is asked for, or a lap: other calls ran since, and none of the last
 * `wanted` + 1 brought anything.
 */
static bool is_enough(const lg_run *run, const lg_detector_spec *spec, uint32_t wanted, const lg_news_call *known) {
  const lg_news *news = &run->news;
  if (known->in_a_row < wanted) return false;
  if (!spec->settled || known->still >= wanted || known->in_a_row > wanted || wanted > UINT8_MAX) return true;
  return known->at != news->clock && news->clock - news->last_news > wanted;
}

bool lg__news_find_loop(const lg_run *run, const lg_detector_spec *spec, const lg_request *request,
                        const lg_news_call *known, lg_finding *out) {
  const lg_news *news = &run->news;
  if (known->in_a_row == 0 || news->last_news > known->at) return false; /* news since */
  out->repeats = known->in_a_row;
  out->strong = true;
  out->subject = out->loop = request->identity;
  if (!lg__news_is_poll(run, request, known)) {
    uint32_t wanted = runs_wanted(spec, out->threshold, known);
    out->threshold = wanted;
    return is_enough(run, spec, wanted, known);
  }
  double waited = lg__news_elapsed_ms(known->since, lg__news_time(news, request->now_ms));
  if (spec->max_wait_ms == 0 || known->in_a_row < POLLS_MIN || waited * 2 < spec->max_wait_ms) return false;
  out->mild = waited < spec->max_wait_ms;
  out->waited_ms = waited;
  out->threshold = POLLS_MIN;
  if (out->mild) out->loop.bytes[12] ^= 1; /* warnings before the time is up are no strikes against it */
  return true;
}

/* A loop that ended: the next one of this call starts at its first strike. */
static void forgive(lg_run *run, const lg_digest *identity) {
  for (uint32_t i = 0; i < run->guard->detector_count; i++) {
    if (run->guard->detectors[i].spec.type != LG_NO_NEWS) continue;
    for (uint8_t mild = 0; mild < 2; mild++) {
      lg_digest loop = *identity;
      lg__loop_tag(&loop, i);
      loop.bytes[12] ^= mild;
      lg__loops_forgive(&run->loops, &loop);
    }
  }
}

void lg__news_take(lg_run *run, const lg_ticket *slot, const lg_reply *reply, bool mutated) {
  lg_news_result result = {.result = reply->result,
                           .now_ms = reply->now_ms,
                           .comparable = reply->comparable,
                           .mutated = mutated,
                           .waited = (slot->signs & LG_SIGN_WAIT) != 0,
                           .thought = (slot->signs & LG_SIGN_THINK) != 0,
                           .round_at = slot->round_at};
  bool shell = (slot->signs & LG_SIGN_SHELL) != 0, looked = (slot->signs & LG_SIGN_LOOK) != 0;
  if (reply->failed && reply->transient)
    result.flags = LG_NEWS_TRANSIENT;
  else if (reply->ack == LG_ACK_EMPTY && shell) /* a shell says nothing where all went well */
    result.flags = looked ? 0 : LG_NEWS_SILENT;
  else if (reply->ack != LG_ACK_NONE)
    result.flags = LG_NEWS_ACK;
  bool over = lg__news_completed(&run->news, run->guard->options.key, &slot->identity, &result);
  if (over && run->loops.known_count != 0) forgive(run, &slot->identity);
  /* asked for before a person spoke: whoever asks again, asks for the first time since */
  if (slot->round < run->turn_round) lg__news_happened(&run->news);
}
