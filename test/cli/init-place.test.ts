/** How long a copy of the package stays where an installer put it, which decides what `loopguard init` writes. */
import { expect, it } from "vitest";
import { placeOf } from "../../lib/cli/init-files.ts";

it.each([
  ["/u/.npm/_npx/1a2b/node_modules/loopguard", "cache"],
  ["C:\\Users\\u\\AppData\\Local\\npm-cache\\_npx\\1a2b\\node_modules\\loopguard", "cache"],
  ["/u/.cache/pnpm/dlx/1a/2b/node_modules/.pnpm/loopguard@0.1.0/node_modules/loopguard", "cache"],
  ["/t/xfs-1a2b/dlx-123/node_modules/loopguard", "cache"],
  ["/t/bunx-0-loopguard@latest/node_modules/loopguard", "cache"],
  ["/u/pnpm/global/5/.pnpm/loopguard@0.1.0/node_modules/loopguard", "project"],
  ["/u/pnpm/store/v11/links/@/loopguard/0.1.0/1a2b/node_modules/loopguard", "project"],
  ["/u/.config/yarn/global/node_modules/loopguard", "project"],
  ["/u/.bun/install/global/node_modules/loopguard", "project"],
  ["/u/app/.yarn/unplugged/loopguard-npm-0.1.0-1a2b/node_modules/loopguard", "project"],
  ["/u/app/node_modules/.pnpm/loopguard@0.1.0/node_modules/loopguard", "project"],
  ["/u/app/node_modules/other/node_modules/loopguard", "project"],
  ["/usr/lib/node_modules/loopguard", "installed"],
  ["/u/.nvm/versions/node/v24.1.0/lib/node_modules/loopguard", "installed"],
  ["C:\\Users\\u\\AppData\\Roaming\\npm\\node_modules\\loopguard", "installed"],
  ["/u/src/loopguard", "installed"],
])("%s: %s", (folder, stays) => {
  expect(placeOf(folder).stays).toBe(stays);
});
