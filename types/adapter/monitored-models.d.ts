export declare const isMonitored: (model: object) => boolean;
/** The model itself, for a request whose text is looked at anyway. */
export declare const unmonitored: <M extends object>(model: M) => M;
/** For what is monitored in another way than by `monitoredModel`. */
export declare const markMonitored: (model: object) => unknown;
export declare function monitoredModel<M extends object>(model: M, methods: object): M;
