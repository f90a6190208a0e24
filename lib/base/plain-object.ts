/** Recognises plain objects. */

/**
 * Whether a value is a plain object such as `{}`, of any realm, and not an array or an instance of a class. Never
 * throws.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  try {
    if (Array.isArray(value)) return false;
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false; // a proxy whose trap throws
  }
}
