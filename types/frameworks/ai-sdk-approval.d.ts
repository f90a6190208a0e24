/** The second argument of `execute`, as far as it is read here. Absent when the program calls the tool directly. */
export interface ExecuteOptions {
    readonly toolCallId?: string;
    readonly messages?: readonly unknown[];
}
/** Of ai 7: for all tools, or by name a status or what gives one. */
export type ToolApproval = ((request: ApprovalRequest) => unknown) | Record<string, unknown>;
interface ApprovalRequest {
    readonly toolCall: {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: unknown;
    };
    readonly messages: readonly unknown[];
}
/** Whether a human is to be asked about a call, for guarded tools; what the user's `needsApproval` says is not in it. */
export type Asks = (input: unknown, options: ExecuteOptions) => Promise<boolean>;
export declare const asking: WeakMap<object, Asks>;
/** With `toolApproval` the SDK asks no tool: where it lets a call run, the guard may have a human asked. */
export declare function guardedApproval(own: ToolApproval, tools: Record<string, object>): ToolApproval;
export {};
