#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- waiting calls ---- */

scan_open *scan_find_open(const scan_run *run, uint64_t index) {
  size_t low = run->open_begin, high = run->open_begin + run->open_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (run->open[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there = low < run->open_begin + run->open_count && run->open[low].index == index;
  return is_there ? &run->open[low] : NULL;
}

/* Adds a waiting call, newer than all others. The buffer of a place is used again. */
scan_open *scan_add_open(scan_run *run, uint64_t index) {
  if (run->open_begin + run->open_count == run->open_size) {
    if (run->open_begin > 0 && run->open_begin >= run->open_size / 2) {
      for (size_t i = 0; i < run->open_count; i++) {
        scan_open moved = run->open[i];
        run->open[i] = run->open[run->open_begin + i];
        run->open[run->open_begin + i] = moved;
      }
      run->open_begin = 0;
    } else {
      size_t size = run->open_size == 0 ? 4 : 2 * run->open_size;
      scan_open *grown = realloc(run->open, size * sizeof *grown);
      if (grown == NULL) return NULL;
      memset(grown + run->open_size, 0, (size - run->open_size) * sizeof *grown);
      run->open = grown;
      run->open_size = size;
    }
  }
  scan_open *call = &run->open[run->open_begin + run->open_count++];
  program_out kept = call->kept;
  *call = (scan_open){.index = index, .loop = SCAN_NO_LOOP, .kept = kept};
  return call;
}

/* A call of two loops is wasted once: for the loop that was detected first. */
void scan_close_call(scan_run *run, scan_open *call) {
  if (call->loop != SCAN_NO_LOOP) {
    scan_loop *loop = &run->loops.items[call->loop];
    loop->wasted_calls++;
    loop->tokens += isnan(call->tokens) ? call->size / 4 : call->tokens;
  }
  program_out_clear(&call->kept);
  size_t at = (size_t)(call - run->open), end = run->open_begin + run->open_count;
  run->open_count--;
  if (at == run->open_begin) {
    run->open_begin = run->open_count == 0 ? 0 : run->open_begin + 1;
    return;
  }
  scan_open closed = *call; /* its buffer stays, behind the others */
  memmove(call, call + 1, (end - at - 1) * sizeof *call);
  run->open[end - 1] = closed;
}

/* ---- calls that the core knows ---- */

void scan_add_known(scan_run *run, uint64_t index, uint32_t ticket) {
  if (run->known_count == SCAN_KNOWN_MAX) {
    run->known_count /= 2;
    memcpy(run->known, run->known + run->known_count, run->known_count * sizeof *run->known);
  }
  run->known[run->known_count++] = (scan_known){index, ticket};
}

/* Its place, or SIZE_MAX. */
size_t scan_find_known(const scan_run *run, uint64_t index) {
  for (size_t i = run->known_count; i > 0; i--)
    if (run->known[i - 1].index == index) return i - 1;
  return SIZE_MAX;
}

void scan_remove_known(scan_run *run, size_t at) {
  run->known_count--;
  memmove(run->known + at, run->known + at + 1, (run->known_count - at) * sizeof *run->known);
}
