import { conformance } from "../conformance.ts";
import { driver } from "./livekit-driver.ts";

conformance(driver, "@livekit/agents");
