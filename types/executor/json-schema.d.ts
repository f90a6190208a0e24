/** The JSON schema of a tool's parameters, in the form that model providers accept. */
import type { ToolDef, ToolDefinition } from "./tool-types.ts";
export type { JsonSchema } from "./clean-schema.ts";
/** The definition of a tool for a model provider. */
export declare function toolDefinition(tool: ToolDef): ToolDefinition;
/**
 * The arguments for a tool with `strict: true`: those that the model sent, without the nulls that strict mode added.
 */
export declare function unstrictArguments({ rawJsonSchema, parameters }: ToolDef, args: unknown): unknown;
