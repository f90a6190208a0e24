/** The calls of tools that OpenAI's responses have items of their own for: a computer, a shell, a patch. */
import type { LoopOutcome } from "../base/types.ts";
import { type Fields, isFields } from "./fields.ts";

/** The tool of each type of item, and the fields that may contain its arguments. */
const CALLS: ReadonlyMap<unknown, { name: string; asks: readonly string[] }> = new Map([
  ["computer_call", { name: "computer", asks: ["actions", "action"] }],
  ["local_shell_call", { name: "local_shell", asks: ["action"] }],
  ["shell_call", { name: "shell", asks: ["action"] }],
  ["apply_patch_call", { name: "apply_patch", asks: ["operation"] }],
]);

const OUTPUTS: ReadonlySet<unknown> = new Set([...CALLS.keys()].map((type) => `${type}_output`));

/** Whether an item of this type is a call of such a tool, or its result. */
export const isHostedItem = (type: unknown): boolean => CALLS.has(type) || OUTPUTS.has(type);

/** The call in an item; `undefined` if it is not a call. */
export function hostedCall(item: Fields): { id: unknown; name: string; arguments: unknown } | undefined {
  const call = CALLS.get(item["type"]);
  if (call === undefined) return undefined;
  const args = call.asks.map((name) => item[name]).find((asked) => asked !== undefined && asked !== null);
  return { id: item["call_id"] ?? item["id"], name: call.name, arguments: args };
}

/** The outcome. It is a failure if one of a shell's commands did not exit with 0. */
export function hostedOutcome({ type, status, output }: Fields): LoopOutcome {
  if (type === "apply_patch_call_output" && status === "failed") return { error: output ?? "failed" };
  if (type === "shell_call_output" && Array.isArray(output) && output.some(failed)) return { error: output };
  return { result: output ?? "" };
}

function failed(command: unknown): boolean {
  const outcome = isFields(command) ? command["outcome"] : undefined;
  if (!isFields(outcome)) return false;
  return outcome["type"] === "timeout" || (outcome["type"] === "exit" && outcome["exit_code"] !== 0);
}
