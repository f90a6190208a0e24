/** Models whose texts are looked at for loops. */
import { withMethods } from "./guarded-objects.ts";

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
