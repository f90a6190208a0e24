/** Search in the documents. The index is loaded when somebody begins to type. */
import type MiniSearch from "minisearch";
import { byId, el } from "../../lib/cli/report/page/dom.ts";

const SHOWN = 12;

interface Hit {
  title: string;
  heading: string;
  page: string;
}

async function load(): Promise<MiniSearch> {
  const [{ default: Search }, { index, options }] = await Promise.all([import("minisearch"), import("made:search")]);
  return Search.loadJSON(index, options);
}

export function setUpSearch(): void {
  const field = byId("search") as HTMLInputElement;
  const list = byId("hits");
  const said = byId("hits-said");
  const base = document.documentElement.dataset["base"] ?? "";
  let search: Promise<MiniSearch> | undefined;
  field.addEventListener("input", async () => {
    const query = field.value.trim();
    search ??= load();
    const found =
      query === ""
        ? []
        : (await search).search(query, {
            prefix: true,
            fuzzy: (word: string) => (word.length > 5 ? 0.2 : false),
            boost: { title: 4, heading: 3 },
            combineWith: "AND",
          });
    if (query !== field.value.trim()) return;
    list.hidden = found.length === 0;
    list.replaceChildren(
      ...found.slice(0, SHOWN).map((hit) => {
        const { title, heading, page } = hit as unknown as Hit;
        return el(
          "li",
          {},
          el("a", { href: base + page }, title, heading === "" ? "" : el("span", {}, ` › ${heading}`)),
        );
      }),
    );
    said.textContent =
      query === ""
        ? ""
        : found.length === 0
          ? "Nothing found"
          : `${Math.min(SHOWN, found.length)} of ${found.length} found`;
  });
  const close = () => {
    list.hidden = true;
  };
  byId("finder").addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    field.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Node && byId("finder").contains(target))) close();
  });
}
