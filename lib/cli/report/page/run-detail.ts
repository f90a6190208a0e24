/** The details of an open run: its loops and its calls. */

import { meaningOf, WOULD_HAVE, wastedTokens } from "../../scan/totals-text.ts";
import type { PageRun, ScanDetection } from "../../scan-types.ts";
import { type CallTimeline, cellLegend, lettered, letterOf, type TimelineLoop, timelineView } from "./call-timeline.ts";
import { button, clipped, count, counted, el, foreign, named, SHORT_NAME } from "./dom.ts";
import type { RunEntry, RunLinks } from "./run-entry.ts";

/** Steps of a cycle that are shown. */
const MOST_STEPS = 4;
/** Characters before the first difference, so that one sees what differs. */
const BEFORE = 8;

/** Characters of the arguments: of those that are shown, and at the front of those that are surely in sight. */
interface Room {
  most: number;
  sure: number;
}

/** For each of the loops what it calls, as elements: `read → edit {"path":…} {"path":…}`; none for a loop in the model's text. */
function loopCalls({ calls }: CallTimeline, loops: readonly TimelineLoop[], room: Room): HTMLElement[][] {
  const steps = loops.map(({ loop }) =>
    loop.text === undefined ? calls.slice(firstStep(loop), loop.callIndex + 1).slice(0, MOST_STEPS) : [],
  );
  const args = tellApart(
    steps.map((of) => of.map((step) => step.args).join(" ")),
    room,
  );
  return steps.map((of, at) => {
    if (of.length === 0) return [];
    const names = of.flatMap(({ name }, step) => [step === 0 ? "" : " → ", named(name, SHORT_NAME)]);
    return [el("span", ...names, " "), el("span.quiet", foreign(args[at] as string))];
  });
}

function firstStep({ callIndex, cycleLength }: { callIndex: number; cycleLength: number }): number {
  return Math.max(0, callIndex + 1 - Math.max(1, cycleLength));
}

/** Cuts texts to a line; those that begin alike are cut at the front too. Different texts stay different. */
export function tellApart(texts: readonly string[], { most, sure }: Room): string[] {
  const cut = texts.map((text, at) => {
    const common = Math.max(
      0,
      ...texts.map((other, index) => (index === at || other === text ? 0 : commonStart(text, other))),
    );
    const from = common < sure ? 0 : Math.max(0, common - BEFORE);
    return clipped(from === 0 ? text : `…${text.slice(from).toWellFormed()}`, most);
  });
  return new Set(cut).size === new Set(texts).size ? cut : [...texts];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) if (a[at] !== b[at]) return at;
  return most;
}

const MOST_LINES = 3;
const LINE_ROOM = { most: 80, sure: 10 };

/** The loops that wasted most, in the order in which they began; with what they call, if the run's timeline has been read. */
export function loopLines({ detections }: PageRun, timeline?: CallTimeline): HTMLElement[] {
  if (detections.length === 0) return [el("span.quiet", "none")];
  const loops = lettered(detections);
  const costly = [...loops].sort((a, b) => b.loop.wastedTokens - a.loop.wastedTokens).slice(0, MOST_LINES);
  const shown = loops.filter((one) => costly.includes(one));
  const calls = timeline === undefined ? [] : loopCalls(timeline, shown, LINE_ROOM);
  const lines = shown.map(({ letter, loop }, at) => {
    const called = el("span.called", ...(calls[at] ?? []));
    return el("div.line", letterOf(letter), el("span.tag", named(loop.detector)), called);
  });
  const left = loops.length - shown.length;
  return left > 0 ? [...lines, el("div.quiet", `and ${counted(left, "other")}`)] : lines;
}

const MOST_EQUAL = 12;

/** `goTo` is called with the index of another call to show; `link` leads to this one. */
function callPanel(timeline: CallTimeline, call: number, link: string, goTo: (call: number) => void): HTMLElement {
  const { name, args, result, error, round } = timeline.calls[call]!;
  const together = timeline.calls.filter((other) => other.round === round).length;
  const facts = el("ul.facts");
  const fact = (...children: (Node | string)[]) => facts.append(el("li", ...children));
  if (error) fact(el("strong", "Failed"));
  if (together > 1) fact(`One of ${count(together)} calls made together`);
  const set = timeline.equal[call];
  if (set === undefined) fact("No call of this run is equal to it");
  else fact("Equal calls: ", ...otherCalls(set.calls, call, goTo));
  for (const { letter, loop } of timeline.loops[call]!)
    fact(el("strong", letter === "" ? "In a loop: " : `In loop ${letter}: `), named(loop.detector));
  return el(
    "section.call",
    { "aria-label": "The chosen call" },
    el("h4", `Call ${count(call + 1)}: `, named(name)),
    facts,
    titled("Arguments", args),
    titled("Result", result),
    el("p.quiet", el("a", { href: link }, "Link to this call")),
  );
}

/** The nearest of the equal calls, since there may be thousands. */
function otherCalls(calls: readonly number[], call: number, goTo: (call: number) => void): (Node | string)[] {
  const at = calls.indexOf(call);
  const from = Math.max(0, Math.min(at - MOST_EQUAL / 2, calls.length - MOST_EQUAL));
  const near = calls.slice(from, from + MOST_EQUAL);
  const left = calls.length - near.length;
  const nodes: (Node | string)[] = near.map((other) =>
    other === call
      ? el("strong.here", count(other + 1))
      : button(count(other + 1), () => goTo(other), { class: "small", "aria-label": `Go to call ${other + 1}` }),
  );
  return left === 0 ? nodes : [...nodes, ` and ${count(left)} more`];
}

function titled(title: string, content: string): HTMLElement {
  // It may need scrolling, so it must be reachable by keyboard.
  const body = el("pre", { tabindex: 0, role: "group", "aria-label": title, dir: "auto" }, content);
  if (content === "") body.replaceChildren(el("span.quiet", "(nothing)"));
  return el("div", el("h5", title), body);
}

const MOST_LOOPS = 50;
const MOST_NAME = 80;
const LIST_ROOM = { most: 120, sure: 100 };

/** What else there is to say of a run, below its calls, and of a call, below what it was. */
export interface RunNotes {
  run: (entry: RunEntry, goTo: (call: number) => void) => Node;
  call: (entry: RunEntry, call: number) => Node;
}

interface RunDetail {
  element: HTMLElement;
  goTo: (call: number) => void;
}

export function runDetail(entry: RunEntry, timeline: CallTimeline, links: RunLinks, notes?: RunNotes): RunDetail {
  const element = el("section", { class: "detail", "aria-label": `Run ${clipped(entry.run.id, MOST_NAME)}` });
  const { detections } = entry.run;
  if (timeline.calls.length === 0) {
    element.append(el("p", "This run made no calls."));
    return { element, goTo: () => {} };
  }
  const chosen = el("div", el("p.quiet", "Choose a call to see what it was and what came back."));
  const calls = timelineView(timeline, (call) => {
    chosen.replaceChildren(callPanel(timeline, call, links.hash(entry, call), goTo));
    if (notes !== undefined) chosen.append(notes.call(entry, call));
  });
  const goTo = (call: number) => calls.select(call, true);
  element.append(el("h3", detections.length === 0 ? "No loops" : "Loops"));
  if (detections.length > 0) element.append(loopList(timeline, goTo));
  element.append(el("h3", "Calls"), cellLegend(detections.length > 1), calls.element, chosen);
  if (notes !== undefined) element.append(notes.run(entry, goTo));
  return { element, goTo };
}

function loopList(timeline: CallTimeline, goTo: (call: number) => void): HTMLElement {
  const loops = timeline.all.slice(0, MOST_LOOPS);
  const called = loopCalls(timeline, loops, LIST_ROOM);
  const items = loops.map(({ letter, loop }, at) => {
    const meaning = meaningOf(loop.detector);
    return el(
      "li",
      letterOf(letter),
      el("strong", named(loop.detector, MOST_NAME)),
      el("span.tag", `would have ${WOULD_HAVE[loop.action]}`),
      el("span.tag", `${loop.evidence} evidence`),
      meaning === "" ? "" : el("span.quiet.meant", meaning),
      el("p", foreign(loop.message)),
      el("p.steps", ...(called[at] as HTMLElement[])),
      loop.text === undefined ? "" : el("p.quiet", "It wrote: ", foreign(loop.text.passage)),
      el(
        "p.quiet",
        `${counted(loop.repeats, "time")}; first seen `,
        ...(loop.text === undefined
          ? ["at ", button(`call ${count(loop.callIndex + 1)}`, () => goTo(loop.callIndex), { class: "small" })]
          : [`in the model's message ${count(loop.text.message + 1)}`]),
        `; ${wastedBy(loop)}`,
      ),
    );
  });
  const left = timeline.all.length - items.length;
  if (left > 0) items.push(el("li.quiet", `and ${count(left)} more`));
  return el("ul.loops", ...items);
}

/** A call of two loops is wasted once, so that a loop may have none of its own. */
function wastedBy(loop: ScanDetection): string {
  const { wastedCalls, text } = loop;
  const tokens = counted(wastedTokens(loop), "token");
  if (text !== undefined) return `${counted(text.saved, "character")} and ${tokens} wasted`;
  if (wastedCalls === 0) return "what it wasted counts for another loop";
  return `${counted(wastedCalls, "call")} and ${tokens} wasted`;
}
