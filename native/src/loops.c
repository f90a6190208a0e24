#include "loops.h"

void lg__loops_clear(lg_loops *loops) { loops->known_count = loops->armed_count = loops->clock = 0; }

static lg_loop *find(lg_loops *loops, const lg_digest *key) {
  for (uint32_t i = 0; i < loops->known_count; i++)
    if (lg__digest_equal(&loops->known[i].key, key)) return &loops->known[i];
  return NULL;
}

static lg_loop *room(lg_loops *loops) {
  if (loops->known_count < LG_LOOPS_MAX) return &loops->known[loops->known_count++];
  lg_loop *oldest = &loops->known[0];
  for (uint32_t i = 1; i < LG_LOOPS_MAX; i++)
    if (loops->known[i].used < oldest->used) oldest = &loops->known[i];
  return oldest;
}

uint32_t lg__loops_strike(lg_loops *loops, const lg_finding *finding, uint32_t round, bool once) {
  lg_loop *loop = find(loops, &finding->loop);
  if (loop == NULL) {
    loop = room(loops);
    *loop = (lg_loop){.key = finding->loop};
  }
  loop->detector = finding->detector;
  loop->used = ++loops->clock;
  loops->again = once && loop->strikes != 0 && loop->round == round;
  if (loops->again) return loop->strikes;
  loop->round = round;
  if (loop->strikes != UINT32_MAX) loop->strikes++;
  return loop->strikes;
}

void lg__loops_forgive(lg_loops *loops, const lg_digest *key) {
  lg_loop *loop = find(loops, key);
  if (loop != NULL) *loop = loops->known[--loops->known_count];
}

void lg__loops_arm(lg_loops *loops, const lg_finding *finding, uint32_t round) {
  for (uint32_t i = 0; i < loops->armed_count; i++) {
    lg_armed *armed = &loops->armed[i];
    if (armed->finding.detector != finding->detector || !lg__digest_equal(&armed->finding.loop, &finding->loop))
      continue;
    *armed = (lg_armed){.finding = *finding, .round = round};
    return;
  }
  if (loops->armed_count == LG_ARMED_MAX) lg__loops_disarm(loops, 0);
  loops->armed[loops->armed_count++] = (lg_armed){.finding = *finding, .round = round};
}

void lg__loops_disarm(lg_loops *loops, uint32_t index) {
  loops->armed_count--;
  memmove(&loops->armed[index], &loops->armed[index + 1], (loops->armed_count - index) * sizeof loops->armed[0]);
}
