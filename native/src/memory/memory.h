/* Memory: sizes, memory from a handle's allocator, growable buffers, and the buffers that one call uses. Of the core's
 * files only memory.c calls malloc, realloc and free. */
#ifndef LG_MEMORY_H
#define LG_MEMORY_H

#include <string.h>

#include "loopguard.h"

/* A product of sizes that must not wrap. False when it would; `*out` is then untouched. */
static inline bool lg__size_mul(size_t a, size_t b, size_t *out) {
  if (b != 0 && a > SIZE_MAX / b) return false;
  *out = a * b;
  return true;
}

static inline bool lg__digest_equal(const lg_digest *a, const lg_digest *b) {
  return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* `count` items of `size` bytes, zeroed. NULL: out of memory, or the product overflows. */
void *lg__alloc_zeroed(const lg_allocator *allocator, size_t count, size_t size);
/* Grows or shrinks. `ptr` may be NULL. NULL, and `ptr` stays valid: out of memory, or a product overflows. */
void *lg__alloc_resize(const lg_allocator *allocator, void *ptr, size_t old_count, size_t count, size_t size);
/* `ptr` may be NULL. */
void lg__alloc_free(const lg_allocator *allocator, void *ptr, size_t count, size_t size);

/* The most bytes of a buffer. */
#define LG_BUF_MAX ((size_t)1 << 30)

/* Growable bytes, reused from call to call. */
typedef struct lg_buf {
  const lg_allocator *allocator;
  char *data;
  size_t len, capacity;
} lg_buf;

static inline void lg__buf_init(lg_buf *buf, const lg_allocator *allocator) { *buf = (lg_buf){allocator, NULL, 0, 0}; }

/* Of two buffers with one allocator. */
static inline void lg__buf_swap(lg_buf *a, lg_buf *b) {
  lg_buf was = *a;
  *a = *b;
  *b = was;
}

void lg__buf_free(lg_buf *buf);
/* Of what is seldom called: the code that leads there stands apart. */
#ifdef __GNUC__
#define LG_COLD __attribute__((cold))
#else
#define LG_COLD
#endif
LG_COLD LG_NODISCARD lg_status lg__buf_grow(lg_buf *buf, size_t more);
/* Makes room for `more` bytes after `len`. LG_ENOMEM; LG_ETOOBIG beyond LG_BUF_MAX. The contents stay. */
LG_NODISCARD static inline lg_status lg__buf_reserve(lg_buf *buf, size_t more) {
  return more <= buf->capacity - buf->len ? LG_OK : lg__buf_grow(buf, more);
}
LG_NODISCARD lg_status lg__buf_append(lg_buf *buf, const void *bytes, size_t len);
/* Empties the buffer, and frees its memory when it is more than `keep` bytes. */
void lg__buf_trim(lg_buf *buf, size_t keep);

/* Appends to a buffer and keeps a failure, so that callers check once, at the end. */
typedef struct lg_writer {
  lg_buf *buf;
  lg_status status; /* LG_OK until an append failed; the buffer's contents are then incomplete */
} lg_writer;

static inline void lg__put(lg_writer *writer, const void *bytes, size_t len) {
  lg_buf *buf = writer->buf;
  lg_status status = lg__buf_reserve(buf, len);
  if (status == LG_OK) {
    memcpy(buf->data + buf->len, bytes, len);
    buf->len += len;
  } else {
    writer->status = status;
  }
}

static inline void lg__put_byte(lg_writer *writer, char byte) { lg__put(writer, &byte, 1); }

/*
 * The buffers of lg_workspace, to be used by one call at a time.
 *
 * The first group holds the steps from arguments to what is hashed or printed:
 *
 *   text --json_read--> packed --arrange--> arranged --json_print--> text
 *
 * each step only where it is needed. What a public function gives to its caller is swapped into `given`, which no step
 * writes to: so one output may be the input of the next call with the same workspace.
 */

/* A buffer that grew larger than this is freed after the call. */
#define LG_WORKSPACE_KEEP ((size_t)1 << 20)

/* What a list of words says of one, kept so that a word that comes again is not looked up again. */
typedef struct lg_known_word {
  uint8_t len, as; /* 0: none yet */
  uint16_t answer;
  char text[28];
} lg_known_word;

enum { LG_KNOWN_WORDS = 128 };

/* The buffers, those of the first group first. */
enum { LG_FIRST_GROUP = 8, LG_BUFFERS = 12 };

struct lg_workspace {
  lg_allocator allocator;
  lg_known_word words[LG_KNOWN_WORDS];
  union {
    lg_buf buffers[LG_BUFFERS];
    struct {
      lg_buf packed;   /* a parsed text, members in the text's order */
      lg_buf arranged; /* a packed value with its members in order */
      lg_buf stack;    /* open containers */
      lg_buf members;  /* lg_member[]: those of the open objects */
      lg_buf kept;     /* lg_member[]: the members that a projection keeps */
      lg_buf dropped;  /* uint8_t *[]: the values that it leaves out */
      lg_buf message;  /* the hash's input for a call with a long name */
      lg_buf text;     /* JSON text */

      lg_buf given;  /* the last output */
      lg_buf result; /* a result without its volatile spans */
      lg_buf points; /* code points and tables of similarity */
      lg_buf snapshot;
    };
  };
};

_Static_assert(offsetof(lg_workspace, snapshot) == offsetof(lg_workspace, buffers[LG_BUFFERS - 1]), "all have a name");

/* Makes room for comparing texts of up to these lengths, so that lg_similarity cannot fail. LG_ENOMEM. */
LG_NODISCARD lg_status lg__similarity_reserve(lg_workspace *workspace, size_t a_len, size_t b_len);
/* Empties the buffers of the first group, and frees those above LG_WORKSPACE_KEEP. */
void lg__workspace_trim(lg_workspace *workspace);

#endif
