import { type DeskInput } from "../adapter/desk.ts";
import type { OpencodeHooks, OpencodeInput, OpencodePlugin } from "./opencode-types.ts";
export type * from "./opencode-types.ts";
/**
 * The plugin with a guard of your own, for a file in `.opencode/plugins` or `~/.config/opencode/plugins`. Each session is
 * a run, `guard.run(sessionID)`, a subagent's with its parent; a user's message begins a new turn. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * export const loopguard = toolLoopPlugin({ preset: "strict" });
 */
export declare function toolLoopPlugin(guard?: DeskInput): OpencodePlugin;
/** What opencode loads by name. `options`: those of the guard, from its settings. */
declare const plugin: {
    readonly id: string;
    server(input: OpencodeInput, options?: Record<string, unknown>): Promise<OpencodeHooks>;
};
export default plugin;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
