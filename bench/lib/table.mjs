/** The rows as a table. */

/** Three significant digits, in the unit that reads best. */
export function quantityText(value, unit) {
  if (unit !== "ns") return `${rounded(value)} ${unit}`;
  if (Math.abs(value) < 1e3) return `${rounded(value)} ns`;
  return Math.abs(value) < 1e6 ? `${rounded(value / 1e3)} µs` : `${rounded(value / 1e6)} ms`;
}

function rounded(value) {
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function ratioText(value) {
  return value < 0.1 ? value.toFixed(3) : value.toFixed(2);
}

function spread({ median, min, max }, write) {
  return `${write(median)} (${write(min)} to ${write(max)})`;
}

/** The cells of a row: name, ours, theirs, ratio, target, met or missed. */
export function cells(row) {
  const write = (value) => quantityText(value, row.unit);
  const target = row.ratio === null ? write : (value) => `${ratioText(value)} ×`;
  return [
    row.name,
    spread(row.ours, write),
    row.rival === null ? "" : spread(row.rival, write),
    row.ratio === null ? "" : spread(row.ratio, ratioText),
    row.target === null ? "" : `≤ ${target(row.target)}`,
    row.met === null ? "" : row.met ? "met" : "missed",
  ];
}

export const HEADINGS = ["row", "ours", "theirs", "ours / theirs", "target", ""];

/** A table that reads as plain text and as Markdown. */
export function table(rows) {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const write = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [write(HEADINGS), rule, ...lines.slice(1).map(write)].join("\n");
}
