/** Runs drawn as strips: a character for each call, and below it what became of it. */
import { styleText } from "node:util";

/** Columns of a terminal, and calls in one line of a strip. */
export const WIDTH = 80;
export const STRIP = 40;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** What became of a call, as a character. */
export const MARKS = { ran: " ", warned: "!", refused: "x", stopped: "X", unmade: "-" };
const STYLES = { "!": "yellow", x: "red", X: ["red", "bold"], "-": "dim" };
const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;

/** Coloured as the mark, on a terminal. */
export function paint(mark, text) {
  const style = STYLES[mark];
  return coloured && style !== undefined ? styleText(style, text) : text;
}

/**
 * The strip in pieces of a line's length: the line of letters, and the line of marks; each with its `length` on the
 * screen, which its `text` may exceed by its colours.
 */
export function strip({ calls }, fates) {
  const seen = new Map();
  const letters = calls.map(({ name, args }) => {
    const call = JSON.stringify([name, args]);
    if (!seen.has(call)) seen.set(call, LETTERS[seen.size] ?? "?");
    return seen.get(call);
  });
  const marks = fates.map(({ fate }) => MARKS[fate]);
  const pieces = [];
  for (let at = 0; at < calls.length; at += STRIP) {
    const part = marks.slice(at, at + STRIP);
    const lines = [letters.slice(at, at + STRIP), ...(part.some((mark) => mark !== " ") ? [part] : [])];
    pieces.push(
      lines.map((line) => ({ text: line.map((char, i) => paint(part[i], char)).join(""), length: line.length })),
    );
  }
  return pieces;
}

/** In lines of the terminal's width, each after `indent`. */
export function wrapped(text, indent = "") {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && line.length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}
