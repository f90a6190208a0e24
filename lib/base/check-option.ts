/** Checks of option values. Each throws `ERR_LOOPGUARD_OPTION` with the option's path, the value and what is allowed. */
import { optionError } from "./errors.ts";
import { isGiven, isPlainObject, isThenable, property } from "./property.ts";

type Kind = "integer" | "number" | "cap" | "units" | "amount" | "flag" | "choice" | "texts" | "caps";

/** Checks one value, and says what it asks for: the tables of options in C are made from that (options.mjs). */
export type Check = ((value: unknown, path: string) => void) & {
  readonly asks?: { readonly kind: Kind; readonly min: number; readonly max: number };
};
export type Checks = Readonly<Record<string, Check>>;

export function asking(kind: Kind, min: number, max: number, check: Check): Check {
  return Object.assign(check, { asks: { kind, min, max } });
}

/** A check that throws unless the value `fits`, and says what is `allowed`. */
export function fitting(fits: (value: unknown) => boolean, allowed: string): Check {
  return (value, path) => {
    if (!fits(value)) throw optionError("type", path, value, allowed);
  };
}

export function member(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

export function checkObject(
  value: unknown,
  path: string,
  what = "an object",
): asserts value is Record<string, unknown> {
  if (!isPlainObject(value)) throw optionError("type", path, value, what);
}

/** Settings that are copied, those of a class too. A copy of an agent would have no methods. */
export function checkSettings(value: unknown, path: string, what: string): void {
  const isAgent = ["generate", "generateText"].some((name) => typeof property(value, name) === "function");
  const isCopied = typeof value === "object" && value !== null && !Array.isArray(value) && !isThenable(value);
  if (isAgent || !isCopied) throw optionError("type", path, value, what);
}

/** Throws for a key that is not in `names`, and suggests the nearest one: "did you mean "ladder"?". */
export function checkKeys(value: Record<string, unknown>, path: string, names: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (names.includes(key)) continue;
    const near = nearest(key, names);
    const hint = near === undefined ? `there are: ${names.join(", ")}` : `did you mean "${near}"?`;
    throw optionError("type", member(path, key), value[key], `a known option (${hint})`);
  }
}

/** Runs the checks of those members that are there. */
export function checkEach(value: Record<string, unknown>, path: string, checks: Checks): void {
  for (const [name, check] of Object.entries(checks))
    if (value[name] !== undefined) check(value[name], member(path, name));
}

/** Checks the members of an object: no unknown ones, and each that is given by its own check. */
export function checkMembers(value: Record<string, unknown>, path: string, checks: Checks): void {
  checkKeys(value, path, Object.keys(checks));
  for (const [name, check] of Object.entries(checks)) if (isGiven(value[name])) check(value[name], member(path, name));
}

export function integer(min: number, max: number): Check {
  return within("integer", min, max);
}

export function number(min: number, max: number): Check {
  return within("number", min, max);
}

function within(kind: "integer" | "number", min: number, max: number): Check {
  return asking(kind, min, max, (value, path) => {
    const isNumber = typeof value === "number";
    if (isNumber && value >= min && value <= max && (kind === "number" || Number.isInteger(value))) return;
    const what = kind === "integer" ? "an integer" : "a number";
    // Only here: the first `toLocaleString` of a process takes milliseconds.
    const range = `${what} from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`;
    throw optionError(isNumber ? "range" : "type", path, value, range);
  });
}

/** The largest finite limit. */
export const LIMIT_MAX = 1_000_000_000;

/** A value within these bounds, or `Infinity`: no limit. */
export function unlessInfinite(kind: "cap" | "units" | "amount", min: number, max: number): Check {
  const check = (kind === "amount" ? number : integer)(min, max);
  return asking(kind, min, max, (value, path) => {
    if (value !== Infinity) check(value, path);
  });
}

/** A limit on how often something may happen: an integer from `min` to 1,000,000,000, or `Infinity`. */
export function limitValue(min: number): Check {
  return unlessInfinite("cap", min, LIMIT_MAX);
}

export const bool: Check = asking("flag", 0, 1, (value, path) => {
  if (typeof value !== "boolean") throw optionError("type", path, value, "true or false");
});

export function choice(names: readonly string[]): Check {
  const check = fitting((value) => names.includes(value as string), `one of ${names.join(", ")}`);
  return asking("choice", 0, names.length - 1, check);
}

export const func: Check = fitting((value) => typeof value === "function", "a function");

export const text: Check = fitting((value) => typeof value === "string" && value !== "", "a non-empty string");

/** An array of non-empty strings, with at least `min` of them. */
export function texts(min: number): Check {
  const allowed = min === 0 ? "an array of non-empty strings" : "a non-empty array of non-empty strings";
  return asking("texts", min, Infinity, (value, path) => {
    if (!Array.isArray(value) || value.length < min) throw optionError("type", path, value, allowed);
    value.forEach((item, index) => {
      text(item, `${path}[${index}]`);
    });
  });
}

/** The name that `key` is most likely a misspelling of; `undefined` when none is close. */
function nearest(key: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  // At most half of a short word.
  let bestDistance = Math.floor(Math.min(Math.max(2, key.length / 3), (key.length - 1) / 2)) + 1;
  for (const name of names) {
    const distance = editDistance(key.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Levenshtein distance; only the first 40 characters of each text count. */
function editDistance(a: string, b: string): number {
  const from = a.slice(0, 40);
  const to = b.slice(0, 40);
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
