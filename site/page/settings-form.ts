/** The preset, the sliders and the price. */

import type { PresetName } from "../../lib/base/types.ts";
import { byId, el } from "../../lib/cli/report/page/dom.ts";
import { PRESET_NAMES } from "../../lib/rules/presets.ts";
import { optionsCode, RANGES, type Settings, settingsOf } from "../shared/settings.ts";

const NAMES = ["times", "refuse", "end"] as const;
type Name = (typeof NAMES)[number];

const WORDS: Readonly<Record<Name, (value: number) => string>> = {
  times: (value) => `after ${value} equal ${value === 1 ? "result" : "results"}`,
  refuse: (value) => (value === 1 ? "at once" : `at strike ${value}, warned before`),
  end: (value) => `at strike ${value}`,
};

/** Gives a function that shows other settings. `change` is called with what somebody has set. */
export function setUpSettings(change: (settings: Settings) => void): (settings: Settings) => void {
  const preset = byId("preset") as HTMLSelectElement;
  const price = byId("price") as HTMLInputElement;
  const sliders = Object.fromEntries(NAMES.map((name) => [name, byId(name) as HTMLInputElement])) as Record<
    Name,
    HTMLInputElement
  >;
  preset.append(...PRESET_NAMES.map((name) => el("option", { value: name }, name)));
  for (const name of NAMES) {
    [sliders[name].min, sliders[name].max] = RANGES[name].map(String) as [string, string];
  }
  let current = settingsOf("recommended");
  const show = (settings: Settings) => {
    current = settings;
    preset.value = settings.preset;
    if (document.activeElement !== price) price.value = String(settings.price);
    for (const name of NAMES) {
      sliders[name].value = String(settings[name]);
      sliders[name].setAttribute("aria-valuetext", WORDS[name](settings[name]));
      byId(`${name}-said`).textContent = WORDS[name](settings[name]);
    }
    byId("guard").textContent = `new LoopGuard(${optionsCode(settings)})`;
  };
  const set = (settings: Settings) => {
    show(settings);
    change(settings);
  };
  preset.addEventListener("change", () => set(settingsOf(preset.value as PresetName, current.price)));
  price.addEventListener("input", () => {
    const value = Number(price.value);
    if (price.value !== "" && value >= 0 && value <= 10_000) set({ ...current, price: value });
  });
  for (const name of NAMES)
    sliders[name].addEventListener("input", () => {
      const next = { ...current, [name]: Number(sliders[name].value) };
      // The run ends no sooner than a call is refused.
      if (next.end < next.refuse) next[name === "end" ? "refuse" : "end"] = next[name as "end" | "refuse"];
      set(next);
    });
  byId("reset").addEventListener("click", () => set(settingsOf(current.preset, current.price)));
  return show;
}
