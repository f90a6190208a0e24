/** "Copy": a framework, and the lines to paste. */
import { frameworks } from "made:frameworks";
import { byId, el } from "../../lib/cli/report/page/dom.ts";
import { isDefault, type Settings } from "../shared/settings.ts";
import { snippet } from "./snippet.ts";

/** Gives a function that takes new settings. */
export function setUpCopy(): (settings: Settings) => void {
  const choice = byId("framework") as HTMLSelectElement;
  const code = byId("lines");
  const note = byId("lines-note");
  const said = byId("copied");
  choice.append(...frameworks.map(({ name, title }) => el("option", { value: name }, title)));
  let current: Settings | undefined;
  const show = () => {
    const lines = frameworks.find(({ name }) => name === choice.value) ?? frameworks[0];
    if (lines === undefined || current === undefined) return;
    const own = snippet(lines, current);
    code.textContent = own ?? lines.code;
    said.textContent = "";
    const link = el("a", { href: lines.page }, "its page");
    if (own === undefined) note.replaceChildren("These lines take no settings; ", link, " says where yours go.");
    else
      note.replaceChildren(
        isDefault(current)
          ? "The recommended preset, as it comes. More on "
          : "With your settings from above. More on ",
        link,
        ".",
      );
  };
  choice.addEventListener("change", show);
  byId("copy-lines").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      said.textContent = "Copied.";
    } catch {
      getSelection()?.selectAllChildren(code);
      said.textContent = "Marked: copy it with your browser.";
    }
  });
  return (settings) => {
    current = settings;
    show();
  };
}
