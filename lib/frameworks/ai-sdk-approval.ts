/** `toolApproval` of ai 7, by which a program and a guard say together whether a human is asked about a call. */
import { property } from "../base/property.ts";

/** The second argument of `execute`, as far as it is read here. Absent when the program calls the tool directly. */
export interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly unknown[];
}

/** Of ai 7: for all tools, or by name a status or what gives one. */
export type ToolApproval = ((request: ApprovalRequest) => unknown) | Record<string, unknown>;
interface ApprovalRequest {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly messages: readonly unknown[];
}

/** Whether a human is to be asked about a call, for guarded tools; what the user's `needsApproval` says is not in it. */
export type Asks = (input: unknown, options: ExecuteOptions) => Promise<boolean>;
export const asking: WeakMap<object, Asks> = new WeakMap();

/** With `toolApproval` the SDK asks no tool: where it lets a call run, the guard may have a human asked. */
export function guardedApproval(own: ToolApproval, tools: Record<string, object>): ToolApproval {
  const either = async (given: unknown, name: string, input: unknown, options: ExecuteOptions): Promise<unknown> => {
    const status = await given;
    const type = property(status, "type") ?? status ?? "not-applicable";
    const lets = type === "approved" || type === "not-applicable";
    return lets && (await asking.get(tools[name] ?? {})?.(input, options)) ? "user-approval" : status;
  };
  if (typeof own === "function")
    return (request) => {
      const { toolName, toolCallId, input } = request.toolCall;
      return either(own(request), toolName, input, { toolCallId, messages: request.messages });
    };
  return Object.fromEntries(
    Object.entries(own).map(([name, status]) => [
      name,
      (input: unknown, options: ExecuteOptions) =>
        either(typeof status === "function" ? status(input, options) : status, name, input, options),
    ]),
  );
}
