import { endings } from "../endings.ts";
import { recovery } from "../recovery.ts";
import { driver } from "./genkit-driver.ts";

recovery(driver);
endings(driver);
