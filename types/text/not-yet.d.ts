/**
 * The words by which an answer says "not yet", beside those of transient failures (outcome-text.ts). They are looked for in
 * short results only, by native/src/transient.c, for which scripts/build-native-tables.mjs makes its tables of them; nothing
 * else imports this file. After each word stands where it was seen. Measured on recorded runs by `npm run accuracy`.
 */
/** Phrases that say it wherever they stand. An underscore before one counts as the beginning of a word. */
export declare const NOT_YET_PHRASES: Readonly<Record<string, string>>;
/**
 * States that say it only where a state stands: as the whole answer, as its last word, behind `status:`, or behind "is".
 * "The result of running `cat`" says nothing.
 */
export declare const NOT_YET_STATES: Readonly<Record<string, string>>;
/** A state stands behind one of these words and a colon or an equals sign: `"status": "running"`, `jobState=PENDING`. */
export declare const STATE_KEYS: readonly string[];
/** Or behind one of these words: "the build is still running", "Process running with session ID 7". */
export declare const STATE_LEADS: readonly string[];
/** A share such as `0/3` or `45 %` says it beside one of these words, or alone. */
export declare const SHARE_WORDS: readonly string[];
