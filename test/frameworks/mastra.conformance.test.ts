import { conformance } from "./conformance.ts";
import { driver } from "./mastra-driver.ts";

conformance(driver, "@mastra/core");
