import { deployment, namespace, networkPolicy } from "../documents.mjs";
import { seeded } from "../random.mjs";

const PORTS = [80, 443, 8080, 8443, 5432, 6379, 9090, 53, 3306, 9092];

/** Twelve rules with eight peers each, on the ports that everybody uses. */
export function long({ scale, seed }) {
  const random = seeded(seed);
  const spaces = Array.from({ length: 20 }, (_, i) => `ns-${i}`);
  const apps = Array.from({ length: 300 }, (_, i) => `app-${i}`);
  const many = (count, make) => Array.from({ length: count }, make);
  const role = () => ({ matchLabels: { role: `role-${random.below(11)}` } });
  const env = () => `env-${random.below(4)}`;
  const peer = () =>
    random.pick([
      () => ({ podSelector: { matchLabels: { app: random.pick(apps) } } }),
      () => ({ namespaceSelector: { matchLabels: { env: env() } }, podSelector: role() }),
      () => ({ ipBlock: { cidr: `10.${random.below(256)}.0.0/16` } }),
    ])();
  const far = () => ({
    namespaceSelector: { matchExpressions: [{ key: "env", operator: "In", values: [env()] }] },
    podSelector: role(),
  });
  return [
    ...spaces.map((name, i) => namespace(name, { env: `env-${i % 4}` })),
    ...apps.map((app, i) =>
      deployment(app, spaces[i % spaces.length], { app, role: `role-${i % 11}` }, [
        { name: "main", image: "r/app:1", ports: [{ containerPort: random.pick(PORTS) }] },
      ]),
    ),
    ...many(40 * scale, (_, i) =>
      networkPolicy(`policy-${i}`, spaces[i % spaces.length], {
        podSelector: i % 2 === 0 ? role() : {},
        ingress: many(12, () => ({
          from: many(8, peer),
          ports: many(4, () => ({ port: random.pick(PORTS), protocol: "TCP" })),
        })),
        egress: many(8, () => ({ to: many(6, far), ports: many(3, () => ({ port: random.pick(PORTS) })) })),
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
  ];
}
