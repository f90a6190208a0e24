export type Dialect = "claude" | "codex" | "gemini" | "copilot" | "cursor" | "droid" | "kimi" | "kiro" | "qwen" | "vscode";
export type EventKind = "before" | "after" | "failure" | "batch" | "request" | "prompt" | "start" | "compact" | "stop";
export type ContextForm = "none" | "specific" | "additionalContext" | "additional_context" | "plain" | "user" | "reason";
/** What is special to an agent. */
export interface DialectFacts {
    /** For people. */
    readonly title: string;
    /** Members with the event's name; the first that is there. */
    readonly name: readonly string[];
    /** Members with the session's id; the first that is there. */
    readonly session: readonly string[];
    /** Member with the tool's name. */
    readonly tool: string;
    /** Member with the arguments: an object, or its JSON text. */
    readonly arguments: string;
    /** Members with the call's id; the first that is there. */
    readonly id: readonly string[];
    /** Member with the result. */
    readonly result: string;
    /** Member of the result that the model reads; null: all of it. */
    readonly resultPart: string | null;
    /** What has the member with the error. "event": the event of a failure. "result": the result. */
    readonly errorIn: "event" | "result";
    /** Member with the error. */
    readonly error: string;
    /** Member of the error with its text; null: the error is a text, or all of it counts. */
    readonly errorPart: string | null;
    /** A member that every event of this agent has, and no event of another; null: there is none. */
    readonly sign: string | null;
    /** Agents that run hooks from this one's settings too; their sign tells them. */
    readonly also: readonly Dialect[];
    /** Whether the end of a call is told. "every": of every call. "some": not of calls that are not permitted, or fail: such a call is known by name and arguments. */
    readonly ends: "every" | "some";
    /** With `ends: some`: a tool whose every call's end is told. */
    readonly endsOf: string | null;
    /** What a prompt without text means. "turn": a turn like any other. "nothing": nothing. "request": a request to the model within the turn. */
    readonly emptyPrompt: "turn" | "nothing" | "request";
    /** How a call is refused. "specific": `hookSpecificOutput` with `permissionDecision` and `permissionDecisionReason`. "permissionDecision": the same two at the top. "decision": `decision` and `reason`. "permission": `permission`, `user_message` and `agent_message`. "exit 2": exit code 2, and the text on stderr. */
    readonly refusal: "specific" | "permissionDecision" | "decision" | "permission" | "exit 2";
    /** Whether it can ask the user about a call. */
    readonly asks: boolean;
    /** How a warning is told before a call; if not to the model, it is repeated after it. */
    readonly contextBefore: ContextForm;
    /** The same after a call. */
    readonly contextAfter: ContextForm;
    /** The same after a call that failed. */
    readonly contextFailure: ContextForm;
    /** How the end of the turn is told after a call. "stop": `continue: false` and `stopReason`. "context": as a warning is. */
    readonly abortAfter: "stop" | "context";
    /** Which answer with `continue: false` ends a turn. Unless at a call, every call is refused after an abort. "at a call": one about a call. "at a request": one about a request. "never": none, but one about its end (`stop`). */
    readonly turnEnds: "at a call" | "at a request" | "never";
    readonly events: Readonly<Record<string, EventKind>>;
}
export declare const DIALECTS: Readonly<Record<Dialect, DialectFacts>>;
