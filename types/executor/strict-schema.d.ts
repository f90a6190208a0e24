/** The JSON schema of a tool with `strict: true`: applies the rules of OpenAI's strict mode at every depth. */
import { type JsonSchema } from "./clean-schema.ts";
/**
 * The schema with every object closed (`additionalProperties: false`) and all properties required. A property that was
 * optional may be `null` instead, which `withoutAddedNulls` and `parseStrictArguments` remove again. What strict mode
 * cannot express (records, tuples, intersections) stays unchanged, so that the provider reports it.
 */
export declare function strictSchema(schema: JsonSchema): JsonSchema;
/** The schema with every object closed, and otherwise unchanged. */
export declare function closedSchema(schema: JsonSchema): JsonSchema;
/**
 * The arguments without the properties whose `null` only `strictSchema(schema)` allows. In a union they stay, because
 * it is not known which member applies; `parseStrictArguments` tries those.
 */
export declare function withoutAddedNulls(value: unknown, schema: unknown): unknown;
