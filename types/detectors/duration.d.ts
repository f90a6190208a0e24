/** Minutes from two minutes on, whole ones: nobody counts the seconds of a long wait. */
export declare function duration(ms: number): string;
