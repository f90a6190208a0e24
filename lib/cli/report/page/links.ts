/** Deep links: `#run=<id>`, `&nth=<n>` if several runs have that id, `&call=<n>` from 1 for one of its calls. */
import { getOrAdd } from "../../../base/property.ts";
import type { RunEntry } from "./run-entry.ts";

export interface Place {
  entry: RunEntry;
  call: number | undefined;
}

/** What the list needs of them. */
export type RunLinks = Pick<Links, "hash" | "closed">;

export class Links {
  /** When no run is open. */
  readonly closed: string = "#";
  readonly #byId = new Map<string, RunEntry[]>();

  constructor(entries: readonly RunEntry[]) {
    for (const entry of entries) {
      const id = entry.run.id.toWellFormed(); // as URLSearchParams writes it
      getOrAdd(this.#byId, id, (): RunEntry[] => []).push(entry);
    }
  }

  hash(entry: RunEntry, call?: number): string {
    const parameters = new URLSearchParams({ run: entry.run.id });
    const nth = (this.#byId.get(entry.run.id.toWellFormed()) ?? []).indexOf(entry);
    if (nth > 0) parameters.set("nth", String(nth + 1));
    if (call !== undefined) parameters.set("call", String(call + 1));
    return `#${parameters}`;
  }

  /** `undefined` when the link leads to no run of this report. */
  find(hash: string): Place | undefined {
    const parameters = new URLSearchParams(hash.replace(/^#/, ""));
    const id = parameters.get("run");
    if (id === null) return undefined;
    const entry = this.#byId.get(id)?.[Number(parameters.get("nth") ?? 1) - 1];
    if (entry === undefined) return undefined;
    const call = Number(parameters.get("call")) - 1;
    return { entry, call: Number.isInteger(call) && call >= 0 && call < entry.run.calls ? call : undefined };
  }
}
