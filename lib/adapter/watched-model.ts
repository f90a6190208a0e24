/** Models whose texts are looked at. */

/** The models that were made here, so that none is watched twice, even by two guards. */
const watched = new WeakSet<object>();

export function isWatched(model: object): boolean {
  return watched.has(model);
}

/** For what is watched in another way than by `watchedModel`. */
export function markWatched(model: object): void {
  watched.add(model);
}

export function watchedModel<M extends object>(model: M, methods: object): M {
  const made = withMethods(model, methods);
  watched.add(made);
  return made;
}

/** The object with other methods; its own get the object itself as `this`, because its class may have private fields. */
export function withMethods<M extends object>(original: M, methods: object): M {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
