/** A run's calls as a small drawing, in which repetitions can be seen. */
import { el, svg } from "./dom.ts";
import { type Column, columnsOf, type Strip } from "./strip.ts";

const MOST_COLUMNS = 480;
/** Heights in the drawing's units; a column is 1 wide. */
const CALL = 7;
const GAP = 1;
const LOOP = 3;

/** Letters closer to each other than this part of the strip would overlap: then the later one is left out. */
const LETTER = 0.04;

/** Hidden from screen readers: the same information is next to it as text. */
export function miniStrip(strip: Strip): HTMLElement {
  const columns = columnsOf(strip, MOST_COLUMNS);
  const paths = [...new Set(columns.map((column) => column.hue))].map((hue) =>
    svg("path", {
      class: hue === undefined ? "once" : `hue-${hue}`,
      d: bars(columns, 0, CALL, (column) => column.hue === hue),
    }),
  );
  paths.push(svg("path", { class: "loop", d: bars(columns, CALL + GAP, LOOP, (column) => column.loop) }));
  const drawing = svg(
    "svg",
    {
      class: "mini",
      viewBox: `0 0 ${Math.max(1, columns.length)} ${CALL + GAP + LOOP}`,
      preserveAspectRatio: "none",
    },
    ...paths,
  );
  const place = el("div", { class: strip.all.length > 1 ? "drawn lettered" : "drawn", "aria-hidden": "true" });
  place.style.maxWidth = `${columns.length * 8}px`; // a short run stays short
  place.append(drawing, ...letters(strip));
  return place;
}

/** The letter of each loop, below where its line begins. */
function letters({ all, calls }: Strip): HTMLElement[] {
  if (all.length < 2) return [];
  const shown: HTMLElement[] = [];
  let free = 0;
  for (const { letter, loop } of [...all].sort((a, b) => (a.loop.calls[0] ?? 0) - (b.loop.calls[0] ?? 0))) {
    const at = (loop.calls[0] ?? calls.length) / calls.length;
    if (at >= 1 || at < free) continue;
    const mark = el("b", { class: "under" }, letter);
    mark.style.left = `${at * 100}%`;
    shown.push(mark);
    free = at + LETTER;
  }
  return shown;
}

function bars(columns: readonly Column[], top: number, height: number, drawn: (column: Column) => boolean): string {
  // With few columns, a gap separates equal neighbours.
  const width = columns.length <= 120 ? 0.86 : 1;
  return columns.map((column, at) => (drawn(column) ? `M${at} ${top}h${width}v${height}h-${width}z` : "")).join("");
}
