#include <math.h>

#include "policy/option.h"
#include "policy/detector_record.h"
#include "text/glob.h"

static const char A_DETECTOR[] = "a detector, such as { \"type\": \"count\" }";

/* Names of the detectors that a guard can have. */
static size_t type_names(const char *names[LG_DETECTOR_TYPES]) {
  size_t count = 0;
  for (int type = 0; type < LG_DETECTOR_TYPES; type++)
    if (!lg__detector_records[type]->is_rule) names[count++] = lg__detector_records[type]->name;
  return count;
}

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
  const char *names[LG_DETECTOR_TYPES];
  size_t count = type_names(names);
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
static void check_budget(const lg_option *option, const lg_detector_draft *draft) {
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
static uint64_t tools_hash(const lg_option *option, const char *name) {
  lg_option tools = lg__option_member(option, name);
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

LG_COLD void lg__config_detector(const lg_option *option, lg_detector_draft *out) {
  lg__option_object(option, A_DETECTOR);
  lg_detector_type type = read_type(option);
  const lg_fields *fields = lg__detector_fields(type);
  *out = (lg_detector_draft){.spec = lg__detector_defaults(type)};
  lg__option_members(option, A_DETECTOR, fields, &out->spec);
  for (size_t i = 0; i < fields->kept; i++) /* what is optional is as the threshold, said or not */
    if (fields->list[i].kind == LG_FIELD_OPTIONAL && lg__field_get(&fields->list[i], &out->spec) == 0)
      lg__field_set(&fields->list[i], &out->spec, out->spec.threshold);
  out->replays = cJSON_IsTrue(lg__option_member(option, "replay").value);
  out->name = read_name(option, type);
  out->has_ladder = lg__option_ladder(option, &out->spec.ladder);
  check_pairs(option, &out->spec);
  if (type == LG_BUDGET) check_budget(option, out);
  if (type == LG_BUDGET) out->spec.tools = tools_hash(option, "tools") + tools_hash(option, "ofTools");
}

void lg__config_detector_tools(lg_guard *guard, const lg_option *option) {
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
