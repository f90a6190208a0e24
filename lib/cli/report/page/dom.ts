/// <reference lib="dom" />
/// <reference lib="es2024.string" />
/**
 * Builds elements without markup: every text becomes a text node or an attribute's value, so no trace can inject HTML.
 */

type Attributes = Record<string, string | number | boolean | undefined>;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
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
  return el("bdi", {}, text === "" ? "(empty)" : text);
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
  return el("table", { class: kind }, el("thead", {}, el("tr", {}, ...titles)), el("tbody", {}, ...rows));
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`page.html has no #${id}`);
  return element;
}
