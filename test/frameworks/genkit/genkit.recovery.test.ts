import { recovery } from "../recovery.ts";
import { driver } from "./genkit-driver.ts";

recovery(driver);
