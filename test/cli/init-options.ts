import { expectDebug } from "./debug.js";
import type { OptionTests } from "./source-options.js";

export const INIT_OPTIONS: OptionTests = {
  "--debug": () => expectDebug(["init"]),
};
