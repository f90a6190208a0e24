/** What Claude Code adds to the results of tools and to prompts, for its hooks and for the Claude Agent SDK. */

/** Sources of prompts that no user wrote: returning tasks, schedules, the agent's own reminders. */
export const MACHINES: ReadonlySet<string> = new Set(["system", "loop_wakeup", "schedule_wakeup", "poll_event"]);

/** Claude Code's result for a call of an unknown tool or with invalid arguments. */
export const NOT_TAKEN: RegExp = /^(?:<tool_use_error>)?(?:Error: )?(?:No such tool available|InputValidationError)/;

/** Fields with the time that a tool took, in results of `Glob`, `WebFetch` and `WebSearch`. */
const TIMES = ["durationMs", "durationSeconds"];

/** A result without these times, which differ on every run; native/hook/outcome.c does the same. */
export function withoutTimes(response: unknown): unknown {
  if (typeof response !== "object" || response === null) return response;
  const times = Object.entries(response).filter(([key, value]) => TIMES.includes(key) && typeof value === "number");
  return times.length === 0 ? response : { ...response, ...Object.fromEntries(times.map(([key]) => [key, 0])) };
}
