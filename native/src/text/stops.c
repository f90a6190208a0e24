/* Where a span may begin: most bytes of a text are passed over here, many at a time. */
#include "text/spans.h"

/* Whether to stop at `i`, a brace or a quote: it may begin the value of a member, or end its name. */
static bool is_member_stop(const lg_scan *text, size_t i) {
  if (text->s[i] == '{') {
    uint8_t before = lg__behind(text, i, 1);
    return before == ':' || (before == ' ' && lg__behind(text, i, 2) == ':');
  }
  uint8_t next = lg__peek(text, i + 1);
  return next == ':' || (next == ' ' && lg__peek(text, i + 2) == ':');
}

/* Whether to stop at `i`. Not where the next byte rules out a span, as at a single space between two words. */
static bool is_stop(const lg_scan *text, uint16_t wanted, size_t i) {
  uint8_t byte = text->s[i];
  unsigned kind = lg__kind(byte) & wanted;
  if (!(kind & (LG_BYTE_SPACE | LG_BYTE_ROOT | LG_BYTE_ESCAPE | LG_BYTE_BRACE | LG_BYTE_QUOTE))) return kind != 0;
  if (kind & (LG_BYTE_BRACE | LG_BYTE_QUOTE)) return is_member_stop(text, i);
  uint8_t next = lg__peek(text, i + 1);
  if (byte == ' ') return (lg__kind(next) & LG_BYTE_SPACE) != 0;
  if (byte == '/') return next == 't' || next == 'v' || next == 'p';
  if (byte == ':') return next == '\\' || next == '/';
  return byte != '\\' || next == 'u';
}

/*
 * stops_in sets one bit for every byte to stop at, and for some others; first_of gives the index of the lowest bit's
 * byte. Reads BLOCK + 1 bytes.
 */
#if defined(__SSE2__) && defined(__GNUC__)

#define BLOCK 16
typedef uint8_t bytes16 __attribute__((vector_size(BLOCK)));
typedef char chars16 __attribute__((vector_size(BLOCK)));

static uint64_t stops_in(const uint8_t *s, uint16_t wanted) {
  bytes16 here, next;
  memcpy(&here, s, sizeof here);
  memcpy(&next, s + 1, sizeof next);
  /* a slash, a digit or a colon; any of the three, whichever are wanted */
  bytes16 stops = (bytes16)((here < 0x20) | (here - (uint8_t)'/' < 12) | (here == '\\') | (here == '{'));
  stops |= (bytes16)((here == ' ') & (next == ' '));
  if (wanted & LG_BYTE_QUOTE) stops |= (bytes16)((here == '"') | (here == '\''));
  return (uint64_t)__builtin_ia32_pmovmskb128((chars16)stops);
}

static size_t first_of(uint64_t stops) { return (size_t)__builtin_ctzll(stops); }

#else

#define BLOCK 8
#define EACH (~UINT64_C(0) / 255)
#define TOPS (EACH * 0x80)

/* Eight bytes, the first one lowest on every machine; compilers make one load of it. */
static uint64_t load(const uint8_t *s) {
  return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 | (uint64_t)s[3] << 24 | (uint64_t)s[4] << 32 |
         (uint64_t)s[5] << 40 | (uint64_t)s[6] << 48 | (uint64_t)s[7] << 56;
}

/* Sets the top bit of each byte below `n` (at most 128), and possibly of bytes above the lowest of these. */
static uint64_t less(uint64_t word, unsigned n) { return (word - EACH * n) & ~word & TOPS; }

/* Sets the top bit of each byte from `low` to `high` (both below 128). */
static uint64_t between(uint64_t word, unsigned low, unsigned high) {
  uint64_t seven = word & ~TOPS;
  return (seven + EACH * (128 - low)) & ~(seven + EACH * (127 - high)) & ~word & TOPS;
}

static size_t first_of(uint64_t tops) {
  uint64_t below = ((tops & (~tops + 1)) - 1) & EACH;
  return (size_t)((below * EACH) >> 56) - 1;
}

static uint64_t stops_in(const uint8_t *s, uint16_t wanted) {
  uint64_t word = load(s);
  uint64_t found = less(word, 0x20);
  if (wanted & LG_BYTE_ROOT)
    found |= between(word, '/', ':'); /* the digits lie between them */
  else if (wanted & LG_BYTE_DIGIT)
    found |= less(word ^ EACH * '0', 10);
  if (wanted & LG_BYTE_ESCAPE) found |= less(word ^ EACH * '\\', 1);
  if (wanted & LG_BYTE_SPACE) found |= less(word ^ EACH * ' ', 1) & less(load(s + 1) ^ EACH * ' ', 1);
  if (wanted & LG_BYTE_BRACE) found |= less(word ^ EACH * '{', 1);
  if (wanted & LG_BYTE_QUOTE) found |= less(word ^ EACH * '"', 1) | less(word ^ EACH * '\'', 1);
  return found;
}

#endif

/* The first byte from `i` on that may belong to a span, or the end. */
size_t lg__next_stop(const lg_scan *text, uint16_t wanted, size_t i) {
  for (; text->len - i > BLOCK; i += BLOCK) {
    for (uint64_t found = stops_in(text->s + i, wanted); found != 0; found &= found - 1) {
      size_t at = i + first_of(found);
      if (is_stop(text, wanted, at)) return at;
    }
  }
  while (i < text->len && !is_stop(text, wanted, i)) i++;
  return i;
}
