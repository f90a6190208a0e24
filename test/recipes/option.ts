/** An option of a guard: its name, for logs. */
import { logged, type Recipe } from "./recipes.ts";

export const option: Recipe = {
  title: "An option",
  add(copy) {
    copy.insert(
      "lib/rules/options.ts",
      /^ {2}maxRuns\?: number;/,
      '  /** The name of the guard, for logs. Default `"guard"`. */\n  title?: string;',
    );
    copy.replace("lib/rules/options.ts", '"maxRuns" | "now"', '"maxRuns" | "title" | "now"');
    copy.insert(
      "lib/rules/options.ts",
      "  maxRuns: integer(1, 1_000_000),",
      '  title: (value, path) => {\n    if (typeof value !== "string") throw optionError("type", path, value, "a text");\n  },',
    );
    copy.insert("lib/rules/options.ts", "    maxRuns: options.maxRuns ??", '    title: options.title ?? "guard",');
    copy.insert(
      "test/rules/options.test.ts",
      "const rows: Row[] = [",
      '  ["a title that is no text", guard({ title: 5 }), "TypeError", /"title" must be a text, got 5/],',
    );
    copy.insert("docs/api.md", "| `maxEntries`, `maxRuns` |", '| `title` | `"guard"` | its name, for logs |');
    logged(copy, "the option `title`");
  },
  checks: [
    "npx vitest run --project native test/rules/options.test.ts",
    "npm run -s compile && node scripts/check-docs.mjs",
  ],
};
