/**
 * Tool arguments as agents send them, built anew for every call: a few keys, one of them nested, and for the larger sizes
 * a text like a source file, with its line breaks and quotes. The text is cut out of a longer one at a place that depends
 * on the call, so no two calls share it, and building it costs next to nothing beside writing it as JSON.
 */
const WORDS =
  "const value return await if (ready) parse(text) error.message result: true, index + 1 // see below".split(" ");
const STRINGS = ['"utf-8"', '"node:fs"', "'key'", '"\\n"', "`${name}`"];
const LARGEST = 1 << 16;
/** Different starts of the text. */
const STARTS = 1 << 12;

/** The next of a fixed sequence of numbers from 0 to `bound` - 1: every run of a bench sees the same input. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A text like source code of at least `length` characters. */
export function sourceText(length, seed = 1) {
  const next = randomNumbers(seed);
  const parts = [];
  for (let size = 0; size < length; ) {
    const words = Array.from({ length: 3 + next(8) }, () =>
      next(12) === 0 ? STRINGS[next(5)] : WORDS[next(WORDS.length)],
    );
    const line = `${"  ".repeat(next(4))}${words.join(" ")}\n`;
    parts.push(line);
    size += line.length;
  }
  return parts.join("");
}

const TEXT = sourceText(LARGEST + STARTS + 1000);

/** `(i) => arguments` whose JSON text has about `size` characters; equal `i`, equal arguments. */
export function argumentsOf(size, text = TEXT) {
  if (size < 1000) return (i) => smallArguments(i, text);
  // Line breaks and quotes become two characters each.
  const sample = text.slice(0, Math.min(size, LARGEST));
  const length = Math.round(((size - 170) * sample.length) / (JSON.stringify(sample).length - 2));
  return (i) => {
    const start = i % STARTS;
    return {
      path: `src/parser/rules-${i}.ts`,
      content: text.slice(start, start + length),
      options: { encoding: "utf-8", overwrite: true, mode: 420 },
      ranges: [
        { start: i, end: i + 40 },
        { start: i + 90, end: i + 120 },
      ],
    };
  };
}

function smallArguments(i, text) {
  const start = i % STARTS;
  return {
    query: text.slice(start, start + 40),
    path: `src/parser/rules-${i}.ts`,
    filters: { recursive: true, types: ["ts", "md"], maxResults: 50 },
    offset: i,
    reason: "find where it is defined",
  };
}

/** The same in a script beyond Latin-1, where a string has two bytes a character. */
export const WIDE_TEXT = TEXT.replaceAll("value", "значение").replaceAll("error", "エラー").replaceAll("index", "指数");

/** Of every ten calls one repeats an earlier one. */
export function callNumber(i) {
  return i % 10 === 9 ? i - 5 : i;
}

const RESULTS = sourceText(3 * STARTS, 3);

/** A result of 1 KB, a new string each time; neighbours have nothing in common but their words. */
export function resultOf(i) {
  const start = (i * 97) % (2 * STARTS);
  return RESULTS.slice(start, start + 1024);
}

/** A log as servers write them: each line begins with a time, and half of it is ids, durations and addresses. */
export function logText(length, seed = 1) {
  const next = randomNumbers(seed);
  const hex = (digits) => Array.from({ length: digits }, () => next(16).toString(16)).join("");
  const parts = [];
  for (let size = 0, time = 1.7e12; size < length; time += next(5000)) {
    const id = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    const words = Array.from({ length: 2 + next(4) }, () => WORDS[next(WORDS.length)]);
    const line = `${new Date(time).toISOString()} [pid ${next(30_000)}] request=${id} ${words.join(" ")} took ${next(900)} ms at 0x${hex(8)}\n`;
    parts.push(line);
    size += line.length;
  }
  return parts.join("");
}

/** `(i) => text` of `length` characters, cut out of `text` at another place each time, and a new string each time. */
export function cutsOf(text, length) {
  const starts = text.length - length;
  return (i) => text.slice((i * 97) % starts, ((i * 97) % starts) + length);
}
