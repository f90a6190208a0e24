/** Options of the commands that read recorded runs. */
import { Option } from "../bundled/libraries.ts";
export declare function formatOption(): Option;
export declare function priceOption(): Option;
