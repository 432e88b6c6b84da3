import type { Practice } from "../reference/practice.js";
import type { Profile } from "../../src/index.js";

const ownNode: ReadonlyMap<unknown, NonNullable<Practice["onOwnNode"]>> = new Map<
  unknown,
  NonNullable<Practice["onOwnNode"]>
>([
  ["open", "root"],
  [false, "by rules"],
]);

/** A profile's readings in the words of the reference, one by one: what each means, either side has by itself. */
export function practiceOf({ readings }: Profile): Practice {
  const peers = { matched: undefined, "fails-closed": "fail closed", unenforced: "void" } as const;
  const itself = {
    open: undefined,
    "by-rules": "by rules",
    allowed: "allowed",
    "not-subject": "free",
  } as const;
  const others = { open: undefined, "by-rules": "by rules", "not-subject": "free" } as const;
  const nodePeers = peers[readings["node-peer"]];
  const domainPeers = { ...peers, "accept-only": "void unless accepted" as const }[readings["domain-peer"]];
  const otherProtocols = others[readings["other-protocol"]];
  const nodesInBlocks = readings["node-in-block"];
  const onOwnNode = ownNode.get(readings["own-node-ingress"]);
  const after = readings["other-rewriting"];
  return {
    answers: {
      "U-3": readings["host-network"],
      "U-4": readings["in-cluster-address"],
      "U-5": readings["address-rewriting"],
      "U-8": readings["own-node-egress"],
      "U-10": readings["baseline-fallthrough-direction"],
      "U-31": readings["empty-ports-list"],
      "U-32": readings["empty-protocol"],
    },
    ignoredKinds: readings["unenforced-kinds"],
    lastPriority: readings["last-priority"],
    ignoresEndPort: !readings["end-port"],
    namesMeanEveryPort: readings["admin-port-name"] === "every-port",
    namesVoidPolicy: !readings["port-name"],
    namesMustAgree: !readings["repeated-port-name"],
    ...(nodePeers === undefined ? {} : { nodePeers }),
    ...(domainPeers === undefined ? {} : { domainPeers }),
    closedPassIsNothing: !readings["closed-pass-denies"],
    dropsSctp: !readings.sctp,
    ...(nodesInBlocks === "as-pods" ? {} : { nodesInBlocks }),
    networksAreOutside: !readings["network-in-cluster"],
    ...(onOwnNode === undefined ? {} : { onOwnNode }),
    toItself: {
      egress: itself[readings["hairpin-egress"]],
      ingress: itself[readings["hairpin-ingress"]],
    },
    ...(otherProtocols === undefined ? {} : { otherProtocols }),
    ...(after === "open" ? {} : { afterRewriting: after }),
    seesServices: readings["service-peer"] === "selector",
    tiesByName: readings["equal-priority"] === "by-name",
    nodePortsAreFree: !readings["node-port-ingress"],
    closedByDefault: readings.unrestricted === "denied",
    ownNodeIsClosed: !readings["own-node-entry"],
    hostPodsArePeers: readings["host-peer"] === "with-pod-selector",
  };
}
