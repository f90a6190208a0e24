/** Labels of runs: one JSON object a line, `{ "id", "stuck": true | false | "unclear", "first_stuck_call" }`. */
import { readFile } from "node:fs/promises";
import { Failure } from "../failure.ts";

export interface Label {
  readonly stuck: boolean;
  /** Index of the first wasted repetition; `Infinity` in a healthy run. */
  readonly firstStuckCall: number;
}

/** The labels by the run's id, without those that are `"unclear"`. Throws a `Failure` if there are no others. */
export async function readLabels(file: string): Promise<ReadonlyMap<string, Label>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Failure(`The labels cannot be read: ${(error as Error).message}`);
  }
  const labels = parseLabels(text, file);
  if (labels.size > 0) return labels;
  const what = text.trim() === "" ? "is empty" : 'holds no label but "unclear"';
  throw new Failure(
    `${file}: ${what}, so there is nothing to judge settings by; leave --labels out, or label some runs`,
  );
}

/** `file`: its name for error messages. */
export function parseLabels(text: string, file: string): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .forEach((line, index) => {
      if (line.trim() === "") return;
      const [id, label] = readLabel(line, `${file}:${index + 1}`);
      if (label !== undefined) labels.set(id, label);
    });
  return labels;
}

function readLabel(line: string, where: string): [string, Label | undefined] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Failure(`${where}: not JSON: ${(error as Error).message}`);
  }
  const { id, stuck, first_stuck_call: first } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string") throw new Failure(`${where}: "id" must be the id of a run, got ${JSON.stringify(id)}`);
  if (stuck === "unclear") return [id, undefined];
  if (typeof stuck !== "boolean")
    throw new Failure(`${where}: "stuck" must be true, false or "unclear", got ${JSON.stringify(stuck)}`);
  if (!stuck) return [id, { stuck, firstStuckCall: Number.POSITIVE_INFINITY }];
  if (!Number.isInteger(first) || (first as number) < 0)
    throw new Failure(
      `${where}: "first_stuck_call" must be the index of the first wasted call, from 0, got ${JSON.stringify(first)}`,
    );
  return [id, { stuck, firstStuckCall: first as number }];
}
