/** Similar queries, as the `similarQuery` detector sees them: normalisation, destructive words, the ratio. */
import { checkKeys, number, texts } from "../base/check-option.ts";
import { core } from "../core/backend.ts";

/** Arguments that hold a query, in order: the first that is a string is taken. */
export const QUERY_KEYS: readonly string[] = ["query", "search_query", "q", "text", "question", "prompt"];

/** Words that destroy: two queries whose sets of them differ are never similar. */
export const DANGEROUS_TOKENS: readonly string[] = [
  "delete",
  "deactivate",
  "remove",
  "drop",
  "disable",
  "destroy",
  "revoke",
  "cancel",
  "reset",
  "archive",
  "wipe",
  "purge",
  "terminate",
  "uninstall",
];

const DANGEROUS_WORDS: ReadonlySet<string> = new Set(DANGEROUS_TOKENS);

/* White space as Python's str.split() and \s see it: JavaScript's \s has U+FEFF too, and not U+001C to U+001F, U+0085. */
const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const NEITHER_WORD_NOR_SPACE = new RegExp(`[^\\p{L}\\p{N}_${SPACE}]`, "gu");
const SPACES = new RegExp(`[${SPACE}]+`, "u");

/**
 * Lower case, only letters, digits, `_` and single spaces: what Python makes of it with `str.lower()`,
 * `re.sub(r"[^\w\s]", "", text)` and `str.split()`. Marks are dropped. The two agree on every character that both know;
 * each knows those of its own Unicode version.
 *
 * @example
 * normalizeQuery("What's  NEW in Node-22?"); // "whats new in node22"
 */
export function normalizeQuery(text: string): string {
  return words(text).join(" ");
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(NEITHER_WORD_NOR_SPACE, "")
    .split(SPACES)
    .filter((word) => word !== "");
}

/** Given words are normalised as queries are: "Delete!" means "delete". */
function dangerousWords(tokens: readonly string[]): ReadonlySet<string> {
  return tokens === DANGEROUS_TOKENS ? DANGEROUS_WORDS : new Set(tokens.flatMap(words));
}

/** What two queries are compared by: `"<sorted destructive words>\n<normalised query>"`; undefined for an empty one. */
export function queryKey(text: string, dangerousTokens: readonly string[] = DANGEROUS_TOKENS): string | undefined {
  const found = words(text);
  if (found.length === 0) return undefined;
  const destructive = dangerousWords(dangerousTokens);
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
 * Ratcliff and Obershelp's ratio from 0 to 1, exactly as Python's `difflib.SequenceMatcher(None, a, b).ratio()`, over
 * code points; a text is compared by its first 4,096.
 *
 * @example
 * similarity("fix bug", "fix the bug"); // 0.7777777777777778
 */
export function similarity(a: string, b: string): number {
  return core.similarity(a, b);
}

/**
 * Whether two queries ask for the same. Empty is never similar; other destructive words are never similar; equal is;
 * else the ratio of the normalised texts is at least `threshold`.
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
