import { parseAddress, parseBlock, type Address, type Block } from "../../base/net/address.js";
import { kindNamed } from "./kind-names.js";
import { labelsOf, type Labels } from "../../cluster/model/labels.js";

/** What a person typed for an endpoint, read but not yet looked up. */
export type EndpointName =
  | { readonly type: "address"; readonly text: string; readonly address: Address }
  | { readonly type: "block"; readonly text: string; readonly block: Block }
  | { readonly type: "internet" }
  /** Numbers where an address would stand, and none: no name ends in a number. */
  | { readonly type: "invalid-address"; readonly text: string }
  | {
      readonly type: "object";
      readonly namespace: string | undefined;
      readonly kind: string;
      readonly name: string;
      /** The word for the kind in `word/name`: a namespace may be called so too. */
      readonly word?: string;
    }
  | {
      readonly type: "labels";
      readonly namespace: string | undefined;
      readonly labels: Labels;
      readonly text: string;
    }
  /** `ns/name` or a bare name: a workload or pod, or failing that a domain. */
  | { readonly type: "name"; readonly namespace: string | undefined; readonly name: string };

/**
 * Reads an endpoint's name in the documented order: an address or CIDR; `internet`; `kind/name`, `ns/kind/name` or, as kubectl's
 * users write it, `kind/ns/name`;
 * `ns/key=value,…`; `ns/name`; a bare name.
 * @returns undefined for text that can be none of these
 */
export function parseEndpointName(text: string, workloadKinds: Iterable<string>): EndpointName | undefined {
  const address = parseAddress(text);
  if (address !== undefined) return { type: "address", text, address };
  const block = parseBlock(text);
  if (block !== undefined) return { type: "block", text, block };
  if (text === "internet") return { type: "internet" };
  if (text.includes("=")) return parseLabels(text);
  if (isNumeric(text)) return { type: "invalid-address", text };
  const parts = text.split("/");
  const [first = "", second = "", third = ""] = parts;
  if (parts.some((part) => part === "") || parts.length > 3) return undefined;
  if (parts.length === 1) return { type: "name", namespace: undefined, name: first };
  if (parts.length === 3) {
    const kind = kindNamed(second, workloadKinds);
    if (kind !== undefined) return { type: "object", namespace: first, kind, name: third };
    const leading = kindNamed(first, workloadKinds);
    return leading === undefined
      ? undefined
      : { type: "object", namespace: second, kind: leading, name: third };
  }
  const kind = kindNamed(first, workloadKinds);
  if (kind !== undefined) return { type: "object", namespace: undefined, kind, name: second, word: first };
  return { type: "name", namespace: first, name: second };
}

/** `10.0.0.300`, `8.8.8.8.8`, `10.0.0.0/33`, `fe80::1::2`: what looks like an address, with or without a prefix length. */
function isNumeric(text: string): boolean {
  const [name = "", length, ...more] = text.split("/");
  if (more.length > 0 || (length !== undefined && !/^\d*$/.test(length))) return false;
  if (/^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(name)) return true;
  const labels = name.replace(/\.$/, "").split(".");
  const isAllNumbers = labels.every((label) => /^\d+$/.test(label));
  if (length !== undefined) return labels.length > 1 && isAllNumbers;
  return labels.length > 1 && /^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "");
}

/** `shop/app=web,tier=front`: the first part is a namespace unless it holds a dot or an `=`, as label prefixes do. */
function parseLabels(text: string): EndpointName | undefined {
  const slash = text.indexOf("/");
  const head = slash === -1 ? "" : text.slice(0, slash);
  const hasNamespace = slash !== -1 && !/[.=]/.test(head);
  const list = hasNamespace ? text.slice(slash + 1) : text;
  const pairs: [string, string][] = [];
  for (const item of list.split(",")) {
    const match = /^\s*([^=!\s]+)\s*==?\s*([^=!\s]*)\s*$/.exec(item);
    if (match === null) return undefined;
    pairs.push([match[1] ?? "", match[2] ?? ""]);
  }
  return { type: "labels", namespace: hasNamespace ? head : undefined, labels: labelsOf(pairs), text: list };
}
