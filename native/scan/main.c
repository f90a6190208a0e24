/*
 * `loopguard scan - --ndjson --columns ...` without Node. It reads rows as JSON lines from stdin and writes a line for
 * each loop to stdout as soon as its run ends.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "run.h"
#include "value.h"

/* ---- the command line -------------------------------------------------------------------------------------------- */

typedef struct options {
  scan_columns columns;
  bool sorted, help;
  lg_action fail_on;  /* LG_ALLOW: nothing fails the scan */
  program_out config; /* for lg_guard_configure */
} options;

static const char USAGE[] =
    "Usage: loopguard scan --columns <map> [options] < rows.jsonl\n"
    "\n"
    "Finds tool-call loops in the rows of a table, and prints a line of JSON for each: the same as\n"
    "`loopguard scan - --ndjson`, without Node.js. A row is a JSON object on a line of its own, and one call.\n"
    "\n"
    "  --columns <map>     which columns hold what: field=column,... with the fields\n"
    "                      " SCAN_FIELD_NAMES "\n"
    "  --sorted            a run ends where another begins, so that memory holds one run whatever the input\n"
    "  --ndjson            what it does anyway\n"
    "  --preset <name>     judge as this preset does\n"
    "  --config <file>     judge by the options in this .json file\n"
    "  --fail-on <action>  exit with 1 if a call would have got this verdict or a more severe one: warn, hint, abort\n"
    "  -h, --help          this text\n"
    "\n"
    "Exit codes: 0 success, 1 --fail-on is met, 2 a line could not be read, wrong usage, or, with --fail-on, no call\n"
    "at all, or runs without the results that are needed.\n";

/* LG_ALLOW: --fail-on may not name it. */
static lg_action fail_on_named(const char *name) {
  static const lg_action known[] = {LG_WARN, LG_HINT, LG_ABORT};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, program_action_name(known[i])) == 0) return known[i];
  return LG_ALLOW;
}

static bool wrong(program_out *why, const char *before, const char *what) {
  program_out_text(why, before);
  program_out_text(why, what);
  return false;
}

/* False: they are wrong; `why` says how. */
static bool read_options(int argc, char **argv, options *out, program_out *why) {
  const char *columns = NULL, *preset = NULL, *config = NULL, *fail_on = NULL;
  const struct {
    const char *name, **value;
  } known[] = {{"--columns", &columns}, {"--preset", &preset}, {"--config", &config}, {"--fail-on", &fail_on}};
  enum { KNOWN = sizeof known / sizeof *known };
  lg_config_error error;
  *out = (options){.fail_on = LG_ALLOW};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    size_t at = 0;
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) {
      out->help = true;
      return true;
    }
    if (strcmp(name, "--sorted") == 0) out->sorted = true;
    /* it prints nothing but --ndjson: the words of `loopguard scan` do here too */
    if (strcmp(name, "--sorted") == 0 || strcmp(name, "--ndjson") == 0 || strcmp(name, "-") == 0) continue;
    while (at < KNOWN && !program_option(argc, argv, &i, known[at].name, known[at].value)) at++;
    if (at == KNOWN) return wrong(why, "unknown option ", name);
    if (*known[at].value == NULL || **known[at].value == '\0') return wrong(why, "a value must follow ", name);
  }
  if (columns == NULL)
    return wrong(why, "--columns is missing: which columns hold what, such as tool=name,run=trace_id", "");
  if (fail_on != NULL) out->fail_on = fail_on_named(fail_on);
  if (fail_on != NULL && out->fail_on == LG_ALLOW)
    return wrong(why, "--fail-on must be warn, hint or abort, got ", fail_on);
  if (preset != NULL && config != NULL) return wrong(why, "--preset and --config exclude each other", "");
  if (!scan_columns_read(columns, &out->columns, why)) {
    program_out_text(why, ", in --columns");
    return false;
  }
  if (program_config_read(preset, config, &out->config, &error)) return true;
  return wrong(why, error.message, "");
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

enum { CHUNK = 1 << 20, BROKEN = 2, FOUND = 1 };

static int stop(const char *why) {
  fprintf(stderr, "loopguard scan: %s\n", why);
  return BROKEN;
}

static void end(const char *why) { exit(stop(why)); }

/* Writes the lines that are there. `*out_stopped`: nobody reads on; gives the exit code then. */
static int write_out(scan *s, bool *out_stopped) {
  *out_stopped = !program_write(STDOUT_FILENO, s->out.data, s->out.len);
  s->out.len = 0;
  if (!*out_stopped || errno == EPIPE) return 0; /* one that has seen enough, such as `head`, is no error */
  return stop("stdout cannot be written");
}

/* What was read and not yet taken: the beginning of a line. Of one that is too long only the length is kept. */
typedef struct rest {
  program_out text;
  unsigned long long too_long;
} rest;

static void take_line(scan *s, rest *kept, const char *line, size_t len) {
  unsigned long long whole = kept->too_long + len;
  kept->too_long = 0;
  if (whole > SCAN_LINE_MAX)
    scan_long_line(s, whole);
  else
    scan_line(s, line, len);
}

/* Takes the lines that end in the last `len` bytes, and keeps what is behind them. */
static void take_lines(scan *s, rest *kept, size_t len) {
  char *line = kept->text.data, *end = line + kept->text.len, *at = end - len;
  for (char *newline; (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; line = at = newline + 1)
    take_line(s, kept, line, (size_t)(newline - line));
  kept->text.len = (size_t)(end - line);
  memmove(kept->text.data, line, kept->text.len);
  if (kept->too_long + kept->text.len <= SCAN_LINE_MAX) return;
  kept->too_long += kept->text.len;
  kept->text.len = 0;
}

static int read_rows(scan *s) {
  rest kept = {{0}, 0};
  program_out *text = &kept.text;
  int code = 0;
  bool stopped = false;
  while (!stopped) {
    program_out_reserve(text, CHUNK);
    ssize_t got = program_read(STDIN_FILENO, text->data + text->len, CHUNK);
    if (got < 0) code = stop("stdin cannot be read");
    if (got <= 0) break;
    text->len += (size_t)got;
    take_lines(s, &kept, (size_t)got);
    code = write_out(s, &stopped);
  }
  bool whole = code == 0 && !stopped;
  if (whole && (text->len > 0 || kept.too_long > 0)) take_line(s, &kept, text->data, text->len);
  if (whole) scan_end(s);
  if (whole) code = write_out(s, &stopped);
  return code;
}

static int run_scan(options *given) {
  static const uint8_t key[LG_KEY_SIZE] = {0}; /* fingerprints are the same in every process */
  lg_guard *guard;
  scan s;
  program_must(lg_guard_configure(NULL, key, given->config.data, given->config.len, &guard, NULL));
  scan_begin(&s, guard, &given->columns, given->sorted);
  int code = read_rows(&s);
  bool blind = given->fail_on != LG_ALLOW && (s.blind_runs > 0 || s.calls == 0);
  if (code == 0 && (s.faults.any || blind)) code = BROKEN;
  if (code == 0 && given->fail_on != LG_ALLOW && s.worst >= given->fail_on) code = FOUND;
  return code;
}

int scan_main(int argc, char **argv) {
  options given;
  program_out why = {0};
  program_on_end(end);
  signal(SIGPIPE, SIG_IGN);
  if (!read_options(argc, argv, &given, &why)) {
    program_out_bytes(&why, "", 1);
    return stop(why.data);
  }
  if (!given.help) return run_scan(&given);
  fputs(USAGE, stdout);
  return 0;
}
