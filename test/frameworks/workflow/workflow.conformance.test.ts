import { conformance } from "../conformance.ts";
import { driver } from "./workflow-driver.ts";

conformance(driver, "@workflow/ai");
