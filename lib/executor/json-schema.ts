/** The JSON schema of a tool's parameters, as model providers want it. */
import { isGiven } from "../base/check-option.ts";
import { cleanSchema, type JsonSchema } from "./clean-schema.ts";
import type { ParameterSchema } from "./parameter-schema.ts";
import { closedSchema, strictSchema, withoutAddedNulls } from "./strict-schema.ts";
import type { ToolDef, ToolDefinition } from "./tool-types.ts";
import { zod3ToJsonSchema } from "./zod3-json-schema.ts";
import { zod4ToJsonSchema } from "./zod4-json-schema.ts";

export type { JsonSchema } from "./clean-schema.ts";

/**
 * What a model provider gets to know about a tool.
 *
 * @internal
 */
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
 * What a tool with `strict: true` is to get of what the model sent under its definition.
 *
 * @internal
 */
export function unstrictArguments({ rawJsonSchema, parameters }: ToolDef, args: unknown): unknown {
  // A raw schema had no nulls added.
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
  // What is optional in a raw schema stays so: nobody knows whether the tool takes a null in its place.
  if (rawJsonSchema) return strict ? closedSchema(cleanSchema(rawJsonSchema)) : cleanSchema(rawJsonSchema);
  const schema = cleanSchema(toJsonSchema(parameters));
  return strict ? strictSchema(schema) : schema;
}

/** Our own conversion, or else the schema library's. No library is imported: the schema brings its own. */
function toJsonSchema(schema: ParameterSchema): JsonSchema {
  const { _zod, _def } = schema as { _zod?: unknown; _def?: { typeName?: unknown } };
  if (_zod !== undefined) return zod4ToJsonSchema(schema);
  if (_def?.typeName !== undefined) return zod3ToJsonSchema(schema);
  return standardJsonSchema(schema) ?? { type: "object", properties: {} };
}

/** Through Standard JSON Schema. A library may know only some of the targets, or be unable to write this schema. */
function standardJsonSchema(schema: ParameterSchema): JsonSchema | undefined {
  const { "~standard": standard } = schema as {
    "~standard"?: { jsonSchema?: { input(options: { target: string }): JsonSchema } };
  };
  if (standard?.jsonSchema === undefined) return undefined;
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      return standard.jsonSchema.input({ target });
    } catch {
      // The next target, or any object.
    }
  }
  return undefined;
}
