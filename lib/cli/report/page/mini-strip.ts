/** A run's calls as a small drawing, in which repetitions can be seen. */
import { el, svg } from "./dom.ts";
import { type Column, columnsOf, type Strip } from "./strip.ts";

const MOST_COLUMNS = 480;
/** Heights in the drawing's units; a column is 1 wide. */
const CALL = 7;
const GAP = 1;
const LOOP = 3;

/** Loops that begin closer to each other than this part of the strip, or this many columns, have one mark. */
const CLOSE = 0.07;
const CLOSE_COLUMNS = 3;
const MOST_LETTERS = 3;

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

/** The letter of each loop, below where its line begins; one mark for those that begin close to each other. */
function letters({ all, calls }: Strip): HTMLElement[] {
  const marks: { at: number; text: string }[] = [];
  const close = Math.max(CLOSE, CLOSE_COLUMNS / calls.length);
  const began = all.filter(({ loop }) => loop.calls.length > 0);
  if (all.length < 2) return [];
  for (const { letter, loop } of began.sort((a, b) => (a.loop.calls[0] as number) - (b.loop.calls[0] as number))) {
    const at = (loop.calls[0] as number) / calls.length;
    const before = marks.at(-1);
    if (before === undefined || at > before.at + close) marks.push({ at, text: letter });
    else if (before.text.length < MOST_LETTERS) before.text += letter;
    else before.text = `${before.text.slice(0, MOST_LETTERS)}…`;
  }
  return marks.map(({ at, text }) => {
    const mark = el("b", { class: at > 0.9 ? "under last" : "under" }, text);
    if (at <= 0.9) mark.style.left = `${at * 100}%`;
    return mark;
  });
}

function bars(columns: readonly Column[], top: number, height: number, drawn: (column: Column) => boolean): string {
  // With few columns, a gap separates equal neighbours.
  const width = columns.length <= 120 ? 0.86 : 1;
  return columns.map((column, at) => (drawn(column) ? `M${at} ${top}h${width}v${height}h-${width}z` : "")).join("");
}
