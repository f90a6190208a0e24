#include "near.h"
#include "packed.h"

/* A longer run is several words. */
#define WORD_MAX 64u

typedef enum kind { SEPARATOR, LETTER, DIGIT, ALONE } kind;

/*
 * What a character is, by its first byte. Bytes from 0x80 to 0xE1 are parts of letters up to U+1FFF; characters from
 * U+2000 to U+2FFF (0xE2) are punctuation and symbols.
 */
#define ROW(k) k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k
static const uint8_t KINDS[256] = {
    ROW(0), ROW(0), ROW(0), /* control characters, space, punctuation */
    2,      2,      2,      2,      2,      2,      2, 2, 2, 2, 0, 0, 0, 0, 0, 0, /* 0 to 9 */
    0,      1,      1,      1,      1,      1,      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* A to O */
    1,      1,      1,      1,      1,      1,      1, 1, 1, 1, 1, 0, 0, 0, 0, 1, /* P to Z, _ */
    0,      1,      1,      1,      1,      1,      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* a to o */
    1,      1,      1,      1,      1,      1,      1, 1, 1, 1, 1, 0, 0, 0, 0, 0, /* p to z */
    ROW(1), ROW(1), ROW(1), ROW(1), ROW(1), ROW(1),                               /* 0x80 to 0xDF */
    1,      1,      0,      3,      3,      3,      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* 0xE0 to 0xEF */
    ROW(3),
};

static kind kind_at(const uint8_t *at) { return (kind)KINDS[*at]; }

static uint64_t load_u64(const uint8_t *at) { return (uint64_t)lg__load_u32(at + 4) << 32 | lg__load_u32(at); }

/*
 * A keyed digest of a word, which takes a few multiplications instead of SipHash's rounds: there is one for each word
 * of the arguments, and a collision only makes weak evidence weaker. Reads up to 7 bytes behind the word, which are 0.
 */
static uint64_t digest_of(const uint8_t *key, const uint8_t *word, size_t len) {
  uint64_t digest = load_u64(key) + len, other = load_u64(key + 8);
  for (size_t at = 0; at < len; at += 8) {
    digest = (digest ^ load_u64(word + at)) * 0x9E3779B97F4A7C15u;
    digest = (digest ^ digest >> 32) + other;
  }
  digest = (digest ^ digest >> 30) * 0xBF58476D1CE4E5B9u;
  digest = (digest ^ digest >> 27) * 0x94D049BB133111EBu;
  return digest ^ digest >> 31;
}

/* The bytes of a character that is no letter; of a letter only the first one. */
static size_t size_at(const lg_words *words) {
  size_t size = *words->at < 0xE2 ? 1 : *words->at < 0xF0 ? 3 : 4, left = (size_t)(words->end - words->at);
  return size < left ? size : left;
}

bool lg__words_next(lg_words *words, uint64_t *out_word, bool *out_number) {
  while (words->at < words->end && kind_at(words->at) == SEPARATOR) words->at += size_at(words);
  if (words->at >= words->end) return false;
  uint8_t word[WORD_MAX + 8];
  size_t len = 0;
  kind what = kind_at(words->at);
  if (what == ALONE) {
    len = size_at(words);
    memcpy(word, words->at, len);
    words->at += len;
  }
  while (what != ALONE && words->at < words->end && len < WORD_MAX && kind_at(words->at) == what) {
    uint8_t c = *words->at++;
    word[len++] = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  }
  memset(word + len, 0, 8);
  *out_word = digest_of(words->key, word, len);
  *out_number = what == DIGIT;
  return true;
}

uint64_t lg__words_sum(const uint8_t *key, const char *text, size_t len) {
  if (len > LG_WORDS_RESULT) return 0;
  lg_words words = {key, (const uint8_t *)text, (const uint8_t *)text + len};
  uint64_t sum = 0, word;
  bool number;
  while (lg__words_next(&words, &word, &number)) sum += word;
  return sum;
}
