/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */
import type { LoopGuardOptions } from "../../rules/options.ts";
import { type Dialect } from "./dialects.gen.ts";
/** What the process does for the agent. */
interface HookReply {
    readonly text: string;
    readonly onStderr: boolean;
    /** The exit code; 2 is a refusal. */
    readonly code: number;
    /** A line for the log, with its end; or `""`. */
    readonly record: string;
}
interface HookSettings {
    readonly dialect: Dialect | "auto";
    /** The log has the arguments of calls. */
    readonly logArguments: boolean;
    /** Throws if the command line or the configuration is wrong. */
    options(): Promise<LoopGuardOptions>;
}
/** The reply to the event in `input`; `undefined` if it is none. Rejects if the event cannot be judged. */
export declare function replyTo(input: Uint8Array, settings: HookSettings): Promise<HookReply | undefined>;
export {};
