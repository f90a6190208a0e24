/* How long a shell command waits: shell_wait.c reads it as a shell does, shell_wait_programs.c knows programs. */
#ifndef LG_SHELL_WAIT_H
#define LG_SHELL_WAIT_H

#include "text/chars.h"
#include "text/times.gen.h"

/* How long something waits. All 0: it does not. */
typedef struct lg_wait {
  double ms;
  bool open; /* it does not say how long, or not all of it */
} lg_wait;

/* How long the command says that it waits. Sequences add up, of a pipeline the longest counts, what runs in the
 * background does not, and loops do not say how often they wait. Quotes, comments, here-documents and `bash -c "..."`
 * are read as a shell reads them; what cannot be understood does not wait. Any thread, no allocation. O(len). */
lg_wait lg__shell_wait(const char *command, size_t len);
/* The same for the words of one program, as in ["bash", "-lc", "sleep 5"]; only the first LG_SHELL_WORDS count. */
lg_wait lg__argv_wait(const lg_piece *words, size_t count);
/* A time such as 5, 0.5, 2m or 500ms, in milliseconds; a bare number in `unit`. Negative: it is none. */
double lg__read_duration(const char *s, size_t len, double unit);

/* Units of time, each with its names. */
static const struct {
  const char *names;
  double ms;
} LG_TIMES[LG_UNITS_OF_TIME] = {LG_TIMES_OF_COMMANDS};

enum { LG_SHELL_WORDS = 24 };

/* ---- between the two files --------------------------------------------------------------------------------------- */

/* A word of a command as it stands there; or, in the words of a program, as it is meant. */
typedef struct lg_word {
  const char *s;
  size_t len;
  bool plain; /* as it is meant: without quotes */
} lg_word;

typedef struct lg_heredoc {
  lg_word end;  /* the line that ends it */
  double limit; /* ms; 0: none */
  bool tabs;    /* <<-: tabs before that line do not count */
  enum { LG_TEXT, LG_SCRIPT, LG_CODE } kind;
} lg_heredoc;

enum { LG_HEREDOCS = 8 };

typedef struct lg_shell {
  const char *s;
  size_t at, end;
  lg_heredoc docs[LG_HEREDOCS]; /* announced in this line */
  size_t doc_count;
  lg_wait jobs; /* in the background of this list */
  bool has_jobs;
  bool is_cmd;             /* Windows' cmd: & is what ; is elsewhere */
  unsigned depth, scripts; /* of lists in lists, of scripts in words */
} lg_shell;

typedef struct lg_words {
  lg_word all[LG_SHELL_WORDS];
  size_t count;
  size_t docs; /* the here-documents before this command's */
  bool reread; /* words were read as commands of their own, and what stands in them was counted then */
} lg_words;

lg_wait lg__wait_sum(lg_wait a, lg_wait b);
/* Of what ends after `limit` ms at the latest; 0: no limit. */
lg_wait lg__wait_within(lg_wait wait, double limit);
/* Of a whole text, which stands in `outer`. */
lg_wait lg__shell_inside(const lg_shell *outer, const char *s, size_t len);
/* Of program code. */
lg_wait lg__code_wait(const char *s, size_t len);
/* Of one program with its arguments; says what its here-documents are. */
lg_wait lg__program_wait(lg_shell *shell, lg_words *words);
/* What a word means, without quotes; more than `room` bytes are cut and counted as room + 1. */
size_t lg__word_meaning(lg_word word, char *out, size_t room);

#endif
