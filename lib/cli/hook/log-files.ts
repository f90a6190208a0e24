/** The hook's log: files in the folder of all sessions. native/hook/state.h says how they are written without a lock. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
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
    if (number > 1) removeOld(join(folder, nameOf(number - 1)));
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

function removeOld(path: string): void {
  try {
    unlinkSync(path);
  } catch {} // another process was faster
}

/** Reads the log piece by piece: each call of the function that it gives returns the whole lines that are new. */
export function logReader(): () => string[] {
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
