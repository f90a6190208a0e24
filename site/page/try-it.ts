/** "Try it": a trace that is dropped, chosen or pasted, or an example; and what there is to say of it. */
import { examples } from "made:examples";
import { byId, clipped, count, el } from "../../lib/cli/report/page/dom.ts";
import type { RunEntry } from "../../lib/cli/report/page/run-entry.ts";
import type { Answer, Explained, Source } from "../shared/messages.ts";
import type { Settings } from "../shared/settings.ts";
import { hashOf, linksTo, placeIn } from "./address.ts";
import { type Engine, unavailable } from "./engine.ts";
import type { Reading, Shown } from "./result.ts";

const MOST_NAME = 60;
const MEGABYTE = 1e6;
/** Milliseconds after which a reading has a progress bar. */
const SOON = 150;

export class TryIt {
  readonly #engine: Engine;
  readonly #place = byId("result");
  readonly #template = byId("result-template") as HTMLTemplateElement;
  #settings: Settings;
  #source: Source | undefined;
  #example: string | undefined;
  #shown: Shown | undefined;
  /** The number of the current reading: answers of an older one are dropped. */
  #current = 0;
  /** Whether it is under way. */
  #busy = false;
  readonly #explained = new Map<number, Promise<Explained>>();

  constructor(engine: Engine, settings: Settings) {
    this.#engine = engine;
    this.#settings = settings;
    this.#setUpFiles();
    this.#setUpPaste();
    byId("examples").append(
      ...examples.map(({ name, title, note }) => {
        const open = el("button", { type: "button", "data-example": name }, title);
        open.addEventListener("click", () => this.openExample(name));
        return el("li", {}, open, el("span", { class: "quiet" }, note));
      }),
    );
    byId("cancel").addEventListener("click", () => this.#cancel());
    byId("link").addEventListener("click", () => this.#copyLink());
    addEventListener("hashchange", () => this.#follow());
  }

  settle(settings: Settings): void {
    this.#settings = settings;
    if (this.#source === undefined) this.#writeHash();
    else this.#read(this.#source, false);
  }

  openExample(name: string, focus = true): boolean {
    const example = examples.find((one) => one.name === name);
    if (example === undefined) return false;
    this.#example = name;
    this.#read({ name: example.file, blob: new Blob([example.text]) }, focus);
    return true;
  }

  #open(source: Source): void {
    this.#example = undefined;
    this.#read(source, true);
  }

  #read(source: Source, isNew: boolean): void {
    const current = ++this.#current;
    const settings = this.#settings;
    const run = isNew ? undefined : placeIn(location.hash).run;
    // A long one would be heard only at its end.
    if (this.#busy) this.#engine.stop();
    this.#busy = true;
    this.#source = source;
    this.#explained.clear();
    this.#writeHash(run);
    const fail = (error: Error) => current === this.#current && this.#fail(error.message);
    const result = import("./result.ts").catch(unavailable);
    let bytes = 0;
    // Not only where more is read: a little may take long to decompress.
    setTimeout(() => {
      if (this.#busy && current === this.#current) this.#progress(bytes, source.blob.size);
    }, SOON);
    let reading: Reading | undefined;
    const parts = result.then(({ Reading }) => {
      reading = new Reading();
      return reading;
    });
    parts.catch(fail);
    this.#say(`Reading ${clipped(source.name, MOST_NAME)}`);
    const hear = async (answer: Answer): Promise<void> => {
      if (current !== this.#current) return;
      if (answer.kind === "progress") bytes = answer.read;
      if (answer.kind === "progress" && !byId("reading").hidden) this.#progress(bytes, source.blob.size);
      if (answer.kind === "runs") (reading ?? (await parts)).add(answer);
      if (answer.kind === "failed") this.#fail(answer.message);
      if (answer.kind !== "read") return;
      this.#busy = false;
      const [{ show }, all] = await Promise.all([result, parts]);
      if (current !== this.#current) return;
      const { report, left } = answer;
      const links = linksTo(() => ({
        settings,
        ...(this.#example === undefined ? { example: undefined } : { example: this.#example }),
      }));
      this.#shown = show(this.#place, this.#template, {
        report,
        reading: all,
        settings,
        links,
        explain: (entry) => this.#explain(entry, source, settings),
      });
      this.#progress(undefined, 0);
      this.#say(this.#shown.headline);
      byId("left").textContent = left > 0 ? `${count(left)} more runs are counted, and not listed.` : "";
      this.#place.dataset["ready"] = String(current);
      const only = report.totals.runs === 1 ? 0 : undefined;
      await this.#shown.open(run ?? only, undefined, false);
      if (isNew) this.#place.scrollIntoView({ block: "start" });
    };
    this.#engine.ask({ kind: "read", source, settings }, (answer) => {
      hear(answer).catch(fail);
    });
  }

  #explain(entry: RunEntry, source: Source, settings: Settings): Promise<Explained> {
    const known = this.#explained.get(entry.index);
    if (known !== undefined) return known;
    const { id, line } = entry.run;
    const asked = new Promise<Explained>((resolve, reject) => {
      this.#engine.ask({ kind: "explain", source, settings, run: id, line }, (answer) => {
        if (answer.kind === "explained") resolve(answer);
        else if (answer.kind === "failed") reject(new Error(answer.message));
      });
    });
    this.#explained.set(entry.index, asked);
    return asked;
  }

  #setUpFiles(): void {
    const file = byId("file") as HTMLInputElement;
    const drop = byId("drop");
    const take = (files: FileList | null | undefined) => {
      const found = files?.[0];
      if (found !== undefined) this.#open({ name: found.name, blob: found });
    };
    file.addEventListener("change", () => {
      take(file.files);
      file.value = ""; // the same file may be chosen again
    });
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop.classList.add("over");
    });
    addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
    addEventListener("drop", (event) => {
      drop.classList.remove("over");
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    });
  }

  #setUpPaste(): void {
    const area = byId("paste") as HTMLTextAreaElement;
    const take = () => {
      if (area.value.trim() !== "") this.#open({ name: "pasted", blob: new Blob([area.value]) });
    };
    byId("look").addEventListener("click", take);
    area.addEventListener("paste", () => setTimeout(take));
  }

  #follow(): void {
    const { run, call, example, settings } = placeIn(location.hash);
    if (!location.hash.includes("=")) return; // the name of a part
    if (example !== undefined && example !== this.#example) {
      this.#settings = settings;
      this.openExample(example);
    } else this.#shown?.open(run, call, true);
  }

  #writeHash(run?: number): void {
    history.replaceState(null, "", hashOf({ settings: this.#settings, example: this.#example, run }));
  }

  async #copyLink(): Promise<void> {
    const link = new URL(hashOf({ settings: this.#settings, example: this.#example }), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      byId("linked").textContent = "Copied: the settings, and nothing of your trace.";
    } catch {
      byId("linked").textContent = link;
    }
  }

  #cancel(): void {
    this.#current++;
    this.#engine.stop();
    this.#busy = false;
    this.#source = undefined;
    this.#progress(undefined, 0);
    this.#say("Cancelled.");
  }

  #fail(message: string): void {
    this.#busy = false;
    this.#progress(undefined, 0);
    this.#shown = undefined;
    this.#place.replaceChildren(el("p", { class: "note" }, `This trace could not be read: ${message}`));
    this.#say("The trace could not be read.");
    this.#place.dataset["ready"] = String(this.#current);
    this.#current++; // what still comes of it is not for this page
  }

  #progress(read: number | undefined, size: number): void {
    const bar = byId("progress") as HTMLProgressElement;
    byId("reading").hidden = read === undefined;
    if (read === undefined) return;
    bar.max = Math.max(1, size);
    bar.value = read;
    byId("read").textContent = `${(read / MEGABYTE).toFixed(0)} of ${(size / MEGABYTE).toFixed(0)} MB`;
  }

  /** For screen readers. */
  #say(text: string): void {
    byId("state").textContent = text;
  }
}
