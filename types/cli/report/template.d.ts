/** The parts of the file before and after the data. */
export interface Template {
    before: string;
    after: string;
}
export declare const template: Template;
