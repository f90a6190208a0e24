/** Converts zod schemas to JSON Schema: zod 3 as zod-to-json-schema does, zod 4 to the same as its zod 3 equivalent. */
import type { JsonSchema } from "./clean-schema.ts";
import type { ZodNode } from "./zod-node.ts";
type Reader = (schema: unknown) => ZodNode;
/** Converts a schema; where it contains itself, and beyond the limits, the result is `{}`, which allows everything. */
export declare function zodToJsonSchema(schema: unknown, read: Reader): JsonSchema;
export {};
