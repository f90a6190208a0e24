import { driver } from "./adk-driver.ts";
import { conformance } from "./conformance.ts";

conformance(driver, "@google/adk");
