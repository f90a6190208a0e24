/** The page's entry: reads the data blocks and shows them. */
import { readReport, readRuns } from "./data.ts";
import { byId } from "./dom.ts";
import { Links } from "./links.ts";
import { showBars, showErrors, showTotals } from "./overview.ts";
import { RunList } from "./run-list.ts";
import { setUpTheme } from "./theme.ts";
import { showTimeline } from "./timeline.ts";

const report = readReport();
const entries = readRuns();

showTotals(report);
const drawChart = showTimeline(entries);
setUpTheme(byId("theme"), drawChart);
showErrors(report.errors);

if (entries.length > 0) {
  const links = new Links(entries);
  const list = new RunList(entries, links);
  showBars(entries, {
    detector: (detector) => list.filter({ detector }),
    tool: (text) => list.filter({ text }),
  });
  const follow = () => {
    const place = links.find(location.hash);
    if (place !== undefined) list.open(place.entry, place.call);
    else if (location.hash === "") list.close();
  };
  addEventListener("hashchange", follow);
  follow();
}
