/**
 * The page without its data. This module is for development: it bundles the page on each start. In dist,
 * scripts/build-report.mjs replaces it by a module that contains the bundled page.
 */
/** The parts of the file before and after the data. */
export interface Template {
    before: string;
    after: string;
}
export declare const template: Template;
