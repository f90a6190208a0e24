/*
 * loopguard-scan: `loopguard scan - --ndjson --columns ...` without Node. It reads rows as JSON lines from stdin and
 * writes a line for each loop to stdout as soon as its run ends.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "scan.h"

enum { CHUNK = 1 << 20, BROKEN = 2, FOUND = 1 };

static int stop(const char *why) {
  fprintf(stderr, "loopguard-scan: %s\n", why);
  return BROKEN;
}

/* Writes the lines that are there. `*out_stopped`: nobody reads on; gives the exit code then. */
static int write_out(scan *s, bool *out_stopped) {
  *out_stopped = !program_write(STDOUT_FILENO, s->out.s, s->out.len);
  s->out.len = 0;
  if (!*out_stopped || errno == EPIPE) return 0; /* one that has seen enough, such as `head`, is no error */
  return stop("stdout cannot be written");
}

/* The line that is not yet at its end. Of one that is too long only the length is kept. */
typedef struct rest {
  program_out text;
  unsigned long long too_long;
} rest;

static void add_rest(scan *s, rest *kept, const char *bytes, size_t len) {
  if (kept->too_long > 0 || kept->text.len + len > SCAN_LINE_MAX) {
    kept->too_long += kept->text.len + len;
    kept->text.len = 0;
  } else {
    program_out_bytes(&kept->text, bytes, len);
    if (kept->text.failed) s->context.failed = true;
  }
}

static void end_rest(scan *s, rest *kept) {
  if (kept->too_long > 0)
    scan_long_line(s, kept->too_long);
  else
    scan_line(s, kept->text.s, kept->text.len);
  kept->text.len = 0;
  kept->too_long = 0;
}

/* Takes the lines that end in the chunk, and keeps what is behind them. */
static void take_chunk(scan *s, rest *kept, const char *chunk, size_t len) {
  const char *end = chunk + len;
  for (const char *newline; (newline = memchr(chunk, '\n', (size_t)(end - chunk))) != NULL; chunk = newline + 1) {
    size_t size = (size_t)(newline - chunk);
    if (kept->text.len > 0 || kept->too_long > 0) {
      add_rest(s, kept, chunk, size);
      end_rest(s, kept);
    } else {
      scan_line(s, chunk, size);
    }
  }
  if (chunk < end) add_rest(s, kept, chunk, (size_t)(end - chunk));
}

static int read_rows(scan *s, char *chunk) {
  rest kept = {{0}, 0};
  int code = 0;
  bool stopped = false;
  while (!stopped) {
    ssize_t got = program_read(STDIN_FILENO, chunk, CHUNK);
    if (got < 0) code = stop("stdin cannot be read");
    if (got <= 0) break;
    take_chunk(s, &kept, chunk, (size_t)got);
    if (s->context.failed) break;
    code = write_out(s, &stopped);
  }
  bool whole = code == 0 && !stopped && !s->context.failed;
  if (whole && (kept.text.len > 0 || kept.too_long > 0)) end_rest(s, &kept);
  if (whole) scan_end(s);
  if (s->context.failed) code = stop("out of memory");
  if (code == 0 && !stopped) code = write_out(s, &stopped);
  program_out_free(&kept.text);
  return code;
}

static int run_scan(scan_options *options) {
  static const uint8_t key[LG_KEY_SIZE] = {0}; /* fingerprints are the same in every process */
  lg_guard *guard;
  scan s;
  char *chunk = malloc(CHUNK);
  int code = 0;
  if (chunk == NULL || lg_guard_configure(NULL, key, options->config.s, options->config.len, &guard, NULL) != LG_OK) {
    free(chunk);
    return stop("out of memory");
  }
  code = scan_begin(&s, guard, &options->columns, options->sorted) ? read_rows(&s, chunk) : stop("out of memory");
  bool blind = options->fail_on != LG_ALLOW && (s.blind_runs > 0 || s.calls == 0);
  if (code == 0 && (s.faults.any || blind)) code = BROKEN;
  if (code == 0 && options->fail_on != LG_ALLOW && s.worst >= options->fail_on) code = FOUND;
  scan_free(&s);
  lg_guard_free(guard);
  free(chunk);
  return code;
}

int main(int argc, char **argv) {
  scan_options options;
  program_out why = {0};
  int code = 0;
  signal(SIGPIPE, SIG_IGN);
  if (!scan_options_read(argc, argv, &options, &why)) {
    program_out_bytes(&why, "", 1);
    code = stop(why.failed || why.len == 1 ? "out of memory" : why.s);
  } else if (options.help) {
    fputs(SCAN_USAGE, stdout);
  } else {
    code = run_scan(&options);
  }
  scan_options_free(&options);
  program_out_free(&why);
  return code;
}
