/** RFC 8785 and identities, slow and obvious. For values that came from JSON; only for tests. */

/** RFC 8785 text of a value: keys sorted by UTF-16 code unit at every depth. */
export function canonicalOracle(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalOracle).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalOracle((value as Record<string, unknown>)[key])}`);
  return `{${members.join(",")}}`;
}

/** Equal exactly when two calls are "the same". */
export function identityOracle(name: string, args: unknown, canonical: boolean): string {
  if (args === undefined) return JSON.stringify([name]);
  return JSON.stringify([name, canonical ? canonicalOracle(args) : JSON.stringify(args)]);
}
