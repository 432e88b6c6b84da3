import { added, fresh, freshMapping, type Old } from "./rewrite-text.js";
import type { RewrittenEntry, Rewriting } from "../../../../src/source/edit/rewrite/rewriting.js";

/** An AdminNetworkPolicy as the ClusterNetworkPolicy that says the same. */
export function asClusterPolicy(policy: Old): Rewriting {
  return policy.with({
    apiVersion: fresh("policy.networking.k8s.io/v1alpha2"),
    kind: fresh("ClusterNetworkPolicy"),
    metadata: withoutServerFields(policy.get("metadata")),
    spec: spec(policy.get("spec")),
    status: undefined,
  });
}

function withoutServerFields(metadata: Old): Rewriting {
  const applied = { "kubectl.kubernetes.io/last-applied-configuration": undefined };
  const annotations = metadata.has("annotations") ? metadata.get("annotations").with(applied) : undefined;
  return metadata.with({ uid: undefined, ...(annotations === undefined ? {} : { annotations }) });
}

function spec(old: Old): Rewriting {
  const { entries } = old.with(
    Object.fromEntries(
      ["subject", "ingress", "egress"].flatMap((key) => {
        if (!old.has(key)) return [];
        const field = old.get(key);
        return [[key, key === "subject" ? subject(field) : field.list(...field.items().map(rule))]];
      }),
    ),
  ) as Rewriting & { type: "mapping" };
  return old.mapping(added("tier", "Admin"), ...entries);
}

function subject(old: Old): Rewriting {
  return old.has("namespaces") ? old.with({ namespaces: old.get("namespaces").kept }) : old.kept;
}

function rule(old: Old): Rewriting {
  const changes: Record<string, RewrittenEntry | Rewriting> = {};
  if (old.get("action").value === "Allow") changes["action"] = fresh("Accept");
  for (const key of ["from", "to"])
    if (old.has(key)) changes[key] = old.get(key).list(...old.get(key).items().map(peer));
  if (old.has("ports")) {
    const ports = old.get("ports");
    changes["ports"] = old.entry("ports", "protocols", ports.list(...ports.items().map(protocol)));
  }
  return old.with(changes);
}

function peer(old: Old): Rewriting {
  if (old.has("namespaces")) {
    const namespaces = old.get("namespaces");
    return old.with({ namespaces: namespaces.get("namespaceSelector").kept });
  }
  if (!old.has("pods")) return old.kept;
  const pods = old.get("pods");
  const selector = pods.get("namespaces/namespaceSelector").kept;
  return old.with({
    pods: pods.with({ namespaces: pods.entry("namespaces", "namespaceSelector", selector) }),
  });
}

function protocol(old: Old): Rewriting {
  const port = old.get("portNumber");
  const destination = freshMapping(added("number", port.get("port").kept));
  const number = freshMapping({ key: "destinationPort", value: destination });
  const name = String(port.get("protocol").value).toLowerCase();
  return old.mapping({ key: name, was: port.at, value: number });
}

/** One with comments in all places: what it is before and behind, as a listing. */
export const ADMIN_POLICY = `
  | # licence
  | ---
  | # Source: shop/templates/anp.yaml
  | # who may reach the shop
  - apiVersion: policy.networking.k8s.io/v1alpha1 # until the new CRDs are there
  - kind: AdminNetworkPolicy
  + apiVersion: policy.networking.k8s.io/v1alpha2 # until the new CRDs are there
  + kind: ClusterNetworkPolicy
  | metadata:
  |   name: shop
  |   # set by the server
  -   uid: 8f14e45f # never mind
  +   # never mind
  |   annotations:
  |     owner: shop # the team
  |     # what kubectl sent
  -     kubectl.kubernetes.io/last-applied-configuration: | # long
  -       {"a": 1, # no comment
  -        "b": 2}
  +     # long
  |
  | spec: # the rules
  +   tier: Admin
  |   # below the platform's own
  |   priority: 30
  |   # everyone
  |   subject:
  |     namespaces: # all of these
  |       matchLabels: {team: shop}
  |
  |   ingress:
  |     # --- the front ---
  |
  |     # customers
  |     - name: front
  |       # they may
  -       action: Allow # always
  +       action: Accept # always
  |       from:
  |         # any tenant
  |         - namespaces: # by label
  |             # the selector
  -             namespaceSelector: # of tenants
  -               # one label
  -               matchLabels:
  -                 tenant: "true" # text
  -               # end of labels
  +             # of tenants
  +             # one label
  +             matchLabels:
  +               tenant: "true" # text
  +             # end of labels
  |         - pods:
  |             # where
  -             namespaces:
  -               namespaceSelector: {}
  +             namespaceSelector: {}
  |             # which
  |             podSelector: {matchLabels: {app: web}} # web
  |       # TLS only
  -       ports:
  +       protocols:
  |         # https
  -         - portNumber: # number
  -             protocol: TCP # not UDP
  -             port: 443 # TLS
  -         - portNumber: {protocol: UDP, port: 0443} # QUIC
  +         # not UDP
  +         - tcp: # number
  +             destinationPort:
  +               number: 443 # TLS
  +         - udp: {destinationPort: {number: 0443}} # QUIC
  |         # end of ports
  |     # the rest
  |     - action: Deny
  |       from:
  -         - namespaces: {namespaceSelector: {}}
  +         - namespaces: {}
  | # what the server says
  - status:
  -   # conditions
  -   conditions: [] # none
  + # conditions
  + # none
  | # end
  | ---
  | # untouched
  | a:   1
`;
