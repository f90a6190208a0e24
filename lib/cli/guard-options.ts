/** `--preset` and `--config`: what the guard of a command is made with. */

import { readFile, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isPlainObject } from "../base/plain-object.ts";
import type { PresetName } from "../base/types.ts";
import { type Command, Option } from "../bundled/libraries.ts";
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { readOptions } from "../config/options.ts";
import { PRESET_NAMES } from "../config/presets.ts";
import { Failure } from "./failure.ts";

/** As the command line has them. */
export interface GuardFlags {
  preset?: PresetName;
  /** Path of a `.json`, or of an ES module with a default export. */
  config?: string;
}

/** Adds the two options to a command. */
export function addGuardFlags(command: Command): Command {
  return command
    .addOption(new Option("--preset <name>", "judge as this preset does").choices(PRESET_NAMES).conflicts("config"))
    .option("--config <file>", "judge by the LoopGuardOptions in this .json or .mjs file");
}

/**
 * The options that the flags stand for, checked. Throws `Failure` when the file cannot be read or holds no options, and
 * `ERR_LOOPGUARD_OPTION` when one of them is wrong; both name the file.
 */
export async function readGuardOptions({ preset, config }: GuardFlags): Promise<LoopGuardOptions> {
  if (config === undefined) return preset === undefined ? {} : { preset };
  const options = await readConfig(config);
  try {
    readOptions(options);
  } catch (error) {
    if (error instanceof Error) error.message = `${config}: ${error.message}`;
    throw error;
  }
  return options;
}

/** What judged, for a person to read. */
export function describeGuard({ preset, config }: GuardFlags): string {
  return config === undefined ? `preset "${preset ?? "recommended"}"` : `configuration ${config}`;
}

async function readConfig(path: string): Promise<LoopGuardOptions> {
  const value = extname(path) === ".json" ? await readJson(path) : await importDefault(path);
  if (!isPlainObject(value)) throw new Failure(`${path}: must hold an object of LoopGuardOptions, got ${kind(value)}`);
  return value;
}

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    // A pipe that nobody writes to would be waited for, and with it the agent whose hook this is.
    if (!(await stat(path)).isFile()) throw new Error("it is no file");
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new Failure(`${path}: cannot be read (${(error as Error).message})`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new Failure(`${path}: is not JSON (${(error as Error).message})`);
  }
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(resolve(path)).href);
    return (module as { default?: unknown }).default;
  } catch (error) {
    throw new Failure(`${path}: cannot be imported (${(error as Error).message})`);
  }
}

function kind(value: unknown): string {
  if (value === undefined) return "no default export";
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
