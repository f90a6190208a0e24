/** The code that runs in a sandbox's child process. */
/** The message from the parent to the child. */
export interface SandboxRequest {
    /** The text of the tool's `execute`. */
    source: string;
    args: unknown;
    /** A plain copy of the context: ids and metadata. */
    ctx: Record<string, unknown>;
    timeoutMs: number;
    allowNetwork: boolean;
}
/** The message from the child to the parent. */
export type SandboxReply = {
    ok: true;
    result: unknown;
} | {
    ok: false;
    message: string;
};
/**
 * The main function of the child process. The parent passes its *text* to `node -e`, so that no file has to be found:
 * this works from the sources, from `dist` and from a bundle. So the function must not use anything from outside
 * itself.
 */
export declare function sandboxMain(): void;
