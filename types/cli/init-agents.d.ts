export type Agent = "claude" | "codex" | "gemini";
export type Scope = "user" | "project";
/** One entry of an event: hooks, and for which tools. */
export interface HookGroup {
    matcher?: string;
    hooks: {
        type: "command";
        command: string;
        timeout: number;
        name?: string;
    }[];
}
export interface AgentSettings {
    /** For people. */
    readonly title: string;
    /** The settings file. */
    path(scope: Scope, env?: NodeJS.ProcessEnv): string;
    /** Our entry for each event. */
    groups(command: string): Readonly<Record<string, HookGroup>>;
    /** What to do when the file is written. */
    readonly next: string;
}
export declare const AGENTS: Readonly<Record<Agent, AgentSettings>>;
