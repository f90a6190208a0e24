/** A duration in words: `90 seconds`, and whole minutes from two minutes on, `12 minutes`. */
export declare function duration(ms: number): string;
