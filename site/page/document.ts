/** The script of a document's page. */
import { byId, setUpTheme } from "../../lib/cli/report/page/dom.ts";
import { setUpOffline } from "./offline.ts";
import { setUpSearch } from "./search.ts";

setUpTheme(byId("theme"));
setUpSearch();
setUpOffline();
