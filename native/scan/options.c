#include "options.h"

#include <string.h>

#include "files.h"
#include "scan_text.h"

const char SCAN_USAGE[] =
    "Usage: loopguard-scan --columns <map> [options] < rows.jsonl\n"
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

static bool wrong(program_out *why, const char *before, const char *what) {
  program_out_text(why, before);
  program_out_text(why, what);
  return false;
}

/* Reads `--name value` or `--name=value` and moves `*at` to the value. `*out` is NULL if there is none. */
static bool is_option(int argc, char **argv, int *at, const char *name, const char **out) {
  size_t len = strlen(name);
  const char *argument = argv[*at];
  if (strncmp(argument, name, len) != 0 || (argument[len] != '=' && argument[len] != '\0')) return false;
  *out = argument[len] == '=' ? argument + len + 1 : *at + 1 < argc ? argv[++*at] : NULL;
  return true;
}

bool scan_options_read(int argc, char **argv, scan_options *out, program_out *why) {
  const char *columns = NULL, *preset = NULL, *config = NULL, *fail_on = NULL;
  lg_config_error error;
  *out = (scan_options){.fail_on = LG_ALLOW};
  for (int i = 1; i < argc; i++) {
    static const char none[] = "";
    const char *value = none, *name = argv[i];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) {
      out->help = true;
      return true;
    }
    if (strcmp(name, "--sorted") == 0)
      out->sorted = true;
    else if (strcmp(name, "--ndjson") == 0)
      continue; /* it prints nothing else: the words of `loopguard scan` do here too */
    else if (is_option(argc, argv, &i, "--columns", &value))
      columns = value;
    else if (is_option(argc, argv, &i, "--preset", &value))
      preset = value;
    else if (is_option(argc, argv, &i, "--config", &value))
      config = value;
    else if (is_option(argc, argv, &i, "--fail-on", &value))
      fail_on = value;
    else
      return wrong(why, "unknown option ", name);
    if (value == NULL || (*value == '\0' && value != none)) return wrong(why, "a value must follow ", name);
  }
  if (columns == NULL)
    return wrong(why, "--columns is missing: which columns hold what, such as tool=name,run=trace_id", "");
  if (fail_on != NULL && !scan_fail_on(fail_on, &out->fail_on))
    return wrong(why, "--fail-on must be warn, hint or abort, got ", fail_on);
  if (preset != NULL && config != NULL) return wrong(why, "--preset and --config exclude each other", "");
  if (!scan_columns_read(columns, &out->columns, why)) {
    if (why->len > 0) program_out_text(why, ", in --columns");
    return false;
  }
  if (program_config_read(preset, config, &out->config, &error)) return true;
  return wrong(why, error.message, "");
}

void scan_options_free(scan_options *options) {
  scan_columns_free(&options->columns);
  program_out_free(&options->config);
}
