/* no_news: a call returned the same result again and again, and nothing in the run has been news since it last ran. */
#include "run/run.h"

/* However long a poll has lasted, it is no loop before it has returned the same this often. */
#define POLLS_MIN 10u
/* And where no clock runs, a loop after this often. */
#define POLLS_TIMELESS 60u
/* A poll is warned of after this many equal results, and again whenever that number has doubled: 5, 10, 20 ... */
#define POLLS_WORD 5u

/* How many equal results in a row make a loop of this call: more where repeating is normal, as for a rate limit. */
static uint32_t runs_wanted(const lg_detector_spec *spec, uint32_t times, const lg_news_call *known) {
  uint32_t wanted = times;
  if ((known->flags & LG_NEWS_TRANSIENT) != 0) {
    if (spec->transient_threshold > wanted) wanted = spec->transient_threshold;
  } else if ((known->flags & LG_NEWS_ACK) != 0) {
    if (spec->ack_threshold > wanted) wanted = spec->ack_threshold;
  } else if (spec->settled && (known->flags & LG_NEWS_CHANGED) != 0 && wanted < UINT32_MAX / 2) {
    wanted = (known->flags & LG_NEWS_MOVES) != 0 ? 2 * wanted : wanted + 1;
  }
  return wanted;
}

/* Without `settled`, `wanted` equal results in a row are enough, though other calls may have brought news between them.
 *
 * With it, a call that is repeated after news is a fresh look: test, edit, test, edit, test. So there must have been no
 * news between the equal results either (`still`), or one result more in a row, or a lap: other calls ran since, and
 * none of the last `wanted` + 1 calls brought news, as in read a, read b, read c, read a, read b, read c. */
static bool is_enough(const lg_run *run, const lg_detector_spec *spec, uint32_t wanted, const lg_news_call *known) {
  const lg_news *news = &run->news;
  if (known->hasty < wanted) return false;
  if (!spec->settled || known->still >= wanted || known->hasty > wanted || wanted > UINT8_MAX) return true;
  return known->at != news->clock && news->clock - news->last_news > wanted;
}

static bool is_loop(const lg_look *look, lg_finding *out) {
  const lg_detector_spec *spec = &look->slot->spec;
  const lg_request *request = look->candidate->request;
  const lg_news_call *known = look->candidate->known;
  const lg_news *news = &look->run->news;
  if (known->in_a_row == 0 || news->last_news > known->at) return false; /* there was news since it last ran */
  if (news->clock == UINT32_MAX) return false; /* the clock has stopped, so there may have been news */
  out->repeats = known->in_a_row;
  out->strong = true;
  out->transient = (known->flags & LG_NEWS_TRANSIENT) != 0;
  out->subject = out->loop = request->identity;
  if (!look->candidate->polled) {
    uint32_t wanted = runs_wanted(spec, out->threshold, known);
    out->threshold = wanted;
    return is_enough(look->run, spec, wanted, known);
  }
  uint32_t now = lg__news_time(news, request->now_ms);
  bool clocked = now != LG_NEWS_TIMELESS && known->since != LG_NEWS_TIMELESS;
  double waited = clocked ? lg__news_elapsed_ms(known->since, now) : 0;
  bool long_enough =
      clocked ? waited >= spec->max_wait_ms && known->in_a_row >= POLLS_MIN : known->in_a_row >= POLLS_TIMELESS;
  bool over = spec->max_wait_ms != 0 && long_enough;
  out->mild = !over;
  out->waited_ms = waited;
  out->threshold = !over ? POLLS_WORD : clocked ? POLLS_MIN : POLLS_TIMELESS;
  if (out->mild) lg__loop_mild(&out->loop); /* a loop of its own: warnings before the time is up add no strikes to it */
  return over || lg__is_doubling(known->in_a_row, POLLS_WORD);
}

/* An equal sibling of this round was allowed: the model asked for both before it could see the result of either. */
static bool has_sibling(const lg_look *look) {
  const lg_tickets *tickets = &look->run->tickets;
  for (uint32_t i = 0; i < tickets->used; i++) {
    const lg_ticket *slot = &tickets->slots[i];
    bool allowed = slot->state == LG_TICKET_OPEN || slot->state == LG_TICKET_DONE;
    bool sibling = allowed && slot->round == look->candidate->round;
    if (sibling && lg__digest_equal(&slot->identity, &look->candidate->request->identity)) return true;
  }
  return false;
}

static bool find_before(const lg_look *look, lg_finding *out) {
  out->threshold = lg__own_threshold(look);
  return !look->candidate->poll && !look->candidate->lost && is_loop(look, out) && !has_sibling(look);
}

/* Why a call that is judged by count, and that nothing was news since, is a loop or none. */
static lg_why why_by_count(const lg_run *run, const lg_detector_spec *spec, uint32_t times, uint32_t wanted,
                           const lg_news_call *known) {
  if (known->hasty >= wanted) return is_enough(run, spec, wanted, known) ? LG_WHY_COUNTED : LG_WHY_NEWS_BETWEEN;
  if (wanted == times) return LG_WHY_COUNTED;
  if ((known->flags & LG_NEWS_TRANSIENT) != 0) return LG_WHY_TRANSIENT;
  return (known->flags & LG_NEWS_ACK) != 0 ? LG_WHY_ACK : LG_WHY_CHANGED;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_run *run = look->run;
  const lg_candidate *candidate = look->candidate;
  const lg_news_call *known = candidate->known;
  lg_finding finding = {.threshold = lg__own_threshold(look)};
  uint32_t times = out->threshold = finding.threshold;
  out->strong = !candidate->poll;
  if (candidate->poll) return;
  out->why = known->at == 0 ? LG_WHY_FIRST : known->in_a_row == 0 ? LG_WHY_NO_RESULT : LG_WHY_NEWS;
  if (candidate->lost) out->why = LG_WHY_COMPACTED;
  if (candidate->lost || known->in_a_row == 0 || run->news.last_news > known->at || run->news.clock == UINT32_MAX)
    return;
  out->sibling = is_loop(look, &finding) && !out->fires;
  out->threshold = finding.threshold;
  out->waited_ms = finding.waited_ms;
  out->count = candidate->polled ? known->in_a_row : known->hasty;
  out->why = candidate->polled ? lg__why_by_time(run, look->profile, candidate->request, known, &out->since_ms)
                               : why_by_count(run, &look->slot->spec, times, finding.threshold, known);
}

const lg_detector_record lg__detector_no_news = {
    .name = "no_news", .tracks = LG_TRACK_IDENTITY | LG_TRACK_NEWS, .find_before = find_before, .explain = explain};
