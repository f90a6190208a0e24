/** The table of runs, in pages, with filters and sorting; one run can be open at a time. */

import type { TimelineCall } from "../../scan-types.ts";
import { type CallTimeline, miniTimeline, timelineOfCalls } from "./call-timeline.ts";
import { byId, clipped, count, counted, el, moment, named, SHORT_NAME } from "./dom.ts";
import { loopLines, type RunNotes, runDetail } from "./run-detail.ts";
import type { RunEntry, RunLinks } from "./run-entry.ts";

type Compare = (a: RunEntry, b: RunEntry) => number;

/** What the runs may be sorted by: in words, and how. */
export const SORTS = {
  tokens: ["most tokens wasted", (a, b) => b.wastedTokens - a.wastedTokens],
  waste: ["most calls wasted", (a, b) => b.wastedCalls - a.wastedCalls],
  calls: ["most calls", (a, b) => b.run.calls - a.run.calls],
  newest: ["newest first", (a, b) => byTime(a, b, -1)],
  oldest: ["oldest first", (a, b) => byTime(a, b, 1)],
  read: ["as read", () => 0],
} as const satisfies Record<string, readonly [string, Compare]>;
type RunSort = keyof typeof SORTS;

export interface RunQuery {
  /** Words that must all occur in the run's name, its file or its tools, in upper or lower case. */
  text: string;
  /** Only runs with a loop found by this detector; "" for all. */
  detector: string;
  onlyLoops: boolean;
  sort: RunSort;
}

export function selectRuns(entries: readonly RunEntry[], query: RunQuery): RunEntry[] {
  const [, compare] = SORTS[query.sort];
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = entries.filter(
    ({ run }) =>
      (!query.onlyLoops || run.detections.length > 0) &&
      (query.detector === "" || run.detections.some(({ detector }) => detector === query.detector)) &&
      (words.length === 0 || hasAll(`${run.id}\n${run.file}\n${run.tools.join("\n")}`.toLowerCase(), words)),
  );
  return chosen.sort((a, b) => compare(a, b) || a.index - b.index);
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Runs of unknown time come last in both directions. */
function byTime(a: RunEntry, b: RunEntry, direction: 1 | -1): number {
  if (a.time === undefined || b.time === undefined) return Number(a.time === undefined) - Number(b.time === undefined);
  return direction * (a.time - b.time);
}

const PAGE = 50;

/** Where the list has what is not in its entries. */
interface RunSource {
  links: RunLinks;
  /** The calls of the run with this index. */
  strips: { read(index: number): readonly TimelineCall[] };
  /** What else there is to say of runs and calls. */
  notes?: RunNotes;
}

export class RunList {
  readonly #entries: readonly RunEntry[];
  readonly #source: RunSource;
  /** The fields above the list, by what they say of the query. */
  readonly #fields = {
    text: byId<HTMLInputElement>("find"),
    detector: byId<HTMLSelectElement>("detector"),
    onlyLoops: byId<HTMLInputElement>("only-loops"),
    sort: byId<HTMLSelectElement>("order"),
  };
  readonly #earlier = byId<HTMLButtonElement>("runs-earlier");
  readonly #later = byId<HTMLButtonElement>("runs-later");
  readonly #body = byId("runs-rows");
  /** Whether any run says when it began. */
  readonly #timed: boolean;
  /** Timelines that are not drawn yet: that happens when their row becomes visible. */
  readonly #undrawn = new Map<Element, () => void>();
  readonly #sight = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) if (isIntersecting) this.#draw(target);
    },
    { rootMargin: "300px" },
  );
  #chosen: RunEntry[] = [];
  #page = 0;

  constructor(entries: readonly RunEntry[], source: RunSource) {
    this.#entries = entries;
    this.#source = source;
    const detectors = new Set(entries.flatMap(({ run }) => run.detections.map((loop) => loop.detector)));
    const option = (value: string, label: string) => el("option", { value }, label);
    this.#fields.detector.append(...[...detectors].sort().map((name) => option(name, clipped(name, SHORT_NAME))));
    this.#fields.sort.append(...Object.entries(SORTS).map(([value, [label]]) => option(value, label)));
    for (const field of Object.values(this.#fields)) field.addEventListener("input", () => this.#select());
    this.#earlier.addEventListener("click", () => this.#turn(-1));
    this.#later.addEventListener("click", () => this.#turn(1));
    this.#timed = entries.some(({ time }) => time !== undefined);
    byId("runs-began").hidden = !this.#timed;
    byId("runs").hidden = false;
    addEventListener("beforeprint", () => {
      for (const cell of [...this.#undrawn.keys()]) this.#draw(cell);
    });
    this.#select();
  }

  /** Shows only the runs of one detector, or those that contain some text. */
  filter(change: { detector?: string; text?: string }): void {
    this.#set(change);
    byId("runs-title").scrollIntoView();
    byId("runs-title").focus({ preventScroll: true });
  }

  /** Opens a run, on whatever page it is, and selects one of its calls if given. `focus`: moves there. */
  open(entry: RunEntry, call: number | undefined, focus = true): void {
    if (!this.#chosen.includes(entry)) {
      this.#fields.onlyLoops.checked = false;
      this.#set({});
    }
    const page = Math.floor(this.#chosen.indexOf(entry) / PAGE);
    if (page !== this.#page) this.#show(page);
    this.close();
    const link = this.#link(entry);
    const row = link?.closest("tr");
    if (!link || !row) return;
    const { links, notes } = this.#source;
    const detail = runDetail(entry, this.#timeline(entry), links, notes);
    const below = this.#wideRow("opened", detail.element);
    row.after(below);
    link.setAttribute("aria-expanded", "true");
    below.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#closeAt(link);
    });
    if (focus && document.activeElement !== link) {
      row.scrollIntoView();
      link.focus({ preventScroll: true });
    }
    if (call !== undefined) detail.goTo(call);
  }

  close(): void {
    this.#body.querySelector("a[aria-expanded='true']")?.setAttribute("aria-expanded", "false");
    this.#body.querySelector("tr.opened")?.remove();
  }

  /** Closes the open run at the user's request, and removes it from the address. */
  #closeAt(link: HTMLElement): void {
    this.close();
    history.replaceState(null, "", this.#source.links.closed);
    link.focus();
  }

  #timeline({ index, run }: RunEntry): CallTimeline {
    return timelineOfCalls(this.#source.strips.read(index), run.detections);
  }

  #link(entry: RunEntry): HTMLElement | null {
    return this.#body.querySelector<HTMLElement>(`a[data-run="${entry.index}"]`);
  }

  /** As a user would. */
  #set({ detector = "", text = "" }: { detector?: string; text?: string }): void {
    byId<HTMLDetailsElement>("runs-fields").open = true; // what limits the list must be seen
    this.#fields.text.value = text;
    this.#fields.detector.value = detector;
    this.#select();
  }

  #select(): void {
    const { text, detector, onlyLoops, sort } = this.#fields;
    const query = { text: text.value, detector: detector.value, onlyLoops: onlyLoops.checked };
    this.#chosen = selectRuns(this.#entries, { ...query, sort: sort.value as RunSort });
    this.#show(0);
  }

  #turn(step: 1 | -1): void {
    this.#show(this.#page + step);
    byId("runs-title").scrollIntoView();
  }

  #show(page: number): void {
    this.close();
    this.#page = page;
    this.#sight.disconnect();
    this.#undrawn.clear();
    const from = page * PAGE;
    const shown = this.#chosen.slice(from, from + PAGE);
    this.#body.replaceChildren(...shown.map((entry) => this.#row(entry)));
    if (shown.length === 0) this.#body.append(this.#wideRow("none", "No run matches."));
    const [to, chosen, all] = [from + shown.length, this.#chosen.length, this.#entries.length];
    byId("runs-status").textContent =
      chosen === all ? counted(all, "run") : `${count(chosen)} of ${counted(all, "run")}`;
    byId("runs-place").textContent = chosen === 0 ? "" : `Runs ${count(from + 1)} to ${count(to)} of ${count(chosen)}`;
    this.#earlier.disabled = from === 0;
    this.#later.disabled = to >= chosen;
  }

  #wideRow(kind: string, content: Node | string): HTMLElement {
    const cell = el("td", { role: "cell", colspan: this.#timed ? 6 : 5 }, content);
    return el("tr", { role: "row", class: kind }, cell);
  }

  #row(entry: RunEntry): HTMLElement {
    const { run, wastedCalls, wastedTokens, time } = entry;
    const link = el(
      "a",
      { href: this.#source.links.hash(entry), "aria-expanded": "false", "data-run": entry.index },
      named(run.id),
    );
    link.addEventListener("click", (event) => {
      if (link.getAttribute("aria-expanded") === "false") return; // following the link changes the address, and main.ts opens the run
      event.preventDefault();
      this.#closeAt(link);
    });
    const place = el("span.quiet.place", named(run.file), `:${run.line}`);
    const strip = el("div.strip");
    const found = el("td.found", { role: "cell" }, ...loopLines(run));
    this.#undrawn.set(strip, () => {
      const calls = this.#timeline(entry);
      strip.append(miniTimeline(calls));
      found.replaceChildren(...loopLines(run, calls));
    });
    this.#sight.observe(strip);
    const number = (value: number, kind: string) =>
      el("td", { role: "cell", class: `number ${kind}` }, value === 0 ? "0" : count(value));
    return el(
      "tr",
      { role: "row" },
      el("th", { scope: "row", role: "rowheader" }, link, " ", place, strip),
      found,
      number(run.calls, "calls"),
      number(wastedCalls, "calls"),
      number(wastedTokens, "tokens"),
      ...(this.#timed ? [el("td.began", { role: "cell" }, time === undefined ? "unknown" : moment(time))] : []),
    );
  }

  #draw(cell: Element): void {
    this.#undrawn.get(cell)?.();
    this.#undrawn.delete(cell);
    this.#sight.unobserve(cell);
  }
}
