import { deployment, namespace, networkPolicy } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** Two containers with five named ports each, of which no two workloads have the same numbers. */
export function portNames({ scale, seed }) {
  const random = seeded(seed);
  const spaces = Array.from({ length: 10 * scale }, (_, i) => `ns-${i}`);
  const tier = () => ({ podSelector: { matchLabels: { tier: `tier-${random.below(5)}` } } });
  const name = () => `port-${random.below(40)}`;
  return [
    ...spaces.map((each) => namespace(each, { team: each })),
    ...Array.from({ length: 300 * scale }, (_, i) =>
      deployment(
        `app-${i}`,
        spaces[i % spaces.length],
        { app: `app-${i}`, tier: `tier-${i % 5}` },
        [0, 1].map((container) => ({
          name: `c${container}`,
          image: "r/app:1",
          ports: [0, 1, 2, 3, 4].map((k) => ({
            name: `port-${(i + 2 * k + container) % 40}`,
            containerPort: 1000 + ((7 * i + 13 * k + container) % 5000),
            protocol: random.pick(["TCP", "UDP"]),
          })),
        })),
      ),
    ),
    ...Array.from({ length: 150 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, spaces[i % spaces.length], {
        ...tier(),
        ingress: [
          {
            from: [tier()],
            ports: Array.from({ length: 4 }, () => ({ port: name(), protocol: random.pick(["TCP", "UDP"]) })),
          },
        ],
        egress: [
          { to: [{ namespaceSelector: {} }], ports: [{ port: name() }, { port: 53, protocol: "UDP" }] },
        ],
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
  ];
}
