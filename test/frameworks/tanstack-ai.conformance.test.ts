import { conformance } from "./conformance.ts";
import { driver } from "./tanstack-ai-driver.ts";

conformance(driver, "@tanstack/ai");
