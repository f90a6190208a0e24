#include <math.h>

#include "policy/configure.h"
#include "policy/record.h"
#include "text/texts.h"

/* The options of detectors that are not fields of their records: lists of texts and the like. */
typedef enum extra_kind { EXTRA_TEXTS, EXTRA_FILLED_TEXTS, EXTRA_LIMITS, EXTRA_FLAG } extra_kind;

typedef struct lg_extra {
  lg_detector_type type;
  const char *name;
  extra_kind kind;
} lg_extra;

static const lg_extra EXTRAS[] = {{LG_SIMILAR_QUERY, "tools", EXTRA_FILLED_TEXTS},
                                  {LG_SIMILAR_QUERY, "keys", EXTRA_FILLED_TEXTS},
                                  {LG_SIMILAR_QUERY, "dangerousTokens", EXTRA_TEXTS},
                                  {LG_LIMIT, "limits", EXTRA_LIMITS},
                                  {LG_BUDGET, "tools", EXTRA_TEXTS},
                                  {LG_BUDGET, "ofTools", EXTRA_TEXTS}, /* of a host that makes its profiles itself */
                                  {LG_DUPLICATE, "replay", EXTRA_FLAG}};
#define EXTRA_COUNT (sizeof EXTRAS / sizeof *EXTRAS)

static const char *const COMMON[] = {"name", "type", "action", "ladder"};
#define COMMON_COUNT (sizeof COMMON / sizeof *COMMON)
#define MEMBERS_MAX 24

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

static lg_status read_type(const lg_option *option, lg_detector_type *out) {
  const char *names[LG_DETECTOR_TYPES];
  size_t count = type_names(names);
  lg_option type = lg__option_member(option, "type");
  char name[TYPE_MAX];
  bool known = cJSON_IsString(type.value) && plain_name(type.value->valuestring, name) &&
               lg__detector_named(name, strlen(name), out) && !lg__detector_records[*out]->is_rule;
  return known ? LG_OK : lg__option_none_of(&type, "one of ", names, count);
}

static lg_status check_members(const lg_option *option, lg_detector_type type) {
  const lg_detector_record *record = lg__detector_records[type];
  const char *names[MEMBERS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < COMMON_COUNT; i++) names[count++] = COMMON[i];
  for (size_t i = 0; i < EXTRA_COUNT; i++)
    if (EXTRAS[i].type == type) names[count++] = EXTRAS[i].name;
  for (size_t i = 0; i < record->field_count && count < MEMBERS_MAX; i++) names[count++] = record->fields[i].name;
  return lg__option_object(option, A_DETECTOR, names, count);
}

static lg_status read_period(const lg_option *option, double *out) {
  static const char *const names[] = {"run", "turn", "key"}; /* by lg_period */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!cJSON_IsString(option->value) || strcmp(option->value->valuestring, names[i]) != 0) continue;
    *out = (double)i;
    return LG_OK;
  }
  return lg__option_none_of(option, "one of ", names, sizeof names / sizeof *names);
}

/* A limit of a budget; null: none. */
static lg_status read_units(const lg_option *option, const lg_field *field, double *out) {
  *out = INFINITY;
  if (cJSON_IsNull(option->value)) return LG_OK;
  const char *what = field->kind == LG_FIELD_UNITS ? "an integer" : "a number";
  bool fits = cJSON_IsNumber(option->value) && lg__field_allows(field, option->value->valuedouble);
  if (!fits) return lg__option_out_of_range(option, what, field->min, field->max);
  *out = option->value->valuedouble;
  return LG_OK;
}

static lg_status read_field(const lg_option *option, const lg_field *field, lg_detector_spec *spec) {
  lg_option member = lg__option_member(option, field->name);
  if (member.value == NULL) return LG_OK; /* the default stays */
  uint32_t integer = 0;
  double number = 0;
  bool flag = false;
  lg_status status = LG_EINVAL;
  switch (field->kind) {
  case LG_FIELD_U32:
  case LG_FIELD_OPTIONAL:
    status = lg__option_integer(&member, field->min, field->max, &integer);
    number = integer;
    break;
  case LG_FIELD_LIMIT:
    status = lg__option_limit(&member, field->min, field->max, &integer);
    number = integer;
    break;
  case LG_FIELD_DOUBLE: status = lg__option_number(&member, field->min, field->max, &number); break;
  case LG_FIELD_UNITS:
  case LG_FIELD_AMOUNT: status = read_units(&member, field, &number); break;
  case LG_FIELD_PERIOD: status = read_period(&member, &number); break;
  case LG_FIELD_BOOL:
    status = lg__option_bool(&member, &flag);
    number = flag;
    break;
  }
  if (status == LG_OK) lg__field_set(field, spec, number);
  return status;
}

static const lg_field *field_named(const lg_detector_record *record, const char *name) {
  for (size_t i = 0; i < record->field_count; i++)
    if (strcmp(record->fields[i].name, name) == 0) return &record->fields[i];
  return NULL;
}

lg_status lg__config_tool_name(const lg_guard *guard, const lg_option *option, const char *name) {
  size_t len = strlen(name);
  if (!lg__is_glob(name, len)) return LG_OK;
  if (lg__units(name, len) > LG_GLOB_UNITS_MAX)
    return lg__option_unpaired(option, "a glob of ", LG_GLOB_UNITS_MAX, " characters at most");
  if (lg__tools_globs(&guard->tools) >= LG_GLOBS_MAX)
    return lg__option_unpaired(option, "one of ", LG_GLOBS_MAX, " globs at most in all options");
  return LG_OK;
}

/* Limits by tool name. At least 1, since 0 in lg_profile means the detector's default. */
static lg_status read_limits(const lg_option *limits, lg_guard *guard) {
  if (limits->value == NULL) return LG_OK;
  lg_status status = lg__option_object(limits, "an object from tool names to limits", NULL, 0);
  if (status != LG_OK) return status;
  for (lg_option item = lg__option_first(limits); item.value != NULL && status == LG_OK;
       item = lg__option_next(&item)) {
    uint32_t limit = 0;
    status = lg__option_limit(&item, 1, LG_LIMIT_MAX, &limit);
    if (status == LG_OK && guard != NULL) status = lg__config_tool_name(guard, &item, item.name);
    if (status == LG_OK && guard != NULL)
      status = lg__tools_add_limit(&guard->tools, item.name, strlen(item.name), limit);
  }
  return status;
}

static lg_status read_extra(const lg_option *option, const lg_extra *extra, bool *out_flag) {
  lg_option member = lg__option_member(option, extra->name);
  size_t least = extra->kind == EXTRA_FILLED_TEXTS ? 1 : 0;
  if (extra->kind == EXTRA_LIMITS) return read_limits(&member, NULL);
  if (extra->kind == EXTRA_FLAG) return lg__option_bool(&member, out_flag);
  return lg__option_texts(&member, least);
}

static lg_status read_name(const lg_option *option, lg_detector_type type, const char **out) {
  lg_option name = lg__option_member(option, "name");
  lg_detector_type other;
  *out = lg__detector_records[type]->name;
  lg_status status = lg__option_text(&name, out);
  const lg_detector_record *record = lg__detector_records[type];
  if (status != LG_OK || !record->by_host || record->of_run) return status;
  if (name.value == NULL || !lg__detector_named(*out, strlen(*out), &other)) return LG_OK;
  return lg__option_wrong(&name, "a name that no built-in detector has");
}

/* A share of a budget that is less than that of a milder rung. */
static lg_status out_of_order(const lg_option *budget, const char *rung, double share, const char *than, double least) {
  cJSON told = {.type = cJSON_Number, .valuedouble = share};
  lg_option option = lg__option_member(budget, rung);
  option.value = &told; /* it may be a default */
  return lg__option_unpaired(&option, than, least, ")");
}

/* A budget of some tools cannot limit what no tool uses, and its rungs are shares. */
static lg_status check_budget(const lg_option *option, const lg_detector_draft *draft) {
  const lg_detector_spec *spec = &draft->spec;
  lg_option tools = lg__option_member(option, "tools");
  bool limited = false;
  for (int unit = LG_UNIT_NONE + 1; unit < LG_UNITS; unit++) limited = limited || !isinf(spec->limits[unit]);
  if (!limited) return lg__option_wrong(option, "a budget with a limit: calls, tokens, cost, seconds or refusals");
  bool usage = !isinf(spec->limits[LG_UNIT_TOKENS]) || !isinf(spec->limits[LG_UNIT_COST]);
  if (tools.value != NULL && tools.value->child != NULL && usage)
    return lg__option_wrong(&tools, "absent where tokens or cost are limited: no tool uses them");
  lg_option ladder = lg__option_member(option, "ladder"), action = lg__option_member(option, "action");
  if (draft->has_ladder)
    return lg__option_wrong(ladder.value != NULL ? &ladder : &action,
                            "absent: the rungs of a budget are the shares warn, ask and abort");
  double warn = spec->warn_share, ask = spec->ask_share, abort = spec->abort_share;
  if (ask != 0 && ask < warn) return out_of_order(option, "ask", ask, "at least warn (", warn);
  double before = ask > warn ? ask : warn;
  if (abort != 0 && abort < before)
    return out_of_order(option, "abort", abort, ask > warn ? "at least ask (" : "at least warn (", before);
  return LG_OK;
}

/* The same in any order: a sum. */
static uint64_t tools_hash(const lg_option *option, const char *name) {
  lg_option tools = lg__option_member(option, name);
  uint64_t sum = 0;
  if (tools.value == NULL) return 0;
  for (lg_option item = lg__option_first(&tools); item.value != NULL; item = lg__option_next(&item))
    sum += lg__guard_name_hash(item.value->valuestring, strlen(item.value->valuestring));
  return sum;
}

/* Parameters that are each in range but contradict each other. */
static lg_status check_pairs(const lg_option *option, const lg_detector_spec *spec) {
  const lg_detector_record *record = lg__detector_records[spec->type];
  lg_option windowed = lg__option_member(option, "windowSize");
  if (field_named(record, "windowSize") == NULL) return LG_OK;
  if (field_named(record, "minCycleLen") != NULL) {
    lg_option least = lg__option_member(option, "minCycleLen");
    cJSON number = {.type = cJSON_Number};
    uint64_t length = (uint64_t)spec->min_cycle_len * spec->threshold;
    if (spec->min_cycle_len > spec->max_cycle_len) {
      number.valueint = (int)(number.valuedouble = spec->min_cycle_len);
      least.value = &number; /* the default may be what does not fit */
      return lg__option_unpaired(&least, "at most maxCycleLen (", spec->max_cycle_len, ")");
    }
    number.valueint = (int)(number.valuedouble = spec->window_size);
    windowed.value = &number;
    if (length > spec->window_size)
      return lg__option_unpaired(&windowed, "at least minCycleLen * repeats (", (double)length,
                                 "), or no cycle would fit");
    return LG_OK;
  }
  static const char *const within[] = {"threshold", "errorThreshold"};
  for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
    const lg_field *field = field_named(record, within[i]);
    double value = field != NULL ? lg__field_get(field, spec) : 0;
    lg_option member = lg__option_member(option, within[i]);
    cJSON number = {.type = cJSON_Number, .valueint = (int)value, .valuedouble = value};
    member.value = &number;
    if (value > spec->window_size) return lg__option_unpaired(&member, "at most windowSize (", spec->window_size, ")");
  }
  return LG_OK;
}

lg_status lg__config_detector(const lg_option *option, lg_detector_draft *out) {
  lg_detector_type type = LG_COUNT;
  lg_status status = lg__option_object(option, A_DETECTOR, NULL, 0);
  if (status == LG_OK) status = read_type(option, &type);
  if (status == LG_OK) status = check_members(option, type);
  if (status != LG_OK) return status;
  const lg_detector_record *record = lg__detector_records[type];
  *out = (lg_detector_draft){.spec = lg__detector_defaults(type)};
  for (size_t i = 0; i < record->field_count && status == LG_OK; i++)
    status = read_field(option, &record->fields[i], &out->spec);
  for (size_t i = 0; i < record->field_count; i++) /* what is optional is as the threshold, said or not */
    if (record->fields[i].kind == LG_FIELD_OPTIONAL && lg__field_get(&record->fields[i], &out->spec) == 0)
      lg__field_set(&record->fields[i], &out->spec, out->spec.threshold);
  for (size_t i = 0; i < EXTRA_COUNT && status == LG_OK; i++)
    if (EXTRAS[i].type == type) status = read_extra(option, &EXTRAS[i], &out->replays);
  if (status == LG_OK) status = read_name(option, type, &out->name);
  if (status == LG_OK) status = lg__option_ladder(option, &out->spec.ladder, &out->has_ladder);
  if (status == LG_OK) status = check_pairs(option, &out->spec);
  if (status == LG_OK && type == LG_BUDGET) status = check_budget(option, out);
  if (status == LG_OK && type == LG_BUDGET)
    out->spec.tools = tools_hash(option, "tools") + tools_hash(option, "ofTools");
  if (status == LG_OK && lg__detector_check(&out->spec) != LG_OK)
    return lg__option_wrong(option, "a detector whose numbers go together");
  return status;
}

lg_status lg__config_detector_tools(lg_guard *guard, const lg_option *option) {
  lg_option limits = lg__option_member(option, "limits"), tools = lg__option_member(option, "tools");
  lg_status status = read_limits(&limits, guard);
  if (tools.value == NULL) return status;
  uint32_t detector = guard->detector_count - 1;
  bool budget = guard->detectors[detector].spec.type == LG_BUDGET;
  for (lg_option item = lg__option_first(&tools); item.value != NULL && status == LG_OK;
       item = lg__option_next(&item)) {
    const char *name = item.value->valuestring;
    status = lg__config_tool_name(guard, &item, name);
    if (status != LG_OK) return status;
    status = budget ? lg__tools_add_budget(&guard->tools, name, strlen(name), detector)
                    : lg__texts_add(&guard->tools.similar, name, strlen(name));
  }
  return status;
}
