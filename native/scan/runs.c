#include "run.h"

#include <stdlib.h>

struct scan_entry {
  scan_run run;
  scan_entry *next; /* in its bucket, or idle */
  scan_entry *older, *newer;
};

/* Where the run with this id is linked in its bucket, or can be. That ids of one bucket can be chosen, since the key is
 * known, does no harm: there are few runs. */
static scan_entry **place_of(scan_runs *runs, program_text id) {
  lg_digest digest = lg_digest_bytes(NULL, id.s, id.len);
  scan_entry **at = &runs->buckets[(digest.bytes[0] | digest.bytes[1] << 8) % (2 * SCAN_RUNS_MAX)];
  while (*at != NULL && !program_text_same(program_out_view(&(*at)->run.id), id)) at = &(*at)->next;
  return at;
}

/* An idle run, or a new one. */
static scan_entry *new_entry(scan_runs *runs) {
  scan_entry *entry = runs->idle;
  if (entry != NULL) {
    program_must(lg_run_reset(entry->run.core));
    runs->idle = entry->next;
  } else {
    entry = program_memory(calloc(1, sizeof *entry));
    program_must(lg_run_new(runs->guard, &entry->run.core));
  }
  runs->count++;
  entry->next = NULL;
  return entry;
}

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

static void end_oldest(scan_runs *runs) {
  scan_entry *entry = runs->oldest, **place = place_of(runs, program_out_view(&entry->run.id));
  *place = entry->next;
  take_out(runs, entry);
  runs->count--;
  runs->ended(runs->ctx, &entry->run);
  scan_run_clear(&entry->run);
  entry->next = runs->idle;
  runs->idle = entry;
}

scan_run *scan_runs_of(scan_runs *runs, program_text id, unsigned long long line, double started_at) {
  scan_entry **place = place_of(runs, id), *entry = *place;
  if (entry != NULL) {
    take_out(runs, entry);
  } else {
    entry = *place = new_entry(runs);
    program_out_bytes(&entry->run.id, id.s, id.len);
    entry->run.line = line;
    entry->run.started_at = started_at;
  }
  put_newest(runs, entry);
  if (runs->count > runs->max) end_oldest(runs);
  return &entry->run;
}

void scan_runs_end(scan_runs *runs) {
  while (runs->count > 0) end_oldest(runs);
}

void scan_runs_free(scan_runs *runs) {
  while (runs->oldest != NULL || runs->idle != NULL) {
    scan_entry *entry = runs->oldest != NULL ? runs->oldest : runs->idle;
    if (entry == runs->oldest)
      take_out(runs, entry);
    else
      runs->idle = entry->next;
    scan_run_free(&entry->run);
    free(entry);
  }
}
