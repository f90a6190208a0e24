#include "runs.h"

#include <stdlib.h>

struct scan_entry {
  scan_run run;
  hook_out key;
  uint64_t hash;
  scan_entry *next; /* in its bucket, or idle */
  scan_entry *older, *newer;
};

/* FNV-1a. That ids of one bucket can be chosen does no harm: there are few runs. */
static uint64_t hash_of(scan_text id) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < id.len; i++) hash = (hash ^ (unsigned char)id.s[i]) * 0x100000001b3;
  return hash;
}

static scan_entry **bucket_of(scan_runs *runs, uint64_t hash) { return &runs->buckets[hash % (2 * SCAN_RUNS_MAX)]; }

static bool has_id(const scan_entry *entry, scan_text id) {
  return scan_text_is((scan_text){entry->key.s, entry->key.len}, id);
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

static void free_entry(scan_entry *entry) {
  scan_run_free(&entry->run);
  hook_out_free(&entry->key);
  free(entry);
}

static scan_entry *new_entry(scan_runs *runs, lg_guard *guard) {
  scan_entry *entry = runs->idle;
  if (entry != NULL) {
    if (lg_run_reset(entry->run.core) != LG_OK) return NULL;
    runs->idle = entry->next;
    return entry;
  }
  entry = calloc(1, sizeof *entry);
  if (entry != NULL && lg_run_new(guard, &entry->run.core) != LG_OK) {
    free(entry);
    entry = NULL;
  }
  return entry;
}

static void end(scan_runs *runs, scan_entry *entry, scan_ended *ended, void *ctx) {
  scan_entry **at = bucket_of(runs, entry->hash);
  while (*at != entry) at = &(*at)->next;
  *at = entry->next;
  take_out(runs, entry);
  runs->count--;
  ended(ctx, &entry->run);
  scan_run_clear(&entry->run);
  entry->next = runs->idle;
  runs->idle = entry;
}

static scan_entry *begin(scan_runs *runs, lg_guard *guard, scan_text id, uint64_t hash, unsigned long long line,
                         double started_at) {
  static const char unnamed[] = "stdin";
  scan_entry *entry = new_entry(runs, guard);
  if (entry == NULL) return NULL;
  entry->key.len = 0;
  hook_out_bytes(&entry->key, id.s, id.len);
  hook_out_bytes(&entry->run.id, id.len > 0 ? id.s : unnamed, id.len > 0 ? id.len : sizeof unnamed - 1);
  entry->run.line = line;
  entry->run.started_at = started_at;
  entry->hash = hash;
  if (entry->key.failed || entry->run.id.failed) {
    free_entry(entry);
    return NULL;
  }
  entry->next = *bucket_of(runs, hash);
  *bucket_of(runs, hash) = entry;
  put_newest(runs, entry);
  runs->count++;
  return entry;
}

scan_run *scan_runs_of(scan_runs *runs, lg_guard *guard, scan_text id, unsigned long long line, double started_at,
                       scan_ended *ended, void *ctx) {
  if (runs->newest != NULL && has_id(runs->newest, id)) return &runs->newest->run;
  uint64_t hash = hash_of(id);
  scan_entry *entry = *bucket_of(runs, hash);
  while (entry != NULL && !has_id(entry, id)) entry = entry->next;
  if (entry == NULL) {
    entry = begin(runs, guard, id, hash, line, started_at);
    if (entry != NULL && runs->count > runs->max) end(runs, runs->oldest, ended, ctx);
  } else {
    take_out(runs, entry);
    put_newest(runs, entry);
  }
  return entry == NULL ? NULL : &entry->run;
}

void scan_runs_end(scan_runs *runs, scan_ended *ended, void *ctx) {
  while (runs->oldest != NULL) end(runs, runs->oldest, ended, ctx);
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
