/** What Claude Code adds to the results of tools and to prompts, for its hooks and for the Claude Agent SDK. */

/** Sources of prompts that no user wrote: returning tasks, schedules, the agent's own reminders. */
export const MACHINES: ReadonlySet<string> = new Set(["system", "loop_wakeup", "schedule_wakeup", "poll_event"]);

/** Claude Code's result for a call of an unknown tool or with invalid arguments. */
export const NOT_TAKEN: RegExp = /^(?:<tool_use_error>)?(?:Error: )?(?:No such tool available|InputValidationError)/;
