/**
 * How much the arguments of two calls differ, and whether their results say the same, on the things themselves: what
 * native/src/state/near.h does with digests. Slow and obvious; only for tests. Exact up to 32 features and 7 leaves.
 */

/** An argument that is no object: its path, its values and their words. The items of an array are one leaf. */
export interface Leaf {
  readonly values: string[];
  readonly words: string[];
}

export interface Sketch {
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly features: ReadonlySet<string>;
}

const LEAVES_MAX = 2;
const ECHOES_MAX = 3;
const LETTERS = /[a-z_\u0080-\u1fff]+|[0-9]+|[\u3000-\uffff]/g;

/** Lower case; from U+3000 on each character is a word. */
export function wordsOf(text: string): string[] {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).match(LETTERS) ?? [];
}

/** `undefined`: no arguments. `raw`: a text that is not JSON. */
export function sketchOf(args: { value: unknown } | { raw: string } | undefined): Sketch {
  const leaves = new Map<string, Leaf>();
  const add = (path: string, value: string, words: string[]) => {
    const leaf = leaves.get(path) ?? { values: [], words: [] };
    leaf.values.push(value);
    leaf.values.sort();
    leaf.words.push(...words);
    leaves.set(path, leaf);
  };
  const walk = (path: string, value: unknown): void => {
    const items = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const own = typeof value === "string" ? wordsOf(value) : typeof value === "number" ? wordsOf(`${value}`) : [];
    if (items.length === 0) add(path, JSON.stringify(value), own);
    for (const [key, item] of items) walk(Array.isArray(value) ? path : `${path}/${key}`, item);
  };
  if (args !== undefined) "raw" in args ? add("", args.raw, wordsOf(args.raw)) : walk("", args.value);
  const features = [...leaves].flatMap(([path, { words }]) => [
    path,
    ...words.map((word) => `${path} ${/^[0-9]/.test(word) ? "#" : word}`),
  ]);
  return { leaves, features: new Set(features) };
}

/** The paths of the leaves in which they differ, if they are nearly the same. */
export function difference(a: Sketch, b: Sketch): string[] | undefined {
  const paths = [...new Set([...a.leaves.keys(), ...b.leaves.keys()])];
  const differing = paths.filter((path) => `${a.leaves.get(path)?.values}` !== `${b.leaves.get(path)?.values}`);
  const all = new Set([...a.features, ...b.features]);
  const common = [...a.features].filter((feature) => b.features.has(feature));
  return differing.length <= LEAVES_MAX && common.length * 5 >= all.size * 3 ? differing : undefined;
}

/** How often each word is in `a` more than in `b`. */
function minus(a: readonly string[], b: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) - 1);
  return counts;
}

/** Whether two results differ only in words that each echoes of its own arguments, up to three times. */
export function isEchoed(
  [a, saidA]: readonly [Sketch, readonly string[]],
  [b, saidB]: readonly [Sketch, readonly string[]],
  differing: readonly string[],
): boolean {
  if (saidA.length === 0 || saidB.length === 0 || differing.length === 0) return false;
  const said = minus(saidA, saidB);
  const leaves = differing.map((path) => minus(a.leaves.get(path)?.words ?? [], b.leaves.get(path)?.words ?? []));
  const words = new Set([...said.keys(), ...leaves.flatMap((leaf) => [...leaf.keys()])]);
  const explains = (times: readonly number[]) =>
    [...words].every(
      (word) =>
        leaves.reduce((sum, leaf, i) => sum + (leaf.get(word) ?? 0) * (times[i] as number), 0) ===
        (said.get(word) ?? 0),
    );
  const echoes = Array.from({ length: ECHOES_MAX + 1 }, (_, times) => times);
  const choices = differing.length === 1 ? echoes.map((i) => [i]) : echoes.flatMap((i) => echoes.map((j) => [i, j]));
  return choices.some((times) => times.some((it) => it > 0) && explains(times));
}
