import { formatAddress, type Address } from "../../base/net/address.js";
import { writtenAddress } from "./written-value.js";
import type { KeptEnds } from "./kept-ends.js";
import type { RecordedAddress, RecordedEnd, RecordedPod, RecordedWorkload, UnknownEnd } from "./record.js";

/** What a log writes of a pod that it names. */
export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
  readonly address?: Address | undefined;
  readonly workload?: RecordedWorkload | undefined;
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/** A pod by its name, from a log that knows nothing of its namespace's labels. */
export function podEnd({ namespace, name, address, workload, labels }: NamedPod): RecordedPod {
  return { kind: "pod", namespace, name, address, workload, labels, namespaceLabels: undefined };
}

/** An address of which a log knows nothing else. */
function addressEnd(address: Address): RecordedAddress {
  return { kind: "address", address, isOutside: false, domains: [] };
}

/** The end that a log says nothing about. */
export const UNKNOWN_END: UnknownEnd = { kind: "unknown" };

/** A pod where the log names one, otherwise the address alone; the same object for the same words. */
export function podOrAddress(
  ends: KeptEnds,
  address: Address,
  namespace: string | undefined,
  name: string | undefined,
  workload?: RecordedWorkload,
): RecordedEnd {
  const isNamed = namespace !== undefined && namespace !== "" && name !== undefined && name !== "";
  const written = formatAddress(address);
  if (!isNamed) return ends.of(written, () => addressEnd(address));
  const owner = workload === undefined ? "" : `${workload.kind} ${workload.name}`;
  return ends.of(`${written} ${namespace}/${name} ${owner}`, () =>
    podEnd({ namespace, name, address, workload }),
  );
}

/** The labels that a log lists as `key=value`; without those that Calico adds of its own. */
export function listedLabels(texts: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (texts.length === 0) return undefined;
  const pairs = texts.map((text): readonly [string, string] => {
    const equals = text.indexOf("=");
    return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
  });
  return new Map(pairs.filter(([key]) => key !== "" && !key.startsWith("projectcalico.org/")));
}

/** The end that an address alone is, as the log writes it: read once, and the same object for the same words. @throws {BadLine} */
export function writtenAddressEnd(ends: KeptEnds, text: string | undefined, field: string): RecordedEnd {
  return ends.of(text ?? "", () => addressEnd(writtenAddress(text, field)));
}
