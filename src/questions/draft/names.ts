import { formatBlock } from "../../base/net/address.js";
import { groupBy } from "../../base/collections/group-by.js";
import { PROTOCOLS, type Traffic } from "../../base/net/traffic.js";
import { runText } from "../../base/text/ports.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Row } from "../../semantics/reach/rows.js";

/** More CIDRs than these name no end that a person would read. */
const MOST_BLOCKS = 8;

/** What rows are called in a test file: each by its own name, then whole namespaces, with the pods that they may get, where all of one are meant; undefined where an end has no name. */
export function namesOfRows(rows: readonly Row[], { workloads }: Cluster): readonly string[][] | undefined {
  const single: string[] = [];
  for (const row of rows) {
    const names = namesOf(row);
    if (names === undefined) return undefined;
    single.push(...names);
  }
  const whole = [...groupBy(rows, ({ namespace }) => namespace)].flatMap(([namespace, some]) => {
    if (namespace === undefined) return [];
    const all = workloads.filter((each) => each.namespace === namespace);
    return all.every(({ id }) => some.some((row) => row.id === id)) ? [namespace] : [];
  });
  const short = [
    ...whole.map((each) => `${each}/*`),
    ...rows
      .filter(({ namespace }) => namespace === undefined || !whole.includes(namespace))
      .flatMap((row) => namesOf(row) ?? []),
  ];
  const unique = [...new Set(single)];
  return whole.length === 0 ? [unique] : [unique, short];
}

/** The names of one row as `anp explain` takes them. */
function namesOf({
  kind,
  shownAs,
  name,
  addresses,
  id,
  isWhole,
  endClass,
}: Row): readonly string[] | undefined {
  if (kind === "domain") return [name];
  switch (endClass.representative.type) {
    case "pod":
      return isWhole ? [shownAs] : [id];
    case "node":
      return [`node/${name}`];
    case "addresses": {
      const blocks = addresses.blocks();
      return blocks.length > MOST_BLOCKS ? undefined : blocks.map(formatBlock);
    }
    case "domain":
      return [name];
  }
}

/** Ports as `--port` takes them: `443,8000-8100,53/udp`. */
export function typedPorts(traffic: Traffic): string {
  return PROTOCOLS.flatMap((protocol) => {
    const suffix = protocol === "TCP" ? "" : `/${protocol.toLowerCase()}`;
    return traffic[protocol].map((run) => `${runText(run)}${suffix}`);
  }).join(",");
}
