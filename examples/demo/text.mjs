/** Numbers and texts in columns. */

export function number(value) {
  return Math.round(value).toLocaleString("en");
}

/** `text` in a column; of a long one the end, where ids differ. */
export function cell(text, width) {
  return text.length > width ? `…${text.slice(1 - width)}` : text.padEnd(width);
}

/** On one line, and no longer than that. */
export function oneLine(text, width) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
