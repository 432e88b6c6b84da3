import { columnsOf, type TableCell, type Table } from "./table.js";
import { FAMILIES } from "../../base/net/address.js";
import { MADE_NAMES } from "../replay/pod-index.js";
import { podMadeBy } from "../replay/find-end.js";
import type { FoundEnds } from "./found-ends.js";
import type { Segment } from "../replay/state.js";
import type { StateEnds } from "../replay/ends.js";

/** The pods of each state by their names. */
export function podTable(
  segments: readonly Segment[],
  states: readonly StateEnds[],
  found: FoundEnds,
): Table<"pods"> {
  const rows = segments.flatMap((segment) =>
    states[segment.state]!.cluster.workloads.flatMap(({ namespace, members }) =>
      members.flatMap(({ pods }) =>
        pods.map((name): TableCell[] => {
          const end = { kind: "pod", namespace, name, ...NO_MORE } as const;
          return [segment.key, namespace, name, found.find(end, segment).found];
        }),
      ),
    ),
  );
  return {
    name: "pods",
    columns: columnsOf("number segment", "text namespace", "text pod", "number found"),
    rows,
  };
}

const NO_MORE = { address: undefined, workload: undefined, labels: undefined, namespaceLabels: undefined };

/**
 * What pods were that aren't there any more, by what their names begin with. `form` is the place in `MADE_NAMES` of how such a name is
 * made, from 1; `found` is 0 where policies tell the pods of the workload apart.
 */
export function makerTable(
  segments: readonly Segment[],
  states: readonly StateEnds[],
  found: FoundEnds,
): Table<"makers"> {
  const rows = segments.flatMap((segment) => {
    const ends = states[segment.state]!;
    return ends.cluster.workloads.flatMap((workload, i) =>
      MADE_NAMES.flatMap((form, place): TableCell[][] => {
        const { namespace, name } = workload;
        if (ends.pods.maker(namespace, name, form) !== workload) return [];
        const made = podMadeBy(workload, ends);
        const number = made === undefined ? 0 : found.numberOf(made).found;
        return [[segment.key, namespace, place + 1, name, i + 1, number]];
      }),
    );
  });
  return {
    name: "makers",
    columns: columnsOf(
      "number segment",
      "text namespace",
      "number form",
      "text base",
      "number workload",
      "number found",
    ),
    rows,
  };
}

/** Nodes by their names, for a log that has an address of a family, or none. */
export function nodeTable(
  segments: readonly Segment[],
  states: readonly StateEnds[],
  found: FoundEnds,
): Table<"nodes"> {
  const rows = segments.flatMap((segment) =>
    [...states[segment.state]!.cluster.nodes.values()].flatMap(({ name }) =>
      [undefined, ...FAMILIES].map((family): TableCell[] => {
        // Only the family of the address is looked at where the node is known by its name.
        const address = family === undefined ? undefined : { family, value: 0n };
        const end = { kind: "host", name, address, isLocal: true } as const;
        return [segment.key, name, family ?? "none", found.find(end, segment).found];
      }),
    ),
  );
  return {
    name: "nodes",
    columns: columnsOf("number segment", "text node", "text family", "number found"),
    rows,
  };
}
