#include "policy/configure.h"

#include "policy/presets.gen.h"

/* ---- from text to tree ---- */

/* More than any configuration needs; cJSON allows a thousand. */
#define DEPTH_MAX 64

/*
 * Why the text cannot become a tree of C strings: a name or string has U+0000 or a lone surrogate, or containers are
 * nested too deep. The text is from lg_canonicalize, so \u only escapes characters that have no shorter escape.
 */
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
  const cJSON *child = parent->value->child;
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

lg_status lg__option_bool(const lg_option *option, bool *out) {
  if (option->value == NULL) return LG_OK;
  if (!cJSON_IsBool(option->value)) return lg__option_wrong(option, "true or false");
  *out = cJSON_IsTrue(option->value);
  return LG_OK;
}

lg_status lg__option_integer(const lg_option *option, double min, double max, uint32_t *out) {
  if (option->value == NULL) return LG_OK;
  double number = option->value->valuedouble;
  bool fits = cJSON_IsNumber(option->value) && number >= min && number <= max && number == (double)(uint32_t)number;
  if (!fits) return lg__option_out_of_range(option, "an integer", min, max);
  *out = (uint32_t)number;
  return LG_OK;
}

lg_status lg__option_limit(const lg_option *option, double min, double max, uint32_t *out) {
  if (!cJSON_IsNull(option->value)) return lg__option_integer(option, min, max, out);
  *out = LG_NO_LIMIT;
  return LG_OK;
}

lg_status lg__option_number(const lg_option *option, double min, double max, double *out) {
  if (option->value == NULL) return LG_OK;
  double number = option->value->valuedouble;
  if (!cJSON_IsNumber(option->value) || !(number >= min && number <= max))
    return lg__option_out_of_range(option, "a number", min, max);
  *out = number;
  return LG_OK;
}

lg_status lg__option_object(const lg_option *option, const char *what, const char *const *names, size_t count) {
  if (option->value == NULL) return LG_OK;
  if (!cJSON_IsObject(option->value)) return lg__option_wrong(option, what);
  for (lg_option member = lg__option_first(option); names != NULL && member.value != NULL;
       member = lg__option_next(&member)) {
    bool known = false;
    for (size_t i = 0; i < count && !known; i++) known = strcmp(names[i], member.name) == 0;
    member.chosen = false;
    if (!known) return lg__option_unknown(&member, names, count);
  }
  return LG_OK;
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
  for (lg_option item = lg__option_first(option); item.value != NULL; item = lg__option_next(&item)) {
    const char *text;
    lg_status status = lg__option_text(&item, &text);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

static size_t pointer_tokens(const char *text) {
  size_t tokens = 0;
  if (text[0] != '/') return 0;
  for (; *text != '\0'; text++)
    if (*text == '/') tokens++;
  return tokens;
}

/* Adds a name of a member or a JSON pointer to a list with room for `most`. */
static lg_status add_name(const lg_option *item, size_t most, lg_name_list *out) {
  const char *text = item->value->valuestring;
  if (pointer_tokens(text) > LG_POINTER_MAX)
    return lg__option_unpaired(item, "a JSON pointer of ", LG_POINTER_MAX, " tokens at most");
  const char **texts = (const char **)(void *)out->items.data;
  size_t *sizes = (size_t *)(void *)(out->items.data + most * sizeof(char *));
  texts[out->count] = text;
  sizes[out->count++] = strlen(text);
  return LG_OK;
}

static lg_status too_many_names(const lg_option *option) {
  return lg__option_unpaired(option, "an array of ", LG_PROJECTION_MAX, " entries at most");
}

/* The list holds pointers for all of `most` first, then the lengths. */
static lg_status reserve_names(lg_name_list *out, size_t most) {
  out->room = most;
  return lg__buf_reserve(&out->items, most * (sizeof(char *) + sizeof(size_t)));
}

lg_status lg__option_names(const lg_option *option, size_t min, lg_name_list *out) {
  lg_status status = lg__option_texts(option, min);
  if (status != LG_OK || option->value == NULL) return status;
  size_t count = (size_t)cJSON_GetArraySize(option->value);
  if (count == 0) return LG_OK;
  if (count > LG_PROJECTION_MAX) return too_many_names(option);
  status = reserve_names(out, count);
  lg_option none = {.error = option->error};
  for (lg_option item = status == LG_OK ? lg__option_first(option) : none; item.value != NULL && status == LG_OK;
       item = lg__option_next(&item))
    status = add_name(&item, count, out);
  return status;
}

/* ---- ladders ---- */

#define RUNGS 4
#define STRIKES_MAX 1000000
static const char *const RUNG_NAMES[RUNGS] = {"warn", "hint", "ask", "abort"}; /* milder ones first */

static lg_status read_ladder(const lg_option *option, uint32_t rungs[RUNGS]) {
  lg_status status = lg__option_object(option, "an object such as { warn: 1, hint: 2, abort: 5 }", RUNG_NAMES, RUNGS);
  if (status == LG_OK && option->value->child == NULL)
    return lg__option_wrong(option, "an object with at least one of warn, hint, ask, abort");
  for (int i = 0; i < RUNGS && status == LG_OK; i++) {
    lg_option rung = lg__option_member(option, RUNG_NAMES[i]);
    status = lg__option_integer(&rung, 1, STRIKES_MAX, &rungs[i]);
  }
  return status;
}

/* A milder rung that starts after a harsher one would never be reached. */
static lg_status check_order(const lg_option *ladder, const uint32_t rungs[RUNGS]) {
  int before = -1;
  for (int i = 0; i < RUNGS; i++) {
    if (rungs[i] == 0) continue;
    if (before >= 0 && rungs[i] < rungs[before]) {
      lg_option rung = lg__option_member(ladder, RUNG_NAMES[i]);
      cJSON start = {.type = cJSON_Number, .valueint = (int)rungs[i], .valuedouble = rungs[i]};
      rung.value = &start; /* the rung may come from `action` */
      char words[32] = ", where ";
      memcpy(words + 8, RUNG_NAMES[before], strlen(RUNG_NAMES[before]) + 1);
      memcpy(words + strlen(words), " starts", sizeof " starts");
      return lg__option_unpaired(&rung, "at least ", rungs[before], words);
    }
    before = i;
  }
  return LG_OK;
}

lg_status lg__option_ladder(const lg_option *owner, lg_ladder *out, bool *out_given) {
  lg_option action = lg__option_member(owner, "action"), ladder = lg__option_member(owner, "ladder");
  uint32_t rungs[RUNGS] = {0};
  *out_given = action.value != NULL || ladder.value != NULL;
  if (!*out_given) return LG_OK;
  lg_status status = ladder.value != NULL ? read_ladder(&ladder, rungs) : LG_OK;
  if (status != LG_OK) return status;
  if (action.value != NULL) {
    int named = -1;
    for (int i = 0; i < RUNGS && cJSON_IsString(action.value); i++)
      if (strcmp(action.value->valuestring, RUNG_NAMES[i]) == 0) named = i;
    if (named < 0 || named == 2) return lg__option_wrong(&action, "\"warn\", \"hint\" or \"abort\"");
    if (rungs[named] == 0) rungs[named] = 1;
  }
  if (ladder.value != NULL) status = check_order(&ladder, rungs);
  *out = (lg_ladder){rungs[0], rungs[1], rungs[2], rungs[3]};
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
  size_t count = (size_t)cJSON_GetArraySize(option->value);
  if (members != NULL && count > LG_PROJECTION_MAX) return too_many_names(option);
  lg_status status = members != NULL && count != 0 ? reserve_names(members, count) : LG_OK;
  lg_option none = {.error = option->error};
  for (lg_option item = status == LG_OK ? lg__option_first(option) : none; item.value != NULL && status == LG_OK;
       item = lg__option_next(&item)) {
    uint32_t bit = class_of(item.value);
    bits |= bit;
    if (bit != 0) continue;
    if (members == NULL || !cJSON_IsString(item.value) || *item.value->valuestring == '\0')
      return lg__option_none_of(&item, entry, LG_VOLATILE_NAMES, CLASSES);
    status = add_name(&item, count, members);
  }
  if (status == LG_OK && (bits != 0 || count == 0)) *out = bits;
  return status;
}
