import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

type Facts = ProblemFacts["empty-list-means-all"];

/** Raised for `from`, `to` and `ports` of every kind, where the server stores the empty list (V-GAP-6). */
export const emptyListMeansAll = defineRule({
  id: "empty-list-means-all",
  level: "warning",
  category: "misleading",
  summary: "an empty list that matches everything",
  rationale:
    "An empty list restricts nothing: `from: []` means every source, `ports: []` every port, and `{}` in `ports` every TCP port. It looks like none, and templates with empty values often produce it. A rule that lists ports under an empty list of peers plainly means every peer: that is reported only with a level of your own (`--rule empty-list-means-all=warning`).",
  reference: "V-GAP-6",
  foundBy: ["kinds/admin-policies/review/review.ts", "kinds/network-policy/review/open-rules.ts"],
  examples: { bad, good },
  levelOf: ({ hasPorts }) => (hasPorts === true ? "off" : "warning"),
  word(facts, { object }) {
    return {
      message: `${writtenForm(facts)} matches ${MATCHES[facts.matches]}`,
      label: "restricts nothing",
      ...(facts.field === "ports" && facts.written === "empty" && object?.kind !== "NetworkPolicy"
        ? { notes: ["implementations differ: some match no port"] }
        : {}),
      help: helpFor(facts),
    };
  },
});

const MATCHES: Readonly<Record<Facts["matches"], string>> = {
  sources: "every source, including external ones",
  destinations: "every destination, including external ones",
  ports: "every port of every protocol",
  "tcp-ports": "every TCP port",
  "ports-of-protocol": "every port of its protocol",
};

function writtenForm({ field, written }: Facts): string {
  switch (written) {
    case "empty":
      return code(`${field}: []`);
    case "null":
      return `${code(`${field}:`)} without a value`;
    case "empty-item":
      return `an empty item of ${code(field)}`;
  }
}

function helpFor({ field, matches }: Facts): string {
  switch (matches) {
    case "sources":
    case "destinations":
      return `list the peers; or remove ${code(field)} to match all of them, or the rule to match none`;
    case "ports":
      return `list the ports, or remove ${code(field)} to match all of them`;
    case "tcp-ports":
      return "write the port, or `protocol: TCP` to match every TCP port";
    case "ports-of-protocol":
      return "write the port's number or name, or remove `port` to match all of them";
  }
}
