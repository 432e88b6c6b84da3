import { listedLabels, podEnd, UNKNOWN_END } from "./made-ends.js";
import type { Address } from "../../base/net/address.js";
import type { RecordedEnd } from "./record.js";

/** What Calico writes of one end. */
export interface CalicoEnd {
  /** Undefined for a log that doesn't say it. */
  readonly type: "pod" | "host" | "set" | "network" | undefined;
  /** `web-7d9f-*` for pods that are put together. */
  readonly name: string;
  readonly namespace: string;
  readonly address?: Address | undefined;
  readonly labels: readonly string[];
  readonly domains?: readonly string[];
}

/** Calico's words for what isn't there. */
export function calicoWord(text: string | undefined): string {
  return text === undefined || text === "-" ? "" : text;
}

/** One end of a flow. Without a type, only pods have a namespace, but for sets of networks that no log tells apart from them. */
export function calicoEnd(end: CalicoEnd): RecordedEnd {
  const { address, domains = [] } = end;
  const name = calicoWord(end.name);
  const namespace = calicoWord(end.namespace);
  const type = end.type ?? (namespace === "" ? "network" : "pod");
  if (type === "pod" && namespace !== "") {
    const labels = listedLabels(end.labels);
    const isWhole = name !== "" && !name.endsWith("*");
    if (isWhole) return podEnd({ namespace, name, address, labels });
    const prefix = name === "" || name === "*" ? undefined : name.slice(0, -1);
    return { kind: "pods", namespace, prefix, workload: undefined, labels };
  }
  if (type === "host")
    return { kind: "host", name: name === "" ? undefined : name, address, isLocal: undefined };
  if (address !== undefined) return { kind: "address", address, isOutside: false, domains };
  if (name === "") return UNKNOWN_END;
  return { kind: "set", name, namespace: namespace === "" ? undefined : namespace };
}
