/** Tools, agents and models with a guard inside: copies of them, or the objects themselves with other methods. */
import { getOrAdd } from "../base/property.ts";

/** Marks what is guarded, so that nothing is guarded twice, even by two guards. */
export const GUARDED: unique symbol = Symbol.for("loopguard.guarded");

export const marked = <T extends object>(made: T): T => Object.defineProperty(made, GUARDED, { value: true });

/** A copy with other members; of the same class, because a tool may be an instance of one. */
export function withMembers(original: object, members: object): object {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  });
}

/** The object with other members; its own methods get the object itself as `this`, because its class may have private fields. */
export function withMethods<M extends object>(original: M, members: object): M {
  // A proxy must show fixed properties of its target as they are, so that is an object that inherits them.
  const own = Object.values(Object.getOwnPropertyDescriptors(original));
  const isFixed = own.some(({ writable, configurable }) => writable === false && configurable === false);
  const target: M = isFixed ? Object.create(original) : original;
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    has: (_, name) => Object.hasOwn(members, name) || Reflect.has(original, name),
    get(_, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name);
      const own: unknown = Reflect.get(original, name, original);
      return typeof own === "function" ? getOrAdd(bound, own, () => own.bind(original)) : own;
    },
    set: (_, name, value) => Reflect.set(original, name, value, original),
  });
}

/** Members for `Object.defineProperties` that no copy of the object takes along. */
export function hiddenMembers(members: object): PropertyDescriptorMap {
  const all = Object.getOwnPropertyDescriptors(members) as PropertyDescriptorMap;
  for (const key of Reflect.ownKeys(all)) Object.assign(all[key as string] as object, { enumerable: false });
  return all;
}

/** The tools of an object, by name, each as `guarded` gives it. */
export function mapTools(
  tools: Record<string, object>,
  guarded: (name: string, tool: object) => unknown,
): Record<string, object> {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool) as object]));
}

export function hasMethods<T>(value: unknown, ...names: readonly (keyof T)[]): value is T {
  return names.every((name) => typeof (value as T | null | undefined)?.[name] === "function");
}
