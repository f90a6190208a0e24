/** The tools with which a model reads and writes artifacts. */
import { ARTIFACT_POINTER_PREFIX, artifactText, getArtifact, listArtifacts, storeArtifact } from "./artifacts.ts";
import { plainSchema } from "./plain-schema.ts";
import type { ToolDef } from "./tool-types.ts";

/**
 * Makes the tools `storeArtifact`, `getArtifact` and `listArtifacts`. The note under a result that was too large tells
 * the model to call `getArtifact`.
 *
 * @example
 * new ToolExecutor([...tools, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 20_000 } });
 */
export function createArtifactTools(): ToolDef[] {
  // No sandbox: they use the session state, which is in this process.
  return [storeTool, getTool, listTool].map((tool) => ({ ...tool, sandbox: false }));
}

const storeTool: ToolDef = {
  name: "storeArtifact",
  description:
    "Stores a large text (a log, a document, JSON) outside the conversation and returns a short pointer to it. " +
    "getArtifact reads it again, by the pointer or by its name.",
  ...plainSchema({
    name: { type: "string", description: "A short name to read it by, such as 'q4-sales-rows'" },
    value: { type: "string", description: "The text to store; anything else as JSON text" },
    contentType: {
      type: "string",
      description: "What kind of text it is, such as 'application/json' or 'text/log'",
      optional: true,
    },
  }),
  async execute(args, ctx) {
    const { name, value, contentType } = args as { name: string; value: string; contentType?: string };
    const { pointer, preview, sizeBytes } = storeArtifact(ctx, value, { name, contentType });
    return JSON.stringify({ pointer, preview, sizeBytes, name });
  },
};

const getTool: ToolDef = {
  name: "getArtifact",
  description: "Reads the whole of a stored artifact, by its pointer ('art:...') or by its name.",
  ...plainSchema({
    pointerOrName: { type: "string", description: "An 'art:...' pointer, or the name of the artifact" },
  }),
  async execute(args, ctx) {
    const { pointerOrName } = args as { pointerOrName: string };
    const artifact = getArtifact(ctx, pointerOrName);
    return artifact === null ? `[no artifact found for '${pointerOrName}']` : artifactText(artifact.value);
  },
};

const listTool: ToolDef = {
  name: "listArtifacts",
  description: "Lists the stored artifacts of this session: pointers, names, sizes and previews.",
  ...plainSchema({}),
  async execute(_args, ctx) {
    const items = listArtifacts(ctx).map(({ id, name, sizeBytes, preview, contentType, storedAt }) => ({
      pointer: ARTIFACT_POINTER_PREFIX + id,
      name,
      sizeBytes,
      preview,
      contentType,
      storedAt,
    }));
    return JSON.stringify(items);
  },
};
