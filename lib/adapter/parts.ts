/** Small things that adapters need to name a call, and to copy what they guard. */
import { getOrAdd } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { DeskSettings } from "./desk.ts";

/** Of an adapter that makes the last request, and can ask another model, but not at another temperature. */
export const OTHER_MODELS: DeskSettings = { answers: true, asksOther: ({ model }) => model !== undefined };

/** A call as the guard takes it; `id` counts only if it is a string. */
export function callOf(id: unknown, name: string, args: unknown): LoopCall {
  return typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args };
}

/** A copy with other members; of the same class, because a tool may be an instance of one. */
export function withMembers(original: object, members: object): object {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  });
}

/** Marks what is guarded, so that nothing is guarded twice, even by two guards. */
export const GUARDED: unique symbol = Symbol.for("loopguard.guarded");

export const marked = <T extends object>(made: T): T => Object.defineProperty(made, GUARDED, { value: true });

/** Puts the error that ended a run where `findToolLoopError` looks, or takes it away. */
export function tellEnd(target: object, end: ToolLoopError | undefined): void {
  Object.defineProperty(target, "loopguard", { value: end, configurable: true });
}

/** The tools of an object, by name, each as `guarded` gives it. */
export function mapTools(
  tools: Record<string, object>,
  guarded: (name: string, tool: object) => unknown,
): Record<string, object> {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool) as object]));
}

/** Members for `Object.defineProperties` that no copy of the object takes along. */
export function hiddenMembers(members: object): PropertyDescriptorMap {
  const all = Object.getOwnPropertyDescriptors(members) as PropertyDescriptorMap;
  for (const key of Reflect.ownKeys(all)) Object.assign(all[key as string] as object, { enumerable: false });
  return all;
}

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof (value as Record<string, unknown> | null | undefined)?.[name] === "function");
}

/** The models that were made here, so that none is monitored twice, even by two guards, each with the one behind it. */
const monitored = new WeakMap<object, object>();

export const isMonitored = (model: object): boolean => monitored.has(model);

/** The model itself, for a request whose text is looked at anyway. */
export const unmonitored = <M extends object>(model: M): M => (monitored.get(model) as M | undefined) ?? model;

/** For what is monitored in another way than by `monitoredModel`. */
export const markMonitored = (model: object): unknown => monitored.set(model, model);

export function monitoredModel<M extends object>(model: M, methods: object): M {
  const made = withMethods(model, methods);
  monitored.set(made, model);
  return made;
}

/** The object with other members; its own methods get the object itself as `this`, because its class may have private fields. */
export function withMethods<M extends object>(original: M, members: object): M {
  // A proxy must show a frozen object's own properties as they are, so its target is an object that inherits them.
  const target: M = Object.isFrozen(original) ? Object.create(original) : original;
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
