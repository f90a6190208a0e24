/** JSON schemas for model providers: copies without the keywords that some providers refuse. */
export type JsonSchema = Record<string, unknown>;
