/** Models whose texts are looked at, and other objects that do what they did in another way. */
import { getOrAdd } from "../base/property.ts";

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
