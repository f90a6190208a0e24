/** What the page and its worker say to each other. */
import type { ExplainedCall } from "../../lib/cli/explain/explained-run.ts";
import type { PageReport, PageRun } from "../../lib/cli/scan-types.ts";
import type { Settings } from "./settings.ts";

/** A trace: a file, or what was pasted. */
export interface Source {
  name: string;
  blob: Blob;
}

/** What somebody presses in "Step by step". */
export type Step = "same" | "other" | "new" | "wait";

/** `id`: of the question, which its answers have too. */
export type Question =
  | { kind: "read"; id: number; source: Source; settings: Settings }
  | { kind: "explain"; id: number; source: Source; settings: Settings; run: string; line: number }
  | { kind: "steps"; id: number; steps: readonly Step[]; waits: boolean; settings: Settings };

/** For how long a run was busy with what would not have run, by the times of the trace and without a clock, in milliseconds. */
export interface SavedMs {
  clock: number;
  none: number;
}

export interface TimedPageRun extends PageRun {
  savedMs: SavedMs;
}

/** Runs in the order of reading; `strips`: the calls of each as JSON, which most are never looked at. */
export interface RunsPart {
  runs: TimedPageRun[];
  strips: string[];
}

export interface Explained {
  calls: ExplainedCall[];
  /** Calls of the run; only the first of a very long one are explained. */
  total: number;
  /** The calls for the drawing, as JSON. */
  strip: string;
}

export interface Stepped {
  calls: ExplainedCall[];
  /** Of each call: when it was made, from the first; and what the model read for it. */
  minutes: number[];
  reads: string[];
}

export type Answer =
  | { kind: "progress"; id: number; read: number }
  | ({ kind: "runs"; id: number } & RunsPart)
  | { kind: "read"; id: number; report: PageReport /** Runs that the page does not list. */; left: number }
  | ({ kind: "explained"; id: number } & Explained)
  | ({ kind: "stepped"; id: number } & Stepped)
  | { kind: "failed"; id: number; message: string };
