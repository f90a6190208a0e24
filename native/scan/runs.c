#include "runs.h"

#include <stdlib.h>

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
    if (lg_run_reset(entry->run.core) != LG_OK) return NULL;
    runs->idle = entry->next;
    return entry;
  }
  entry = calloc(1, sizeof *entry);
  if (entry != NULL && lg_run_new(runs->guard, &entry->run.core) != LG_OK) {
    free(entry);
    entry = NULL;
  }
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
  if (entry == NULL) return NULL;
  program_out_bytes(&entry->run.id, id.s, id.len);
  if (entry->run.id.failed) {
    free_entry(entry);
    return NULL;
  }
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
  return entry == NULL ? NULL : &entry->run;
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
