/** The entries of a log: parsed from a text, or as given. `option` is named in errors. */
export declare function logEntries(log: unknown, option: string): Iterable<unknown>;
/** The entries, with signatures of `callSignature` replaced by the recorded calls that they stand for. */
export declare function withoutSignatures(entries: Iterable<unknown>): Generator<unknown>;
/**
 * The signatures in a log, for `LoopDetector.rehydrate`: strings as they are, and `callSignature` of recorded calls and of
 * those in messages. A text is a JSON array, or a JSON value on each line. Throws `ERR_LOOPGUARD_OPTION` for any other.
 *
 * @example
 * const match = detector.rehydrate(readSignatures(readFileSync("signatures.jsonl", "utf8")));
 */
export declare function readSignatures(log: string | Iterable<unknown>): string[];
