/**
 * Texts that repeat because somebody asked for them, which a guard must not cut: 60 of each of twelve kinds, all made
 * here. They are warned of at most, unless they are so long that they look like a chant.
 */

/** Numbers from 0 up to `below`, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Next = (below: number) => number;

const WORDS =
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat".split(
    " ",
  );
const NOUNS = "river stone morning garden window harbour letter shadow candle meadow winter lantern".split(" ");
const NAMES = "card button header footer nav list item title badge panel row cell grid modal input".split(" ");
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const times = (count: number, make: (i: number) => string, between = ""): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);
const pick = (next: Next, list: readonly string[]): string => list[next(list.length)] ?? "";

/** Each makes one text; `i` is from 0 to 59. */
export const ASKED: Readonly<Record<string, (next: Next, i: number) => string>> = {
  "a zero matrix": (next, i) => {
    const rows = 4 + (i % 30);
    const columns = 4 + next(30);
    return `[${times(rows, () => `[${times(columns, () => "0", ", ")}]`, ",\n ")}]`;
  },
  "the lines 1 to n": (next, i) =>
    times(20 + 8 * i, (n) => `${["", "Line ", "Item number "][next(1) + (i % 3)]}${n + 1}\n`),
  "an empty table": (_, i) => `| name | date | amount |\n|---|---|---|\n${times(5 + 2 * i, () => "|  |  |  |\n")}`,
  "test cases": (next, i) =>
    times(
      4 + i,
      (n) =>
        `  it("adds ${n} and ${next(100)}", () => {\n    expect(add(${n}, ${next(100)})).toBe(${next(200)});\n  });\n\n`,
    ),
  CSS: (next, i) =>
    times(
      6 + i,
      () =>
        `.${pick(next, NAMES)}-${pick(next, NAMES)} {\n  margin: 0 auto;\n  padding: ${next(20)}px;\n  color: #${next(4096).toString(16).padStart(3, "0")};\n}\n\n`,
    ),
  "bottles of beer": (_, i) =>
    times(
      5 + Math.floor(i * 1.6),
      (n) =>
        `${99 - n} bottles of beer on the wall, ${99 - n} bottles of beer.\nTake one down and pass it around, ${98 - n} bottles of beer on the wall.\n\n`,
    ),
  "a poem with a refrain": (next, i) => {
    const refrain = `And the ${pick(next, NOUNS)} sang to the ${pick(next, NOUNS)},\n  over and over, all night long.\nOh, the ${pick(next, NOUNS)} sang to the ${pick(next, NOUNS)},\n  over and over, all night long.\n\n`;
    const line = () =>
      `The ${pick(next, NOUNS)} ${pick(next, WORDS)} where ${pick(next, WORDS)} ${pick(next, NOUNS)}s lie\n`;
    return times(3 + (i % 12), () => `${line()}${line()}${line()}${line()}\n${refrain}`);
  },
  base64: (next, i) =>
    times(500 + 100 * i, (n) => (n % 77 === 76 ? "\n" : next(8) < i % 8 ? "A" : BASE64[next(64)]) as string),
  "minified code": (next, i) =>
    times(
      20 + 5 * i,
      () =>
        `function ${pick(next, WORDS)[0]}${next(99)}(e,t){return e?t(e,${next(9)}):null}var ${pick(next, NAMES)[0]}=${next(99)};`,
    ),
  "an SVG path": (next, i) => `<path d="M0 0${times(30 + 10 * i, () => `L${next(100)} ${next(100)}`)}Z"/>`,
  "lorem ipsum": (next, i) =>
    times(2 + (i % 20), () => `${times(30 + next(40), () => pick(next, WORDS), " ")}.`, i % 2 ? "\n\n" : " "),
  "the same line so many times": (next, i) =>
    times(
      10 + i,
      (n) =>
        `${i % 2 ? `${n + 1}. ` : ""}I will not ${pick(numbers(i), WORDS)} the ${pick(numbers(i + 1), NOUNS)} in class.\n${next(0) || ""}`,
    ),
};

export interface AskedText {
  readonly kind: string;
  readonly text: string;
}

/** All 720. */
export function askedTexts(): AskedText[] {
  const next = numbers(31);
  return Object.entries(ASKED).flatMap(([kind, make]) =>
    Array.from({ length: 60 }, (_, i) => ({ kind, text: make(next, i) })),
  );
}
