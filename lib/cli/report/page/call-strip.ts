/** A run's calls as cells that can be clicked, and navigated with the arrow keys. */
import { button, el } from "./dom.ts";
import { clipped, count } from "./format.ts";
import type { Strip } from "./strip.ts";

/** Cells shown at once; a longer run is shown in parts. */
const PART = 1000;
const LABEL_NAME = 60;

export interface CallStrip {
  element: HTMLElement;
  /** Selects a call, and shows its part of the run. */
  select: (call: number, focus: boolean) => void;
}

/** `onSelect` is called with the index of the selected call. */
export function callStrip(strip: Strip, onSelect: (call: number) => void): CallStrip {
  const total = strip.calls.length;
  const cells = el("div", { class: "cells", role: "listbox", "aria-label": "Calls of this run, in order" });
  const parts = el("div", { class: "pager" });
  let part = -1;
  let selected = -1;

  const showPart = (next: number) => {
    part = next;
    const from = part * PART;
    const calls = strip.calls.slice(from, from + PART);
    cells.replaceChildren(...calls.map((_, at) => cell(strip, from + at)));
    cellOf(Math.max(from, selected))?.setAttribute("tabindex", "0");
    if (total <= PART) return;
    const step = (label: string, to: number, off: boolean) =>
      button(label, () => select(to * PART, true), { "aria-disabled": off || undefined, class: "small" });
    const last = Math.ceil(total / PART) - 1;
    parts.replaceChildren(
      step("Earlier calls", Math.max(0, part - 1), part === 0),
      el("span", {}, `Calls ${count(from + 1)} to ${count(from + calls.length)} of ${count(total)}`),
      step("Later calls", Math.min(last, part + 1), part === last),
    );
  };

  const cellOf = (call: number) => cells.children[call - part * PART] as HTMLElement | undefined;

  const select = (call: number, focus: boolean) => {
    const before = cellOf(selected) ?? cells.querySelector<HTMLElement>("[tabindex='0']");
    before?.setAttribute("tabindex", "-1");
    cellOf(selected)?.setAttribute("aria-selected", "false");
    selected = call;
    const wanted = Math.floor(call / PART);
    if (wanted !== part) showPart(wanted);
    const now = cellOf(call);
    now?.setAttribute("tabindex", "0");
    now?.setAttribute("aria-selected", "true");
    if (focus) now?.focus();
    onSelect(call);
  };

  cells.addEventListener("click", (event) => {
    const call = callAt(event.target);
    if (call !== undefined) select(call, true);
  });
  cells.addEventListener("keydown", (event) => {
    const call = callAt(event.target);
    if (call === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = target(event.key, call, columns(cells), total);
    if (to === undefined) return;
    event.preventDefault();
    select(to, true);
  });

  showPart(0);
  return { element: el("div", {}, parts, cells), select };
}

function cell(strip: Strip, call: number): HTMLElement {
  const { equal, loops, calls } = strip;
  const { error, round } = calls[call]!;
  const isLoop = loops[call]!.length > 0;
  const letters = loops[call]!.map(({ letter }) => letter).join("");
  const kinds = [
    "cell",
    equal[call] === undefined ? "once" : `hue-${equal[call].hue}`,
    isLoop && "loop",
    letters !== "" && "lettered",
    error && "failed",
    call > 0 && calls[call - 1]?.round === round && "joined",
  ];
  return el(
    "div",
    {
      role: "option",
      class: kinds.filter(Boolean).join(" "),
      tabindex: -1,
      "aria-selected": "false",
      "aria-setsize": calls.length,
      "aria-posinset": call + 1,
      "aria-label": labelOf(strip, call),
      "data-call": call,
    },
    equal[call] === undefined ? "" : String(equal[call].calls[0]! + 1),
    ...(letters === "" ? [] : [el("span", { class: "band", "data-letters": letters })]),
  );
}

function labelOf({ calls, equal, loops }: Strip, call: number): string {
  const { name, error } = calls[call]!;
  const set = equal[call];
  const parts = [`Call ${call + 1}: ${clipped(name, LABEL_NAME)}`];
  if (set !== undefined)
    parts.push(`equal to call ${set.calls[0]! + 1}, ${set.calls.indexOf(call) + 1} of ${set.calls.length}`);
  if (error) parts.push("failed");
  for (const { letter, loop } of loops[call]!)
    parts.push(`loop${letter && ` ${letter}`}, ${clipped(loop.detector, LABEL_NAME)}`);
  return parts.join("; ");
}

function callAt(target: EventTarget | null): number | undefined {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-call]") : null;
  return found === null ? undefined : Number(found.dataset["call"]);
}

function columns(cells: HTMLElement): number {
  const all = [...cells.children] as HTMLElement[];
  const below = all.findIndex((other) => other.offsetTop !== all[0]?.offsetTop);
  return below < 0 ? all.length : below;
}

/** The call that a key leads to; `undefined` for other keys. */
function target(key: string, call: number, width: number, total: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return Math.min(total - 1, call + 1);
    case "ArrowLeft":
      return Math.max(0, call - 1);
    case "ArrowDown":
      return call + width < total ? call + width : call;
    case "ArrowUp":
      return call - width >= 0 ? call - width : call;
    case "Home":
      return 0;
    case "End":
      return total - 1;
    case "Enter":
    case " ":
      return call;
  }
  return undefined;
}
