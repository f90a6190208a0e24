/** The JSON schema of a tool's parameters, in the form that model providers accept. */
import { isGiven } from "../base/check-option.ts";
import { cleanSchema, type JsonSchema } from "./clean-schema.ts";
import type { ParameterSchema } from "./parameter-schema.ts";
import { closedSchema, strictSchema, withoutAddedNulls } from "./strict-schema.ts";
import type { ToolDef, ToolDefinition } from "./tool-types.ts";
import { zodToJsonSchema } from "./zod-json-schema.ts";
import { readZod3 } from "./zod3-node.ts";
import { readZod4 } from "./zod4-node.ts";

export type { JsonSchema } from "./clean-schema.ts";

/** The definition of a tool for a model provider. */
export function toolDefinition(tool: ToolDef): ToolDefinition {
  const definition: ToolDefinition = {
    name: tool.name,
    description: tool.description + examplesText(tool.inputExamples ?? []),
    parameters: parametersOf(tool),
  };
  if (isGiven(tool.strict)) definition.strict = tool.strict;
  return definition;
}

const SCHEMAS = new WeakMap<ParameterSchema, JsonSchema>();

/**
 * The arguments for a tool with `strict: true`: those that the model sent, without the nulls that strict mode added.
 */
export function unstrictArguments({ rawJsonSchema, parameters }: ToolDef, args: unknown): unknown {
  // Nulls are not added to a raw schema.
  if (rawJsonSchema) return args;
  let schema = SCHEMAS.get(parameters);
  if (schema === undefined) {
    schema = cleanSchema(toJsonSchema(parameters));
    SCHEMAS.set(parameters, schema);
  }
  return withoutAddedNulls(args, schema);
}

function examplesText(examples: readonly unknown[]): string {
  if (examples.length === 0) return "";
  return `\n\nExamples:\n${examples.map((example, i) => `${i + 1}. ${JSON.stringify(example)}`).join("\n")}`;
}

function parametersOf({ rawJsonSchema, parameters, strict = false }: ToolDef): JsonSchema {
  // Optional properties of a raw schema stay optional: the tool may not accept `null` for them.
  if (rawJsonSchema) return strict ? closedSchema(cleanSchema(rawJsonSchema)) : cleanSchema(rawJsonSchema);
  const schema = cleanSchema(toJsonSchema(parameters));
  return strict ? strictSchema(schema) : schema;
}

/** Converts a schema: zod by our own conversion, others by the method that the schema itself has. */
function toJsonSchema(schema: ParameterSchema): JsonSchema {
  const { _zod, _def } = schema as { _zod?: unknown; _def?: { typeName?: unknown } };
  if (_zod !== undefined) return zodToJsonSchema(schema, readZod4);
  if (_def?.typeName !== undefined) return zodToJsonSchema(schema, readZod3);
  return standardJsonSchema(schema) ?? { type: "object", properties: {} };
}

/** Converts by Standard JSON Schema. A library may support only some targets, or not this schema. */
function standardJsonSchema(schema: ParameterSchema): JsonSchema | undefined {
  const { "~standard": standard } = schema as {
    "~standard"?: { jsonSchema?: { input(options: { target: string }): JsonSchema } };
  };
  if (standard?.jsonSchema === undefined) return undefined;
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      return standard.jsonSchema.input({ target });
    } catch {
      // Try the next target; without any, every object is allowed.
    }
  }
  return undefined;
}
