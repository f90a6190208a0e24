/* A run with no_news alone, and calls in rounds of their own. */
#ifndef NEWS_DRIVER_H
#define NEWS_DRIVER_H

#include "run_driver.h"

static const lg_ladder NEWS_LADDER = {.hint = 1, .abort = 4};

static inline lg_detector_spec news_spec(void) {
  lg_detector_spec s = {.type = LG_NO_NEWS, .threshold = 2, .transient_threshold = 4, .ack_threshold = 4};
  s.max_wait_ms = 600000;
  return s;
}

static inline driver drive_news(void) { return drive(news_spec(), NEWS_LADDER); }

static inline driver drive_settled(void) {
  lg_detector_spec s = news_spec();
  s.settled = true;
  return drive(s, NEWS_LADDER);
}

/* One call in a round of its own. */
static inline lg_action turn_of(driver *d, const char *name, const char *args, const char *result) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  return act_text(d, name, args, result);
}

static inline lg_action f(driver *d, const char *result) { return turn_of(d, "read", "{\"p\":1}", result); }

static inline lg_action g(driver *d, const char *result) { return turn_of(d, "list", "{\"p\":2}", result); }

#endif
