#include "policy/guard.h"

#include "json/packed.h"

#define HISTORY_MIN 32u
/* A block has the profiles, and behind them their hashes. */
#define PROFILE_ROOM (sizeof(lg_profile) + sizeof(uint64_t))

lg_status lg__guard_new(const lg_allocator *allocator, const lg_guard_options *options, lg_guard **out_guard) {
  lg_allocator memory;
  lg_status status = lg_allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_guard *guard = lg__alloc_zeroed(&memory, 1, sizeof *guard);
  if (guard == NULL) return LG_ENOMEM;
  guard->allocator = memory;
  guard->options = *options;
  guard->history_size = HISTORY_MIN;
  lg__tools_init(&guard->tools, &guard->allocator);
  lg__texts_init(&guard->detector_names, &guard->allocator);
  static const lg_profile by_default = {0};
  uint32_t number;
  status = lg_workspace_new(&memory, &guard->workspace);
  if (status == LG_OK) status = lg__guard_add_profile(guard, &by_default, false, &number);
  if (status == LG_OK)
    *out_guard = guard;
  else
    lg_guard_free(guard);
  return status;
}

/* ---- profiles own their lists of texts: a block each, of the pointers, the lengths and the texts ---- */

static bool texts_size(const size_t *lens, size_t count, size_t *out_bytes) {
  size_t bytes;
  if (!lg__size_mul(count, sizeof(char *) + sizeof(size_t), &bytes)) return false;
  for (size_t i = 0; i < count; bytes += lens[i++])
    if (lens[i] > SIZE_MAX - bytes) return false;
  *out_bytes = bytes;
  return true;
}

/* Puts a copy in place of a borrowed list; of an empty one, and after an error, NULL. */
static lg_status copy_texts(const lg_allocator *memory, size_t count, const char *const **texts, const size_t **lens) {
  const char *const *from = *texts;
  const size_t *sizes = *lens;
  size_t bytes;
  *texts = NULL;
  if (count == 0) return LG_OK;
  if (!texts_size(sizes, count, &bytes)) return LG_ETOOBIG;
  const char **copies = lg__alloc_zeroed(memory, bytes, 1);
  if (copies == NULL) return LG_ENOMEM;
  char *at = (char *)(copies + count) + count * sizeof *sizes;
  *lens = memcpy(copies + count, sizes, count * sizeof *sizes);
  *texts = copies;
  for (size_t i = 0; i < count; at += sizes[i++]) {
    copies[i] = at;
    if (sizes[i] != 0) memcpy(at, from[i], sizes[i]);
  }
  return LG_OK;
}

static void free_texts(const lg_allocator *memory, size_t count, const char *const *texts, const size_t *lens) {
  size_t bytes;
  if (texts != NULL && texts_size(lens, count, &bytes)) lg__alloc_free(memory, (void *)(uintptr_t)texts, bytes, 1);
}

static void profile_free(const lg_allocator *memory, lg_profile *profile) {
  const lg_projection *own = &profile->projection, *answer = &profile->answer;
  free_texts(memory, own->keep_count, own->keep, own->keep_len);
  free_texts(memory, own->ignore_count, own->ignore, own->ignore_len);
  free_texts(memory, answer->ignore_count, answer->ignore, answer->ignore_len);
}

static lg_status profile_copy(const lg_allocator *memory, const lg_profile *from, lg_profile *out) {
  *out = *from;
  lg_projection *own = &out->projection, *answer = &out->answer;
  lg_status keep = copy_texts(memory, own->keep_count, &own->keep, &own->keep_len);
  lg_status ignore = copy_texts(memory, own->ignore_count, &own->ignore, &own->ignore_len);
  lg_status members = copy_texts(memory, answer->ignore_count, &answer->ignore, &answer->ignore_len);
  lg_status status = keep != LG_OK ? keep : ignore != LG_OK ? ignore : members;
  if (status != LG_OK) profile_free(memory, out);
  return status;
}

void lg_guard_free(lg_guard *guard) {
  if (guard == NULL) return;
  lg_allocator memory = guard->allocator;
  for (uint32_t i = 0; i < guard->profile_count; i++) profile_free(&memory, &guard->profiles[i]);
  lg__alloc_free(&memory, guard->profiles, guard->profile_capacity, PROFILE_ROOM);
  lg__alloc_free(&memory, guard->detectors, guard->detector_count, sizeof *guard->detectors);
  lg__tools_free(&guard->tools);
  lg__texts_free(&guard->detector_names);
  lg_workspace_free(guard->workspace);
  lg__alloc_free(&memory, guard, 1, sizeof *guard);
}

/* ---- detectors ---- */

lg_status lg__guard_add_detector(lg_guard *guard, const lg_detector_spec *spec, const char *name) {
  const lg_detector_record *record = lg__detector_records[spec->type];
  if (name == NULL) name = record->name;
  lg_status status = lg__texts_add(&guard->detector_names, name, strlen(name));
  if (status != LG_OK) return status;
  lg_detector_slot *grown = lg__alloc_resize(&guard->allocator, guard->detectors, guard->detector_count,
                                             (size_t)guard->detector_count + 1, sizeof *grown);
  if (grown == NULL) return LG_ENOMEM;
  guard->detectors = grown;
  guard->looks_before |= (uint64_t)(record->find_before != NULL) << guard->detector_count;
  guard->looks_after |= (uint64_t)(record->find_after != NULL) << guard->detector_count;
  grown[guard->detector_count++] = (lg_detector_slot){*spec, record, guard->window_count, guard->budget_count};
  guard->tracks |= record->tracks | (record->more_tracks == NULL ? 0 : record->more_tracks(spec));
  if ((record->tracks & LG_TRACK_WINDOW) != 0) guard->window_count++;
  if ((record->tracks & LG_TRACK_BUDGET) != 0) guard->budget_count++;
  uint32_t reach = record->reach == NULL ? 0 : record->reach(spec);
  if (reach > guard->history_size) guard->history_size = reach;
  return LG_OK;
}

static lg_status grow_profiles(lg_guard *guard) {
  size_t capacity = guard->profile_capacity == 0 ? 1 : (size_t)guard->profile_capacity * 2;
  if (capacity > UINT16_MAX) return LG_ETOOBIG;
  lg_profile *profiles = lg__alloc_zeroed(&guard->allocator, capacity, PROFILE_ROOM);
  if (profiles == NULL) return LG_ENOMEM;
  uint64_t *hashes = (uint64_t *)(void *)(profiles + capacity);
  for (uint32_t i = 0; i < guard->profile_count; i++) {
    profiles[i] = guard->profiles[i];
    hashes[i] = guard->profile_hashes[i];
  }
  lg__alloc_free(&guard->allocator, guard->profiles, guard->profile_capacity, PROFILE_ROOM);
  guard->profiles = profiles;
  guard->profile_hashes = hashes;
  guard->profile_capacity = (uint32_t)capacity;
  return LG_OK;
}

/* Puts a copy of the profile in the place of this number, and frees what was there. */
static lg_status put_profile(lg_guard *guard, uint32_t number, const lg_profile *profile) {
  lg_profile copy;
  lg_status status = profile_copy(&guard->allocator, profile, &copy);
  if (status != LG_OK) return status;
  if (number < guard->profile_count) profile_free(&guard->allocator, &guard->profiles[number]);
  guard->profiles[number] = copy;
  guard->profile_hashes[number] = lg__guard_profile_hash(&copy);
  return LG_OK;
}

lg_status lg__guard_add_profile(lg_guard *guard, const lg_profile *profile, bool replace_default,
                                uint32_t *out_profile) {
  uint32_t number = replace_default ? 0 : guard->profile_count;
  lg_status status = number == guard->profile_capacity ? grow_profiles(guard) : LG_OK;
  if (status == LG_OK) status = put_profile(guard, number, profile);
  if (status != LG_OK) return status;
  if (number == guard->profile_count) guard->profile_count++;
  *out_profile = number;
  return LG_OK;
}

lg_status lg_guard_detector(const lg_guard *guard, uint32_t detector, const lg_detector_spec **out_spec,
                            const char **out_name, size_t *out_name_len) {
  if (guard == NULL || out_spec == NULL || out_name == NULL || out_name_len == NULL) return LG_EINVAL;
  if (detector >= guard->detector_count) return LG_EINVAL;
  *out_spec = &guard->detectors[detector].spec;
  *out_name = lg__texts_at(&guard->detector_names, detector, out_name_len);
  return LG_OK;
}

lg_status lg_guard_settings(const lg_guard *guard, const lg_guard_options **out_options) {
  if (guard == NULL || out_options == NULL) return LG_EINVAL;
  *out_options = &guard->options;
  return LG_OK;
}

/* ---- ladders: from strikes to verdicts ---- */

const lg_ladder *lg__guard_ladder(const lg_guard *guard, const lg_detector_spec *spec, const lg_profile *profile) {
  if (!lg__ladder_empty(&profile->ladder)) return &profile->ladder;
  if (spec != NULL && !lg__ladder_empty(&spec->ladder)) return &spec->ladder;
  return &guard->options.ladder;
}

lg_action lg__ladder_action(const lg_ladder *ladder, uint32_t strikes) {
  if (LG_IS_GRANTED(strikes)) return LG_ALLOW;
  if (ladder->abort != 0 && strikes >= ladder->abort) return LG_ABORT;
  if (ladder->ask != 0 && strikes >= ladder->ask) return LG_ASK;
  if (ladder->hint != 0 && strikes >= ladder->hint) return LG_HINT;
  if (ladder->warn != 0 && strikes >= ladder->warn) return LG_WARN;
  return LG_ALLOW;
}

lg_status lg_guard_ladder(const lg_guard *guard, uint32_t detector, uint32_t profile, lg_ladder *out_ladder) {
  if (guard == NULL || out_ladder == NULL || detector > guard->detector_count || profile >= guard->profile_count)
    return LG_EINVAL;
  const lg_detector_spec *spec = detector < guard->detector_count ? &guard->detectors[detector].spec : NULL;
  *out_ladder = *lg__guard_ladder(guard, spec, &guard->profiles[profile]);
  return LG_OK;
}

/* ---- hashes, by which snapshots and records of other processes name detectors and profiles ---- */

/* chain = H(chain, numbers): the hash of a list, item by item. */
#define LINK_MAX 16
static void add_link(lg_digest *chain, const uint32_t *numbers, size_t count) {
  uint8_t bytes[sizeof chain->bytes + 4 * LINK_MAX];
  memcpy(bytes, chain->bytes, sizeof chain->bytes);
  for (size_t i = 0; i < count; i++) lg__store_u32(bytes + sizeof chain->bytes + 4 * i, numbers[i]);
  *chain = lg_digest_bytes(NULL, bytes, sizeof chain->bytes + 4 * count);
}

/* Writes a double as two numbers; returns 2. */
static size_t put_double(uint32_t *to, double value) {
  uint8_t bytes[8];
  lg__store_f64(bytes, value);
  to[0] = lg__load_u32(bytes);
  to[1] = lg__load_u32(bytes + 4);
  return 2;
}

/* The type and its parameters, in the order of its fields. */
static void add_spec(lg_digest *chain, const lg_detector_spec *spec) {
  const lg_fields *fields = lg__detector_fields(spec->type);
  uint32_t numbers[LINK_MAX] = {(uint32_t)spec->type};
  size_t count = 1;
  for (size_t i = 0; i < fields->kept; i++) {
    if (count + 2 > LINK_MAX) { /* full */
      add_link(chain, numbers, count);
      count = 0;
    }
    const lg_field *field = &fields->list[i];
    double value = lg__field_get(field, spec);
    if (lg__field_is_double(field))
      count += put_double(numbers + count, value);
    else
      numbers[count++] = (uint32_t)value;
  }
  add_link(chain, numbers, count);
  const uint32_t tools[] = {(uint32_t)spec->tools, (uint32_t)(spec->tools >> 32)};
  if ((lg__detector_records[spec->type]->tracks & LG_TRACK_BUDGET) != 0 && spec->tools != 0) add_link(chain, tools, 2);
}

uint64_t lg__guard_detector_hash(const lg_detector_spec *spec) {
  lg_digest chain = {{0}};
  add_spec(&chain, spec);
  return lg__load_u64(chain.bytes);
}

uint64_t lg__guard_options_hash(const lg_guard *guard) {
  lg_digest chain = {{0}};
  for (uint32_t i = 0; i < guard->detector_count; i++) add_spec(&chain, &guard->detectors[i].spec);
  return lg__load_u64(chain.bytes);
}

static void add_texts(lg_digest *chain, const char *const *text, const size_t *len, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lg_digest one = lg_digest_bytes(NULL, text[i], len[i]);
    uint32_t words[4];
    for (int w = 0; w < 4; w++) words[w] = lg__load_u32(one.bytes + 4 * w);
    add_link(chain, words, 4);
  }
}

uint64_t lg__guard_profile_hash(const lg_profile *p) {
  uint32_t flags = (p->exempt ? 1u : 0u) | (p->mutates ? 2u : 0u) | (p->poll ? 4u : 0u) | (p->similar ? 8u : 0u) |
                   (p->never_polls ? 16u : 0u) | (p->exact ? 32u : 0u);
  const lg_ladder *ladder = &p->ladder;
  const lg_projection *own = &p->projection;
  const uint32_t keep = (uint32_t)own->keep_count, ignore = (uint32_t)own->ignore_count;
  const uint32_t integers[] = {p->max_repeats, p->limit,     p->volatile_classes, p->failure_classes,
                               ladder->warn,   ladder->hint, ladder->ask,         ladder->abort,
                               keep,           ignore};
  uint32_t numbers[LINK_MAX] = {flags};
  size_t count = 1 + put_double(numbers + 1, p->poll_min_interval_ms);
  count += put_double(numbers + count, p->poll_max_wait_ms);
  memcpy(numbers + count, integers, sizeof integers);
  lg_digest chain = {{0}};
  add_link(&chain, numbers, LINK_MAX);
  const uint32_t outside[] = {(uint32_t)p->outside, (uint32_t)(p->outside >> 32)};
  if (p->outside != 0) add_link(&chain, outside, 2);
  add_texts(&chain, own->keep, own->keep_len, keep);
  add_texts(&chain, own->ignore, own->ignore_len, ignore);
  const uint32_t answers = (uint32_t)p->answer.ignore_count;
  if (answers != 0) add_link(&chain, &answers, 1);
  add_texts(&chain, p->answer.ignore, p->answer.ignore_len, answers);
  return lg__load_u64(chain.bytes);
}

uint32_t lg__guard_profile(const lg_guard *guard, uint64_t hash, bool *out_known) {
  uint32_t i = 0;
  while (i < guard->profile_count && guard->profile_hashes[i] != hash) i++;
  bool known = i < guard->profile_count;
  if (out_known != NULL) *out_known = known;
  return known ? i : 0;
}
