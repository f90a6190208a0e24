/** For opencode: a plugin. Imports nothing of it. */
import { DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** The part of the SDK's client that is used here. */
interface OpencodeClient {
    readonly session: {
        abort(options: {
            path: {
                id: string;
            };
        }): unknown;
    };
    readonly tui: {
        showToast(options: {
            body: {
                title: string;
                message: string;
                variant: "warning" | "error";
            };
        }): unknown;
    };
}
interface OpencodeInput {
    readonly client: OpencodeClient;
}
/** A tool call as hooks are told of it. */
interface OpencodeCall {
    readonly tool: string;
    readonly sessionID: string;
    readonly callID: string;
}
/** A part of a message. */
interface OpencodePart {
    readonly id: string;
    readonly sessionID: string;
    readonly messageID: string;
    readonly type: string;
}
interface OpencodeMessage {
    readonly info: object;
    readonly parts: OpencodePart[];
}
/** The hooks that guard the sessions of one project; `Hooks` of `@opencode-ai/plugin` without the rest. */
interface OpencodeHooks {
    event(input: {
        event: {
            type: string;
            properties: object;
        };
    }): Promise<void>;
    "chat.message"(input: {
        sessionID: string;
        agent?: string;
    }, output: {
        message: {
            agent: string;
        };
        parts: OpencodePart[];
    }): Promise<void>;
    "chat.params"(input: {
        sessionID: string;
        agent: string;
        message?: {
            tools?: object;
        };
    }, output: object): Promise<void>;
    "tool.execute.before"(input: OpencodeCall, output: {
        args: unknown;
    }): Promise<void>;
    "tool.execute.after"(input: OpencodeCall & {
        args: unknown;
    }, output: object): Promise<void>;
    "experimental.chat.messages.transform"(input: object, output: {
        messages: OpencodeMessage[];
    }): Promise<void>;
}
type OpencodePlugin = (input: OpencodeInput) => Promise<OpencodeHooks>;

/** How an abort ends a turn. */
interface OpencodeGuardOptions {
    /** `"stop"`: with the message as its error. `"answer"`: with what the model says to a last request without tools. Default `"stop"`. */
    onAbort?: "stop" | "answer";
}
/**
 * The plugin with a guard of your own, for a file in `.opencode/plugins` or `~/.config/opencode/plugins`. Each session is
 * a run, `guard.run(sessionID)`, a subagent's with its parent.
 *
 * @example
 * export const loopguard = toolLoopPlugin({ preset: "strict" });
 */
declare function toolLoopPlugin(guard?: DeskInput, options?: OpencodeGuardOptions): OpencodePlugin;
/** What opencode loads by name. `options`: those of the guard and `onAbort`, from its settings. */
declare const plugin: {
    readonly id: string;
    server(input: OpencodeInput, options?: Record<string, unknown>): Promise<OpencodeHooks>;
};

export { plugin as default, toolLoopPlugin };
export type { OpencodeCall, OpencodeClient, OpencodeGuardOptions, OpencodeHooks, OpencodeInput, OpencodeMessage, OpencodePart, OpencodePlugin };
