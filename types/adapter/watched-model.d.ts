export declare function isWatched(model: object): boolean;
/** For what is watched in another way than by `watchedModel`. */
export declare function markWatched(model: object): void;
export declare function watchedModel<M extends object>(model: M, methods: object): M;
/** The object with other methods; its own get the object itself as `this`, because its class may have private fields. */
export declare function withMethods<M extends object>(original: M, methods: object): M;
