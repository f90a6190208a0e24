/* Made by scripts/build-native-tables.mjs from lib/traces/columns.ts. Not to be edited. */
/* clang-format off */
#ifndef SCAN_FIELDS_GEN_H
#define SCAN_FIELDS_GEN_H

typedef enum scan_field {
  SCAN_TOOL,
  SCAN_RUN,
  SCAN_ARGUMENTS,
  SCAN_RESULT,
  SCAN_ERROR,
  SCAN_TIME,
  SCAN_END,
  SCAN_ROUND,
  SCAN_TURN,
  SCAN_TOKENS,
  SCAN_ID,
  SCAN_FIELDS /* how many there are */
} scan_field;

#define SCAN_FIELD_LIST "tool", "run", "arguments", "result", "error", "time", "end", "round", "turn", "tokens", "id"
#define SCAN_FIELD_NAMES "tool, run, arguments, result, error, time, end, round, turn, tokens, id"

#endif
