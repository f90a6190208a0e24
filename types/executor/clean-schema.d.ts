/** JSON schemas for model providers: copies without the keywords that some providers refuse. */
export type JsonSchema = Record<string, unknown>;
/**
 * A copy without what providers refuse or ignore, at any depth: `$schema`, `title`, `default`, `examples`, `$id`,
 * `$comment` and `additionalProperties: false`. Properties with these names are kept. Where a schema contains itself,
 * the inner occurrence becomes `{}`, which allows everything.
 */
export declare function cleanSchema(schema: JsonSchema): JsonSchema;
/** A copy as by JSON; where a value contains itself, the inner occurrence becomes `null`. */
export declare function copyJson<T>(value: T): T;
