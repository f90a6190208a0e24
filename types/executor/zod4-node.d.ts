import { type ZodNode } from "./zod-node.ts";
export declare function readZod4(schema: unknown): ZodNode;
