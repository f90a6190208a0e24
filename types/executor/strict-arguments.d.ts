import { type ParameterSchema, type ParsedArguments } from "./parameter-schema.ts";
/**
 * As `parseArguments`, but a property with a `null` that the schema rejects counts as left out. If the property is
 * required, the `null` stays, and is reported. This handles what `withoutAddedNulls` cannot: nulls in unions, and
 * schemas without a JSON schema.
 */
export declare function parseStrictArguments(schema: ParameterSchema, input: unknown): Promise<ParsedArguments>;
