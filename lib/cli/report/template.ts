/**
 * The page without its data. This module is for work on the sources: it bundles the page anew each time. In dist,
 * scripts/build-report.mjs puts one in its place that holds the finished text, and needs no bundler.
 */

/** The two halves of the file; the data goes in between. */
export interface Template {
  before: string;
  after: string;
}

const builder = new URL("../../../scripts/build-report.mjs", import.meta.url).href;
const { bundlePage } = (await import(builder)) as { bundlePage: () => Template };

export const template: Template = bundlePage();
