#include "cjson.h"
#include "detectors/detectors.h"
#include "run.h"

/* The report as cJSON nodes, built in one block: cJSON only prints them and allocates nothing. */
#define MEMBERS 18    /* with those of a budget */
#define NUMBER_MAX 32 /* digits of any number that cJSON prints */
#define STEP_EXTRA 9  /* "#" and eight digits */
#define TEXT_MAX (LG_NAME_KEEP + STEP_EXTRA + 1)
#define REPLACEMENT "\xEF\xBF\xBD"
#define REPLACEMENT_SIZE 3

typedef struct lg_tree_report {
  cJSON root, member[MEMBERS], step[LG_PATTERN_MAX];
  char detector[TEXT_MAX * REPLACEMENT_SIZE], fingerprint[2 * sizeof(lg_digest) + 1];
  char text[LG_PATTERN_MAX + 1][TEXT_MAX * REPLACEMENT_SIZE]; /* steps, and the tool */
  size_t members;
} lg_tree_report;

/* How many bytes the character at `s` has; 0 when it is not UTF-8, or U+0000. */
static size_t utf8_size(const uint8_t *s, size_t left) {
  if (s[0] < 0x80) return s[0] != 0;
  size_t size = s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : 0;
  if (size == 0 || size > left) return 0;
  for (size_t i = 1; i < size; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  bool is_short = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
  bool is_half = s[0] == 0xED && s[1] >= 0xA0;
  bool is_beyond = s[0] == 0xF4 && s[1] >= 0x90;
  return is_short || is_half || is_beyond ? 0 : size;
}

/* A name as valid UTF-8 that ends in NUL. Returns the place of the NUL. */
static char *put_name(char *to, const char *name, size_t len) {
  if (len > LG_NAME_KEEP) len = lg__name_cut(name, len);
  for (size_t at = 0; at < len;) {
    size_t size = utf8_size((const uint8_t *)name + at, len - at);
    memcpy(to, size != 0 ? name + at : REPLACEMENT, size != 0 ? size : REPLACEMENT_SIZE);
    to += size != 0 ? size : REPLACEMENT_SIZE;
    at += size != 0 ? size : 1;
  }
  *to = '\0';
  return to;
}

static void put_hex(char *to, const lg_digest *digest, size_t bytes) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < bytes; i++) {
    *to++ = digits[digest->bytes[i] >> 4];
    *to++ = digits[digest->bytes[i] & 15];
  }
  *to = '\0';
}

static void append(cJSON *parent, cJSON *node) {
  if (parent->child == NULL) {
    parent->child = node;
  } else {
    parent->child->prev->next = node;
    node->prev = parent->child->prev;
  }
  parent->child->prev = node; /* as in cJSON: `prev` of the first child is the last */
}

static cJSON *add(lg_tree_report *tree, const char *name, int type) {
  cJSON *node = &tree->member[tree->members++];
  node->type = type;
  node->string = (char *)(uintptr_t)name; /* cJSON only prints it */
  append(&tree->root, node);
  return node;
}

static void add_text(lg_tree_report *tree, const char *name, const char *text) {
  add(tree, name, cJSON_String)->valuestring = (char *)(uintptr_t)text;
}

static void add_number(lg_tree_report *tree, const char *name, double number) {
  cJSON *node = add(tree, name, cJSON_Number);
  node->valuedouble = number;
  node->valueint = number >= 0 && number <= INT32_MAX ? (int)number : 0; /* only compared with the double */
}

static void add_bool(lg_tree_report *tree, const char *name, bool value) {
  (void)add(tree, name, value ? cJSON_True : cJSON_False);
}

static void add_pattern(lg_tree_report *tree, const lg_report *report) {
  cJSON *pattern = add(tree, "pattern", cJSON_Array);
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    char *end = put_name(tree->text[i], report->pattern[i].name, report->pattern[i].name_len);
    if ((lg__detector_records[report->type]->tracks & LG_TRACK_WINDOW) != 0) {
      *end = '#';
      put_hex(end + 1, &report->pattern[i].signature, (STEP_EXTRA - 1) / 2);
    }
    tree->step[i].type = cJSON_String;
    tree->step[i].valuestring = tree->text[i];
    append(pattern, &tree->step[i]);
  }
}

static void fill(lg_tree_report *tree, const lg_run *run) {
  const lg_report *report = &run->report;
  const char *type = lg__detector_records[report->type]->name, *name = type;
  size_t len = strlen(type);
  const lg_detector_spec *spec;
  if (lg_guard_detector(run->guard, report->detector, &spec, &name, &len) != LG_OK) len = strlen(name); /* polls */
  put_name(tree->detector, name, len);
  put_hex(tree->fingerprint, &report->fingerprint, sizeof report->fingerprint.bytes);
  char *tool = tree->text[LG_PATTERN_MAX];
  *tool = '\0';
  if (report->pattern_count > 0) {
    uint32_t last = report->pattern_count - 1;
    put_name(tool, report->pattern[last].name, report->pattern[last].name_len);
  }
  tree->root.type = cJSON_Object;
  add_text(tree, "detector", tree->detector);
  add_text(tree, "type", type);
  add_text(tree, "toolName", tool);
  add_number(tree, "repeats", report->repeats);
  add_number(tree, "threshold", report->threshold);
  add_number(tree, "cycleLength", report->cycle_length);
  add_pattern(tree, report);
  add_text(tree, "evidence", report->strong ? "strong" : "weak");
  add_number(tree, "strikes", report->strikes);
  add_bool(tree, "again", report->again);
  add_bool(tree, "transient", report->transient);
  add_text(tree, "fingerprint", tree->fingerprint);
  add_number(tree, "waitMs", report->wait_ms);
  add_number(tree, "waitedMs", report->waited_ms);
  if (report->unit == LG_UNIT_NONE) return;
  static const char *const units[] = {"", "calls", "tokens", "cost", "seconds", "refusals"};
  static const char *const periods[] = {"run", "turn", "key"};
  add_text(tree, "of", units[report->unit]);
  add_text(tree, "per", periods[report->period]);
  add_number(tree, "used", report->used);
  add_number(tree, "limit", report->limit);
}

/* An upper bound of the text's size: each byte of a name may become a six-byte escape, and cJSON wants a few bytes more
 * than it writes. */
static size_t room_for(const lg_tree_report *tree, const lg_report *report) {
  size_t names = strlen(tree->detector) + strlen(tree->text[LG_PATTERN_MAX]);
  for (uint32_t i = 0; i < report->pattern_count; i++) names += strlen(tree->text[i]) + 2;
  return 6 * names + MEMBERS * (NUMBER_MAX + 16) + 256;
}

lg_status lg_run_report_json(lg_run *run, const char **out_text, size_t *out_len) {
  if (run == NULL || out_text == NULL || out_len == NULL || !run->has_report) return LG_EINVAL;
  const lg_allocator *memory = &run->guard->allocator;
  lg_buf *buf = &run->guard->workspace->snapshot;
  lg_tree_report *tree = lg__alloc_zeroed(memory, 1, sizeof *tree);
  if (tree == NULL) return LG_ENOMEM;
  fill(tree, run);
  size_t room = room_for(tree, &run->report);
  buf->len = 0;
  lg_status status = lg__buf_reserve(buf, room);
  if (status == LG_OK && !cJSON_PrintPreallocated(&tree->root, buf->data, (int)room, 0)) status = LG_ETOOBIG;
  lg__alloc_free(memory, tree, 1, sizeof *tree);
  if (status != LG_OK) return status;
  *out_text = buf->data;
  *out_len = buf->len = strlen(buf->data);
  return LG_OK;
}
