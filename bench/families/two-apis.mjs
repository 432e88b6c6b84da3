import { adminPolicy, deployment, meta, namespace, networkPolicy, object } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** A cluster half way from the older API of the Admin tier to the newer one, with CIDRs over pods whose addresses nothing shows. */
export function twoApis({ scale, seed }) {
  const random = seeded(seed);
  const spaces = Array.from({ length: 20 }, (_, i) => `ns-${i}`);
  const spaceOf = (i) => spaces[i % spaces.length];
  const cidr = () =>
    `${random.pick([10, 172, 192])}.${random.below(32) * 8}.0.0/${random.pick([13, 14, 15])}`;
  const networks = () => [
    ...new Set(Array.from({ length: 1 + random.below(4) }, cidr).toSorted((a, b) => (a < b ? -1 : 1))),
  ];
  const namespaces = () => random.pick([{}, { matchLabels: { env: random.pick(["dev", "prod"]) } }]);
  const port = () => random.pick([53, 80, 443, 8080, 9090]);
  const peer = () => (random.below(4) === 0 ? { namespaces: namespaces() } : { networks: networks() });
  const older = (i) =>
    adminPolicy(`older-${i}`, {
      priority: i,
      subject: { namespaces: namespaces() },
      egress: Array.from({ length: 1 + random.below(3) }, (_, k) => ({
        name: `rule-${k}`,
        action: random.pick(["Allow", "Deny", "Pass"]),
        to: [peer()],
        ports: [{ portNumber: { protocol: "TCP", port: port() } }],
      })),
    });
  const newer = (i) =>
    object("policy.networking.k8s.io/v1alpha2", "ClusterNetworkPolicy", meta(`newer-${i}`), {
      spec: {
        tier: "Admin",
        priority: 3 * i,
        subject: { namespaces: namespaces() },
        egress: Array.from({ length: 2 }, (_, k) => ({
          name: `rule-${k}`,
          action: random.pick(["Accept", "Deny", "Pass"]),
          to: [peer()],
          protocols: [{ tcp: { destinationPort: { number: port() } } }],
        })),
      },
    });
  return [
    ...spaces.map((name, i) => namespace(name, { env: ["dev", "prod"][i % 2] })),
    ...Array.from({ length: 200 * scale }, (_, i) =>
      deployment(`app-${i}`, spaceOf(i), { app: `app-${i}` }, [{ name: "main", image: "r/app:1" }]),
    ),
    ...Array.from({ length: 40 * scale }, (_, i) => older(i)),
    ...Array.from({ length: 4 * scale }, (_, i) => newer(i)),
    ...Array.from({ length: 20 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, spaceOf(i), {
        podSelector: { matchLabels: { app: `app-${i}` } },
        ingress: [{ from: [{ podSelector: {} }] }],
      }),
    ),
  ];
}
