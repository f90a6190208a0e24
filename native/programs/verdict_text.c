#include "verdict_text.h"

#include <string.h>

#include "own_words.gen.h"
#include "text.h"

/* The forms of the message of one type of detector, with placeholders; NULL: as the first. */
typedef struct program_forms {
  const char *found;
  const char *loop;    /* for a pattern of several calls */
  const char *waited;  /* for a loop that was judged by time */
  const char *wait;    /* for a poll that came too soon */
  const char *spread;  /* unknown_tool: for calls of several names */
  const char *alike;   /* error_streak: for errors of one kind */
  const char *advice;  /* NULL: none */
  const char *warning; /* NULL: WARNING */
  /* In a warning with a result in place of the first: of a result and of a failure, each with strong and weak evidence,
   * in each response; and the same four of some of the last responses. */
  const char *warned[8];
  const char *instead; /* with `warned`: what else could be done; NULL: nothing */
} program_forms;

#include "messages.gen.h" /* rows of it */

static void put_names(program_out *out, const lg_report *report) {
  if (report->pattern_count < report->cycle_length) program_out_text(out, "\xE2\x80\xA6, ");
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    program_out_text(out, i == 0 ? "'" : ", '");
    program_out_bytes(out, report->pattern[i].name, report->pattern[i].name_len);
    program_out_text(out, "'");
  }
}

/* A name as Python's repr prints it, the same as `pythonString` in lib/rules/detectors/ping-pong.ts. */
static void put_python_string(program_out *out, const char *s, size_t len) {
  char quote = len > 0 && memchr(s, '\'', len) != NULL && memchr(s, '"', len) == NULL ? '"' : '\'';
  program_out_bytes(out, &quote, 1);
  for (size_t i = 0; i < len; i++) {
    uint8_t c = (uint8_t)s[i];
    bool c1 = c == 0xC2 && i + 1 < len && (uint8_t)s[i + 1] >= 0x80 && (uint8_t)s[i + 1] < 0xA0;
    const char *known = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : NULL;
    if (known != NULL) {
      program_out_text(out, known);
    } else if (s[i] == quote) {
      program_out_bytes(out, (const char[]){'\\', quote}, 2);
    } else if (c1 || c < 0x20 || c == 0x7F) {
      if (c1) c = (uint8_t)s[++i];
      program_out_text(out, "\\x");
      program_out_hex(out, &c, 1);
    } else {
      program_out_bytes(out, s + i, 1);
    }
  }
  program_out_bytes(out, &quote, 1);
}

static void put_python_names(program_out *out, const lg_report *report) {
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    program_out_text(out, i == 0 ? "[" : ", ");
    put_python_string(out, report->pattern[i].name, report->pattern[i].name_len);
  }
  program_out_text(out, report->pattern_count == 0 ? "[]" : "]");
}

/* A forged state may hold any time: limits it to what an integer can hold. */
static double bounded(double ms) { return ms < 1e15 ? ms : 1e15; }

/* The same as `seconds` in lib/rules/detectors/poll.ts: rounded up. */
static void put_wait(program_out *out, double ms) {
  double left = bounded(ms < 1000 ? ms : ms / 1000);
  unsigned long long whole = (unsigned long long)left;
  program_out_number(out, (double)whole < left ? whole + 1 : whole);
  program_out_text(out, ms < 1000 ? " ms" : " s");
}

/* The same as `duration` in lib/rules/detector-record.ts. */
static void put_duration(program_out *out, double ms) {
  ms = bounded(ms);
  unsigned long long minutes = (unsigned long long)(ms / 60000);
  program_out_number(out, minutes >= 2 ? minutes : (unsigned long long)(ms / 1000 + 0.5));
  program_out_text(out, minutes >= 2 ? " minutes" : " seconds");
}

static void put_template(program_out *out, const char *text, const lg_report *report, program_text name) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case FILL_TOOL: program_out_bytes(out, name.s, name.len); break;
    case FILL_REPEATS: program_out_number(out, report->repeats); break;
    case FILL_THRESHOLD: program_out_number(out, report->threshold); break;
    case FILL_NAMES: put_names(out, report); break;
    case FILL_STEPS: program_out_number(out, report->cycle_length); break;
    case FILL_WAIT: put_wait(out, report->wait_ms); break;
    case FILL_DURATION: put_duration(out, report->waited_ms); break;
    case FILL_SPAN: program_out_number(out, report->span); break;
    case FILL_LIST: put_python_names(out, report); break;
    default: program_out_bytes(out, text, 1);
    }
  }
}

static bool is_last_refusal(lg_guard *guard, const lg_report *report, program_text name) {
  uint32_t profile;
  lg_ladder ladder;
  return lg_guard_tool_profile(guard, name.s, name.len, &profile) == LG_OK &&
         lg_guard_ladder(guard, report->detector, profile, &ladder) == LG_OK && ladder.abort != 0 &&
         report->strikes + 1 >= ladder.abort;
}

static const char *found_text(const program_forms *forms, const lg_report *report) {
  if (forms->wait != NULL && report->wait_ms > 0) return forms->wait;
  if (forms->waited != NULL && report->waited_ms > 0) return forms->waited;
  if (forms->spread != NULL && report->span > 0) return forms->spread;
  if (forms->alike != NULL && report->differing > 0) return forms->alike;
  return forms->loop != NULL && report->pattern_count > 1 ? forms->loop : forms->found;
}

/* What is found in a warning with a result; NULL: as without one. */
static const char *warned_text(const program_forms *forms, const lg_report *report) {
  int form = (report->span > report->repeats ? 4 : 0) + (report->failed ? 2 : 0) + (report->strong ? 0 : 1);
  return report->span == 0 ? NULL : forms->warned[form];
}

void program_detection_text(program_out *out, lg_run *run, program_text name) {
  const lg_report *report;
  if (lg_run_report(run, &report) == LG_OK) put_template(out, found_text(&FORMS[report->type], report), report, name);
}

void program_verdict_text(program_out *out, lg_run *run, lg_action action, program_text name, bool ran) {
  const lg_report *report;
  lg_guard *guard;
  if (action == LG_ALLOW || lg_run_report(run, &report) != LG_OK || lg_run_guard(run, &guard) != LG_OK) return;
  const program_forms *forms = &FORMS[report->type];
  size_t before = out->len;
  if (action == LG_ABORT && program_text_is((program_text){report->name, report->name_len}, "count")) {
    put_template(out, COUNT_ABORTED, report, name);
    return;
  }
  bool warns = action == LG_WARN || (ran && action != LG_ABORT);
  const char *warned = warns ? warned_text(forms, report) : NULL;
  put_template(out, warned != NULL ? warned : found_text(forms, report), report, name);
  if (action == LG_ABORT) {
    if (out->len > before && out->data[out->len - 1] == '.') out->len--;
    program_out_text(out, ABORTED);
  } else if (warns) {
    if (warned != NULL && forms->instead != NULL && !report->transient) program_out_text(out, forms->instead);
    program_out_text(out, report->transient ? PASSING : forms->warning != NULL ? forms->warning : WARNING);
  } else {
    const char *advice = forms->advice == NULL ? NULL : report->transient ? PASSING_ADVICE : forms->advice;
    bool goes_on = advice != NULL && *advice == ','; /* the last sentence of what was found */
    if (goes_on && out->len > before && out->data[out->len - 1] == '.') out->len--;
    if (advice != NULL) program_out_text(out, advice);
    if (is_last_refusal(guard, report, name)) program_out_text(out, LAST_REFUSAL);
  }
}

/* ---- what a guard wrote into results ----------------------------------------------------------------------------- */

/* A longer text that has a refusal in it is a result that quotes one. */
enum { REFUSAL_MAX = 2000, LABEL_MAX = 81 };

static const char MEMBER[] = "loopguard", QUOTED_MEMBER[] = "\"loopguard\":";

/* The size of the text if they are not in it. */
static size_t place_of(program_text text, const char *words) {
  const char *at = memmem(text.s, text.len, words, strlen(words));
  return at == NULL ? text.len : (size_t)(at - text.s);
}

static bool contains(program_text text, const char *words) { return place_of(text, words) < text.len; }

/* The bytes of the beginning of a detector's text; 0: it begins with none. */
static size_t start_at(program_text text) {
  if (memchr(FIRST_CHARS, text.s[0], sizeof FIRST_CHARS - 1) == NULL) return 0;
  for (size_t i = 0; i < COUNT_OF(STARTS); i++)
    if (program_text_begins(text, STARTS[i])) return strlen(STARTS[i]);
  return 0;
}

/* Whether it is nothing, or what a host puts before our text on the same line. */
static bool is_label(program_text text) {
  if (program_text_ends(text, " ")) text.len--;
  if (text.len == 0) return true;
  char last = text.s[text.len - 1];
  return lg__units(text.s, text.len) <= LABEL_MAX && !lg__is_of_word(last) && memchr(" .,;", last, 4) == NULL;
}

/* Whether somebody else's words go on after our text; Codex adds the command. */
static bool goes_on(program_text text) {
  if (program_text_begins(text, ". Command: ")) return false;
  size_t at = 0;
  while (at < text.len && !lg__is_of_word(text.s[at]) && text.s[at] != '<') at++;
  return at > 0 && at < text.len && lg__is_of_word(text.s[at]) && memchr(" \n\r\t", text.s[at - 1], 4) != NULL;
}

static bool stands_alone(program_text text, const char *words) {
  size_t at = place_of(text, words);
  if (at == text.len || memchr(text.s, '\n', at) != NULL) return false;
  size_t label = 0;
  while (label < at && start_at((program_text){text.s + label, at - label}) == 0) label++;
  if (label == at ? words[0] != '-' : !is_label((program_text){text.s, label})) return false;
  at += strlen(words);
  program_text rest = {text.s + at, text.len - at};
  for (size_t i = 0; i < COUNT_OF(OUR_ENDS); i++) {
    if (!program_text_begins(rest, OUR_ENDS[i])) continue;
    rest.s += strlen(OUR_ENDS[i]);
    rest.len -= strlen(OUR_ENDS[i]);
  }
  return !goes_on(rest);
}

bool program_is_refusal(program_text text) {
  if (text.len == 0 || text.len > 3 * (size_t)REFUSAL_MAX || lg__units(text.s, text.len) > REFUSAL_MAX) return false;
  bool refused = PROGRAM_ANY(text, program_text_begins, REFUSAL_STARTS) ? !contains(text, "\n")
                                                                        : PROGRAM_ANY(text, stands_alone, REFUSALS);
  return refused && !contains(text, WARNINGS[0]);
}

/* ---- warnings ---- */

static bool ends_in_warning(program_text text) { return PROGRAM_ANY(text, program_text_ends, WARNINGS); }

/* What stands before a warning that begins at `at`. */
static program_text before(program_text text, size_t at) {
  text.len = at;
  if (program_text_ends(text, "\n\n")) text.len -= 2;
  return text;
}

/* Cuts at the first beginning of a detector's text from which on each such text ends in a warning. */
static program_text without_warnings(program_text text) {
  if (!ends_in_warning(text)) return text;
  size_t cut = text.len;
  for (size_t at = 0; at < text.len;) {
    size_t len = start_at((program_text){text.s + at, text.len - at});
    if (len > 0 && (cut == text.len || !ends_in_warning(before(text, at)))) cut = at;
    at += len > 0 ? len : 1;
  }
  return cut == text.len ? text : before(text, cut);
}

/* ---- members and parts ---- */

/* The object or array `value` whose bytes between `from` and `to` are `with` instead, in `room`. */
static lg_value with_other(lg_value value, const uint8_t *from, const uint8_t *to, program_text with,
                           program_out *room) {
  const uint8_t *end = value.bytes + value.len;
  program_out made = {0}; /* `with` may be in `room` */
  program_out_bytes(&made, (const char *)value.bytes, (size_t)(from - value.bytes));
  program_out_bytes(&made, with.s, with.len);
  program_out_bytes(&made, (const char *)to, (size_t)(end - to));
  program_out_free(room);
  *room = made;
  program_pack_head(lg_value_kind(value), room->len - LG_PACKED_HEAD, room->data);
  return lg_value_at((const uint8_t *)room->data, room->len);
}

static lg_value without_member(lg_value value, program_out *room) {
  lg_value member = program_member(value, MEMBER);
  if (member.bytes == NULL) return value;
  size_t key = LG_PACKED_KEY + sizeof MEMBER - 1; /* its size and its bytes stand before the member's value */
  return with_other(value, member.bytes - key, member.bytes + member.len, (program_text){NULL, 0}, room);
}

/* The parts without those at the end that are warnings; one stays. */
static lg_value without_parts(lg_value value, program_out *room) {
  const uint8_t *end = NULL; /* of the last part that stays */
  lg_values parts = lg_value_begin(value);
  while (lg_value_next(&parts)) {
    program_text text = program_text_of(program_member(parts.value, "text"));
    bool is_warning = text.len > 0 && without_warnings(text).len == 0;
    if (end == NULL || !is_warning) end = parts.value.bytes + parts.value.len;
  }
  const uint8_t *all = value.bytes + value.len;
  return end == NULL || end == all ? value : with_other(value, end, all, (program_text){NULL, 0}, room);
}

/* The object's text, as JSON.stringify writes it, without the member that a guard adds. */
static program_text without_text_member(program_text text, lg_workspace *workspace, program_out *room) {
  program_out own = {0}; /* not in the workspace, which is used again */
  lg_value value = program_json_read(text, workspace);
  if (value.bytes == NULL) return text;
  value = without_member(value, &own);
  if (own.len == 0) program_out_bytes(&own, (const char *)value.bytes, value.len);
  program_text form = program_json_of(lg_value_at((const uint8_t *)own.data, own.len), workspace);
  program_out_clear(room);
  program_out_bytes(room, form.s, form.len);
  program_out_free(&own);
  return program_out_view(room);
}

program_text program_bare_text(program_text text, lg_workspace *workspace, program_out *room) {
  if (text.len > 0 && text.s[0] == '{' && contains(text, QUOTED_MEMBER))
    return without_text_member(text, workspace, room);
  return without_warnings(text);
}

/* A packed value without what a guard added to it. */
static lg_value bare_value(lg_value value, lg_workspace *workspace, program_out *room) {
  lg_value_type kind = lg_value_kind(value);
  if (kind == LG_VALUE_ARRAY) return without_parts(value, room);
  if (kind == LG_VALUE_STRING) {
    program_text text = program_text_of(value), rest = program_bare_text(text, workspace, room);
    bool same = rest.s == text.s && rest.len == text.len;
    return same ? value : with_other(value, value.bytes + LG_PACKED_HEAD, value.bytes + value.len, rest, room);
  }
  if (kind != LG_VALUE_OBJECT) return value;
  lg_value bare = without_member(value, room), content = program_member(value, "content");
  kind = lg_value_kind(content);
  if (bare.bytes != value.bytes || (kind != LG_VALUE_STRING && kind != LG_VALUE_ARRAY)) return bare;
  lg_value rest = bare_value(content, workspace, room);
  program_text bytes = {(const char *)rest.bytes, rest.len};
  return rest.bytes == content.bytes ? value
                                     : with_other(value, content.bytes, content.bytes + content.len, bytes, room);
}

void program_bare_result(lg_outcome *outcome, lg_workspace *workspace, program_out *room) {
  program_text bare = {outcome->result, outcome->result_len};
  if (outcome->result_kind == LG_RESULT_TEXT) bare = program_bare_text(bare, workspace, room);
  if (outcome->result_kind == LG_RESULT_PACKED) {
    lg_value value = bare_value(lg_value_at((const uint8_t *)bare.s, bare.len), workspace, room);
    bare = (program_text){(const char *)value.bytes, value.len};
  }
  outcome->result = bare.s;
  outcome->result_len = bare.len;
}
