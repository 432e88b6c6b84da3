import * as fc from "fast-check";
import {
  ipBlock,
  maybe,
  namespaceName,
  pick,
  portName,
  portNumber,
  portRange,
  protocolName,
  written,
} from "./universe.js";
import { namespaceSelector, podSelector } from "./selectors.js";
import type { LabelSelector } from "../../reference/selectors.js";
import type {
  KubernetesObject,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicyRule,
  NetworkPolicySpec,
} from "../../reference/kubernetes.js";

const podPeer: fc.Arbitrary<NetworkPolicyPeer> = pick<NetworkPolicyPeer>(
  [5, fc.record({ podSelector })],
  [3, fc.record({ namespaceSelector })],
  [2, fc.record({ namespaceSelector, podSelector })],
);

const peer = pick<NetworkPolicyPeer>([1, podPeer], [1, fc.record({ ipBlock })]);

const port: fc.Arbitrary<NetworkPolicyPort> = pick<NetworkPolicyPort>(
  [4, fc.record({ protocol: maybe(protocolName), port: portNumber }).map(written)],
  [1, fc.constant({})],
  [1, fc.record({ protocol: protocolName })],
  [
    2,
    fc
      .record({ protocol: maybe(protocolName), range: portRange })
      .map(({ protocol, range: [first, endPort] }) => written({ protocol, port: first, endPort })),
  ],
  [1, portNumber.map((number) => ({ port: number, endPort: number }))],
  [3, fc.record({ protocol: maybe(protocolName), port: portName }).map(written)],
);

/** Ports of a rule: missing, empty, or some. */
const ports = maybe(fc.array(port, { maxLength: 2 }));

function rule(side: "from" | "to"): fc.Arbitrary<NetworkPolicyRule> {
  return fc
    .record({ peers: maybe(fc.array(peer, { maxLength: 2 }), 4), ports })
    .map(({ peers, ports: list }) => written({ [side]: peers, ports: list }));
}

/** The directions, written in any way that the server takes. */
const policyTypes = pick<string[] | undefined>(
  [4, fc.constant(undefined)],
  [1, fc.constant([])],
  [
    6,
    fc.constantFrom(
      ["Ingress", "Egress"],
      ["Egress"],
      ["Ingress"],
      ["Egress", "Ingress"],
      ["Ingress", "Ingress"],
    ),
  ],
);

const spec: fc.Arbitrary<NetworkPolicySpec> = fc
  .record({
    podSelector: maybe(podSelector, 5),
    policyTypes,
    ingress: maybe(fc.array(rule("from"), { maxLength: 2 }), 4),
    egress: maybe(fc.array(rule("to"), { maxLength: 2 }), 3),
  })
  .map(written);

/** Policies of networking.k8s.io/v1 and of extensions/v1beta1 as released, which mean the same (NPX-17). */
export function networkPolicy(apiVersion: string): fc.Arbitrary<KubernetesObject> {
  return fc
    .record({
      namespace: namespaceName,
      spec: pick<NetworkPolicySpec | undefined>([12, spec], [1, fc.constant(undefined)]),
    })
    .map(({ namespace, spec: given }) =>
      written({ apiVersion, kind: "NetworkPolicy", metadata: { namespace }, spec: given }),
    );
}

const peer2016 = pick<NetworkPolicyPeer>(
  [1, fc.record({ podSelector })],
  [1, fc.record({ namespaceSelector })],
);

const rule2016: fc.Arbitrary<NetworkPolicyRule> = fc
  .record({
    from: pick<NetworkPolicyPeer[] | undefined>(
      [1, fc.constant(undefined)],
      [4, fc.constant([])],
      [2, fc.array(peer2016, { minLength: 1, maxLength: 2 })],
    ),
    ports: maybe(
      fc.array(
        pick<NetworkPolicyPort>(
          [3, fc.record({ protocol: maybe(fc.constantFrom("TCP", "UDP")), port: portNumber }).map(written)],
          [1, fc.record({ port: portName })],
          [1, fc.constant({})],
        ),
        { maxLength: 2 },
      ),
    ),
  })
  .map(written);

/** Policies of the 2016 design (NPX-16): ingress only, and an empty list is none. */
export const networkPolicy2016: fc.Arbitrary<KubernetesObject> = fc
  .record({
    namespace: namespaceName,
    podSelector: pick<LabelSelector>([1, fc.constant({})], [1, podSelector]),
    ingress: maybe(fc.array(rule2016, { maxLength: 2 }), 5),
  })
  .map(({ namespace, ...rest }) => ({
    apiVersion: "extensions/v1beta1",
    kind: "NetworkPolicy",
    metadata: { namespace },
    spec: written(rest),
  }));
