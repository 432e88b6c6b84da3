import { HUBBLE } from "./hubble.js";
import { PLAIN_LOG } from "./plain.js";
import type { LogFormat } from "./reader.js";

/** Every format of logs that can be read, in the order in which the docs list them. No line is one of two of them. */
export const LOG_FORMATS: readonly LogFormat[] = [HUBBLE, PLAIN_LOG];
