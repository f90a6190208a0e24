import { conformance } from "../conformance.ts";
import { driver } from "./genkit-driver.ts";

conformance(driver, "genkit");
