/** What a plugin of opencode is given and gives, as far as it is read here. Its package has the full types. */
/** The part of the SDK's client that is used here. */
export interface OpencodeClient {
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
export interface OpencodeInput {
    readonly client: OpencodeClient;
}
/** A tool call as hooks are told of it. */
export interface OpencodeCall {
    readonly tool: string;
    readonly sessionID: string;
    readonly callID: string;
}
/** A part of a message. */
export interface OpencodePart {
    readonly id: string;
    readonly sessionID: string;
    readonly messageID: string;
    readonly type: string;
}
export interface OpencodeMessage {
    readonly info: object;
    readonly parts: OpencodePart[];
}
/** The hooks that guard the sessions of one project; `Hooks` of `@opencode-ai/plugin` without the rest. */
export interface OpencodeHooks {
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
export type OpencodePlugin = (input: OpencodeInput) => Promise<OpencodeHooks>;
