import { conformance } from "./conformance.ts";
import { driver } from "./llamaindex-driver.ts";

conformance(driver, "@llamaindex/workflow");
