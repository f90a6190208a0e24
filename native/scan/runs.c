#include "run.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

struct scan_entry {
  scan_run run;
  scan_entry *next; /* in its bucket, or idle */
  scan_entry *older, *newer;
};

/* That ids of one bucket can be chosen, since the key is known, does no harm: there are few runs. */
static scan_entry **bucket_of(scan_runs *runs, program_text id) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  lg_digest digest = lg_digest_bytes(key, id.s, id.len);
  return &runs->buckets[(digest.bytes[0] | digest.bytes[1] << 8) % (2 * SCAN_RUNS_MAX)];
}

static program_text id_of(const scan_entry *entry) { return program_out_view(&entry->run.id); }

static void take_out(scan_runs *runs, scan_entry *entry) {
  *(entry->older == NULL ? &runs->oldest : &entry->older->newer) = entry->newer;
  *(entry->newer == NULL ? &runs->newest : &entry->newer->older) = entry->older;
}

static void put_newest(scan_runs *runs, scan_entry *entry) {
  entry->older = runs->newest;
  entry->newer = NULL;
  *(runs->newest == NULL ? &runs->oldest : &runs->newest->newer) = entry;
  runs->newest = entry;
}

static void free_entry(scan_entry *entry) {
  scan_run_free(&entry->run);
  free(entry);
}

static scan_entry *new_entry(scan_runs *runs) {
  scan_entry *entry = runs->idle;
  if (entry != NULL) {
    program_must(lg_run_reset(entry->run.core));
    runs->idle = entry->next;
    return entry;
  }
  entry = program_memory(calloc(1, sizeof *entry));
  program_must(lg_run_new(runs->guard, &entry->run.core));
  return entry;
}

static void end(scan_runs *runs, scan_entry *entry) {
  scan_entry **at = bucket_of(runs, id_of(entry));
  while (*at != entry) at = &(*at)->next;
  *at = entry->next;
  take_out(runs, entry);
  runs->count--;
  runs->ended(runs->ctx, &entry->run);
  scan_run_clear(&entry->run);
  entry->next = runs->idle;
  runs->idle = entry;
}

static scan_entry *begin(scan_runs *runs, scan_entry **bucket, program_text id, unsigned long long line,
                         double started_at) {
  scan_entry *entry = new_entry(runs);
  program_out_bytes(&entry->run.id, id.s, id.len);
  entry->run.line = line;
  entry->run.started_at = started_at;
  entry->next = *bucket;
  *bucket = entry;
  put_newest(runs, entry);
  runs->count++;
  return entry;
}

scan_run *scan_runs_of(scan_runs *runs, program_text id, unsigned long long line, double started_at) {
  if (runs->newest != NULL && program_text_same(id_of(runs->newest), id)) return &runs->newest->run;
  scan_entry **bucket = bucket_of(runs, id), *entry = *bucket;
  while (entry != NULL && !program_text_same(id_of(entry), id)) entry = entry->next;
  if (entry == NULL) {
    entry = begin(runs, bucket, id, line, started_at);
    if (runs->count > runs->max) end(runs, runs->oldest);
  } else {
    take_out(runs, entry);
    put_newest(runs, entry);
  }
  return &entry->run;
}

void scan_runs_end(scan_runs *runs) {
  while (runs->oldest != NULL) end(runs, runs->oldest);
}

void scan_runs_free(scan_runs *runs) {
  while (runs->oldest != NULL) {
    scan_entry *entry = runs->oldest;
    take_out(runs, entry);
    free_entry(entry);
  }
  while (runs->idle != NULL) {
    scan_entry *entry = runs->idle;
    runs->idle = entry->next;
    free_entry(entry);
  }
}

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
      run->open = program_memory(realloc(run->open, size * sizeof *run->open));
      memset(run->open + run->open_size, 0, (size - run->open_size) * sizeof *run->open);
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
