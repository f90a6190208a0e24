#include "guard.h"

#include <float.h>

#include "members.h"

#define HISTORY_MIN 32u

lg_status lg_guard_new(const lg_allocator *allocator, const lg_guard_options *options, lg_guard **out_guard) {
  if (options == NULL || out_guard == NULL) return LG_EINVAL;
  if (options->max_entries < 1 || options->max_entries > ((size_t)1 << 30)) return LG_EINVAL;
  lg_allocator memory;
  lg_status status = lg__allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_guard *guard = lg__alloc_zeroed(&memory, 1, sizeof *guard);
  if (guard == NULL) return LG_ENOMEM;
  guard->allocator = memory;
  guard->options = *options;
  guard->history_size = HISTORY_MIN;
  lg__tools_init(&guard->tools, &guard->allocator);
  lg__texts_init(&guard->detector_names, &guard->allocator);
  status = lg_workspace_new(&memory, &guard->workspace);
  if (status == LG_OK) {
    guard->profiles = lg__alloc_zeroed(&memory, 1, sizeof *guard->profiles);
    guard->profile_hashes = lg__alloc_zeroed(&memory, 1, sizeof *guard->profile_hashes);
    guard->profile_capacity = 1;
    if (guard->profiles == NULL || guard->profile_hashes == NULL) status = LG_ENOMEM;
  }
  if (status != LG_OK) {
    lg_guard_free(guard);
    return status;
  }
  guard->profile_count = 1;
  guard->profile_hashes[0] = lg__guard_profile_hash(&guard->profiles[0]);
  *out_guard = guard;
  return LG_OK;
}

/* ---- projections: one block holds the pointers, the lengths and the texts ---- */

static bool texts_size(const size_t *len, size_t count, size_t *bytes) {
  size_t table;
  if (!lg__size_mul(count, sizeof(char *) + sizeof(size_t), &table) || !lg__size_add(*bytes, table, bytes))
    return false;
  for (size_t i = 0; i < count; i++)
    if (!lg__size_add(*bytes, len[i], bytes)) return false;
  return true;
}

/* Copies `count` texts to `*at`, and moves it to their end. */
static void copy_texts(char **at, const char *const *text, const size_t *len, size_t count,
                       const char *const **out_text, const size_t **out_len) {
  const char **texts = (const char **)(void *)*at;
  size_t *lens = (size_t *)(void *)(*at + count * sizeof(char *));
  char *bytes = *at + count * (sizeof(char *) + sizeof(size_t));
  for (size_t i = 0; i < count; i++) {
    if (len[i] != 0) memcpy(bytes, text[i], len[i]);
    texts[i] = bytes;
    lens[i] = len[i];
    bytes += len[i];
  }
  size_t used = (size_t)(bytes - *at);
  *at += (used + 15) / 16 * 16; /* what comes next starts aligned */
  *out_text = texts;
  *out_len = lens;
}

static bool projection_size(const lg_projection *p, size_t *out_bytes) {
  size_t bytes = 32; /* for the rounding after each half */
  if (!texts_size(p->keep_len, p->keep_count, &bytes) || !texts_size(p->ignore_len, p->ignore_count, &bytes))
    return false;
  *out_bytes = bytes;
  return true;
}

static lg_status projection_copy(const lg_allocator *allocator, const lg_projection *from, lg_projection *out) {
  *out = (lg_projection){0};
  if (from->keep_count == 0 && from->ignore_count == 0) return LG_OK;
  size_t bytes;
  if (!projection_size(from, &bytes)) return LG_ETOOBIG;
  char *at = lg__alloc_zeroed(allocator, bytes, 1);
  if (at == NULL) return LG_ENOMEM;
  out->keep_count = from->keep_count;
  out->ignore_count = from->ignore_count;
  copy_texts(&at, from->keep, from->keep_len, from->keep_count, &out->keep, &out->keep_len);
  copy_texts(&at, from->ignore, from->ignore_len, from->ignore_count, &out->ignore, &out->ignore_len);
  return LG_OK;
}

static void projection_free(const lg_allocator *allocator, lg_projection *p) {
  size_t bytes;
  if (p->keep == NULL || !projection_size(p, &bytes)) return;
  void *block = (void *)(uintptr_t)p->keep; /* the block begins with the table of `keep`, even when that is empty */
  lg__alloc_free(allocator, block, bytes, 1);
}

/* Copies the texts of `from`, which `out` then owns. */
static lg_status profile_copy(const lg_allocator *allocator, const lg_profile *from, lg_profile *out) {
  *out = *from;
  lg_status status = projection_copy(allocator, &from->projection, &out->projection);
  if (status != LG_OK) return status;
  status = projection_copy(allocator, &from->answer, &out->answer);
  if (status != LG_OK) projection_free(allocator, &out->projection);
  return status;
}

static void profile_free(const lg_allocator *allocator, lg_profile *profile) {
  projection_free(allocator, &profile->projection);
  projection_free(allocator, &profile->answer);
}

void lg_guard_free(lg_guard *guard) {
  if (guard == NULL) return;
  lg_allocator memory = guard->allocator;
  for (uint32_t i = 0; i < guard->profile_count; i++) profile_free(&memory, &guard->profiles[i]);
  lg__alloc_free(&memory, guard->profiles, guard->profile_capacity, sizeof *guard->profiles);
  lg__alloc_free(&memory, guard->profile_hashes, guard->profile_capacity, sizeof *guard->profile_hashes);
  lg__alloc_free(&memory, guard->detectors, guard->detector_count, sizeof *guard->detectors);
  lg__tools_free(&guard->tools);
  lg__texts_free(&guard->detector_names);
  lg_workspace_free(guard->workspace);
  lg__alloc_free(&memory, guard, 1, sizeof *guard);
}

/* ---- detectors ---- */

lg_status lg_guard_add_detector(lg_guard *guard, const lg_detector_spec *spec) {
  if (guard == NULL || spec == NULL || guard->run_count != 0 || guard->detector_count >= LG_DETECTORS_MAX)
    return LG_EINVAL;
  lg_status status = lg__detector_check(spec);
  if (status != LG_OK) return status;
  lg_detector_spec copy = *spec; /* it may be one of this guard's, which moves */
  lg_detector_slot *grown = lg__alloc_resize(&guard->allocator, guard->detectors, guard->detector_count,
                                             (size_t)guard->detector_count + 1, sizeof *grown);
  if (grown == NULL) return LG_ENOMEM;
  spec = &copy;
  const lg_detector_record *record = lg__detector_records[spec->type];
  guard->detectors = grown;
  grown[guard->detector_count++] = (lg_detector_slot){*spec, record, guard->window_count, guard->budget_count};
  guard->tracks |= record->tracks | (record->more_tracks == NULL ? 0 : record->more_tracks(spec));
  if ((record->tracks & LG_TRACK_WINDOW) != 0) guard->window_count++;
  if ((record->tracks & LG_TRACK_BUDGET) != 0) guard->budget_count++;
  uint32_t reach = record->reach == NULL ? 0 : record->reach(spec);
  if (reach > guard->history_size) guard->history_size = reach;
  return LG_OK;
}

/* Both arrays, or neither. */
static lg_status grow_profiles(lg_guard *guard, uint32_t capacity) {
  const lg_allocator *memory = &guard->allocator;
  uint64_t *hashes = lg__alloc_zeroed(memory, capacity, sizeof *hashes);
  if (hashes == NULL) return LG_ENOMEM;
  lg_profile *profiles = lg__alloc_resize(memory, guard->profiles, guard->profile_capacity, capacity, sizeof *profiles);
  if (profiles == NULL) {
    lg__alloc_free(memory, hashes, capacity, sizeof *hashes);
    return LG_ENOMEM;
  }
  memcpy(hashes, guard->profile_hashes, guard->profile_count * sizeof *hashes);
  lg__alloc_free(memory, guard->profile_hashes, guard->profile_capacity, sizeof *hashes);
  guard->profiles = profiles;
  guard->profile_hashes = hashes;
  guard->profile_capacity = capacity;
  return LG_OK;
}

/* Rejects values that would make every call fail, or a rule never apply. */
static lg_status check_profile(const lg_profile *profile) {
  if (((profile->volatile_classes | profile->failure_classes) & ~LG_VOLATILE_ALL) != 0) return LG_EINVAL;
  double interval = profile->poll_min_interval_ms;
  if (!(interval >= 0 && interval <= DBL_MAX) || !(profile->poll_max_wait_ms >= 0)) return LG_EINVAL; /* nor NaN */
  if (profile->answer.keep_count != 0) return LG_EINVAL;
  lg_status status = lg__projection_check(&profile->projection);
  return status == LG_OK ? lg__projection_check(&profile->answer) : status;
}

lg_status lg_guard_add_profile(lg_guard *guard, const lg_profile *profile, uint32_t *out_profile) {
  if (guard == NULL || profile == NULL || out_profile == NULL) return LG_EINVAL;
  lg_status status = check_profile(profile);
  if (status != LG_OK) return status;
  if (guard->profile_count == guard->profile_capacity) {
    size_t capacity = (size_t)guard->profile_capacity * 2;
    if (capacity > UINT16_MAX) return LG_ETOOBIG;
    status = grow_profiles(guard, (uint32_t)capacity);
    if (status != LG_OK) return status;
  }
  lg_profile copy;
  status = profile_copy(&guard->allocator, profile, &copy);
  if (status != LG_OK) return status;
  guard->profiles[guard->profile_count] = copy;
  guard->profile_hashes[guard->profile_count] = lg__guard_profile_hash(&copy);
  *out_profile = guard->profile_count++;
  return LG_OK;
}

lg_status lg_guard_set_default_profile(lg_guard *guard, const lg_profile *profile) {
  if (guard == NULL || profile == NULL) return LG_EINVAL;
  lg_status status = check_profile(profile);
  if (status != LG_OK) return status;
  lg_profile copy;
  status = profile_copy(&guard->allocator, profile, &copy);
  if (status != LG_OK) return status;
  profile_free(&guard->allocator, &guard->profiles[0]);
  guard->profiles[0] = copy;
  guard->profile_hashes[0] = lg__guard_profile_hash(&guard->profiles[0]);
  return LG_OK;
}

/* ---- ladders ---- */

const lg_ladder *lg__guard_ladder(const lg_guard *guard, const lg_detector_spec *spec, const lg_profile *profile) {
  if (!lg__ladder_empty(&profile->ladder)) return &profile->ladder;
  if (spec != NULL && !lg__ladder_empty(&spec->ladder)) return &spec->ladder;
  return &guard->options.ladder;
}

lg_action lg__ladder_action(const lg_ladder *ladder, uint32_t strikes) {
  if (ladder->abort != 0 && strikes >= ladder->abort) return LG_ABORT;
  if (ladder->ask != 0 && strikes >= ladder->ask) return LG_ASK;
  if (ladder->hint != 0 && strikes >= ladder->hint) return LG_HINT;
  if (ladder->warn != 0 && strikes >= ladder->warn) return LG_WARN;
  return LG_ALLOW;
}
