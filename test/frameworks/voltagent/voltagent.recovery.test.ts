import { LoopGuard } from "loopguard";
import { endings } from "../endings.ts";
import { recovery } from "../recovery.ts";
import { driver } from "./voltagent-driver.ts";

recovery(driver);
endings(driver, { LoopGuard });
