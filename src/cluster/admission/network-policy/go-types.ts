import {
  INT32,
  INT_OR_STRING,
  listOf,
  namedString,
  STRING,
  STRING_MAP,
  struct,
  type GoStruct,
} from "../go-json/type.js";
import { OBJECT_META } from "../metadata/object-meta.js";

const REQUIREMENT = struct("v1.LabelSelectorRequirement", {
  key: STRING,
  operator: namedString("v1.LabelSelectorOperator"),
  values: listOf(STRING),
});

const LABEL_SELECTOR = struct("v1.LabelSelector", {
  matchLabels: STRING_MAP,
  matchExpressions: listOf(REQUIREMENT),
});

const SELECTORS = { "podSelector*": LABEL_SELECTOR, "namespaceSelector*": LABEL_SELECTOR };
const PORT = { "protocol*": namedString("v1.Protocol"), "port*": INT_OR_STRING };

/**
 * NetworkPolicy as the server decodes it. The versions differ in the package that errors name.
 * @param is2016 as a server of then does, whose rules had neither blocks nor ranges of ports; egress has no effect there
 */
function networkPolicyOf(version: "v1" | "v1beta1", is2016 = false): GoStruct {
  const block = struct(`${version}.IPBlock`, { cidr: STRING, except: listOf(STRING) });
  const peer = struct(`${version}.NetworkPolicyPeer`, { ...SELECTORS, "ipBlock*": block });
  const port = struct(`${version}.NetworkPolicyPort`, { ...PORT, "endPort*": INT32 });
  const ingress = is2016
    ? {
        ports: listOf(struct(`${version}.NetworkPolicyPort`, PORT)),
        from: listOf(struct(`${version}.NetworkPolicyPeer`, SELECTORS)),
      }
    : { ports: listOf(port), from: listOf(peer) };
  const spec = struct(`${version}.NetworkPolicySpec`, {
    podSelector: LABEL_SELECTOR,
    ingress: listOf(struct(`${version}.NetworkPolicyIngressRule`, ingress)),
    egress: listOf(struct(`${version}.NetworkPolicyEgressRule`, { ports: listOf(port), to: listOf(peer) })),
    policyTypes: listOf(namedString(`${version}.PolicyType`)),
  });
  return struct(`${version}.NetworkPolicy`, {
    apiVersion: STRING,
    kind: STRING,
    metadata: OBJECT_META,
    spec,
  });
}

/** The type that a server decodes a NetworkPolicy of networking.k8s.io/v1 into. */
export const NETWORK_POLICY_V1 = networkPolicyOf("v1");

/** The type for extensions/v1beta1: the same fields under other names of types, which error messages show. */
export const NETWORK_POLICY_V1BETA1 = networkPolicyOf("v1beta1");

/** The same as the design of 2016 has it (NPX-16). */
export const NETWORK_POLICY_2016 = networkPolicyOf("v1beta1", true);
