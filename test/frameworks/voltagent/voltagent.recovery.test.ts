import { recovery } from "../recovery.ts";
import { driver } from "./voltagent-driver.ts";

recovery(driver);
