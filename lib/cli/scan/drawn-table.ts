/** Tables of texts, and how wide they are. */
import { Table } from "../../bundled/libraries.ts";
import type { Colors } from "../terminal.ts";

export interface Column {
  name: string;
  /** Plain text: its width is that of the column. */
  cells: readonly string[];
  isRight?: boolean;
  /** Adds colours. */
  paint?: (cell: string) => string;
}

/** Without colours, there are no frames either: columns with blanks between them. */
export function drawn(columns: readonly Column[], colors: Colors): string {
  const table = new Table({
    head: columns.map(({ name }) => name),
    style: { head: [], border: [], compact: true },
    colAligns: columns.map(({ isRight }) => (isRight === true ? "right" : "left")),
    ...(colors.isColorSupported ? {} : { chars: ASCII }),
  });
  for (const row of (columns[0]?.cells ?? []).keys())
    table.push(columns.map(({ cells, paint }) => (paint ?? plain)(cells[row] ?? "")));
  return table.toString();
}

/** The characters of a line of the table. */
export function drawnWidth(columns: readonly Column[], colors: Colors): number {
  const inner = columns.reduce((sum, { name, cells }) => sum + widest([name, ...cells]) + 2, 0);
  return inner + columns.length + (colors.isColorSupported ? 1 : -1);
}

const plain = (cell: string): string => cell;

function widest(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, textWidth(cell)), 0);
}

/** Characters that take two columns: those of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu;

function textWidth(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

const ASCII = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: " ",
};
