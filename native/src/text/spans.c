#include "text/spans.h"

const uint16_t lg__byte_kinds[256] = {LG_BYTE_KINDS};

bool lg__same_word(const lg_scan *text, size_t i, const char *word, size_t len) {
  if (i > text->len || text->len - i < len) return false;
  for (size_t k = 0; k < len; k++) {
    uint8_t byte = text->s[i + k];
    if ((lg__is_letter(byte) ? byte | 0x20 : byte) != (uint8_t)word[k]) return false;
  }
  return true;
}

/* ---- where a span may begin: most bytes of a text are passed over here, many at a time --------------------------- */

/*
 * stops_in sets the bit of each byte to stop at, and of some others; reads one byte more. The vector code also looks at
 * the byte behind: a slash of a comment is no path, nor is a single space anything to leave out.
 */
#ifdef LG_SIMD

static inline uint64_t stops_in_16(const uint8_t *s, bool quotes) {
  lg_bytes16 here, next;
  memcpy(&here, s, sizeof here);
  memcpy(&next, s + 1, sizeof next);
  lg_bytes16 stops = (lg_bytes16)((here < 0x20) | (here - (uint8_t)'0' < 10) | (here == '{') | ((here | next) == ' '));
  lg_bytes16 behind = (lg_bytes16)((next | 7) == 'w'); /* t, v and p of /tmp, u of \u001b, and others */
  stops |= (lg_bytes16)(behind & ((here == '/') | (here == '\\')));
  stops |= (lg_bytes16)((here == ':') & ((next | 0x73) == 0x7f)); /* \ and / of C:\ and C:/, and others */
  if (quotes) stops |= (lg_bytes16)((here == '"') | (here == '\''));
  return lg__bits_of(stops);
}

static inline uint64_t stops_in(const uint8_t *s, bool quotes) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < LG_BLOCK; i += 16) bits |= stops_in_16(s + i, quotes) << i;
  return bits;
}

#else

static uint64_t stops_in(const uint8_t *s, bool quotes) {
  unsigned kinds = LG_BYTE_DIGIT | LG_BYTE_SPACE | LG_BYTE_PLACEHOLDER | LG_BYTE_ESCAPE | LG_BYTE_ROOT | LG_BYTE_BRACE;
  uint64_t bits = 0;
  if (quotes) kinds |= LG_BYTE_QUOTE;
  for (unsigned i = 0; i < LG_BLOCK; i++) {
    bool single = s[i] == ' ' && s[i + 1] != ' ';
    if ((lg__kind(s[i]) & kinds) && !single) bits |= UINT64_C(1) << i;
  }
  return bits;
}

#endif

uint64_t lg__stops(const lg_scan *text, size_t from, uint16_t wanted) {
  const uint8_t *s = text->s + from;
  size_t left = text->len - from;
  uint8_t rest[LG_BLOCK + 16];
  if (left <= LG_BLOCK) s = memcpy(memset(rest, 0, sizeof rest), s, left);
  uint64_t there = ~UINT64_C(0) >> (left < LG_BLOCK ? LG_BLOCK - left : 0);
  return stops_in(s, (wanted & LG_BYTE_QUOTE) != 0) & there;
}

/* ---- /tmp/x, /var/tmp/x, /var/folders/x, macOS's /private before them -------------------------------------------- */

/* The end of the folder for temporary files at `at`, or 0. */
static size_t root_end(const lg_scan *text, size_t at) {
  if (lg__at_word(text, at, "/private/", 9)) at += 8;
  if (lg__at_word(text, at, "/tmp/", 5)) return at + 5;
  if (lg__at_word(text, at, "/var/tmp/", 9)) return at + 9;
  return lg__at_word(text, at, "/var/folders/", 13) ? at + 13 : 0;
}

/* `end` without the full stop of a sentence; 0 when there are only dots after `start`. */
static size_t without_dots(const lg_scan *text, size_t start, size_t end) {
  while (end > start && text->s[end - 1] == '.') end--;
  return end > start ? end : 0;
}

/* Not within a longer path, such as /srv/tmp/x; but file:///tmp/x counts. */
static bool may_begin_path(const lg_scan *text, size_t at) {
  uint8_t before = lg__behind(text, at, 1);
  if (before == '/') return lg__behind(text, at, 2) == '/' && lg__behind(text, at, 3) == ':';
  return lg__may_begin(text, at) && memchr(".~-+@%$})*", before, 10) == NULL;
}

static bool unix_path(const lg_scan *text, size_t at, lg_span *out) {
  uint8_t next = lg__peek(text, at + 1);
  if ((next != 't' && next != 'v' && next != 'p') || !may_begin_path(text, at)) return false;
  size_t start = root_end(text, at);
  if (start == 0) return false;
  size_t end = start;
  while (end < text->len && (lg__kind(text->s[end]) & LG_BYTE_PATH)) end++;
  end = without_dots(text, start, end);
  if (end == 0) return false;
  *out = (lg_span){at, end};
  return true;
}

/* ---- C:\Users\<name>\AppData\Local\Temp\x, C:\Windows\Temp\x, C:\Temp\x; each separator \, / or JSON's \\ -------- */

#define USER_NAME_MAX 64

/* The end of the separator at `i`, or 0. `*width` becomes 2 with JSON's \\, after which \n is no longer a separator. */
static size_t separator_end(const lg_scan *text, size_t i, size_t *width) {
  uint8_t byte = lg__peek(text, i);
  if (byte == '/') return i + 1;
  if (byte != '\\') return 0;
  if (*width == 0) *width = lg__peek(text, i + 1) == '\\' ? 2 : 1;
  if (*width == 1) return i + 1;
  return lg__peek(text, i + 1) == '\\' ? i + 2 : 0;
}

/* The end of `name` and the separator after it, or 0. */
static size_t folder_end(const lg_scan *text, size_t i, const char *name, size_t *width) {
  size_t len = strlen(name);
  return i != 0 && lg__at_word(text, i, name, len) ? separator_end(text, i + len, width) : 0;
}

/* The end of a user's folder, of any name, and the separator after it, or 0. */
static size_t user_end(const lg_scan *text, size_t i, size_t *width) {
  if (i == 0) return 0;
  size_t end = i;
  while (end - i <= USER_NAME_MAX && lg__peek(text, end) >= ' ' &&
         memchr("\\/:\"<>|?*", lg__peek(text, end), 9) == NULL)
    end++;
  return end > i && end - i <= USER_NAME_MAX ? separator_end(text, end, width) : 0;
}

static bool windows_path(const lg_scan *text, size_t at, lg_span *out) {
  uint8_t next = lg__peek(text, at + 1);
  if ((next != '\\' && next != '/') || !lg__reaches(text, at, 1) || !lg__is_letter(text->s[at - 1])) return false;
  if (!lg__may_begin(text, at - 1)) return false;
  size_t width = 0;
  size_t root = separator_end(text, at + 1, &width);
  size_t start = folder_end(text, root, "temp", &width);
  if (start == 0) start = folder_end(text, folder_end(text, root, "windows", &width), "temp", &width);
  if (start == 0) {
    size_t data = folder_end(text, user_end(text, folder_end(text, root, "users", &width), &width), "appdata", &width);
    start = folder_end(text, folder_end(text, data, "local", &width), "temp", &width);
  }
  if (start == 0) return false;
  size_t end = start;
  for (size_t separator; end < text->len; end = separator) {
    separator = separator_end(text, end, &width);
    if (separator != 0) continue;
    if (!(lg__kind(text->s[end]) & LG_BYTE_PATH)) break;
    separator = end + 1;
  }
  end = without_dots(text, start, end);
  if (end == 0) return false;
  *out = (lg_span){at - 1, end};
  return true;
}

bool lg__span_temp_path(const lg_scan *text, size_t at, lg_span *out) {
  return text->s[at] == '/' ? unix_path(text, at, out) : windows_path(text, at, out);
}

/* ---- terminal sequences (ECMA-48), raw or as JSON.stringify writes them ------------------------------------------ */

/* The end of ESC or of the six characters \u001b at `i`, or 0. */
static size_t escape_end(const lg_scan *text, size_t i) {
  if (lg__peek(text, i) == 0x1B) return i + 1;
  if (lg__peek(text, i) != '\\' || lg__behind(text, i, 1) == '\\') return 0;
  /* the digits of JSON's escape may be capitals, its u may not */
  return lg__at_word(text, i, "\\u001b", 6) && text->s[i + 1] == 'u' ? i + 6 : 0;
}

/* The end of a string such as a title or a link, after its BEL or ESC \. 0: the line has neither. */
static size_t string_end(const lg_scan *text, size_t i) {
  for (; i < text->len; i++) {
    uint8_t byte = text->s[i];
    if (byte == '\a') return i + 1;
    if (byte == '\n' || byte == '\r') return 0;
    if (byte == '\\' && lg__at_word(text, i, "\\u0007", 6)) return i + 6;
    size_t escape = escape_end(text, i);
    if (escape == 0) continue;
    if (lg__peek(text, escape) != '\\') return 0;
    return escape == i + 1 ? i + 2 : lg__peek(text, escape + 1) == '\\' ? escape + 2 : 0;
  }
  return 0;
}

bool lg__span_terminal(const lg_scan *text, size_t at, lg_span *out) {
  size_t i = escape_end(text, at);
  if (i == 0) return false;
  bool raw = i == at + 1;
  uint8_t byte = lg__peek(text, i);
  size_t end = 0;
  if (byte == ']' || byte == 'P' || byte == 'X' || byte == '^' || byte == '_') {
    end = string_end(text, i + 1);
  } else {
    bool control = byte == '[';
    if (control) i++;
    while (control && (lg__peek(text, i) & 0xF0) == 0x30) i++; /* parameters */
    while ((lg__peek(text, i) & 0xF0) == 0x20) i++;            /* intermediates */
    byte = lg__peek(text, i);
    if (byte >= (control ? 0x40 : 0x30) && byte <= 0x7E && (raw || byte != '\\')) end = i + 1; /* the final byte */
  }
  if (end != 0) *out = (lg_span){at, end};
  return end != 0;
}

/* ---- in failures, one request of many: 5677:3DD87E:567365C:E8F779A (GitHub), 8566318995-446243 (Salesforce) ------ */

/* Hexadecimal digits and colons around the run; not addresses of machines or clocks, whose parts are short. */
static size_t colon_id(const lg_scan *text, size_t *start) {
  enum { LEAST = 20, MOST = 64, PART = 6, COLONS = 3 };
  size_t end = *start, part = 0, longest = 0, colons = 0, first = *start;
  for (uint8_t byte; lg__reaches(text, first, 1) && end - first <= MOST; first--)
    if (byte = text->s[first - 1], byte != ':' && !lg__is_hex(byte)) break;
  for (end = first; end - first <= MOST && (lg__is_hex(lg__peek(text, end)) || lg__peek(text, end) == ':'); end++) {
    part = text->s[end] == ':' ? 0 : part + 1;
    colons += part == 0;
    if (part > longest) longest = part;
  }
  *start = first;
  return end - first >= LEAST && longest >= PART && colons >= COLONS && lg__may_begin(text, first) ? end : 0;
}

bool lg__span_of_failure(lg_scan *text, const lg_digits *run, lg_span *out) {
  enum { LONG = 10, SHORT = 5 };
  size_t start = run->at, end = 0;
  bool follows_word = run->before == ' ' && lg__is_letter(lg__behind(text, start, 2)); /* of an order, it is the news */
  if (run->after == '-' && run->end - start >= LONG && run->begins && !follows_word) {
    end = lg__skip_digits(text, run->end + 1);
    if (end <= run->end + SHORT) return false; /* an item of many: 4711000012-12 */
  } else if (lg__is_hex(lg__peek(text, run->end + 3))) {
    end = colon_id(text, &start);
  }
  if (end < run->end || !lg__may_end(text, end) || !lg__is_of_failure(text)) return false;
  *out = (lg_span){start, end};
  return true;
}

size_t lg__rate_end(const lg_scan *text, size_t at) {
  size_t i = lg__skip(text, at, LG_LETTERS);
  if (i == at + 1 && lg__peek(text, i) == '=' && lg__is_digit(lg__peek(text, i + 1))) return i; /* 56.9M=0s: wget */
  if (lg__peek(text, i) != '/' || lg__peek(text, i + 1) != 's' || i == at) return 0;
  bool is_rate = text->s[i - 1] == 'B' && i - at <= 3;
  is_rate =
      is_rate || lg__is_in("bytes rows lines files tokens requests items docs runs assertions", text->s + at, i - at);
  i += lg__at_word(text, i, "/sec", 4) ? 4 : 2;
  return is_rate && lg__may_end(text, i) ? i : 0;
}
