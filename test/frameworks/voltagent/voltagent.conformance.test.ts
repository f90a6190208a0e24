import { conformance } from "../conformance.ts";
import { driver } from "./voltagent-driver.ts";

conformance(driver, "@voltagent/core");
