/** What the address says: the settings, an example, and the run that is open by its number. Never a trace, nor a text of one. */
import type { RunLinks } from "../../lib/cli/report/page/run-entry.ts";
import { type Settings, settingsFrom, settingsToParameters } from "../shared/settings.ts";

export interface Place {
  settings: Settings;
  example: string | undefined;
  /** Indices, from 0. */
  run: number | undefined;
  call: number | undefined;
}

export function placeIn(hash: string): Place {
  const parameters = new URLSearchParams(hash.includes("=") ? hash.slice(1) : "");
  const index = (name: string) => {
    const value = Number(parameters.get(name));
    return Number.isInteger(value) && value >= 1 ? value - 1 : undefined;
  };
  return {
    settings: settingsFrom(parameters),
    example: parameters.get("example") ?? undefined,
    run: index("run"),
    call: index("call"),
  };
}

export function hashOf({ settings, example, run, call }: Partial<Place> & Pick<Place, "settings">): string {
  const parameters = settingsToParameters(settings);
  if (example !== undefined) parameters.set("example", example);
  if (run !== undefined) parameters.set("run", String(run + 1));
  if (call !== undefined) parameters.set("call", String(call + 1));
  return `#${parameters}`;
}

/** For the list of runs. */
export function linksTo(place: () => Pick<Place, "settings" | "example">): RunLinks {
  return {
    hash: ({ index }, call) => hashOf({ ...place(), run: index, call }),
    get closed() {
      return hashOf(place());
    },
  };
}
