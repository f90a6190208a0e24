import { conformance } from "../conformance.ts";
import { CLAUDE } from "./claude-driver.ts";

conformance(CLAUDE, "@anthropic-ai/claude-agent-sdk");
