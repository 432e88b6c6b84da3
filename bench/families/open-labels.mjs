import { deployment, namespace, networkPolicy } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** Policies over many keys of labels, and CIDRs in which any address may be that of a pod that the input does not hold. */
export function openLabels({ scale, seed }) {
  const random = seeded(seed);
  const spaces = ["left", "right"];
  const labels = (count) =>
    Object.fromEntries(
      Array.from({ length: count }, () => [`key-${random.below(8)}`, `value-${random.below(10)}`]),
    );
  const some = () => ({ matchLabels: labels(1 + random.below(2)) });
  const block = () => {
    const second = random.below(16) * 16;
    return { cidr: `10.${second}.0.0/12`, except: [`10.${second + random.below(16)}.0.0/24`] };
  };
  const peer = () => (random.below(3) === 0 ? { ipBlock: block() } : { podSelector: some() });
  return [
    ...spaces.map((name) => namespace(name, { team: name })),
    ...Array.from({ length: 120 * scale }, (_, i) =>
      deployment(`app-${i}`, spaces[i % 2], { app: `app-${i}`, ...labels(3) }, [
        { name: "main", image: "r/app:1" },
      ]),
    ),
    ...Array.from({ length: 200 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, spaces[i % 2], {
        podSelector: some(),
        ingress: Array.from({ length: 1 + random.below(2) }, () => ({
          from: Array.from({ length: 1 + random.below(3) }, peer),
          ports: [{ port: 8000 + random.below(60) }],
        })),
      }),
    ),
  ];
}
