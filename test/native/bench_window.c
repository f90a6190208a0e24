/*
 * ns per push of the cycle window, to show that the window's size costs nothing and what a longer cycle costs.
 * "distinct": no signature ever comes back. "looping": a cycle of four that is detected at every push.
 * "one": one signature for ever, the most expensive stream there is, since every length agrees.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "random64.h"
#include "state/window.h"

#define PUSHES 2000000u
#define DIGESTS 65536u
#define ROUNDS 5

static double now_ns(void) {
  struct timespec t;
  (void)timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The best of some rounds: the others were disturbed. `period` digests are pushed in turn. */
static double ns_per_push(const lg_allocator *allocator, const lg_detector_options *options, const lg_digest *digests,
                          uint32_t period, uint32_t *detected) {
  double best = 0;
  for (int round = 0; round < ROUNDS; round++) {
    lg_window window;
    if (lg__window_init(&window, allocator, options) != LG_OK) abort();
    *detected = 0;
    double start = now_ns();
    for (uint32_t i = 0; i < PUSHES; i++) {
      *detected += lg__window_push(&window, &digests[i & (period - 1)]).cycle_length != 0;
    }
    double ns = (now_ns() - start) / PUSHES;
    if (round == 0 || ns < best) best = ns;
    lg__window_free(&window, allocator);
  }
  return best;
}

int main(void) {
  static const lg_detector_options shapes[] = {{32, 1, 8, 3},    {1024, 1, 8, 3},   {4096, 1, 8, 3},
                                               {65536, 1, 8, 3}, {1024, 1, 256, 3}, {4096, 1, 256, 3}};
  lg_allocator allocator;
  if (lg_allocator_init(&allocator, NULL) != LG_OK) return 1;
  lg_digest *digests = lg__alloc_zeroed(&allocator, DIGESTS, sizeof *digests);
  if (digests == NULL) return 1;
  uint64_t state = 1;
  for (uint32_t i = 0; i < DIGESTS; i++) {
    uint64_t halves[2] = {random64(&state), random64(&state)};
    memcpy(digests[i].bytes, halves, sizeof halves);
  }
  printf("%-24s %10s %10s %10s   ns per push\n", "window, cycles, repeats", "distinct", "looping", "one");
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const lg_detector_options *o = &shapes[i];
    uint32_t none, looping, one;
    double a = ns_per_push(&allocator, o, digests, DIGESTS, &none);
    double b = ns_per_push(&allocator, o, digests, 4, &looping);
    double c = ns_per_push(&allocator, o, digests, 1, &one);
    /* What was timed must have been right. */
    if (none != 0 || looping != PUSHES - 4 * o->repeats + 1 || one != PUSHES - o->repeats + 1) abort();
    char label[64];
    (void)snprintf(label, sizeof label, "%u, %u..%u, %u", o->window_size, o->min_cycle_len, o->max_cycle_len,
                   o->repeats);
    printf("%-24s %10.1f %10.1f %10.1f\n", label, a, b, c);
  }
  lg__alloc_free(&allocator, digests, DIGESTS, sizeof *digests);
  return 0;
}
