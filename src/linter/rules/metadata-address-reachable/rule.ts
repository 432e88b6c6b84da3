import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { concernedBy } from "../flows/subjects.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { isShownAllowed, METADATA_PORT, metadataOpenings } from "../exposure/metadata.js";
import { typedName } from "../../../semantics/reach/witness.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Asks of each egress rule whether it opens 169.254.169.254 or fd00:ec2::254; a rule for a CIDR inside of their ranges
 * means it (S-IP-1).
 */
export const metadataAddressReachable = defineRule({
  id: "metadata-address-reachable",
  level: "info",
  category: "risky",
  summary: "a rule that lets pods reach the cloud metadata service",
  rationale:
    "At 169.254.169.254 and fd00:ec2::254, clouds give the node's credentials to anyone who asks, so a compromised pod becomes the node. A rule for the whole internet includes that address unless it is excepted. anp doesn't report rules for that address itself, or pods with unrestricted egress. Whether a cluster has such a service is not in its manifests, and a rule for every address is often deliberate, so only rules with other exceptions are reported: their author listed what pods must not reach. With a level of your own (`--rule metadata-address-reachable=warning`), all are.",
  reference: "S-IP-1",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  *check(cluster, raised): Generator<Problem> {
    for (const { policy, rule, address, peer, subjects } of metadataOpenings(cluster)) {
      if (raised.isOpenAsWritten(rule)) continue;
      const rows = subjects.flatMap((subject) => subject.rows);
      const [first] = rows;
      if (first === undefined) continue;
      const facts = {
        address,
        cidr: peer?.block.text,
        takesExceptions: policy.tier === "NetworkPolicy",
        hasExceptions: (peer?.block.except.length ?? 0) > 0,
        concerned: concernedBy(rows),
      };
      const witness: FlowWitness = {
        from: typedName(first),
        to: address,
        protocol: "TCP",
        port: METADATA_PORT,
        verdict: "allowed",
      };
      yield {
        code: "metadata-address-reachable",
        facts,
        at: peer?.origin ?? rule.origin,
        object: policy.ref,
        ...(isShownAllowed(cluster, first, address) ? { witness } : {}),
      };
    }
  },
  levelOf: ({ hasExceptions }) => (hasExceptions ? "info" : "off"),
  noFix: "Whether the cluster has such a service is not in its manifests.",
  word({ address, cidr, takesExceptions, concerned }) {
    const block = blockOf(address);
    return {
      message: `${cidr === undefined ? "a rule without `to`" : code(cidr)} lets ${concernedText(concerned)} reach the cloud metadata service at ${code(address)}`,
      label: cidr === undefined ? "to anywhere" : `includes ${address}`,
      help:
        cidr === undefined
          ? `list the destinations, or use \`0.0.0.0/0\` with ${code(block)} under \`except\``
          : takesExceptions
            ? `add ${code(block)} to \`except\``
            : `deny ${code(block)} in a rule before this one`,
    };
  },
});

/** The block of one address. */
function blockOf(address: string): string {
  return address.includes(":") ? `${address}/128` : `${address}/32`;
}
