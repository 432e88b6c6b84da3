import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedAddresses } from "../connections/configured.js";
import { code } from "../words/code.js";
import { count } from "../../../base/text/count.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import type { Concerned } from "../../../cluster/problems/exposure.js";
import { portText } from "../../../base/text/ports.js";
import { withoutToldOtherwise } from "./told.js";

/** Walks from pods to the pods behind each Service that their manifests configure them with; all of it must be denied (S-EV-3). */
export const configuredAddressBlocked = defineRule({
  id: "configured-address-blocked",
  level: "warning",
  category: "risky",
  summary: "pods configured with the address of a Service that policies keep them from",
  rationale:
    "If a manifest gives pods the address of a Service, in an environment variable, an argument, a URL in a script or a ConfigMap that fills variables, they will connect to it. Where several workloads take a whole ConfigMap, its addresses are for those that reach them. anp compares that with what policies allow on the port of the Service's pods. It reads such addresses from manifests alone, never from a cluster or a snapshot, and of each keeps the host and the port: users, passwords, paths and queries are dropped. Settings that say who may call these pods, or how others call them (CORS origins, allowed hosts, redirect URLs), are no such addresses. What a peer with a label that these pods, or the namespace at the other end, lack was meant to allow is told at that label alone.",
  reference: "S-EV-3",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.length > 0,
  isAboutFlows: true,
  check: blockedAddresses,
  withoutTold: withoutToldOtherwise,
  word(
    { concerned, setting, host, port, service, listening, side, egressDenied, more = 0 },
    { related = [] },
  ) {
    const on = portText(listening.protocol, [listening.port, listening.port]);
    const who = concernedText(concerned);
    const are = concerned.count === 1 ? "is" : "are";
    if (more > 0)
      return {
        message: `${who} is configured with ${code(`${host}:${port}`)} (${code(setting)}) and ${count(more, "more address", "more addresses")}, and can't reach the pods of any of these Services`,
        label: "doesn't allow the ingress",
        related: related.map(({ role }) =>
          role === "too" ? "nor does this one" : "denies the egress to all of them as well",
        ),
        help: `allow egress of ${who} to the pods of these Services, and ingress from it to each: both sides deny it`,
      };
    return {
      message: `${who} ${are} configured with ${code(`${host}:${port}`)} (${code(setting)}), and can't reach the pods of Service ${code(service)}`,
      label: side === "egress" ? "denies the egress to them" : "doesn't allow the ingress",
      ...(egressDenied === undefined ? {} : { related: ["denies the egress to them as well"] }),
      help:
        side === "egress"
          ? `allow egress of ${who} to the pods of ${code(service)} on ${on}`
          : `allow ingress from ${who} to the pods of ${code(service)} on ${on}${egressDenied === undefined ? "" : `, and ${egressOf(egressDenied, concerned)} to them: both sides deny it`}`,
    };
  },
});

/** The egress of those that may not connect, by name unless they are all of whom the finding is about. */
function egressOf(denied: Concerned, all: Concerned): string {
  if (denied.count < all.count) return `egress of ${concernedText(denied)}`;
  return all.count === 1 ? "its egress" : "their egress";
}
