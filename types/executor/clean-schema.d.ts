/** JSON schemas as model providers take them: without the keywords that some refuse, and as copies that nobody else holds. */
export type JsonSchema = Record<string, unknown>;
