/** A run's calls as a small drawing, in which repetitions can be seen. */
import { svg } from "./dom.ts";
import { type Column, columnsOf, type Strip } from "./strip.ts";

const MOST_COLUMNS = 480;
/** Heights in the drawing's units; a column is 1 wide. */
const CALL = 7;
const GAP = 1;
const LOOP = 3;

/** Hidden from screen readers: the same information is next to it as text. */
export function miniStrip(strip: Strip): SVGElement {
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
      "aria-hidden": "true",
    },
    ...paths,
  );
  drawing.style.maxWidth = `${columns.length * 8}px`; // a short run stays short
  return drawing;
}

function bars(columns: readonly Column[], top: number, height: number, drawn: (column: Column) => boolean): string {
  // With few columns, a gap separates equal neighbours.
  const width = columns.length <= 120 ? 0.86 : 1;
  return columns.map((column, at) => (drawn(column) ? `M${at} ${top}h${width}v${height}h-${width}z` : "")).join("");
}
