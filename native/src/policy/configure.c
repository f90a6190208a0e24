#include "policy/option.h"

#include <math.h>

#include "policy/options.gen.h"
#include "policy/presets.gen.h"
#include "text/chars.h"

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

/* NULL: there is no such preset. */
static const char *preset_named(const lg_option *option) {
  const char *names[COUNT_OF(LG_PRESETS)];
  const char *name = option->value == NULL ? LG_PRESET_DEFAULT : cJSON_GetStringValue(option->value);
  for (size_t i = 0; i < COUNT_OF(LG_PRESETS); i++) {
    names[i] = LG_PRESETS[i].name;
    if (name != NULL && strcmp(name, names[i]) == 0) return LG_PRESETS[i].json;
  }
  lg__option_none_of(option, "one of ", names, COUNT_OF(LG_PRESETS));
  return NULL;
}

/* The preset in force, or NULL: the named one, else the recommended one if the configuration has no detectors. If it
 * has both, the preset gives everything else: detectors of other types, volatile spans, ladder and shadow. */
static const char *preset_in_force(const lg_option *config) {
  lg_option preset = lg__option_member(config, "preset"), detectors = lg__option_member(config, "detectors");
  lg_option repeats = lg__option_member(config, "maxRepeats");
  bool own = repeats.value != NULL || detectors.value != NULL, without = own && preset.value == NULL;
  const char *json = without ? NULL : preset_named(&preset);
  if (repeats.value != NULL && !without) lg__option_wrong(&preset, "absent where maxRepeats is given");
  if (repeats.value != NULL && detectors.value != NULL)
    lg__option_wrong(&repeats, "absent where detectors are given: put one of type count among them");
  return json;
}

/* ---- settings ---- */

/* One list for both, or an object of two. */
static void read_volatile(const lg_option *option, lg_setup *to) {
  static const lg_field list[] = {{.name = "results", .kind = LG_FIELD_OTHER},
                                  {.name = "failures", .kind = LG_FIELD_OTHER}};
  static const lg_fields members = LG_ALL(list);
  if (!cJSON_IsObject(option->value)) {
    lg__option_volatile(option, &to->results, NULL);
    if (option->value != NULL) to->failures = to->results;
    return;
  }
  lg__option_members(option, "", &members, NULL);
  lg_option results = lg__option_member(option, "results"), failures = lg__option_member(option, "failures");
  to->results = to->failures = 0;
  lg__option_volatile(&results, &to->results, NULL);
  lg__option_volatile(&failures, &to->failures, NULL);
}

/* Reads the settings of a configuration or preset into `to`; options that it leaves out stay as they are. */
static void read_settings(const lg_option *config, lg_setup *to) {
  lg__option_members(config, "an object of options", &OPTIONS, to);
  lg_option spans = lg__option_member(config, "volatile");
  read_volatile(&spans, to);
  to->has_ladder = lg__option_ladder(config, &to->options.ladder);
  to->options.shadow = to->shadow;
  to->options.max_entries = to->max_entries;
}

/* The price of tokens, which only a host that counts tokens needs. */
static void check_price(const lg_option *config) {
  static const lg_field list[] = {LG_PRICE_FIELDS}; /* the last one may lack */
  static const lg_fields fields = LG_ALL(list);
  lg_option price = lg__option_member(config, "price");
  lg__option_members(&price, "an object such as { input: 3, output: 15, cached: 0.3 }, of a million tokens", &fields,
                     NULL);
  for (size_t i = 0; i + 1 < COUNT_OF(list) && price.value != NULL; i++) {
    lg_option one = lg__option_member(&price, list[i].name);
    if (one.value == NULL) lg__option_out_of_range(&one, &list[i]);
  }
}

/* ---- one detector ---- */

/* A detector of the configuration. */
typedef struct lg_draft {
  lg_detector_spec spec;
  const char *name;
  bool replays; /* duplicate */
  bool has_ladder;
} lg_draft;

static const char A_DETECTOR[] = "a detector, such as { \"type\": \"count\" }";

enum { TYPE_MAX = 32 };

/* `no_news` for `noNews`: the names of JavaScript's factories are read too. False: it is longer than any name. */
static bool plain_name(const char *name, char out[TYPE_MAX]) {
  size_t len = 0;
  for (; *name != '\0' && len + 2 < TYPE_MAX; name++) {
    bool capital = *name >= 'A' && *name <= 'Z';
    if (capital) out[len++] = '_';
    out[len++] = capital ? (char)(*name - 'A' + 'a') : *name;
  }
  out[len] = '\0';
  return *name == '\0';
}

static lg_detector_type read_type(const lg_option *option) {
  const char *names[LG_DETECTOR_TYPES]; /* of those that a guard can have */
  size_t count = 0;
  for (int i = 0; i < LG_DETECTOR_TYPES; i++)
    if (!lg__detector_records[i]->is_rule) names[count++] = lg__detector_records[i]->name;
  lg_option type = lg__option_member(option, "type");
  lg_detector_type found = LG_COUNT;
  char name[TYPE_MAX];
  bool known = cJSON_IsString(type.value) && plain_name(type.value->valuestring, name) &&
               lg__detector_named(name, strlen(name), &found) && !lg__detector_records[found]->is_rule;
  if (!known) lg__option_none_of(&type, "one of ", names, count);
  return found;
}

void lg__config_tool_name(const lg_guard *guard, const lg_option *option, const char *name) {
  size_t len = strlen(name);
  if (!lg__is_glob(name, len)) return;
  if (lg__units(name, len) > LG_GLOB_UNITS_MAX)
    lg__option_wrong(option, "a glob of " LG_TEXT_OF(LG_GLOB_UNITS_MAX) " characters at most");
  if (lg__tools_globs(&guard->tools) >= LG_GLOBS_MAX)
    lg__option_wrong(option, "one of " LG_TEXT_OF(LG_GLOBS_MAX) " globs at most in all options");
}

static const char *read_name(const lg_option *option, lg_detector_type type) {
  const lg_detector_record *record = lg__detector_records[type];
  const char *name = record->name;
  lg_option given = lg__option_member(option, "name");
  lg_detector_type other;
  lg__option_text(&given, &name);
  bool is_function = record->by_host && !record->of_run;
  if (is_function && given.value != NULL && lg__detector_named(name, strlen(name), &other))
    lg__option_wrong(&given, "a name that no built-in detector has");
  return name;
}

/* A budget of some tools cannot limit what no tool uses, and its steps are shares. */
static void check_budget(const lg_option *option, const lg_draft *draft) {
  const lg_detector_spec *spec = &draft->spec;
  lg_option tools = lg__option_member(option, "tools");
  bool limited = false;
  for (int unit = LG_UNIT_NONE + 1; unit < LG_UNITS; unit++) limited = limited || !isinf(spec->limits[unit]);
  if (!limited) lg__option_wrong(option, "a budget with a limit: calls, tokens, cost, seconds or refusals");
  bool usage = !isinf(spec->limits[LG_UNIT_TOKENS]) || !isinf(spec->limits[LG_UNIT_COST]);
  if (tools.value != NULL && tools.value->child != NULL && usage)
    lg__option_wrong(&tools, "absent where tokens or cost are limited: no tool uses them");
  lg_option ladder = lg__option_member(option, "ladder"), action = lg__option_member(option, "action");
  if (draft->has_ladder)
    lg__option_wrong(ladder.value != NULL ? &ladder : &action,
                     "absent: the rungs of a budget are the shares warn, ask and abort");
  double warn = spec->warn_share, ask = spec->ask_share, abort = spec->abort_share;
  double before = ask > warn ? ask : warn;
  bool early = ask != 0 && ask < warn;
  if (!early && (abort == 0 || abort >= before)) return;
  cJSON given;
  char number[LG_NUMBER_MAX + 1];
  lg_option step = lg__option_with(option, early ? "ask" : "abort", &given, early ? ask : abort);
  lg__option_wrong(&step, ask > warn ? "at least ask (" : "at least warn (",
                   lg__config_number(early ? warn : before, number), ")");
}

/* The same in any order: a sum. */
static uint64_t tools_hash(const lg_option *option) {
  lg_option tools = lg__option_member(option, "tools");
  uint64_t sum = 0;
  LG_EACH(item, &tools) {
    lg_digest digest = lg_digest_bytes(NULL, item.value->valuestring, strlen(item.value->valuestring));
    sum += lg__load_u64(digest.bytes);
  }
  return sum;
}

/* Parameters that are each in range but contradict each other. */
static void check_pairs(const lg_option *option, const lg_detector_spec *spec) {
  cJSON given;
  char number[LG_NUMBER_MAX + 1];
  const lg_field *bound, *field = lg__detector_excess(spec, &bound);
  if (field != NULL) {
    lg_option wrong = lg__option_with(option, field->name, &given, lg__field_get(field, spec));
    lg__option_wrong(&wrong, "at most ", bound->name, " (", lg__config_number(lg__field_get(bound, spec), number), ")");
  }
  uint64_t length = (uint64_t)spec->min_cycle_len * spec->threshold;
  if (lg__field_named(lg__detector_fields(spec->type), "minCycleLen") == NULL || length <= spec->window_size) return;
  lg_option window = lg__option_with(option, "windowSize", &given, spec->window_size);
  lg__option_wrong(&window, "at least minCycleLen * repeats (", lg__config_number((double)length, number),
                   "), or no cycle would fit");
}

LG_COLD static void read_detector(const lg_option *option, lg_draft *out) {
  lg__option_object(option, A_DETECTOR);
  lg_detector_type type = read_type(option);
  const lg_fields *fields = lg__detector_fields(type);
  *out = (lg_draft){.spec = lg__detector_defaults(type)};
  lg__option_members(option, A_DETECTOR, fields, &out->spec);
  for (size_t i = 0; i < fields->kept; i++) /* what is optional is as the threshold, said or not */
    if (fields->list[i].kind == LG_FIELD_OPTIONAL && lg__field_get(&fields->list[i], &out->spec) == 0)
      lg__field_set(&fields->list[i], &out->spec, out->spec.threshold);
  out->replays = cJSON_IsTrue(lg__option_member(option, "replay").value);
  out->name = read_name(option, type);
  out->has_ladder = lg__option_ladder(option, &out->spec.ladder);
  check_pairs(option, &out->spec);
  if (type != LG_BUDGET) return;
  check_budget(option, out);
  out->spec.tools = tools_hash(option);
}

/* Adds the `limits` of limit and the `tools` of similar_query or budget, the guard's newest detector, to its tools. */
static void add_tools(lg_guard *guard, const lg_option *option) {
  static const bool similar = true;
  lg_option limits = lg__option_member(option, "limits"), tools = lg__option_member(option, "tools");
  LG_EACH(item, &limits) {
    uint32_t limit = cJSON_IsNull(item.value) ? LG_NO_LIMIT : (uint32_t)item.value->valuedouble;
    lg__config_tool_name(guard, &item, item.name);
    LG_TRY(item.reading, lg__tools_add(&guard->tools, LG_TOOL_LIMITS, item.name, strlen(item.name), &limit));
  }
  LG_EACH(item, &tools) {
    uint32_t detector = guard->detector_count - 1;
    bool budget = guard->detectors[detector].spec.type == LG_BUDGET;
    const char *name = item.value->valuestring;
    lg__config_tool_name(guard, &item, name);
    LG_TRY(item.reading, budget ? lg__tools_add_budget(&guard->tools, name, strlen(name), detector)
                                : lg__tools_add(&guard->tools, LG_TOOL_SIMILAR, name, strlen(name), &similar));
  }
}

/* ---- all detectors ---- */

/* `list`: the option `detectors`. */
static void add(lg_guard *guard, const lg_option *list, const lg_draft *draft) {
  if (guard->detector_count == LG_DETECTORS_MAX) lg__option_wrong(list, "up to 64 with preset, budget, tools");
  LG_TRY(list->reading, lg__guard_add_detector(guard, &draft->spec, draft->name));
}

/* But for those of a type in `own`, a bit each. */
static void add_preset_detectors(lg_guard *guard, const lg_option *list, const lg_option *preset, uint64_t own,
                                 bool has_ladder) {
  lg_option others = lg__option_member(preset, "detectors");
  LG_EACH(item, &others) {
    lg_draft draft;
    read_detector(&item, &draft);
    if ((own >> draft.spec.type & 1) != 0) continue;
    /* The configuration's ladder replaces the preset's, but for detectors that only warn. */
    if (has_ladder && draft.spec.ladder.hint != 0) draft.spec.ladder = (lg_ladder){0};
    add(guard, list, &draft);
  }
}

/* Gives which types they have, a bit each. */
static uint64_t add_own_detectors(lg_guard *guard, const lg_option *list, bool has_ladder) {
  /* A profile has one limit and a call one query, so there can be only one of each. */
  enum { LIMIT, SIMILAR, SINGLE };
  static const char *const single[] = {"the only detector of type limit", "the only detector of type similar_query"};
  lg_option last[SINGLE];
  int times[SINGLE] = {0}, count = cJSON_IsArray(list->value) ? cJSON_GetArraySize(list->value) : 0;
  uint64_t types = 0;
  if (count < 1 || count > (int)LG_DETECTORS_MAX) lg__option_wrong(list, "an array of 1 to 64 detectors");
  LG_EACH(item, list) {
    lg_draft draft;
    read_detector(&item, &draft);
    types |= UINT64_C(1) << draft.spec.type;
    if (draft.replays && !draft.has_ladder && !has_ladder) draft.spec.ladder = (lg_ladder)LG_REPLAY_LADDER;
    add(guard, list, &draft);
    add_tools(guard, &item);
    int of = draft.spec.type == LG_LIMIT ? LIMIT : draft.spec.type == LG_SIMILAR_QUERY ? SIMILAR : SINGLE;
    if (of == SINGLE) continue;
    last[of] = item;
    times[of]++;
  }
  for (int of = 0; of < SINGLE; of++)
    if (times[of] > 1) lg__option_wrong(&last[of], single[of]);
  return types;
}

/* ---- the guard ---- */

/* The option `budget`, which is one of that type beside whatever detects. */
static void add_budget(lg_guard *guard, const lg_option *list, const lg_option *config) {
  lg_option option = lg__option_member(config, "budget");
  cJSON *object = (cJSON *)(uintptr_t)option.value;
  if (object == NULL) return;
  if (!cJSON_IsObject(object) || cJSON_HasObjectItem(object, "type"))
    lg__option_wrong(&option, "an object such as { calls: 5 }");
  LG_TRY(option.reading, cJSON_AddStringToObject(object, "type", "budget") != NULL ? LG_OK : LG_ENOMEM);
  lg_draft draft;
  read_detector(&option, &draft);
  add(guard, list, &draft);
  add_tools(guard, &option);
}

/* A policy's `limit` is enough by itself: where no detector reads it, one that limits no other tool does. */
static void add_policy_limit(lg_guard *guard, const lg_option *list, const lg_option *config, uint64_t own) {
  lg_option tools = lg__option_member(config, "tools");
  if ((own >> LG_LIMIT & 1) != 0 || !cJSON_IsObject(tools.value)) return;
  LG_EACH(tool, &tools) {
    if (lg__option_member(&tool, "limit").value == NULL) continue;
    lg_draft limit = {.spec = {.type = LG_LIMIT, .threshold = LG_NO_LIMIT, .ladder = LG_POLICY_LIMIT_LADDER},
                      .name = "limit"};
    add(guard, list, &limit);
    return;
  }
}

static void fill(lg_guard *guard, const lg_option *config, const lg_option *preset, const lg_setup *setup) {
  lg_option list = lg__option_member(config, "detectors");
  uint64_t own = list.value != NULL ? add_own_detectors(guard, &list, setup->has_ladder) : 0;
  add_preset_detectors(guard, &list, preset, own, setup->has_ladder);
  lg_draft count = {.spec = {.type = LG_COUNT, .threshold = setup->max_repeats}, .name = "count"};
  if (list.value == NULL && preset->value == NULL) add(guard, &list, &count);
  add_budget(guard, &list, config);
  add_policy_limit(guard, &list, config, own);
  const lg_profile profile = {.volatile_classes = setup->results,
                              .failure_classes = setup->failures,
                              .outside = lg__tools_outside(&guard->tools, NULL, 0)};
  LG_TRY(config->reading, lg__guard_add_profile(guard, &profile, true, &(uint32_t){0}));
  lg_option tools = lg__option_member(config, "tools");
  lg__config_tools(guard, &tools);
}

/* Makes the guard; NULL: it failed. */
static lg_guard *build(const lg_allocator *allocator, const lg_option *config, lg_setup *setup) {
  lg_reading *reading = config->reading;
  lg_setup checked = *setup;
  lg_guard *guard = NULL;
  lg__option_members(config, "an object of options", &OPTIONS, &checked);
  const char *json = preset_in_force(config);
  check_price(config);
  cJSON *tree = json != NULL ? lg__config_read(allocator, json, strlen(json), reading) : NULL;
  lg_option preset = {.value = tree, .name = "preset", .reading = reading};
  if (lg__option_member(config, "maxRepeats").value != NULL) setup->options.ladder = (lg_ladder)LG_SHORTHAND_LADDER;
  read_settings(&preset, setup);
  read_settings(config, setup);
  LG_TRY(reading, lg__guard_new(allocator, &setup->options, &guard));
  if (guard != NULL) fill(guard, config, &preset, setup);
  cJSON_Delete(tree);
  if (reading->status == LG_OK) return guard;
  lg_guard_free(guard);
  return NULL;
}

lg_status lg_guard_configure(const lg_allocator *allocator, const uint8_t key[LG_KEY_SIZE], const char *text,
                             size_t len, lg_guard **out_guard, lg_config_error *out_error) {
  lg_config_error unheard;
  lg_reading reading = lg__config_begin(out_error != NULL ? out_error : &unheard);
  if (key == NULL || text == NULL || out_guard == NULL) return LG_EINVAL;
  cJSON *root = lg__config_read(allocator, text, len, &reading);
  lg_option config = {.value = root, .name = "options", .reading = &reading};
  lg_setup setup = {.options = {.ladder = LG_DEFAULT_LADDER}, .max_entries = LG_MAX_ENTRIES};
  memcpy(setup.options.key, key, LG_KEY_SIZE);
  lg_guard *guard = build(allocator, &config, &setup);
  if (guard != NULL) *out_guard = guard;
  cJSON_Delete(root);
  return reading.status;
}
