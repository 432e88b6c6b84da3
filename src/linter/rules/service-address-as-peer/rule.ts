import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { defineRule } from "../define.js";
import { restating } from "../plugins/restated.js";
import { serviceAddressPeers } from "../../../questions/mistakes/service-addresses.js";

/**
 * Compares address peers of egress with the cluster's own addresses of Services; cluster DNS and the API server have rules of
 * their own (S-VIP-1).
 */
export const serviceAddressAsPeer = defineRule({
  id: "service-address-as-peer",
  level: "warning",
  category: "portability",
  summary: "the address of a Service as a peer",
  rationale:
    "With most network plugins policy applies after a Service's address has been replaced by that of one of its pods, so a rule for the Service's address matches nothing. A few plugins look before. Selecting the pods works with all of them.",
  reference: "S-VIP-1",
  examples: { bad, good },
  check: (cluster) =>
    restating("ip-block-covers-services", cluster) === undefined ? serviceAddressPeers(cluster) : [],
  noFix: "The pods behind the Service may be in another namespace, or none of this input's.",
  word({ cidr, service, labels }) {
    return {
      message:
        service === undefined
          ? `${code(cidr)} holds only addresses of Services, which policy mostly doesn't see`
          : `${code(cidr)} is the address of the Service ${code(service)}, which policy mostly doesn't see`,
      label: "replaced by a pod's address before policy applies",
      help:
        labels.length === 0
          ? "select the pods behind the Services by label"
          : `select the pods behind the Service: ${all(labels)}`,
    };
  },
});
