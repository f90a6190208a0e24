/** A property of a value that we did not make; `undefined` when it is absent, or when its getter or a proxy throws. */
export function property(object: unknown, name: string): unknown {
  try {
    return (object as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
