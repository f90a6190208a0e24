/** Globs: `*` matches any number of characters, `?` matches one. */

export function isGlob(name: string): boolean {
  return name.includes("*") || name.includes("?");
}

/**
 * Whether `pattern` matches the whole of `name`. Only the last `*` is ever retried, so the cost is at most the product
 * of the two lengths, for any pattern.
 */
export function globMatches(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** Names and globs of tools, of which the one for a name is found without looking at every other name. */
export class ToolNames {
  readonly #names: ReadonlySet<string>;
  readonly #globs: readonly string[];

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#globs = [...this.#names].filter(isGlob);
  }

  /** The entry that equals `name`, else the first glob that matches it. */
  find(name: string): string | undefined {
    return this.#names.has(name) ? name : this.#globs.find((glob) => globMatches(glob, name));
  }
}
