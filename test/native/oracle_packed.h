/*
 * The packed form, slowly and obviously: random values as trees, each written as one of its many JSON texts, and packed
 * by recursion, with members put in order by looking for the next one again and again.
 */
#ifndef ORACLE_PACKED_H
#define ORACLE_PACKED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random64.h"

typedef struct bytes {
  char *data;
  size_t len, room;
} bytes;

static inline void add(bytes *out, const void *from, size_t len) {
  if (out->len + len > out->room) {
    out->room = 2 * (out->len + len) + 64;
    out->data = realloc(out->data, out->room);
    if (out->data == NULL) abort();
  }
  if (len != 0) memcpy(out->data + out->len, from, len);
  out->len += len;
}

static inline void add_byte(bytes *out, unsigned byte) {
  char c = (char)byte;
  add(out, &c, 1);
}

static inline void add_text(bytes *out, const char *text) { add(out, text, strlen(text)); }

static inline void add_u32(bytes *out, size_t value) {
  for (int i = 0; i < 4; i++) add_byte(out, (unsigned)(value >> (8 * i)) & 0xff);
}

/* ---- strings: UTF-16 units ----------------------------------------------------------------------------------------
 */

typedef struct units {
  uint16_t unit[64];
  size_t count;
} units;

static inline bool is_high(uint16_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
static inline bool is_low(uint16_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

static inline void add_point(bytes *out, uint32_t point) {
  if (point < 0x80) {
    add_byte(out, point);
    return;
  }
  int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
  add_byte(out, lead[more] | point >> (6 * more));
  while (more-- > 0) add_byte(out, 0x80 | (point >> (6 * more) & 0x3f));
}

static inline void add_wtf8(bytes *out, const units *s) {
  for (size_t i = 0; i < s->count; i++) {
    uint32_t point = s->unit[i];
    if (is_high(s->unit[i]) && i + 1 < s->count && is_low(s->unit[i + 1])) {
      point = 0x10000 + ((point - 0xd800) << 10) + (s->unit[i + 1] - 0xdc00u);
      i++;
    }
    add_point(out, point);
  }
}

/* A JSON string that says `s`, each unit escaped or not as it comes. */
static inline void add_string_text(bytes *out, const units *s, uint64_t *seed) {
  add_byte(out, '"');
  for (size_t i = 0; i < s->count; i++) {
    uint16_t unit = s->unit[i];
    bool pair = is_high(unit) && i + 1 < s->count && is_low(s->unit[i + 1]);
    const char *name = unit == 0 || unit > 127 ? NULL : strchr("\"\\/\bb\ff\nn\rr\tt", (char)unit);
    char escape[8];
    if (unit < 0x20 || unit == '"' || unit == '\\' || random_below(seed, 4) == 0) {
      if (name != NULL && strchr("\"\\/", (char)unit) != NULL && random_below(seed, 2) == 0)
        snprintf(escape, sizeof escape, "\\%c", unit);
      else if (name != NULL && unit < 0x20 && random_below(seed, 2) == 0)
        snprintf(escape, sizeof escape, "\\%c", name[1]);
      else
        snprintf(escape, sizeof escape, random_below(seed, 2) == 0 ? "\\u%04x" : "\\u%04X", unit);
      add_text(out, escape);
    } else if (pair && random_below(seed, 2) == 0) {
      add_wtf8(out, &(units){{unit, s->unit[++i]}, 2});
    } else {
      add_point(out, unit);
    }
  }
  add_byte(out, '"');
}

static inline units random_string(uint64_t *seed) {
  static const uint16_t pool[] = {'a',    'b',    'c',    '0',    ' ',    '~',    '"',    '\\',   '/',    0,
                                  1,      '\n',   '\t',   0x1f,   0x7f,   0x80,   0x7ff,  0x800,  0xd7ff, 0xd800,
                                  0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xfb33, 0xfffd, 0xffff};
  units s = {.count = random_below(seed, random_below(seed, 8) == 0 ? 60 : 6)};
  bool plain = random_below(seed, 2) == 0;
  for (size_t i = 0; i < s.count; i++) s.unit[i] = pool[random_below(seed, plain ? 6 : sizeof pool / sizeof *pool)];
  return s;
}

static inline units random_key(uint64_t *seed) {
  static const char *const names[] = {"a", "b", "aa", "", "0", "1", "10", "2", "01", "-1", "4294967294", "4294967295"};
  if (random_below(seed, 3) == 0) return random_string(seed);
  const char *name = names[random_below(seed, sizeof names / sizeof *names)];
  units s = {.count = strlen(name)};
  for (size_t i = 0; i < s.count; i++) s.unit[i] = (uint16_t)name[i];
  return s;
}

/* ---- values -------------------------------------------------------------------------------------------------------
 */

typedef struct number_row {
  const char *text;
  double value;
  const char *digits; /* NULL: a double */
} number_row;

static const number_row NUMBERS[] = {{"0", 0, NULL},
                                     {"-0", 0, NULL},
                                     {"-0.0e5", 0, NULL},
                                     {"1", 1, NULL},
                                     {"-17", -17, NULL},
                                     {"1.50", 1.5, NULL},
                                     {"100e-2", 1, NULL},
                                     {"1E3", 1000, NULL},
                                     {"0.1", 0.1, NULL},
                                     {"-2.5e-8", -2.5e-8, NULL},
                                     {"999999999999999", 999999999999999, NULL},
                                     {"1234567890123456", 1234567890123456, NULL},
                                     {"9007199254740992", 9007199254740992, NULL},
                                     {"9007199254740993", 0, "9007199254740993"},
                                     {"-90071992547409930e-1", 0, "-9007199254740993"},
                                     {"1e21", 1e21, NULL},
                                     {"1e400", 0, "1e+400"},
                                     {"1e-400", 0, NULL},
                                     {"5e-324", 5e-324, NULL},
                                     {"1.7976931348623157e308", 1.7976931348623157e308, NULL}};

typedef struct node {
  int tag; /* as in packed form */
  const number_row *number;
  double random; /* where `number` is NULL */
  units string;
  size_t count;
  struct node **items;
  units *keys;
} node;

static inline node *random_value(uint64_t *seed, int depth) {
  node *value = calloc(1, sizeof *value);
  if (value == NULL) abort();
  value->tag = (int)random_below(seed, depth > 0 ? 8 : 6);
  if (value->tag == 4) value->tag = 3;
  if (random_below(seed, 2) == 0) value->number = &NUMBERS[random_below(seed, sizeof NUMBERS / sizeof *NUMBERS)];
  value->random = (double)(int64_t)random64(seed) / 4096 / (double)(1 + random_below(seed, 1000));
  value->string = random_string(seed);
  if (value->tag < 6) return value;
  value->count = random_below(seed, random_below(seed, 10) == 0 ? 60 : 6);
  value->items = calloc(value->count + 1, sizeof *value->items);
  value->keys = calloc(value->count + 1, sizeof *value->keys);
  if (value->items == NULL || value->keys == NULL) abort();
  for (size_t i = 0; i < value->count; i++) {
    value->items[i] = random_value(seed, depth - 1);
    value->keys[i] = random_key(seed);
  }
  return value;
}

static inline void free_value(node *value) {
  for (size_t i = 0; i < value->count; i++) free_value(value->items[i]);
  free(value->items);
  free(value->keys);
  free(value);
}

static inline void add_space(bytes *out, uint64_t *seed) {
  while (random_below(seed, 8) == 0) add(out, &" \t\r\n"[random_below(seed, 4)], 1);
}

static inline void add_json(bytes *out, const node *value, uint64_t *seed) {
  static const char *const words[] = {"null", "false", "true"};
  char text[40];
  add_space(out, seed);
  if (value->tag < 3) {
    add_text(out, words[value->tag]);
  } else if (value->tag == 3) {
    snprintf(text, sizeof text, "%.17g", value->random);
    add_text(out, value->number != NULL ? value->number->text : text);
  } else if (value->tag == 5) {
    add_string_text(out, &value->string, seed);
  } else {
    add_byte(out, value->tag == 6 ? '[' : '{');
    for (size_t i = 0; i < value->count; i++) {
      if (i > 0) add_byte(out, ',');
      if (value->tag == 7) {
        add_space(out, seed);
        add_string_text(out, &value->keys[i], seed);
        add_space(out, seed);
        add_byte(out, ':');
      }
      add_json(out, value->items[i], seed);
    }
    if (value->count == 0) add_space(out, seed);
    add_byte(out, value->tag == 6 ? ']' : '}');
  }
  add_space(out, seed);
}

/* ---- packing ------------------------------------------------------------------------------------------------------
 */

static inline bool same_units(const units *a, const units *b) {
  return a->count == b->count && memcmp(a->unit, b->unit, a->count * sizeof *a->unit) == 0;
}

/* Array indexes by their number, everything else above all of them. */
static inline double index_of(const units *key) {
  double index = 0;
  if (key->count == 0 || key->count > 10 || (key->unit[0] == '0' && key->count > 1)) return 1e10;
  for (size_t i = 0; i < key->count; i++) {
    if (key->unit[i] < '0' || key->unit[i] > '9') return 1e10;
    index = index * 10 + key->unit[i] - '0';
  }
  return index < 4294967295.0 ? index : 1e10;
}

static inline bool bytes_before(const units *a, const units *b) {
  bytes x = {0}, y = {0};
  add_wtf8(&x, a);
  add_wtf8(&y, b);
  size_t common = x.len < y.len ? x.len : y.len;
  int order = common != 0 ? memcmp(x.data, y.data, common) : 0;
  bool before = order != 0 ? order < 0 : x.len < y.len;
  free(x.data);
  free(y.data);
  return before;
}

static inline void add_packed(bytes *out, const node *value, bool canonical);

static inline void add_members(bytes *out, const node *object, bool canonical) {
  bool *done = calloc(object->count + 1, sizeof *done);
  if (done == NULL) abort();
  for (;;) {
    size_t next = object->count;
    for (size_t i = 0; i < object->count; i++) {
      if (done[i]) continue;
      const units *key = &object->keys[i], *best = &object->keys[next];
      if (next == object->count || (canonical ? bytes_before(key, best) : index_of(key) < index_of(best))) next = i;
    }
    if (next == object->count) break;
    const node *last = NULL;
    for (size_t i = 0; i < object->count; i++) {
      if (!same_units(&object->keys[i], &object->keys[next])) continue;
      done[i] = true;
      last = object->items[i];
    }
    bytes key = {0};
    add_wtf8(&key, &object->keys[next]);
    add_u32(out, key.len);
    add(out, key.data, key.len);
    free(key.data);
    add_packed(out, last, canonical);
  }
  free(done);
}

static inline void add_packed(bytes *out, const node *value, bool canonical) {
  bytes content = {0};
  const number_row *number = value->tag == 3 ? value->number : NULL;
  if (value->tag == 3 && (number == NULL || number->digits == NULL)) {
    uint64_t bits;
    double d = number != NULL ? number->value : value->random;
    if (d == 0) d = 0.0;
    memcpy(&bits, &d, sizeof bits);
    if (d == 0) bits = 0;
    add_byte(out, 3);
    for (int i = 0; i < 8; i++) add_byte(out, (unsigned)(bits >> (8 * i)) & 0xff);
    return;
  }
  add_byte(out, number != NULL ? 4u : (unsigned)value->tag);
  if (value->tag < 3) return;
  if (number != NULL) add_text(&content, number->digits);
  if (value->tag == 5) add_wtf8(&content, &value->string);
  for (size_t i = 0; value->tag == 6 && i < value->count; i++) add_packed(&content, value->items[i], canonical);
  if (value->tag == 7) add_members(&content, value, canonical);
  add_u32(out, content.len);
  add(out, content.data, content.len);
  free(content.data);
}

#endif
