/** The fields above the list of runs, and the buttons below it. */
import { button, el } from "./dom.ts";
import { clipped, count, counted } from "./format.ts";
import { type RunQuery, type RunSort, SORTS } from "./run-query.ts";

const MOST_NAME = 60;

export interface RunControls {
  filters: HTMLElement;
  pager: HTMLElement;
  query: () => RunQuery;
  /** Sets fields as a user would. */
  set: (change: Partial<RunQuery>) => void;
  /** Shows which runs are listed: `from` to `to` of the `chosen` among `all`. */
  tell: (shown: { from: number; to: number; chosen: number; all: number }) => void;
}

export function runControls(
  detectors: readonly string[],
  changed: { query: () => void; page: (step: 1 | -1) => void },
): RunControls {
  const text = el("input", { type: "search", id: "find", autocomplete: "off", spellcheck: "false" });
  const detector = select("detector", [
    ["", "all"],
    ...detectors.map((name): [string, string] => [name, clipped(name, MOST_NAME)]),
  ]);
  const onlyLoops = el("input", { type: "checkbox", id: "only-loops" });
  const sort = select("order", Object.entries(SORTS));
  for (const field of [text, detector, onlyLoops, sort]) field.addEventListener("input", changed.query);

  const status = el("p", { role: "status", class: "quiet" });
  const earlier = button("Previous page", () => changed.page(-1));
  const later = button("Next page", () => changed.page(1));
  const place = el("span");

  const field = (label: string, input: HTMLElement) =>
    el("div", { class: "field" }, el("label", { for: input.id }, label), input);
  const folded = el(
    "details",
    { class: "fold", open: true },
    el("summary", {}, "Find and order"),
    el(
      "div",
      { class: "fields", role: "search", "aria-label": "Runs" },
      field("Find a run, file or tool", text),
      field("Loops of detector", detector),
      field("Order", sort),
      el("div", { class: "check" }, onlyLoops, el("label", { for: onlyLoops.id }, "Only runs with loops")),
    ),
  );
  return {
    filters: el("div", { class: "filters" }, folded, status),
    pager: el("nav", { class: "pager", "aria-label": "Pages of runs" }, earlier, place, later),
    query: () => ({
      text: text.value,
      detector: detector.value,
      onlyLoops: onlyLoops.checked,
      sort: sort.value as RunSort,
    }),
    set: (change) => {
      folded.open = true; // what limits the list must be seen
      if (change.text !== undefined) text.value = change.text;
      if (change.detector !== undefined) detector.value = change.detector;
      if (change.onlyLoops !== undefined) onlyLoops.checked = change.onlyLoops;
      if (change.sort !== undefined) sort.value = change.sort;
    },
    tell: ({ from, to, chosen, all }) => {
      status.textContent = chosen === all ? counted(all, "run") : `${count(chosen)} of ${counted(all, "run")}`;
      place.textContent = chosen === 0 ? "" : `Runs ${count(from + 1)} to ${count(to)} of ${count(chosen)}`;
      earlier.disabled = from === 0;
      later.disabled = to >= chosen;
    },
  };
}

function select(id: string, options: [value: string, label: string][]): HTMLSelectElement {
  return el("select", { id }, ...options.map(([value, label]) => el("option", { value }, label)));
}
