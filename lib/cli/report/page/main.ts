/** The page's entry: reads the data blocks and shows them. */

import { byId, foldOnPhones, setUpTheme } from "./dom.ts";
import { showBars, showErrors, showTotals } from "./overview.ts";
import { Links, readReport, readRuns, Timelines } from "./run-entry.ts";
import { RunList } from "./run-list.ts";
import { showTimeline } from "./timeline.ts";

const report = readReport();
const entries = readRuns();

showTotals(report, entries);
showErrors(report.errors);

const links = new Links(entries);
const list = entries.length > 0 ? new RunList(entries, { links, strips: new Timelines() }) : undefined;
if (list !== undefined) {
  showBars(entries, {
    detector: (detector) => list.filter({ detector }),
    tool: (text) => list.filter({ text }),
  });
}
setUpTheme(byId("theme"));
showTimeline(entries);
foldOnPhones([...document.querySelectorAll<HTMLDetailsElement>("details.fold")]);
if (list !== undefined) {
  const follow = () => {
    const place = links.find(location.hash);
    if (place !== undefined) list.open(place.entry, place.call);
    else if (location.hash === "") list.close();
  };
  addEventListener("hashchange", follow);
  follow();
}
