import { Addresses } from "./addresses.js";
import { bareDefinition } from "./definitions.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { normaliseDomain } from "../../model/cluster-names.js";
import { Words, type KeyedHash } from "./words.js";
import type { SnapshotFacts } from "../../load/snapshot-facts.js";

/** Fields whose keys are labels. */
const LABEL_MAPS: ReadonlySet<string> = new Set(["labels", "matchLabels", "selector"]);

/** Fields that hold addresses: what cannot be read as one must not become one. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set([
  "cidr",
  "clusterIP",
  "clusterIPs",
  "except",
  "externalIPs",
  "hostIP",
  "ip",
  "loadBalancerIP",
  "loadBalancerSourceRanges",
  "networks",
  "podCIDR",
  "podCIDRs",
  "podIP",
]);

/** Fields that hold domain names, which are the same in every case. */
const DOMAIN_FIELDS: ReadonlySet<string> = new Set(["domainNames", "externalName", "host", "hostnames"]);

/** That a pod is being deleted counts, not since when. */
const SOME_TIME = "2000-01-01T00:00:00Z";

/**
 * Replaces names, labels, domain names and addresses throughout, the same ones by the same, so that every verdict stays
 * what it was. What the text of a field means is not asked: whatever is not well known is replaced.
 */
export class Anonymiser {
  readonly #words: Words;
  readonly #addresses: Addresses;

  /** @param hash without its key, nobody can tell what became of a word */
  constructor(hash: KeyedHash) {
    this.#words = new Words(hash);
    this.#addresses = new Addresses(hash);
  }

  /** An object that is already reduced to what a snapshot holds. Of definitions of kinds, what validation takes stays. */
  object(object: Mapping): Mapping {
    if (object["kind"] === "CustomResourceDefinition") return bareDefinition(object);
    const result = emptyMapping();
    for (const key of Object.keys(object)) {
      const value = object[key] as Value;
      result[key] = HEADER.has(key) ? value : this.#value(value, key);
    }
    return result;
  }

  /** The namespaces that could be read have names too, and a server's own words may say anything. */
  facts(facts: SnapshotFacts): SnapshotFacts {
    const forbidden = facts.forbidden.map((each) => ({
      ...each,
      ...(each.why === undefined ? {} : { why: "the cluster gave no answer that could be used" }),
      readIn: each.readIn.map((namespace) => this.#text(namespace, "namespace")),
    }));
    return { ...facts, forbidden };
  }

  #value(value: Value, field: string): Value {
    if (typeof value === "string") return this.#text(value, field);
    if (isList(value)) return value.map((item) => this.#value(item, field));
    if (!isMapping(value)) return value;
    const result = emptyMapping();
    for (const key of Object.keys(value)) {
      const below = value[key] as Value;
      // What a label is called says nothing about its text.
      if (!LABEL_MAPS.has(field)) result[key] = this.#value(below, key);
      else result[this.#text(key, field)] = this.#value(below, typeof below === "string" ? field : key);
    }
    return result;
  }

  #text(text: string, field: string): string {
    if (field === "deletionTimestamp") return SOME_TIME;
    const address = this.#addresses.replace(text);
    if (address !== undefined) return address;
    const words = this.#words.replaceIn(DOMAIN_FIELDS.has(field) ? normaliseDomain(text) : text);
    return ADDRESS_FIELDS.has(field) && /[.:]/.test(text) ? `${UNREADABLE}${words}` : words;
  }
}

const HEADER: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

/** Stands before what is no address, so that it is none. */
const UNREADABLE = "unreadable-";
