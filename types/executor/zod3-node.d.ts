/** Reads a zod 3 schema from its `_def`. */
import { type ZodNode } from "./zod-node.ts";
export declare function readZod3(schema: unknown): ZodNode;
