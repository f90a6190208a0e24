/** Schemas for our own tools, written by hand because the package depends on no schema library. */
import type { SafeParseSchema } from "./parameter-schema.ts";
/** A parameter for the model. */
interface Field {
    readonly type: "string" | "number";
    readonly description: string;
    readonly optional?: true;
}
/** The schemas that a `ToolDef` needs for an object with these members. Other members are dropped. */
export declare function plainSchema(fields: Readonly<Record<string, Field>>): {
    parameters: SafeParseSchema;
    rawJsonSchema: Record<string, unknown>;
};
export {};
