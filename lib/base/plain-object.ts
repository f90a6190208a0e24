/** What `{}` makes. */

/** Whether a value is an object as `{}` makes them, in any realm: no list, no instance of a class. Never throws. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    if (Array.isArray(value)) return false;
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false; // a proxy's own affair
  }
}
