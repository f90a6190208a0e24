/** `loopguard hook log`: what the hook found and said, for people. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { orElse } from "../../base/property.ts";
import { plainText } from "../terminal.ts";
import { hooksFolder, isOwn, readOwn } from "./state-files.ts";

const FILE_MAX = 512 * 1024;
const NAME = /^hook-(\d{6})\.log$/;
const NUMBER_MAX = 999_999;

const nameOf = (number: number): string => `hook-${String(number).padStart(6, "0")}.log`;

/** The numbers of the log's files, oldest first. */
function numbersIn(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
}

export function addToLog(line: string): void {
  const folder = hooksFolder();
  let number = numbersIn(folder).at(-1) ?? 0;
  const about = number === 0 ? undefined : lstatSync(join(folder, nameOf(number)), { throwIfNoEntry: false });
  if ((number === 0 || (about !== undefined && about.size >= FILE_MAX)) && number < NUMBER_MAX) {
    if (number > 1) orElse(() => unlinkSync(join(folder, nameOf(number - 1))), undefined); // another process may be faster
    number++;
  }
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(join(folder, nameOf(number)), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const opened = fstatSync(file);
    if (opened.isFile() && isOwn(opened)) writeSync(file, line);
  } finally {
    closeSync(file);
  }
}

/** Reads the log piece by piece: each call of the function that it gives returns the whole lines that are new. */
function logReader(): () => string[] {
  const folder = hooksFolder();
  const read = new Map<number, number>();
  return () =>
    numbersIn(folder).flatMap((number) => {
      const bytes = readOwn(join(folder, nameOf(number))) ?? new Uint8Array(0);
      const begin = read.get(number) ?? 0;
      const end = bytes.lastIndexOf(10) + 1;
      if (end <= begin) return [];
      read.set(number, end);
      return new TextDecoder().decode(bytes.subarray(begin, end - 1)).split("\n");
    });
}

/** A line of the log, as native/hook/session.c writes it. */
interface HookRecord {
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  readonly subagent?: string;
  readonly event: string;
  readonly tool?: string;
  readonly arguments?: string;
  readonly found?: readonly { tool?: string; detector?: string; verdict: string; text?: string }[];
  readonly said?: string;
  readonly problem?: string;
}

const LOOK_AGAIN_MS = 300;

/** Prints the log; `follow`: and what is added to it, until the process is ended. */
export async function printLog(follow: boolean): Promise<void> {
  const next = logReader();
  const first = next();
  print(first);
  if (first.length === 0 && !follow) process.stdout.write("The hook has found nothing, and told nobody anything.\n");
  while (follow) {
    await setTimeout(LOOK_AGAIN_MS);
    print(next());
  }
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${describe(line)}\n`);
}

/** Texts in it are those of tools and models, so they are made safe to print. */
function describe(line: string): string {
  let record: HookRecord;
  try {
    record = JSON.parse(line) as HookRecord;
    const when = new Date(record.at).toISOString().slice(0, 19).replace("T", " ");
    const whose = record.subagent === undefined ? record.session : `${record.session} (${record.subagent})`;
    const about = [when, record.agent, whose, record.event, record.tool].filter((part) => part !== undefined);
    const found = (record.found ?? []).map(
      ({ tool, detector, verdict, text }) =>
        `found: ${[tool, detector].filter((part) => part !== undefined).join(" ")}, ${verdict}: ${text}`,
    );
    const rest = (["arguments", "said", "problem"] as const).filter((key) => record[key] !== undefined);
    const more = [...found, ...rest.map((key) => `${key}: ${record[key]}`)];
    return [about.map(plainText).join("  "), ...more.map((text) => `  ${plainText(text)}`)].join("\n");
  } catch {
    return plainText(line); // another program's, or cut short by a full disk
  }
}
