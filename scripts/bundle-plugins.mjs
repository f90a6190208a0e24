/**
 * Plugins of CLI agents in one file each, with the WebAssembly build inside: dist/esm/adapters/<name>.js -> dist/plugins/<name>.js.
 * `loopguard init` copies it to a place that stays when the package itself is in a cache, or in the node_modules of a project.
 */
import { buildSync } from "esbuild";

const PLUGINS = ["opencode"];
/** What `bundlePlugins` makes. */
export const PLUGIN_FILES = PLUGINS.map((name) => `dist/plugins/${name}.js`);

export function bundlePlugins(root) {
  buildSync({
    absWorkingDir: root,
    entryPoints: PLUGINS.map((name) => `dist/esm/adapters/${name}.js`),
    outdir: "dist/plugins",
    bundle: true,
    minify: true,
    platform: "neutral",
    conditions: ["deno"], // in package.json, `imports`: the build that is a text
    format: "esm",
    target: "es2022",
    legalComments: "none",
  });
}
