#include "policy/configure.h"

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

lg_status lg__config_read(const lg_allocator *allocator, const char *text, size_t len, lg_config_error *error,
                          cJSON **out_root) {
  lg_workspace *workspace;
  const char *strict;
  size_t strict_len;
  lg_status status = lg_workspace_new(allocator, &workspace);
  if (status != LG_OK) return status;
  /* cJSON accepts more than JSON and keeps duplicate keys; this text means the same to it as to JSON.parse. */
  status = lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, text, len, &strict, &strict_len);
  if (status == LG_EJSON) lg__config_say(error, "The configuration is not JSON");
  const char *fault = status == LG_OK ? fault_of(strict, strict_len) : NULL;
  if (fault != NULL) {
    lg__config_say(error, fault);
    status = LG_EINVAL;
  }
  /* cJSON can parse this text, so that an error means that it had no memory. */
  if (status == LG_OK && lg__cjson_read(strict, strict_len, out_root) != LG_OK) status = LG_ENOMEM;
  lg_workspace_free(workspace);
  return status;
}

/* ---- options ---- */

lg_option lg__option_member(const lg_option *object, const char *name) {
  return (lg_option){cJSON_GetObjectItemCaseSensitive(object->value, name), object, name, 0, false, object->error};
}

lg_option lg__option_first(const lg_option *parent) {
  const cJSON *child = parent->value != NULL ? parent->value->child : NULL;
  const char *name = child != NULL ? child->string : NULL;
  return (lg_option){child, parent, name, 0, true, parent->error};
}

lg_option lg__option_next(const lg_option *option) {
  lg_option next = *option;
  next.value = option->value->next;
  next.name = next.value != NULL ? next.value->string : NULL;
  next.index++;
  return next;
}

lg_option lg__option_with(const lg_option *object, const char *name, cJSON *told, double value) {
  lg_option option = lg__option_member(object, name);
  *told = (cJSON){.type = cJSON_Number, .valuedouble = value};
  option.value = told;
  return option;
}

lg_status lg__option_object(const lg_option *option, const char *what) {
  return option->value == NULL || cJSON_IsObject(option->value) ? LG_OK : lg__option_wrong(option, what);
}

static lg_status read_number(const lg_option *option, const lg_field *field, double *out) {
  bool none = cJSON_IsNull(option->value);
  bool unlimited = field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT;
  *out = unlimited ? (double)INFINITY : LG_NO_LIMIT;
  if (none && (unlimited || field->kind == LG_FIELD_LIMIT)) return LG_OK;
  *out = option->value->valuedouble;
  bool fits = cJSON_IsNumber(option->value) && lg__field_has(field, *out);
  return fits ? LG_OK : lg__option_out_of_range(option, field);
}

static lg_status read_period(const lg_option *option, double *out) {
  static const char *const names[] = {LG_PERIOD_NAMES};
  const char *name = cJSON_GetStringValue(option->value);
  for (size_t i = 0; name != NULL && i < LG_COUNT_OF(names); i++) {
    *out = (double)i;
    if (strcmp(name, names[i]) == 0) return LG_OK;
  }
  return lg__option_none_of(option, "one of ", names, LG_COUNT_OF(names));
}

/* An object from tool names to limits. */
static lg_status check_limits(const lg_option *limits, const lg_field *field) {
  lg_status status = lg__option_object(limits, "an object from tool names to limits");
  if (status != LG_OK) return status;
  lg_field one = {.kind = LG_FIELD_LIMIT, .offset = LG_NO_PLACE, .min = field->min, .max = field->max};
  LG_EACH(item, limits, status) { status = lg__option_field(&item, &one, NULL); }
  return status;
}

lg_status lg__option_field(const lg_option *option, const lg_field *field, void *to) {
  if (option->value == NULL) return LG_OK;
  double value = 0;
  lg_status status = LG_OK;
  switch (field->kind) {
  case LG_FIELD_OTHER: return LG_OK;
  case LG_FIELD_TEXTS: return lg__option_texts(option, (size_t)field->min);
  case LG_FIELD_LIMITS: return check_limits(option, field);
  case LG_FIELD_PERIOD: status = read_period(option, &value); break;
  case LG_FIELD_BOOL:
    value = cJSON_IsTrue(option->value);
    if (!cJSON_IsBool(option->value)) status = lg__option_wrong(option, "true or false");
    break;
  default: status = read_number(option, field, &value);
  }
  if (status == LG_OK && field->offset != LG_NO_PLACE) lg__field_set(field, to, value);
  return status;
}

lg_status lg__option_members(const lg_option *option, const char *what, const lg_fields *fields, void *to) {
  lg_status status = lg__option_object(option, what);
  if (option->value == NULL || status != LG_OK) return status;
  LG_EACH(member, option, LG_OK) {
    size_t known = 0;
    while (known < fields->count && strcmp(fields->list[known].name, member.name) != 0) known++;
    member.chosen = false;
    if (known == fields->count) return lg__option_unknown(&member, fields);
  }
  for (size_t i = 0; i < fields->count && status == LG_OK; i++) {
    lg_option member = lg__option_member(option, fields->list[i].name);
    status = lg__option_field(&member, &fields->list[i], to);
  }
  return status;
}

lg_status lg__option_text(const lg_option *option, const char **out) {
  if (option->value == NULL) return LG_OK;
  if (!cJSON_IsString(option->value) || option->value->valuestring[0] == '\0')
    return lg__option_wrong(option, "a non-empty string");
  *out = option->value->valuestring;
  return LG_OK;
}

lg_status lg__option_texts(const lg_option *option, size_t min) {
  if (option->value == NULL) return LG_OK;
  if (!cJSON_IsArray(option->value) || (size_t)cJSON_GetArraySize(option->value) < min)
    return lg__option_wrong(option,
                            min == 0 ? "an array of non-empty strings" : "a non-empty array of non-empty strings");
  LG_EACH(item, option, LG_OK) {
    const char *text;
    lg_status status = lg__option_text(&item, &text);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

/* Adds a name of a member or a JSON pointer. */
static lg_status add_name(const lg_option *item, lg_name_list *out) {
  const char *text = item->value->valuestring;
  size_t len = strlen(text);
  const lg_projection one = {.ignore = &text, .ignore_len = &len, .ignore_count = 1};
  if (lg__projection_check(&one) != LG_OK)
    return lg__option_wrong(item, "a JSON pointer of " LG_TEXT_OF(LG_POINTER_MAX) " tokens at most");
  out->texts[out->count] = text;
  out->lens[out->count++] = len;
  return LG_OK;
}

static lg_status check_size(const lg_option *option) {
  bool fits = cJSON_GetArraySize(option->value) <= LG_PROJECTION_MAX;
  return fits ? LG_OK : lg__option_wrong(option, "an array of " LG_TEXT_OF(LG_PROJECTION_MAX) " entries at most");
}

lg_status lg__option_names(const lg_option *option, size_t min, lg_name_list *out) {
  lg_status status = lg__option_texts(option, min);
  if (status == LG_OK && option->value != NULL) status = check_size(option);
  LG_EACH(item, option, status) { status = add_name(&item, out); }
  return status;
}

/* ---- volatile spans ---- */

enum { CLASSES = sizeof LG_VOLATILE_NAMES / sizeof *LG_VOLATILE_NAMES };

/* The bit of the class that an entry names; 0: it names none. */
static uint32_t class_of(const cJSON *entry) {
  for (size_t i = 0; i < CLASSES && cJSON_IsString(entry); i++)
    if (strcmp(entry->valuestring, LG_VOLATILE_NAMES[i]) == 0) return 1u << i;
  return 0;
}

lg_status lg__option_volatile(const lg_option *option, uint32_t *out, lg_name_list *members) {
  if (option->value == NULL) return LG_OK;
  static const char classes_only[] = "an array, each entry one of ";
  static const char any_member[] = "an array, each entry a member's name, a JSON pointer, one of ";
  const char *array = members == NULL ? classes_only : any_member, *entry = array + strlen("an array, each entry ");
  if (!cJSON_IsArray(option->value)) return lg__option_none_of(option, array, LG_VOLATILE_NAMES, CLASSES);
  uint32_t bits = 0;
  lg_status status = members != NULL ? check_size(option) : LG_OK;
  LG_EACH(item, option, status) {
    uint32_t bit = class_of(item.value);
    bits |= bit;
    if (bit != 0) continue;
    if (members == NULL || !cJSON_IsString(item.value) || *item.value->valuestring == '\0')
      return lg__option_none_of(&item, entry, LG_VOLATILE_NAMES, CLASSES);
    status = add_name(&item, members);
  }
  if (status == LG_OK && (bits != 0 || option->value->child == NULL)) *out = bits;
  return status;
}
