export type Dialect = "claude" | "codex" | "gemini" | "copilot" | "cursor" | "droid" | "kimi" | "kiro" | "qwen" | "vscode";
/** The agents, in the order of the table in C: their names for people, and the events that the hook handles. */
export declare const DIALECTS: Readonly<Record<Dialect, {
    readonly title: string;
    readonly events: readonly string[];
}>>;
