#include "policy/option.h"

#include <math.h>

#include "policy/options.gen.h"
#include "policy/presets.gen.h"

/* ---- from text to tree ---- */

/* More than any configuration needs; cJSON allows a thousand. */
#define DEPTH_MAX 64

/* Why the text cannot become a tree of C strings: a name or string has U+0000 or a lone surrogate, or containers are
 * nested too deep. The text is from lg_canonicalize, so \u only escapes characters that have no shorter escape. */
static const char *fault_of(const char *text, size_t len) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < len; i++) {
    char c = text[i];
    if (in_string && c == '\\') {
      if (++i + 4 < len && text[i] == 'u' && memcmp(text + i + 1, "0000", 4) == 0)
        return "The configuration has U+0000 in a string";
      if (i + 2 < len && text[i] == 'u' && text[i + 1] == 'd' && text[i + 2] >= '8')
        return "The configuration has half of a surrogate pair in a string";
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      if (++depth > DEPTH_MAX) return "The configuration is nested too deep";
    } else if (!in_string && (c == '}' || c == ']')) {
      depth--;
    }
  }
  return NULL;
}

cJSON *lg__config_read(const lg_allocator *allocator, const char *text, size_t len, lg_reading *reading) {
  lg_workspace *workspace = NULL;
  const char *strict = NULL;
  size_t strict_len = 0;
  cJSON *root = NULL;
  LG_TRY(reading, lg_workspace_new(allocator, &workspace));
  /* cJSON accepts more than JSON and keeps duplicate keys; this text means the same to it as to JSON.parse. */
  lg_status status = lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, text, len, &strict, &strict_len);
  if (status == LG_EJSON) lg__config_say(reading, status, "The configuration is not JSON");
  LG_TRY(reading, status);
  const char *fault = strict != NULL ? fault_of(strict, strict_len) : NULL;
  if (fault != NULL) lg__config_say(reading, LG_EINVAL, fault);
  /* cJSON can parse this text, so that an error means that it had no memory. */
  LG_TRY(reading, (root = lg__cjson_read(strict, strict_len)) != NULL ? LG_OK : LG_ENOMEM);
  lg_workspace_free(workspace);
  return root;
}

/* ---- options ---- */

lg_option lg__option_member(const lg_option *object, const char *name) {
  bool goes_on = object->reading->status == LG_OK;
  const cJSON *value = goes_on ? cJSON_GetObjectItemCaseSensitive(object->value, name) : NULL;
  return (lg_option){value, object, name, 0, false, object->reading};
}

lg_option lg__option_first(const lg_option *parent) {
  const cJSON *child = parent->value != NULL ? parent->value->child : NULL;
  const char *name = child != NULL ? child->string : NULL;
  return (lg_option){child, parent, name, 0, true, parent->reading};
}

lg_option lg__option_next(const lg_option *option) {
  lg_option next = *option;
  next.value = option->value->next;
  next.name = next.value != NULL ? next.value->string : NULL;
  next.index++;
  return next;
}

lg_option lg__option_with(const lg_option *object, const char *name, cJSON *given, double value) {
  lg_option option = lg__option_member(object, name);
  *given = (cJSON){.type = cJSON_Number, .valuedouble = value};
  option.value = given;
  return option;
}

void lg__option_object(const lg_option *option, const char *what) {
  if (option->value != NULL && !cJSON_IsObject(option->value)) lg__option_wrong(option, what);
}

static double read_number(const lg_option *option, const lg_field *field) {
  bool unlimited = field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT;
  if (cJSON_IsNull(option->value) && unlimited) return (double)INFINITY;
  if (cJSON_IsNull(option->value) && field->kind == LG_FIELD_LIMIT) return LG_NO_LIMIT;
  double value = option->value->valuedouble;
  if (!cJSON_IsNumber(option->value) || !lg__field_has(field, value)) lg__option_out_of_range(option, field);
  return value;
}

static double read_period(const lg_option *option) {
  static const char *const names[] = {LG_PERIOD_NAMES};
  const char *name = cJSON_GetStringValue(option->value);
  for (size_t i = 0; name != NULL && i < COUNT_OF(names); i++)
    if (strcmp(name, names[i]) == 0) return (double)i;
  lg__option_none_of(option, "one of ", names, COUNT_OF(names));
  return 0;
}

/* An array of at least `min` non-empty strings. */
static void check_texts(const lg_option *option, size_t min) {
  const char *text;
  if (option->value == NULL) return;
  if (!cJSON_IsArray(option->value) || (size_t)cJSON_GetArraySize(option->value) < min)
    lg__option_wrong(option, min == 0 ? "an array of non-empty strings" : "a non-empty array of non-empty strings");
  LG_EACH(item, option) { lg__option_text(&item, &text); }
}

/* An object from tool names to limits. */
static void check_limits(const lg_option *limits, const lg_field *field) {
  lg_field one = {.kind = LG_FIELD_LIMIT, .offset = LG_NO_PLACE, .min = field->min, .max = field->max};
  lg__option_object(limits, "an object from tool names to limits");
  LG_EACH(item, limits) { lg__option_field(&item, &one, NULL); }
}

void lg__option_field(const lg_option *option, const lg_field *field, void *to) {
  if (option->value == NULL) return;
  double value = 0;
  switch (field->kind) {
  case LG_FIELD_OTHER: return;
  case LG_FIELD_TEXTS: check_texts(option, (size_t)field->min); return;
  case LG_FIELD_LIMITS: check_limits(option, field); return;
  case LG_FIELD_PERIOD: value = read_period(option); break;
  case LG_FIELD_BOOL:
    value = cJSON_IsTrue(option->value);
    if (!cJSON_IsBool(option->value)) lg__option_wrong(option, "true or false");
    break;
  default: value = read_number(option, field);
  }
  if (option->reading->status == LG_OK && field->offset != LG_NO_PLACE) lg__field_set(field, to, value);
}

void lg__option_members(const lg_option *option, const char *what, const lg_fields *fields, void *to) {
  lg__option_object(option, what);
  LG_EACH(member, option) {
    member.chosen = false;
    if (lg__field_named(fields, member.name) == NULL) lg__option_unknown(&member, fields);
  }
  for (size_t i = 0; i < fields->count; i++) {
    lg_option member = lg__option_member(option, fields->list[i].name);
    lg__option_field(&member, &fields->list[i], to);
  }
}

void lg__option_text(const lg_option *option, const char **out) {
  if (option->value == NULL) return;
  if (!cJSON_IsString(option->value) || option->value->valuestring[0] == '\0')
    lg__option_wrong(option, "a non-empty string");
  else
    *out = option->value->valuestring;
}

static void add_name(const lg_option *item, lg_name_list *out) {
  const char *text = item->value->valuestring;
  size_t len = strlen(text);
  const lg_projection one = {.ignore = &text, .ignore_len = &len, .ignore_count = 1};
  if (lg__projection_check(&one) != LG_OK)
    lg__option_wrong(item, "a JSON pointer of " LG_TEXT_OF(LG_POINTER_MAX) " tokens at most");
  out->texts[out->count] = text;
  out->lens[out->count++] = len;
}

static void check_size(const lg_option *option) {
  if (cJSON_GetArraySize(option->value) > LG_PROJECTION_MAX)
    lg__option_wrong(option, "an array of " LG_TEXT_OF(LG_PROJECTION_MAX) " entries at most");
}

void lg__option_names(const lg_option *option, size_t min, lg_name_list *out) {
  check_texts(option, min);
  check_size(option);
  LG_EACH(item, option) { add_name(&item, out); }
}

/* ---- volatile spans ---- */

enum { CLASSES = COUNT_OF(LG_VOLATILE_NAMES) };

/* The bit of the class that an entry names; 0: it names none. */
static uint32_t class_of(const cJSON *entry) {
  for (size_t i = 0; i < CLASSES && cJSON_IsString(entry); i++)
    if (strcmp(entry->valuestring, LG_VOLATILE_NAMES[i]) == 0) return 1u << i;
  return 0;
}

void lg__option_volatile(const lg_option *option, uint32_t *out, lg_name_list *members) {
  if (option->value == NULL) return;
  static const char classes_only[] = "an array, each entry one of ";
  static const char any_member[] = "an array, each entry a member's name, a JSON pointer, one of ";
  const char *array = members == NULL ? classes_only : any_member, *entry = array + strlen("an array, each entry ");
  uint32_t bits = 0;
  if (!cJSON_IsArray(option->value)) lg__option_none_of(option, array, LG_VOLATILE_NAMES, CLASSES);
  if (members != NULL) check_size(option);
  LG_EACH(item, option) {
    uint32_t bit = class_of(item.value);
    bits |= bit;
    if (bit != 0) continue;
    if (members == NULL || !cJSON_IsString(item.value) || *item.value->valuestring == '\0')
      lg__option_none_of(&item, entry, LG_VOLATILE_NAMES, CLASSES);
    else
      add_name(&item, members);
  }
  if (bits != 0 || option->value->child == NULL) *out = bits;
}

/* ---- ladders ---- */

static const lg_field STEPS[] = {LG_LADDER_FIELDS}; /* milder ones first */

/* A milder step that starts after a harsher one would never be reached. */
static void check_order(const lg_option *option, const lg_ladder *ladder) {
  const lg_field *before = NULL;
  for (const lg_field *step = STEPS; step < STEPS + COUNT_OF(STEPS); step++) {
    double start = lg__field_get(step, ladder), least = before == NULL ? 0 : lg__field_get(before, ladder);
    if (start == 0) continue;
    if (start < least) {
      cJSON given; /* the step may come from `action` */
      char number[LG_NUMBER_MAX + 1];
      lg_option wrong = lg__option_with(option, step->name, &given, start);
      lg__option_wrong(&wrong, "at least ", lg__config_number(least, number), ", where ", before->name, " starts");
    }
    before = step;
  }
}

bool lg__option_ladder(const lg_option *owner, lg_ladder *out) {
  static const lg_fields steps = LG_ALL(STEPS);
  lg_option action = lg__option_member(owner, "action"), ladder = lg__option_member(owner, "ladder");
  lg_ladder read = {0};
  if (action.value == NULL && ladder.value == NULL) return false;
  lg__option_members(&ladder, "an object such as { warn: 1, hint: 2, abort: 5 }", &steps, &read);
  if (ladder.value != NULL && ladder.value->child == NULL)
    lg__option_wrong(&ladder, "an object with at least one of warn, hint, ask, abort");
  if (action.value != NULL) {
    const char *name = cJSON_GetStringValue(action.value);
    const lg_field *step = name != NULL && strcmp(name, "ask") != 0 ? lg__field_named(&steps, name) : NULL;
    if (step == NULL) lg__option_wrong(&action, "\"warn\", \"hint\" or \"abort\"");
    if (step != NULL && lg__field_get(step, &read) == 0) lg__field_set(step, &read, 1);
  }
  if (ladder.value != NULL) check_order(&ladder, &read);
  *out = read;
  return true;
}
