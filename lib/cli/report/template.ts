/**
 * The page without its data. This module is for development: it bundles the page on each start. In dist,
 * scripts/build-report.mjs replaces it by a module that contains the bundled page.
 */

/** The parts of the file before and after the data. */
interface Template {
  before: string;
  after: string;
}

const builder = new URL("../../../scripts/build-report.mjs", import.meta.url).href;
const { bundlePage } = (await import(builder)) as { bundlePage: () => Template };

export const template: Template = bundlePage();
