import type { RequestEdit } from "../adapter/recovery.ts";
interface Params {
    readonly messages: readonly object[];
    readonly tools?: object | undefined;
}
export declare function edited<P extends Params>(params: P, edit: RequestEdit): P;
export {};
