/** The loops of a run in the list, a line each: letter, detector, and what was called. */
import type { PageRun } from "../page-data.ts";
import { el, foreign } from "./dom.ts";
import { clipped, counted } from "./format.ts";
import { letterOf } from "./legend.ts";
import { loopCalls } from "./loop-calls.ts";
import { lettered, type Strip } from "./strip.ts";

const MOST_LINES = 3;
const MOST_NAME = 200;
const ROOM = { most: 80, sure: 10 };

export interface LoopLines {
  lines: HTMLElement[];
  /** Adds the calls, for which the run's strip must have been read. */
  fill: (strip: Strip) => void;
}

/** The loops that wasted most, in the order in which they began. */
export function loopLines({ detections }: PageRun): LoopLines {
  if (detections.length === 0) return { lines: [el("span", { class: "quiet" }, "none")], fill: () => {} };
  const loops = lettered(detections);
  const costly = [...loops].sort((a, b) => b.loop.wastedTokens - a.loop.wastedTokens).slice(0, MOST_LINES);
  const shown = loops.filter((one) => costly.includes(one));
  const places = shown.map(() => el("span", { class: "called" }));
  const lines = shown.map(({ letter, loop }, at) =>
    el(
      "div",
      { class: "line" },
      letterOf(letter),
      el("span", { class: "tag" }, foreign(clipped(loop.detector, MOST_NAME))),
      places[at] as HTMLElement,
    ),
  );
  const left = loops.length - shown.length;
  if (left > 0) lines.push(el("div", { class: "quiet" }, `and ${counted(left, "other")}`));
  const fill = (strip: Strip) => {
    for (const [at, called] of loopCalls(strip, shown, ROOM).entries()) places[at]?.append(...called);
  };
  return { lines, fill };
}
