/** Other people's code that the readers use, in place of lib/traces/libraries.ts, which has also what the command line needs. */
export * as fzstd from "fzstd";
