import type { ServerVersion } from "../validation/words.js";

/** What decides how metadata is checked. */
export interface MetadataRules {
  readonly isNamespaced: boolean;
  /** Built-in kinds ask more of finalizers (V-META-9). */
  readonly isBuiltIn: boolean;
  readonly version: ServerVersion;
}
