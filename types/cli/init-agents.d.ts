export type Agent = "claude" | "codex" | "gemini";
export type Scope = "user" | "project";
/** One entry of an event: hooks, and the tools that they apply to. */
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
    /** The agent's name for people. */
    readonly title: string;
    /** The path of the settings file. */
    path(scope: Scope, env?: NodeJS.ProcessEnv): string;
    /** Our entry for each event. */
    groups(command: string): Readonly<Record<string, HookGroup>>;
    /** What the user should do or know after the file is written. */
    readonly next: string;
}
export declare const AGENTS: Readonly<Record<Agent, AgentSettings>>;
