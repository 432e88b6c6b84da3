import { deployment, meta, namespace, object } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** Thirty names a policy, some of them patterns, of a few zones. */
export function names({ scale, seed }) {
  const random = seeded(seed);
  const spaces = Array.from({ length: 20 * scale }, (_, i) => `ns-${i}`);
  const zone = () => `zone-${random.below(9)}.com`;
  const name = () => random.pick([`api-${random.below(200)}.${zone()}`, `*.${zone()}`]);
  return [
    ...spaces.map((each, i) => namespace(each, { team: `team-${i % 7}` })),
    ...Array.from({ length: 100 * scale }, (_, i) =>
      deployment(`app-${i}`, spaces[i % spaces.length], { app: `app-${i}` }, [
        { name: "main", image: "r/app:1", ports: [{ containerPort: 8080 }] },
      ]),
    ),
    ...Array.from({ length: 60 * scale }, (_, i) =>
      object("policy.networking.k8s.io/v1alpha2", "ClusterNetworkPolicy", meta(`policy-${i}`), {
        spec: {
          tier: "Admin",
          priority: i,
          subject: { namespaces: { matchLabels: { team: `team-${i % 7}` } } },
          egress: Array.from({ length: 5 }, (_, k) => ({
            name: `rule-${k}`,
            action: "Accept",
            to: [{ domainNames: [...new Set(Array.from({ length: 6 }, name))] }],
            protocols: [{ tcp: { destinationPort: { number: 443 + random.below(5) } } }],
          })),
        },
      }),
    ),
  ];
}
