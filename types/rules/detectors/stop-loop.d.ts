/** The name of the pseudo tool in its detections. */
export declare const STOP_NAME = "Stop";
