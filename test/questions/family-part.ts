import { FAMILIES } from "../../bench/families.mjs";
import { load } from "../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../support/api-object.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";

const SEED = 20261127;

/** How many of a family's policies are taken, the first ones, and one of how many other objects. */
export interface FamilyPart {
  readonly policies: number;
  readonly oneOf: number;
}

/** A part of a family's smaller cluster: what grows shows in small. */
export async function partOfFamily(family: string, { policies, oneOf }: FamilyPart): Promise<Cluster> {
  const all = FAMILIES[family]?.({ scale: 1, seed: SEED }) ?? [];
  const isPolicy = (text: string): boolean => /^kind: \w*NetworkPolicy$/m.test(text);
  const others = all.filter((text) => !isPolicy(text)).filter((_, i) => i % oneOf === 0);
  const documents = [...others, ...all.filter(isPolicy).slice(0, policies)];
  const file = { name: "a.yaml", text: documents.join("---\n") };
  return (await load([{ type: "file", file, isNamed: true }], READ_OPTIONS)).cluster;
}
