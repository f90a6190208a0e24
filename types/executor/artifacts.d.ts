import type { RunContext } from "./run-context.ts";
export interface ArtifactsConfig {
    /** Results with more bytes of UTF-8 are stored. */
    maxToolOutputBytes: number;
    /** How much of a stored result the model still sees. */
    previewChars: number;
}
export interface StoredArtifact {
    /** The pointer: `art:` and a UUID. */
    id: string;
    name?: string;
    value: string;
    preview: string;
    sizeBytes: number;
    /** Milliseconds since 1970. */
    storedAt: number;
    contentType?: string;
}
export interface ArtifactInput {
    value: string;
    name?: string;
    contentType?: string;
    /** @default 200 */
    previewChars?: number;
}
/** Stores a text in the session state; a name that was used before now means this one. */
export declare function storeArtifact(ctx: RunContext, input: ArtifactInput): StoredArtifact;
/** By pointer (`art:...`) or by name. */
export declare function getArtifact(ctx: RunContext, pointerOrName: string): StoredArtifact | undefined;
/** All artifacts of the session, oldest first. */
export declare function listArtifacts(ctx: RunContext): StoredArtifact[];
