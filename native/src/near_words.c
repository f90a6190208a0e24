#include "near.h"
#include "packed.h"

/* A longer run is several words. */
#define WORD_MAX 64u

typedef enum kind { SEPARATOR, LETTER, DIGIT, ALONE } kind;

/*
 * What the character at `at` is, by its first byte. Bytes from 0x80 to 0xE1 are parts of letters up to U+1FFF; those
 * from U+2000 to U+2FFF (first byte 0xE2) are punctuation and symbols.
 */
static kind kind_at(const uint8_t *at) {
  uint8_t c = *at, lower = c | 0x20;
  if ((lower >= 'a' && lower <= 'z' && c < 0x80) || c == '_') return LETTER;
  if (c >= '0' && c <= '9') return DIGIT;
  if (c < 0x80 || c == 0xE2) return SEPARATOR;
  return c < 0xE2 ? LETTER : ALONE;
}

/* The bytes of a character that is no letter; of a letter only the first one. */
static size_t size_at(const lg_words *words) {
  size_t size = *words->at < 0xE2 ? 1 : *words->at < 0xF0 ? 3 : 4, left = (size_t)(words->end - words->at);
  return size < left ? size : left;
}

bool lg__words_next(lg_words *words, uint64_t *out_word, bool *out_number) {
  while (words->at < words->end && kind_at(words->at) == SEPARATOR) words->at += size_at(words);
  if (words->at >= words->end) return false;
  uint8_t word[WORD_MAX];
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
  lg_digest digest = lg_digest_bytes(words->key, word, len);
  *out_word = (uint64_t)lg__load_u32(digest.bytes + 4) << 32 | lg__load_u32(digest.bytes);
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
