/** The version of this build; a test holds it equal to package.json. */
export const VERSION = "0.1.0";

declare const ANP_BUILD: string | undefined;

/** What tells this build from others of its version: a hash of its sources; `source` where it is not bundled. */
export const BUILD = typeof ANP_BUILD === "string" ? ANP_BUILD : "source";

/** Where this project is found; a test holds it equal to package.json, whose owner has to be set once. */
const HOMEPAGE = "https://github.com/OWNER/anp";

/** The part of `docs/rules.md` about a rule: its id is the anchor, and stays. */
export function ruleUrl(id: string): string {
  return `${HOMEPAGE}/blob/main/docs/rules.md#${id}`;
}
