/* How a short text says "not yet": a word where a state stands, what stands beside a word, a share. */
#include "text/meaning.h"

#include "text/chars.h"

#include "text/not_yet_context.gen.h"

/* ---- states ------------------------------------------------------------------------------------------------------ */

static const char BLANKS[] = " \t\r\n";
static const char ENDS[] = " \t\r\n.!\"'`*)]}";

/* The text without what may stand around an answer of one word. */
static lg_piece trimmed(lg_piece text) {
  while (text.len > 0 && strchr(" \t\r\n\"'`*([{", text.s[0]) != NULL && text.s[0] != '\0') text.s++, text.len--;
  text.len = lg__back_over(text, text.len, ENDS, SIZE_MAX);
  return text;
}

/* A text of one line, of so many bytes at most, may be no more than a state: "Job 17 queued". */
enum { LINE_MAX_BYTES = 80 };

static bool is_line(lg_piece text) {
  lg_piece line = trimmed(text);
  return text.len <= LINE_MAX_BYTES && memchr(line.s, '\n', line.len) == NULL;
}

static bool is_any(lg_piece text, size_t at, size_t end, const char *list) {
  return lg__is_listed(list, text.s + at, end - at);
}

/* Whether one of the words before `at`, of so many in its sentence, denies what follows: "no jobs are running". */
static bool is_negated(lg_piece text, size_t at, size_t most) {
  for (size_t words = 0; words < most; words++) {
    size_t end = lg__back_over(text, at, " \t':", 3);
    at = lg__word_begin(text, end);
    if (at == end) return false;
    if (is_any(text, at, end, LG_DENIALS)) return true;
  }
  return false;
}

/* Whether what is spoken of before the state in [at, end) goes on by what the agent itself does: "the puzzle is not
 * complete", "Game still in progress"; but a game is "loading", or "not ready", without it. */
static bool is_own_work(lg_piece text, size_t at, size_t end) {
  if (is_any(text, lg__word_begin(text, end), end, LG_WORKS)) return false;
  size_t from = at, stop;
  do stop = lg__back_over(text, from, " ", 1), from = lg__word_begin(text, stop);
  while (from < stop && is_any(text, from, stop, "is are has been still not"));
  return is_any(text, from, stop, LG_OWN_WORK);
}

/* state == "pending" */
static bool is_compared(lg_piece text, size_t at) {
  return lg__ends_with_any(text, lg__back_over(text, at, " \"'", 2), (const char *const[]){"=="}, 1);
}

/* Whether a member says that the text is about a task, or whatever else has a title. */
static bool is_of_task(lg_piece text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.s[i] == '"' && is_any(text, i + 1, lg__word_end(text, i + 1), LG_TASK_KEYS)) return true;
  return false;
}

static bool is_last_word(lg_piece text, size_t at, size_t end) {
  if (end != lg__back_over(text, text.len, ENDS, SIZE_MAX) || !is_line(text)) return false;
  size_t before = lg__back_over(text, at, " \t", SIZE_MAX), word = lg__word_begin(text, before);
  if (is_negated(text, at, 4) || is_compared(text, at) || is_of_task(text)) return false;
  if (word == before || !lg__is_digit(text.s[word])) return true;
  /* "Job 17 queued", but not "5 passing, 1 pending" */
  size_t named = lg__back_over(text, word, " #", 2);
  return named > 0 && named < word && lg__is_letter(text.s[named - 1]);
}

enum { ALL_KEYS = COUNT_OF(LG_STATE_KEYS) };

/* Whether one of the first so many keys of a state and a colon or an equals sign stand before `at`. `*out`, if not
 * NULL: whether there is such a sign. */
static bool is_keyed(lg_piece text, size_t at, size_t keys, bool *out) {
  size_t before = lg__back_over(text, at, " \t\"'`*:=>\\[(<", 8);
  bool sign = memchr(text.s + before, ':', at - before) != NULL || memchr(text.s + before, '=', at - before) != NULL;
  if (out != NULL) *out = sign;
  if (!sign || !lg__ends_with_any(text, before, LG_STATE_KEYS, keys)) return false;
  return !is_compared(text, at) && !lg__begins_with(text, at, "not_") &&
         !is_negated(text, lg__word_begin(text, before), 2);
}

/* Whether the word in [at, end) stands where a state stands. */
static bool is_state(lg_piece text, size_t at, size_t end) {
  size_t name = lg__word_begin(text, at);
  bool sign;
  if (name < at) return text.s[at - 1] == '_' && is_keyed(text, name, ALL_KEYS, NULL); /* "status": "plan_queued" */
  lg_piece answer = trimmed(text);
  bool begins = answer.s == text.s + at; /* queued, position 3 */
  if (begins && (answer.len == end - at || (is_line(text) && memchr(".,;", text.s[end], 3) != NULL))) return true;
  if (is_keyed(text, at, ALL_KEYS, &sign)) return true;
  if (!sign) {
    size_t before = lg__back_over(text, at, BLANKS, 2), lead = lg__word_begin(text, before);
    if (before < at && is_any(text, lead, before, LG_STATE_LEADS) && !is_negated(text, lead, 4)) return true;
    bool begins_line = at == 1 || (at > 1 && text.s[at - 2] == '\n'); /* (running): GitLab CLI */
    if (begins_line && text.s[at - 1] == '(' && end < text.len && text.s[end] == ')') return true;
  }
  if (sign && text.s[at - 1] == ' ' && lg__begins_with(text, end, " 20")) return true; /* web.1: starting 2026/03/14 */
  return !(at > 0 && text.s[at - 1] == '\t') && is_last_word(text, at, end);
}

/* ---- words that say it together with what stands beside them ---------------------------------------------------- */

/* Whether the answer is one word or two, and an ellipsis: not "Cloning into 'shop'...", which git says last. */
static bool is_left_open(lg_piece text) {
  size_t end = lg__back_over(text, text.len, ENDS, SIZE_MAX), blanks = 0;
  lg_piece line = trimmed(text);
  for (size_t i = 0; i < line.len; i++) blanks += lg__is_blank(line.s[i]);
  bool dots = text.len - end >= 3 && memcmp(text.s + end, "...", 3) == 0;
  return blanks < 2 && (dots || (end > 3 && memcmp(text.s + end - 3, "\342\200\246", 3) == 0));
}

/* Whether the word, or name, that ends at `end` says that it is over: "failed", "processing_error". */
static bool is_over(lg_piece text, size_t end) { return lg__ends_with_any(text, end, LG_OVER, COUNT_OF(LG_OVER)); }

/* `"state": "RETICULATING"`, `"status": "shutting_down"`, "still cooking", "Reticulating splines...", "Pulling image",
 * "Preparing your download", "Job is processing" */
static bool is_going_on(lg_piece text, size_t ing, size_t end) {
  size_t at = lg__word_begin(text, ing), name = at;
  for (size_t i = at; i < ing; i++)
    if (text.s[i] == '_') name = i + 1;
  size_t stop = lg__word_end(text, end);
  bool joined = stop > end && (text.s[end] == '_' || (lg__is_upper(text.s[end]) && text.s[end - 1] == 'g'));
  if (ing < name + 2 || (stop > end && !joined) || is_any(text, name, end, LG_LASTING)) return false;
  if (is_keyed(text, at, ALL_KEYS, NULL)) return stop == end || !is_over(text, stop);
  bool works = is_any(text, at, end, LG_WORKS);
  if (stop == end && works && is_state(text, at, end)) return true;
  size_t before = lg__back_over(text, at, BLANKS, 2);
  if (stop == end && before < at && lg__ends_with_any(text, before, (const char *const[]){"still"}, 1)) return true;
  if (stop > end || trimmed(text).s != text.s + at) return false;
  size_t thing = end + (lg__begins_with(text, end, " your ") ? 6 : 1);
  stop = lg__word_end(text, thing);
  bool of_thing = thing > end + 1 || (works && !is_over(text, stop));
  return is_left_open(text) || (of_thing && stop > thing && stop == lg__back_over(text, text.len, ENDS, SIZE_MAX));
}

/* Whether the member whose name is around `at` is of an object that is an element of a list. */
static bool is_listed(lg_piece text, size_t at) {
  for (size_t open = 0; at > 0; at--) {
    char c = text.s[at - 1];
    open += c == '}';
    if (c != '{' || (open > 0 && open--)) continue;
    size_t before = lg__back_over(text, at - 1, BLANKS, SIZE_MAX);
    return before > 0 && (text.s[before - 1] == ',' || text.s[before - 1] == '[');
  }
  return false;
}

/* `"isDone": false`, `ready=false`, `"complete": 0`; `doing`: `{"building": true}`, as code has such names, too. */
static bool has_value(lg_piece text, size_t at, size_t end, bool doing) {
  size_t start = lg__word_begin(text, at), stop = lg__word_end(text, end), value = stop;
  if (stop > end + 1 || (stop == end + 1 && lg__lower(text.s[end]) != 'd')) return false;
  if (start != at && !(at - start <= 3 && lg__begins_with(text, start, "is"))) return false;
  bool sign = false, quoted = stop < text.len && strchr("\"'\\", text.s[stop]) != NULL;
  for (; value < text.len && value - stop < 8 && strchr(" \n\"'\\:=", text.s[value]) != NULL; value++)
    sign = sign || text.s[value] == ':' || text.s[value] == '=';
  size_t last = lg__word_end(text, value);
  bool has = is_any(text, value, last, doing ? "true" : quoted ? "false 0" : "false");
  if (!sign || !has || (doing && !(quoted && *text.s == '{'))) return false;
  return !(last < text.len && text.s[last] == '.') && !is_listed(text, start) && !is_of_task(text);
}

/* Whether a string begins at `at` that is the value of a member: {"review": "awaiting approval"}. */
static bool begins_value(lg_piece text, size_t at) {
  size_t sign = lg__back_over(text, at, "\\\" ", 4);
  return at > sign && text.s[at - 1] == '"' && sign > 0 && text.s[sign - 1] == ':' && !is_of_task(text);
}

/* "not yet mined", "not been approved yet", "no result yet" */
static bool is_not_yet(lg_piece text, size_t at, size_t end) {
  size_t next = lg__back_over(text, at, BLANKS, 2), word = lg__word_begin(text, next), after = end;
  while (after < text.len && text.s[after] == ' ') after++;
  if (!is_negated(text, at, 4) || is_own_work(text, word, lg__word_end(text, after))) return false;
  return is_any(text, after, lg__word_end(text, after), LG_YET_WORDS) || is_any(text, word, next, LG_YET_WORDS) ||
         is_any(text, word, next, LG_YET_THINGS);
}

/* Whether a word of LG_BEFORE_AMID ends at `end`, whose letters have three bytes each: 处理中, "처리 중" */
static bool is_amid(lg_piece text, size_t end) {
  for (size_t len = 6; len <= 12 && len <= end; len += 3)
    if (is_any(text, end - len, end, LG_BEFORE_AMID)) return true;
  return false;
}

/* ---- shares: 0/3 ready, 45 % complete ---------------------------------------------------------------------------- */

/* Whether a line is about a part of something that goes on: "Uploading: 3/10", "[3/120] Compiling a.c", "step 2/5". */
static bool has_share_lead(lg_piece text, size_t at, size_t end) {
  lg_piece line = trimmed(text);
  size_t first = (size_t)(line.s - text.s);
  if (first == at) { /* [3/120] Compiling */
    for (first = end; first < text.len && !lg__is_of_word(text.s[first]);) first++;
    if (first == end || text.s[end] != ']') return false;
  }
  size_t stop = lg__word_end(text, first), before = lg__back_over(text, at, " \t:#", 4);
  if (stop > first + 4 && lg__begins_with(text, stop - 3, "ing")) return !is_any(text, first, stop, LG_LASTING);
  return is_any(text, lg__word_begin(text, before), before, LG_SHARE_LEADS) ||
         (end == text.len && is_any(text, first, stop, LG_SHARE_WORKS));
}

/* Whether a word of LG_SHARE_WORDS stands within a few words of [at, end), in its line, or nothing stands beside it. */
static bool is_share(lg_piece text, size_t at, size_t end) {
  lg_piece answer = trimmed(text);
  if (answer.s == text.s + at && text.s + end == answer.s + answer.len) return true;
  for (size_t words = 0, next = end; words < 2; words++) {
    while (next < text.len && !lg__is_of_word(text.s[next]) && text.s[next] != '\n' && text.s[next] != ',') next++;
    size_t stop = lg__word_end(text, next);
    if (is_any(text, next, stop, LG_SHARE_WORDS)) return true;
    next = stop;
  }
  size_t before = lg__back_over(text, at, " \t\"':=(", 6), lead = lg__word_begin(text, before);
  if (before < at && is_any(text, lead, before, LG_SHARE_WORDS)) return true;
  return is_line(text) && has_share_lead(text, at, end);
}

enum { SHARE_DIGITS = 6 };

/* The number that ends at `end`; false: there is none, or it is part of something longer. */
static bool number_before(lg_piece text, size_t end, size_t *out_at, double *out) {
  size_t at = end;
  double value = 0, unit = 1;
  while (at > 0 && end - at <= SHARE_DIGITS && lg__is_digit(text.s[at - 1])) {
    value += unit * (text.s[--at] - '0');
    unit *= 10;
  }
  if (at > 1 && at < end && text.s[at - 1] == '.' && lg__is_digit(text.s[at - 2])) {
    double decimals = value / unit;
    if (!number_before(text, at - 1, out_at, out)) return false;
    *out += decimals;
    return true;
  }
  *out_at = at;
  *out = value;
  return at < end && end - at <= SHARE_DIGITS &&
         (at == 0 || (!lg__is_of_word(text.s[at - 1]) && strchr("./-", text.s[at - 1]) == NULL));
}

/* `0/3` at the slash, "3 of 10" at the blanks around "of". */
static bool is_part(lg_piece text, size_t sign, size_t len) {
  size_t at, from = sign + len, end = from;
  double part, all = 0;
  if (!number_before(text, sign, &at, &part)) return false;
  while (end < text.len && end - from < SHARE_DIGITS && lg__is_digit(text.s[end]))
    all = all * 10 + (text.s[end++] - '0');
  bool more = end < text.len && (lg__is_of_word(text.s[end]) || text.s[end] == '/' || text.s[end] == '-');
  return end > from && !more && part < all && is_share(text, at, end);
}

/* `45 %` at the sign. */
static bool is_percent(lg_piece text, size_t sign) {
  size_t at, end = lg__back_over(text, sign, " ", 1);
  double value;
  return number_before(text, end, &at, &value) && value < 100 && is_share(text, at, sign + 1);
}

/* `"progress": 0.4`, `percent_complete: 40`; not 1, which is all or a hundredth. */
static bool is_progress(lg_piece text, size_t at) {
  static const char between[] = "\"' \t:=\\";
  if (at > 2 && lg__begins_with(text, at - 3, "in ")) return false; /* so many are in progress */
  size_t key = lg__word_end(text, at), from = key, digits;
  while (from < text.len && from - key < 6 && text.s[from] != '\0' && strchr(between, text.s[from]) != NULL) from++;
  if (from == key || memchr(text.s + key, ' ', from - key) == text.s + key) return false;
  for (digits = from; digits < text.len && (lg__is_digit(text.s[digits]) || text.s[digits] == '.');) digits++;
  digits = lg__back_over(text, digits, ".", 1);
  double value;
  return digits > from && number_before(text, digits, &at, &value) && at == from && value < 100 && value != 1 &&
         !(digits < text.len && (lg__is_of_word(text.s[digits]) || text.s[digits] == '/'));
}

/* "ETA: 5 min", `"eta": 120`; not a time of day. */
static bool is_arrival(lg_piece text, size_t end) {
  size_t at = end;
  while (at < text.len && at - end < 5 && text.s[at] != '\0' && strchr("\"' :=~", text.s[at]) != NULL) at++;
  size_t stop = lg__word_end(text, at);
  bool number = stop > at && lg__is_digit(text.s[at]) && !lg__begins_with(text, at, "0."); /* a rate of learning */
  return at > end && number && !(stop < text.len && text.s[stop] == '-');
}

bool lg__has_share(const char *s, size_t len) {
  lg_piece text = {s, len};
  const char *end = s + len;
  for (const char *at = s; (at = memchr(at, '/', (size_t)(end - at))) != NULL; at++)
    if (is_part(text, (size_t)(at - s), 1)) return true;
  for (const char *at = s; (at = memchr(at, '%', (size_t)(end - at))) != NULL; at++)
    if (is_percent(text, (size_t)(at - s))) return true;
  return false;
}

bool lg__says_not_yet(const char *s, size_t len, size_t at, size_t end, lg_says says) {
  lg_piece text = {s, len};
  switch (says) {
  case LG_SAYS_NOT_YET:
    return (at == 0 || !(lg__is_letter(text.s[at - 1]) || lg__is_digit(text.s[at - 1]))) && !is_negated(text, at, 2) &&
           !is_own_work(text, at, end);
  case LG_SAYS_KEYED: return is_keyed(text, lg__word_begin(text, at), LG_STATUS_KEYS, NULL);
  case LG_SAYS_GOING_ON: return is_going_on(text, at, end);
  case LG_SAYS_AMID: return is_amid(text, lg__back_over(text, at, " ", 1));
  case LG_SAYS_BEGINNING: /* or of a clause: "Job queued, waiting for a worker" */
    return is_line(text) && (trimmed(text).s == text.s + at || (at > 2 && memchr(".,;", text.s[at - 2], 3) != NULL) ||
                             begins_value(text, at));
  case LG_SAYS_BEING:
    return end < text.len && memchr(" _", text.s[end], 2) != NULL &&
           is_any(text, end + 1, lg__word_end(text, end + 1), LG_YET_WORDS);
  case LG_SAYS_UNDONE:
  case LG_SAYS_DOING: return has_value(text, at, end, says == LG_SAYS_DOING);
  case LG_SAYS_YET: return is_not_yet(text, at, end);
  case LG_SAYS_PROGRESS: return is_progress(text, at);
  case LG_SAYS_PART: return is_part(text, at, 4);
  case LG_SAYS_ARRIVAL: return is_arrival(text, end);
  default: return is_state(text, at, end) && !is_own_work(text, at, end);
  }
}
