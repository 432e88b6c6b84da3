import bad from "./bad.yaml";
import good from "./good.yaml";
import { namedRulesOf, type Acting, type NamedRule } from "../dns/named-rules.js";
import { code } from "../words/code.js";
import { concernedBy, flowsOf, rowOf, type Flows } from "../flows/subjects.js";
import { concernedText, openPortsText } from "../words/exposure.js";
import { definiteOutcome, leavesOn } from "../flows/leaves.js";
import { defineRule } from "../define.js";
import { internetOf } from "../flows/outside.js";
import { NO_TRAFFIC, trafficOf, unionTraffic } from "../../../base/net/traffic.js";
import { sampleTraffic, typedName } from "../../../semantics/reach/witness.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Reports a rule with names only where none of the pods that it acts on is denied anything else outside of the cluster
 * (S-FQ-1).
 */
export const domainNamesWithoutDeny = defineRule({
  id: "domain-names-without-deny",
  level: "warning",
  category: "misleading",
  summary: "accepted names where everything else is allowed too",
  rationale:
    "Accepting names restricts nothing by itself. It needs a deny with lower precedence, in the same policy, in another one or in the Baseline tier. anp reports rules whose pods may reach the whole internet on the same ports.",
  reference: "S-FQ-1",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  *check(cluster): Generator<Problem> {
    const named = namedRulesOf(cluster);
    if (named.length === 0) return;
    const flows = flowsOf(cluster);
    for (const rule of named) {
      const [first] = rule.acting;
      if (first === undefined || rule.acting.some((each) => isRestricted(flows, each))) continue;
      const witness = witnessOf(flows, first);
      if (witness !== undefined) yield problemOf(rule, witness);
    }
  },
  word({ name, traffic, concerned }) {
    return {
      message: `accepting ${code(name)} restricts nothing: ${concernedText(concerned)} may reach every other address on ${openPortsText(traffic)}`,
      label: "allowed by default too",
      notes: ["based on the pods in the input that the policy selects"],
      help: "deny `0.0.0.0/0` and `::/0` in a later rule, with a Pass or Accept for the cluster's pods before it",
    };
  },
});

function problemOf({ policy, name, acting }: NamedRule, witness: FlowWitness): Problem {
  const facts = {
    name: name.pattern,
    traffic: acting.map(({ traffic }) => traffic).reduce(unionTraffic, NO_TRAFFIC),
    concerned: concernedBy(acting.flatMap(({ subject }) => subject.rows)),
  };
  return { code: "domain-names-without-deny", facts, at: name.origin, object: policy.ref, witness };
}

/** True where some of the internet is denied, or may be, on the ports of the rule. */
function isRestricted(flows: Flows, { subject: { of }, traffic }: Acting): boolean {
  return of.families.some((family) => {
    const { all } = internetOf(flows)[family];
    return leavesOn(flows.reach.walk("egress", of.index, family).leaves, traffic).some(
      ({ outcome, region }) => outcome === "denied" && region.others?.meets(all) === true,
    );
  });
}

/** An address that has no name of the rule, and is reached all the same. */
function witnessOf(flows: Flows, { subject: { of, rows }, traffic }: Acting): FlowWitness | undefined {
  const [family = "IPv4"] = of.families;
  const [end] = internetOf(flows)[family].classes;
  const row = rowOf(flows, end);
  if (end === undefined || row === undefined) return undefined;
  const { protocol, port } = sampleTraffic(traffic, end);
  if (protocol === "other" || port === undefined) return undefined;
  const { leaves } = flows.reach.walk("egress", of.index, family).cellOf(end.index);
  if (definiteOutcome(leaves, trafficOf(protocol, [[port, port]])) !== "allowed") return undefined;
  return { from: typedName(rows[0], family), to: typedName(row, family), protocol, port, verdict: "allowed" };
}
