#include "words.h"

#include <stdint.h>

#include "value.h"
#include "words.gen.h"

/* A longer text that contains a refusal is a result that quotes one. */
enum { REFUSAL_MAX = 2000 };

#define COUNT(list) (sizeof(list) / sizeof *(list))
static const char MEMBER[] = "loopguard", QUOTED_MEMBER[] = "\"loopguard\":";

static bool contains(scan_text text, const char *words) {
  return memmem(text.s, text.len, words, strlen(words)) != NULL;
}

static bool begins(scan_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && memcmp(text.s, words, len) == 0;
}

static bool ends(scan_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && memcmp(text.s + text.len - len, words, len) == 0;
}

bool scan_is_refusal(scan_text text) {
  if (text.len > 3 * (size_t)REFUSAL_MAX || scan_units(text) > REFUSAL_MAX) return false;
  bool refused = false;
  for (size_t i = 0; i < COUNT(SCAN_REFUSAL_STARTS) && !refused; i++) refused = begins(text, SCAN_REFUSAL_STARTS[i]);
  bool maybe = false;
  for (size_t i = 0; i < COUNT(SCAN_FIRST_WORDS) && !maybe; i++) maybe = contains(text, SCAN_FIRST_WORDS[i]);
  for (size_t i = 0; i < COUNT(SCAN_REFUSALS) && maybe && !refused; i++) refused = contains(text, SCAN_REFUSALS[i]);
  return refused && !contains(text, SCAN_WARNINGS[0]);
}

/* ---- warnings ---- */

static bool is_digit(scan_text text, size_t at) { return at < text.len && text.s[at] >= '0' && text.s[at] <= '9'; }

/* The bytes of the beginning of a detector's text, as DETECTION_START in lib/report/messages.ts has it; 0: none. */
static size_t start_at(scan_text text) {
  static const char *const sames[] = {"text", "sentences", "message"};
  static const char same[] = "The same ", sent[] = "The agent was sent back ", budget[] = "The budget of ",
                    count[] = "[loop-detected] Tool ";
  if (begins(text, count)) return sizeof count - 1;
  if (begins(text, sent) && is_digit(text, sizeof sent - 1)) return sizeof sent;
  if (begins(text, budget) && is_digit(text, sizeof budget - 1)) return sizeof budget;
  if (begins(text, same)) {
    size_t at = sizeof same - 1;
    if (is_digit(text, at)) return at + 1;
    for (size_t i = 0; i < COUNT(sames); i++)
      if (begins((scan_text){text.s + at, text.len - at}, sames[i])) return at + strlen(sames[i]);
    return 0;
  }
  size_t at = begins(text, "Tool") ? 4 : begins(text, "Agent") ? 5 : 0;
  if (at == 0) return 0;
  if (at < text.len && text.s[at] == 's') at++;
  bool quoted = at + 1 < text.len && text.s[at] == ' ' && memchr("'\"[", text.s[at + 1], 3) != NULL;
  return quoted ? at + 2 : 0;
}

/* Where the last of these begins; the text's length: there is none. */
static size_t last_start(scan_text text) {
  size_t last = text.len;
  for (size_t at = 0; at < text.len;) {
    char c = text.s[at];
    size_t len = c == 'T' || c == 'A' || c == '[' ? start_at((scan_text){text.s + at, text.len - at}) : 0;
    if (len > 0) last = at;
    at += len > 0 ? len : 1;
  }
  return last;
}

static bool ends_in_warning(scan_text text) {
  for (size_t i = 0; i < COUNT(SCAN_WARNINGS); i++)
    if (ends(text, SCAN_WARNINGS[i])) return true;
  return false;
}

static scan_text without_warnings(scan_text text) {
  while (ends_in_warning(text)) {
    size_t start = last_start(text);
    if (start == text.len) return text;
    text.len = start;
    if (ends(text, "\n\n")) text.len -= 2;
  }
  return text;
}

/* ---- the member ---- */

lg_value scan_without_member(lg_value value, hook_out *room) {
  enum { HEAD = 5 };
  lg_value member =
      lg_value_kind(value) == LG_VALUE_OBJECT ? lg_value_member(value, MEMBER, sizeof MEMBER - 1) : (lg_value){NULL, 0};
  if (member.bytes == NULL) return value;
  size_t key = 4 + sizeof MEMBER - 1; /* its length and its bytes stand before the member's value */
  const uint8_t *from = member.bytes - key, *behind = member.bytes + member.len, *end = value.bytes + value.len;
  room->len = 0;
  hook_out_bytes(room, (const char *)value.bytes, (size_t)(from - value.bytes));
  hook_out_bytes(room, (const char *)behind, (size_t)(end - behind));
  if (room->failed) return value;
  size_t content = room->len - HEAD;
  for (size_t i = 0; i < 4; i++) room->s[1 + i] = (char)(content >> (8 * i));
  return lg_value_at((const uint8_t *)room->s, room->len);
}

/* The object's text, as JSON.stringify writes it, without the member that a guard adds. */
static scan_text without_text_member(scan_text text, lg_workspace *workspace, hook_out *room) {
  const uint8_t *packed;
  const char *form;
  size_t len;
  hook_out bare = {0};
  lg_status status = lg_json_read(workspace, text.s, text.len, &packed, &len);
  if (status == LG_ENOMEM) room->failed = true;
  if (status != LG_OK) return text;
  lg_value value = scan_without_member(scan_doubles(lg_value_at(packed, len), room), &bare);
  hook_out own = {0}; /* not in the workspace, which is used again */
  hook_out_bytes(&own, (const char *)value.bytes, value.len);
  if (!bare.failed && !own.failed &&
      lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, own.s, own.len, &form, &len) == LG_OK) {
    room->len = 0;
    hook_out_bytes(room, form, len);
    if (!room->failed) text = (scan_text){room->s, room->len};
  } else {
    room->failed = true;
  }
  hook_out_free(&bare);
  hook_out_free(&own);
  return text;
}

scan_text scan_without_warning(scan_text text, lg_workspace *workspace, hook_out *room) {
  if (text.len > 0 && text.s[0] == '{' && contains(text, QUOTED_MEMBER))
    return without_text_member(text, workspace, room);
  return without_warnings(text);
}

/* ---- codes ---- */

bool scan_is_transient_code(scan_text code) {
  for (size_t i = 0; i < COUNT(SCAN_TRANSIENT_CODES); i++)
    if (code.len == strlen(SCAN_TRANSIENT_CODES[i]) && begins(code, SCAN_TRANSIENT_CODES[i])) return true;
  return false;
}
