/**
 * The one door for other people's code into the command. It is bundled into `dist/traces/libraries.js` when the package is
 * built, so that the package has no dependencies; `dist/THIRD-PARTY.txt` has the licences.
 */

export { default as progress } from "cli-progress";
export { default as Table } from "cli-table3";
export { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
export * as fzstd from "fzstd";
export { default as picocolors } from "picocolors";
export { default as textWidth } from "string-width";
