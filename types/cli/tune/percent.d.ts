/** Shares as people read them. */
/** `0.0421` as "4.2 %". */
export declare function percent(share: number, digits?: number): string;
/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
export declare function percentUp(bound: number): string;
