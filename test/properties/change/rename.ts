import type { End } from "../questions.js";
import type { Scenario } from "../generate/scenario.js";

/**
 * New words for every name and label that clusters are made of, in another alphabetical order. "default" stays: it is the
 * only name that a BaselineAdminNetworkPolicy may have.
 */
const WORDS: Readonly<Record<string, string>> = {
  shop: "yard",
  ops: "attic",
  elsewhere: "beyond",
  app: "part",
  constructor: "prototype",
  team: "crew",
  role: "duty",
  a: "zz",
  A: "ZZ",
  yes: "no",
  http: "web",
  dns: "ask",
  db: "store",
  "pod-0": "x-9",
  "pod-1": "x-5",
  "pod-2": "x-7",
  "node-0": "host-8",
  "node-1": "host-2",
  "node-unlisted": "host-5",
  "work-0": "crowd",
};

const WORD = new RegExp(`(?<![\\w-])(?:${Object.keys(WORDS).join("|")}|policy-[a-z])(?![\\w-])`, "g");

/** A text in the new words. */
function renamed(text: string): string {
  return text.replaceAll(WORD, (word) => WORDS[word] ?? mirrored(word));
}

/** `policy-z` becomes `policy-a`: what came last comes first. */
function mirrored(word: string): string {
  const letter = word.codePointAt(word.length - 1)!;
  const [a, z] = [..."az"].map((each) => each.codePointAt(0)!) as [number, number];
  return `policy-${String.fromCodePoint(a + z - letter)}`;
}

/** The scenario in the new words. */
export function renameAll(made: Scenario): Scenario {
  const { objects, addresses, domains, hypothetical, facts } = made;
  const again = <T>(value: T): T => JSON.parse(renamed(JSON.stringify(value))) as T;
  const dns = facts.dns === undefined ? undefined : again(facts.dns);
  return {
    ...made,
    objects: again(objects),
    addresses,
    domains: again(domains),
    hypothetical: hypothetical === undefined ? undefined : again(hypothetical),
    facts: { ...facts, dns },
  };
}

/** An end in the new words. */
export function renamedEnd(end: End): End {
  return {
    ...end,
    text: renamed(end.text),
    query: JSON.parse(renamed(JSON.stringify(end.query))) as End["query"],
  };
}
