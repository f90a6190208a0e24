#include "policy/configure.h"

#include "policy/options.gen.h"
#include "policy/presets.gen.h"

/* A configuration without detectors and tools. */
typedef struct lg_setup {
  lg_guard_options options;
  uint32_t max_entries, max_repeats;
  uint32_t results, failures; /* classes of volatile spans */
  bool shadow;
  bool has_ladder; /* the configuration itself, not its preset, has action or ladder */
} lg_setup;

static const lg_field OPTION_LIST[] = {LG_OPTION_FIELDS};
static const lg_fields OPTIONS = LG_ALL(OPTION_LIST);

_Static_assert((int)LG_DETECTOR_TYPES <= 64, "a set of types is a uint64_t");

/* ---- presets ---- */

static lg_status preset_named(const lg_option *option, const char **out_json) {
  const char *names[LG_COUNT_OF(LG_PRESETS)];
  const char *name = option->value == NULL ? LG_PRESET_DEFAULT : cJSON_GetStringValue(option->value);
  for (size_t i = 0; i < LG_COUNT_OF(LG_PRESETS); i++) {
    names[i] = LG_PRESETS[i].name;
    if (name == NULL || strcmp(name, names[i]) != 0) continue;
    *out_json = LG_PRESETS[i].json;
    return LG_OK;
  }
  return lg__option_none_of(option, "one of ", names, LG_COUNT_OF(LG_PRESETS));
}

/* The preset in force, or NULL: the named one, else the recommended one if the configuration has no detectors. If it
 * has both, the preset gives everything else: detectors of other types, volatile spans, ladder and shadow. */
static lg_status preset_in_force(const lg_option *config, const char **out_json) {
  lg_option preset = lg__option_member(config, "preset"), detectors = lg__option_member(config, "detectors");
  lg_option repeats = lg__option_member(config, "maxRepeats");
  *out_json = NULL;
  if (preset.value != NULL && repeats.value != NULL) {
    lg_status status = preset_named(&preset, out_json);
    return status == LG_OK ? lg__option_wrong(&preset, "absent where maxRepeats is given") : status;
  }
  bool own = repeats.value != NULL || detectors.value != NULL;
  return own && preset.value == NULL ? LG_OK : preset_named(&preset, out_json);
}

/* ---- settings ---- */

/* One list for both, or an object of two. */
static lg_status read_volatile(const lg_option *option, lg_setup *to) {
  static const lg_field list[] = {{.name = "results", .kind = LG_FIELD_OTHER},
                                  {.name = "failures", .kind = LG_FIELD_OTHER}};
  static const lg_fields members = LG_ALL(list);
  if (cJSON_IsObject(option->value)) {
    lg_status status = lg__option_members(option, "", &members, NULL);
    if (status != LG_OK) return status;
    lg_option results = lg__option_member(option, "results"), failures = lg__option_member(option, "failures");
    to->results = to->failures = 0;
    status = lg__option_volatile(&results, &to->results, NULL);
    return status == LG_OK ? lg__option_volatile(&failures, &to->failures, NULL) : status;
  }
  lg_status status = lg__option_volatile(option, &to->results, NULL);
  if (status == LG_OK && option->value != NULL) to->failures = to->results;
  return status;
}

/* Reads the settings of a configuration or preset into `to`; options that it leaves out stay as they are. */
static lg_status read_settings(const lg_option *config, lg_setup *to) {
  lg_option spans = lg__option_member(config, "volatile");
  lg_status status = lg__option_members(config, "an object of options", &OPTIONS, to);
  if (status == LG_OK) status = read_volatile(&spans, to);
  if (status == LG_OK) status = lg__option_ladder(config, &to->options.ladder, &to->has_ladder);
  to->options.shadow = to->shadow;
  to->options.max_entries = to->max_entries;
  return status;
}

/* The price of tokens, which only a host that counts tokens needs. */
static lg_status check_price(const lg_option *config) {
  static const lg_field list[] = {LG_PRICE_FIELDS}; /* the last one may lack */
  static const lg_fields fields = LG_ALL(list);
  lg_option price = lg__option_member(config, "price");
  if (price.value == NULL) return LG_OK;
  lg_status status = lg__option_members(
      &price, "an object such as { input: 3, output: 15, cached: 0.3 }, of a million tokens", &fields, NULL);
  for (size_t i = 0; i + 1 < LG_COUNT_OF(list) && status == LG_OK; i++) {
    lg_option one = lg__option_member(&price, list[i].name);
    if (one.value == NULL) status = lg__option_out_of_range(&one, &list[i]);
  }
  return status;
}

/* ---- detectors ---- */

static lg_status add(lg_guard *guard, const lg_detector_draft *draft) {
  lg_status status = lg_guard_add_detector(guard, &draft->spec);
  return status == LG_OK ? lg__texts_add(&guard->detector_names, draft->name, strlen(draft->name)) : status;
}

/* But for those of a type in `own`, a bit each. */
static lg_status add_preset_detectors(lg_guard *guard, const lg_option *preset, uint64_t own, bool has_ladder) {
  lg_option list = lg__option_member(preset, "detectors");
  lg_status status = LG_OK;
  LG_EACH(item, &list, status) {
    lg_detector_draft draft;
    if ((status = lg__config_detector(&item, &draft)) != LG_OK) return status;
    if ((own >> draft.spec.type & 1) != 0) continue;
    /* The configuration's ladder replaces the preset's, but for detectors that only warn. */
    if (has_ladder && draft.spec.ladder.hint != 0) draft.spec.ladder = (lg_ladder){0};
    status = add(guard, &draft);
  }
  return status;
}

/* A profile has one limit and a call one query, so limit and similar_query can be there only once. */
static lg_status check_single(const lg_option *list, lg_detector_type type, const char *expected) {
  lg_detector_draft draft;
  lg_option last = {.value = NULL};
  size_t count = 0;
  LG_EACH(item, list, LG_OK) {
    if (lg__config_detector(&item, &draft) != LG_OK || draft.spec.type != type) continue;
    last = item;
    count++;
  }
  return count > 1 ? lg__option_wrong(&last, expected) : LG_OK;
}

/* `*out_types`: which types they have, a bit each. */
static lg_status add_own_detectors(lg_guard *guard, const lg_option *list, bool has_ladder, uint64_t *out_types) {
  int count = cJSON_IsArray(list->value) ? cJSON_GetArraySize(list->value) : 0;
  if (count < 1 || count > (int)LG_DETECTORS_MAX) return lg__option_wrong(list, "an array of 1 to 64 detectors");
  lg_status status = LG_OK;
  LG_EACH(item, list, status) {
    lg_detector_draft draft;
    status = lg__config_detector(&item, &draft);
    if (status != LG_OK) return status;
    *out_types |= UINT64_C(1) << draft.spec.type;
    if (draft.replays && !draft.has_ladder && !has_ladder) draft.spec.ladder = (lg_ladder)LG_REPLAY_LADDER;
    status = add(guard, &draft);
    if (status == LG_OK) status = lg__config_detector_tools(guard, &item);
  }
  if (status == LG_OK) status = check_single(list, LG_LIMIT, "the only detector of type limit");
  if (status == LG_OK) status = check_single(list, LG_SIMILAR_QUERY, "the only detector of type similar_query");
  return status;
}

/* ---- the guard ---- */

static lg_status check_shorthand(const lg_option *config) {
  lg_option repeats = lg__option_member(config, "maxRepeats");
  if (repeats.value == NULL || lg__option_member(config, "detectors").value == NULL) return LG_OK;
  return lg__option_wrong(&repeats, "absent where detectors are given: put one of type count among them");
}

/* The option `budget`, which is one of that type beside whatever detects. */
static lg_status add_budget(lg_guard *guard, const lg_option *config) {
  lg_option option = lg__option_member(config, "budget");
  if (option.value == NULL) return LG_OK;
  if (!cJSON_IsObject(option.value) || cJSON_HasObjectItem(option.value, "type"))
    return lg__option_wrong(&option, "an object such as { calls: 5 }");
  if (cJSON_AddStringToObject((cJSON *)(uintptr_t)option.value, "type", "budget") == NULL) return LG_ENOMEM;
  lg_detector_draft draft;
  lg_status status = lg__config_detector(&option, &draft);
  if (status == LG_OK) status = add(guard, &draft);
  return status == LG_OK ? lg__config_detector_tools(guard, &option) : status;
}

/* A policy's `limit` is enough by itself: where no detector reads it, one that limits no other tool does. */
static lg_status add_policy_limit(lg_guard *guard, const lg_option *config, uint64_t own) {
  lg_option tools = lg__option_member(config, "tools");
  if ((own >> LG_LIMIT & 1) != 0 || !cJSON_IsObject(tools.value)) return LG_OK;
  LG_EACH(tool, &tools, LG_OK) {
    if (lg__option_member(&tool, "limit").value == NULL) continue;
    lg_detector_draft limit = {.spec = {.type = LG_LIMIT, .threshold = LG_NO_LIMIT, .ladder = LG_POLICY_LIMIT_LADDER},
                               .name = "limit"};
    return add(guard, &limit);
  }
  return LG_OK;
}

static lg_status add_detectors(lg_guard *guard, const lg_option *config, const lg_option *preset,
                               const lg_setup *setup) {
  lg_option list = lg__option_member(config, "detectors");
  bool has_ladder = setup->has_ladder;
  uint64_t own = 0;
  lg_status status = LG_OK;
  if (list.value != NULL) status = add_own_detectors(guard, &list, has_ladder, &own);
  if (status == LG_OK && preset->value != NULL) status = add_preset_detectors(guard, preset, own, has_ladder);
  lg_detector_draft count = {.spec = {.type = LG_COUNT, .threshold = setup->max_repeats}, .name = "count"};
  if (status == LG_OK && list.value == NULL && preset->value == NULL) status = add(guard, &count);
  if (status == LG_OK) status = add_budget(guard, config);
  return status == LG_OK ? add_policy_limit(guard, config, own) : status;
}

static lg_status fill(lg_guard *guard, const lg_option *config, const lg_option *preset, const lg_setup *setup) {
  lg_profile profile = {.volatile_classes = setup->results, .failure_classes = setup->failures};
  lg_option tools = lg__option_member(config, "tools");
  lg_status status = add_detectors(guard, config, preset, setup);
  profile.outside = lg__tools_outside(&guard->tools, NULL, 0);
  if (status == LG_OK) status = lg_guard_set_default_profile(guard, &profile);
  return status == LG_OK ? lg__config_tools(guard, &tools) : status;
}

/* Makes the guard. */
static lg_status build(const lg_allocator *allocator, const lg_option *config, const lg_option *preset, lg_setup *setup,
                       lg_guard **out_guard) {
  lg_status status = preset->value != NULL ? read_settings(preset, setup) : LG_OK;
  if (status == LG_OK) status = read_settings(config, setup);
  lg_guard *guard = NULL;
  if (status == LG_OK) status = lg_guard_new(allocator, &setup->options, &guard);
  if (status != LG_OK) return status;
  status = fill(guard, config, preset, setup);
  if (status == LG_OK)
    *out_guard = guard;
  else
    lg_guard_free(guard);
  return status;
}

static lg_status read_config(const lg_allocator *allocator, const lg_option *config, lg_setup *setup,
                             lg_guard **out_guard) {
  const char *preset_json;
  lg_setup checked = *setup;
  lg_status status = lg__option_members(config, "an object of options", &OPTIONS, &checked);
  if (status == LG_OK) status = preset_in_force(config, &preset_json);
  if (status == LG_OK) status = check_shorthand(config);
  if (status == LG_OK) status = check_price(config);
  if (status != LG_OK) return status;
  cJSON *tree = NULL;
  if (preset_json != NULL) status = lg__config_read(allocator, preset_json, strlen(preset_json), config->error, &tree);
  lg_option preset = {.value = tree, .name = "preset", .error = config->error};
  if (lg__option_member(config, "maxRepeats").value != NULL) setup->options.ladder = (lg_ladder)LG_SHORTHAND_LADDER;
  if (status == LG_OK) status = build(allocator, config, &preset, setup, out_guard);
  cJSON_Delete(tree);
  return status;
}

lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE], const char *text,
                             size_t len, lg_guard **out_guard, lg_config_error *out_error) {
  lg_config_error unheard, *error = out_error != NULL ? out_error : &unheard;
  lg__config_say(error, "");
  if (key == NULL || text == NULL || out_guard == NULL) return LG_EINVAL;
  cJSON *root;
  lg_status status = lg__config_read(allocator, text, len, error, &root);
  if (status != LG_OK) return status;
  lg_option config = {.value = root, .name = "options", .error = error};
  lg_setup setup = {.options = {.ladder = LG_DEFAULT_LADDER}, .max_entries = LG_MAX_ENTRIES};
  memcpy(setup.options.key, key, LG_KEY_SIZE);
  status = read_config(allocator, &config, &setup, out_guard);
  cJSON_Delete(root);
  return status;
}
