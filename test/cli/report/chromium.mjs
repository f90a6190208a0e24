/** The Chromium that reports are opened in: $CHROMIUM, or Debian's. It talks to nobody. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** What to do when there is none; empty where there is one. */
export const NEEDS_CHROMIUM = existsSync(executablePath)
  ? ""
  : `no Chromium at ${executablePath}: install it, or say where one is with CHROMIUM=<path>`;

export function launchChromium() {
  if (NEEDS_CHROMIUM !== "") throw new Error(NEEDS_CHROMIUM);
  return chromium.launch({ executablePath, args: FLAGS });
}
