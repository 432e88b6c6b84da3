import { deployment, namespace, networkPolicy } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** Few namespaces, in which hundreds of policies are each about a few of hundreds of workloads, some by names of ports. */
export function crowded({ scale, seed }) {
  const random = seeded(seed);
  const spaces = ["north", "south", "east", "west"];
  const apps = Array.from({ length: 180 * scale }, (_, i) => ({ name: `app-${i}`, space: spaces[i % 4] }));
  const tiers = Array.from({ length: 11 }, (_, i) => `tier-${i}`);
  const selector = () =>
    random.below(5) === 0
      ? { matchExpressions: [{ key: "tier", operator: "NotIn", values: [random.pick(tiers)] }] }
      : { matchLabels: { app: random.pick(apps).name } };
  const port = () => (random.below(3) === 0 ? { port: "http" } : { port: 8000 + random.below(60) });
  const some = (most, make) => Array.from({ length: 1 + random.below(most) }, make);
  const rules = (side) =>
    some(2, () => ({ [side]: some(3, () => ({ podSelector: selector() })), ports: some(2, port) }));
  return [
    ...spaces.map((name) => namespace(name, { team: name })),
    ...apps.map(({ name, space }) =>
      deployment(name, space, { app: name, tier: random.pick(tiers) }, [
        { name: "main", image: "r/app:1", ports: [{ name: "http", containerPort: 8000 + random.below(60) }] },
      ]),
    ),
    ...Array.from({ length: 280 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, spaces[i % 4], {
        podSelector: selector(),
        ingress: rules("from"),
        ...(random.below(4) === 0 ? {} : { egress: rules("to") }),
      }),
    ),
  ];
}
