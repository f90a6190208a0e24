import type { RunContext } from "./run-context.ts";
export interface ArtifactsConfig {
    /** Results with more bytes of UTF-8 are stored. */
    maxToolOutputBytes: number;
    /** How much of a stored result the model still sees. @default 200 */
    previewChars?: number;
}
/** What the session state has under `__artifacts`: a map of these by `id`, and by `name:` and their name. */
export interface StoredArtifact {
    /** A UUID; the pointer is `art:` and this. */
    id: string;
    name?: string;
    value: unknown;
    preview: string;
    /** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
    sizeBytes: number;
    /** Milliseconds since 1970. */
    storedAt: number;
    contentType?: string;
}
/** What stands for a stored value. */
export interface ArtifactPointer {
    /** `art:` and a UUID. */
    pointer: string;
    preview: string;
    sizeBytes: number;
    name?: string;
}
export interface ArtifactOptions {
    /** The artifact can be read by it too; a name that was used before now means this one. */
    name?: string | undefined;
    contentType?: string | undefined;
    /** UTF-16 code units. @default 200 */
    previewChars?: number | undefined;
}
/** A text and its options in one. */
export interface ArtifactInput extends ArtifactOptions {
    value: string;
}
/** Anything with a session state: a `RunContext`, ours or Agentium's. */
export type ArtifactContext = Pick<RunContext, "getState" | "setState">;
export declare const ARTIFACT_POINTER_PREFIX = "art:";
/**
 * Stores a value in the session state. An `ArtifactInput` alone is taken for its text and its options; with `{}` as options
 * it is stored like any other object.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
export declare function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
export declare function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
/** By pointer (`art:...`), by name, or by id; `null`: there is none. */
export declare function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null;
/** All artifacts of the session, oldest first. */
export declare function listArtifacts(ctx: ArtifactContext): StoredArtifact[];
/** Whether this looks like a pointer to an artifact. Nothing is looked up. */
export declare function isPointer(value: unknown): value is string;
/** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
export declare function approxByteSize(value: unknown): number;
