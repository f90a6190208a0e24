/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import type { Dialect } from "./dialects.gen.ts";
import { type HookReply } from "./hook-event.ts";
export interface HookSettings {
    readonly dialect: Dialect | "auto";
    /** The log has the arguments of calls. */
    readonly logArguments: boolean;
    /** Throws if the command line or the configuration is wrong. */
    options(): Promise<LoopGuardOptions>;
}
/** The reply to the event in `input`; `undefined` if it is none. Rejects if the event cannot be judged. */
export declare function replyTo(input: Uint8Array, settings: HookSettings): Promise<HookReply | undefined>;
