import type { JsonSchema } from "./clean-schema.ts";
import type { ZodNode } from "./zod-node.ts";
type Reader = (schema: unknown) => ZodNode;
/** Converts a schema; where it contains itself, and beyond the limits, the result is `{}`, which allows everything. */
export declare function zodToJsonSchema(schema: unknown, read: Reader): JsonSchema;
export {};
