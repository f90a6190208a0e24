/* poll, a rule of profiles: a poll came too soon after the last one, or has returned the same for too long. */
#include "run/run.h"

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_profile *profile = look->profile;
  const lg_request *request = look->candidate->request;
  const lg_poll_state *poll = lg__polls_find(&look->run->polls, &request->identity);
  if (poll == NULL) return false;
  double since = request->now_ms - poll->last_ms, waited = request->now_ms - poll->first_ms;
  /* a negative `since` means that the clock was set back: nobody knows how long ago the last poll was */
  bool soon = profile->poll_min_interval_ms > 0 && since >= 0 && since < profile->poll_min_interval_ms;
  bool over = profile->poll_max_wait_ms > 0 && waited >= profile->poll_max_wait_ms;
  if (!soon && !over) return false;
  out->strong = true;
  out->repeats = poll->repeats + 1;
  out->subject = out->loop = request->identity;
  if (over)
    out->waited_ms = waited;
  else
    out->wait_ms = profile->poll_min_interval_ms - since;
  return true;
}

const lg_detector_record lg__detector_poll = {.name = "poll", .is_rule = true, .find_before = find_before};
