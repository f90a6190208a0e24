/** Functions that C code must not call, and why. Vendored code is exempt: its VENDOR.md says what it may call. */
import { codeOnly, conclude, filesIn, lineOf, read } from "./findings.mjs";

const BANNED = {
  "no bound on what they write": ["sprintf", "vsprintf", "strcpy", "strcat", "gets", "scanf", "sscanf", "alloca"],
  "hidden state, or errors that go unseen": ["strtok", "atoi", "atol", "atof", "rand", "srand", "strerror"],
  "depends on the locale": [
    "setlocale",
    "localeconv",
    "strcoll",
    "toupper",
    "tolower",
    "isalpha",
    "isdigit",
    "isspace",
  ],
};
/** The programs may call these. */
const NOT_IN_THE_CORE = {
  "the core does not print, exit, or look around": [
    ...["printf", "fprintf", "puts", "fputs", "putchar", "perror", "abort", "exit", "assert"],
    ...["getenv", "system", "time", "clock", "gettimeofday", "fopen"],
  ],
};
/** Memory comes from the handle's allocator: these only where the default one is made. */
const ALLOCATION = ["malloc", "calloc", "realloc", "free", "strdup"];
const MAY_ALLOCATE = (path) => path === "native/src/memory/memory.c" || !/^native\/(src|door)\//.test(path);

/** Each is a program of its own, or what they share. */
const PROGRAMS = ["native/programs", "native/hook", "native/scan"];

const findings = [];
for (const path of [
  ...filesIn("native/include", ".h"),
  ...filesIn("native/src", ".c", ".h"),
  ...filesIn("native/door", ".c", ".h"),
  ...filesIn("native/addon", ".c", ".h"),
  ...filesIn("native/wasm", ".c"),
  ...PROGRAMS.flatMap((folder) => filesIn(folder, ".c", ".h")),
]) {
  const code = codeOnly(read(path));
  const look = (names, why) => {
    // Not preceded by a member access (`allocator->malloc(`) or by part of a longer name, and not a function pointer's type.
    const calls = new RegExp(`(?<![\\w.]|->)(${names.join("|")})\\s*\\(`, "g");
    for (const match of code.matchAll(calls))
      findings.push(`${path}:${lineOf(code, match.index)}: ${match[1]}: ${why}`);
  };
  const banned = PROGRAMS.some((folder) => path.startsWith(`${folder}/`)) ? BANNED : { ...BANNED, ...NOT_IN_THE_CORE };
  for (const [why, names] of Object.entries(banned)) look(names, why);
  if (!MAY_ALLOCATE(path)) look(ALLOCATION, "memory comes from the handle's allocator (memory.h)");
}
conclude("banned functions", findings);
