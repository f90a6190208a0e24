/** A property of something of somebody else's, `undefined` where there is none: its getter may throw, and so may a proxy. */
export function property(object: unknown, name: string): unknown {
  try {
    return (object as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
