#include "policy/option.h"

/* The message being written; text beyond its size is cut. */
typedef struct sentence {
  char *s;
  size_t len;
  bool full;
} sentence;

LG_COLD static void put_bytes(sentence *to, const char *s, size_t len) {
  size_t room = LG_CONFIG_MESSAGE_SIZE - 1 - to->len;
  if (to->full) return;
  to->full = len > room;
  len = lg__cut(s, len, room);
  memcpy(to->s + to->len, s, len);
  to->len += len;
  to->s[to->len] = '\0';
}

static void put(sentence *to, const char *text) { put_bytes(to, text, strlen(text)); }

/* An integer with a comma before each three digits. */
static void put_grouped(sentence *to, double number) {
  char digits[LG_NUMBER_MAX];
  size_t len = lg__number_print(digits, number);
  for (size_t i = 0; i < len; i++) {
    if (i > 0 && (len - i) % 3 == 0) put(to, ",");
    put_bytes(to, digits + i, 1);
  }
}

char *lg__config_number(double number, char out[LG_NUMBER_MAX + 1]) {
  out[lg__number_print(out, number)] = '\0';
  return out;
}

static void put_number(sentence *to, double number) {
  char text[LG_NUMBER_MAX + 1];
  put(to, lg__config_number(number, text));
}

static void *no_memory(void *ctx, void *ptr, size_t old_size, size_t size) {
  (void)ctx, (void)ptr, (void)old_size, (void)size;
  return NULL;
}

/* A name as a JSON string; "..." if it is too long. */
static void put_quoted(sentence *to, const char *name) {
  static const lg_allocator none = {.realloc = no_memory};
  char text[LG_CONFIG_MESSAGE_SIZE];
  lg_buf room = {&none, text, 0, sizeof text};
  lg_writer out = {&room, LG_OK};
  lg__json_put_string(&out, (const uint8_t *)name, strlen(name));
  lg__put_byte(&out, '\0');
  put(to, out.status == LG_OK ? text : "...");
}

static void put_place(sentence *to, const lg_option *option) {
  const lg_option *above = option->above;
  if (above == NULL) return;
  put_place(to, above);
  if (option->name == NULL) {
    put(to, "[");
    put_number(to, (double)option->index);
    put(to, "]");
  } else if (option->chosen) {
    put(to, "[");
    put_quoted(to, option->name);
    put(to, "]");
  } else {
    if (above->above != NULL) put(to, ".");
    put(to, option->name);
  }
}

/* The same text as describeValue of lib/base/errors.ts. */
static void put_value(sentence *to, const cJSON *value) {
  if (value == NULL) {
    put(to, "undefined");
  } else if (cJSON_IsString(value)) {
    const char *text = value->valuestring;
    size_t len = strlen(text);
    bool is_long = lg__first_units(text, len, 60) < len;
    put(to, "\"");
    put_bytes(to, text, is_long ? lg__first_units(text, len, 57) : len);
    put(to, is_long ? "...\" (string)" : "\" (string)");
  } else if (cJSON_IsArray(value)) {
    put(to, "an array of ");
    put_grouped(to, cJSON_GetArraySize(value));
  } else if (cJSON_IsObject(value)) {
    put(to, "an object");
  } else if (cJSON_IsNumber(value)) {
    put_number(to, value->valuedouble);
    put(to, " (number)");
  } else {
    put(to, cJSON_IsNull(value) ? "null" : cJSON_IsTrue(value) ? "true (boolean)" : "false (boolean)");
  }
}

/* Begins the message, and the reading fails; of later errors nothing is put. */
static sentence begin(lg_reading *reading, lg_status status) {
  if (reading->status != LG_OK) return (sentence){.full = true};
  reading->status = status;
  return (sentence){.s = reading->error->message};
}

static sentence must_be(const lg_option *option) {
  sentence to = begin(option->reading, LG_EINVAL);
  put(&to, "Option \"");
  if (option->above == NULL) put(&to, option->name);
  put_place(&to, option);
  put(&to, "\" must be ");
  return to;
}

LG_COLD static void end(sentence *to, const lg_option *option) {
  put(to, ", got ");
  put_value(to, option->value);
}

void lg__option_must(const lg_option *option, const char *const *parts) {
  sentence to = must_be(option);
  while (*parts != NULL) put(&to, *parts++);
  end(&to, option);
}

void lg__option_out_of_range(const lg_option *option, const lg_field *field) {
  sentence to = must_be(option);
  put(&to, lg__field_is_whole(field) ? "an integer from " : "a number from ");
  put_grouped(&to, field->min);
  put(&to, " to ");
  put_grouped(&to, field->max);
  end(&to, option);
}

/* ---- suggestions for unknown names ---- */

#define NAME_MAX 40 /* only so much of a name is compared */

/* Levenshtein's distance, letters in any case. */
static size_t distance(const char *a, const char *b) {
  size_t row[NAME_MAX + 1], a_len = strlen(a), b_len = strlen(b);
  if (a_len > NAME_MAX) a_len = NAME_MAX;
  if (b_len > NAME_MAX) b_len = NAME_MAX;
  for (size_t j = 0; j <= b_len; j++) row[j] = j;
  for (size_t i = 1; i <= a_len; i++) {
    size_t before = row[0]; /* of the row above, one to the left */
    row[0] = i;
    for (size_t j = 1; j <= b_len; j++) {
      size_t least = before + (lg__lower(a[i - 1]) == lg__lower(b[j - 1]) ? 0 : 1);
      before = row[j];
      if (row[j] + 1 < least) least = row[j] + 1;
      if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
      row[j] = least;
    }
  }
  return row[b_len];
}

static const char *nearest(const char *name, const lg_fields *fields) {
  const char *best = NULL;
  size_t length = strlen(name), third = length / 3, most = third > 2 ? third : 2,
         half = length < 1 ? 0 : (length - 1) / 2;
  size_t best_distance = (most < half ? most : half) + 1;
  for (size_t i = 0; i < fields->count; i++) {
    size_t away = distance(name, fields->list[i].name);
    if (away >= best_distance) continue;
    best = fields->list[i].name;
    best_distance = away;
  }
  return best;
}

void lg__option_unknown(const lg_option *option, const lg_fields *fields) {
  const char *near = nearest(option->name, fields);
  if (near != NULL) {
    lg__option_wrong(option, "a known option (did you mean \"", near, "\"?)");
    return;
  }
  sentence to = must_be(option);
  put(&to, "a known option (there are: ");
  for (size_t i = 0; i < fields->count; i++) {
    if (i > 0) put(&to, ", ");
    put(&to, fields->list[i].name);
  }
  put(&to, ")");
  end(&to, option);
}

void lg__option_none_of(const lg_option *option, const char *before, const char *const *names, size_t count) {
  sentence to = must_be(option);
  put(&to, before);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) put(&to, ", ");
    put(&to, names[i]);
  }
  end(&to, option);
}

lg_reading lg__config_begin(lg_config_error *error) {
  error->message[0] = '\0';
  return (lg_reading){LG_OK, error};
}

void lg__config_say(lg_reading *reading, lg_status status, const char *text) {
  sentence to = begin(reading, status);
  put(&to, text);
}
