/** The page's entry. */
import { byId, setUpTheme } from "../../lib/cli/report/page/dom.ts";
import { placeIn } from "./address.ts";
import { setUpCopy } from "./copy.ts";
import { Engine } from "./engine.ts";
import { setUpOffline } from "./offline.ts";
import { setUpSearch } from "./search.ts";
import { setUpSettings } from "./settings-form.ts";
import { setUpSteps } from "./steps.ts";
import { TryIt } from "./try-it.ts";

const { settings, example } = placeIn(location.hash);
const engine = new Engine();
const tryIt = new TryIt(engine, settings);
const copy = setUpCopy();
const steps = setUpSteps(engine);
const form = setUpSettings((changed) => {
  tryIt.settle(changed);
  steps(changed);
  copy(changed);
});
form(settings);
steps(settings);
copy(settings);
// Nothing of the engine is loaded before somebody comes near what needs it.
for (const part of ["try", "steps"])
  for (const kind of ["pointerover", "focusin", "dragenter"])
    byId(part).addEventListener(kind, () => engine.prepare(), { once: true, passive: true });
setUpTheme(byId("theme"));
setUpSearch();
setUpOffline();
if (example !== undefined) tryIt.openExample(example);
performance.mark("interactive");
