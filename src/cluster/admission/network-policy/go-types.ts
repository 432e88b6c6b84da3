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

/** NetworkPolicy as the server decodes it. The versions differ in the package that errors name. */
function networkPolicyOf(version: "v1" | "v1beta1"): GoStruct {
  const block = struct(`${version}.IPBlock`, { cidr: STRING, except: listOf(STRING) });
  const peer = struct(`${version}.NetworkPolicyPeer`, {
    "podSelector*": LABEL_SELECTOR,
    "namespaceSelector*": LABEL_SELECTOR,
    "ipBlock*": block,
  });
  const port = struct(`${version}.NetworkPolicyPort`, {
    "protocol*": namedString("v1.Protocol"),
    "port*": INT_OR_STRING,
    "endPort*": INT32,
  });
  const spec = struct(`${version}.NetworkPolicySpec`, {
    podSelector: LABEL_SELECTOR,
    ingress: listOf(
      struct(`${version}.NetworkPolicyIngressRule`, { ports: listOf(port), from: listOf(peer) }),
    ),
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
