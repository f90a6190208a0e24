/** The code of a sandbox's child process. */
/** Parent to child. */
export interface SandboxRequest {
    /** The text of the tool's `execute`. */
    source: string;
    args: unknown;
    /** A plain copy of the context: ids and metadata. */
    ctx: Record<string, unknown>;
    timeoutMs: number;
    allowNetwork: boolean;
}
/** Child to parent. */
export type SandboxReply = {
    ok: true;
    result: unknown;
} | {
    ok: false;
    message: string;
};
