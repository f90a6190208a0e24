/** JSON as nobody writes it: white space, escapes, numbers in other forms, keys that come twice. */

/** The next of a fixed sequence of numbers from 0 to `bound` - 1. */
export function randomNumbers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const SPACE = ["", "", "", "", " ", "\t", "\n", "\r\n  "];
const SHORT: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};
/** Decimals that no double has, of which the nearest counts; and what is too small for one. */
const ODD_NUMBERS = ["0.1000000000000000055511151231257827", "1e-400", "-1E-0400", "4503599627370497.5", "-0.0e99"];

/**
 * A text of `value`, with whatever else may stand in one. What `JSON.parse` makes of it is what the text means: no number
 * in it loses digits there.
 */
export function oddText(value: unknown, next: (bound: number) => number): string {
  const space = (): string => SPACE[next(SPACE.length)] as string;
  const write = (v: unknown): string => {
    if (typeof v === "string") return oddString(v, next);
    if (typeof v === "number")
      return next(20) === 0 ? (ODD_NUMBERS[next(ODD_NUMBERS.length)] as string) : oddNumber(v, next);
    if (Array.isArray(v)) return `[${v.map((item) => space() + write(item) + space()).join(",") || space()}]`;
    if (typeof v !== "object" || v === null) return JSON.stringify(v);
    const members = Object.entries(v);
    for (let twice = next(4); twice > 2 && members.length > 0; twice--) {
      const [key] = members[next(members.length)] as [string, unknown];
      members.splice(next(members.length + 1), 0, [key, members.length]);
    }
    const texts = members.map(
      ([key, member]) => `${space() + oddString(key, next) + space()}:${space()}${write(member)}`,
    );
    return `{${texts.map((text) => text + space()).join(",") || space()}}`;
  };
  return space() + write(value) + space();
}

function oddString(text: string, next: (bound: number) => number): string {
  let written = '"';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const way = next(4);
    const short = SHORT[unit];
    if (way === 0) written += `\\u${hex(unit, next(2) === 0)}`;
    else if (short !== undefined && (unit !== "/" || way === 1)) written += short;
    else if (unit < " ") written += `\\u${hex(unit, true)}`;
    else written += unit;
  }
  return `${written}"`;
}

function hex(unit: string, upper: boolean): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
  return upper ? digits.toUpperCase() : digits;
}

/** The same decimal value. */
function oddNumber(value: number, next: (bound: number) => number): string {
  const plain = JSON.stringify(value);
  const [mantissa, exponent] = plain.split("e") as [string, string | undefined];
  const zeros = "0".repeat(next(4));
  const longer = mantissa.includes(".") ? mantissa + zeros : zeros === "" ? mantissa : `${mantissa}.${zeros}`;
  switch (next(4)) {
    case 0:
      return plain;
    case 1:
      return exponent === undefined ? longer : `${longer}E${exponent}`;
    case 2:
      return `${longer}e${next(2) === 0 && !exponent?.startsWith("-") ? "+" : ""}${Number(exponent ?? 0)}`;
    default:
      // One digit moves behind the point of another power of ten.
      return mantissa.includes(".") || value === 0 ? plain : `${mantissa}0e${Number(exponent ?? 0) - 1}`;
  }
}
