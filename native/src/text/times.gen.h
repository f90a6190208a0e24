/* Made by scripts/build-native-tables.mjs from times.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_TIMES_GEN_H
#define LG_TIMES_GEN_H

enum { LG_UNITS_OF_TIME = 5, LG_UNIT_NAME = 12 };
/* As in commands. */
#define LG_TIMES_OF_COMMANDS \
  {"ms millis milliseconds", 1}, \
  {"s sec secs second seconds", 1000}, \
  {"m min mins minute minutes", 60000}, \
  {"h hour hours", 3600000}, \
  {"d", 86400000}
/* As in results: a name, its bytes, and how large the unit is among them. */
#define LG_TIMES_OF_RESULTS \
  {"s", 1, 3}, \
  {"\347\247\222", 3, 3}, \
  {"m", 1, 4}, \
  {"h", 1, 5}, \
  {"ns", 2, 0}, \
  {"us", 2, 1}, \
  {"\302\265s", 3, 1}, \
  {"\316\274s", 3, 1}, \
  {"ms", 2, 2}, \
  {"\346\257\253\347\247\222", 6, 2}, \
  {"hr", 2, 5}, \
  {"\343\203\237\343\203\252\347\247\222", 9, 2}, \
  {"sec", 3, 3}, \
  {"sek", 3, 3}, \
  {"min", 3, 4}, \
  {"hrs", 3, 5}, \
  {"nsec", 4, 0}, \
  {"usec", 4, 1}, \
  {"msec", 4, 2}, \
  {"secs", 4, 3}, \
  {"mins", 4, 4}, \
  {"hour", 4, 5}, \
  {"msecs", 5, 2}, \
  {"hours", 5, 5}, \
  {"second", 6, 3}, \
  {"minute", 6, 4}, \
  {"seconds", 7, 3}, \
  {"secondi", 7, 3}, \
  {"minutes", 7, 4}, \
  {"minuten", 7, 4}, \
  {"sekunden", 8, 3}, \
  {"secondes", 8, 3}, \
  {"segundos", 8, 3}, \
  {"nanosecond", 10, 0}, \
  {"nanoseconds", 11, 0}, \
  {"microsecond", 11, 1}, \
  {"millisecond", 11, 2}, \
  {"microseconds", 12, 1}, \
  {"milliseconds", 12, 2}

#endif
