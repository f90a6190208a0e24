/** Models whose texts are looked at. */
export declare function isWatched(model: object): boolean;
/** The model with other methods; its own get the model itself as `this`, because its class may have private fields. */
export declare function watchedModel<M extends object>(model: M, methods: object): M;
