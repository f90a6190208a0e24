export { default as progress } from "cli-progress";
export { default as Table } from "cli-table3";
export { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
export * as fzstd from "fzstd";
export { default as picocolors } from "picocolors";
