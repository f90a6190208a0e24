#include "members.h"

typedef bool (*in_order)(const cJSON *a, const cJSON *b);

/* As strcmp, which it seldom needs. Keys are in key form (json_text.h): their bytes compare as UTF-16 units do. */
static int compare_keys(const cJSON *a, const cJSON *b) {
  int order = (unsigned char)*a->string - (unsigned char)*b->string;
  return order != 0 ? order : strcmp(a->string, b->string);
}

static bool by_key(const cJSON *a, const cJSON *b) { return compare_keys(a, b) <= 0; }

static bool by_place(const cJSON *a, const cJSON *b) { return a->valuedouble <= b->valuedouble; }

static cJSON *merge(cJSON *a, cJSON *b, in_order ordered) {
  cJSON *merged = NULL, **tail = &merged;
  while (a != NULL && b != NULL) {
    cJSON **first = ordered(a, b) ? &a : &b;
    *tail = *first;
    tail = &(*tail)->next;
    *first = *tail;
  }
  *tail = a != NULL ? a : b;
  return merged;
}

/* A stable merge sort of a list, bottom up: runs[i] is empty or holds 2^i members, earlier ones in higher runs. */
static cJSON *sort(cJSON *list, in_order ordered) {
  cJSON *runs[32] = {NULL};
  size_t used = 0;
  while (list != NULL) {
    cJSON *run = list;
    list = list->next;
    run->next = NULL;
    size_t i = 0;
    for (; i < used && runs[i] != NULL; i++) {
      run = merge(runs[i], run, ordered);
      runs[i] = NULL;
    }
    if (i == used) used++;
    runs[i] = run;
  }
  cJSON *sorted = NULL;
  for (size_t i = 0; i < used; i++) sorted = merge(runs[i], sorted, ordered);
  return sorted;
}

static bool is_sorted(const cJSON *list) {
  for (; list != NULL && list->next != NULL; list = list->next) {
    if (compare_keys(list, list->next) >= 0) return false;
  }
  return true;
}

/* Of members with the same key, side by side in their first order, the last stays, at the place of the first. */
static void unlink_repeated(cJSON **list) {
  for (cJSON **at = list; *at != NULL; at = &(*at)->next) {
    cJSON *next = (*at)->next;
    while (next != NULL && compare_keys(*at, next) == 0) {
      next->valuedouble = (*at)->valuedouble;
      *at = next;
      next = next->next;
    }
  }
}

bool lg__array_index(const char *key, uint32_t *out_index) {
  uint64_t index = 0;
  if (*key == '\0' || (*key == '0' && key[1] != '\0')) return false;
  for (const char *digit = key; *digit != '\0'; digit++) {
    if (*digit < '0' || *digit > '9' || digit - key > 9) return false;
    index = index * 10 + (uint64_t)(*digit - '0');
  }
  if (index >= UINT32_MAX) return false;
  *out_index = (uint32_t)index;
  return true;
}

/* Where JavaScript lists each member. The place goes into valuedouble, which only numbers use, and no skeleton has any.
 */
static void set_places(cJSON *list) {
  double behind_indexes = UINT32_MAX;
  for (; list != NULL; list = list->next) {
    uint32_t index;
    list->valuedouble = lg__array_index(list->string, &index) ? (double)index : behind_indexes++;
  }
}

void lg__order_members(cJSON *object, lg_identity_mode mode) {
  if (mode == LG_VERBATIM) set_places(object->child);
  if (!is_sorted(object->child)) {
    object->child = sort(object->child, by_key);
    unlink_repeated(&object->child);
  }
  if (mode == LG_VERBATIM) object->child = sort(object->child, by_place);
}
