/** Other people's code that the readers use, in place of lib/traces/libraries.ts, which has also what the command line needs. */
export * as fzstd from "fzstd";
/** Of lib/cli/terminal.ts, for what the page does not use. */
export const picocolors: undefined = undefined;
export const progress: undefined = undefined;
