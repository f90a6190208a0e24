/**
 * Keeps large outputs out of the model's context: they are stored in the session state, and the model gets a pointer.
 */
import type { RunContext } from "./run-context.ts";
import { type ToolDef, type ToolResult } from "./tool-types.ts";
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
/**
 * Stores a value in the session state. An object in the form of an `ArtifactInput` is taken for a value and its
 * options; to store such an object itself, pass `{}` as options.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
export declare function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
export declare function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
/** The artifact with this pointer (`art:...`), name, or id; `null` if there is none. */
export declare function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null;
/** All artifacts of the session, oldest first. */
export declare function listArtifacts(ctx: ArtifactContext): StoredArtifact[];
/** Whether a value has the form of a pointer, `art:...`. Does not look it up. */
export declare function isPointer(value: unknown): value is string;
/** Bytes (UTF-8) of a string, or of a value's JSON; 0 for a value without JSON text. */
export declare function approxByteSize(value: unknown): number;
/** `result`, or a pointer in its place if its text is too large. */
export declare function offload(result: string | ToolResult, config: ArtifactsConfig, call: {
    id: string;
    name: string;
}, ctx: ArtifactContext): string | ToolResult;
export declare function storeOf(ctx: ArtifactContext): Map<string, StoredArtifact>;
/** The map under this key of the session state; a new one if there is none. */
export declare function stateMap<V>(ctx: ArtifactContext, key: string): Map<string, V>;
/**
 * Makes the tools `storeArtifact`, `getArtifact` and `listArtifacts`. The note under a result that was too large tells
 * the model to call `getArtifact`.
 *
 * @example
 * new ToolExecutor([...tools, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 20_000 } });
 */
export declare function createArtifactTools(): ToolDef[];
