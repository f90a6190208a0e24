/**
 * Keeps large outputs out of the model's context: they are stored in the session state, and the model gets a pointer.
 */

import { jsonText } from "../base/json-text.ts";
import { orElse } from "../base/property.ts";
import { byteLength } from "../base/text-bytes.ts";
import { plainSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import { ARTIFACT_POINTER_PREFIX, resultText, type ToolDef, type ToolResult, withText } from "./tool-types.ts";

export interface ArtifactsConfig {
  /** Results with more bytes (UTF-8) are stored. */
  maxToolOutputBytes: number;
  /** Characters of a stored result that the model still sees. @default 200 */
  previewChars?: number;
}

/** A stored artifact. The session state holds a map of them under `__artifacts`, by `id` and by `name:<name>`. */
export interface StoredArtifact {
  /** A UUID; the pointer is `art:<id>`. */
  id: string;
  name?: string;
  value: unknown;
  preview: string;
  /** Bytes (UTF-8) of a string, or of a value's JSON; 0 for a value without JSON text. */
  sizeBytes: number;
  /** Milliseconds since 1970. */
  storedAt: number;
  contentType?: string;
}

/** Represents a stored value in a result. */
export interface ArtifactPointer {
  /** `art:<UUID>`. */
  pointer: string;
  preview: string;
  sizeBytes: number;
  name?: string;
}

export interface ArtifactOptions {
  /** A name by which the artifact can be read, too; it replaces an earlier artifact of the same name. */
  name?: string | undefined;
  /** Kept with the artifact, such as `"text/plain"`. */
  contentType?: string | undefined;
  /** Length of the preview, in UTF-16 code units. @default 200 */
  previewChars?: number | undefined;
}

/** A value and its options in one object. */
export interface ArtifactInput extends ArtifactOptions {
  /** The text that is stored. */
  value: string;
}

/** Anything with a session state, such as a `RunContext` of loopguard or Agentium. */
export type ArtifactContext = Pick<RunContext, "getState" | "setState">;

const STATE_KEY = "__artifacts";
const NAME_PREFIX = "name:";
const INPUT_KEYS: ReadonlySet<string> = new Set(["value", "name", "contentType", "previewChars"]);
/** Tools that read and write artifacts: their results must not be replaced by pointers again. */
const ARTIFACT_TOOLS = new Set(["storeArtifact", "getArtifact", "listArtifacts"]);

/**
 * Stores a value in the session state. An object in the form of an `ArtifactInput` is taken for a value and its
 * options; to store such an object itself, pass `{}` as options.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
export function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
export function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
export function storeArtifact(ctx: ArtifactContext, given: unknown, options?: ArtifactOptions): ArtifactPointer {
  const artifact = options === undefined && isInput(given) ? keep(ctx, given.value, given) : undefined;
  const { id, name, preview, sizeBytes } = artifact ?? keep(ctx, given, options ?? {});
  const pointer: ArtifactPointer = { pointer: ARTIFACT_POINTER_PREFIX + id, preview, sizeBytes };
  if (name !== undefined) pointer.name = name;
  // For some inputs TypeScript chooses the overload that returns a pointer, so the result must be one, too.
  return artifact === undefined ? pointer : { ...artifact, ...pointer };
}

/** The artifact with this pointer (`art:...`), name, or id; `null` if there is none. */
export function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null {
  const store = storeOf(ctx);
  const id = isPointer(pointerOrName) ? pointerOrName.slice(ARTIFACT_POINTER_PREFIX.length) : pointerOrName;
  const named = store.get(NAME_PREFIX + pointerOrName);
  return (isPointer(pointerOrName) ? (store.get(id) ?? named) : (named ?? store.get(id))) ?? null;
}

/** All artifacts of the session, oldest first. */
export function listArtifacts(ctx: ArtifactContext): StoredArtifact[] {
  return [...new Set(storeOf(ctx).values())];
}

/** Whether a value has the form of a pointer, `art:...`. Does not look it up. */
export function isPointer(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(ARTIFACT_POINTER_PREFIX);
}

/** Bytes (UTF-8) of a string, or of a value's JSON; 0 for a value without JSON text. */
export function approxByteSize(value: unknown): number {
  return byteLength(serialized(value) ?? "");
}

/** `result`, or a pointer in its place if its text is too large. */
export function offload(
  result: string | ToolResult,
  config: ArtifactsConfig,
  call: { id: string; name: string },
  ctx: ArtifactContext,
): string | ToolResult {
  if (ARTIFACT_TOOLS.has(call.name)) return result;
  const text = resultText(result);
  if (byteLength(text) <= config.maxToolOutputBytes) return result;
  const { pointer, preview, sizeBytes } = storeArtifact(ctx, text, {
    name: `${call.name}_${call.id}`,
    contentType: "text/plain",
    previewChars: config.previewChars,
  });
  const note = "Output too large; full value stored as artifact. Call getArtifact(pointer) to read it.";
  return withText(result, JSON.stringify({ pointer, preview, sizeBytes, note }));
}

function keep(ctx: ArtifactContext, value: unknown, options: ArtifactOptions): StoredArtifact {
  const { name, contentType, previewChars } = options;
  const artifact: StoredArtifact = {
    id: crypto.randomUUID(),
    value,
    preview: previewOf(artifactText(value), previewChars ?? 200),
    sizeBytes: approxByteSize(value),
    storedAt: Date.now(),
  };
  if (name !== undefined) artifact.name = name;
  if (contentType !== undefined) artifact.contentType = contentType;
  const store = storeOf(ctx);
  store.set(artifact.id, artifact);
  if (name !== undefined) store.set(NAME_PREFIX + name, artifact);
  return artifact;
}

function isInput(given: unknown): given is ArtifactInput {
  if (typeof given !== "object" || given === null) return false;
  const { value } = given as { value?: unknown };
  return typeof value === "string" && Object.keys(given).every((key) => INPUT_KEYS.has(key));
}

export function storeOf(ctx: ArtifactContext): Map<string, StoredArtifact> {
  return stateMap(ctx, STATE_KEY);
}

/** The map under this key of the session state; a new one if there is none. */
export function stateMap<V>(ctx: ArtifactContext, key: string): Map<string, V> {
  const stored = ctx.getState<Map<string, V>>(key);
  if (stored instanceof Map) return stored;
  const map = new Map<string, V>();
  ctx.setState(key, map);
  return map;
}

/** The JSON text of a value; `undefined` if it has none, as with a cycle, a BigInt or a function. */
function serialized(value: unknown): string | undefined {
  return typeof value === "string" ? value : orElse(() => jsonText(value), undefined);
}

/** The text of a value for the model; a value without JSON text is named. */
function artifactText(value: unknown): string {
  return serialized(value) ?? (typeof value === "object" ? Object.prototype.toString.call(value) : String(value));
}

/** At most `count` code units, never half of a surrogate pair, and how many characters were left out. */
function previewOf(text: string, count: number): string {
  if (text.length <= count) return text;
  const last = text.charCodeAt(count - 1);
  const shown = text.slice(0, Math.max(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count));
  return `${shown}... (${text.length - shown.length} more chars)`;
}

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
