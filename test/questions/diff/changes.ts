import { diff, type Diff } from "../../../src/questions/diff/diff.js";
import { loadSources } from "../../../src/index.js";
import { trafficText } from "../../../src/report/describe.js";
import type { Change } from "../../../src/questions/diff/group.js";

/** Compares two streams of manifests. */
export async function diffOf(before: string, after: string): Promise<Diff> {
  const [first, second] = await Promise.all(
    [before, after].map((text, i) => loadSources([{ name: `${i}.yaml`, text }])),
  );
  return diff(first!.cluster, second!.cluster);
}

/** `opened: shop/pod/web > shop/pod/cart, TCP 80`, for each change but those of other protocols. */
export function changesIn({ changes }: Diff): string[] {
  return changes.filter(({ traffic }) => !traffic.other || traffic.TCP.length > 0).map(changeText);
}

export function changeText({ change, from, to, traffic, family, node }: Change): string {
  const [sources, destinations] = [from, to].map((rows) => rows.map(({ row }) => row.id).join(" "));
  const { other: _other, ...ports } = traffic;
  const limits = [
    ...(family === undefined ? [] : [family]),
    ...(node === undefined ? [] : [`${node.before}>${node.after}`]),
  ];
  return [
    `${change}: ${sources} > ${destinations}, ${trafficText({ ...ports, other: false })}`,
    ...limits,
  ].join(", ");
}
