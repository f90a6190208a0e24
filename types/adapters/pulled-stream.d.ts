/** The stream of what a generator gives, one value for each that is asked for. `cancel` ends what the generator waits for. */
export declare function pulledStream<T>(each: AsyncGenerator<T, void>, cancel: (reason: unknown) => Promise<void>): ReadableStream<T>;
