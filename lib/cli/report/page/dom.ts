/// <reference lib="dom" />
/// <reference lib="es2024.string" />
/**
 * Builds elements without markup: every text becomes a text node or an attribute's value, so no trace can inject HTML.
 */

export { count, counted } from "../../scan/totals-text.ts";

type Attributes = Record<string, string | number | boolean | undefined>;

/** `what`: a tag, and its classes, such as `"td.number"`. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  what: Tag | `${Tag}.${string}`,
  ...given: [Attributes, ...(Node | string)[]] | (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const [tag = "", ...classes] = what.split(".");
  const element = document.createElement(tag) as HTMLElementTagNameMap[Tag];
  if (classes.length > 0) element.className = classes.join(" ");
  const [first] = given;
  const hasAttributes = typeof first === "object" && !(first instanceof Node);
  if (hasAttributes) setAttributes(element, first);
  element.append(...((hasAttributes ? given.slice(1) : given) as (Node | string)[]));
  return element;
}

export function svg(tag: "svg" | "path", attributes: Attributes, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
}

/** Text from a trace, isolated so that its writing direction does not affect the text around it. */
export function foreign(text: string): HTMLElement {
  return el("bdi", text === "" ? "(empty)" : text);
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", onClick);
  return element;
}

/** `heads` are the titles of the columns; those in `numbers` (indices) are aligned as numbers. */
export function table(
  kind: string,
  heads: readonly string[],
  rows: readonly HTMLElement[],
  numbers: readonly number[] = [],
): HTMLTableElement {
  const titles = heads.map((head, at) => el("th", { scope: "col", class: numbers.includes(at) && "number" }, head));
  return el("table", { class: kind }, el("thead", el("tr", ...titles)), el("tbody", ...rows));
}

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`page.html has no #${id}`);
  return element as E;
}

let compact: Intl.NumberFormat | undefined; // made when it is needed: it takes a phone 100 ms

/** 12345 is "12.3K". */
export function short(value: number): string {
  compact ??= new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
  return compact.format(value);
}

/** `part` as a percentage of `whole`: "12 %", "0.4 %"; "0 %" if `whole` is 0. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share < 0.1 ? "under 0.1 %" : `${share < 10 ? Number(share.toFixed(1)) : Math.round(share)} %`;
}

/** A time in milliseconds since 1970 as "2026-03-01 14:05 UTC". */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A name as a trace has it: a very long one is cut. */
export function named(text: string, length = 200): HTMLElement {
  return foreign(clipped(text, length));
}

/** Characters of a name where there is little room. */
export const SHORT_NAME = 60;

/** At most `length` characters, with "…" if something was cut. */
export function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** As in narrow.css. Paper is never narrow: what is folded is printed. */
const NARROW = "screen and (max-width: 620px)";

export function foldOnPhones(parts: readonly HTMLDetailsElement[]): void {
  const narrow = matchMedia(NARROW);
  const adapt = () => {
    for (const part of parts) part.open = !narrow.matches;
  };
  narrow.addEventListener("change", adapt);
  adapt();
}

const SCHEMES = { system: "light dark", light: "light", dark: "dark" } as const;
type Theme = keyof typeof SCHEMES;
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function setUpTheme(toggle: HTMLElement): void {
  let theme: Theme = "system";
  const show = () => {
    document.documentElement.style.colorScheme = SCHEMES[theme];
    toggle.textContent = `Colours: ${theme === "system" ? "as the system" : theme}`;
  };
  toggle.addEventListener("click", () => {
    theme = NEXT[theme];
    show();
  });
  show();
}
