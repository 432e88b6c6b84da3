import { describe, expect, it } from "vitest";
import { labelsOf } from "../../../src/cluster/model/labels.js";
import { namespacesComparedWith } from "../../../src/semantics/reach/hypothetical.js";
import { selects } from "../../../src/semantics/match/selector.js";
import type { NamespaceComparison } from "../../../src/cluster/model/policy.js";

const OWN = {
  name: "shop",
  labels: labelsOf([
    ["team", "blue"],
    ["env", "live"],
  ]),
};
const NAME = "kubernetes.io/metadata.name";

/** Which namespaces a comparison may find for a subject in `shop`, by their labels. */
function found(comparison: NamespaceComparison): string[] {
  const selections = namespacesComparedWith(comparison, OWN);
  const candidates: Record<string, readonly (readonly [string, string])[]> = {
    "the own": [
      [NAME, "shop"],
      ["team", "blue"],
      ["env", "live"],
    ],
    alike: [
      [NAME, "lab"],
      ["team", "blue"],
      ["env", "live"],
    ],
    "of another team": [
      [NAME, "lab"],
      ["team", "red"],
      ["env", "live"],
    ],
    "of another team and environment": [
      [NAME, "lab"],
      ["team", "red"],
      ["env", "test"],
    ],
    "of another team, without an environment": [
      [NAME, "lab"],
      ["team", "red"],
    ],
    unlabelled: [[NAME, "lab"]],
  };
  return Object.entries(candidates).flatMap(([name, labels]) => {
    const isFound = selections.some((each) =>
      each.own === undefined ? selects(each.selector, labelsOf(labels)) : each.own === labels[0]?.[1],
    );
    return isFound ? [name] : [];
  });
}

/** What is compared with the subject's namespace (S-TEN-1 to 3). */
describe("the namespaces that a comparison finds", () => {
  it.each<[string, NamespaceComparison, string[]]>([
    ["the own one", { of: "names", isSame: true }, ["the own"]],
    [
      "all others",
      { of: "names", isSame: false },
      [
        "alike",
        "of another team",
        "of another team and environment",
        "of another team, without an environment",
        "unlabelled",
      ],
    ],
    ["those with the same values", { of: "same-labels", keys: ["team", "env"] }, ["the own", "alike"]],
    [
      "those with the labels, of which one is another",
      { of: "other-labels", keys: ["team", "env"], isContested: false },
      ["of another team", "of another team and environment"],
    ],
    [
      "those without the labels too, where the texts contradict each other (U-27)",
      { of: "other-labels", keys: ["team", "env"], isContested: true },
      ["of another team", "of another team and environment", "unlabelled"],
    ],
    ["none where the subject's has no such label", { of: "same-labels", keys: ["tier"] }, []],
  ])("%s", (_name, comparison, expected) => {
    expect(found(comparison)).toEqual(expected);
  });

  it.each([false, true])(
    "are none where the subject's lacks one of several labels (S-TEN-3), contested: %s",
    (isContested) => {
      const comparison = { of: "other-labels", keys: ["team", "tier"], isContested } as const;
      expect(namespacesComparedWith(comparison, OWN)).toEqual([]);
    },
  );
});
