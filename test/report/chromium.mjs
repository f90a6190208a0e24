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

export function launchChromium() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath))
    throw new Error(`No Chromium at ${executablePath}: install it, or say where one is with CHROMIUM=<path>.`);
  return chromium.launch({ executablePath, args: FLAGS });
}
