/** Compares queries for the detector `similarQuery`: normalisation, destructive words, similarity ratio. */
import { checkKeys, number, texts } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { core } from "./backend.ts";

/** Names of arguments that may hold a query, in order of preference: the first that is a string is used. */
export const QUERY_KEYS: readonly string[] = ["query", "search_query", "q", "text", "question", "prompt"];

/** Destructive words: queries that contain different sets of them ("delete user", "show user") are never similar. */
export const DANGEROUS_TOKENS: readonly string[] =
  "delete deactivate remove drop disable destroy revoke cancel reset archive wipe purge terminate uninstall".split(" ");

const DANGEROUS_WORDS: ReadonlySet<string> = new Set(DANGEROUS_TOKENS);

/* White space of Python's str.split() and \s: JavaScript's \s also has U+FEFF, but lacks U+001C to U+001F and U+0085. */
const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const NEITHER_WORD_NOR_SPACE = new RegExp(`[^\\p{L}\\p{N}_${SPACE}]`, "gu");
const SPACES = new RegExp(`[${SPACE}]+`, "u");

/**
 * A query in lower case, with only letters, digits, `_` and single spaces, as Python makes it with `str.lower()`,
 * `re.sub(r"[^\w\s]", "", text)` and `str.split()`. Combining marks are dropped. Results may differ from Python's only
 * for characters that one of the two Unicode versions does not have.
 *
 * @example
 * normalizeQuery("What's  NEW in Node-22?"); // "whats new in node22"
 */
export function normalizeQuery(text: string): string {
  return words(text).join(" ");
}

function checkText(value: unknown, path: string): void {
  if (typeof value !== "string") throw optionError("type", path, value, "a string");
}

function words(text: string): string[] {
  checkText(text, "text");
  return text
    .toLowerCase()
    .replace(NEITHER_WORD_NOR_SPACE, "")
    .split(SPACES)
    .filter((word) => word !== "");
}

/** What queries are compared by: `"<sorted destructive words>\n<normalised query>"`; `undefined` for an empty query. */
export function queryKey(text: string, dangerousTokens: readonly string[] = DANGEROUS_TOKENS): string | undefined {
  const found = words(text);
  if (found.length === 0) return undefined;
  // Normalised as queries are: "Delete!" becomes "delete".
  const destructive = dangerousTokens === DANGEROUS_TOKENS ? DANGEROUS_WORDS : new Set(dangerousTokens.flatMap(words));
  const dangerous = found.filter((word) => destructive.has(word));
  return `${[...new Set(dangerous)].sort().join(" ")}\n${found.join(" ")}`;
}

/** The first of `keys` that is a string in `args`. */
export function extractQuery(args: unknown, keys: readonly string[] = QUERY_KEYS): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  for (const key of keys) {
    const value = (args as Record<string, unknown>)[key];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/**
 * The Ratcliff-Obershelp ratio of two texts, from 0 (nothing in common) to 1 (equal), exactly as Python's
 * `difflib.SequenceMatcher(None, a, b).ratio()`. Works on code points; only the first 4,096 of each text are compared.
 *
 * @example
 * similarity("fix bug", "fix the bug"); // 0.7777777777777778
 */
export function similarity(a: string, b: string): number {
  checkText(a, "a");
  checkText(b, "b");
  return core.similarity(a, b);
}

/**
 * Whether two queries ask for the same. False when one is empty, or when they contain different destructive words; else
 * true when the `similarity` of the normalised queries is at least `threshold` (0 to 1, default 0.75). Throws
 * `ERR_LOOPGUARD_OPTION` for options that are out of range.
 *
 * @example
 * queriesAreSimilar("fix bug", "fix the bug"); // true
 * queriesAreSimilar("delete user", "deactivate user"); // false
 */
export function queriesAreSimilar(
  a: string,
  b: string,
  options: { threshold?: number; dangerousTokens?: readonly string[] } = {},
): boolean {
  checkKeys(options, "", ["threshold", "dangerousTokens"]);
  const { threshold = 0.75, dangerousTokens = DANGEROUS_TOKENS } = options;
  number(0, 1)(threshold, "threshold");
  texts(0)(dangerousTokens, "dangerousTokens");
  const keyA = queryKey(a, dangerousTokens);
  const keyB = queryKey(b, dangerousTokens);
  if (keyA === undefined || keyB === undefined) return false;
  if (keyA === keyB) return true;
  const [dangerA, bodyA] = keyA.split("\n") as [string, string];
  const [dangerB, bodyB] = keyB.split("\n") as [string, string];
  if (dangerA !== dangerB) return false;
  return similarity(bodyA, bodyB) >= threshold;
}
