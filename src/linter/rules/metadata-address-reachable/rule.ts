import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { concernedBy } from "../flows/subjects.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { withPlaces } from "../with-places.js";
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
  together: {
    isForReading: true,
    causeOf: ({ at, object, facts: { hasExceptions } }) =>
      object && JSON.stringify([at.document.file.name, kindAndName(object), hasExceptions]),
    merged(alike) {
      const [first] = alike;
      const also = [...new Set(alike.map(({ facts }) => facts.address))].filter(
        (each) => each !== first.facts.address,
      );
      const facts = { ...first.facts, ...(also.length === 0 ? {} : { also }) };
      return { ...withPlaces(alike), facts };
    },
  },
  levelOf: ({ hasExceptions }) => (hasExceptions ? "info" : "off"),
  noFix: "Whether the cluster has such a service is not in its manifests.",
  word({ address, cidr, takesExceptions, concerned, also = [] }, { related = [] }) {
    const block = blockOf(address);
    const others = also.length === 0 ? "" : `, and ${all(also.map(blockOf))} where IPv6 is allowed`;
    return {
      message: `${cidr === undefined ? "a rule without `to`" : code(cidr)} lets ${concernedText(concerned)} reach the cloud metadata service at ${code(address)}`,
      label: cidr === undefined ? "to anywhere" : `includes ${address}`,
      related: related.map(() => "here too"),
      help:
        cidr === undefined
          ? `list the destinations, or use \`0.0.0.0/0\` with ${code(block)} under \`except\`${others}`
          : takesExceptions
            ? `add ${code(block)} to \`except\`${others}`
            : `deny ${code(block)} in a rule before this one${others}`,
    };
  },
});

/** The block of one address. */
function blockOf(address: string): string {
  return address.includes(":") ? `${address}/128` : `${address}/32`;
}
