/** The details of an open run: its loops and its calls. */

import { meaningOf, WOULD_HAVE } from "../../detector-words.ts";
import { wastedTokens } from "../../scan/totals-text.ts";
import type { ScanDetection } from "../../scan-types.ts";
import { callPanel } from "./call-panel.ts";
import { callStrip } from "./call-strip.ts";
import { button, el, foreign } from "./dom.ts";
import { clipped, count, counted } from "./format.ts";
import { cellLegend, letterOf } from "./legend.ts";
import type { RunLinks } from "./links.ts";
import { loopCalls } from "./loop-calls.ts";
import type { RunEntry } from "./run-entry.ts";
import type { Strip } from "./strip.ts";

const MOST_LOOPS = 50;
const MOST_NAME = 80;
const ROOM = { most: 120, sure: 100 };

/** What else there is to say of a run, below its calls, and of a call, below what it was. */
export interface Told {
  run: (entry: RunEntry, goTo: (call: number) => void) => Node;
  call: (entry: RunEntry, call: number) => Node;
}

export interface RunDetail {
  element: HTMLElement;
  goTo: (call: number) => void;
}

export function runDetail(entry: RunEntry, strip: Strip, links: RunLinks, told?: Told): RunDetail {
  const element = el("section", { class: "detail", "aria-label": `Run ${clipped(entry.run.id, MOST_NAME)}` });
  const { detections } = entry.run;
  if (strip.calls.length === 0) {
    element.append(el("p", {}, "This run made no calls."));
    return { element, goTo: () => {} };
  }
  const chosen = el("div", {}, el("p", { class: "quiet" }, "Choose a call to see what it was and what came back."));
  const calls = callStrip(strip, (call) => {
    chosen.replaceChildren(callPanel(strip, call, links.hash(entry, call), goTo));
    if (told !== undefined) chosen.append(told.call(entry, call));
  });
  const goTo = (call: number) => calls.select(call, true);
  element.append(el("h3", {}, detections.length === 0 ? "No loops" : "Loops"));
  if (detections.length > 0) element.append(loopList(strip, goTo));
  element.append(el("h3", {}, "Calls"), cellLegend(detections.length > 1), calls.element, chosen);
  if (told !== undefined) element.append(told.run(entry, goTo));
  return { element, goTo };
}

function loopList(strip: Strip, goTo: (call: number) => void): HTMLElement {
  const loops = strip.all.slice(0, MOST_LOOPS);
  const called = loopCalls(strip, loops, ROOM);
  const items = loops.map(({ letter, loop }, at) => {
    const meaning = meaningOf(loop.detector);
    return el(
      "li",
      {},
      letterOf(letter),
      el("strong", {}, foreign(clipped(loop.detector, MOST_NAME))),
      el("span", { class: "tag" }, `would have ${WOULD_HAVE[loop.action]}`),
      el("span", { class: "tag" }, `${loop.evidence} evidence`),
      meaning === "" ? "" : el("span", { class: "quiet meant" }, meaning),
      el("p", {}, foreign(loop.message)),
      el("p", { class: "steps" }, ...(called[at] as HTMLElement[])),
      loop.text === undefined ? "" : el("p", { class: "quiet" }, "It wrote: ", foreign(loop.text.passage)),
      el(
        "p",
        { class: "quiet" },
        `${counted(loop.repeats, "time")}; first seen `,
        ...(loop.text === undefined
          ? ["at ", button(`call ${count(loop.callIndex + 1)}`, () => goTo(loop.callIndex), { class: "small" })]
          : [`in the model's message ${count(loop.text.message + 1)}`]),
        `; ${wastedBy(loop)}`,
      ),
    );
  });
  const left = strip.all.length - items.length;
  if (left > 0) items.push(el("li", { class: "quiet" }, `and ${count(left)} more`));
  return el("ul", { class: "loops" }, ...items);
}

/** A call of two loops is wasted once, so that a loop may have none of its own. */
function wastedBy(loop: ScanDetection): string {
  const { wastedCalls, text } = loop;
  const tokens = counted(wastedTokens(loop), "token");
  if (text !== undefined) return `${counted(text.saved, "character")} and ${tokens} wasted`;
  if (wastedCalls === 0) return "what it wasted counts for another loop";
  return `${counted(wastedCalls, "call")} and ${tokens} wasted`;
}
