import { type Dialect } from "./hook/dialects.gen.ts";
import { type Scope, type SettingsFormat } from "./init-files.ts";
export type Agent = Dialect | "opencode" | "pi";
/** What an agent does when a hook's program fails or is missing, if it is not that the call runs. */
export type HookFailure = "refuses" | "refuses but 2";
export interface AgentSettings {
    readonly title: string;
    path(scope: Scope, env?: NodeJS.ProcessEnv): string;
    /** How our part gets into the file, and out of it. */
    readonly format: SettingsFormat;
    /** What the agent calls or loads: the hook, in its dialect; a plugin, an entry point of this package; or this package. */
    readonly uses: {
        readonly hook: Dialect;
    } | {
        readonly plugin: string;
    } | "package";
    readonly failure?: HookFailure;
    /** What the user should do or know after the file is written. */
    readonly next: string;
}
export declare const AGENTS: Readonly<Record<Agent, AgentSettings>>;
