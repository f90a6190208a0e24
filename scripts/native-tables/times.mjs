/** Units of time and their names: as results have them (spans_time.c), and as commands and arguments do (shell_wait.h). */
import { cString, header } from "./c-text.mjs";

/** From the smallest to the largest. `ms`: for commands, which know no smaller one. */
const UNITS = [
  { results: "ns nsec nanosecond nanoseconds" },
  { results: "us µs μs usec microsecond microseconds" },
  { results: "ms msec msecs millisecond milliseconds 毫秒 ミリ秒", ms: 1, commands: "ms millis milliseconds" },
  {
    results: "s sec secs second seconds sekunden sek secondes segundos secondi 秒",
    ms: 1000,
    commands: "s sec secs second seconds",
  },
  { results: "m min mins minute minutes minuten", ms: 60_000, commands: "m min mins minute minutes" },
  { results: "h hr hrs hour hours", ms: 3_600_000, commands: "h hour hours" },
  { ms: 86_400_000, commands: "d" },
];

const sizeOf = (name) => Buffer.byteLength(name);
/** Short names first, since most are. */
const names = UNITS.flatMap(({ results = "" }, rank) =>
  results === "" ? [] : results.split(" ").map((name) => ({ name, rank })),
).sort((a, b) => a.name.length - b.name.length);
const commands = UNITS.filter(({ commands }) => commands !== undefined);

export const times = header(
  "LG_TIMES_GEN_H",
  "times.mjs",
  `enum { LG_UNITS_OF_TIME = ${commands.length}, LG_UNIT_NAME = ${Math.max(...names.map(({ name }) => sizeOf(name)))} };
/* As in commands. */
#define LG_TIMES_OF_COMMANDS \\
${commands.map(({ commands, ms }) => `  {${cString(commands)}, ${ms}}`).join(", \\\n")}
/* As in results: a name, its bytes, and how large the unit is among them. */
#define LG_TIMES_OF_RESULTS \\
${names.map(({ name, rank }) => `  {${cString(name)}, ${sizeOf(name)}, ${rank}}`).join(", \\\n")}
`,
);
