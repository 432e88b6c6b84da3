import type { Random } from "./random.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";

/**
 * Where a null may be written without a change of meaning (table S-NULL). This is a second reading of that table: the
 * reference never sees a null, the program reads all of them.
 */
interface Place {
  /** Fields that may be null instead of missing. */
  readonly nullable?: readonly string[];
  /** An item or value that may be null instead of `{}` or "". */
  readonly nullIfEmpty?: true;
  /** Entries with a null value are deleted: any number of them may be there. */
  readonly isPruned?: true;
  readonly fields?: Readonly<Record<string, Place>>;
  readonly items?: Place;
  readonly values?: Place;
}

const EMPTY_TEXT: Place = { nullIfEmpty: true };
const LABELS: Place = { values: EMPTY_TEXT };
const METADATA: Place = { nullable: ["labels", "annotations"], fields: { labels: LABELS } };

// ---- built-in kinds: null is absent, and in maps of texts "" ----

const SELECTOR: Place = {
  nullable: ["matchLabels", "matchExpressions"],
  fields: {
    matchLabels: LABELS,
    matchExpressions: { items: { nullable: ["values"], fields: { values: { items: EMPTY_TEXT } } } },
  },
};

/** The fields of rules that the first design did not have, or all of them. */
interface RuleFields {
  readonly block: readonly string[];
  readonly range: readonly string[];
}

function networkPolicyRules(peers: "from" | "to", { block, range }: RuleFields): Place {
  const peer: Place = {
    nullable: ["podSelector", "namespaceSelector", ...block],
    fields: { podSelector: SELECTOR, namespaceSelector: SELECTOR, ipBlock: { nullable: ["except"] } },
  };
  const port: Place = { nullIfEmpty: true, nullable: ["protocol", "port", ...range] };
  return {
    items: {
      nullIfEmpty: true,
      nullable: [peers, "ports"],
      fields: { [peers]: { items: peer }, ports: { items: port } },
    },
  };
}

function networkPolicy(later: RuleFields): Place {
  return {
    nullable: ["spec"],
    fields: {
      spec: {
        nullable: ["podSelector", "ingress", "egress", "policyTypes"],
        fields: {
          podSelector: SELECTOR,
          ingress: networkPolicyRules("from", later),
          egress: networkPolicyRules("to", later),
        },
      },
    },
  };
}

const NETWORK_POLICY = networkPolicy({ block: ["ipBlock"], range: ["endPort"] });

/** In the design of 2016 these fields are unknown, null or not. */
const NETWORK_POLICY_2016 = networkPolicy({ block: [], range: [] });

const CONTAINERS: Place = {
  items: {
    nullable: ["ports", "restartPolicy"],
    fields: { ports: { items: { nullable: ["name", "protocol"] } } },
  },
};

const POD_SPEC: Place = {
  nullable: ["hostNetwork", "nodeName", "initContainers"],
  fields: { containers: CONTAINERS, initContainers: CONTAINERS },
};

const POD: Place = {
  nullable: ["status"],
  fields: {
    metadata: METADATA,
    spec: POD_SPEC,
    status: { nullable: ["phase", "podIP", "podIPs", "hostIP", "hostIPs"] },
  },
};

const TEMPLATE: Place = { nullable: ["metadata"], fields: { metadata: METADATA, spec: POD_SPEC } };
const POD_MAKER: Place = { nullable: ["replicas", "completionMode"], fields: { template: TEMPLATE } };

const WORKLOAD: Place = {
  nullable: ["status"],
  fields: {
    metadata: METADATA,
    spec: { ...POD_MAKER, fields: { ...POD_MAKER.fields, jobTemplate: { fields: { spec: POD_MAKER } } } },
  },
};

const NODE: Place = { nullable: ["spec", "status"], fields: { metadata: METADATA } };
const NAMESPACE: Place = { nullable: ["spec", "status"], fields: { metadata: METADATA } };

// ---- custom resources: nulls are deleted, or replaced by a default ----

const STORED_SELECTOR: Place = {
  nullable: ["matchLabels", "matchExpressions"],
  fields: { matchLabels: { isPruned: true }, matchExpressions: { items: { nullable: ["values"] } } },
};

const PODS_V1ALPHA1: Place = { fields: { namespaceSelector: STORED_SELECTOR, podSelector: STORED_SELECTOR } };
const PODS_V1ALPHA2: Place = { ...PODS_V1ALPHA1, nullable: ["namespaceSelector"] };

function adminPolicy(pods: Place, rule: { readonly ports: Place } | { readonly protocols: Place }): Place {
  const fields = { namespaces: STORED_SELECTOR, pods, nodes: STORED_SELECTOR };
  const ingressPeers: Place = { items: { nullable: ["namespaces", "pods"], fields } };
  const egressPeers: Place = { items: { nullable: ["namespaces", "pods", "nodes", "networks"], fields } };
  const rules = (peers: object): Place => ({
    items: { nullable: ["name", ...Object.keys(rule)], fields: { ...peers, ...rule } },
  });
  return {
    nullable: ["status"],
    fields: {
      spec: {
        nullable: ["ingress", "egress"],
        fields: {
          subject: { nullable: ["namespaces", "pods"], fields },
          ingress: rules({ from: ingressPeers }),
          egress: rules({ to: egressPeers }),
        },
      },
    },
  };
}

const PORTS_V1ALPHA1: Place = {
  items: {
    nullable: ["portNumber", "portRange", "namedPort"],
    fields: { portNumber: { nullable: ["protocol"] }, portRange: { nullable: ["protocol"] } },
  },
};

const PROTOCOL: Place = { fields: { destinationPort: { nullable: ["number", "range"] } } };
const PROTOCOLS_V1ALPHA2: Place = {
  items: {
    nullable: ["tcp", "udp", "sctp", "destinationNamedPort"],
    fields: { tcp: PROTOCOL, udp: PROTOCOL, sctp: PROTOCOL },
  },
};

const PLACES: Readonly<Record<string, Place>> = {
  Namespace: NAMESPACE,
  Node: NODE,
  Pod: POD,
  NetworkPolicy: NETWORK_POLICY,
  AdminNetworkPolicy: adminPolicy(PODS_V1ALPHA1, { ports: PORTS_V1ALPHA1 }),
  BaselineAdminNetworkPolicy: adminPolicy(PODS_V1ALPHA1, { ports: PORTS_V1ALPHA1 }),
  ClusterNetworkPolicy: adminPolicy(PODS_V1ALPHA2, { protocols: PROTOCOLS_V1ALPHA2 }),
  Service: {},
};

/** The same object with some nulls that mean nothing, or what was there. */
export function withNulls(object: KubernetesObject, random: Random): unknown {
  return random.happens(1, 2) ? object : spell(object, placesIn(object), random);
}

function placesIn({ apiVersion, kind }: KubernetesObject): Place {
  if (kind === "NetworkPolicy" && apiVersion === "extensions/v1beta1") return NETWORK_POLICY_2016;
  return PLACES[kind] ?? WORKLOAD;
}

function spell(value: unknown, place: Place, random: Random): unknown {
  if (Array.isArray(value)) {
    return place.items === undefined ? value : value.map((item) => spellMember(item, place.items!, random));
  }
  if (typeof value !== "object" || value === null) return value;
  const spelled = Object.entries(value).map(([key, child]): [string, unknown] => {
    const below = place.fields?.[key] ?? place.values;
    return [key, below === undefined ? child : spellMember(child, below, random)];
  });
  for (const key of place.nullable ?? []) {
    if (!Object.hasOwn(value, key) && random.happens(1, 8)) spelled.push([key, null]);
  }
  if (place.isPruned === true && random.happens(1, 3)) spelled.push(["pruned", null]);
  return Object.fromEntries(spelled);
}

function spellMember(value: unknown, place: Place, random: Random): unknown {
  if (place.nullIfEmpty === true && isEmpty(value) && random.happens(1, 2)) return null;
  return spell(value, place, random);
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
