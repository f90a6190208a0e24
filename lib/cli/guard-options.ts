/** The flags `--preset` and `--config`: the options of the guard that a command uses. */

import { readFile, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describeValue, whyOf } from "../base/errors.ts";
import { isPlainObject } from "../base/property.ts";
import type { PresetName } from "../base/types.ts";
import { type LoopGuardOptions, readOptions } from "../rules/options.ts";
import { PRESET_NAMES } from "../rules/presets.ts";
import { type Command, Option } from "../traces/libraries.ts";
import { plainText } from "./terminal.ts";

export interface GuardFlags {
  preset?: PresetName;
  /** Path of a `.json` file, or of an ES module with a default export. */
  config?: string;
}

/** Adds the two options to a command. */
export function addGuardFlags(command: Command): Command {
  return command
    .addOption(new Option("--preset <name>", "judge as this preset does").choices(PRESET_NAMES).conflicts("config"))
    .option("--config <file>", "judge by the LoopGuardOptions in this .json or .mjs file");
}

/**
 * Reads and checks the options. Throws an `Error` if the file cannot be read or does not contain options, and
 * `ERR_LOOPGUARD_OPTION` if an option is wrong; both messages name the file.
 */
export async function readGuardOptions({ preset, config }: GuardFlags): Promise<LoopGuardOptions> {
  const options = config !== undefined ? await readConfig(config) : preset === undefined ? {} : { preset };
  try {
    readOptions(options);
  } catch (error) {
    if (error instanceof Error && config !== undefined) error.message = `${config}: ${error.message}`;
    throw error;
  }
  return options;
}

/** Describes the guard for people: `preset "strict"`, or `configuration <file>`. */
export function describeGuard({ preset, config }: GuardFlags): string {
  return config === undefined ? `preset "${preset ?? "recommended"}"` : `configuration ${config}`;
}

/** The code that makes such a guard, for people to copy: `new LoopGuard({ preset: "strict" })`. */
export function guardCode({ preset, config }: GuardFlags): string {
  const options = config === undefined ? `{ preset: "${preset ?? "recommended"}" }` : `/* ${plainText(config)} */`;
  return `new LoopGuard(${options})`;
}

async function readConfig(path: string): Promise<LoopGuardOptions> {
  const isJson = extname(path) === ".json";
  let text: string;
  try {
    // Reading a pipe without a writer would block, and with it the agent that runs this hook.
    if (!(await stat(path)).isFile()) throw new Error("it is not a file");
    text = isJson ? await readFile(path, "utf8") : "";
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as Error).message})`);
  }
  let value: unknown;
  try {
    if (isJson) value = JSON.parse(text.replace(/^\uFEFF/, ""));
    else value = ((await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }).default;
  } catch (error) {
    throw new Error(`${path}: ${isJson ? "is not JSON" : "cannot be imported"} (${whyOf(error)})`);
  }
  if (isPlainObject(value)) return value;
  const given = value === undefined ? "no default export" : describeValue(value);
  throw new Error(`${path}: must hold an object of LoopGuardOptions, got ${given}`);
}
